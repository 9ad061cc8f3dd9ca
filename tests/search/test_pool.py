"""The pool: facts and passages of the entities that were reached, nearest first, and of hubs only what is near."""

from tests.fakes import FakeEmbedder
from tests.search.hierarchies import Lenient, remember
from tests.stages import NOW
from tsuzuri.core.ids import FactId
from tsuzuri.core.models import Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.values import EntityType, Kind
from tsuzuri.search.near import CardVectors, Near
from tsuzuri.search.pool import Caps, pool

CAPS = Caps(entities=10, each=4, nearest=3, pool=6)
TOOLS = tuple(f"{what} {number}" for what in ("hammer", "saw") for number in range(5))


def near(backend: Backend, question: str, embedder: Embedder | None = None) -> Near:
    embedder = embedder or Lenient()
    return Near(backend, embedder, CardVectors(embedder), embedder.query(question))


def test_what_an_entity_is_joined_to_comes_with_it(backend: Backend) -> None:
    entities = remember(backend, ["violin", "piano"], owner="Mariko Hoshi")
    found = pool([entities["violin"]], near(backend, "violin"), backend, CAPS)
    assert [one.id for one in found[Kind.ENTITY]] == [entities["violin"]]
    assert [backend.graph.facts([FactId(one.id)])[0].object_name for one in found[Kind.FACT]] == ["violin"]
    assert len(found[Kind.PASSAGE]) == 1
    assert all(one.routes == (Route.SYSTEM2,) for ones in found.values() for one in ones)


def test_of_a_hub_comes_what_is_near_the_question(backend: Backend) -> None:
    entities = remember(backend, TOOLS, owner="Mariko Hoshi")
    found = pool([entities["Mariko Hoshi"]], near(backend, "Mariko Hoshi owns saw 3"), backend, CAPS)
    assert 1 <= len(found[Kind.FACT]) <= CAPS.nearest
    assert 1 <= len(found[Kind.PASSAGE]) <= CAPS.nearest
    assert backend.graph.facts([FactId(found[Kind.FACT][0].id)])[0].object_name == "saw 3"


def test_no_kind_has_more_than_the_cap(backend: Backend) -> None:
    entities = remember(backend, TOOLS)
    found = pool(list(entities.values()), near(backend, "saw"), backend, CAPS)
    assert {kind: len(ones) for kind, ones in found.items()} == {Kind.ENTITY: 6, Kind.FACT: 0, Kind.PASSAGE: 6}


def test_nearest_come_first(backend: Backend) -> None:
    entities = remember(backend, TOOLS)
    found = pool(list(entities.values()), near(backend, "saw 2"), backend, CAPS)
    assert found[Kind.ENTITY][0].id == entities["saw 2"]
    assert [one.score for one in found[Kind.PASSAGE]] == sorted(
        (one.score for one in found[Kind.PASSAGE]), reverse=True
    )


def test_without_an_embedder_all_comes_in_its_order(backend: Backend) -> None:
    entities = remember(backend, ["violin", "piano"], owner="Mariko Hoshi")
    found = pool(list(entities.values()), None, backend, CAPS)
    assert [one.id for one in found[Kind.ENTITY]] == list(entities.values())
    assert len(found[Kind.FACT]) == 2


def test_of_nothing_comes_nothing(backend: Backend) -> None:
    assert not any(pool([], near(backend, "saw"), backend, CAPS).values())


def test_what_is_far_from_the_question_is_left_out(backend: Backend) -> None:
    entities = remember(backend, ["violin", "piano"])
    found = pool(list(entities.values()), near(backend, "violin", FakeEmbedder()), backend, CAPS)
    assert [one.id for one in found[Kind.ENTITY]] == [entities["violin"]]


def test_what_has_no_vector_yet_comes_last(backend: Backend) -> None:
    entities = remember(backend, ["violin", "piano"])
    with backend.transaction():
        late = backend.graph.add_entity("drum", "drum", EntityType.THING, NOW)
    found = pool([late, *entities.values()], near(backend, "violin"), backend, CAPS)
    assert [one.id for one in found[Kind.ENTITY]] == [entities["violin"], entities["piano"], late]
