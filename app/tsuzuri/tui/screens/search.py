"""The first place: one line to type in, hits on the left, their evidence on the right."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, Static

from tsuzuri.core.ids import EntityId
from tsuzuri.core.results import Hit, Outcome, SearchResult
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, Failed, ask
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.drawing import HitShape
from tsuzuri.tui.present import amount, one_line
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.theme import QUIET, TROUBLE
from tsuzuri.tui.widgets.evidence_pane import EvidencePane
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.wishes import AskFor

_GROUP = "search"
_TYPING_PAUSE = 0.12
_THINKING_PAUSE = 0.4
_INVITATION = "Type a name, some words or a question."
_PROMISE = "What is selected on the left shows its evidence here: the words, in their document, with their day."


class Found(Answer):
    """What came of a search for `words`; `semantic` when it looked by meaning too."""

    def __init__(self, words: str, semantic: bool, result: SearchResult) -> None:
        super().__init__()
        self.words = words
        self.semantic = semantic
        self.result = result


class SearchScreen(PlaceScreen):
    """Searches by words as one types, by meaning too after a pause or on enter."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "search.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.SEARCH)
    PLACE = PLACES[0]
    PROMPT = _INVITATION

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.hits: RowsView[Hit] = RowsView(HitShape(), id="hits")
        self._evidence = EvidencePane(desk, id="evidence")
        self._pauses: tuple[Timer, ...] = ()
        self._asked: tuple[str, bool, bool] = ("", False, False)

    def compose_left(self) -> ComposeResult:
        """A line about the search, and the hits."""
        yield Static(id="about", markup=False)
        yield self.hits

    def compose_right(self) -> ComposeResult:
        """The evidence."""
        yield self._evidence

    def on_mount(self) -> None:
        """Begin at the line."""
        self.begin()
        self._evidence.show_nothing(_PROMISE)

    def begin(self) -> None:
        """At the line."""
        self.line.focus()

    def enter_left(self) -> None:
        """To the hits."""
        self.hits.focus()

    def enter_right(self) -> None:
        """To the evidence."""
        self._evidence.enter()

    def reread(self) -> None:
        """Search again for the same, as it was searched."""
        if self._asked[0]:
            self._search(*self._asked)

    def shown_entity(self) -> EntityId | None:
        """The entity whose card is shown."""
        return self._evidence.entity

    def source_uri(self) -> str:
        """The source of what is shown, or of the selected hit."""
        hit = self.hits.current
        return self._evidence.detail.uri if self._evidence.detail else hit.source_uri if hit else ""

    def copied(self) -> str:
        """What is shown on the right, with its citation."""
        return self._evidence.detail.copied if self._evidence.detail else ""

    def action_ask(self) -> None:
        """Ask what stands in the line, instead of searching for it."""
        self.post_message(AskFor(self.line.value.strip()))

    def action_back(self) -> None:
        """From a passage to its card, from either side to the line, from the line to the hits."""
        if self.focused is self.line:
            self.enter_left()
        elif not self._evidence.back():
            self.remove_class("-right")
            self.line.focus()

    @on(Input.Changed, "#line")
    def _on_typed(self) -> None:
        self._stop_waiting()
        words = self.line.value.strip()
        if not words:
            self.workers.cancel_group(self, _GROUP)
            self._asked = ("", False, False)
            self._show(None, Content())
            return
        self._pauses = (
            self.set_timer(_TYPING_PAUSE, lambda: self._search(words, False, True)),
            self.set_timer(_THINKING_PAUSE, lambda: self._search(words, True, True)),
        )

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        self._stop_waiting()
        words = self.line.value.strip()
        if words:
            self._search(words, True, False)
            self.hits.focus()

    def _stop_waiting(self) -> None:
        for timer in self._pauses:
            timer.stop()
        self._pauses = ()

    def _search(self, words: str, semantic: bool, typing: bool) -> None:
        self._asked = (words, semantic, typing)
        search, day = self.desk.library.search, self.desk.as_of.day
        ask(self, _GROUP, lambda: Found(words, semantic, search(words, semantic=semantic, typing=typing, as_of=day)))

    @on(Found)
    def _on_found(self, found: Found) -> None:
        if found.words != self._asked[0]:
            return
        result = found.result
        if result.outcome is not Outcome.FOUND:
            style = "" if result.outcome is Outcome.EMPTY else TROUBLE
            self._show(None, Content.styled(one_line(result.message), style) if style else Content(result.message))
            return
        ways = " and ".join(route.value for route in result.routes)
        more = f". {one_line(result.message)}" if result.message else ""
        self._show(result, Content.styled(f"{amount(len(result.hits), 'hit')}, {ways}{more}", QUIET))

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        if failed.group == _GROUP:
            self._show(None, Content.styled(one_line(failed.error.message), TROUBLE))

    def _show(self, result: SearchResult | None, about: Content) -> None:
        self.query_one("#about", Static).update(about)
        self.hits.hold(result.hits if result else ())

    @on(Moved, "#hits")
    def _on_moved(self) -> None:
        hit = self.hits.current
        if hit is None:
            self._evidence.show_nothing(_PROMISE)
        else:
            self._evidence.show_hit(hit)

    @on(Chosen, "#hits")
    def _on_chosen(self) -> None:
        self.action_open_source()
