"""The window in which one walks from an entity to what is joined to it."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tsuzuri.core.ids import EntityId
from tsuzuri.core.values import Entity
from tsuzuri.library.neighbourhood import Neighbourhood
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, Failed, ask
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.present import one_line
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.theme import HEADING, QUIET
from tsuzuri.tui.twigs import Twig, TwigShape, twigs
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved
from tsuzuri.tui.widgets.rows_view import RowsView


class NeighbourhoodCame(Answer):
    """What stands around an entity; None if it is gone."""

    def __init__(self, found: Neighbourhood | None) -> None:
        super().__init__()
        self.found = found


class SentenceCame(Answer):
    """The sentence that states the selected fact, and where it stands."""

    def __init__(self, sentence: str, place: str) -> None:
        super().__init__()
        self.sentence = sentence
        self.place = place


class NeighbourhoodScreen(ModalScreen[Entity | None]):
    """A tree of facts around an entity. Ends with the entity whose card is wanted, None for none."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.NEIGHBOURHOOD)

    def __init__(self, desk: Desk, entity_id: EntityId) -> None:
        super().__init__()
        self._desk = desk
        self._way: list[EntityId] = [entity_id]
        day = desk.as_of.day
        self.tree_: RowsView[Twig] = RowsView(TwigShape(None if day else desk.clock().date()), id="twigs")

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield Static(Content.styled("What it is joined to", HEADING), markup=False)
            yield self.tree_
            yield Static(id="sentence", markup=False)
            yield Static(
                Content.styled("enter goes there, backspace back, e its card, esc closes", QUIET), markup=False
            )

    def on_mount(self) -> None:
        """Read the first neighbourhood."""
        self.tree_.focus()
        self._read()

    def action_close(self) -> None:
        """Back to where one was."""
        self.dismiss(None)

    def action_back(self) -> None:
        """To the entity before."""
        if len(self._way) > 1:
            self._way.pop()
            self._read()

    def action_card(self) -> None:
        """Close, and show the card of the selected entity."""
        twig = self.tree_.current
        if twig is not None and twig.entity is not None:
            self.dismiss(twig.entity)

    def _read(self) -> None:
        entity_id, day, library = self._way[-1], self._desk.as_of.day, self._desk.library
        ask(self, "neighbourhood", lambda: NeighbourhoodCame(library.neighbourhood(entity_id, as_of=day)))

    @on(NeighbourhoodCame)
    def _on_came(self, came: NeighbourhoodCame) -> None:
        if came.found is None:
            self.query_one("#sentence", Static).update("It is gone.")
            return
        self.tree_.hold(twigs(came.found))
        self.tree_.action_first()

    @on(Moved, "#twigs")
    def _on_moved(self) -> None:
        twig = self.tree_.current
        if twig is None or twig.fact is None:
            self.query_one("#sentence", Static).update("")
            return
        fact_id, library = twig.fact.id, self._desk.library

        def read() -> Answer:
            view = library.fact_view(fact_id)
            return SentenceCame("", "") if view is None else SentenceCame(view.sentence, view.passage.title)

        ask(self, "sentence", read)

    @on(SentenceCame)
    def _on_sentence(self, came: SentenceCame) -> None:
        words = Content.assemble(one_line(came.sentence), (f"  {one_line(came.place)}", QUIET))
        self.query_one("#sentence", Static).update(words)

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        self.query_one("#sentence", Static).update(Content(one_line(failed.error.message)))

    @on(Chosen, "#twigs")
    def _on_chosen(self) -> None:
        twig = self.tree_.current
        if twig is not None and twig.entity is not None and twig.entity.id != self._way[-1]:
            self._way.append(twig.entity.id)
            self._read()
