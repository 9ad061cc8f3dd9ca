"""Things to do, one of which is chosen in a window. Pure."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.content import Content

from tsuzuri.tui.theme import QUIET, TITLE

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A deed with its name, and a sentence on what it does."""

    deed: T
    title: str
    help: str


@dataclass(frozen=True, slots=True)
class ChoiceShape(Generic[T]):
    """A choice in two lines; see `widgets.shapes.Shape`."""

    height: int = 2

    def heading(self, _width: int, /) -> None:
        """None: the window has its title."""
        return

    def lines(self, item: Choice[T], _width: int) -> tuple[Content, ...]:
        """Name and sentence."""
        return Content.styled(item.title, TITLE), Content.styled(item.help, QUIET)

    def key(self, item: Choice[T]) -> T:
        """The deed."""
        return item.deed
