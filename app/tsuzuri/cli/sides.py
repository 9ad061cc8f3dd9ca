"""A question with the evidence of both sides, drawn side by side, or one below the other where it is narrow."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, chop_cells

from tsuzuri.cli.output import bold, dim, one_line
from tsuzuri.core.access import place_name
from tsuzuri.core.review import YOU
from tsuzuri.core.temporal import period
from tsuzuri.library.questions import ItemView, Line, ManyValues, Named, Quote, TwoFacts, TwoNames, TwoOfOneName, place
from tsuzuri.library.views import FactView

WIDE = 100
"""Cells from which on two sides stand beside each other."""
_GAP = 3
_NARROWEST = 2
"""Cells that the widest character takes."""


def drawn(view: ItemView, width: int) -> Iterator[str]:
    """The lines of a question, of at most `width` cells."""
    yield from map(bold, _wrapped(f"#{view.item.id} {view.question}", width))
    yield from map(dim, _wrapped(f"  {reason(view)}", width))
    match view.about:
        case TwoNames() as about:
            yield from _beside(_named(about.one), _named(about.other), width)
            if about.shared:
                yield from _wrapped(f"both with: {', '.join(about.shared)}", width)
        case TwoOfOneName() as about:
            yield from _beside(["elsewhere", *_quotes(about.one)], ["in that document", *_quotes(about.other)], width)
        case TwoFacts() as about:
            yield from _beside(["A", *_fact(about.one)], ["B", *_fact(about.other)], width)
        case Line() as about:
            yield from _wrapped(about.line, width)
            yield from _wrapped(f"not let in: {about.reason}", width)
            yield from (line for each in _quotes([about.quote]) for line in _wrapped(each, width))
        case ManyValues() as about:
            for views in about.subjects:
                yield from (line for one in views for each in _fact(one) for line in _wrapped(each, width))
        case None:
            yield dim("  what it was about cannot be shown any more")


def reason(view: ItemView) -> str:
    """Why it is asked, and who asks and how sure they are, where that is not the person."""
    item = view.item
    if item.by == YOU:
        return item.reason
    return f"{item.reason} ({item.by}, {item.score:.0%})"


def _named(side: Named) -> list[str]:
    entity = side.entity
    also = [f"also {', '.join(entity.aliases)}"] if entity.aliases else []
    return [f"{entity.name} ({entity.type})", *also, *_quotes(side.quotes)]


def _quotes(quotes: Sequence[Quote]) -> list[str]:
    lines = []
    for quote in quotes:
        said = f", {quote.said.at.date()}" if quote.said else ""
        lines += [f"“{quote.text}”", f"  {place(quote)}{said}"]
    return lines


def _fact(view: FactView) -> list[str]:
    fact = view.fact
    held = f" ({words})" if (words := period(fact.valid)) else ""
    said = f", said {fact.said.at.date()}" if fact.said else ""
    source = f"{place_name(view.passage.source_uri)}, {view.passage.locator}".rstrip(", ")
    return [f"{fact.statement}{held}", f"“{' '.join(view.sentence.split())}”", f"  {source}{said}"]


def _beside(left: Sequence[str], right: Sequence[str], width: int) -> Iterator[str]:
    if width < WIDE:
        yield from (line for each in left for line in _wrapped(each, width))
        yield ""
        yield from (line for each in right for line in _wrapped(each, width))
        return
    half = (width - _GAP) // 2
    columns = [[line for each in side for line in _wrapped(each, half)] for side in (left, right)]
    for row in range(max(map(len, columns))):
        one, other = (column[row] if row < len(column) else "" for column in columns)
        yield f"{one}{' ' * (half - cell_len(one))}{' ' * _GAP}{other}".rstrip()


def _wrapped(text: str, width: int) -> Iterator[str]:
    """A text in lines of at most `width` cells: words stay whole, but for those that are longer than a line."""
    indent = " " * (len(text) - len(text.lstrip()))
    line = ""
    for word in one_line(text).split():
        if line and cell_len(f"{indent}{line} {word}") > width:
            yield f"{indent}{line}"
            line = ""
        *whole, rest = chop_cells(f"{line} {word}" if line else word, max(_NARROWEST, width - len(indent)))
        yield from (f"{indent}{part}" for part in whole)
        line = rest
    yield f"{indent}{line}"
