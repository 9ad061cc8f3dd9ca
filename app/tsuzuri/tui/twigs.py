"""A neighbourhood as lines of a tree, drawn in cells. Pure; see `widgets.shapes`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.values import Entity, Fact
from tsuzuri.tui.present import fit, is_former, one_line, spread, validity
from tsuzuri.tui.theme import FORMER, HEADING, QUIET, TITLE

if TYPE_CHECKING:
    from datetime import date

    from tsuzuri.library.neighbourhood import Branch, Neighbourhood

_LAST, _MIDDLE, _PAST, _UNDER = "└─ ", "├─ ", "│  ", "   "


@dataclass(frozen=True, slots=True)
class Twig:
    """One line. `lead` are the strokes before it; `fact` leads to `name`, which is `entity` if it is one.

    The first line has the centre alone; a line without either says how many are not shown.
    """

    lead: str
    name: str
    fact: Fact | None
    entity: Entity | None
    inward: bool = False


@dataclass(frozen=True, slots=True)
class TwigShape:
    """A line of the tree: strokes, relation, name, and when it held. What holds no longer by `today` is struck."""

    today: "date | None"
    height: int = 1

    def heading(self, _width: int, /) -> None:
        """None: the tree has no columns."""
        return

    def lines(self, item: Twig, width: int) -> tuple[Content, ...]:
        """The one line."""
        if item.fact is None:
            style = HEADING if item.entity else QUIET
            return (fit(Content.assemble((item.lead, QUIET), (one_line(item.name), style)), width),)
        relation = Content.styled(one_line(item.fact.relation.replace("_", " ")), QUIET)
        former = self.today is not None and is_former(item.fact, self.today)
        name = Content.styled(one_line(item.name), FORMER if former else TITLE if item.entity else "")
        # Read from left to right: what the entity does to another, or another does to it.
        words = (name, " ", relation) if item.inward else (relation, " ", name)
        line = Content.assemble((item.lead + ("< " if item.inward else ""), QUIET), *words)
        return (spread(line, Content.styled(validity(item.fact.held), QUIET), width),)

    def key(self, item: Twig) -> object:
        """The fact, and how deep it stands."""
        return item.fact.id if item.fact else item.name, len(item.lead)


def twigs(found: "Neighbourhood") -> tuple[Twig, ...]:
    """The lines of the tree, from the centre down."""
    return (Twig("", found.centre.name, None, found.centre), *_lines(found.branches, found.more, ""))


def _lines(branches: "tuple[Branch, ...]", more: int, lead: str) -> Iterator[Twig]:
    for number, branch in enumerate(branches):
        last = number == len(branches) - 1 and not more
        stroke = _LAST if last else _MIDDLE
        yield Twig(lead + stroke, branch.name, branch.fact, branch.entity, branch.inward)
        yield from _lines(branch.below, branch.more, lead + (_UNDER if last else _PAST))
    if more:
        yield Twig(lead + _LAST, f"{more} more", None, None)
