"""A walk down the categories in words."""

from dataclasses import replace
from datetime import date

from tests.tui.fake_library import FakeWalks, english
from tsuzuri.core.results import Strategy, TraceStep
from tsuzuri.library.walks import Walk
from tsuzuri.tui.walking import step_line, walk_head, walk_text


def a_walk() -> Walk:
    library = english()
    library.walks.go_on.set()
    library.search("Ilse", strategy=Strategy.DUAL, as_of=date(2024, 5, 6))
    assert isinstance(library.walks, FakeWalks)
    assert library.walks.last is not None
    return library.walks.last


def test_the_head_says_what_was_asked_and_what_it_cost() -> None:
    question, cost = walk_head(a_walk()).plain.splitlines()
    assert question == "Ilse"
    assert cost == "dual, as of 2024-05-06: 2 steps, 1 call of the model, about 312 tokens, 648 ms"


def test_each_step_says_what_was_offered_chosen_cut_short_and_passed_over() -> None:
    first, second, end = walk_text(a_walk()).plain.split("\n\n")
    assert first.splitlines() == [
        "Layer 2  2 offered, chosen by model and embedding, about 312 tokens, 640 ms",
        "gone into: Science",
        "cut short, all below taken: Places",
    ]
    assert second.splitlines()[-1] == "passed over: Lens types, Sites"
    assert end.splitlines() == [
        "What came of it",
        "8 hits",
        "from: Lens makers",
        "the walk ended early, for its budget of calls or tokens is spent",
    ]


def test_a_step_that_chose_nothing_and_a_long_list_are_told() -> None:
    names = tuple(f"kind {number}" for number in range(40))
    walk = replace(a_walk(), steps=(TraceStep(0, 40, (), (), "model", 5.0, 9, names),))
    told = walk_text(walk).plain
    assert told.startswith("Entities  40 offered")
    assert "nothing chosen: the walk ended here" in told
    assert "kind 23, 16 more\n" in told


def test_a_step_under_way_is_a_line() -> None:
    assert step_line(TraceStep(3, 12, ("a", "b"), ("c",), "model", 1.0)) == "layer 3: 3 of 12 chosen"
