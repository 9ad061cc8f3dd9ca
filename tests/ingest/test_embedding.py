"""What has no vector gets one, in which order, and what happens to what changes meanwhile."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.fakes import FAKE_SPACE, FakeEmbedder, MissingEmbedder
from tests.stages import NOW, store_text
from tsuzuri.core.document import Span
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ids import EntityId, FactId, PassageId, SpaceId
from tsuzuri.core.lexical import passage_entry
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import (
    ContentDraft,
    EmbeddingSpace,
    EntityType,
    Evidence,
    FactDraft,
    Kind,
    Mention,
    PassageDraft,
    SourceDraft,
)
from tsuzuri.ingest.embedding import Embedding

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

TEA = "Ken Ito likes tea."
STILL = "To this day Ken Ito likes tea."
OTHER_SPACE = replace(FAKE_SPACE, revision="2")


class ListeningEmbedder(FakeEmbedder):
    """Remembers what it was asked to embed; `meanwhile` happens before its first answer."""

    def __init__(self, meanwhile: Callable[[], object] = lambda: None, space: EmbeddingSpace = FAKE_SPACE) -> None:
        self.asked: list[list[str]] = []
        self._meanwhile = meanwhile
        self._space = space

    @property
    def space(self) -> EmbeddingSpace:
        return self._space

    def passages(self, texts: Sequence[str]) -> "Vectors":
        self.asked.append(list(texts))
        if len(self.asked) == 1:
            self._meanwhile()
        return super().passages(texts)


def store(backend: Backend, uri: str, *texts: str, heading: str = "", speaker: str = "") -> tuple[PassageId, ...]:
    """A document whose passages wait to be embedded."""
    drafts = [
        PassageDraft(ordinal, Span(ordinal, ordinal + 1), text, heading=heading, speaker=speaker)
        for ordinal, text in enumerate(texts)
    ]
    content = ContentDraft(uri.encode().ljust(32), "text", "text/plain", "", "", "utf-8", None)
    with backend.transaction():
        source = backend.catalog.put_sources([SourceDraft(uri, 4, NOW)], NOW)[0]
        _, ids = backend.catalog.put_content(source, content, drafts)
        backend.lexical.put(
            Kind.PASSAGE, [passage_entry(id_, "", draft, None) for id_, draft in zip(ids, drafts, strict=True)]
        )
    return ids


def forget(backend: Backend, uri: str) -> None:
    source = backend.catalog.source_by_uri(uri)
    assert source is not None
    with backend.transaction():
        backend.catalog.forget(source.id)


def name(backend: Backend, words: str, passage: PassageId, type: EntityType = EntityType.PERSON) -> EntityId:
    with backend.transaction():
        entity = backend.graph.add_entity(words, words.casefold(), type, NOW)
        backend.graph.add_mentions([Mention(entity, passage, Span(0, 1))])
    return entity


def state(backend: Backend, entity: EntityId, passage: PassageId, text: str, confidence: float = 0.5) -> FactId:
    """The whole passage states that the entity likes tea."""
    draft = FactDraft(entity, "likes", None, "tea", UNDATED, None, NOW, confidence)
    span = Span(0, len(text))
    with backend.transaction():
        return backend.graph.add_fact(draft, Evidence(passage, span, span, span, None, confidence, "test"))


def space_of(backend: Backend, spec: EmbeddingSpace = FAKE_SPACE) -> SpaceId:
    space = backend.vectors.find_space(spec)
    assert space is not None
    return space


def missing(backend: Backend, spec: EmbeddingSpace = FAKE_SPACE) -> dict[Kind, tuple[int, ...]]:
    return {kind: backend.vectors.missing(space_of(backend, spec), kind, 99) for kind in Kind}


NOTHING: dict[Kind, tuple[int, ...]] = dict.fromkeys(Kind, ())


def test_passages_come_before_entities_and_facts(backend: Backend) -> None:
    (passage,) = store(backend, "/a.md", TEA)
    state(backend, name(backend, "Ken Ito", passage), passage, TEA)
    embedder = ListeningEmbedder()
    assert Embedding(backend, embedder).run() == 3
    assert embedder.asked == [[TEA], ["Ken Ito (person)"], [f"Ken Ito likes tea. {TEA}"]]
    assert missing(backend) == NOTHING


def test_each_is_near_its_own_words(backend: Backend) -> None:
    ids = store(backend, "/a.md", "The mill is shut.", "水車小屋は閉まっている。")
    Embedding(backend, FakeEmbedder()).run()
    for id_, words in zip(ids, ("mill shut", "水車小屋"), strict=True):
        nearest = backend.vectors.nearest(space_of(backend), Kind.PASSAGE, FakeEmbedder().query(words), 1)
        assert nearest[0].id == id_


def test_a_message_comes_after_the_one_that_it_answers_and_a_paragraph_alone(backend: Backend) -> None:
    asked: list[str] = []

    class Noting(FakeEmbedder):
        def passages(self, texts: Sequence[str]) -> "Vectors":
            asked.extend(texts)
            return super().passages(texts)

    store(backend, "/talk.txt", "When do we meet?", "At noon.", speaker="Eva Roth")
    store(backend, "/note.txt", "Tea is green.", "It is hot.")
    Embedding(backend, Noting()).run()
    ends = [text.split("\n")[-2:] for text in asked]
    assert ends[1] == ["Eva Roth: When do we meet?", "Eva Roth: At noon."]
    assert asked[3].endswith("It is hot.")
    assert "green" not in asked[3]


def test_a_passage_comes_with_its_heading_and_its_speaker(backend: Backend) -> None:
    store(backend, "/a.md", "See you at noon.", heading="Friday", speaker="Eva Roth")
    embedder = ListeningEmbedder()
    Embedding(backend, embedder).run()
    assert embedder.asked == [["Friday\nEva Roth: See you at noon."]]


class TestSteps:
    def test_are_bounded(self, backend: Backend) -> None:
        store(backend, "/a.md", *(f"Note {number}." for number in range(5)))
        embedder, heard = ListeningEmbedder(), list[int]()
        assert Embedding(backend, embedder, batch=2).run(heard.append) == 5
        assert [len(texts) for texts in embedder.asked] == [2, 2, 1]
        assert heard == [2, 4, 5]

    def test_lessen_what_waits(self, backend: Backend) -> None:
        (passage,) = store(backend, "/a.md", TEA)
        name(backend, "Ken Ito", passage)
        embedding = Embedding(backend, FakeEmbedder())
        assert [embedding.waiting(), embedding.step(), embedding.waiting()] == [2, 1, 1]
        assert [embedding.step(), embedding.waiting(), embedding.step()] == [1, 0, 0]

    def test_that_have_nothing_to_do_ask_nothing(self, backend: Backend) -> None:
        store_text(backend, "/a.md", ["It has a vector."])
        embedder = ListeningEmbedder()
        assert Embedding(backend, embedder).run() == 0
        assert embedder.asked == []

    def test_begin_with_what_is_in_a_hurry(self, backend: Backend) -> None:
        *_, last = store(backend, "/a.md", "One.", "Two.", "Three.")
        embedder = ListeningEmbedder()
        embedding = Embedding(backend, embedder, batch=2)
        embedding.hurry([last])
        embedding.run()
        assert embedder.asked == [["Three."], ["One.", "Two."]]

    def test_pass_over_what_was_in_a_hurry_and_is_gone(self, backend: Backend) -> None:
        (gone,) = store(backend, "/a.md", "One.")
        store(backend, "/b.md", "Two.")
        embedding = Embedding(backend, FakeEmbedder())
        embedding.hurry([gone])
        forget(backend, "/a.md")
        embedding.run()
        assert missing(backend) == NOTHING
        assert backend.check() == ()

    def test_find_what_came_after_they_looked(self, backend: Backend) -> None:
        store(backend, "/a.md", "One.", "Two.", "Three.")
        embedding = Embedding(backend, FakeEmbedder(), batch=2)
        embedding.step()
        store(backend, "/b.md", "Four.")
        assert [embedding.step(), embedding.step(), embedding.step()] == [1, 1, 0]
        assert missing(backend) == NOTHING


class TestMeanwhile:
    def test_a_passage_that_was_forgotten_gets_no_vector(self, backend: Backend) -> None:
        store(backend, "/a.md", "One.")
        store(backend, "/b.md", "Two.")
        Embedding(backend, ListeningEmbedder(lambda: forget(backend, "/a.md"))).run()
        assert backend.catalog.counts().vectors == 1
        query = FakeEmbedder().query("Two.")
        (found,) = backend.vectors.nearest(space_of(backend), Kind.PASSAGE, query, 9)
        assert found.score == pytest.approx(1.0, abs=1e-5)
        assert backend.check() == ()

    def test_an_entity_that_turned_out_to_be_something_else_is_embedded_as_that(self, backend: Backend) -> None:
        (passage,) = store_text(backend, "/a.md", [TEA])
        entity = name(backend, "Ken Ito", passage, EntityType.CONCEPT)

        def vote() -> None:
            with backend.transaction():
                backend.graph.vote_type(entity, EntityType.PERSON, passage)

        embedder = ListeningEmbedder(vote)
        Embedding(backend, embedder).run()
        assert embedder.asked == [["Ken Ito (concept)"], ["Ken Ito (person)"]]
        assert missing(backend) == NOTHING

    def test_a_fact_that_lost_the_words_that_stated_it_first_is_embedded_with_the_next(self, backend: Backend) -> None:
        (first,), (second,) = store_text(backend, "/a.md", [TEA]), store_text(backend, "/b.md", [STILL])
        entity = name(backend, "Ken Ito", second)
        state(backend, entity, first, TEA)
        state(backend, entity, second, STILL)
        Embedding(backend, FakeEmbedder(), batch=1).step()  # the entity
        embedder = ListeningEmbedder(lambda: forget(backend, "/a.md"))
        Embedding(backend, embedder).run()
        assert embedder.asked == [[f"Ken Ito likes tea. {TEA}"], [f"Ken Ito likes tea. {STILL}"]]
        assert missing(backend) == NOTHING


class TestFacts:
    def test_are_embedded_with_the_words_that_stated_them_first(self, backend: Backend) -> None:
        (first,), (second,) = store_text(backend, "/a.md", [TEA]), store_text(backend, "/b.md", [STILL])
        entity = name(backend, "Ken Ito", first)
        state(backend, entity, first, TEA, confidence=0.4)
        state(backend, entity, second, STILL, confidence=0.9)
        embedder = ListeningEmbedder()
        Embedding(backend, embedder).run()
        assert embedder.asked[-1] == [f"Ken Ito likes tea. {TEA}"]

    def test_are_not_embedded_again_when_they_are_stated_again(self, backend: Backend) -> None:
        (first,), (second,) = store_text(backend, "/a.md", [TEA]), store_text(backend, "/b.md", [STILL])
        entity = name(backend, "Ken Ito", first)
        state(backend, entity, first, TEA)
        embedding = Embedding(backend, FakeEmbedder())
        embedding.run()
        state(backend, entity, second, STILL, confidence=0.9)
        assert embedding.run() == 0

    def test_are_embedded_again_when_those_words_go(self, backend: Backend) -> None:
        (first,), (second,) = store_text(backend, "/a.md", [TEA]), store_text(backend, "/b.md", [STILL])
        entity = name(backend, "Ken Ito", second)
        state(backend, entity, first, TEA)
        state(backend, entity, second, STILL)
        Embedding(backend, FakeEmbedder()).run()
        forget(backend, "/a.md")
        embedder = ListeningEmbedder()
        Embedding(backend, embedder).run()
        assert embedder.asked == [[f"Ken Ito likes tea. {STILL}"]]


def test_without_the_embedder_all_waits_on(backend: Backend) -> None:
    store(backend, "/a.md", "One.", "Two.")
    embedding = Embedding(backend, MissingEmbedder())
    with pytest.raises(ModelUnavailable):
        embedding.run()
    assert (embedding.waiting(), backend.catalog.counts().vectors) == (2, 0)


def test_the_space_of_another_embedder_takes_the_place_of_the_one_before(backend: Backend) -> None:
    (passage,) = store(backend, "/a.md", TEA)
    state(backend, name(backend, "Ken Ito", passage), passage, TEA)
    Embedding(backend, FakeEmbedder()).run()
    another = Embedding(backend, ListeningEmbedder(space=OTHER_SPACE), batch=1)
    assert another.step() == 1
    assert (another.waiting(), backend.catalog.counts().vectors) == (2, 1)
    assert another.run() == 2
    assert backend.vectors.find_space(FAKE_SPACE) is None
    assert missing(backend, OTHER_SPACE) == NOTHING
    assert backend.catalog.counts().vectors == 3
