"""What every backend does about what waits for the model: order, weights, duplicates, repeated sentences, cost."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from tests.store.samples import NOW, Stored, source_draft, store
from tsuzuri.core.agenda import Use, Weight
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend

DAY = date(2026, 11, 30)
GONE = PassageId(99)


def texts(backend: Backend, limit: int = 9) -> list[str]:
    return [passage.text for passage in backend.catalog.pending(limit)]


def read(backend: Backend, stored: Stored, print_: int) -> None:
    """The model has read the first passage of it. Call inside a transaction."""
    backend.agenda.weigh([Weight(stored.passages[0], print_, 5)], said=True)
    backend.catalog.set_read(stored.passages[:1])


class TestOrder:
    def test_of_a_source_added_later_is_first(self, backend: Backend) -> None:
        with backend.transaction():
            store(backend, "/old.txt", ["old"])
            late = backend.catalog.put_sources([source_draft("/new.txt")], NOW + timedelta(days=1))[0]
            stored = store(backend, "/third.txt", ["new"])
            backend.catalog.attach(late, stored.content)
        assert texts(backend) == ["new", "old"]

    def test_of_a_source_seen_again_changes_only_if_it_has_changed(self, backend: Backend) -> None:
        with backend.transaction():
            store(backend, "/a.txt", ["a"])
            store(backend, "/b.txt", ["b"])
            backend.catalog.put_sources([source_draft("/b.txt")], NOW + timedelta(days=1))
        assert texts(backend) == ["a", "b"]
        with backend.transaction():
            backend.catalog.put_sources([source_draft("/b.txt", 11)], NOW + timedelta(days=1))
        assert texts(backend) == ["b", "a"]

    def test_begins_with_what_was_shown_then_its_neighbours(self, backend: Backend) -> None:
        with backend.transaction():
            store(backend, "/a.txt", ["a0", "a1"])
            shown = store(backend, "/b.txt", ["b0", "b1", "b2", "b3"])
            backend.agenda.want([shown.passages[2], GONE])
        assert texts(backend) == ["b2", "b1", "b3", "a0", "a1", "b0"]
        assert texts(backend, 2) == ["b2", "b1"]
        assert [p.text for p in backend.catalog.pending(2, under=["/a.txt"])] == ["a0", "a1"]

    def test_counts_each_showing(self, backend: Backend) -> None:
        with backend.transaction():
            a = store(backend, "/a.txt", ["a"]).passages[0]
            b = store(backend, "/b.txt", ["b"]).passages[0]
            backend.agenda.want([a, b, b])
        assert texts(backend) == ["b", "a"]

    def test_forgets_a_wish_that_is_fulfilled(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["a0", "a1"])
            backend.agenda.want(stored.passages[:1])
            backend.catalog.set_read(stored.passages[:1])
            backend.agenda.want(stored.passages[:1])
        assert texts(backend) == ["a1"]


class TestWeights:
    def test_of_what_waits_are_summed_and_what_says_the_same_counts_once(self, backend: Backend) -> None:
        with backend.transaction():
            a = store(backend, "/a.txt", ["a0", "a1"]).passages
            b = store(backend, "/b.txt", ["b0"]).passages
            backend.agenda.weigh([Weight(a[0], 1, 10), Weight(a[1], 2, 20), Weight(b[0], 2, 20), Weight(GONE, 3, 9)])
        assert backend.agenda.work_left() == 30
        assert backend.agenda.work_left(under=["/b.txt"]) == 20
        with backend.transaction():
            backend.agenda.weigh([Weight(a[1], 2, 20)], said=True)
            backend.catalog.set_read([a[1]])
        assert backend.agenda.work_left() == 10

    def test_are_missing_of_what_is_new(self, backend: Backend) -> None:
        with backend.transaction():
            a = store(backend, "/a.txt", ["a0", "a1"]).passages
            b = store(backend, "/b.txt", ["b0"]).passages
            backend.agenda.weigh([Weight(a[0], -(2**63), 0)])
        assert backend.agenda.unweighed() == (a[1], b[0])
        assert backend.agenda.unweighed(under=["/b.txt"]) == (b[0],)


class TestTheSame:
    def test_is_found_by_its_print_once_it_was_read(self, backend: Backend) -> None:
        with backend.transaction():
            first = store(backend, "/a.txt", ["a"])
            waiting = store(backend, "/b.txt", ["b"])
            backend.agenda.weigh([Weight(waiting.passages[0], 7, 5)])
            assert backend.agenda.said_by([7]) == {}
            read(backend, first, 7)
        assert backend.agenda.said_by([7, 8]) == {7: first.passages[0]}

    def test_no_longer_waits_and_tells_what_it_repeats(self, backend: Backend) -> None:
        with backend.transaction():
            first, again = store(backend, "/a.txt", ["a"]), store(backend, "/b.txt", ["a "])
            read(backend, first, 7)
            backend.agenda.set_same(again.passages[0], first.passages[0])
            backend.agenda.set_same(GONE, first.passages[0])
            backend.agenda.set_same(again.passages[0], GONE)
        assert texts(backend) == []
        assert backend.agenda.same_as([*first.passages, *again.passages]) == {again.passages[0]: first.passages[0]}
        assert backend.catalog.counts().duplicates == 1

    def test_waits_again_when_the_original_goes(self, backend: Backend) -> None:
        with backend.transaction():
            first, again = store(backend, "/a.txt", ["a"]), store(backend, "/b.txt", ["a "])
            read(backend, first, 7)
            backend.agenda.set_same(again.passages[0], first.passages[0])
        with backend.transaction():
            backend.catalog.forget(first.source)
        assert texts(backend) == ["a "]
        assert backend.agenda.same_as(again.passages) == {}
        assert backend.catalog.counts().duplicates == 0
        assert backend.check() == ()

    def test_may_go_before_the_original(self, backend: Backend) -> None:
        with backend.transaction():
            first, again = store(backend, "/a.txt", ["a"]), store(backend, "/b.txt", ["a "])
            read(backend, first, 7)
            backend.agenda.set_same(again.passages[0], first.passages[0])
            backend.catalog.forget(again.source)
        assert texts(backend) == []
        assert backend.catalog.counts().duplicates == 0

    def test_is_no_original_for_others(self, backend: Backend) -> None:
        with backend.transaction():
            first, again = store(backend, "/a.txt", ["a"]), store(backend, "/b.txt", ["a "])
            backend.agenda.weigh([Weight(again.passages[0], 7, 5)])
            read(backend, first, 7)
            backend.agenda.set_same(again.passages[0], first.passages[0])
        assert backend.agenda.said_by([7]) == {7: first.passages[0]}


class TestRepeatedSentences:
    def test_are_counted_by_the_passages_in_which_they_were_asked_about(self, backend: Backend) -> None:
        with backend.transaction():
            a, b = store(backend, "/a.txt", ["a", "b"]).passages
            backend.agenda.note_sentences(a, [1, 2], [])
            backend.agenda.note_sentences(b, [1], [2])
            backend.agenda.note_sentences(GONE, [1, 2], [])
        assert backend.agenda.times_asked([1, 2, 3], 9) == {1: 2, 2: 1}
        assert backend.agenda.times_asked([1], 1) == {1: 1}

    def test_let_those_wait_again_that_left_them_out_when_the_last_one_asked_goes(self, backend: Backend) -> None:
        with backend.transaction():
            stored = [store(backend, f"/{name}.txt", [name]) for name in "abc"]
            for one in stored:
                backend.catalog.set_read(one.passages)
            backend.agenda.note_sentences(stored[0].passages[0], [1], [])
            backend.agenda.note_sentences(stored[1].passages[0], [1], [])
            backend.agenda.note_sentences(stored[2].passages[0], [], [1])
        for one, expected in ((stored[0], []), (stored[1], ["c"])):
            with backend.transaction():
                backend.catalog.forget(one.source)
            assert texts(backend) == expected

    def test_leave_alone_what_was_set_aside(self, backend: Backend) -> None:
        with backend.transaction():
            asked, aside = store(backend, "/a.txt", ["a"]), store(backend, "/b.txt", ["b"])
            backend.agenda.note_sentences(asked.passages[0], [1], [])
            backend.agenda.note_sentences(aside.passages[0], [], [1])
            backend.catalog.set_aside(aside.passages[0], "too long")
            backend.catalog.forget(asked.source)
        assert texts(backend) == []


class TestCost:
    def test_adds_up_by_day(self, backend: Backend) -> None:
        assert backend.agenda.used(DAY) == Use()
        assert backend.agenda.pace() is None
        with backend.transaction():
            backend.agenda.spend(DAY, Use(10, 5, 0, 2.0))
            backend.agenda.spend(DAY, Use(1, 1, 30, 0.0))
            backend.agenda.spend(DAY + timedelta(days=1), Use(work=1))
        assert backend.agenda.used(DAY) == Use(11, 6, 30, 2.0)
        assert backend.agenda.used(DAY).tokens == 17
        assert backend.agenda.pace() == 15.0


@pytest.mark.parametrize(
    "write",
    [
        lambda b: b.agenda.want([]),
        lambda b: b.agenda.weigh([]),
        lambda b: b.agenda.set_same(PassageId(1), PassageId(2)),
        lambda b: b.agenda.note_sentences(PassageId(1), [], []),
        lambda b: b.agenda.spend(DAY, Use()),
    ],
)
def test_writing_outside_of_a_transaction_is_refused(backend: Backend, write: Callable[[Backend], object]) -> None:
    with pytest.raises(RuntimeError):
        write(backend)
