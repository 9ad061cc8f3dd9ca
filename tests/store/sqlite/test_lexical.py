"""Property: FTS5 finds what reading every row finds, with the same scores."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.samples import NOW, content_draft, passage_drafts, source_draft
from tsuzuri.core.ids import PassageId
from tsuzuri.core.lexical import LexicalEntry, LexicalQuery, Match, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.store.memory import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.lexical import SqliteLexical, render
from tsuzuri.store.sqlite.migrations import migrate
from tsuzuri.store.sqlite.schema import MIGRATIONS
from tsuzuri.store.sqlite.session import Session

ROWS = 6
texts = st.lists(st.sampled_from(["sea", "seas", "seal", "the", "sand", "東京", "京都", "会議"]), max_size=5).map(
    " ".join
)
entries = st.lists(st.tuples(texts, texts, texts, texts), min_size=ROWS, max_size=ROWS)
terms = st.builds(
    Term,
    tokens=st.lists(
        st.sampled_from(["sea", "\ue000sea", "seal", "sand", "東京", "京", "会議", "議"]), min_size=1, max_size=2
    ).map(tuple),
    prefix=st.booleans(),
)
few_terms = st.lists(terms, max_size=2).map(tuple)
queries = st.builds(
    LexicalQuery, st.lists(terms, max_size=3).map(tuple), st.sampled_from(Match), within=few_terms, without=few_terms
)


def with_passages(backend: Backend) -> tuple[PassageId, ...]:
    with backend.transaction():
        source = backend.catalog.put_sources([source_draft("/a.txt")], NOW)[0]
        return backend.catalog.put_content(source, content_draft("x"), passage_drafts(["x"] * ROWS))[1]


@pytest.fixture(scope="module")
def backends(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Backend, Backend]]:
    path: Path = tmp_path_factory.mktemp("lexical") / "library.db"
    file, memory = SqliteBackend(path, None, clock=lambda: NOW), MemoryBackend()
    assert with_passages(file) == with_passages(memory)
    yield file, memory
    file.close()


@settings(max_examples=60, deadline=None)
@given(entries, queries)
def test_matches_and_scores_agree(
    backends: tuple[Backend, Backend], columns: list[tuple[str, str, str, str]], query: LexicalQuery
) -> None:
    found = []
    for backend in backends:
        with backend.transaction():
            rows = [LexicalEntry(i + 1, *column) for i, column in enumerate(columns)]
            backend.lexical.rebuild(Kind.PASSAGE, rows)
        found.append({scored.id: scored.score for scored in backend.lexical.match(Kind.PASSAGE, query, ROWS)})
    assert found[0] == pytest.approx(found[1], rel=1e-4, abs=1e-9)
    assert backends[0].lexical.frequencies(Kind.PASSAGE, ["sea", "京", "東京"]) == backends[1].lexical.frequencies(
        Kind.PASSAGE, ["sea", "京", "東京"]
    )


def test_of_many_rows_that_match_those_taken_in_last_are_weighed(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    session = Session(path, None, lambda connection: migrate(connection, path, None, MIGRATIONS, NOW))
    index = SqliteLexical(session, weighed=3)
    backend = SqliteBackend(path, None, clock=lambda: NOW)
    ids = with_passages(backend)
    backend.close()
    with session.transaction():
        index.put(Kind.PASSAGE, [LexicalEntry(id_, "", "", "sea " * (9 - at)) for at, id_ in enumerate(ids)])
    sea = LexicalQuery((Term(("sea",)),))
    assert {one.id for one in index.match(Kind.PASSAGE, sea, 2)} == {*ids[-3:-1]}
    assert {one.id for one in index.match(Kind.PASSAGE, sea, ROWS)} == {*ids}
    assert len(index.match(Kind.PASSAGE, LexicalQuery((Term(("se",), prefix=True),)), 5)) == 5
    session.close()


def test_every_token_is_quoted() -> None:
    query = LexicalQuery((Term(('say "hi"', "OR")), Term(("ab",), prefix=True)), Match.ANY)
    assert render(query) == '"say ""hi"" OR" OR "ab"*'


def test_nul_is_no_part_of_a_token() -> None:
    with pytest.raises(ValueError, match="NUL"):
        render(LexicalQuery((Term(("a\0b",)),)))
