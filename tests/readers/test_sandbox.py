import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.readers.files import pdf
from tests.readers.shapes import assert_well_formed, read_as_document
from tsuzuri.core.document import Refusal, RefusalReason
from tsuzuri.readers.sandbox import SandboxedReader


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[SandboxedReader]:
    reader = SandboxedReader(tmp_path / "logs" / "reader.log")
    yield reader
    reader.close()


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "メモ 1.md"
    path.write_text("# 会議\n\n田中さんは部長です。\n", encoding="utf-8")
    return path


def reason(answer: object) -> RefusalReason:
    assert isinstance(answer, Refusal)
    assert answer.detail
    return answer.reason


def test_a_file_is_read_in_a_child_that_stays_warm(reader: SandboxedReader, note: Path) -> None:
    assert reader.pid is None
    document = read_as_document(reader.read(note))
    assert_well_formed(document)
    assert (document.title, document.language) == ("会議", "ja")
    warm = reader.pid
    reader.read(note)
    assert reader.pid == warm
    assert warm != os.getpid()


def test_a_pdf_is_read_where_the_library_for_it_was_never_unpacked(tmp_path: Path) -> None:
    scratch = tmp_path / "cache" / "readers"
    (file := tmp_path / "年報.pdf").write_bytes(pdf(["Annual report"]))
    with closing(SandboxedReader(None, scratch=scratch)) as reader:
        assert "Annual report" in read_as_document(reader.read(file)).text
    assert scratch.stat().st_mode & 0o077 == 0
    unpacked = [path.name for path in scratch.rglob("*pdfium*") if path.is_file()]
    assert unpacked
    assert not any(".tmp" in name for name in unpacked)


def test_a_child_that_was_killed_between_files_is_replaced(reader: SandboxedReader, note: Path) -> None:
    reader.read(note)
    first = reader.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert read_as_document(reader.read(note)).title == "会議"
    assert reader.pid != first


def test_a_file_that_kills_its_reader_is_refused(note: Path) -> None:
    reader = SandboxedReader(None, worker="tests.readers.dying_worker")
    assert reason(reader.read(note)) is RefusalReason.CRASHED
    assert reason(reader.read(note)) is RefusalReason.CRASHED
    assert reader.pid is None


def test_a_file_that_takes_too_long_is_refused_and_its_reader_ended(note: Path) -> None:
    reader = SandboxedReader(None, timeout_s=0.0)
    assert reason(reader.read(note)) is RefusalReason.TIMED_OUT
    assert reader.pid is None


def test_a_huge_file_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(3 * 1024**3)
    reader = SandboxedReader(None)
    assert reason(reader.read(path)) is RefusalReason.TOO_LARGE
    assert reader.pid is None


def test_what_cannot_be_opened_is_unreadable(tmp_path: Path) -> None:
    reader = SandboxedReader(None)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path / "missing.md", tmp_path, pipe):
        assert reason(reader.read(path)) is RefusalReason.UNREADABLE


def test_an_empty_file_is_empty(reader: SandboxedReader, tmp_path: Path) -> None:
    empty, blank = tmp_path / "empty.md", tmp_path / "blank.md"
    empty.touch()
    blank.write_bytes(b"\xef\xbb\xbf \n\t")
    assert reason(reader.read(empty)) is RefusalReason.EMPTY
    assert reason(reader.read(blank)) is RefusalReason.EMPTY


def unruly(tmp_path: Path, act: str) -> Refusal:
    path = tmp_path / act
    path.write_text("words", encoding="utf-8")
    with closing(SandboxedReader(None, worker="tests.readers.unruly_worker", max_answer=1000)) as reader:
        answer = reader.read(path)
    assert isinstance(answer, Refusal)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [act]
    return answer


@pytest.mark.parametrize("act", ["write", "remove", "rename", "connect", "run", "fork", "shell"])
def test_a_parser_may_not_touch_disk_net_or_processes(tmp_path: Path, act: str) -> None:
    assert unruly(tmp_path, act).detail == "PermissionError"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_processor_time_is_limited(tmp_path: Path) -> None:
    assert unruly(tmp_path, "spin").reason is RefusalReason.TIMED_OUT


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_memory_is_limited(tmp_path: Path) -> None:
    assert unruly(tmp_path, "swell").detail == "MemoryError"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is not limited")
def test_native_code_that_gets_no_memory_aborts(tmp_path: Path) -> None:
    assert unruly(tmp_path, "abort").reason is RefusalReason.OUT_OF_MEMORY


def test_an_answer_that_is_too_long_is_not_taken(tmp_path: Path) -> None:
    assert unruly(tmp_path, "talk").reason is RefusalReason.TOO_LARGE


def test_closing_twice_is_closing_once_and_reading_starts_anew(reader: SandboxedReader, note: Path) -> None:
    reader.read(note)
    reader.close()
    reader.close()
    assert read_as_document(reader.read(note)).title == "会議"
