"""What every backend does about watched folders and the files in them that are left out."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.store.samples import NOW
from tsuzuri.core.ids import RootId
from tsuzuri.core.ports import Backend
from tsuzuri.core.roots import Root, RootState

GONE = RootId(99)
LATER = NOW + timedelta(days=1)


def put(backend: Backend, path: str, *, polled: bool = False) -> RootId:
    with backend.transaction():
        return backend.roots.put_root(path, NOW, polled=polled)


class TestRoots:
    def test_a_new_one_has_not_been_looked_at(self, backend: Backend) -> None:
        id_ = put(backend, "/notes", polled=True)
        assert backend.roots.roots() == (
            Root(
                id=id_,
                path="/notes",
                polled=True,
                paused=False,
                state=RootState.NEW,
                reason="",
                added_at=NOW,
                looked_at=None,
                files=0,
            ),
        )

    def test_are_in_order_of_path(self, backend: Backend) -> None:
        for path in ("/c", "/a", "/b"):
            put(backend, path)
        assert [root.path for root in backend.roots.roots()] == ["/a", "/b", "/c"]

    def test_one_that_is_watched_already_keeps_its_record(self, backend: Backend) -> None:
        id_ = put(backend, "/notes")
        with backend.transaction():
            backend.roots.pause_root(id_, True)
            backend.roots.note_look(id_, RootState.ONLINE, "", files=3, now=NOW)
            assert backend.roots.put_root("/notes", LATER, polled=True) == id_
        (root,) = backend.roots.roots()
        assert (root.polled, root.paused, root.state, root.files, root.added_at) == (
            True,
            True,
            RootState.ONLINE,
            3,
            NOW,
        )

    def test_a_removed_one_is_gone_and_its_id_is_not_given_again(self, backend: Backend) -> None:
        id_ = put(backend, "/notes")
        with backend.transaction():
            backend.roots.remove_root(id_)
            backend.roots.remove_root(GONE)
        assert backend.roots.roots() == ()
        assert put(backend, "/notes") != id_

    def test_may_be_paused_and_go_on(self, backend: Backend) -> None:
        one, _ = put(backend, "/a"), put(backend, "/b")
        with backend.transaction():
            backend.roots.pause_root(one, True)
            backend.roots.pause_root(GONE, True)
        assert [root.paused for root in backend.roots.roots()] == [True, False]
        with backend.transaction():
            backend.roots.pause_root(one, False)
        assert [root.paused for root in backend.roots.roots()] == [False, False]

    def test_a_look_that_did_not_see_all_keeps_what_the_last_whole_one_found(self, backend: Backend) -> None:
        id_ = put(backend, "/notes")
        with backend.transaction():
            backend.roots.note_look(id_, RootState.ONLINE, "", files=3, now=NOW)
            backend.roots.note_look(id_, RootState.OFFLINE, "the folder is not there")
            backend.roots.note_look(GONE, RootState.OFFLINE, "")
        (root,) = backend.roots.roots()
        assert (root.state, root.reason) == (RootState.OFFLINE, "the folder is not there")
        assert (root.files, root.looked_at) == (3, NOW)

    def test_a_whole_look_may_find_nothing(self, backend: Backend) -> None:
        id_ = put(backend, "/notes")
        with backend.transaction():
            backend.roots.note_look(id_, RootState.ONLINE, "", files=3, now=NOW)
            backend.roots.note_look(id_, RootState.ONLINE, "", files=0, now=LATER)
        (root,) = backend.roots.roots()
        assert (root.files, root.looked_at) == (0, LATER)


class TestExcludedFiles:
    def test_are_told_for_a_path_and_what_lies_below_it(self, backend: Backend) -> None:
        with backend.transaction():
            backend.roots.exclude(
                ["/notes/a.txt", "/notes/deep/b.txt", "/notes.txt", "/notes2/c.txt", "/メモ/日記.txt"]
            )
        assert backend.roots.excluded("/notes") == {"/notes/a.txt", "/notes/deep/b.txt"}
        assert backend.roots.excluded("/notes/") == backend.roots.excluded("/notes")
        assert backend.roots.excluded("/notes.txt") == {"/notes.txt"}
        assert backend.roots.excluded("/メモ") == {"/メモ/日記.txt"}
        assert len(backend.roots.excluded("/")) == 5

    def test_may_be_named_twice_and_taken_in_again(self, backend: Backend) -> None:
        with backend.transaction():
            backend.roots.exclude(["/a.txt", "/b.txt"])
            backend.roots.exclude(["/a.txt", "/a.txt"])
            backend.roots.include(["/a.txt", "/never.txt"])
        assert backend.roots.excluded("/") == {"/b.txt"}


@pytest.mark.parametrize(
    "write",
    [
        lambda roots: roots.put_root("/a", NOW, polled=False),
        lambda roots: roots.remove_root(GONE),
        lambda roots: roots.pause_root(GONE, True),
        lambda roots: roots.note_look(GONE, RootState.NEW, ""),
        lambda roots: roots.exclude([]),
        lambda roots: roots.include([]),
    ],
)
def test_writing_needs_a_transaction(backend: Backend, write: Callable[[object], object]) -> None:
    with pytest.raises(RuntimeError):
        write(backend.roots)
