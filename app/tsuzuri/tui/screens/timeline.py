"""The third place: facts of entities as lanes of time, and below them the sentence that states the selected one."""

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
    from collections.abc import Sequence

    from tsuzuri.library.timeline import Timeline

_GROUP = "timeline"
_INVITATION = "Press / and type a name, or press t on an entity anywhere."
_BESIDE = "+"
"""Before a name in the line, where the entity is to be shown below what is."""
MOST = 8
"""More lives than that side by side nobody can tell apart."""
_UNKNOWN = "Nothing is known of it yet."


class TimelinesCame(Answer):
    """Timelines of those entities that there are; `missing` says why there is none."""

    def __init__(self, timelines: "tuple[Timeline, ...]", missing: str) -> None:
        super().__init__()
        self.timelines = timelines
        self.missing = missing


class TimelineScreen(EvidencePlace):
    """The timeline of an entity, or of several below each other. Both sides are in sight, one below the other."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "timeline.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.TIMELINE)
    PLACE = PLACES[2]
    PROMPT = _INVITATION

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.lanes = LanesView(desk.clock().date(), id="lanes")
        self._timelines: tuple[Timeline, ...] = ()
        self._shown: FactId | None = None

    def compose_left(self) -> ComposeResult:
        """Whose it is, and the lanes."""
        yield Static(id="about", markup=False)
        yield self.lanes

    def on_mount(self) -> None:
        """Say what to do first."""
        self._say(_INVITATION)
        self.lanes.focus()

    def show_entities(self, *entity_ids: EntityId, beside: bool = False) -> None:
        """Show the timelines of entities, alone or beside what is shown, as many as there is room for."""
        self.lanes.focus()
        shown = self._ids if beside else ()
        wanted = tuple(dict.fromkeys((*shown, *entity_ids)))
        if len(wanted) > MOST:
            self.notify(f"{MOST} of {len(wanted)} are shown: no more fit.", severity="warning", markup=False)
        if wanted[:MOST] != shown:
            self._ask(*wanted[:MOST])

    def enter_left(self) -> None:
        """To the lanes."""
        self.lanes.focus()

    def reread(self) -> None:
        """Read the timelines anew."""
        if self._timelines:
            self._ask(*self._ids)

    def shown_entity(self) -> EntityId | None:
        """The entity whose lane is selected."""
        return self.lanes.current.owner if self.lanes.current is not None else next(iter(self._ids), None)

    @property
    def _ids(self) -> tuple[EntityId, ...]:
        return tuple(timeline.entity.id for timeline in self._timelines)

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

    def action_beside(self) -> None:
        """Ask for the name of another entity, to be shown below."""
        self.line.value = _BESIDE
        self.line.focus()
        self.call_after_refresh(self.line.action_end)  # the focus selects all that is in the line

    def action_drop(self) -> None:
        """Show the entity of the selected lane no longer, where there are others."""
        dropped = self.shown_entity()
        if len(self._timelines) > 1:
            self._ask(*(id_ for id_ in self._ids if id_ != dropped))

    def _ask(self, *ids: EntityId) -> None:
        ask(self, _GROUP, lambda: self._read(ids, "It is no longer in the library."))

    def _read(self, ids: "Sequence[EntityId]", missing: str) -> Answer:
        read = (self.desk.library.timeline(id_) for id_ in dict.fromkeys(ids))
        return TimelinesCame(tuple(timeline for timeline in read if timeline is not None), missing)

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        words = self.line.value.strip()
        named = words.removeprefix(_BESIDE).strip()
        if named:
            beside = self._ids[: MOST - 1] if words.startswith(_BESIDE) else ()
            ask(self, _GROUP, lambda: self._find(named, beside))
            self.lanes.focus()

    def _find(self, name: str, beside: "tuple[EntityId, ...]") -> Answer:
        entity = next(iter(self.desk.library.named(name)), None)
        missing = f"Nothing in the library is called {name}."
        return TimelinesCame((), missing) if entity is None else self._read((*beside, entity.id), missing)

    @on(TimelinesCame)
    def _on_timelines(self, came: TimelinesCame) -> None:
        if not came.timelines:
            self._say(came.missing)
            return
        self._timelines = came.timelines
        self.lanes.show_timelines(came.timelines, self.desk.as_of.day)

    def _say(self, words: str) -> None:
        self.query_one("#about", Static).update(Content.styled(one_line(words), QUIET))

    @on(Loaded, "#lanes")
    def _on_loaded(self) -> None:
        if self._timelines:
            self.query_one("#about", Static).update(about(self._timelines, self.lanes.axis))

    @on(Moved, "#lanes")
    def _on_moved(self) -> None:
        facts, row = self.lanes.facts, self.lanes.current
        if not facts and row is not None:
            self._shown = None
            self._evidence.show_entity(row.owner)
        elif not facts:
            self._shown = None
            self._evidence.show_nothing(_UNKNOWN if self._timelines else "")
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
