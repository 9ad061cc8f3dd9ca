"""A screen as text that can be read in a diff: its characters, then which of them look alike, in both themes."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from rich.segment import Segment
from rich.style import Style

from tsuzuri.tui.app import TsuzuriApp

Cell = tuple[str, str]
"""A character, and how it looks: "#e0e0e0 on #101418 bold"."""
Screen = Sequence[Sequence[Cell]]

_ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse", "strike")


def cells_of(app: TsuzuriApp) -> Screen:
    """What stands on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return [list(chain.from_iterable(map(_cells, strip))) for strip in strips]


def portrait(dark: Screen, light: Screen) -> str:
    """One screen in both themes.

    The text comes first, that of the light theme too where it has other words; then, for each line, how many characters
    of which look, such as "a12 b3"; then what the looks are, dark and light.
    """
    texts = dict.fromkeys((_text(dark), _text(light)))
    looks: dict[tuple[str, str], str] = {}
    runs = [
        " ".join(_runs([(one[1], other[1]) for one, other in zip(*lines, strict=True)], looks))
        for lines in zip(dark, light, strict=True)
    ]
    legend = [f"{name}: {one} | {other}" for (one, other), name in looks.items()]
    return "\n".join((*texts, "", *_folded(runs), "", *legend, ""))


def _cells(segment: Segment) -> Iterator[Cell]:
    look = _look(segment.style or Style())
    return ((char, look) for char in segment.text)


def _look(style: Style) -> str:
    colours = [f"{colour.get_truecolor().hex}" if colour else "none" for colour in (style.color, style.bgcolor)]
    return " ".join((colours[0], "on", colours[1], *(name for name in _ATTRIBUTES if getattr(style, name))))


def _text(screen: Screen) -> str:
    return "\n".join("".join(char for char, _ in line).rstrip() for line in screen)


def _runs(looks: Sequence[tuple[str, str]], names: dict[tuple[str, str], str]) -> Iterator[str]:
    for look, cells in groupby(looks):
        yield f"{names.setdefault(look, _name(len(names)))}{len(list(cells))}"


def _name(number: int) -> str:
    """a, b, …, z, ba, bb, …"""
    first, last = divmod(number, 26)
    return (_name(first) if first else "") + chr(ord("a") + last)


def _folded(lines: Sequence[str]) -> Iterator[str]:
    for line, same in groupby(lines):
        count = len(list(same))
        yield f"{count} x {line}" if count > 1 else line
