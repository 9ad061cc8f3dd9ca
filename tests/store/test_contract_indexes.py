"""What every backend does: full text and vectors."""

from dataclasses import replace

import numpy as np
import pytest

from tests.store.samples import (
    SPACE,
    directions,
    space_of,
    store,
    words,
)
from tsuzuri.core.ids import PassageId, SpaceId
from tsuzuri.core.lexical import LexicalEntry, LexicalQuery, Match, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.text.stems import stem


class TestLexical:
    @pytest.fixture
    def ids(self, backend: Backend) -> tuple[PassageId, ...]:
        texts = ["東京で会議があった", "the harbour at dawn", "the harbour at dusk by the harbour", "dawn"]
        with backend.transaction():
            return store(backend, "/a.txt", texts).passages

    def found(self, backend: Backend, query: LexicalQuery, k: int = 9) -> list[int]:
        return [scored.id for scored in backend.lexical.match(Kind.PASSAGE, query, k)]

    def test_needs_every_term_or_any(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert self.found(backend, words("harbour dawn")) == [ids[1]]
        assert set(self.found(backend, words("harbour dawn", Match.ANY))) == {ids[1], ids[2], ids[3]}

    def test_finds_pairs_of_characters_as_a_phrase(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert self.found(backend, LexicalQuery((Term(("会議",)),))) == [ids[0]]
        assert self.found(backend, LexicalQuery((Term(("京で", "で会")),))) == [ids[0]]
        assert self.found(backend, LexicalQuery((Term(("で会", "京で")),))) == []

    def test_a_prefix_goes_on(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert set(self.found(backend, LexicalQuery((Term(("da",), prefix=True),)))) == {ids[1], ids[3]}
        assert self.found(backend, LexicalQuery((Term(("da",)),))) == []

    def test_ties_are_in_order_of_id(self, backend: Backend) -> None:
        with backend.transaction():
            same = store(backend, "/b.txt", ["pebble", "pebble", "pebble"]).passages
        assert self.found(backend, words("pebble")) == list(same)
        assert self.found(backend, words("pebble"), k=2) == list(same[:2])

    def test_what_came_before_a_row_finds_it_below_what_it_says_itself(self, backend: Backend) -> None:
        with backend.transaction():
            answer, question, *_ = store(backend, "/b.txt", [f"text {i}" for i in range(9)]).passages
            rows = [LexicalEntry(answer, "", "", "yes", "opal"), LexicalEntry(question, "", "", "opal")]
            backend.lexical.put(Kind.PASSAGE, rows)
        assert self.found(backend, words("opal")) == [question, answer]
        assert self.found(backend, LexicalQuery((), within=(Term(("opal",)),))) == [question]
        assert self.found(backend, replace(words("opal yes", Match.ANY), without=(Term(("opal",)),))) == [answer]

    def test_words_are_found_in_their_other_forms_by_their_stem(
        self, backend: Backend, ids: tuple[PassageId, ...]
    ) -> None:
        assert set(self.found(backend, LexicalQuery((Term((stem("harbours"),)),)))) == {ids[1], ids[2]}
        assert self.found(backend, words("harbours")) == []

    def test_what_has_to_be_within_is_asked_for_besides(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        either = replace(words("dawn dusk", Match.ANY), within=(Term(("the", "harbour")),))
        assert set(self.found(backend, either)) == {ids[1], ids[2]}
        assert self.found(backend, replace(either, without=(Term(("dusk",)),))) == [ids[1]]

    def test_of_some_rows_tells_which_match(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert backend.lexical.among(Kind.PASSAGE, words("harbour"), ids[:2]) == {ids[1]}
        assert backend.lexical.among(Kind.PASSAGE, words("harbour"), []) == frozenset()
        assert backend.lexical.among(Kind.PASSAGE, LexicalQuery(()), ids) == frozenset()

    def test_the_title_weighs_more_than_the_heading_than_the_body(self, backend: Backend) -> None:
        with backend.transaction():
            body, heading, title, *rest = store(backend, "/b.txt", [f"text {i}" for i in range(9)]).passages
            backend.lexical.put(
                Kind.PASSAGE,
                [
                    LexicalEntry(body, "x", "y", "quartz"),
                    LexicalEntry(heading, "x", "quartz", "z"),
                    LexicalEntry(title, "quartz", "y", "z"),
                ],
            )
        assert self.found(backend, words("quartz")) == [title, heading, body]
        assert rest

    def test_indexing_again_replaces(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        with backend.transaction():
            backend.lexical.put(Kind.PASSAGE, [LexicalEntry(ids[3], "", "", "noon")])
        assert self.found(backend, words("noon")) == [ids[3]]
        assert self.found(backend, words("dawn")) == [ids[1]]

    def test_counts_in_how_many_rows_a_token_occurs(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert backend.lexical.frequencies(Kind.PASSAGE, ["harbour", "none", "会議", "harbour"]) == (2, 0, 1, 2)
        with backend.transaction():
            source = backend.catalog.source_by_uri("/a.txt")
            assert source is not None
            backend.catalog.forget(source.id)
        assert backend.lexical.frequencies(Kind.PASSAGE, ["harbour"]) == (0,)

    def test_is_made_anew_from_what_it_is_given(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        with backend.transaction():
            backend.lexical.rebuild(Kind.PASSAGE, [LexicalEntry(ids[0], "", "", "anew")])
        assert self.found(backend, words("anew")) == [ids[0]]
        assert self.found(backend, words("dawn")) == []
        assert backend.check() == ("The full-text index misses 3 of kind passage.",)

    def test_rows_of_what_is_gone_are_left_out(self, backend: Backend) -> None:
        with backend.transaction():
            backend.lexical.put(Kind.FACT, [LexicalEntry(99, "", "", "ghost")])
        assert backend.lexical.match(Kind.FACT, words("ghost"), 5) == ()

    def test_kinds_do_not_mix(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert backend.lexical.match(Kind.ENTITY, words("dawn"), 5) == ()

    def test_no_word_of_a_query_is_syntax(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        for token in ('"', "NEAR", "AND", "*", "(", "title:", "-", "^a", "a\"b'c"):
            self.found(backend, LexicalQuery((Term((token,)), Term(("dawn",), prefix=True))))

    def test_an_empty_query_matches_nothing(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert self.found(backend, LexicalQuery(())) == []
        assert self.found(backend, LexicalQuery((Term(()),))) == []


class TestVectors:
    @pytest.fixture
    def space(self, backend: Backend) -> SpaceId:
        return space_of(backend)

    def test_a_space_has_one_id(self, backend: Backend, space: SpaceId) -> None:
        assert backend.vectors.space(SPACE) == backend.vectors.find_space(SPACE) == space
        with backend.transaction():
            assert backend.vectors.space(replace(SPACE, revision="2")) != space

    def test_nearest_is_by_cosine_best_first(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", [f"text {i}" for i in range(30)]).passages
            vectors = directions(30, seed=7)
            backend.vectors.put(space, Kind.PASSAGE, ids, vectors)
        query = directions(1, seed=8)[0]
        cosines = vectors @ query
        order = sorted(range(30), key=lambda i: -cosines[i])[:5]
        found = backend.vectors.nearest(space, Kind.PASSAGE, query, 5)
        assert [scored.id for scored in found] == [ids[i] for i in order]
        assert [scored.score for scored in found] == pytest.approx([float(cosines[i]) for i in order], abs=1e-5)

    def test_ties_are_in_order_of_id(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one", "two", "three"]).passages
            backend.vectors.put(space, Kind.PASSAGE, ids[::-1], np.repeat(directions(1), 3, axis=0))
        found = backend.vectors.nearest(space, Kind.PASSAGE, directions(1)[0], 2)
        assert [scored.id for scored in found] == list(ids[:2])

    def test_missing_are_those_without_a_vector_in_the_space(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one", "two"]).passages
            other = backend.vectors.space(replace(SPACE, revision="2"))
            backend.vectors.put(other, Kind.PASSAGE, ids[:1], directions(1))
        assert backend.vectors.missing(space, Kind.PASSAGE, 9) == ()
        assert backend.vectors.missing(other, Kind.PASSAGE, 9) == (ids[1],)

    def test_other_spaces_go_where_one_is_kept(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one", "two"]).passages
            other = backend.vectors.space(replace(SPACE, revision="2"))
            backend.vectors.put(other, Kind.PASSAGE, ids[:1], directions(1))
        backend.vectors.nearest(space, Kind.PASSAGE, directions(1)[0], 2)
        with backend.transaction():
            backend.vectors.keep_only(other)
        assert (backend.vectors.find_space(SPACE), backend.catalog.counts().vectors) == (None, 1)
        assert backend.vectors.missing(other, Kind.PASSAGE, 9) == (ids[1],)
        assert [one.id for one in backend.vectors.nearest(other, Kind.PASSAGE, directions(1)[0], 2)] == [ids[0]]
        assert backend.check() == ()

    def test_missing_are_so_many_in_order_of_id(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one", "two", "three", "four"]).passages
            other = backend.vectors.space(replace(SPACE, revision="2"))
            backend.vectors.put(other, Kind.PASSAGE, ids[1:2], directions(1))
        assert backend.vectors.missing(other, Kind.PASSAGE, 9) == (ids[0], ids[2], ids[3])
        assert backend.vectors.missing(other, Kind.PASSAGE, 2) == (ids[0], ids[2])

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    def test_what_is_not_finite_is_refused(self, backend: Backend, space: SpaceId, value: float) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one"]).passages
            wrong = directions(1)
            wrong[0, 3] = value
            with pytest.raises(ValueError, match="finite"):
                backend.vectors.put(space, Kind.PASSAGE, ids, wrong)
        with pytest.raises(ValueError, match="finite"):
            backend.vectors.nearest(space, Kind.PASSAGE, wrong[0], 1)

    def test_another_dimension_is_refused(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one"]).passages
            with pytest.raises(ValueError, match="shape"):
                backend.vectors.put(space, Kind.PASSAGE, ids, directions(1, dimension=9))
        with pytest.raises(ValueError, match="shape"):
            backend.vectors.nearest(space, Kind.PASSAGE, directions(1, dimension=9)[0], 1)

    def test_a_vector_without_length_is_refused(self, backend: Backend, space: SpaceId) -> None:
        with pytest.raises(ValueError, match="length"):
            backend.vectors.nearest(space, Kind.PASSAGE, np.zeros(8, np.float32), 1)

    def test_rows_of_what_is_gone_are_left_out(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            backend.vectors.put(space, Kind.ENTITY, [99], directions(1))
        assert backend.catalog.counts().vectors == 0

    def test_an_unknown_space_is_a_key_error(self, backend: Backend) -> None:
        with pytest.raises(KeyError):
            backend.vectors.nearest(SpaceId(99), Kind.PASSAGE, directions(1)[0], 1)

    def test_survives_a_rebuild(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            store(backend, "/a.txt", ["one", "two"])
        query = directions(1)[0]
        before = backend.vectors.nearest(space, Kind.PASSAGE, query, 2)
        with backend.transaction():
            backend.vectors.rebuild()
        assert backend.vectors.nearest(space, Kind.PASSAGE, query, 2) == before
        assert backend.check() == ()
