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
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.widgets.evidence_pane import EvidencePane
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.widgets.rows_view import RowsView


class EntitiesScreen(PlaceScreen):
    """Entities by name, filtered as one types."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "entities.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.ENTITIES)
    PLACE = PLACES[1]
    PROMPT = "Press / to filter by a piece of a name."

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.entities: RowsView[Entity] = RowsView(ENTITIES, id="entities")
        self._wanted: EntityId | None = None
        self._evidence = EvidencePane(desk, id="evidence")

    def compose_left(self) -> ComposeResult:
        """The entities."""
        yield self.entities

    def compose_right(self) -> ComposeResult:
        """The card, or a passage opened from it."""
        yield self._evidence

    def on_mount(self) -> None:
        """Read the first entities."""
        self.entities.show(partial(_page, self.desk.library, ""))
        self.entities.focus()

    def enter_left(self) -> None:
        """To the entities."""
        self.entities.focus()

    def enter_right(self) -> None:
        """To the card."""
        self._evidence.enter()

    def reread(self) -> None:
        """Read entities and card anew."""
        self.entities.reread()

    def shown_entity(self) -> EntityId | None:
        """The selected entity."""
        return self.entities.current.id if self.entities.current else None

    def show_entity(self, entity: Entity) -> None:
        """Filter by its name, and show its card."""
        self._wanted = entity.id
        if self.line.value == entity.name:
            self._on_typed()
        self.line.value = entity.name
        self.enter_left()
        self._evidence.show_entity(entity.id)

    def source_uri(self) -> str:
        """The source of the passage that is shown, or of the card's selected line."""
        return self._evidence.detail.uri if self._evidence.detail else ""

    def copied(self) -> str:
        """What is shown, or the card's selected line, with its citation."""
        return self._evidence.detail.copied if self._evidence.detail else ""

    def action_back(self) -> None:
        """From a passage to the card, from the card to the list; the filter is emptied last."""
        if self.has_class("-right"):
            if not self._evidence.back():
                super().action_back()
            return
        self.line.value = ""
        self.enter_left()

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
