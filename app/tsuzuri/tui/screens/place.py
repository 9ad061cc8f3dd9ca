"""What all places share: their frame, two sides, trouble in the status line, and word of changed data."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from tsuzuri.core.ids import EntityId
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, Failed, ask
from tsuzuri.tui.deeds import Done, done, keep_order
from tsuzuri.tui.desk import Desk, Standing
from tsuzuri.tui.present import one_line
from tsuzuri.tui.registry.action import Place, Target
from tsuzuri.tui.screens.sourced import SourcedScreen
from tsuzuri.tui.widgets.chrome import PlaceBar, StatusLine
from tsuzuri.tui.widgets.key_line import KeyLine
from tsuzuri.tui.widgets.list_line import ListLine
from tsuzuri.tui.widgets.rows_messages import Marked, Ordered
from tsuzuri.tui.widgets.welcome import Welcome
from tsuzuri.tui.wishes import AskFor, ShowCategories, ShowNeighbours, ShowTimeline

if TYPE_CHECKING:
    from datetime import date

    from tsuzuri.core.roots import Root

_NEEDING_CONTENT = frozenset(
    {"to_line", "panes", "back", "copy", "open_source", "forget", "timeline", "zoom", "fit", "as_of", "build", "revert"}
    | {"answer", "undo", "history", "ask", "again", "delete", "stop"}
    | {"sort", "merge", "beside"}
)


class PlaceScreen(SourcedScreen):
    """A place: a line to type in, a left side and a right side that shows its evidence.

    On a narrow terminal one side is shown at a time, the one with the focus.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.PLACE)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-wide")]  # noqa: RUF012 - as Textual declares it
    AUTO_FOCUS = ""
    PROMPT: ClassVar[str] = ""
    PLACE: ClassVar[Place]

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.line = Input(placeholder=self.PROMPT, id="line", compact=True)
        self.line.cursor_blink = False

    def compose(self) -> ComposeResult:
        """The frame around the two sides."""
        yield PlaceBar(self.PLACE)
        yield self.line
        yield Welcome()
        with Horizontal(id="sides"):
            with Vertical(id="left"):
                yield from self.compose_left()
            with Vertical(id="right"):
                yield from self.compose_right()
        yield StatusLine()
        yield KeyLine()

    def compose_left(self) -> ComposeResult:
        """What is chosen from."""
        raise NotImplementedError

    def compose_right(self) -> ComposeResult:
        """What is shown of the chosen."""
        raise NotImplementedError

    def enter_left(self) -> None:
        """Put the focus on the left side's list."""
        raise NotImplementedError

    def enter_right(self) -> None:
        """Put the focus on the right side."""
        raise NotImplementedError

    def begin(self) -> None:
        """Put the focus where one begins."""
        self.enter_left()

    def reread(self) -> None:
        """Read what is shown anew and keep the selection."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Follow the library's state."""
        self.desk.watch.looked.subscribe(self, self._follow)
        self.desk.as_of.changed.subscribe(self, self._on_as_of)
        self._on_as_of(self.desk.as_of.day, anew=False)
        if self.desk.watch.latest is not None:
            self._show_standing(self.desk.watch.latest)
        if self.desk.watch.failed is not None:
            self._on_answer(self.desk.watch.failed)

    def _follow(self, answer: Answer) -> None:
        self._on_answer(answer)
        if isinstance(answer, Standing):
            self._show_standing(answer)
            self.reread()

    def _on_as_of(self, day: "date | None", *, anew: bool = True) -> None:
        self.query_one(StatusLine).show_as_of(day)
        if anew:
            self.reread()

    def _show_standing(self, standing: Standing) -> None:
        self.query_one(StatusLine).show_standing(standing)
        self.query_one(PlaceBar).show_questions(standing.status.questions)
        empty = not standing.status.counts.sources and not standing.roots
        if empty is not self.has_class("-empty"):
            self.set_class(empty, "-empty")
            self.refresh_bindings()
            self.call_after_refresh(self.query_one(Welcome).focus if empty else self.begin)

    @on(Answer)
    def _on_answer(self, answer: Answer) -> None:
        status = self.query_one(StatusLine)
        if isinstance(answer, Failed):
            status.show_trouble(answer.group, answer.error)
        else:
            status.clear_trouble(answer.group)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """On a narrow terminal, show the side that has the focus."""
        right = self.query_one("#right")
        self.set_class(right in event.widget.ancestors, "-right")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What acts on what is shown waits until there is something."""
        if action in _NEEDING_CONTENT and self.has_class("-empty"):
            return False
        return super().check_action(action, parameters)

    def action_to_line(self) -> None:
        """To the line to type in."""
        self.line.focus()

    def action_panes(self) -> None:
        """From the line or the left side to the right one, and back to the left."""
        if self.has_class("-right") or self.focused is self.line:
            self.remove_class("-right")
            self.enter_left()
        else:
            self.add_class("-right")
            self.enter_right()

    def action_back(self) -> None:
        """From the right side to the left one."""
        self.remove_class("-right")
        self.enter_left()

    def action_refresh_data(self) -> None:
        """Read what is shown anew."""
        self.reread()

    def shown_entity(self) -> EntityId | None:
        """The entity whose timeline `t` shows."""
        return None

    def action_timeline(self) -> None:
        """Show its timeline."""
        entity_id = self.shown_entity()
        if entity_id is not None:
            self.post_message(ShowTimeline(entity_id))

    def action_ask(self) -> None:
        """To the place where questions are asked."""
        self.post_message(AskFor(""))

    def action_homes(self) -> None:
        """Show the categories that the entity is in."""
        entity_id = self.shown_entity()
        if entity_id is not None:
            self.post_message(ShowCategories(entity_id))

    def action_neighbours(self) -> None:
        """Show what the entity is joined to."""
        entity_id = self.shown_entity()
        if entity_id is not None:
            self.post_message(ShowNeighbours(entity_id))

    def day_offered(self) -> "date | None":
        """The day that is offered when a day is asked for."""
        return self.desk.as_of.day

    def action_as_of(self) -> None:
        """Ask for a day, and show everything as of it."""
        from tsuzuri.tui.screens.as_of import AsOfScreen  # a window is not needed for the first frame

        self.app.push_screen(AsOfScreen(self.desk.clock().date(), self.day_offered()), self._asked_as_of)

    def _asked_as_of(self, day: "date | None") -> None:
        if day is not None:
            self.desk.as_of.set(day)

    def action_now(self) -> None:
        """Show everything as it is now."""
        self.desk.as_of.set(None)

    def do(self, deed: Callable[[], str], group: str = "deed") -> None:
        """Do something to the library, and tell what came of it. A newer deed of the same group makes it void."""
        ask(self, group, lambda: done(deed))

    @on(Marked)
    @on(Ordered)
    def _on_list_changed(self) -> None:
        self.query_one(ListLine).draw()

    @on(Ordered)
    def _on_ordered(self, told: Ordered) -> None:
        """Keep the order, where anything can be kept."""
        if (preferences := self.desk.preferences) is not None:
            self.do(partial(keep_order, preferences, told.order), "order")

    @on(Done)
    def _on_done(self, came: Done) -> None:
        came.stop()  # the app tells what no screen does
        self.notify(came.words, severity="warning" if came.failed else "information", markup=False)
        self.desk.watch.look()

    def action_watch(self) -> None:
        """Ask for a folder and watch it."""
        from tsuzuri.tui.screens.watch import WatchScreen  # a window is not needed for the first frame

        self.app.push_screen(WatchScreen(self.desk.library), self._watched)

    def _watched(self, root: "Root | None") -> None:
        if root is not None:
            self.notify(f"{one_line(root.path)} is watched from now on.", markup=False)
            self.desk.watch.look()
