"""Files that mean harm, or were harmed: each is read or refused with a reason, in time, within memory, with no trace.

They are made here, for most are too big to keep. One reading process bears them all.
"""

import io
import os
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.bench.messy import MOST_MEGABYTES, MOST_SECONDS, Peak, state
from tests.readers.files import pdf, zipped
from tests.readers.shapes import assert_well_formed
from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.readers.sandbox import SandboxedReader

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="links, pipes and limits of Linux")

WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
TYPES: Final = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


@pytest.fixture(scope="module")
def reader() -> Iterator[SandboxedReader]:
    reader = SandboxedReader(None)
    yield reader
    reader.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that is read, inside one in which nothing may appear."""
    folder = tmp_path / "outer" / "folder"
    folder.mkdir(parents=True)
    return folder


def outcome(reader: SandboxedReader, path: Path) -> str:
    """`read`, or the reason of the refusal, once it has been seen that reading did what it may and no more."""
    before = state(path.parents[2])
    began = time.perf_counter()
    with Peak(reader) as peak:
        answer = reader.read(path)
    assert time.perf_counter() - began < MOST_SECONDS
    assert peak.megabytes < MOST_MEGABYTES
    assert state(path.parents[2]) == before
    if isinstance(answer, Refusal):
        assert answer.detail
        assert answer.reason is not RefusalReason.CRASHED
        return answer.reason.value
    assert_well_formed(answer)
    return "read"


def docx(body: str, *, before: str = "", **others: str) -> bytes:
    document = f'{before}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    return zipped({"[Content_Types].xml": TYPES, "word/document.xml": document, **others})


def paragraph(words: str) -> str:
    return f"<w:p><w:r><w:t>{words}</w:t></w:r></w:p>"


def zip_bomb() -> bytes:
    """A quarter of a gigabyte of empty paragraphs in less than half a megabyte."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        with archive.open("word/document.xml", "w") as document:
            document.write(f'<w:document xmlns:w="{WORD}"><w:body>'.encode())
            for _ in range(256):
                document.write(b"<w:p/>" * 174_762)
    return buffer.getvalue()


def entities(depth: int, *, external: str = "") -> str:
    """A document type whose last entity is ten to the power of `depth` letters."""
    first = f'<!ENTITY e0 SYSTEM "{external}">' if external else '<!ENTITY e0 "a">'
    rest = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, depth + 1))
    return f"<!DOCTYPE d [{first}{rest}]>"


def pdf_bomb() -> bytes:
    """A page of 256 MB of spaces, packed twice."""
    packed = zlib.compress(zlib.compress(b" " * (256 << 20), 1), 9)
    page = b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream" % (len(packed), packed)
    before, _, after = pdf(["words"]).rpartition(b"<< /Length")
    return before + page + after.partition(b"endstream")[2]


