from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import RefusalReason
from tsuzuri.readers.decode import decode
from tsuzuri.readers.quality import flaw
from tsuzuri.readers.refusal import CannotRead

JAPANESE = "打ち合わせの記録\n田中さんは四月から営業部の部長になる。\nコーヒーの予算は三万円です。\n"


@pytest.mark.parametrize(
    ("encoding", "found"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-32", "utf-32"),
        ("cp932", "cp932"),
        ("euc_jp", "euc_jp"),
        ("iso2022_jp", "iso2022_jp"),
    ],
)
def test_japanese_in_every_usual_encoding(encoding: str, found: str) -> None:
    decoded = decode(JAPANESE.encode(encoding))
    assert decoded.text == JAPANESE
    assert decoded.encoding == found


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark(encoding: str) -> None:
    assert decode("Minutes of the meeting.\n".encode(encoding)).text == "Minutes of the meeting.\n"


def test_a_name_alone_in_shift_jis() -> None:
    assert decode("山田太郎".encode("cp932")).text == "山田太郎"


def test_a_true_declaration_is_believed() -> None:
    text = "Москва, столица"
    assert decode(text.encode("koi8-r"), "koi8-r").text == text


@pytest.mark.parametrize(
    "declared", ["utf-8", "us-ascii", "iso-8859-1", "no-such-charset", "hex", "unicode_escape", "\0"]
)
def test_a_false_or_meaningless_declaration_is_not(declared: str) -> None:
    assert decode(JAPANESE.encode("cp932"), declared).text == JAPANESE


def test_western_text_is_windows_1252() -> None:
    decoded = decode("Café naïve – résumé".encode("cp1252"))
    assert decoded.text == "Café naïve – résumé"


def test_utf8_with_one_broken_byte_is_still_utf8() -> None:
    decoded = decode(JAPANESE.encode() + b"\xe3\x81 end")
    assert decoded.text == JAPANESE + "\ufffd end"


@pytest.mark.parametrize("data", [JAPANESE.encode().decode("latin-1").encode(), b"\x01\x02\x03\x04" * 20])
def test_unreadable_text_is_refused(data: bytes) -> None:
    with pytest.raises(CannotRead) as refused:
        decode(data)
    assert refused.value.reason is RefusalReason.GARBLED


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=200), st.none() | st.sampled_from(["utf-8", "shift_jis", "latin-1", "utf-16"]))
def test_whatever_comes_out_passes_the_gate(data: bytes, declared: str | None) -> None:
    with suppress(CannotRead):
        assert flaw(decode(data, declared).text) is None
