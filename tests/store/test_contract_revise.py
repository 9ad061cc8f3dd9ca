"""What every backend does when a file's content has changed: what stayed is kept, and nothing of the rest is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.conftest import open_backend
from tests.store.samples import (
    NOW,
    SPACE,
    Stored,
    content_draft,
    directions,
    evidence,
    fact_draft,
    mention,
    name,
    passage_drafts,
    said,
    source_draft,
    space_of,
    state,
    store,
    words,
)
from tsuzuri.core.agenda import Weight
from tsuzuri.core.document import Place, PlaceKind, Said, SaidKind, Span
from tsuzuri.core.ids import ContentId, FactId, PassageId, SourceId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.links import Link
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import ContentDraft, Kind, PassageDraft, Quarantined, Revised, Source, SourceState


def revise(backend: Backend, source_id: SourceId, texts: Sequence[str], dates: Sequence[Said | None] = ()) -> Revised:
    """Store the file's new text with its indexes. Call inside a transaction."""
    return index(backend, source_id, content_draft("\n".join(texts)), passage_drafts(texts, dates))


def index(backend: Backend, source_id: SourceId, content: ContentDraft, drafts: Sequence[PassageDraft]) -> Revised:
    """Revise, and bring the indexes up to date as the protocol says. Call inside a transaction."""
    revised = backend.catalog.revise(source_id, content, drafts)
    fresh = {id_ for id_, draft in zip(revised.ids, drafts, strict=True) if draft.ordinal in revised.fresh}
    again = set(revised.ids) if revised.retitled else fresh
    backend.lexical.put(
        Kind.PASSAGE,
        [
            LexicalEntry(id_, content.title, draft.heading, draft.text)
            for id_, draft in zip(revised.ids, drafts, strict=True)
            if id_ in again
        ],
    )
    backend.vectors.put(backend.vectors.space(SPACE), Kind.PASSAGE, sorted(again), directions(len(again)))
    return revised


def source(backend: Backend, source_id: SourceId) -> Source:
    found = backend.catalog.source(source_id)
    assert found is not None
    return found


def has_vector(backend: Backend) -> set[int]:
    return {one.id for one in backend.vectors.nearest(space_of(backend), Kind.PASSAGE, directions(1)[0], 99)}


