"""Which nodes go together."""

import numpy as np

from tests.enrich.samples import around, nodes
from tsuzuri.core.values import EntityType
from tsuzuri.enrich.clustering import centred
from tsuzuri.enrich.grouping import Group, batches, group


class TestGroups:
    def test_are_families_first_and_like_things_then(self) -> None:
        things = nodes("green tea", "black tea", "tea", "hammer", "chisel", "oboe", "cello")
        found = group(things, centred(around(0, 0, 0, 1, 1, 2, 2)), 2)
        assert found[0] == Group((0, 1, 2), "tea")
        assert {one.members for one in found[1:]} == {(3, 4), (5, 6)}
        assert {one.name for one in found[1:]} == {""}

    def test_of_people_are_none_by_surname(self) -> None:
        people = nodes("Ken Ito", "Mai Ito", "Rui Ito", "Ito", type=EntityType.PERSON)
        assert all(not one.name for one in group(people, centred(around(0, 0, 0, 0)), 8))

    def test_do_not_mix_types(self) -> None:
        mixed = nodes("oboe", "cello") + nodes("Alder", "Birch", type=EntityType.PLACE)
        found = group(mixed, centred(around(0, 0, 0, 0)), 8)
        assert [one.members for one in found] == [(0, 1), (2, 3)]

    def test_of_what_has_no_vector_go_by_name(self) -> None:
        found = group(nodes("pear", "apple", "fig"), np.zeros((3, 8), np.float32), 2)
        assert [one.members for one in found] == [(1, 2), (0,)]


class TestBatches:
    def test_hold_like_groups_and_no_more_than_they_may(self) -> None:
        vectors = around(0, 0, 1, 1, 0, 0, 1, 1)
        groups = [Group((0, 1)), Group((2, 3)), Group((4, 5)), Group((6, 7))]
        found = batches(groups, vectors, 4)
        assert [{one.members for one in batch} for batch in found] == [{(0, 1), (4, 5)}, {(2, 3), (6, 7)}]

    def test_give_a_great_group_room(self) -> None:
        assert batches([Group((0, 1, 2))], around(0, 0, 0), 2) == [[Group((0, 1, 2))]]
        assert batches([], around(), 2) == []
