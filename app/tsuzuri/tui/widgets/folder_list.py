"""The list of watched folders: as high as it must be, and not there where none is watched."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.folders import FOLDERS
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.widgets.rows_view import RowsView

if TYPE_CHECKING:
    from tsuzuri.library.folders import FolderView

_MOST_ROWS = 4


class FolderList(RowsView["FolderView"]):
    """Watched folders by path."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.FOLDERS)
    DEFAULT_CSS = """
    FolderList { display: none; margin-bottom: 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(FOLDERS, id=id)

    def hold(self, items: "Sequence[FolderView]") -> None:
        """Show these folders."""
        self.styles.height = 1 + min(len(items), _MOST_ROWS)
        self.display = bool(items)
        super().hold(items)
