"""How hits, entities, sources and the lines of a card look in their lists. Pure; see `widgets.shapes`."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.document import Span
from tsuzuri.core.results import Hit
from tsuzuri.core.values import Entity, Fact, Kind, Passage, Source, SourceState
from tsuzuri.tui.present import (
    day,
    file_name,
    fit,
    is_former,
    marked_line,
    one_line,
    plain,
    said_on,
    spread,
    validity,
)
from tsuzuri.tui.theme import FORMER, QUIET, TITLE, TROUBLE
from tsuzuri.tui.widgets.shapes import Column, Table

if TYPE_CHECKING:
    from tsuzuri.library.views import EntityCard


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of an entity's card: a fact with its sentence, or a mention. `span` is what to show in the passage."""

    passage: Passage
    span: Span
    fact: Fact | None


_MARK = 9
"""Cells of the first column of a block: the widest kind is "passage"."""


@dataclass(frozen=True, slots=True)
class HitShape:
    """A hit in three lines: what it is and its date, the matching words, where it stands and what found it."""

    height: int = 3

    def heading(self, _width: int, /) -> None:
        """None: a block needs no titles."""
        return

    def lines(self, item: Hit, width: int) -> tuple[Content, ...]:
        """The three lines."""
        when = said_on(item.said) if item.valid is None else validity(item.valid) or "undated"
        title = plain(item.title or file_name(item.source_uri), TITLE)
        where = ", ".join(part for part in (file_name(item.source_uri), one_line(item.locator)) if part)
        routes = "+".join(route.value for route in item.routes)
        room = width - _MARK
        return (
            _block_line(item.kind.value, spread(title, Content.styled(when, QUIET), room)),
            _block_line("", marked_line(item.snippet.text, item.snippet.marks, room)),
            _block_line("", spread(Content.styled(where, QUIET), Content.styled(routes, QUIET), room)),
        )

    def key(self, item: Hit) -> tuple[Kind, int]:
        """Kind and id."""
        return item.kind, item.id


@dataclass(frozen=True, slots=True)
class CardShape:
    """A fact or mention in two lines. A fact that holds no longer is marked "former" and struck.

    `today` is None where the facts are those that held on a day that was asked for: then none is.
    """

    name: str
    today: date | None
    height: int = 2

    def heading(self, _width: int, /) -> None:
        """None: the card above says what these are."""
        return

    def lines(self, item: CardLine, width: int) -> tuple[Content, ...]:
        """The two lines."""
        room = width - _MARK
        fact, passage = item.fact, item.passage
        if fact is None:
            place = ", ".join(part for part in (file_name(passage.source_uri), one_line(passage.locator)) if part)
            return (
                _block_line("named", spread(Content(place), Content.styled(said_on(passage.said), QUIET), room)),
                _block_line("", marked_line(passage.text, (item.span,), room)),
            )
        former = self.today is not None and is_former(fact, self.today)
        when = Content.styled(validity(fact.held) or "undated", QUIET)
        said = plain(statement(fact, self.name), FORMER if former else "")
        return (
            _block_line("former" if former else "fact", spread(said, when, room)),
            _block_line("", fit(plain(item.span.of(passage.text), QUIET), room)),
        )

    def key(self, item: CardLine) -> object:
        """The fact's id, or where the mention stands."""
        return (item.passage.id, item.span) if item.fact is None else item.fact.id


def card_lines(card: "EntityCard", today: date | None) -> tuple[CardLine, ...]:
    """What a card lists: the facts that hold, the former ones, the mentions; see `CardShape.today`."""
    facts = [CardLine(view.passage, view.evidence.statement, view.fact) for view in card.facts]
    if today is not None:
        facts.sort(key=lambda line: line.fact is not None and is_former(line.fact, today))
    return (*facts, *(CardLine(view.passage, view.mention.span, None) for view in card.mentions))


def statement(fact: Fact, name: str = "") -> str:
    """A fact as words; without its subject where that is `name`, whose card it stands on."""
    return fact.predicate if fact.subject_name == name else fact.statement


def _block_line(mark: str, content: Content) -> Content:
    return Content.assemble((mark.ljust(_MARK), QUIET), content)


ENTITIES: Table[Entity] = Table(
    (
        Column("name", lambda entity: plain(entity.name, TITLE), 14, share=3),
        Column("also", lambda entity: plain(", ".join(entity.aliases), QUIET), 10, share=2, from_width=84),
        Column("type", lambda entity: plain(entity.type.value, QUIET), 12),
        Column("facts", lambda entity: Content(f"{entity.facts:,}"), 6, right=True),
        Column("named", lambda entity: Content(f"{entity.mentions:,}"), 6, right=True, from_width=52),
        Column("last said", lambda entity: plain(day(entity.last_said), QUIET), 10, from_width=62),
    ),
    lambda entity: entity.id,
)
"""Entities as rows."""

SOURCES: Table[Source] = Table(
    (
        Column("file", lambda source: plain(file_name(source.uri), TITLE), 16, share=3),
        Column("title", lambda source: plain(source.title, QUIET), 10, share=2, from_width=70),
        Column("state", lambda source: state(source), 11),
        Column("reason", lambda source: plain(source.reason, QUIET), 10, share=1, from_width=90),
        Column("passages", lambda source: Content(f"{source.passages:,}"), 8, right=True, from_width=48),
        Column("pending", lambda source: Content(f"{source.pending:,}" if source.pending else ""), 7, right=True),
        Column("facts", lambda source: Content(f"{source.facts:,}"), 6, right=True),
    ),
    lambda source: source.id,
)
"""Sources as rows."""


def state(source: Source) -> Content:
    """How far a source has come, or what is wrong with it."""
    if source.missing_since is not None:
        return Content.styled("missing", TROUBLE)
    if source.remarks:
        return Content("partly read")
    refused = source.state in (SourceState.REFUSED, SourceState.NO_TEXT)
    return plain(source.state.value.replace("_", " "), TROUBLE if refused else "")
