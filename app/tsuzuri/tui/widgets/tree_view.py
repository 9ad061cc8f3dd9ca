"""The list of the rows of the category tree."""

from typing import ClassVar

from textual.binding import BindingType

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.outline import Row, RowShape
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.widgets.rows_view import RowsView


class TreeView(RowsView[Row]):
    """A tree whose branches open to the right and close to the left."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.TREE)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(RowShape(), id=id)
