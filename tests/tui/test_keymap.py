from pathlib import Path

import pytest

from tsuzuri.tui.actions import ACTIONS
from tsuzuri.tui.keymap import Keymap, keymap_of, read_keymap


def test_an_action_gets_the_keys_that_a_person_gives_it() -> None:
    keymap = keymap_of({"search.open": "ctrl+o", "list.down": "i, down"})
    assert keymap == Keymap({"search.open": "ctrl+o", "list.down": "i,down"})
    assert [keymap.of(one) for one in ACTIONS if one.id == "search.open"] == ["ctrl+o"]
    assert [keymap.of(one) for one in ACTIONS if one.id == "search.copy"] == ["y"]


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("!", "exclamation_mark"),
        ("@", "at"),
        ("-", "minus"),
        ("exclamation_mark", "exclamation_mark"),
        ("plus", "plus"),
        ("F5", "f5"),
        ("ctrl+shift+o", "ctrl+shift+o"),
        ("é", "é"),
        ("semicolon", "semicolon"),
    ],
)
def test_a_key_is_written_as_a_person_or_as_the_program_writes_it(written: str, known: str) -> None:
    assert keymap_of({"search.open": written}).keys == {"search.open": known}


@pytest.mark.parametrize(
    ("id", "keys", "problem"),
    [
        ("search.opn", "o", "search.opn is no action: did you mean search.open?"),
        ("zebra", "o", "zebra is no action"),
        ("app.theme", "o", "app.theme is an action of the palette, which no key does"),
        ("search.open", 7, 'search.open: keys are written as "ctrl+o" or "j,down"'),
        ("search.open", "", 'search.open: keys are written as "ctrl+o" or "j,down"'),
        ("search.open", "hyperdrive", "search.open: hyperdrive is no key"),
        ("search.open", "strg+o,b", "search.open: strg+o is no key"),
        ("search.open", "y", "search.open: y is a key of search.copy already"),
        ("app.help", "j", "app.help: j is a key of list.down already"),
        ("review.yes", "space", ""),
    ],
)
def test_what_is_wrong_is_told_and_the_rest_holds(id: str, keys: object, problem: str) -> None:
    keymap = keymap_of({id: keys, "entities.copy": "ctrl+y"})
    assert "entities.copy" in keymap.keys
    if problem:
        assert (dict(keymap.keys), keymap.problems) == ({"entities.copy": "ctrl+y"}, (problem,))
    else:
        assert keymap.problems == ("review.yes: space is a key of review.evidence already",)


def test_two_actions_may_change_keys() -> None:
    keymap = keymap_of({"search.open": "y", "search.copy": "o"})
    assert keymap == Keymap({"search.open": "y", "search.copy": "o"})


def test_actions_of_two_places_may_share_a_key() -> None:
    assert keymap_of({"search.open": "b"}).problems == ()


def test_a_file_gives_keys_and_none_none(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    assert read_keymap(file) == Keymap()
    file.write_text('"search.open" = "ctrl+o"\n', encoding="utf-8")
    assert read_keymap(file).keys == {"search.open": "ctrl+o"}
    file.write_text("search.open", encoding="utf-8")
    assert read_keymap(file).problems[0].startswith("keys.toml cannot be read: ")
