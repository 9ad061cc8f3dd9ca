"""What stands around an entity, at most two facts away, the same picture each time."""

from datetime import date

from tests.store.samples import evidence, fact_draft, name, state, store
from tsuzuri.core.ids import EntityId
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import EntityType
from tsuzuri.library.neighbourhood import FAR, NEAR, Neighbourhood, neighbourhood
from tsuzuri.store.memory import MemoryBackend


class World:
    def __init__(self) -> None:
        self.backend = MemoryBackend()
        with self.backend.transaction():
            (self.passage,) = store(self.backend, "/a.txt", ["all of it"]).passages

    def entity(self, words: str) -> EntityId:
        with self.backend.transaction():
            return name(self.backend, words, EntityType.PERSON)

    def say(self, subject: EntityId, relation: str, to: EntityId | str, year: int = 2020) -> None:
        valid = Interval(date(year, 1, 1), None, Precision.YEAR)
        object_, value = (None, to) if isinstance(to, str) else (to, "")
        with self.backend.transaction():
            state(
                self.backend, fact_draft(subject, relation, object_, value=value, valid=valid), evidence(self.passage)
            )

    def around(self, of: EntityId, as_of: date | None = None) -> Neighbourhood:
        found = neighbourhood(self.backend, of, as_of=as_of)
        assert found is not None
        return found


def test_is_a_tree_of_two_facts() -> None:
    world = World()
    aiko, lumen, oslo, ken = (world.entity(words) for words in ("Aiko", "Lumen", "Oslo", "Ken"))
    world.say(aiko, "works_at", lumen, 2019)
    world.say(lumen, "located_in", oslo)
    world.say(ken, "knows", aiko, 2021)
    world.say(aiko, "born_on", "1980", 2022)
    found = world.around(aiko)
    assert [(branch.name, branch.inward, branch.entity is not None) for branch in found.branches] == [
        ("Lumen", False, True),
        ("Ken", True, True),
        ("1980", False, False),
    ]
    assert [one.name for one in found.branches[0].below] == ["Oslo"]
    assert found.branches[1].below == ()
    assert world.around(aiko) == found


def test_a_neighbour_is_followed_where_it_is_met_first() -> None:
    world = World()
    aiko, lumen, oslo = (world.entity(words) for words in ("Aiko", "Lumen", "Oslo"))
    world.say(aiko, "works_at", lumen, 2019)
    world.say(aiko, "founded", lumen, 2020)
    world.say(lumen, "located_in", oslo)
    assert [[one.name for one in branch.below] for branch in world.around(aiko).branches] == [["Oslo"], []]


def test_what_there_is_no_room_for_is_counted() -> None:
    world = World()
    aiko, lumen = world.entity("Aiko"), world.entity("Lumen")
    world.say(aiko, "works_at", lumen, 1990)
    for number in range(FAR + 3):
        world.say(lumen, "makes", f"thing {number}")
    for number in range(NEAR):
        world.say(aiko, "owns", f"book {number}", 2000)
    found = world.around(aiko)
    assert (len(found.branches), found.more) == (NEAR, 1)
    assert (len(found.branches[0].below), found.branches[0].more) == (FAR, 3)


def test_on_a_day_only_what_held_then() -> None:
    world = World()
    aiko, lumen, oslo = (world.entity(words) for words in ("Aiko", "Lumen", "Oslo"))
    world.say(aiko, "works_at", lumen, 2010)
    world.say(aiko, "lives_in", oslo, 2020)
    assert [one.name for one in world.around(aiko, date(2015, 1, 1)).branches] == ["Lumen"]


def test_of_one_that_is_gone_there_is_none() -> None:
    assert neighbourhood(World().backend, EntityId(99)) is None
