"""How the library grew, as a chart in one line."""

from textual import on
from textual.widgets import Static

from tsuzuri.core.values import Grown
from tsuzuri.tui.bridge import Answer, ask
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.pipeline import growth_line


class GrowthCame(Answer):
    """The days on which what there is came."""

    def __init__(self, growth: tuple[Grown, ...]) -> None:
        super().__init__()
        self.growth = growth


class GrowthChart(Static):
    """Sources and facts by when they came. It reads too much to follow every change, so only when it is told to."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="growth", markup=False)
        self._desk = desk

    def reread(self) -> None:
        """Read it anew."""
        ask(self, "growth", lambda: GrowthCame(self._desk.library.growth()))

    @on(GrowthCame)
    def _on_growth(self, came: GrowthCame) -> None:
        self.update(growth_line(came.growth, self._desk.clock().date()))
