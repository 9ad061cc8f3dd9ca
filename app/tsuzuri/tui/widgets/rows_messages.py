"""What a list tells its screen."""

from textual.message import Message
from textual.widget import Widget

from tsuzuri.core.orders import EntityOrder, SourceOrder


class RowsMessage(Message):
    """Something about one list, which is its `control`."""

    def __init__(self, rows: Widget) -> None:
        super().__init__()
        self.rows = rows

    @property
    def control(self) -> Widget:
        """The list that sent this."""
        return self.rows


class Moved(RowsMessage):
    """Another item is selected, or the selected one has come or was read anew. It may be None."""


class Chosen(RowsMessage):
    """The selected item is to be opened."""


class Loaded(RowsMessage):
    """Rows have come."""


class Marked(RowsMessage):
    """Other items are marked."""


class Ordered(RowsMessage):
    """The list is shown in another order, which was chosen."""

    def __init__(self, rows: Widget, order: SourceOrder | EntityOrder) -> None:
        super().__init__(rows)
        self.order = order
