import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tsuzuri.ingest.scan import Found, Unreachable, scan


def write(path: Path, text: str = "text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def names(paths: Sequence[Path], root: Path) -> list[str]:
    return [one.path.relative_to(root).as_posix() for one in scan(paths) if isinstance(one, Found)]


def unreachable(path: Path) -> Unreachable:
    (found,) = scan([path])
    assert isinstance(found, Unreachable)
    return found


def test_files_come_folder_by_folder_in_order_of_name(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.md", "a/b/c.md", "c.md", "議事録/十月.md"):
        write(tmp_path / name)
    assert names([tmp_path], tmp_path) == ["a/b/c.md", "a/z.md", "b.md", "c.md", "議事録/十月.md"]


def test_a_draft_tells_place_size_and_time(tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", "12345")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    (found,) = scan([path])
    assert isinstance(found, Found)
    assert (found.draft.uri, found.draft.size) == (str(path), 5)
    assert found.draft.modified == datetime.fromtimestamp(1_700_000_000, UTC)


def test_a_path_named_twice_counts_once(tmp_path: Path) -> None:
    path = write(tmp_path / "a" / "b.md")
    assert names([path, tmp_path, path.parent], tmp_path) == ["a/b.md"]


def test_hidden_temporary_and_lock_files_are_passed_over(tmp_path: Path) -> None:
    for name in (
        ".git/config",
        ".env",
        "~$letter.docx",
        "a.tmp",
        "b.part",
        "c.crdownload",
        ".d.swp",
        "e.lock",
        "f.md~",
    ):
        write(tmp_path / name)
    assert names([tmp_path], tmp_path) == []


def test_a_file_that_is_named_itself_is_taken(tmp_path: Path) -> None:
    assert names([write(tmp_path / ".diary.tmp")], tmp_path) == [".diary.tmp"]


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    assert list(scan([tmp_path])) == []


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "a.md")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "folder").symlink_to(outside.parent)
    (inside / "file.md").symlink_to(outside)
    (inside / "round").symlink_to(inside)
    assert names([inside], tmp_path) == []


def test_a_path_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert unreachable(tmp_path / "gone.md") == Unreachable(tmp_path / "gone.md", "no such file or directory")


def test_a_path_that_cannot_be_looked_at_is_told(tmp_path: Path) -> None:
    link = tmp_path / "round.md"
    link.symlink_to(link)
    assert "symbolic links" in unreachable(link).reason


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in a folder")
def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert unreachable(pipe).reason == "it is no file: reading it may never end"
    assert list(scan([tmp_path])) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only there may a name be any bytes")
def test_a_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.md")
    path.touch()
    assert unreachable(path).reason == "its name is not text in the system's encoding"
