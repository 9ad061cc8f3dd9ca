"""A list of the library whose rows can be marked, filtered and put into another order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.values import Page
from tsuzuri.tui.choices import Choice
from tsuzuri.tui.widgets.marking_rows import MarkingRows
from tsuzuri.tui.widgets.rows_messages import Ordered
from tsuzuri.tui.widgets.shapes import Shape

T = TypeVar("T")
O = TypeVar("O", bound=SourceOrder | EntityOrder)  # noqa: E741 - an order


@dataclass(frozen=True, slots=True)
class Listing(Generic[T, O]):
    """What a list shows.

    `page` gives the page of those that hold some words, in an order, after a cursor and of at most so many; `left`
    those of some items that are still there. Both are asked in threads. `orders` are offered, the first is the usual.
    """

    page: Callable[[str, O, str | None, int], Page[T]]
    left: Callable[[Sequence[T]], Sequence[T]]
    orders: Sequence[Choice[O]]


class OrderedRows(MarkingRows[T], Generic[T, O]):
    """A list over a `Listing`, in one of its orders."""

    def __init__(self, shape: Shape[T], listing: Listing[T, O], order: O, *, id: str | None = None) -> None:
        super().__init__(shape, listing.left, id=id)
        self.order = order
        self._listing = listing
        self._words = ""

    @property
    def order_title(self) -> str:
        """The name of the order, empty for the usual one."""
        orders = self._listing.orders
        return next((one.title for one in orders[1:] if one.deed == self.order), "")

    def filter(self, words: str) -> None:
        """Show what holds the words, from the first row."""
        self._words = words
        self.show(partial(self._listing.page, words, self.order))

    def sort(self) -> None:
        """Offer the orders."""
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        self.app.push_screen(ChooseScreen("In which order?", self._listing.orders, self.order), self._sorted)

    def _sorted(self, order: O | None) -> None:
        """Show the same in that order and stay on the selected item, unless it is far down."""
        if order is not None and order != self.order:
            self.order = order
            self.show(partial(self._listing.page, self._words, order), anew=False)
            self.post_message(Ordered(self, order))
