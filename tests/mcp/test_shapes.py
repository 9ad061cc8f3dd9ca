"""What is left out of an answer, because it would be too long or cannot be had, and that it is said."""

from datetime import date

import pytest

from tests.library.told import RINA, fact, told
from tsuzuri.library.several import FoundInSeveral
from tsuzuri.library.timeline import Timeline, lanes
from tsuzuri.library.views import FactView
from tsuzuri.mcp.shapes import search_out, timeline_out


def lives(homes: int) -> tuple[FactView, ...]:
    return tuple(
        told(fact(number, f"Rina Hayami | lives_in | Town {number}", date(1900 + number, 1, 1)))
        for number in range(1, homes + 1)
    )


@pytest.mark.parametrize(
    ("dated", "undated", "given", "cut"), [(3, 2, 5, False), (150, 50, 200, False), (150, 51, 200, True)]
)
def test_a_timeline_gives_so_many_facts_and_says_if_there_are_more(
    dated: int, undated: int, given: int, cut: bool
) -> None:
    views = lives(dated)
    out = timeline_out(Timeline(RINA, lanes(RINA, views, frozenset({"lives_in"})), lives(undated)), "work")
    assert sum(len(lane.facts) for lane in out.lanes) + len(out.undated) == given
    assert (out.budget.given, out.budget.cut) == (given, cut)


def test_a_search_says_which_dataset_could_not_answer() -> None:
    out = search_out(FoundInSeveral((), {}, {"private": "the keyring is locked"}), 10)
    assert (out.outcome, out.messages) == ("failed", ["private: the keyring is locked"])
