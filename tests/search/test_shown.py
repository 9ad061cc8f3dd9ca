"""What hits have shown waits in memory until it is taken."""

from tsuzuri.core.ids import PassageId
from tsuzuri.core.results import Hit, Route, Snippet
from tsuzuri.core.values import Kind
from tsuzuri.search.shown import Shown


def hit(passage_id: int | None) -> Hit:
    shown = None if passage_id is None else PassageId(passage_id)
    return Hit(Kind.PASSAGE, 1, 1.0, (Route.LEXICAL,), "", Snippet("", ()), shown, "/a", "", None)


def test_what_was_shown_is_taken_once() -> None:
    shown = Shown()
    shown.note([hit(3), hit(None), hit(3), hit(5)])
    assert shown.take() == (3, 3, 5)
    assert shown.take() == ()


def test_of_too_many_the_oldest_go() -> None:
    shown = Shown()
    shown.note(hit(number) for number in range(1200))
    assert shown.take() == tuple(range(200, 1200))
