"""How a question for a person looks in its list, and what stands on either side of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.ids import PassageId
from tsuzuri.core.review import YOU, Answer, Question
from tsuzuri.tui.present import amount, day, file_name, fit, one_line, percent, plain, said_on, spread, validity
from tsuzuri.tui.theme import HEADING, QUIET, STATEMENT, TITLE, TROUBLE

if TYPE_CHECKING:
    from tsuzuri.core.review import Item
    from tsuzuri.library.questions import ItemView, Named, Quote
    from tsuzuri.library.views import FactView

_LINE = Content("\n")
_MARK = 15
"""Cells of the first column: the widest kind is "contradiction"."""
_GONE = "What it was about cannot be shown any more."
_MEANING = {
    Question.MERGE: "y they are one, n they are two, l later",
    Question.SPLIT: "y there are two, n it is one, l later",
    Question.CONTRADICTION: "y B is wrong, x A is wrong, n both are right, l later",
    Question.QUARANTINE: "y let it in, n drop it, l later",
    Question.RULE: "y it may, n one at a time, l later",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A sentence that speaks for a side, and the passage it stands in."""

    passage_id: PassageId
    sentence: str


@dataclass(frozen=True, slots=True)
class Side:
    """What stands on one side: a title, a text, and the sentences in it, in order."""

    title: Content
    text: Content
    seen: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class QuestionShape:
    """A question in two lines, the second why it is asked, or who has answered it; see `widgets.shapes.Shape`."""

    height: int = 2

    def heading(self, _width: int, /) -> None:
        """None: a block needs no titles."""
        return

    def lines(self, item: "ItemView", width: int) -> tuple[Content, ...]:
        """The two lines."""
        asked, room = item.item, width - _MARK
        below = _decided(asked) or one_line(asked.reason)
        later = "later" if asked.answer is Answer.LATER else ""
        return (
            _marked(
                asked.question.value, spread(plain(item.question, TITLE), Content.styled(_sure(asked), QUIET), room)
            ),
            _marked(later, fit(Content.styled(below, QUIET), room)),
        )

    def key(self, item: "ItemView") -> object:
        """Its number."""
        return item.item.id


def _marked(mark: str, content: Content) -> Content:
    return Content.assemble((mark.ljust(_MARK), QUIET), content)


def about(waiting: int, shown: int, *, past: bool) -> Content:
    """The line above the list; `waiting` is how many wait that were not put off."""
    if past:
        words = (
            "Decided, latest first. Press h for what waits." if shown else "Nothing was decided yet. Press h to return."
        )
    elif not shown:
        words = "Nothing waits for you."
    else:
        verb = "waits" if waiting == 1 else "wait"
        later = "" if waiting else ", all of them put off"
        words = f"{amount(waiting, 'question')} {verb}{later}, surest first."
    return Content.styled(words, QUIET)


def head(view: "ItemView") -> Content:
    """The question, why it is asked, and what the keys would say to it, or who has answered it."""
    item = view.item
    by = "" if item.by == YOU else f" ({one_line(item.by)}, {_sure(item)})"
    shared, decided = _shared(view), _decided(item)
    return _LINE.join(
        [
            plain(view.question, TITLE),
            plain(f"{one_line(item.reason)}{by}", QUIET),
            *([plain(f"Both have to do with {shared}.", QUIET)] if shared else []),
            Content.styled(f"{decided}; u takes it back" if decided else _MEANING[item.question], HEADING),
        ]
    )


def sides(view: "ItemView") -> tuple[Side, ...]:
    """One or two sides of a question, with their evidence."""
    from tsuzuri.library.questions import Line, ManyValues, TwoFacts, TwoNames, TwoOfOneName

    match view.about:
        case TwoNames() as two:
            return _named(two.one), _named(two.other)
        case TwoOfOneName() as two:
            return _quoted("Elsewhere", two.one), _quoted("In that document", two.other)
        case TwoFacts() as two:
            return _stated("A", [two.one]), _stated("B", [two.other])
        case Line() as line:
            text = _LINE.join([plain(line.line), plain(f"not let in: {line.reason}", TROUBLE)])
            return (_quoted("The line", [line.quote], text),)
        case ManyValues() as many:
            return tuple(_stated(one_line(views[0].fact.subject_name), views) for views in many.subjects[:2])
        case None:
            return (Side(Content(), Content.styled(_GONE, QUIET), ()),)


def _named(side: "Named") -> Side:
    entity = side.entity
    title = Content.assemble(plain(entity.name, TITLE), "  ", (entity.type.value, QUIET))
    also = [plain(f"also {', '.join(entity.aliases)}", QUIET)] if entity.aliases else []
    return Side(_LINE.join([title, *also]), *_quotes(side.quotes))


def _quoted(title: str, quotes: "Sequence[Quote]", above: Content | None = None) -> Side:
    text, seen = _quotes(quotes)
    return Side(plain(title, TITLE), Content("\n\n").join([above, text]) if above else text, seen)


def _quotes(quotes: "Sequence[Quote]") -> tuple[Content, tuple[Seen, ...]]:
    if not quotes:
        return Content.styled("No sentence names it.", QUIET), ()
    blocks = [
        _LINE.join(
            [plain(quote.text), Content.styled(_where(quote.source_uri, quote.locator, said_on(quote.said)), QUIET)]
        )
        for quote in quotes
    ]
    return Content("\n\n").join(blocks), tuple(Seen(quote.passage_id, quote.text) for quote in quotes)


def _stated(title: str, views: "Sequence[FactView]") -> Side:
    blocks = []
    for view in views:
        said = f", said {said_on(view.fact.said)}" if view.fact.said else ""
        held = f"{validity(view.fact.valid) or 'undated'}{said}"
        where = _where(view.passage.source_uri, view.passage.locator, "")
        sentence = plain(view.sentence, STATEMENT)
        blocks.append(
            _LINE.join(
                [plain(view.fact.statement), Content.styled(held, QUIET), sentence, Content.styled(where, QUIET)]
            )
        )
    return Side(
        plain(title, TITLE), Content("\n\n").join(blocks), tuple(Seen(view.passage.id, view.sentence) for view in views)
    )


def _shared(view: "ItemView") -> str:
    from tsuzuri.library.questions import TwoNames

    return ", ".join(map(one_line, view.about.shared)) if isinstance(view.about, TwoNames) else ""


def _decided(item: "Item") -> str:
    if not item.answered_by or item.answer is Answer.LATER:
        return ""
    by = "you" if item.answered_by == YOU else one_line(item.answered_by)
    return f"{(item.answer or '').capitalize()}, said {by} on {day(item.answered_at)}"


def _sure(item: "Item") -> str:
    return "" if item.by == YOU else percent(item.score)


def _where(uri: str, locator: str, when: str) -> str:
    return ", ".join(part for part in (file_name(uri), one_line(locator), when) if part)
