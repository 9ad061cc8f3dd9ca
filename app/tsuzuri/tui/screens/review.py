"""The sixth place: what waits for a person's decision, with the evidence of both sides, and what was decided."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from tsuzuri.core.ids import ReviewId
from tsuzuri.core.review import Answer as Reply
from tsuzuri.core.review import Question
from tsuzuri.core.values import Page
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Library
from tsuzuri.tui.deeds import Done, reply, take_back
from tsuzuri.tui.desk import Desk, Standing
from tsuzuri.tui.questions import QuestionShape, about
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.widgets.sides_view import SidesView

if TYPE_CHECKING:
    from tsuzuri.library.questions import ItemView

_IDLE = "Questions come up here as the model reads: two names that may be one, two facts that cannot both be true."


class ReviewScreen(PlaceScreen):
    """Questions, surest first. What is answered goes, and the next is selected."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "review.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.REVIEW)
    PLACE = PLACES[5]

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.items: RowsView[ItemView] = RowsView(QuestionShape(), id="items")
        self._sides = SidesView(desk, id="sides-view")
        self._past = False
        self._answered: set[ReviewId] = set()

    def compose_left(self) -> ComposeResult:
        """How many wait, and the questions."""
        yield Static(id="about", markup=False)
        yield self.items

    def compose_right(self) -> ComposeResult:
        """Both sides."""
        yield self._sides

    def on_mount(self) -> None:
        """Read the first questions."""
        self._read()
        self.items.focus()

    def enter_left(self) -> None:
        """To the questions."""
        self.items.focus()

    def enter_right(self) -> None:
        """To the evidence."""
        self._sides.enter()

    def reread(self) -> None:
        """Read the questions anew."""
        self.items.reread()

    def source_uri(self) -> str:
        """The source of the sentence that is shown in its document."""
        return self._sides.evidence.detail.uri if self._sides.is_opened and self._sides.evidence.detail else ""

    def copied(self) -> str:
        """Nothing: `y` says yes here."""
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What was decided is not answered but taken back; only of two facts the first may be the wrong one."""
        view = self.items.current
        if action == "answer" and (self._past or view is None):
            return False
        if parameters == ("other",) and view is not None and view.item.question is not Question.CONTRADICTION:
            return False
        return super().check_action(action, parameters)

    def action_back(self) -> None:
        """From a document to the sides, from the sides to the list, from the history to what waits."""
        if self._sides.is_opened:
            self._sides.close()
            self._sides.enter()
        elif self.has_class("-right"):
            super().action_back()
        elif self._past:
            self.action_history()

    def action_answer(self, answer: str) -> None:
        """Answer the selected question, once however often the key is pressed before it goes, and select the next."""
        view = self.items.current
        if view is not None and view.item.id not in self._answered:
            id_ = view.item.id
            self._answered.add(id_)
            self.do(partial(reply, self.desk.library, id_, Reply(answer)), f"answer-{id_}")
            self.items.action_move(1)

    def action_undo(self) -> None:
        """Take the last decision back, or in the history the selected one."""
        view = self.items.current
        if not self._past:
            self.do(partial(take_back, self.desk.library, None))
        elif view is not None:
            self.do(partial(take_back, self.desk.library, view.item.id))

    def action_history(self) -> None:
        """What was decided, or again what waits."""
        self._past = not self._past
        self._read()
        self.refresh_bindings()

    def action_next_evidence(self) -> None:
        """Show the next sentence in its document."""
        self.add_class("-right")
        self._sides.open_next()
        self._sides.enter()

    @on(Done)
    def _on_decided(self) -> None:
        self._answered.clear()
        self.items.reread()

    def _read(self) -> None:
        self.items.show(partial(_page, self.desk.library, self._past))

    def _show_standing(self, standing: Standing) -> None:
        super()._show_standing(standing)
        self._tell()

    def _tell(self) -> None:
        """Say above the list what it shows."""
        latest = self.desk.watch.latest
        waiting = latest.status.questions if latest is not None else 0
        if self.items.complete or self.items.rows:
            self.query_one("#about", Static).update(about(waiting, self.items.rows, past=self._past))

    @on(Loaded, "#items")
    def _on_loaded(self) -> None:
        self._tell()
        if not self.items.rows and self.items.complete:
            self._sides.show_nothing(_IDLE)

    @on(Moved, "#items")
    def _on_moved(self) -> None:
        if (view := self.items.current) is not None:
            self._sides.show(view)
        self.refresh_bindings()

    @on(Chosen, "#items")
    def _on_chosen(self) -> None:
        self.action_next_evidence()


def _page(library: Library, past: bool, after: str | None, limit: int) -> "Page[ItemView]":
    queue = library.review
    return queue.history(after=after, limit=limit) if past else queue.waiting(after=after, limit=limit)
