"""The mention index over a store: after any run, links are what linking everything anew would give."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.samples import NOW, passage_drafts, source_draft
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.values import ContentDraft, EntityType, Mention, NameKind
from tsuzuri.extract.mentions import Linked, MentionIndex
from tsuzuri.store.memory import MemoryBackend
from tsuzuri.text.normalise import key

ORGANIZATION = EntityType.ORGANIZATION


class Shelf(MemoryBackend):
    """A store that is easy to fill, and that fails at the transaction after `fuse` more."""

    fuse = 1_000_000

    @contextmanager
    def transaction(self) -> Iterator[None]:
        if self.fuse == 0:
            raise InterruptedError
        self.fuse -= 1
        with super().transaction():
            yield

    def put(self, uri: str, *texts: str) -> tuple[PassageId, ...]:
        with self.transaction():
            source = self.catalog.put_sources([source_draft(uri)], NOW)[0]
            draft = ContentDraft(uri.encode().ljust(32), "\n".join(texts), "", uri, "en", "utf-8", None)
            return self.catalog.put_content(source, draft, passage_drafts(texts))[1]

    def name(self, words: str, type: EntityType = ORGANIZATION) -> EntityId:
        with self.transaction():
            return self.graph.add_entity(words, key(words), type, NOW)

    def alias(self, entity: EntityId, words: str, kind: NameKind, passage: PassageId) -> None:
        with self.transaction():
            self.graph.add_alias(entity, words, key(words), kind, passage)

    def tell(self, entity: EntityId, passage: PassageId, start: int, end: int) -> None:
        with self.transaction():
            self.graph.add_mentions([Mention(entity, passage, Span(start, end))])

    def forget(self, uri: str) -> None:
        if (source := self.catalog.source_by_uri(uri)) is not None:
            with self.transaction():
                self.catalog.forget(source.id)

    def linked(self) -> set[tuple[int, int, str]]:
        """Every mention and link: entity, passage, words."""
        ids = {name.entity_id for name in self.links.names()}
        found = self.graph.mentions_of(sorted(ids), limit_each=999)
        return {
            (
                mention.entity_id,
                mention.passage_id,
                mention.span.of(self.catalog.passages([mention.passage_id])[0].text),
            )
            for mentions in found.values()
            for mention in mentions
        }


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def index(shelf: Shelf) -> MentionIndex:
    return MentionIndex(shelf, step=2, sweep_step=2)


def test_every_passage_is_linked_to_every_name_in_it(shelf: Shelf, index: MentionIndex) -> None:
    one, two, _ = shelf.put("/a", "Kaede Works hired", "At kaede. At KAEDE WORKS", "nobody")
    works = shelf.name("Kaede Works")
    assert index.run() == Linked(0, 3, 2)
    assert shelf.linked() == {(works, one, "Kaede Works"), (works, two, "KAEDE WORKS")}


def test_with_nothing_new_nothing_is_read_or_written(shelf: Shelf, index: MentionIndex) -> None:
    shelf.put("/a", "Kaede Works")
    shelf.name("Kaede Works")
    index.run()
    shelf.fuse = 0
    assert index.run() == Linked(0, 0, 0)


def test_a_new_passage_is_linked_alone(shelf: Shelf, index: MentionIndex) -> None:
    shelf.put("/a", "Kaede Works", "nobody")
    works = shelf.name("Kaede Works")
    index.run()
    (new,) = shelf.put("/b", "Kaede Works again")
    assert index.run() == Linked(0, 1, 1)
    assert (works, new, "Kaede Works") in shelf.linked()


def test_a_new_name_is_looked_for_everywhere_and_linked_where_it_stands(shelf: Shelf, index: MentionIndex) -> None:
    one, *_ = shelf.put("/a", "Kaede Works", "nobody", "no one")
    kaede = shelf.name("Kaede")
    index.run()
    assert shelf.linked() == {(kaede, one, "Kaede")}
    works = shelf.name("Kaede Works")
    assert index.run() == Linked(3, 1, 1)
    assert shelf.linked() == {(works, one, "Kaede Works")}


def test_a_second_bearer_opens_a_name_but_where_one_is_spoken_of(shelf: Shelf, index: MentionIndex) -> None:
    one, _ = shelf.put("/a", "Kaede Works.", "Kaede Works!")
    (two,) = shelf.put("/b", "Kaede Works?")
    first = shelf.name("Kaede Works")
    index.run()
    shelf.name("Kaede Works")
    shelf.tell(first, one, 0, 5)
    index.run()
    assert {passage for _, passage, _ in shelf.linked()} == {one, PassageId(one + 1)}
    assert two not in {passage for _, passage, _ in shelf.linked()}


def test_a_short_form_counts_in_a_document_once_its_bearer_was_read_there(shelf: Shelf, index: MentionIndex) -> None:
    one, two = shelf.put("/a", "Ken Ito came", "Ito left")
    shelf.put("/b", "Ito is elsewhere")
    ken = shelf.name("Ken Ito", EntityType.PERSON)
    shelf.alias(ken, "Ito", NameKind.SHORT, one)
    index.run()
    assert shelf.linked() == {(ken, one, "Ken Ito")}
    shelf.tell(ken, one, 0, 7)
    assert index.run().passages == 2
    assert shelf.linked() == {(ken, one, "Ken Ito"), (ken, two, "Ito")}


def test_links_go_with_the_last_who_read_of_the_entity(shelf: Shelf, index: MentionIndex) -> None:
    (one,) = shelf.put("/a", "Kaede Works is new")
    (two,) = shelf.put("/b", "Kaede Works at Works")
    works, place = shelf.name("Kaede Works"), shelf.name("Works")
    shelf.tell(works, one, 0, 11)
    index.run()
    assert shelf.linked() == {(works, one, "Kaede Works"), (works, two, "Kaede Works"), (place, two, "Works")}
    shelf.forget("/a")
    assert shelf.graph.entity(works) is None
    index.run()
    entity = shelf.graph.entity(place)
    assert entity is not None
    assert entity.mentions == 2


def test_progress_is_told_after_each_step(shelf: Shelf, index: MentionIndex) -> None:
    shelf.put("/a", *"ABCDE")
    told: list[tuple[int, int]] = []
    index.run(on_linked=lambda done, of: told.append((done, of)))
    assert told == [(2, 5), (4, 5), (5, 5)]


def test_the_table_of_names_is_kept_while_no_name_changes(shelf: Shelf, index: MentionIndex) -> None:
    shelf.name("Kaede")
    table = index.names()
    shelf.put("/a", "Kaede")
    assert index.names() is table
    shelf.name("Works")
    assert index.names() is not table


URIS = ("/a", "/b", "/c")
NAMES = ("Kaede", "Kaede Works", "Works", "Ito", "Ken Ito")
TEXT = st.lists(st.sampled_from([*NAMES, "and", "kaede", "-"]), max_size=5).map(" ".join)


def put(uri: str, texts: list[str]) -> Callable[[Shelf], None]:
    def step(shelf: Shelf) -> None:
        if shelf.catalog.source_by_uri(uri) is None:
            shelf.put(uri, *texts)

    return step


def add_name(name: str, type: EntityType, passage: int) -> Callable[[Shelf], None]:
    """A new entity, with a mention so that it may be forgotten."""

    def step(shelf: Shelf) -> None:
        entity = shelf.name(name, type)
        if shelf.catalog.passages([PassageId(passage)]):
            shelf.tell(entity, PassageId(passage), 0, 1)

    return step


def add_short(entity: int, name: str, kind: NameKind, passage: int) -> Callable[[Shelf], None]:
    def step(shelf: Shelf) -> None:
        if shelf.graph.entity(EntityId(entity)) is not None and shelf.catalog.passages([PassageId(passage)]):
            shelf.alias(EntityId(entity), name, kind, PassageId(passage))

    return step


def retype(entity: int, type: EntityType, passage: int) -> Callable[[Shelf], None]:
    def step(shelf: Shelf) -> None:
        if shelf.catalog.passages([PassageId(passage)]):
            with shelf.transaction():
                shelf.graph.vote_type(EntityId(entity), type, PassageId(passage))

    return step


def run(fuse: int) -> Callable[[Shelf], None]:
    """A run that is broken off at the transaction after `fuse`, if it has as many."""

    def step(shelf: Shelf) -> None:
        shelf.fuse = fuse
        with suppress(InterruptedError):
            MentionIndex(shelf, step=1, sweep_step=1).run()
        shelf.fuse = 1_000_000

    return step


firm = st.sampled_from([EntityType.PERSON, ORGANIZATION])
types = firm | st.just(EntityType.CONCEPT)
passages = st.integers(1, 6)
names = st.sampled_from(NAMES)
steps = st.lists(
    st.one_of(
        st.builds(put, st.sampled_from(URIS), st.lists(TEXT, min_size=1, max_size=3)),
        st.builds(add_name, names, types, passages),
        st.builds(add_short, st.integers(1, 4), names, st.sampled_from(NameKind), passages),
        st.builds(retype, st.integers(1, 4), firm, passages),
        st.builds(run, st.integers(0, 9)),
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=200)
@given(steps, st.sampled_from(URIS))
def test_any_run_leaves_what_linking_everything_anew_would_give(
    before: list[Callable[[Shelf], None]], gone: str
) -> None:
    shelf = Shelf()
    for step in before:
        step(shelf)
    index = MentionIndex(shelf)
    index.run()
    linked = shelf.linked()
    anew(shelf, index)
    assert shelf.linked() == linked
    shelf.forget(gone)
    assert {entity for entity, *_ in shelf.linked()} <= {name.entity_id for name in shelf.links.names()}


def anew(shelf: Shelf, index: MentionIndex) -> None:
    with shelf.transaction():
        shelf.links.sweep(
            PassageId(0), [PassageId(id_) for id_ in range(1, 99) if shelf.catalog.passages([PassageId(id_)])]
        )
    index.run()
