"""Core values as lines to show. Pure: text in, `Content` out, never markup, widths in terminal cells."""

from datetime import date, datetime, timedelta
from pathlib import PurePath

from rich.cells import cell_len
from textual.content import Content

from tsuzuri.core.access import place_name, teller
from tsuzuri.core.document import Said, Span
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Fact, FactStatus
from tsuzuri.text.normalise import display
from tsuzuri.tui.theme import MATCH

_CUT = ".."  # an ellipsis character is one cell in some terminals and two in others


def one_line(text: str) -> str:
    """Text as one line: NFC, nothing that cannot be seen, every run of white space a single space."""
    return " ".join(display(text).split())


def shown(text: str) -> str:
    """Text as it may be shown over several lines, each character where it was.

    Data is stored as `text.normalise.display` leaves it, so only tabs (whose width depends on where they stand)
    and stray controls have to go. The length never changes: spans stay true.
    """
    return "".join(" " if char == "\t" or (not char.isprintable() and char != "\n") else char for char in text)


def fit(content: Content, width: int) -> Content:
    """Exactly `width` cells: padded with spaces, or cut with ".."."""
    if content.cell_length <= width:
        return content.truncate(width, pad=True)
    if width <= len(_CUT):
        return content.truncate(width)
    return content.truncate(width - len(_CUT)).append(_CUT)


def spread(left: Content, right: Content, width: int) -> Content:
    """`left` and `right` at the ends of a line of `width` cells; `left` gives way."""
    room = width - right.cell_length - 1
    if room < 8:
        return fit(left, width)
    return Content.assemble(fit(left, room), " ", right)


def plain(text: str, style: str = "") -> Content:
    """A line of data in one style."""
    return Content.styled(one_line(text), style) if style else Content(one_line(text))


def marked(text: str, marks: tuple[Span, ...], style: str = MATCH) -> Content:
    """Text over several lines with the spans in `style`."""
    content = Content(shown(text))
    for mark in marks:
        content = content.stylize(style, mark.start, mark.end)
    return content


def marked_line(text: str, marks: tuple[Span, ...], width: int) -> Content:
    """One line of at most `width` cells with the first mark in sight, begun at a word where there are spaces."""
    content = marked(text.replace("\n", " "), marks)
    if marks and content.cell_length > width and content[: marks[0].end].cell_length > width * 2 // 3:
        lead = marks[0].start
        start = min(_back(text, lead, width // 3), _back(text, len(text), width - len(_CUT) - 1))
        start = text.find(" ", start, lead) + 1 or start
        content = Content.assemble(_CUT, " ", content[start:]) if start else content
    return fit(content, width)


def _back(text: str, end: int, cells: int) -> int:
    """The first index from which the text up to `end` takes at most so many cells."""
    while end and (cells := cells - cell_len(text[end - 1])) >= 0:
        end -= 1
    return end


def day(moment: datetime | None) -> str:
    """A moment's day in UTC, as dates without a time are stored; empty for none."""
    return "" if moment is None else moment.date().isoformat()


def said_on(said: Said | None) -> str:
    """The day something was said; empty when unknown."""
    return "" if said is None else day(said.at)


def validity(valid: Interval) -> str:
    """When a fact holds, in words: "since 2024-05", "2022 to 2023", "2024-03", "until 2019", "" when unknown.

    "never" is what another fact has put right. An end of unknown precision is the latest that it can have.
    """
    if valid.start is not None and valid.start == valid.end:
        return "never"
    last = None if valid.end is None else valid.end - timedelta(days=1)
    start = None if valid.start is None else _unit(valid.start, valid.precision)
    end = None if last is None else _unit(last, valid.precision)
    if end is not None and valid.precision is Precision.UNKNOWN:
        end += " at the latest"
    match start, end:
        case None, None:
            return ""
        case None, _:
            return f"until {end}"
        case _, None:
            return f"since {start}"
        case _ if start == end:
            return f"{start}"
        case _:
            return f"{start} to {end}"


def _unit(day: date, precision: Precision) -> str:
    match precision:
        case Precision.DECADE:
            return f"{day.year // 10 * 10}s"
        case Precision.YEAR:
            return str(day.year)
        case Precision.QUARTER:
            return f"{day.year} Q{(day.month + 2) // 3}"
        case Precision.MONTH:
            return f"{day.year}-{day.month:02}"
        case Precision.WEEK:
            return f"the week of {day - timedelta(days=day.weekday())}"
        case _:
            return day.isoformat()


def is_former(fact: Fact, today: date) -> bool:
    """Whether a fact no longer holds: superseded, taken back, or ended before today."""
    return fact.status is not FactStatus.CURRENT or (fact.held.end is not None and fact.held.end <= today)


def file_name(uri: str) -> str:
    """The last part of a source's path; for what an agent told, who did."""
    return one_line(place_name(uri))


def folder(uri: str) -> str:
    """The path above it; what an agent told lies in none."""
    return "" if teller(uri) else one_line(str(PurePath(uri).parent))


def amount(count: int, singular: str, plural: str = "") -> str:
    """A count with its noun: "1 source", "1,204 sources"."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def pace(rate: float) -> str:
    """Units a second, in the largest unit of time that leaves a whole number: "12/s", "5/min", "2/h"."""
    for unit, seconds in (("s", 1), ("min", 60)):
        if rate * seconds >= 1:
            return f"{rate * seconds:,.0f}/{unit}"
    return f"{rate * 3600:,.0f}/h"


def lasting(seconds: float) -> str:
    """How long something takes, coarsely: "40 s", "7 min", "2 h 05 min"."""
    minutes = round(seconds / 60)
    if minutes < 1 or seconds < 60:
        return f"{round(seconds)} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def percent(share: float) -> str:
    """A share of 0..1 as whole per cent."""
    return f"{share:.0%}"


def citation(title: str, uri: str, locator: str, when: str) -> str:
    """Where a text stands, to go with a copy of it."""
    name = file_name(uri)
    parts = (one_line(title) if one_line(title) != name else "", name, locator, when)
    return ", ".join(part for part in parts if part)
