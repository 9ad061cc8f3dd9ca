"""A conversation on the screen: one of its places, or a question, is selected."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.theme import HEADING
from tsuzuri.tui.turns import Line, Place, Turn, turn_lines
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved

_GUTTER = 2

Stop = tuple[int, int | None]
"""What can be selected: a turn's number, and the number of one of its places, or None for a question without one."""


class Conversation(ScrollView, can_focus=True):
    """Questions with their answers, the latest last. Up and down go from place to place."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"conversation--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.LIST)
    DEFAULT_CSS = """
    Conversation {
        height: 1fr;
        scrollbar-size-vertical: 1;
        overflow-x: hidden;
        & > .conversation--cursor { background: $cursor-away; }
        &:focus > .conversation--cursor { background: $cursor; }
    }
    """

    cursor: reactive[int] = reactive(0)
    """The selected stop."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.turns: tuple[Turn, ...] = ()
        self._stops: list[Stop] = []
        self._lines: list[tuple[Line, int]] = []
        self._laid: dict[int, tuple[Turn, int, tuple[Line, ...]]] = {}

    @property
    def turn(self) -> Turn | None:
        """The turn of what is selected."""
        stop = self._stop
        return None if stop is None else self.turns[stop[0]]

    @property
    def place(self) -> Place | None:
        """The selected place; None for a question without one."""
        stop = self._stop
        return None if stop is None or stop[1] is None else self.turns[stop[0]].places[stop[1]]

    def show(self, turns: Sequence[Turn], *, to_last: bool = False) -> None:
        """Show these turns. What is selected stays so if it is there, unless it is `to_last`: the first of the last."""
        selected, place = self.turn, self._stop[1] if self._stop else None
        self.turns = tuple(turns)
        self._stops = [
            (number, at)
            for number, turn in enumerate(turns)
            for at in (range(len(turn.places)) if turn.places else (None,))
        ]
        self._lay()
        wanted = next((n for n, one in enumerate(turns) if selected is not None and one.key == selected.key), None)
        if to_last or wanted is None:
            wanted, place = len(turns) - 1, None
        self._move_to(self._nearest(wanted, place))
        self.post_message(Moved(self))

    def action_move(self, stops: int) -> None:
        """Move the cursor by so many stops."""
        self._move_to(self.cursor + stops)

    def action_page(self, pages: int) -> None:
        """Move the cursor by about so many screenfuls."""
        if not self._stops:
            return
        goal = self._first_line(self.cursor) + pages * max(1, self.size.height - 1)
        beyond = [n for n in range(len(self._stops)) if (self._first_line(n) - goal) * pages >= 0]
        self._move_to((min(beyond) if pages > 0 else max(beyond)) if beyond else (len(self._stops) if pages > 0 else 0))

    def action_first(self) -> None:
        """To the first."""
        self._move_to(0)

    def action_last(self) -> None:
        """To the last."""
        self._move_to(len(self._stops) - 1)

    def action_choose(self) -> None:
        """Open what is selected."""
        if self._stop is not None:
            self.post_message(Chosen(self))

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        width, ground = self.scrollable_content_region.width, self.rich_style
        number = round(self.scroll_y) + y
        if number >= len(self._lines):
            return Strip.blank(width, ground)
        line, _ = self._lines[number]
        here = self._is_selected(number)
        style = self.get_component_rich_style("conversation--cursor") if here else ground
        mark = ">" if here and not (number and self._is_selected(number - 1)) else ""
        content = Content.styled(mark.ljust(_GUTTER), HEADING).append(line.content)
        segments = [
            Segment(text, style + own if own else style) for text, own, _ in content.render_segments() if text != "\n"
        ]
        return Strip(segments).adjust_cell_length(width, style)

    def watch_cursor(self, before: int, now: int) -> None:
        """Say that something else is selected."""
        if before != now:
            self.refresh()
            self.post_message(Moved(self))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Draw what has come into sight."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.refresh()

    def on_resize(self) -> None:
        """Break lines anew, and keep what is selected in sight."""
        self._lay()
        self._move_to(self.cursor)

    def on_click(self, event: events.Click) -> None:
        """Select what was clicked; a double click opens it."""
        number = round(self.scroll_y) + event.y
        if number < len(self._lines):
            line, turn = self._lines[number]
            self._move_to(self._nearest(turn, line.place))
            if event.chain == 2:
                self.action_choose()

    @property
    def _stop(self) -> Stop | None:
        return self._stops[self.cursor] if self.cursor < len(self._stops) else None

    def _nearest(self, turn: int, place: int | None) -> int:
        """The stop of a place of a turn, or the turn's first."""
        first = next((n for n, stop in enumerate(self._stops) if stop[0] == turn), 0)
        return next((n for n, stop in enumerate(self._stops) if stop == (turn, place)), first)

    def _is_selected(self, number: int) -> bool:
        line, turn = self._lines[number]
        stop = self._stop
        if stop is None or turn != stop[0]:
            return False
        return line.place == stop[1] and (stop[1] is not None or bool(line.content.plain))

    def _first_line(self, stop: int) -> int:
        turn, place = self._stops[stop]
        return next(n for n, (line, of) in enumerate(self._lines) if of == turn and line.place == place)

    def _move_to(self, stop: int) -> None:
        """Select a stop, with all of its turn in sight if there is room, else the stop itself."""
        self.cursor = max(0, min(stop, len(self._stops) - 1))
        if not self._stops:
            return
        turn = self._stops[self.cursor][0]
        own = [n for n, (_, of) in enumerate(self._lines) if of == turn]
        first = own[0] if len(own) <= self.size.height else self._first_line(self.cursor)
        last = own[-1] if len(own) <= self.size.height else first + 1
        top = min(max(round(self.scroll_y), last + 1 - self.size.height), first)
        self.scroll_to(y=top, animate=False, force=True, immediate=True)

    def _lay(self) -> None:
        width = max(self.scrollable_content_region.width - _GUTTER - 1, 1)
        self._lines = []
        laid: dict[int, tuple[Turn, int, tuple[Line, ...]]] = {}
        for number, turn in enumerate(self.turns):
            known = self._laid.get(number)
            if known is None or known[0] is not turn or known[1] != width:
                known = (turn, width, turn_lines(turn, width))
            laid[number] = known
            self._lines += [(line, number) for line in known[2]]
        self._laid = laid
        self.virtual_size = Size(self.size.width, len(self._lines))
        self.refresh()
