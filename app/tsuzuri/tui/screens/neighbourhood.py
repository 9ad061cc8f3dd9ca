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
from tsuzuri.tui.graph import Node
from tsuzuri.tui.present import one_line, validity
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.theme import HEADING, QUIET
from tsuzuri.tui.twigs import Twig, TwigShape, twigs
from tsuzuri.tui.widgets.graph_view import GraphView
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved
from tsuzuri.tui.widgets.rows_view import RowsView

_SENTENCE = "sentence"
_KEYS = "arrows walk, enter goes there, backspace back, e its card, v as a list or drawn, esc closes"


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
    """The facts around an entity, drawn or as a list. Ends with the entity whose card is wanted, None for none."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.NEIGHBOURHOOD)

    def __init__(self, desk: Desk, entity_id: EntityId) -> None:
        super().__init__()
        self._desk = desk
        self._way: list[EntityId] = [entity_id]
        self._day = day = desk.as_of.day
        today = None if day else desk.clock().date()
        self.graph = GraphView(today, id="graph")
        self.tree_: RowsView[Twig] = RowsView(TwigShape(today), id="twigs")

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            told = f", as of {self._day}" if self._day else ""
            yield Static(Content.styled(f"What it is joined to{told}", HEADING), markup=False)
            yield self.graph
            yield self.tree_
            yield Static(id="sentence", markup=False)
            yield Static(Content.styled(_KEYS, QUIET), markup=False)

    def on_mount(self) -> None:
        """Read the first neighbourhood."""
        self.tree_.display = False
        self.graph.focus()
        self._read()

    @property
    def selected(self) -> Node | Twig | None:
        """What is selected in the picture, or in the list."""
        return self.graph.selected if self.graph.display else self.tree_.current

    def action_view(self) -> None:
        """From the picture to the list, or back."""
        self.graph.display, self.tree_.display = self.tree_.display, self.graph.display
        (self.graph if self.graph.display else self.tree_).focus()
        self._tell()

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
        if self.selected is not None and self.selected.entity is not None:
            self.dismiss(self.selected.entity)

    def _read(self) -> None:
        entity_id, day, library = self._way[-1], self._day, self._desk.library
        ask(self, "neighbourhood", lambda: NeighbourhoodCame(library.neighbourhood(entity_id, as_of=day)))

    @on(NeighbourhoodCame)
    def _on_came(self, came: NeighbourhoodCame) -> None:
        if came.found is None:
            self.query_one("#sentence", Static).update("It is gone.")
            return
        self.graph.show(came.found)
        self.tree_.hold(twigs(came.found))
        self.tree_.action_first()

    @on(Moved)
    def _tell(self) -> None:
        """Tell the sentence of the fact that leads to what is selected."""
        selected = self.selected
        if selected is None or selected.fact is None:
            self.workers.cancel_group(self, _SENTENCE)
            self.query_one("#sentence", Static).update("")
            return
        fact_id, library = selected.fact.id, self._desk.library

        def read() -> Answer:
            view = library.fact_view(fact_id)
            if view is None:
                return SentenceCame("", "")
            place = ", ".join(part for part in (view.passage.title, validity(view.fact.held)) if part)
            return SentenceCame(view.sentence, place)

        ask(self, _SENTENCE, read)

    @on(SentenceCame)
    def _on_sentence(self, came: SentenceCame) -> None:
        words = Content.assemble(one_line(came.sentence), (f"  {one_line(came.place)}", QUIET))
        self.query_one("#sentence", Static).update(words)

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        self.query_one("#sentence", Static).update(Content(one_line(failed.error.message)))

    @on(Chosen)
    def _on_chosen(self) -> None:
        selected = self.selected
        if selected is not None and selected.entity is not None and selected.entity.id != self._way[-1]:
            self._way.append(selected.entity.id)
            self._read()
