"""The third place: an entity's facts as lanes of time, and below them the sentence that states the selected one."""

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, ask
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.lanes import about
from tsuzuri.tui.present import one_line
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.evidence_place import EvidencePlace
from tsuzuri.tui.theme import QUIET
from tsuzuri.tui.widgets.lanes_view import LanesView
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved

if TYPE_CHECKING:
    from tsuzuri.library.timeline import Timeline

_GROUP = "timeline"
_INVITATION = "Press / and type a name, or press t on an entity anywhere."
_UNKNOWN = "Nothing is known of it yet."


class TimelineCame(Answer):
    """A timeline, None where there is none; `missing` says why."""

    def __init__(self, timeline: "Timeline | None", missing: str) -> None:
        super().__init__()
        self.timeline = timeline
        self.missing = missing


class TimelineScreen(EvidencePlace):
    """One entity's timeline. Both sides are always in sight, one below the other."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "timeline.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.TIMELINE)
    PLACE = PLACES[2]
    PROMPT = _INVITATION

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.lanes = LanesView(desk.clock().date(), id="lanes")
        self._timeline: Timeline | None = None
        self._shown: FactId | None = None

    def compose_left(self) -> ComposeResult:
        """Whose it is, and the lanes."""
        yield Static(id="about", markup=False)
        yield self.lanes

    def on_mount(self) -> None:
        """Say what to do first."""
        self._say(_INVITATION)
        self.lanes.focus()

    def show_entity(self, entity_id: EntityId) -> None:
        """Show the timeline of an entity."""
        self.lanes.focus()
        self._ask(entity_id)

    def enter_left(self) -> None:
        """To the lanes."""
        self.lanes.focus()

    def reread(self) -> None:
        """Read the timeline anew."""
        if self._timeline is not None:
            self._ask(self._timeline.entity.id)

    def shown_entity(self) -> EntityId | None:
        """The entity whose timeline it is."""
        return self._timeline.entity.id if self._timeline else None

    def reset(self) -> None:
        """To the lanes: there is nothing to give up."""
        self.enter_left()

    def day_offered(self) -> "date | None":
        """The first day of the selected bar."""
        return self.lanes.day or super().day_offered()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Remember which side has the focus; both stay in sight."""
        self.set_class(self._evidence in event.widget.ancestors, "-right")

    def action_zoom(self, steps: int) -> None:
        """Show a longer time, or below 0 a shorter one."""
        self.lanes.zoom(steps)

    def action_pan(self, quarters: int) -> None:
        """Show what came later, or below 0 what was before."""
        self.lanes.pan(quarters)

    def action_day(self, steps: int) -> None:
        """Move the day as of which everything is seen: by a hundredth of the time that is shown, a day at least.

        Without one it begins at the day of the selected bar, or today.
        """
        axis, day = self.lanes.axis, self.desk.as_of.day
        if axis is None:
            return
        if day is not None:
            stride = max(1, (axis.end - axis.start).days // 100)
            day = date.fromordinal(min(max(day.toordinal() + steps * stride, 1), date.max.toordinal()))
        self.desk.as_of.set(day or self.lanes.day or self.desk.clock().date())

    def action_fit(self) -> None:
        """Show all of the time."""
        self.lanes.fit()

    def _ask(self, entity_id: EntityId) -> None:
        ask(
            self, _GROUP, lambda: TimelineCame(self.desk.library.timeline(entity_id), "It is no longer in the library.")
        )

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        words = self.line.value.strip()
        if words:
            ask(self, _GROUP, lambda: self._find(words))
            self.lanes.focus()

    def _find(self, words: str) -> Answer:
        entity = next(iter(self.desk.library.named(words)), None)
        timeline = self.desk.library.timeline(entity.id) if entity is not None else None
        return TimelineCame(timeline, f"Nothing in the library is called {words}.")

    @on(TimelineCame)
    def _on_timeline(self, came: TimelineCame) -> None:
        if came.timeline is None:
            self._say(came.missing)
            return
        self._timeline = came.timeline
        self.lanes.show_timeline(came.timeline, self.desk.as_of.day)

    def _say(self, words: str) -> None:
        self.query_one("#about", Static).update(Content.styled(one_line(words), QUIET))

    @on(Loaded, "#lanes")
    def _on_loaded(self) -> None:
        if self._timeline is not None:
            self.query_one("#about", Static).update(about(self._timeline, self.lanes.axis))

    @on(Moved, "#lanes")
    def _on_moved(self) -> None:
        facts = self.lanes.facts
        if not facts:
            self._shown = None
            self._evidence.show_nothing(_UNKNOWN if self._timeline else "")
        elif self._shown not in [view.fact.id for view in facts]:
            self._show(facts[0].fact.id)
        else:
            self._evidence.reread()

    @on(Chosen, "#lanes")
    def _on_chosen(self) -> None:
        """The next of the facts that the bar stands for, or to the sentence of the only one."""
        ids = [view.fact.id for view in self.lanes.facts]
        if len(ids) > 1 and self._shown in ids:
            self._show(ids[(ids.index(self._shown) + 1) % len(ids)])
        else:
            self.enter_right()

    def _show(self, fact_id: FactId) -> None:
        self._shown = fact_id
        self._evidence.show_fact(fact_id)
