"""No document fills the list while good passages of others wait."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.samples import NOW, content_draft, source_draft
from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.values import PassageDraft
from tsuzuri.search.fuse import Fused
from tsuzuri.search.spread import MOST, PLACES, WORTH, spread
from tsuzuri.store.memory.backend import MemoryBackend


def document(backend: Backend, name: str, size: int) -> tuple[PassageId, ...]:
    drafts = [PassageDraft(i, Span(i, i + 1), "x") for i in range(size)]
    with backend.transaction():
        source = backend.catalog.put_sources([source_draft(f"/{name}.txt")], NOW)[0]
        return backend.catalog.put_content(source, content_draft(name.ljust(size, "x")), drafts)[1]


def found(*scores: tuple[int, float]) -> tuple[Fused, ...]:
    return tuple(Fused(id_, score, (Route.LEXICAL,)) for id_, score in scores)


def ids(ones: tuple[Fused, ...]) -> list[int]:
    return [one.id for one in ones]


def test_the_eighth_of_a_document_yields_to_a_good_one_of_another(backend: Backend) -> None:
    long, other = document(backend, "long", 10), document(backend, "other", 2)
    given = found(*((id_, 2.0) for id_ in long), (other[0], 1.0), (other[1], 0.7))
    assert ids(spread(given, backend)) == [*long[:7], *other, *long[7:]]


def test_it_does_not_yield_to_one_that_is_worth_little(backend: Backend) -> None:
    long, other = document(backend, "long", 10), document(backend, "other", 1)
    given = found(*((id_, 2.0) for id_ in long), (other[0], 0.5))
    assert spread(given, backend) == given


def test_a_document_alone_keeps_its_order(backend: Backend) -> None:
    given = found(*((id_, 3.0 - rank) for rank, id_ in enumerate(document(backend, "long", 12))))
    assert spread(given, backend) == given


def test_each_ten_places_are_counted_anew(backend: Backend) -> None:
    long, other = document(backend, "long", 20), document(backend, "other", 3)
    given = found(*((id_, 2.0) for id_ in (*long, *other)))
    assert ids(spread(given, backend)) == [*long[:7], *other, *long[7:]]


def test_what_is_gone_is_left_out(backend: Backend) -> None:
    long = document(backend, "long", 8)
    assert ids(spread(found(*((id_, 2.0) for id_ in long), (99, 1.0)), backend)) == [*long]


def _world() -> tuple[MemoryBackend, dict[int, int]]:
    made = MemoryBackend()
    documents = [document(made, name, 15) for name in ("one", "two", "three")]
    return made, {int(id_): number for number, of in enumerate(documents) for id_ in of}


WORLD, DOCUMENT = _world()


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(sorted(DOCUMENT)), st.integers(-3, 9)), unique_by=lambda one: one[0]))
def test_nothing_is_lost_and_no_document_takes_more_while_a_worthy_one_waits(scores: list[tuple[int, int]]) -> None:
    ranked = found(*sorted(scores, key=lambda one: (-one[1], one[0])))
    ordered = spread(ranked, WORLD)
    assert sorted(ids(ordered)) == sorted(ids(ranked))
    for at, one in enumerate(ordered):
        page = ordered[at - at % PLACES : at]
        if sum(DOCUMENT[other.id] == DOCUMENT[one.id] for other in page) >= MOST:
            free = (each for each in ordered[at:] if DOCUMENT[each.id] != DOCUMENT[one.id])
            assert not any(each.score >= WORTH * one.score for each in free)
