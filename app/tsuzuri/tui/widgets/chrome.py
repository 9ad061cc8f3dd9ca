"""The lines above and below a place: where one is, and how the library stands."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from tsuzuri.core.errors import TsuzuriError
from tsuzuri.tui.pipeline import away, to_go
from tsuzuri.tui.present import amount, one_line, spread
from tsuzuri.tui.registry.action import Place, Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.theme import HEADING, QUIET, TITLE, TROUBLE

if TYPE_CHECKING:
    from datetime import date

    from tsuzuri.library.views import Status
    from tsuzuri.tui.desk import Standing


_MOST_TOLD = 99
"""More than that is told as "99+": the bar has to fit into 80 cells."""


class PlaceTab(Static):
    """The name of a place with its key; a click goes there."""

    def __init__(self, place: Place, here: bool) -> None:
        name = Content.styled(place.title, f"{HEADING} underline" if here else QUIET)
        self._words = Content.assemble((f"{place.key} ", QUIET), name)
        super().__init__(self._words, markup=False)
        self.place = place

    def show_count(self, count: int) -> None:
        """Say how much waits there, if anything does."""
        told = f"{count}" if count <= _MOST_TOLD else f"{_MOST_TOLD}+"
        self.update(Content.assemble(self._words, (f" {told}" if count else "", TITLE)))

    async def on_click(self) -> None:
        """Go there."""
        await self.run_action(f"app.go('{self.place.name}')")


class PlaceBar(Horizontal):
    """The first line: the name of the program and the places."""

    DEFAULT_CSS = """
    PlaceBar {
        height: 1;
        padding: 0 1;
        & > Static { width: auto; margin-right: 3; }
        & > #kana { margin-right: 1; }
    }
    """

    def __init__(self, here: Place) -> None:
        super().__init__()
        self._here = here

    def compose(self) -> ComposeResult:
        """Name and tabs."""
        yield Static(Content.styled("綴り", TITLE), markup=False, id="kana")
        yield Static(Content.styled("Tsuzuri", TITLE), markup=False, id="latin")
        for place in PLACES:
            yield PlaceTab(place, place is self._here)

    def show_questions(self, count: int) -> None:
        """Say at the place of review how many questions wait."""
        for tab in self.query(PlaceTab):
            if tab.place.target is Target.REVIEW:
                tab.show_count(count)


class StatusLine(Static):
    """The last line but one: the state of the library, or what went wrong last with the way out."""

    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._standing: Standing | None = None
        self._trouble: tuple[str, TsuzuriError] | None = None
        self._as_of: date | None = None

    def show_standing(self, standing: "Standing") -> None:
        """Show the library's state, unless there is trouble to show."""
        self._standing = standing
        self.refresh()

    def show_as_of(self, day: "date | None") -> None:
        """Say as of which day everything is shown, None for now."""
        self._as_of = day
        self.refresh()

    def show_trouble(self, group: str, error: TsuzuriError) -> None:
        """Show why a kind of question cannot be answered."""
        self._trouble = (group, error)
        self.refresh()

    def clear_trouble(self, group: str) -> None:
        """That kind of question has been answered again."""
        if self._trouble is not None and self._trouble[0] == group:
            self._trouble = None
            self.refresh()

    def render(self) -> Content:
        """The line."""
        width = self.size.width
        if self._trouble is not None:
            error = self._trouble[1]
            hint = f" ({one_line(error.hint)})" if error.hint else ""
            return spread(Content.styled(f"{error.title}: {one_line(error.message)}{hint}", TROUBLE), Content(), width)
        if self._standing is None:
            return Content()
        return spread(_held(self._standing, self._as_of), Content.styled(_models(self._standing.status), QUIET), width)


def _held(standing: "Standing", as_of: "date | None") -> Content:
    """What stands in the way comes first: the end of the line may be cut."""
    status = standing.status
    parts = [
        amount(status.counts.sources, "source"),
        amount(status.counts.facts, "fact"),
        to_go(status),
    ]
    troubled = away(standing.roots)
    return Content.assemble(
        (one_line(status.dataset), "bold"),
        (f"  as of {as_of}" if as_of else "", HEADING),
        ("  paused" if status.paused else "", HEADING),
        (f"  {troubled}" if troubled else "", TROUBLE),
        ("  " + ", ".join(parts), QUIET),
    )


def _models(status: "Status") -> str:
    chat = one_line(status.chat) if status.chat_installed else "no chat model"
    return chat if status.encrypted else f"{chat}, not encrypted"
