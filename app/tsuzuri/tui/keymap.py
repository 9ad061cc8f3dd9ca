"""The person's own keys: `keys.toml` in the configuration folder, each line an action's id and its keys.

    "search.open" = "ctrl+o"
    "list.down" = "j,down,n"

What is wrong with a line is told by name, and the rest holds.
"""

import difflib
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from textual.keys import KEY_NAME_REPLACEMENTS, KEY_TO_UNICODE_NAME, Keys

from tsuzuri.tui.actions import ACTIONS
from tsuzuri.tui.registry.action import Action, Target
from tsuzuri.tui.registry.places import PLACES

FILE_NAME = "keys.toml"

_NAMED = frozenset(key.value for key in Keys)
_MODIFIERS = frozenset({"ctrl", "shift", "alt", "super", "hyper", "meta"})


@dataclass(frozen=True, slots=True)
class Keymap:
    """The keys that a person has given to actions, by id, and what is wrong with the rest, a sentence each."""

    keys: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def of(self, action: Action) -> str:
        """The keys of an action, comma-separated."""
        return self.keys.get(action.id, action.keys)


NO_KEYS = Keymap()
"""The keys as they come."""


def read_keymap(file: Path) -> Keymap:
    """The keys that a file gives; a file that is not there gives none, and one that cannot be read says so."""
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Keymap()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Keymap(problems=(f"{file.name} cannot be read: {error}",))
    return keymap_of(values)


def keymap_of(values: Mapping[str, object]) -> Keymap:
    """The keys that ids are given, as far as they can be used."""
    problems: list[str] = []
    keys: dict[str, str] = {}
    known = {action.id: action for action in ACTIONS}
    for id_, value in values.items():
        if (action := known.get(id_)) is None:
            near = next(iter(difflib.get_close_matches(id_, known, n=1)), "")
            problems.append(f"{id_} is no action{f': did you mean {near}?' if near else ''}")
        elif not action.keys:
            problems.append(f"{id_} is an action of the palette, which no key does")
        elif not isinstance(value, str) or not value.strip():
            problems.append(f'{id_}: keys are written as "ctrl+o" or "j,down"')
        elif unknown := [name for name in _parts(value) if _key(name) is None]:
            problems.append(f"{id_}: {', '.join(unknown)} is no key")
        else:
            keys[id_] = ",".join(key for name in _parts(value) if (key := _key(name)) is not None)
    return _without_clashes(keys, problems)


def _without_clashes(keys: dict[str, str], problems: list[str]) -> Keymap:
    """Take back what would give one key to two actions that can be meant at the same time."""
    while found := next(_clashes(Keymap(keys)), None):
        key, one, other = found
        for action in (one, other):
            if keys.pop(action.id, None) is not None:
                beside = other if action is one else one
                problems.append(f"{action.id}: {key} is a key of {beside.id} already")
    return Keymap(keys, tuple(problems))


def _clashes(keymap: Keymap) -> Iterator[tuple[str, Action, Action]]:
    """Each key that two actions share of which one was given it, with both."""
    for together in _contexts():
        heard: dict[str, list[Action]] = {}
        for action in ACTIONS:
            if action.target in together:
                for key in filter(None, keymap.of(action).split(",")):
                    heard.setdefault(key, []).append(action)
        for key, actions in heard.items():
            for one, other in combinations(actions, 2):
                if one.id in keymap.keys or other.id in keymap.keys:
                    yield key, one, other


def _contexts() -> Iterator[frozenset[Target]]:
    """Which targets listen at the same time: those of a place with its lists, and those of the windows of their own."""
    everywhere = frozenset({Target.APP, Target.PLACE})
    for place in PLACES:
        yield everywhere | {place.target, Target.LIST}
        if place.marks:
            yield everywhere | {place.target, Target.LIST, Target.MARKS}
            yield frozenset({Target.APP, place.target, Target.LIST, Target.MARKS, Target.MARKED})
        if place.inner is not None:
            inner = place.inner[1]
            yield everywhere | {place.target, inner} | ({Target.LIST} if inner is not Target.SIDES else set())
    yield everywhere | {Target.WELCOME}
    yield frozenset({Target.APP, Target.SETTINGS, Target.LIST})


def _parts(value: str) -> Iterable[str]:
    """The names of keys in a line; a comma that is meant as a key is written "comma"."""
    return (part.strip() for part in value.split(",") if part.strip())


def _key(name: str) -> str | None:
    """A key as Textual calls it; None for what is none."""
    *modifiers, base = (part.strip() for part in name.split("+")) if len(name) > 1 else (name,)
    if not set(modifiers) <= _MODIFIERS or not base:
        return None
    if len(base) == 1:
        base = base if base.isalnum() else _of_sign(base)
    elif (
        base.lower() in _NAMED or base.lower() in KEY_TO_UNICODE_NAME or base.lower() in KEY_NAME_REPLACEMENTS.values()
    ):
        base = base.lower()
    elif not _is_sign(base):
        return None
    return "+".join((*modifiers, base))


def _of_sign(sign: str) -> str:
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name) or sign


def _is_sign(name: str) -> bool:
    """Whether that is how Textual writes the Unicode name of a character: "question_mark"."""
    try:
        unicodedata.lookup(name.replace("_", " ").upper())
    except KeyError:
        return False
    return True
