"""The second place: all entities on the left, the card of the selected one on the right."""

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from tsuzuri.core.ids import EntityId
from tsuzuri.core.values import Entity, Page
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Library
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.drawing import ENTITIES
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.evidence_place import EvidencePlace
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.wishes import ShowTimeline


class EntitiesScreen(EvidencePlace):
    """Entities by name, filtered as one types."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "entities.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.ENTITIES)
    PLACE = PLACES[1]
    PROMPT = "Press / to filter by a piece of a name."

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.entities: RowsView[Entity] = RowsView(ENTITIES, id="entities")
        self._wanted: EntityId | None = None

    def compose_left(self) -> ComposeResult:
        """The entities."""
        yield self.entities

    def on_mount(self) -> None:
        """Read the first entities."""
        self.entities.show(partial(_page, self.desk.library, ""))
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
        """Show its timeline below those that are shown."""
        if (entity_id := self.shown_entity()) is not None:
            self.post_message(ShowTimeline(entity_id, beside=True))

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
        self.entities.show(partial(_page, self.desk.library, self.line.value.strip()))

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


def _page(library: Library, contains: str, after: str | None, limit: int) -> Page[Entity]:
    return library.entities(contains=contains, after=after, limit=limit)
