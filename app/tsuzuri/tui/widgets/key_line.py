"""The last line: the keys that can be pressed here, and what they do."""

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget


@dataclass(frozen=True, slots=True)
class Offer:
    """A key as it is pressed and as it is shown, with what it does; `begin` and `end` are the cells it stands in."""

    key: str
    shown: str
    title: str
    enabled: bool
    tooltip: str
    begin: int = 0
    end: int = 0


def laid_out(offers: list[Offer], width: int) -> tuple[Offer, ...]:
    """As many of the offers as fit into so many cells, each with its place; none is cut."""
    placed: list[Offer] = []
    begin = 0
    for one in offers:
        end = begin + cell_len(one.shown) + cell_len(one.title) + 3
        if end > width + 1:  # the space behind the last one may be outside
            break
        placed.append(Offer(one.key, one.shown, one.title, one.enabled, one.tooltip, begin, end))
        begin = end
    return tuple(placed)


class KeyLine(Widget):
    """The bindings in force that are to be shown; a click presses the key.

    It draws one line instead of keeping a widget for each key: Textual's `Footer` makes those anew with each change of
    focus, and `data_bind` keeps every one that ever was (Textual 8.2).
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-line--key", "key-line--title"}
    DEFAULT_CSS = """
    KeyLine {
        dock: bottom;
        height: 1;
        background: $footer-background;
        & > .key-line--key { color: $footer-key-foreground; text-style: bold; }
        & > .key-line--title { color: $footer-description-foreground; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._offers: list[Offer] = []

    def render(self) -> Content:
        """The line."""
        key, title = (self.get_visual_style(f"key-line--{part}", partial=True) for part in ("key", "title"))
        line = Content("")
        for one in self._placed:
            faint = "" if one.enabled else "dim"
            line += Content.assemble((f" {one.shown} ", key), (f"{one.title} ", title)).stylize(faint)
        return line

    def on_mount(self) -> None:
        """Follow the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def on_click(self, event: events.Click) -> None:
        """Press the key that stands there."""
        one = self._at(event.x)
        if one is None:
            return
        if one.enabled:
            self.app.simulate_key(one.key)
        else:
            self.app.bell()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell what the key there does."""
        one = self._at(event.x)
        self.tooltip = one.tooltip if one is not None and one.tooltip else None

    @property
    def _placed(self) -> tuple[Offer, ...]:
        return laid_out(self._offers, self.size.width)

    def _at(self, x: int) -> Offer | None:
        return next((one for one in self._placed if one.begin <= x < one.end), None)

    def _bindings_changed(self, screen: Screen[object]) -> None:
        if not screen.is_current:
            return
        offers: dict[str, Offer] = {}
        for _, binding, enabled, tooltip in screen.active_bindings.values():
            if binding.show and binding.action not in offers:
                shown = self.app.get_key_display(binding)
                offers[binding.action] = Offer(
                    binding.key, shown, binding.description, enabled, tooltip or binding.tooltip
                )
        if self._offers != (changed := list(offers.values())):
            self._offers = changed
            self.refresh()
