"""New entities find their place between two builds."""

import numpy as np
import pytest

from tests.enrich.samples import SPACE, around, now, remember
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType
from tsuzuri.enrich.attach import Attaching
from tsuzuri.enrich.build import Building
from tsuzuri.enrich.rules import HierarchyRules
from tsuzuri.store.memory import MemoryBackend

TEAS = ["green tea", "black tea", "tea"]
INSTRUMENTS = ["oboe", "cello", "flute", "lute", "harp", "drum", "tuba", "viol"]
TOOLS = ["hammer", "chisel", "plane", "awl", "saw", "vice", "rasp", "adze"]


@pytest.fixture
def backend() -> Backend:
    """A library whose things are in three categories."""
    made = MemoryBackend()
    remember(made, TEAS + INSTRUMENTS + TOOLS, around(0, 0, 0, *[1] * 8, *[2] * 8))
    Building(made, SPACE, HierarchyRules(), now).run()
    return made


def parents(backend: Backend, id_: EntityId) -> list[str]:
    return [one.name for one in backend.categories.parents([id_]).get(id_, ())]


class TestANewEntity:
    def test_is_put_where_what_is_like_it_is(self, backend: Backend) -> None:
        (viola,) = remember(backend, ["viola"], around(1), uri="/more.txt")
        oboe = backend.graph.entities_by_key(["oboe"])["oboe"][0].id
        assert Attaching(backend, SPACE).run() == 1
        assert parents(backend, viola) == parents(backend, oboe)
        assert backend.categories.uncategorised(10) == ()

    def test_is_put_where_its_name_says(self, backend: Backend) -> None:
        (tea,) = remember(backend, ["Oolong Tea"], uri="/more.txt")
        assert Attaching(backend, SPACE).run() == 1
        assert parents(backend, tea) == ["tea"]

    def test_that_is_like_nothing_is_unsorted(self, backend: Backend) -> None:
        strange = remember(backend, ["eclipse", "comet"], around(6, 6), uri="/more.txt")
        attaching = Attaching(backend, SPACE)
        assert attaching.run() == 2
        assert [parents(backend, id_) for id_ in strange] == [["Unsorted"], ["Unsorted"]]
        (later,) = remember(backend, ["meteor"], around(6), uri="/later.txt")
        assert attaching.run() == 1
        assert parents(backend, later) == ["Unsorted"]
        assert set(backend.categories.below([one.id for one in backend.categories.top()])) >= {*strange, later}

    def test_without_a_vector_waits_for_it(self, backend: Backend) -> None:
        (id_,) = remember(backend, ["viola"], uri="/more.txt")
        assert Attaching(backend, SPACE).run() == 0
        assert backend.categories.uncategorised(10) == (id_,)

    def test_is_in_three_categories_at_most(self) -> None:
        backend = MemoryBackend()
        remember(backend, [f"x{n}" for n in range(50)], around(*[0, 1] * 25, spread=0.02))
        Building(backend, SPACE, HierarchyRules(), now).run()
        (id_,) = remember(backend, ["viola"], around(0), uri="/more.txt")
        Attaching(backend, SPACE).run()
        assert len(parents(backend, id_)) == 3

    def test_that_is_a_person_is_no_kind_of_its_surname(self, backend: Backend) -> None:
        (id_,) = remember(backend, ["Mai Tea"], types={"Mai Tea": EntityType.PERSON}, uri="/more.txt")
        Attaching(backend, SPACE).run()
        assert parents(backend, id_) == []


class TestAttaching:
    def test_waits_for_the_first_build(self) -> None:
        backend = MemoryBackend()
        remember(backend, ["oboe"], around(0))
        assert Attaching(backend, SPACE).run() == 0

    def test_sees_a_build_that_came_since(self, backend: Backend) -> None:
        attaching = Attaching(backend, SPACE)
        attaching.run()
        stars = remember(backend, [f"star {letter}" for letter in "abcdefgh"], around(*[6] * 8), uri="/more.txt")
        Building(backend, SPACE, HierarchyRules(), now).run()
        (id_,) = remember(backend, ["bolide"], around(6), uri="/later.txt")
        assert attaching.run() == 1
        assert parents(backend, id_) == parents(backend, stars[0])

    def test_of_nothing_writes_nothing(self, backend: Backend) -> None:
        version = backend.data_version()
        assert Attaching(backend, SPACE).run() == 0
        assert backend.data_version() == version

    def test_does_without_any_vector(self) -> None:
        backend = MemoryBackend()
        remember(backend, ["green tea", "tea"])
        Building(backend, SPACE, HierarchyRules(), now).run()
        remember(backend, ["comet"], np.eye(8, dtype=np.float32)[:1], uri="/more.txt")
        assert Attaching(backend, SPACE).run() == 1
