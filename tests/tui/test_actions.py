from collections import Counter

import pytest
from textual.binding import Binding

from tsuzuri.tui.actions import ACTIONS, actions_of, bindings_of, key_name
from tsuzuri.tui.registry.action import Place, Target
from tsuzuri.tui.registry.places import PLACES


def test_no_two_actions_share_an_id() -> None:
    assert len({action.id for action in ACTIONS}) == len(ACTIONS)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_in_a_place_no_two_actions_share_a_key(place: Place) -> None:
    inner = place.inner[1] if place.inner else None
    lists = (Target.LIST,) if inner is Target.SIDES else (Target.LIST, *([inner] if inner else ()))
    if place.marks:
        assert doubled(Target.APP, Target.PLACE, place.target, Target.LIST, Target.MARKS) == []
        assert doubled(Target.APP, place.target, Target.LIST, Target.MARKS, Target.MARKED) == []
    assert doubled(Target.APP, Target.PLACE, place.target, *lists) == []
    assert doubled(Target.APP, Target.PLACE, place.target, *([inner] if inner else ())) == []


def doubled(*targets: Target) -> list[str]:
    """The keys that several actions of these targets listen to."""
    keys = Counter(key for action in actions_of(*targets) for key in action.keys.split(",") if key)
    return [key for key, count in keys.items() if count > 1]


def test_every_action_says_what_it_does() -> None:
    assert all(action.title and action.help for action in ACTIONS)


def test_bindings_carry_id_title_and_help() -> None:
    binding = bindings_of(Target.APP)[0]
    assert isinstance(binding, Binding)
    assert (binding.id, binding.key, binding.description, binding.tooltip) == (
        "go.search",
        "1",
        "Search",
        "Go to Search",
    )


def test_an_action_without_keys_is_for_the_palette_only() -> None:
    assert "app.theme" in {action.id for action in actions_of(Target.APP) if action.palette}
    assert "app.theme" not in {b.id for b in bindings_of(Target.APP) if isinstance(b, Binding)}


@pytest.mark.parametrize(
    ("key", "name"), [("question_mark", "?"), ("ctrl+p", "^p"), ("enter", "enter"), ("G", "G"), ("plus", "+")]
)
def test_keys_are_named_as_a_person_reads_them(key: str, name: str) -> None:
    assert key_name(key) == name
