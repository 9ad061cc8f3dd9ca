import io
import struct
import time
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import PurePath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers import files
from tests.readers.shapes import assert_well_formed, read_as_document, texts
from tsuzuri.core.document import BlockKind, Document, PlaceKind, Refusal, RefusalReason
from tsuzuri.readers import media
from tsuzuri.readers.archive import Limits, read_archive
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.readers.registry import READERS, read

PATH = PurePath("box.zip")


def archive(members: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as written:
        for name, content in members.items():
            written.writestr(name, content)
    return buffer.getvalue()


def with_raw_names(names: Iterable[bytes]) -> bytes:
    """An archive of those names, without the flag that says UTF-8."""
    names = list(names)
    # No letters outside ASCII, so that zipfile sets no flag; then as many bytes are put in their stead.
    stand_ins = [f"{number:03}".rjust(len(name), "x") for number, name in enumerate(names)]
    data = archive({name: f"words {number}" for number, name in enumerate(stand_ins)}, zipfile.ZIP_STORED)
    for stand_in, name in zip(stand_ins, names, strict=True):
        data = data.replace(stand_in.encode(), name)
    return data


def flagged(data: bytes, bit: int) -> bytes:
    """The archive with a bit of the flags set in each of its headers."""
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        parts = data.split(mark)
        at -= len(mark)
        parts[1:] = [part[:at] + bytes([part[at] | bit]) + part[at + 1 :] for part in parts[1:]]
        data = mark.join(parts)
    return data


def read_zip(data: bytes, **limits: float) -> Document:
    document = read_archive(data, PATH, read, READERS, limits=Limits(**limits))  # type: ignore[arg-type]
    assert_well_formed(document)
    return document


def refusal(data: bytes, **limits: float) -> Refusal:
    with pytest.raises(CannotRead) as refused:
        read_zip(data, **limits)
    return refused.value.refusal


def names(document: Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks if block.level == 1]


def test_members_are_read_as_what_they_are() -> None:
    data = archive({"notes/": "", "notes/plan.md": "# Plan\n\n**Go.**", "表/予算.txt": "百万円"})
    document = read_as_document(read(data, PATH))
    assert texts(document) == ["notes/plan.md", "Plan", "Go.", "表/予算.txt", "百万円"]
    assert [(place.kind, place.label) for place in document.places] == [
        (PlaceKind.MEMBER, "notes/plan.md"),
        (PlaceKind.MEMBER, "表/予算.txt"),
    ]
    assert (document.media_type, document.title, document.remarks) == (media.ZIP, "box", ())


def test_office_files_stay_what_they_are() -> None:
    inner = files.docx(heading="計画", paragraph="四月に始める。")
    assert read_as_document(read(inner, PurePath("a.docx"))).media_type == media.DOCX
    assert texts(read_zip(archive({"a.docx": inner}))) == ["a.docx", "計画", "四月に始める。"]


def test_an_archive_in_an_archive_is_opened_and_one_in_that_is_not() -> None:
    third = archive({"c.txt": "deep"})
    second = archive({"b.txt": "inner", "third.zip": third})
    document = read_zip(archive({"a.txt": "outer", "second.zip": second}))
    assert names(document) == ["a.txt", "second.zip/b.txt"]
    assert document.remarks == ("second.zip/third.zip: archives inside an inner archive are not opened",)


def test_what_is_nobodys_document_is_passed_over_without_a_word() -> None:
    document = read_zip(
        archive({"a.txt": "words"} | dict.fromkeys(["__MACOSX/._a.txt", ".DS_Store", "b/.git/HEAD", "Thumbs.db"], "x"))
    )
    assert names(document) == ["a.txt"]
    assert document.remarks == ()


def test_links_are_not_read() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = 0o120777 << 16
        written.writestr(link, "/etc/passwd")
    assert refusal(buffer.getvalue()).reason is RefusalReason.EMPTY


def test_what_could_not_be_read_is_named_with_the_reason() -> None:
    document = read_zip(archive({"a.txt": "words", "b.png": b"\x89PNG\r\n\x1a\n", "c.txt": "", "d.pdf": b"%PDF-1.4"}))
    first, second = document.remarks
    assert first == "b.png: files of type image/png are not read"
    assert second.startswith("d.pdf: the file is damaged")


def test_remarks_are_few() -> None:
    document = read_zip(archive({"a.txt": "words"} | {f"{n}.png": b"\x89PNG\r\n\x1a\n" for n in range(50)}))
    assert len(document.remarks) == 21
    assert document.remarks[-1] == "30 more members were not read"


@pytest.mark.parametrize(
    "name", ["../../etc/cron.d/a.txt", "/etc/a.txt", "C:\\Windows\\a.txt", "a.txt\0.exe", "b/\x1b[31m\u202ea.txt"]
)
def test_a_name_is_only_a_name(name: str) -> None:
    raw = name.encode()
    document = read_zip(with_raw_names([raw]) if name.isascii() else archive({name: "words 0"}))
    assert texts(document)[1:] == ["words 0"]
    assert "\0" not in names(document)[0]
    assert "\\" not in names(document)[0]


@pytest.mark.parametrize(
    ("encoding", "given"),
    [
        ("cp932", ["会議資料.txt", "表ソ能/予算.txt"]),
        ("cp932", ["猫.txt"]),
        ("utf-8", ["議事録.txt", "résumé.txt"]),
        ("cp437", ["Straße.txt", "hören.txt", "café.txt"]),
    ],
)
def test_names_without_the_utf8_flag_are_read_in_the_code_page_of_their_writer(encoding: str, given: list[str]) -> None:
    assert names(read_zip(with_raw_names(name.encode(encoding) for name in given))) == given


def test_an_encrypted_archive_is_protected() -> None:
    locked = refusal(flagged(archive({"a.txt": "words", "b.txt": "more"}), 1))
    assert locked.reason is RefusalReason.PROTECTED


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_method_whose_output_cannot_be_bounded_is_not_read(method: int) -> None:
    assert refusal(archive({"a.txt": "words"}, method)).reason is RefusalReason.UNSUPPORTED


def test_nothing_in_it_is_empty() -> None:
    assert refusal(archive({})).reason is RefusalReason.EMPTY
    assert refusal(archive({"a/": ""})).reason is RefusalReason.EMPTY
    assert refusal(archive({"a.txt": ""})).reason is RefusalReason.EMPTY


def test_where_nothing_could_be_read_the_commonest_reason_is_told() -> None:
    picture = b"\x89PNG\r\n\x1a\n"
    told = refusal(archive({"a.png": picture, "b.png": picture, "c.txt": ""}))
    assert told == Refusal(
        RefusalReason.UNSUPPORTED,
        "nothing in the archive could be read, 3 tried: files of type image/png are not read",
    )


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("members", 1),
        ("member_bytes", 10_000),
        ("total_bytes", 10_000),
        ("characters", 5),
        ("ratio", 2),
        ("seconds", -1),
    ],
)
def test_beyond_a_limit_members_are_passed_over(limit: str, value: int) -> None:
    bounds: dict[str, float] = {"free_bytes": 100, limit: value}
    data = archive({"a.txt": "words", "b.txt": "abc " * 100_000})
    if limit == "seconds":
        assert refusal(data, **bounds).reason is RefusalReason.TIMED_OUT
        return
    document = read_zip(data, **bounds)
    assert names(document) == ["a.txt"]
    assert document.remarks[0].startswith("b.txt: ")


