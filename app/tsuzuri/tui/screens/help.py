"""What the keys do here."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from tsuzuri.tui.actions import actions_of, key_name
from tsuzuri.tui.keymap import Keymap
from tsuzuri.tui.present import fit
from tsuzuri.tui.registry.action import Action, Place, Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.theme import HEADING, QUIET, TITLE
from tsuzuri.tui.widgets.text_pane import TextPane


class HelpScreen(ModalScreen[None]):
    """The actions of a place, of its lists and of everywhere."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q,enter", "dismiss", "Close", key_display="esc")
    ]

    def __init__(self, place: Place, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self._place = place

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield TextPane()

    def on_mount(self) -> None:
        """Fill it."""
        pane = self.query_one(TextPane)
        pane.show(Content.styled(f"Keys in {self._place.title}", HEADING), help_text(self._place, self._keymap))
        pane.focus()


def help_text(place: Place, keymap: Keymap) -> Content:
    """The keys of a place, in groups, as the person has them."""
    groups = (
        ("Here", actions_of(place.target, *((Target.PLACE,) if place in PLACES else ()))),
        ("In a list", actions_of(Target.LIST, *((Target.MARKS, Target.MARKED) if place.marks else ()))),
        *([(place.inner[0], actions_of(place.inner[1]))] if place.inner else []),
        ("Everywhere", actions_of(Target.APP)),
    )
    lines: list[Content] = []
    for title, actions in groups:
        lines += [
            Content.styled(title, QUIET),
            *(_line(action, keymap) for action in actions if action.keys),
            Content(),
        ]
    return Content("\n").join(lines[:-1])


def _line(action: Action, keymap: Keymap) -> Content:
    keys = " ".join(key_name(key) for key in keymap.of(action).split(","))
    return Content.assemble(fit(Content.styled(keys, TITLE), 14), action.help)
