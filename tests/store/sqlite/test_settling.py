"""A row that does not say when its fact holds is found, and so is what is noted and never settled."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.store.samples import NOW, evidence, fact_draft, name, state, store
from tsuzuri.core.ids import FactId
from tsuzuri.core.supersession import Rules
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


@pytest.fixture
def backend(path: Path) -> Iterator[SqliteBackend]:
    """Aiko worked at Lumen from 2000, at Halo from 2010, and visited both."""
    opened = SqliteBackend(path, None, clock=lambda: NOW)
    with opened.transaction():
        opened.graph.set_rules(Rules(frozenset({"works_at"})))
        passage = store(opened, "/a.txt", ["told"]).passages[0]
        aiko, lumen, halo = (name(opened, words) for words in ("Aiko", "Lumen", "Halo"))
        for relation in ("works_at", "visited"):
            for firm, year in ((lumen, 2000), (halo, 2010)):
                valid = Interval(date(year, 1, 1), None, Precision.YEAR)
                state(opened, fact_draft(aiko, relation, firm, valid=valid), evidence(passage))
    yield opened
    opened.close()


def disturb(path: Path, statement: str) -> None:
    connection = connect(path, None, writer=True)
    connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("held_to = NULL WHERE id = 1", "1 facts are kept with other times than those at which they hold."),
        ("closed_by = 4 WHERE id = 1", "1 facts are kept with other times than those at which they hold."),
        ("disputed_by = 1 WHERE id = 2", "1 facts are kept with other times than those at which they hold."),
        ("held_precision = 'day' WHERE id > 2", "2 facts do not hold as their words say."),
    ],
)
def test_a_row_that_says_otherwise_is_found(backend: SqliteBackend, path: Path, change: str, found: str) -> None:
    assert backend.check() == ()
    disturb(path, f"UPDATE fact SET {change}")
    assert backend.check() == (found,)


def test_a_fact_that_was_unlearnt_closes_nothing(backend: SqliteBackend, path: Path) -> None:
    disturb(path, "UPDATE fact SET unlearnt_at = 9 WHERE id = 2")
    with backend.transaction():
        pass
    assert backend.check() == ()
    assert [fact.closed_by for fact in backend.graph.facts([FactId(1)])] == [None]


def test_nothing_waits_once_the_transaction_has_ended(backend: SqliteBackend, path: Path) -> None:
    connection = connect(path, None, writer=False)
    assert connection.execute("SELECT count(*) FROM unsettled").get == 0
    connection.close()


def test_more_subjects_than_are_settled_at_once_are_all_settled(backend: SqliteBackend) -> None:
    with backend.transaction():
        passage = store(backend, "/many.txt", ["many"]).passages[0]
        firms = [name(backend, words) for words in ("One", "Other")]
        for number in range(300):
            person = name(backend, f"Person {number}")
            for firm, year in zip(firms, (2000, 2010), strict=True):
                valid = Interval(date(year, 1, 1), None, Precision.YEAR)
                state(backend, fact_draft(person, "works_at", firm, valid=valid), evidence(passage))
    assert backend.check() == ()
    assert {fact.held.end for fact in backend.graph.facts_of(firms[0], limit=999)} == {date(2010, 1, 1)}