CONTENTS: Final[dict[str, tuple[Callable[[], bytes], set[str]]]] = {
    "bomb.docx": (zip_bomb, {"broken", "no_text", "out_of_memory"}),
    "bomb.pdf": (pdf_bomb, {"no_text", "broken", "out_of_memory"}),
    "entities.docx": (lambda: docx(paragraph("&e9;"), before=entities(9)), {"broken", "no_text"}),
    "entities.xml": (lambda: (entities(9) + "<d>&e9;</d>").encode(), {"read"}),
    "external.xml": (lambda: (entities(1, external="file:///etc/passwd") + "<d>&e1;</d>").encode(), {"read"}),
    "entities.svg": (lambda: (entities(9) + "<svg><text>&e9;</text></svg>").encode(), {"read"}),
    "traversal.docx": (lambda: docx(paragraph("words"), **{"../../evil.txt": "out"}), {"read"}),
    "deep.html": (lambda: b"<div>" * 200_000 + b"x", {"read", "timed_out"}),
    "deep.json": (lambda: b"[" * 200_000, {"read"}),
    "deep.ipynb": (lambda: b'{"cells":' + b"[" * 200_000, {"broken"}),
    "deep.rtf": (lambda: b"{\\rtf1 " + b"{" * 200_000 + b"x", {"read", "broken", "no_text"}),
    "deep.md": (lambda: b">" * 200_000 + b" x", {"read", "no_text"}),
    "deep.org": (lambda: b"*" * 200_000 + b" x", {"read", "no_text"}),
    "deep.docx": (lambda: docx("<w:tbl><w:tr><w:tc>" * 50_000 + paragraph("x")), {"read", "broken", "no_text"}),
    "front_matter.md": (lambda: b"---\na: " + b"[" * 20_000 + b"\n---\nwords\n", {"read"}),
    "nested.eml": (
        lambda: b"".join(
            b'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (at, at)
            for at in range(1000)
        ),
        {"read", "broken", "no_text"},
    ),
    "long_line.txt": (lambda: b"word " * 2_000_000, {"read"}),
    "long_line.md": (lambda: b"word " * 2_000_000, {"read"}),
    "long_line.html": (lambda: b"word " * 2_000_000, {"read"}),
    "long_line.csv": (lambda: b"word " * 2_000_000, {"read"}),
    "long_blank.txt": (lambda: b"a" + b" " * 10_000_000 + b"b", {"read"}),
    "columns.csv": (lambda: ",".join(map(str, range(200_000))).encode(), {"read"}),
    "commas.csv": (lambda: b"a," * 3_000_000, {"read", "timed_out", "out_of_memory"}),
    "long_text.txt": (lambda: b"Seventeen letters\n" * 1_000_000, {"too_large"}),
    "nul.txt": (lambda: b"before\0after\0\0end\n", {"read"}),
    "nul.md": (lambda: b"# be\0fore\n\nafter\0\n", {"read"}),
    "surrogate.json": (lambda: b'{"name": "\\ud83d", "role": "\xed\xa0\xbd"}', {"read"}),
    "bidi.txt": (lambda: "user\u202enimda\u202c \u2066x\u2069\u200b\n".encode(), {"read"}),
    "image.txt": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, {"unsupported"}),
    "truncated.pdf": (lambda: pdf(["words"])[:300], {"broken", "no_text", "read"}),
    "glyphs.pdf": (lambda: pdf(["many words of a font"], private_font=True), {"garbled"}),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_content(reader: SandboxedReader, folder: Path, name: str) -> None:
    make, expected = CONTENTS[name]
    path = folder / name
    path.write_bytes(make())
    assert outcome(reader, path) in expected


@pytest.mark.parametrize("name", ["entities.xml", "external.xml"])
def test_entities_stay_what_they_are(reader: SandboxedReader, folder: Path, name: str) -> None:
    path = folder / name
    path.write_bytes(CONTENTS[name][0]())
    answer = reader.read(path)
    assert isinstance(answer, Document)
    assert answer.text.endswith(";</d>")


def test_a_sparse_file_of_four_gigabytes_is_not_opened(reader: SandboxedReader, folder: Path) -> None:
    path = folder / "sparse.txt"
    with path.open("wb") as file:
        file.truncate(4 << 30)
    assert outcome(reader, path) == "too_large"


def test_pipes_and_links_that_lead_nowhere_are_unreadable(reader: SandboxedReader, folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    for name, target in (("self", "self"), ("dangling", "nowhere"), ("up", ".."), ("device", "/dev/zero")):
        (folder / name).symlink_to(target)
    assert {outcome(reader, path) for path in folder.iterdir()} == {"unreadable"}


@pytest.mark.parametrize(
    "name",
    [b"bad\xff\xfename.txt", b"new\nline.txt", b"-rf.txt", b" space.txt", b"..txt", "長".encode() * 80 + b".txt"],
    ids=ascii,
)
def test_names(reader: SandboxedReader, folder: Path, name: bytes) -> None:
    path = folder / os.fsdecode(name)
    path.write_text("words", encoding="utf-8")
    assert outcome(reader, path) == "read"


def test_after_all_that_an_honest_file_is_read(reader: SandboxedReader, folder: Path) -> None:
    path = folder / "honest.md"
    path.write_text("# Minutes\n\nThe board met.\n", encoding="utf-8")
    assert outcome(reader, path) == "read"
