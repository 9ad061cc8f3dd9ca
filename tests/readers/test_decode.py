from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import RefusalReason
from tsuzuri.readers.decode import MOST_BYTES, decode
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
    assert decoded.encoding.name == found


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


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_japanese_in_wide_units_without_a_mark(encoding: str) -> None:
    assert decode(JAPANESE.encode(encoding)).text == JAPANESE


@pytest.mark.parametrize("declared", ["shift_jis", "euc-jp", "iso-8859-1", "koi8-r", "big5"])
def test_utf8_is_utf8_whatever_it_says(declared: str) -> None:
    assert decode(JAPANESE.encode(), declared).text == JAPANESE


@pytest.mark.parametrize(("encoding", "declared"), [("euc_jp", "shift_jis"), ("cp932", "euc-jp")])
def test_kana_tell_the_japanese_encodings_apart(encoding: str, declared: str) -> None:
    assert decode(JAPANESE.encode(encoding), declared).text == JAPANESE


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_lines_in_two_encodings_are_read_each_in_its_own(encoding: str) -> None:
    decoded = decode(JAPANESE.encode() + JAPANESE.encode(encoding))
    assert decoded.text == JAPANESE * 2
    assert decoded.encoding.name == f"utf-8+{encoding}"


@pytest.mark.parametrize("taken_for", ["latin-1", "cp1252", "cp932"])
def test_mojibake_is_put_right_where_all_of_it_can_be(taken_for: str) -> None:
    text = "Café naïve résumé" if taken_for == "cp1252" else "ほあい" * 4 if taken_for == "cp932" else JAPANESE
    try:
        spoilt = text.encode().decode(taken_for)
    except UnicodeDecodeError:
        pytest.skip("that text cannot be taken for that")
    decoded = decode(spoilt.encode())
    assert decoded.text == text
    assert decoded.encoding.name.startswith("utf-8/")


@pytest.mark.parametrize("text", ["naïve Café – “so”, the é is shown as Ã©", "縺れた糸と繧は珍しい字です。"])
def test_letters_that_were_meant_stay(text: str) -> None:
    assert decode(text.encode()).text == text


def test_confidence_falls_with_the_evidence() -> None:
    ways = [
        decode(JAPANESE.encode("utf-16")),
        decode(JAPANESE.encode()),
        decode(JAPANESE.encode("cp932"), "shift_jis"),
        decode(JAPANESE.encode("cp932")),
        decode("Café naïve – résumé".encode("cp1252")),
        decode(JAPANESE.encode() + b"\xe3\x81 end"),
        decode(JAPANESE.encode() + JAPANESE.encode("cp932")),
        decode("Москва, столица и большой город".encode("cp1251")),
    ]
    confidences = [each.encoding.confidence for each in ways]
    assert confidences == sorted(confidences, reverse=True)
    assert len(set(confidences)) == len(confidences)
    assert all(0 < each <= 1 for each in confidences)


def test_more_than_a_document_can_hold_is_not_decoded() -> None:
    with pytest.raises(CannotRead) as refused:
        decode(bytes(MOST_BYTES + 1))
    assert refused.value.reason is RefusalReason.TOO_LARGE


def test_western_text_is_windows_1252() -> None:
    decoded = decode("Café naïve – résumé".encode("cp1252"))
    assert decoded.text == "Café naïve – résumé"


def test_utf8_with_one_broken_byte_is_still_utf8() -> None:
    decoded = decode(JAPANESE.encode() + b"\xe3\x81 end")
    assert decoded.text == JAPANESE + "\ufffd end"


@pytest.mark.parametrize("data", [JAPANESE.encode().decode("cp1252", "replace").encode(), b"\x01\x02\x03\x04" * 20])
def test_unreadable_text_is_refused(data: bytes) -> None:
    with pytest.raises(CannotRead) as refused:
        decode(data)
    assert refused.value.reason is RefusalReason.GARBLED


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=200), st.none() | st.sampled_from(["utf-8", "shift_jis", "latin-1", "utf-16"]))
def test_whatever_comes_out_passes_the_gate(data: bytes, declared: str | None) -> None:
    with suppress(CannotRead):
        assert flaw(decode(data, declared).text) is None
