"""Small charts in a line of text. Pure."""

from collections.abc import Sequence
from datetime import date

from tsuzuri.core.values import Grown

_LEVELS = 4
_LEFT, _RIGHT = (0x40, 0x04, 0x02, 0x01), (0x80, 0x20, 0x10, 0x08)
_BLANK = 0x2800
"""Braille patterns: two columns of four dots in a cell, and as wide in every terminal."""


def spark(amounts: Sequence[float]) -> str:
    """A line of columns, two to a cell, as high as the amounts; the greatest fills a cell, and none is a blank.

    Whatever is more than nothing has a dot at least.
    """
    most = max(amounts, default=0)
    heights = [0 if amount <= 0 else max(1, round(amount / most * _LEVELS)) for amount in amounts]
    heights += [0] * (len(heights) % 2)
    return "".join(
        chr(_BLANK + sum(_LEFT[:left]) + sum(_RIGHT[:right]))
        for left, right in zip(heights[::2], heights[1::2], strict=True)
    )


def by_stretch(growth: Sequence[Grown], today: date, stretches: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sources and facts in each of so many stretches of equal length, from the first day to today; of fewer days, a
    stretch is a day.
    """
    first = growth[0].day if growth else today
    days = max((today - first).days + 1, 1)
    count = min(days, stretches)
    sources, facts = [0] * count, [0] * count
    for grown in growth:
        at = min((grown.day - first).days * count // days, count - 1)
        sources[at] += grown.sources
        facts[at] += grown.facts
    return tuple(sources), tuple(facts)