class TestAnEdit:
    def test_keeps_what_has_stayed_and_takes_the_rest(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["A met B", "second", "A met C", "fourth"])
            a, b, c = (name(backend, word) for word in "ABC")
            held = state(backend, fact_draft(a, "met", b), evidence(stored.passages[0]))
            lost = state(backend, fact_draft(a, "met", c), evidence(stored.passages[2]))
            backend.graph.add_mentions([mention(one, stored.passages[0]) for one in (a, b)])
            backend.graph.add_mentions([mention(c, stored.passages[2])])
            backend.graph.quarantine([Quarantined(id_, "line", "no", "m") for id_ in stored.passages], NOW)
            backend.catalog.set_read(stored.passages)
        with backend.transaction():
            revised = revise(backend, stored.source, ["A met B", "second", "A met D", "fourth"])
        first, second, third, fourth = revised.ids
        assert (revised.content_id, revised.fresh, revised.retitled) == (stored.content, frozenset({2, 3}), False)
        assert (first, second) == stored.passages[:2]
        assert {third, fourth}.isdisjoint(stored.passages)
        assert backend.catalog.passages(stored.passages[2:]) == ()
        assert [fact.id for fact in backend.graph.facts([held, lost])] == [held]
        assert [one.id for one in backend.graph.entities_by_id([a, b, c])] == [a, b]
        assert len(backend.graph.quarantined()) == 2
        assert [p.id for p in backend.catalog.pending(9)] == [third, fourth]
        found = source(backend, stored.source)
        assert (found.state, found.passages, found.pending, found.facts) == (SourceState.SEARCHABLE, 4, 2, 1)
        assert has_vector(backend) == {*revised.ids}
        assert [s.id for s in backend.lexical.match(Kind.PASSAGE, words("D"), 9)] == [third]
        assert backend.lexical.match(Kind.PASSAGE, words("C"), 9) == ()
        assert backend.check() == ()

    def test_makes_the_content_the_new_one(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
        places = (Place(PlaceKind.PAGE, "1", Span(0, 3)),)
        draft = ContentDraft(
            b"2" * 32, "new one", "text/markdown", "Über", "de", "cp932", said(2020), places, 0.5, ("no page 2",)
        )
        with backend.transaction():
            revised = backend.catalog.revise(stored.source, draft, [PassageDraft(0, Span(4, 7), "one", "Heading")])
        assert revised == Revised(stored.content, stored.passages, frozenset(), True)
        found = source(backend, stored.source)
        assert (found.title, found.media_type, found.language, found.said) == (
            "Über",
            "text/markdown",
            "de",
            said(2020),
        )
        assert (found.encoding_confidence, found.remarks) == (0.5, ("no page 2",))
        assert [s.id for s in backend.catalog.sources(contains="über").items] == [stored.source]
        assert backend.catalog.content_text(stored.content) == "new one"
        assert backend.catalog.find_content(b"2" * 32) == stored.content
        assert backend.catalog.find_content(content_draft("one").sha256) is None
        (passage,) = backend.catalog.passages(stored.passages)
        assert (passage.span, passage.locator, passage.title) == (Span(4, 7), "", "Über")
        assert backend.check() == ()

    def test_moves_passages_past_each_other(self, backend: Backend) -> None:
        texts = [f"section {letter}" for letter in "abcd"]

        def under_own_heading(order: Sequence[int]) -> list[PassageDraft]:
            drafts = passage_drafts([texts[i] for i in order])
            return [replace(draft, heading=f"Part {i}") for i, draft in zip(order, drafts, strict=True)]

        with backend.transaction():
            (id_,) = backend.catalog.put_sources([source_draft("/a.txt")], NOW)
            before = index(backend, id_, content_draft("first"), under_own_heading([0, 1, 2, 3]))
        with backend.transaction():
            after = index(backend, id_, content_draft("then"), under_own_heading([3, 0, 2, 1]))
        assert after.fresh == frozenset()
        assert after.ids == tuple(before.ids[i] for i in (3, 0, 2, 1))
        assert [p.id for p in backend.catalog.passages_of(after.content_id)] == [*after.ids]
        assert [p.locator for p in backend.catalog.passages(before.ids)] == ["line 2", "line 4", "line 3", "line 1"]
        assert backend.check() == ()

    def test_of_the_time_alone_keeps_the_date_that_was_read(self, backend: Backend) -> None:
        then, now = (Said(at, SaidKind.FILE_TIME) for at in (NOW, NOW + timedelta(days=9)))
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"], [then])
            revised = revise(backend, stored.source, ["one", "two"], [now, now])
        assert revised.ids[0] == stored.passages[0]
        assert [p.said for p in backend.catalog.passages(revised.ids)] == [then, now]

    def test_that_leaves_no_passage_leaves_the_content(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
            assert revise(backend, stored.source, []) == Revised(stored.content, (), frozenset(), False)
        found = source(backend, stored.source)
        assert (found.content_id, found.passages, found.pending) == (stored.content, 0, 0)
        assert backend.check() == ()

    def test_to_the_same_bytes_read_otherwise_keeps_what_it_can(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one", "two"])
            (copy,) = backend.catalog.put_sources([source_draft("/b.txt")], NOW)
            backend.catalog.attach(copy, stored.content)
            draft = content_draft("one\ntwo")
            revised = backend.catalog.revise(copy, draft, passage_drafts(["one", "two three"]))
        assert (revised.content_id, revised.ids[0], revised.fresh) == (
            stored.content,
            stored.passages[0],
            frozenset({1}),
        )

    def test_lets_what_was_left_out_for_the_sake_of_what_went_wait_again(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["same", "x", "same again", "y"])
            first, _, again, _ = stored.passages
            backend.agenda.weigh([Weight(id_, 7, 1) for id_ in stored.passages], said=True)
            backend.catalog.set_read(stored.passages)
            backend.agenda.set_same(again, first)
        with backend.transaction():
            revised = revise(backend, stored.source, ["other", "x", "same again", "y"])
        assert revised.fresh == {0, 1}
        assert {p.id for p in backend.catalog.pending(9)} == {*revised.ids[:2], again}
        assert source(backend, stored.source).pending == 3
        assert backend.agenda.same_as([again]) == {}

    def test_links_the_document_anew_if_what_told_of_names_went(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["Ken Ito", "x", "Ken again"])
            other = store(backend, "/b.txt", ["Ken Ito too"])
            ken = name(backend, "Ken")
            backend.graph.add_mentions([mention(ken, stored.passages[0]), mention(ken, other.passages[0])])
            backend.links.queue_documents()
            link = Link(mention(ken, stored.passages[2]), "ken")
            backend.links.link([*stored.passages, *other.passages], [link])
            backend.links.end_sweep()
        assert not backend.links.has_work()
        with backend.transaction():
            revised = revise(backend, stored.source, ["Nobody", "x", "Ken again"])
            waiting = {one.id for one in backend.links.waiting(9)}
            backend.links.queue_documents()
        assert waiting == {*revised.ids[:2]}
        assert {one.id for one in backend.links.waiting(9)} == {*revised.ids}


class TestWithoutAContentOfItsOwn:
    def test_a_source_gets_one(self, backend: Backend) -> None:
        with backend.transaction():
            (id_,) = backend.catalog.put_sources([source_draft("/a.txt")], NOW)
            backend.catalog.refuse(id_, SourceState.NO_TEXT, "only pictures")
            revised = revise(backend, id_, ["one", "two"])
        assert (revised.fresh, revised.retitled) == (frozenset({0, 1}), False)
        found = source(backend, id_)
        assert (found.state, found.reason, found.content_id) == (SourceState.SEARCHABLE, "", revised.content_id)
        assert backend.check() == ()

    def test_one_that_shares_it_leaves_it_to_the_other(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
            (copy,) = backend.catalog.put_sources([source_draft("/b.txt")], NOW)
            backend.catalog.attach(copy, stored.content)
            revised = revise(backend, copy, ["one", "two"])
        assert revised.content_id != stored.content
        assert revised.fresh == {0, 1}
        assert source(backend, stored.source).content_id == stored.content
        assert [p.id for p in backend.catalog.passages(stored.passages)] == [*stored.passages]
        assert backend.check() == ()

    def test_an_unknown_source_is_refused(self, backend: Backend) -> None:
        with backend.transaction(), pytest.raises(KeyError):
            backend.catalog.revise(SourceId(9), content_draft("one"), passage_drafts(["one"]))


@pytest.mark.parametrize("shared", [False, True])
def test_bytes_that_another_source_has_are_refused(backend: Backend, shared: bool) -> None:
    with backend.transaction():
        stored = store(backend, "/a.txt", ["one"])
        store(backend, "/b.txt", ["two"])
        if shared:
            (copy,) = backend.catalog.put_sources([source_draft("/c.txt")], NOW)
            backend.catalog.attach(copy, stored.content)

    def revise_to_the_other() -> None:
        with backend.transaction():
            revise(backend, stored.source, ["two"])

    with pytest.raises(ValueError, match=r"stored already|UNIQUE"):
        revise_to_the_other()
    assert [p.text for p in backend.catalog.passages_of(stored.content)] == ["one"]
    assert backend.check() == ()


TEXTS = ("alpha", "beta", "gamma", "delta")
DATES = (
    None,
    said(2024),
    said(2025),
    Said(datetime(2024, 5, 1, tzinfo=UTC), SaidKind.FILE_TIME),
    Said(datetime(2024, 5, 2, tzinfo=UTC), SaidKind.FILE_TIME),
)


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a document: title, and of each passage the text, heading and date."""

    title: str
    passages: tuple[tuple[str, str, Said | None], ...]

    @property
    def content(self) -> ContentDraft:
        return content_draft("\n".join(text for text, _, _ in self.passages), self.title)

    @property
    def drafts(self) -> tuple[PassageDraft, ...]:
        dated = passage_drafts([text for text, _, _ in self.passages], [date for _, _, date in self.passages])
        return tuple(replace(draft, heading=of[1]) for draft, of in zip(dated, self.passages, strict=True))


versions = st.builds(
    Version,
    title=st.sampled_from(["Notes", "Plan"]),
    passages=st.lists(
        st.tuples(st.sampled_from(TEXTS), st.sampled_from(["", "Top"]), st.sampled_from(DATES)), max_size=6
    ).map(tuple),
)


@pytest.fixture(params=["memory", "sqlite plain"], scope="module")
def kept_open(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    opened = open_backend(request.param, tmp_path_factory.mktemp("revise") / "library.db")
    yield opened
    opened.close()


def clear(backend: Backend) -> None:
    with backend.transaction():
        for one in backend.catalog.sources().items:
            backend.catalog.forget(one.id)


def put(backend: Backend, version: Version) -> Stored:
    with backend.transaction():
        (id_,) = backend.catalog.put_sources([source_draft("/a.txt")], NOW)
        revised = index(backend, id_, version.content, version.drafts)
    return Stored(id_, revised.content_id, revised.ids)


def read(backend: Backend, ids: Sequence[PassageId]) -> dict[PassageId, FactId]:
    """Every passage is read, and states a fact of its own."""
    with backend.transaction():
        subject = name(backend, "A")
        facts = {
            id_: state(backend, fact_draft(subject, "is", None, value=f"value {id_}"), evidence(id_)) for id_ in ids
        }
        backend.graph.add_mentions([mention(subject, id_) for id_ in ids])
        backend.catalog.set_read(ids)
    return facts


def shown(backend: Backend, stored: Stored) -> list[object]:
    """All that can be seen of a document, without ids, and without dates that are only the file's."""
    order = {id_: i for i, id_ in enumerate(stored.passages)}
    of_content = backend.catalog.passages_of(stored.content)
    rows = [
        (p.ordinal, p.span, p.text, p.heading, p.locator, p.title, p.said)
        if p.said is None or p.said.kind is not SaidKind.FILE_TIME
        else (p.ordinal, p.span, p.text, p.heading, p.locator, p.title, p.said.kind)
        for p in of_content
    ]
    found = source(backend, stored.source)
    queries = [*TEXTS, "Notes", "Plan", "Top"]
    hits = [sorted(order[PassageId(s.id)] for s in backend.lexical.match(Kind.PASSAGE, words(q), 99)) for q in queries]
    counts = backend.catalog.counts()
    return [
        [order[p.id] for p in of_content],
        rows,
        hits,
        {order[PassageId(id_)] for id_ in has_vector(backend)},
        backend.catalog.content_text(stored.content),
        (found.title, found.passages, found.remarks, found.said),
        (counts.sources, counts.passages, counts.vectors - counts.entities - counts.facts),
    ]


@settings(max_examples=40, deadline=None)
@given(st.lists(versions, min_size=2, max_size=5), st.data())
def test_after_any_edits_it_is_as_if_only_the_last_had_been_stored(
    kept_open: Backend, history: list[Version], data: st.DataObject
) -> None:
    backend = kept_open
    clear(backend)
    facts: dict[PassageId, FactId] = {}
    done: set[PassageId] = set()
    stored = Stored(SourceId(0), ContentId(0), ())
    for version in history:
        before = set(stored.passages)
        stored = put(backend, version)
        facts = {id_: fact for id_, fact in facts.items() if id_ in stored.passages}
        done &= set(stored.passages)
        assert [fact.id for fact in backend.graph.all_facts().items] == sorted(facts.values())
        assert {p.id for p in backend.catalog.pending(99)} == set(stored.passages) - done
        assert source(backend, stored.source).pending == len(stored.passages) - len(done)
        assert backend.check() == ()
        new = [id_ for id_ in stored.passages if id_ not in before]
        to_read = data.draw(st.lists(st.sampled_from(new), unique=True)) if new else []
        if to_read:
            facts |= read(backend, to_read)
            done |= set(to_read)
    revised = shown(backend, stored)
    clear(backend)
    assert (backend.catalog.counts().facts, backend.catalog.counts().entities) == (0, 0)
    assert shown(backend, put(backend, history[-1])) == revised
