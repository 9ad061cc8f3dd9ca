import pytest

from tsuzuri.readers.quality import flaw


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain words",
        "田中さんは部長です。",
        "Café naïve – “quoted”",
        "ﾌﾟﾛｼﾞｪｸﾄ",
        "a\0b",
        "one \ufffd in many words",
        "Ã",
    ],
)
def test_text_passes(text: str) -> None:
    assert flaw(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "\ufffd\ufffd\ufffd\ufffd abc",
        "\ue001\ue002\ue003 \ue004",
        "\x01\x02\x03\x04",
        "(cid:12)(cid:13) a",
        "田中さんは部長です。".encode().decode("latin-1"),
        "Café naïve résumé — “so”".encode().decode("cp1252", "ignore"),
        "それはひらがなとカタカナです".encode().decode("cp932", "ignore"),
    ],
)
def test_what_was_read_wrongly_does_not(text: str) -> None:
    assert flaw(text) is not None
