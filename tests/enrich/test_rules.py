"""When a rebuild is due."""

from datetime import timedelta

from tests.enrich.samples import NOW
from tsuzuri.core.categories import Build
from tsuzuri.core.ids import BuildId
from tsuzuri.enrich.rules import HierarchyRules, due

RULES = HierarchyRules()


def built(*, attached: int = 0) -> Build:
    return Build(BuildId(1), "rule", NOW, NOW, (3,), attached)


class TestARebuild:
    def test_is_due_when_twenty_entities_are_new(self) -> None:
        assert due(None, 19, 19, RULES, NOW) == ""
        assert due(None, 20, 20, RULES, NOW) == "20 entities are new"

    def test_counts_those_that_were_attached_meanwhile(self) -> None:
        assert due(built(attached=15), 300, 5, RULES, NOW) == "20 entities are new"

    def test_waits_in_a_large_library_until_one_in_twenty_is_new(self) -> None:
        assert due(built(), 1000, 49, RULES, NOW) == ""
        assert due(built(), 1000, 50, RULES, NOW) == "50 entities are new"

    def test_is_due_after_a_day_with_a_single_one(self) -> None:
        late = NOW + timedelta(hours=24)
        assert due(built(attached=1), 1000, 0, RULES, NOW + timedelta(hours=23)) == ""
        assert due(built(attached=1), 1000, 0, RULES, late) == "1 entities are new since 2026-11-30"
        assert due(built(), 1000, 0, RULES, late) == ""