def test_a_list_of_too_many_members_is_not_even_read() -> None:
    assert refusal(archive({f"{n}": "a" for n in range(30)}), entries=20).reason is RefusalReason.TOO_LARGE


def test_a_bomb_is_counted_while_it_goes_off_whatever_its_header_says() -> None:
    data = archive({"a.txt": "words", "bomb.txt": bytes(60_000_000)})
    at = data.rindex(b"PK\x01\x02") + 24
    lying = data[:at] + struct.pack("<L", 10) + data[at + 4 :]
    started = time.perf_counter()
    for bomb in (data, lying):
        assert names(read_zip(bomb)) == ["a.txt"]
    assert time.perf_counter() - started < 5


@pytest.mark.filterwarnings("ignore:Overlapped entries")  # newer ones of Python tell it as well
def test_the_same_bytes_listed_again_and_again_are_read_once() -> None:
    data = archive({"x.txt": "words"})
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    listed = data[start:end] * 60
    bomb = data[:start] + listed + data[end : end + 8] + struct.pack("<HHLL", 60, 60, len(listed), start) + b"\0\0"
    document = read_zip(bomb)
    assert names(document) == ["x.txt"]
    assert document.remarks[0] == "x.txt: its bytes are another member's"


MEMBERS = st.dictionaries(
    st.text(st.sampled_from("ab/.\\:猫é\0 "), min_size=1, max_size=8).filter(lambda name: name[0] != "\0"),
    st.sampled_from([b"", b"words", b"# a\n\n[[b]]\n", b"\x89PNG\r\n", archive({"in.md": "x"}), files.pdf(["p"])]),
    max_size=5,
)


@settings(max_examples=120, deadline=None)
@given(MEMBERS, st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]), st.data())
def test_any_archive_cut_or_changed_anywhere_is_a_document_or_a_refusal(
    members: dict[str, bytes], method: int, draw: st.DataObject
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # two names that zipfile cuts to one
        data = archive(members, method)
    at = draw.draw(st.integers(0, len(data)))
    changed = draw.draw(st.sampled_from([data, data[:at], data[:at] + b"\xff" + data[at + 1 :], data[at:]]))
    answer = read(changed, PATH)
    if isinstance(answer, Document):
        assert_well_formed(answer)
        assert answer.blocks[0].kind is not BlockKind.MESSAGE
    else:
        assert answer.detail
