import os
import sys
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tsuzuri.ingest.ignore import Ignoring
from tsuzuri.ingest.scan import Found, Unreachable, look, scan, walk


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
    assert list(scan([tmp_path])) == [look(pipe)]


@pytest.mark.skipif(sys.platform != "linux", reason="only there may a name be any bytes")
def test_a_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.md")
    path.touch()
    (tmp_path / os.fsdecode(b"\xe9t\xe9")).mkdir()
    assert unreachable(path).reason == "its name is not text in the system's encoding"
    assert [one.reason for one in scan([tmp_path]) if isinstance(one, Unreachable)] == [unreachable(path).reason] * 2


def test_our_own_folders_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "data" / "library.db")
    write(tmp_path / "a.md")
    assert [one.path.name for one in scan([tmp_path], own=(tmp_path / "data",))] == ["a.md"]


@pytest.mark.parametrize("seconds", [-1, 253_402_300_800, -(10**12), 2**50])
def test_a_time_that_no_calendar_holds_is_the_nearest(tmp_path: Path, seconds: int) -> None:
    path = write(tmp_path / "a.md")
    try:
        os.utime(path, (seconds, seconds))
    except (OSError, OverflowError):
        pytest.skip("this file system does not hold it either")
    assert isinstance(look(path), Found)


class TestAWalk:
    def test_follows_the_rules_and_tells_those_it_cannot(self, tmp_path: Path) -> None:
        write(tmp_path / ".gitignore", "*.log")
        write(tmp_path / "a" / ".tsuzuriignore", "draft.md\n[z-a]\n")
        for name in ("a/draft.md", "a/b.md", "c.log"):
            write(tmp_path / name)
        rules, found = walk(tmp_path, Ignoring(tmp_path))
        assert isinstance(rules, Unreachable)
        assert (rules.path, rules.reason[:23]) == (tmp_path / "a" / ".tsuzuriignore", "line 2 is not followed:")
        assert found == look(tmp_path / "a" / "b.md")

    def test_of_a_root_that_is_not_there_says_so(self, tmp_path: Path) -> None:
        root = tmp_path / "gone"
        assert list(walk(root, Ignoring(root))) == [Unreachable(root, "no such file or directory")]

    @pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="to this user every folder is open")
    def test_tells_a_folder_that_it_cannot_read(self, tmp_path: Path) -> None:
        write(tmp_path / "closed" / "a.md")
        (tmp_path / "closed").chmod(0)
        try:
            assert list(walk(tmp_path, Ignoring(tmp_path))) == [Unreachable(tmp_path / "closed", "permission denied")]
        finally:
            (tmp_path / "closed").chmod(0o700)

    def test_ends_where_folders_lie_too_deep(self, tmp_path: Path) -> None:
        deep = tmp_path.joinpath(*"a" * 101)
        write(deep / "a.md")
        write(deep.parent / "b.md")
        assert list(walk(tmp_path, Ignoring(tmp_path))) == [
            Unreachable(deep, "it lies more than 100 folders deep"),
            look(deep.parent / "b.md"),
        ]

    def test_takes_hard_links_as_files_of_their_own(self, tmp_path: Path) -> None:
        (tmp_path / "b.md").hardlink_to(write(tmp_path / "a.md"))
        assert names([tmp_path], tmp_path) == ["a.md", "b.md"]

    def test_keeps_names_as_they_are_on_disk(self, tmp_path: Path) -> None:
        name = unicodedata.normalize("NFD", "カフェの計画.md")
        (found,) = walk(tmp_path, Ignoring(write(tmp_path / name).parent))
        assert isinstance(found, Found)
        assert found.path.name in (name, unicodedata.normalize("NFC", name))
        assert found.draft.uri == str(found.path)

    def test_tells_of_files_that_are_in_the_cloud(self, tmp_path: Path) -> None:
        write(tmp_path / ".plan.pdf.icloud")
        write(tmp_path / ".plan.tmp.icloud")
        away = Unreachable(tmp_path / "plan.pdf", "its content is in the cloud; it is not downloaded")
        assert list(walk(tmp_path, Ignoring(tmp_path))) == [away]
        assert look(tmp_path / "plan.pdf") == away


class TestALook:
    def test_at_a_file_finds_what_a_walk_does(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a" / "b.md")
        assert [look(path)] == list(walk(tmp_path, Ignoring(tmp_path)))

    def test_at_nothing_a_folder_or_a_link_finds_no_file(self, tmp_path: Path) -> None:
        (tmp_path / "link.md").symlink_to(write(tmp_path / "a.md"))
        gone = (tmp_path / "gone.md", tmp_path / "a.md" / "b.md", tmp_path, tmp_path / "link.md")
        assert [look(path) for path in gone] == [None] * 4

    def test_at_another_spelling_finds_no_file(self, tmp_path: Path) -> None:
        write(tmp_path / "Note é.md")
        assert look(tmp_path / "nOTE É.MD") is None

    def test_at_one_of_two_spellings_finds_it(self, tmp_path: Path) -> None:
        path = write(tmp_path / "Note.md")
        try:
            (tmp_path / "nOTE.MD").hardlink_to(path)
        except FileExistsError:
            pytest.skip("here both spellings are one")
        assert isinstance(look(path), Found)
