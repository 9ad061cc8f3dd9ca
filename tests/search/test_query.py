"""A person's own SQL as a strategy."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.search.known import fill
from tests.stages import NOW
from tsuzuri.core.results import Outcome, Route, Strategy
from tsuzuri.core.values import Kind
from tsuzuri.search.query import Queried
from tsuzuri.store.sqlite.backend import SqliteBackend


@pytest.fixture
def queried(tmp_path: Path) -> Iterator[Queried]:
    backend = SqliteBackend(tmp_path / "library.db", None, clock=lambda: NOW)
    fill(backend)
    yield Queried(backend, lambda: "search 1")
    backend.close()


@pytest.mark.parametrize(
    ("sql", "kind", "title"),
    [
        ("SELECT fact_id FROM facts WHERE object = 'Kobe'", Kind.FACT, "Rina Hayami lives in Kobe"),
        ("SELECT entity_id FROM entities WHERE name = 'Kobe'", Kind.ENTITY, "Kobe"),
        ("SELECT passage_id FROM passages WHERE text LIKE '%kiln%'", Kind.PASSAGE, "Kiln"),
    ],
)
def test_rows_that_name_something_are_hits(queried: Queried, sql: str, kind: Kind, title: str) -> None:
    result = queried.search(sql)
    assert (result.outcome, result.strategy_used, result.message) == (Outcome.FOUND, Strategy.QUERY, "1 row")
    assert [(hit.kind, hit.title, hit.routes) for hit in result.hits] == [(kind, title, (Route.QUERY,))]


def test_hits_keep_the_order_of_the_rows_each_once(queried: Queried) -> None:
    result = queried.search("SELECT subject_id AS entity_id FROM facts ORDER BY subject DESC", limit=2)
    assert [hit.title for hit in result.hits] == ["高瀬 透", "Sora Brook"]


def test_rows_that_name_nothing_are_only_counted(queried: Queried) -> None:
    result = queried.search("SELECT relation, count(*) FROM facts GROUP BY relation")
    assert (result.outcome, result.hits) == (Outcome.EMPTY, ())
    assert "3 rows that name no fact_id, passage_id, entity_id; read them with: tsuzuri query" in result.message


@pytest.mark.parametrize("sql", ["SELECT * FROM entity", "DELETE FROM facts", "Where does Rina live?", ""])
def test_what_is_refused_fails_or_is_empty_and_says_why(queried: Queried, sql: str) -> None:
    result = queried.search(sql)
    assert result.outcome is (Outcome.FAILED if sql else Outcome.EMPTY)
    assert result.message
