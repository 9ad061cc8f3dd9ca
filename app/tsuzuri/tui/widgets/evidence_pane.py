"""The right side: a passage in its document, a fact with its sentence, or an entity's card."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import ContentSwitcher, Static

from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.results import Hit
from tsuzuri.core.values import Kind
from tsuzuri.tui.bridge import Answer, ask
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.detail import Detail, fact_detail, hit_marks, line_detail, passage_detail, sentence_marks
from tsuzuri.tui.drawing import CardLine
from tsuzuri.tui.theme import QUIET
from tsuzuri.tui.widgets.card_view import CardView
from tsuzuri.tui.widgets.rows_messages import Chosen
from tsuzuri.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from datetime import date

    from tsuzuri.library.views import EntityCard

_GROUP = "evidence"
_GONE = "This is no longer in the library."


class DetailCame(Answer):
    """A text to show on the right, None when what it shows is gone."""

    def __init__(self, detail: Detail | None) -> None:
        super().__init__()
        self.detail = detail


class CardCame(Answer):
    """A card to show on the right, None when the entity is gone; `as_of` is the day of which it is, None for now."""

    def __init__(self, card: "EntityCard | None", as_of: "date | None") -> None:
        super().__init__()
        self.card = card
        self.as_of = as_of


class EvidencePane(ContentSwitcher):
    """Shows the evidence of what is selected on the left. What is shown stays until the next has come."""

    DEFAULT_CSS = """
    EvidencePane {
        & > #nothing { padding: 0 1; color: $quiet; }
    }
    """

    def __init__(self, desk: Desk, *, id: str | None = None) -> None:
        super().__init__(id=id, initial="nothing")
        self._desk = desk
        self._library = desk.library
        self._again: Callable[[], Answer] | None = None
        self._detail: Detail | None = None
        self._opened = False
        self._entity: EntityId | None = None
        self._text = TextPane(id="text")
        self._card = CardView(id="card")

    def compose(self) -> ComposeResult:
        """The three things that may be shown."""
        yield Static(id="nothing", markup=False)
        yield self._text
        yield self._card

    @property
    def detail(self) -> Detail | None:
        """The text that is shown, or the selected line of the card."""
        if self.current == "card" and (line := self._card.lines.current):
            return line_detail(line)
        return self._detail if self.current == "text" else None

    def show_nothing(self, words: str = "") -> None:
        """Show only a quiet sentence."""
        self.workers.cancel_group(self, _GROUP)
        self._again = self._entity = self._detail = None
        self._opened = False
        self.query_one("#nothing", Static).update(Content.styled(words, QUIET))
        self.current = "nothing"

    @property
    def entity(self) -> EntityId | None:
        """The entity whose card is shown, or was before one of its lines was opened."""
        return self._entity

    def show_detail(self, detail: Detail) -> None:
        """Show a text that is at hand."""
        self.show_nothing()
        self._on_detail(DetailCame(detail))

    def show_fact(self, fact_id: FactId) -> None:
        """Show a fact in the passage that states it."""
        self._entity, self._opened = None, False
        self._show(partial(self._fact, fact_id))

    def show_sentence(self, passage_id: PassageId, sentence: str) -> None:
        """Show a sentence in its passage, as one line gives it."""
        self._entity, self._opened = None, False
        self._show(partial(self._sentence, passage_id, sentence))

    def show_span(self, passage_id: PassageId, span: Span) -> None:
        """Show some words of a passage in their document."""
        self._entity, self._opened = None, False
        self._show(partial(self._span, passage_id, span))

    def show_hit(self, hit: Hit) -> None:
        """Show what a hit stands for."""
        if hit.kind is Kind.ENTITY:
            self.show_entity(EntityId(hit.id))
            return
        if hit.kind is Kind.FACT:
            self.show_fact(FactId(hit.id))
        else:
            self._entity, self._opened = None, False
            self._show(partial(self._passage_of_hit, hit))

    def show_entity(self, entity_id: EntityId) -> None:
        """Show an entity's card. A passage opened from the same card stays."""
        if entity_id != self._entity:
            self._opened = False
        self._entity = entity_id
        if self._opened:
            self.reread()
        else:
            self._show(partial(self._card_of, entity_id))

    def reread(self) -> None:
        """Read what is shown anew."""
        if self._again is not None:
            ask(self, _GROUP, self._again)

    def enter(self) -> None:
        """Put the focus on what is shown."""
        (self._card.lines if self.current == "card" else self._text).focus()

    def back(self) -> bool:
        """From a passage back to the card it was opened from; whether there was one."""
        if not self._opened or self._entity is None:
            return False
        self._opened = False
        self.current = "card"
        self._show(partial(self._card_of, self._entity))
        self._card.lines.focus()
        return True

    @on(Chosen, "#card-lines")
    def _open_line(self, chosen: Chosen) -> None:
        chosen.stop()
        line = self._card.lines.current
        if line is not None:
            self._opened = True
            self._show(partial(self._line, line))

    def _show(self, question: Callable[[], Answer]) -> None:
        self._again = question
        ask(self, _GROUP, question)

    @on(DetailCame)
    def _on_detail(self, came: DetailCame) -> None:
        if came.detail is None:
            self.show_nothing(_GONE)
            return
        inside = self.has_focus_within
        self._detail = came.detail
        self._text.show(came.detail.head, came.detail.text, came.detail.offset)
        self.current = "text"
        if inside:
            self._text.focus()

    @on(CardCame)
    def _on_card(self, came: CardCame) -> None:
        if came.card is None:
            self.show_nothing(_GONE)
            return
        inside = self.has_focus_within
        self._card.show(came.card, self._desk.clock().date() if came.as_of is None else None)
        self.current = "card"
        if inside:
            self._card.lines.focus()

    # questions, asked in a thread

    def _passage_of_hit(self, hit: Hit) -> Answer:
        reading = None if hit.passage_id is None else self._library.reading(hit.passage_id)
        return DetailCame(passage_detail(reading, hit_marks(hit, reading.passage)) if reading else None)

    def _sentence(self, passage_id: PassageId, sentence: str) -> Answer:
        reading = self._library.reading(passage_id)
        return DetailCame(passage_detail(reading, sentence_marks(sentence, reading.passage)) if reading else None)

    def _span(self, passage_id: PassageId, span: Span) -> Answer:
        reading = self._library.reading(passage_id)
        return DetailCame(passage_detail(reading, (span,)) if reading else None)

    def _fact(self, fact_id: FactId) -> Answer:
        view = self._library.fact_view(fact_id)
        reading = view and self._library.reading(view.passage.id)
        return DetailCame(fact_detail(view, reading) if view and reading else None)

    def _line(self, line: CardLine) -> Answer:
        if line.fact is not None:
            return self._fact(line.fact.id)
        reading = self._library.reading(PassageId(line.passage.id))
        return DetailCame(passage_detail(reading, (line.span,)) if reading else None)

    def _card_of(self, entity_id: EntityId) -> Answer:
        day = self._desk.as_of.day
        return CardCame(self._library.card(entity_id, as_of=day), day)
