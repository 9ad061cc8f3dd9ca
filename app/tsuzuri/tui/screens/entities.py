"""The second place: all entities on the left, the card of the selected one on the right."""

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from tsuzuri.core.ids import EntityId
from tsuzuri.core.orders import EntityOrder
from tsuzuri.core.values import Entity
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.copying import entities_copied
from tsuzuri.tui.deeds import unite
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.drawing import ENTITIES
from tsuzuri.tui.listings import entities_of
from tsuzuri.tui.merging import MERGE_TITLE, MOST, names
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.evidence_place import EvidencePlace
from tsuzuri.tui.widgets.list_line import ListLine
from tsuzuri.tui.widgets.ordered_rows import OrderedRows
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.wishes import ShowTimeline


class EntitiesScreen(EvidencePlace):
    """Entities by name, filtered as one types."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "entities.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.ENTITIES)
    PLACE = PLACES[1]
    PROMPT = "Press / to filter by a piece of a name."

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        order = desk.preferences.orders[1] if desk.preferences else EntityOrder.NAME
        self.entities = OrderedRows(ENTITIES, entities_of(desk.library), order, id="entities")
        self._wanted: EntityId | None = None

    def compose_left(self) -> ComposeResult:
        """The entities."""
        yield ListLine(self.entities)
        yield self.entities

    def on_mount(self) -> None:
        """Read the first entities."""
        self.entities.filter("")
        self.entities.focus()

    def enter_left(self) -> None:
        """To the entities."""
        self.entities.focus()

    def reread(self) -> None:
        """Read entities and card anew."""
        self.entities.reread()

    def shown_entity(self) -> EntityId | None:
        """The selected entity."""
        return self.entities.current.id if self.entities.current else None

    def action_beside(self) -> None:
        """Show the timelines of the marked ones beside each other, else its own below those that are shown."""
        ids = [one.id for one in self.entities.chosen]
        if ids:
            self.post_message(ShowTimeline(*ids, beside=not self.entities.marked))

    def action_sort(self) -> None:
        """Choose the order."""
        self.entities.sort()

    def action_merge(self) -> None:
        """Ask under which name the marked ones are one, and make them one."""
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        marked = self.entities.marked
        if not 2 <= len(marked) <= MOST:
            words = f"Mark 2 to {MOST} of them first, each with the space bar."
            self.notify(words, severity="warning", markup=False)
        else:
            self.app.push_screen(ChooseScreen(MERGE_TITLE.format(len(marked)), names(marked)), self._merge)

    def _merge(self, kept: Entity | None) -> None:
        if kept is not None:
            self.do(partial(unite, self.desk.library, self.entities.marked, kept))

    def copied(self) -> str:
        """The marked lines from the list, else what is shown."""
        marked = self.entities.marked if self.focused is self.entities else ()
        return entities_copied(marked) or super().copied()

    def show_entity(self, entity: Entity) -> None:
        """Filter by its name, and show its card."""
        self._wanted = entity.id
        if self.line.value == entity.name:
            self._on_typed()
        self.line.value = entity.name
        self.enter_left()
        self._evidence.show_entity(entity.id)

    @on(Input.Changed, "#line")
    def _on_typed(self) -> None:
        self.entities.filter(self.line.value.strip())

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        self.entities.focus()

    @on(Moved, "#entities")
    def _on_moved(self) -> None:
        entity = self.entities.current
        if entity is not None:
            self._evidence.show_entity(entity.id)

    @on(Loaded, "#entities")
    def _on_loaded(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.entities.select(lambda entity: entity.id == wanted)
        if not self.entities.rows and self.entities.complete:
            self._evidence.show_nothing("No entity has such a name." if self.line.value else "No entities yet.")

    @on(Chosen, "#entities")
    def _on_chosen(self) -> None:
        self.add_class("-right")
        self.enter_right()
