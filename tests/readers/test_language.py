import pytest

from tsuzuri.readers.language import language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("田中さんは部長です。", "ja"),
        ("Meeting with 田中さん about the ロードマップ today", "ja"),
        ("The meeting with Aya Mori (森) was short and went well.", "en"),
        ("회의는 내일입니다", "ko"),
        ("会议改到星期五", "zh"),
        ("Привет, мир", ""),
        ("12:30 — 42", ""),
    ],
)
def test_scripts_tell_the_language(text: str, expected: str) -> None:
    assert language(text) == expected
