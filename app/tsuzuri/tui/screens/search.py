"""The first place: one line to type in, hits on the left, their evidence on the right."""

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, Static

from tsuzuri.core.ids import EntityId
from tsuzuri.core.results import Hit, Outcome, SearchResult, Strategy
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Failed, hear
from tsuzuri.tui.copying import hits_copied
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.drawing import HitShape
from tsuzuri.tui.present import amount, one_line
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.searching import WAYS, Found, Sought, Walked, search
from tsuzuri.tui.theme import HEADING, QUIET, TROUBLE
from tsuzuri.tui.walking import step_line
from tsuzuri.tui.widgets.evidence_pane import EvidencePane
from tsuzuri.tui.widgets.list_line import ListLine
from tsuzuri.tui.widgets.marking_rows import MarkingRows
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved
from tsuzuri.tui.wishes import AskFor

_GROUP = "search"
_TYPING_PAUSE = 0.12
_THINKING_PAUSE = 0.4
_INVITATION = "Type a name, some words or a question."
_NAMED = 3
"""So many categories are named."""
_PROMISE = "What is selected on the left shows its evidence here: the words, in their document, with their day."


class SearchScreen(PlaceScreen):
    """Searches by words as one types, by meaning too after a pause, and on enter by the strategy that is chosen."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "search.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.SEARCH)
    PLACE = PLACES[0]
    PROMPT = _INVITATION

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.hits: MarkingRows[Hit] = MarkingRows(HitShape(), id="hits")
        self._evidence = EvidencePane(desk, id="evidence")
        self._pauses: tuple[Timer, ...] = ()
        self._sought: Sought | None = None
        self._strategy = Strategy.SYSTEM1

    def compose_left(self) -> ComposeResult:
        """A line about the search, and the hits."""
        yield Static(id="about", markup=False)
        yield ListLine(self.hits)
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
        """Search again for the same, as it was searched. What takes its time is so only for another day."""
        sought, day = self._sought, self.desk.as_of.day
        if sought is not None and (not sought.walks or sought.as_of != day):
            self._search(replace(sought, as_of=day))

    def action_refresh_data(self) -> None:
        """Search again, however long that takes."""
        if self._sought is not None:
            self._search(self._sought)

    def shown_entity(self) -> EntityId | None:
        """The entity whose card is shown."""
        return self._evidence.entity

    def source_uri(self) -> str:
        """The source of what is shown, or of the selected hit."""
        hit = self.hits.current
        return self._evidence.detail.uri if self._evidence.detail else hit.source_uri if hit else ""

    def source_line(self) -> int | None:
        """The line of what is shown."""
        return self._evidence.detail.line if self._evidence.detail else None

    def copied(self) -> str:
        """The marked hits from their list, else what is shown on the right, with their citations."""
        marked = self.hits.marked if self.focused is self.hits else ()
        if marked:
            return hits_copied(marked)
        return self._evidence.detail.copied if self._evidence.detail else ""

    def action_ask(self) -> None:
        """Ask what stands in the line, instead of searching for it."""
        self.post_message(AskFor(self.line.value.strip()))

    def action_strategy(self) -> None:
        """Choose how enter searches."""
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        self.app.push_screen(ChooseScreen("How to search on enter", WAYS, self._strategy), self._choose)

    def _choose(self, strategy: Strategy | None) -> None:
        if strategy is None:
            return
        self._strategy = strategy
        words = self.line.value.strip()
        if words:
            self._stop_waiting()
            self._search(self._entered(words))
        else:
            self._tell(Content())

    def action_back(self) -> None:
        """From a passage to its card, from there and from the line to the hits, where digits lead elsewhere."""
        if self.focused is self.line or not self._evidence.back():
            super().action_back()

    @on(Input.Changed, "#line")
    def _on_typed(self) -> None:
        self._stop_waiting()
        words = self.line.value.strip()
        if not words:
            self.workers.cancel_group(self, _GROUP)
            self._sought = None
            self._show(None, Content())
            return
        day = self.desk.as_of.day
        self._pauses = (
            self.set_timer(_TYPING_PAUSE, lambda: self._search(Sought(words, False, True, day))),
            self.set_timer(_THINKING_PAUSE, lambda: self._search(Sought(words, True, True, day))),
        )

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        self._stop_waiting()
        words = self.line.value.strip()
        if words:
            self._search(self._entered(words))
            self.hits.focus()

    def _entered(self, words: str) -> Sought:
        return Sought(words, True, False, self.desk.as_of.day, self._strategy)

    def _stop_waiting(self) -> None:
        for timer in self._pauses:
            timer.stop()
        self._pauses = ()

    def _search(self, sought: Sought) -> None:
        self._sought = sought
        hear(self, _GROUP, lambda tell: search(self.desk.library, sought, tell))

    @on(Walked)
    def _on_walked(self, came: Walked) -> None:
        if came.sought == self._sought:
            self._tell(Content.styled(f"System-1 so far. Walking, {step_line(came.step)}", QUIET))

    @on(Found)
    def _on_found(self, found: Found) -> None:
        if found.sought != self._sought:
            return
        result = found.result
        if not found.is_last:
            self._show(result, Content.styled(f"{amount(len(result.hits), 'hit')} of System-1 so far. Walking", QUIET))
        elif result.outcome is not Outcome.FOUND:
            style = "" if result.outcome is Outcome.EMPTY else TROUBLE
            self._show(None, Content.styled(one_line(result.message), style) if style else Content(result.message))
        else:
            self._show(result, Content.styled(_summary(result), QUIET))

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        if failed.group == _GROUP:
            self._show(None, Content.styled(one_line(failed.error.message), TROUBLE))

    def _show(self, result: SearchResult | None, about: Content) -> None:
        self._tell(about)
        self.hits.hold(result.hits if result else ())

    def _tell(self, about: Content) -> None:
        """Say it, and before it how enter searches where that was chosen."""
        way = next(one for one in WAYS if one.deed is self._strategy)
        chosen = "" if self._strategy is Strategy.SYSTEM1 else f"{way.title}. "
        self.query_one("#about", Static).update(Content.assemble((chosen, HEADING), about))

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


def _summary(result: SearchResult) -> str:
    """How much was found, by which routes, and from which categories."""
    told = [f"{amount(len(result.hits), 'hit')}, {' and '.join(route.value for route in result.routes)}"]
    if names := [one_line(category.name) for category in result.categories]:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        told.append(f"from {', '.join(names[:_NAMED])}{more}")
    if result.message:
        told.append(one_line(result.message))
    return ". ".join(told)
