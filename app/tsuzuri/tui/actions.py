"""Everything a key can do, once: bindings, footer, help and palette are all drawn from this list."""

from textual.binding import Binding, BindingType

from tsuzuri.tui.registry import (
    ask,
    categories,
    entities,
    everywhere,
    library,
    lists,
    marks,
    neighbourhood,
    review,
    search,
    settings,
    timeline,
)
from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    *lists.ACTIONS,
    *marks.ACTIONS,
    *search.ACTIONS,
    *entities.ACTIONS,
    *timeline.ACTIONS,
    *categories.ACTIONS,
    *review.ACTIONS,
    *library.ACTIONS,
    *ask.ACTIONS,
    *settings.ACTIONS,
    *neighbourhood.ACTIONS,
    *everywhere.ACTIONS,
)
"""All actions, in the order in which they are shown."""


def actions_of(*targets: Target) -> tuple[Action, ...]:
    """The actions of these targets, in order."""
    return tuple(action for action in ACTIONS if action.target in targets)


def bindings_of(*targets: Target) -> list[BindingType]:
    """Textual's bindings for the actions of these targets.

    A target that is not the app or a list is a screen: its bindings belong on the screen.
    """
    return [
        Binding(
            action.keys,
            action.run,
            action.title,
            show=action.footer,
            key_display=key_name(action.keys.split(",")[0]),
            tooltip=action.help,
            id=action.id,
        )
        for action in actions_of(*targets)
        if action.keys
    ]


def key_name(key: str) -> str:
    """A key as a person reads it: `question_mark` is "?", `ctrl+p` is "^p"."""
    if key.startswith("ctrl+"):
        return "^" + key.removeprefix("ctrl+")
    return _KEY_NAMES.get(key, key)


_KEY_NAMES = {
    "question_mark": "?",
    "slash": "/",
    "escape": "esc",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "plus": "+",
    "minus": "-",
    "comma": ",",
    "asterisk": "*",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
} | {"equals_sign": "="}
