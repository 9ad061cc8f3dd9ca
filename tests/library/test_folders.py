"""Which folders may be watched, and what is told of them."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.fakes import SteppingClock
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ports import Backend
from tsuzuri.core.roots import RootState
from tsuzuri.core.values import SourceDraft
from tsuzuri.ingest.places import PlaceOfRoot
from tsuzuri.library.folders import Folders
from tsuzuri.store.memory import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend

NOW = datetime(2025, 6, 1, tzinfo=UTC)

MakeFolders = Callable[[PlaceOfRoot], Folders]


@pytest.fixture(params=["memory", "sqlite"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    opened = MemoryBackend() if request.param == "memory" else SqliteBackend(tmp_path / "db", None, clock=lambda: NOW)
    yield opened
    opened.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("notes/deep", "mail", "own/data"):
        (tmp_path / "home" / name).mkdir(parents=True)
    return tmp_path / "home"


@pytest.fixture
def on(backend: Backend, home: Path) -> MakeFolders:
    """Folders on a kind of file system."""
    return lambda place: Folders(backend, SteppingClock(), [home / "own"], home=home, place_of=lambda _: place)


@pytest.fixture
def folders(on: MakeFolders) -> Folders:
    return on(PlaceOfRoot.LOCAL)


def know(backend: Backend, *paths: Path) -> None:
    """Let the library know of files, which then wait to be read."""
    with backend.transaction():
        ids = backend.catalog.put_sources([SourceDraft(str(path), 10, NOW) for path in paths], NOW)
        backend.jobs.queue(ids, NOW)


def miss(backend: Backend, *paths: Path) -> None:
    with backend.transaction():
        found = [backend.catalog.source_by_uri(str(path)) for path in paths]
        backend.catalog.set_missing([source.id for source in found if source], NOW)


class TestAdd:
    def test_watches_a_folder_from_now_on(self, folders: Folders, home: Path) -> None:
        root = folders.add(home / "notes")
        assert (root.path, root.state, root.polled, root.paused) == (str(home / "notes"), RootState.NEW, False, False)
        assert folders.roots() == (root,)

    def test_again_keeps_what_is_known_of_it(self, folders: Folders, home: Path) -> None:
        first = folders.add(home / "notes")
        again = folders.add(home / "mail" / ".." / "notes", poll=True)
        assert (again.id, again.added_at, again.polled) == (first.id, first.added_at, True)

    def test_follows_a_link_to_where_the_folder_is(self, folders: Folders, home: Path) -> None:
        (home / "link").symlink_to(home / "notes")
        assert folders.add(home / "link").path == str(home / "notes")

    @pytest.mark.parametrize(
        ("place", "polled"),
        [(PlaceOfRoot.LOCAL, False), (PlaceOfRoot.UNKNOWN, False), (PlaceOfRoot.NETWORK, True)],
    )
    def test_polls_where_the_system_tells_of_no_changes(
        self, on: MakeFolders, home: Path, place: PlaceOfRoot, polled: bool
    ) -> None:
        assert on(place).add(home / "notes").polled is polled
        assert on(place).add(home / "notes", poll=False).polled is False

    def test_refuses_what_is_no_folder(self, folders: Folders, home: Path) -> None:
        (home / "a note.md").write_text("x")
        with pytest.raises(UsageError, match="is not there"):
            folders.add(home / "nowhere")
        with pytest.raises(UsageError, match="is no folder") as refused:
            folders.add(home / "a note.md")
        assert refused.value.hint == f"take a single file in with: tsuzuri add '{home / 'a note.md'}'"

    def test_refuses_one_that_overlaps_another_by_name_and_with_the_way_out(self, folders: Folders, home: Path) -> None:
        folders.add(home / "notes")
        with pytest.raises(UsageError, match=f"{home / 'notes' / 'deep'} lies in {home / 'notes'}, which is watched"):
            folders.add(home / "notes" / "deep")
        with pytest.raises(UsageError, match=f"{home} holds {home / 'notes'}, which is watched") as refused:
            folders.add(home, force=True)
        assert f"tsuzuri watch remove {home / 'notes'}" in refused.value.hint

    def test_takes_one_whose_name_only_begins_like_another(self, folders: Folders, home: Path) -> None:
        (home / "notes-2").mkdir()
        folders.add(home / "notes")
        assert folders.add(home / "notes-2").path == str(home / "notes-2")

    @pytest.mark.parametrize("name", ["own", "own/data"])
    def test_refuses_our_own_folders_always(self, folders: Folders, home: Path, name: str) -> None:
        with pytest.raises(UsageError, match="its own files"):
            folders.add(home / name, force=True)

    def test_takes_a_home_folder_or_a_disk_only_if_that_is_meant(self, folders: Folders, home: Path) -> None:
        with pytest.raises(UsageError, match="your whole home folder") as refused:
            folders.add(home)
        assert "--force" in refused.value.hint
        with pytest.raises(UsageError, match="the whole disk"):
            folders.add(Path(home.anchor))
        assert folders.add(home, force=True).path == str(home)


class TestRemove:
    def test_leaves_the_folder_and_keeps_what_was_read(self, folders: Folders, backend: Backend, home: Path) -> None:
        folders.add(home / "notes")
        know(backend, home / "notes" / "a.md")
        assert folders.remove(home / "notes").path == str(home / "notes")
        assert folders.roots() == ()
        assert backend.catalog.counts().sources == 1

    def test_works_on_one_that_is_not_there_any_more(self, folders: Folders, home: Path) -> None:
        folders.add(home / "mail")
        (home / "mail").rmdir()
        folders.remove(home / "mail")
        assert folders.roots() == ()

    def test_refuses_what_is_not_watched(self, folders: Folders, home: Path) -> None:
        with pytest.raises(UsageError, match="is not watched"):
            folders.remove(home / "notes")


def test_a_paused_folder_is_looked_at_again_once_it_is_resumed(folders: Folders, home: Path) -> None:
    folders.add(home / "notes")
    assert folders.pause(home / "notes", True).paused
    assert not folders.pause(home / "notes", False).paused
    with pytest.raises(UsageError, match="is not watched"):
        folders.pause(home / "mail", True)


class TestConfirm:
    def test_believes_that_missing_files_went_long_ago(self, folders: Folders, backend: Backend, home: Path) -> None:
        folders.add(home / "notes")
        files = [home / "notes" / name for name in ("a.md", "b.md", "deep/c.md")]
        know(backend, *files)
        miss(backend, *files[1:])
        assert folders.confirm(home / "notes" / "deep") == 1
        assert {Path(one.uri).name: one.missing_since for one in backend.catalog.missing()} == {
            "b.md": NOW,
            "c.md": datetime(1970, 1, 1, tzinfo=UTC),
        }
        assert folders.confirm(home / "notes") == 2

    def test_takes_the_doubt_away(self, folders: Folders, backend: Backend, home: Path) -> None:
        root = folders.add(home / "notes")
        with backend.transaction():
            backend.roots.note_look(root.id, RootState.DOUBTED, "many are gone")
        folders.confirm(home / "notes")
        assert [(one.state, one.reason) for one in folders.roots()] == [(RootState.ONLINE, "")]

    def test_leaves_other_folders_alone(self, folders: Folders, backend: Backend, home: Path) -> None:
        folders.add(home / "notes")
        folders.add(home / "mail")
        know(backend, home / "mail" / "m.eml")
        miss(backend, home / "mail" / "m.eml")
        assert folders.confirm(home / "notes") == 0
        assert [one.missing_since for one in backend.catalog.missing()] == [NOW]

    def test_refuses_what_is_not_watched(self, folders: Folders, home: Path) -> None:
        with pytest.raises(UsageError, match="lies in no watched folder"):
            folders.confirm(home / "notes")


def test_the_list_tells_what_the_library_holds_of_each(folders: Folders, backend: Backend, home: Path) -> None:
    (home / "notes 2").mkdir()
    for name in ("notes", "mail", "notes 2"):
        folders.add(home / name)
    know(backend, home / "notes" / "a.md", home / "notes" / "deep" / "b.md", home / "notes 2" / "c.md", home / "d.md")
    miss(backend, home / "notes" / "a.md")
    with backend.transaction():
        (job,) = backend.jobs.take(1, NOW, under=[str(home / "notes 2")])
        backend.jobs.finish(job.source_id, 5)
    assert [(Path(one.root.path).name, one.known, one.missing, one.waiting) for one in folders.listed()] == [
        ("mail", 0, 0, 0),
        ("notes", 2, 1, 2),
        ("notes 2", 1, 0, 0),
    ]
