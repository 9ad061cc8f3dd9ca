"""The messages beside a good one are raised, and the facts about what a good fact tells of."""

import pytest

from tests.store.samples import NOW, content_draft, source_draft
from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import EntityType, Evidence, FactDraft, Kind, PassageDraft
from tsuzuri.search.beside import with_neighbours
from tsuzuri.search.fuse import Fused


def talk(backend: Backend, speaker: str) -> tuple[PassageId, ...]:
    drafts = [PassageDraft(i, Span(i, i + 1), "x", speaker=speaker) for i in range(5)]
    with backend.transaction():
        source = backend.catalog.put_sources([source_draft("/talk.txt")], NOW)[0]
        return backend.catalog.put_content(source, content_draft("xxxxx"), drafts)[1]


def found(*scores: tuple[int, float]) -> tuple[Fused, ...]:
    return tuple(Fused(id_, score, (Route.LEXICAL,)) for id_, score in scores)


def test_the_messages_beside_a_good_one_are_raised_or_added(backend: Backend) -> None:
    ids = talk(backend, "Mira")
    raised = with_neighbours(Kind.PASSAGE, found((ids[1], 2.0), (ids[4], 0.5), (ids[0], 0.0)), backend)
    assert [(one.id, one.score) for one in raised] == [
        (ids[1], 2.0),
        (ids[0], 1.0),
        (ids[2], 1.0),
        (ids[4], 0.5),
        (ids[3], 0.25),
    ]
    assert all(one.routes == (Route.LEXICAL,) for one in raised)


def test_a_hit_below_the_middle_raises_nothing(backend: Backend) -> None:
    ids = talk(backend, "Mira")
    weak = found((ids[1], -0.1), (ids[4], -1.0))
    assert with_neighbours(Kind.PASSAGE, weak, backend) == weak


def test_paragraphs_stay_as_they_were_found(backend: Backend) -> None:
    ids = talk(backend, "")
    prose = found((ids[1], 2.0), (ids[4], 1.0))
    assert with_neighbours(Kind.PASSAGE, prose, backend) == prose


@pytest.mark.parametrize("kind", Kind)
def test_nothing_stays_nothing(backend: Backend, kind: Kind) -> None:
    assert with_neighbours(kind, (), backend) == ()


def test_a_fact_about_what_a_good_fact_tells_of_is_added(backend: Backend) -> None:
    (passage, *_) = talk(backend, "")
    with backend.transaction():
        mira, firm, town = (
            backend.graph.add_entity(name, name.lower(), EntityType.CONCEPT, NOW) for name in ("Mira", "Firm", "Town")
        )
        first, second = (
            backend.graph.add_fact(
                FactDraft(subject, relation, target, "", UNDATED, None, NOW, 1.0),
                Evidence(passage, Span(0, 1), Span(0, 1), Span(0, 1), None, 1.0, "rule"),
            )
            for subject, relation, target in ((mira, "founded", firm), (firm, "lies_in", town))
        )
    raised = with_neighbours(Kind.FACT, found((first, 2.0), (99, -1.0)), backend)
    assert [one.id for one in raised] == [first, second, 99]
