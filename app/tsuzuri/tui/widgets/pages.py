"""Keyset pages in the order they were reached: which rows are known, and where each page begins."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tsuzuri.core.values import Page

T = TypeVar("T")

Fetch = Callable[[str | None, int], Page[T]]
"""Gives the page after a cursor (None at the start), of at most so many rows."""

PAGE_ROWS = 128
"""Rows asked for at once."""

_PAGES_KEPT = 64


class Pages(Generic[T]):
    """The pages of one list. Rows are numbered from 0.

    Page n begins at row `_starts[n]`, after cursor `_cursors[n]`. The rows of the pages used last are kept; the
    others are fetched again by their cursor. Not for use from two threads.
    """

    def __init__(self) -> None:
        self._starts = [0]
        self._cursors: list[str | None] = [None]
        self._kept: OrderedDict[int, tuple[T, ...]] = OrderedDict()
        self._rows = 0
        self._complete = False

    @classmethod
    def of(cls, items: Sequence[T]) -> "Pages[T]":
        """A whole list that needs no fetching."""
        pages: Pages[T] = cls()
        pages.put(0, Page(tuple(items), None))
        return pages

    @property
    def rows(self) -> int:
        """How many rows are known."""
        return self._rows

    @property
    def complete(self) -> bool:
        """Whether the last row is known."""
        return self._complete

    @property
    def frontier(self) -> int:
        """The number of the last page that can be fetched: the first unknown one, or the last."""
        return len(self._starts) - 1

    def cursor(self, number: int) -> str | None:
        """The cursor after which page `number` begins."""
        return self._cursors[number]

    def put(self, number: int, page: Page[T]) -> None:
        """Take in a page. At the frontier it makes the list longer; an older one is only kept again."""
        self._kept[number] = page.items
        self._kept.move_to_end(number)
        while len(self._kept) > _PAGES_KEPT:
            self._kept.popitem(last=False)
        if number < self.frontier or self._complete:
            return
        self._rows = self._starts[number] + len(page.items)
        if page.after is None:
            self._complete = True
        else:
            self._starts.append(self._rows)
            self._cursors.append(page.after)

    def row(self, index: int) -> T | None:
        """The item at a row, or None while its page is not here."""
        if not 0 <= index < self._rows:
            return None
        number = self._page_of(index)
        items = self._kept.get(number)
        if items is None:
            return None
        self._kept.move_to_end(number)
        place = index - self._starts[number]
        return items[place] if place < len(items) else None

    def missing(self, first: int, last: int) -> tuple[int, ...]:
        """The pages to fetch so that rows `first..last` (both included) can be shown, as far as they are known.

        Rows beyond the known ones ask for the frontier.
        """
        numbers = range(self._page_of(first), self._page_of(last) + 1)
        return tuple(number for number in numbers if number not in self._kept)

    def find(self, wanted: Callable[[T], bool]) -> int | None:
        """The first row among the kept ones that is wanted."""
        for number in sorted(self._kept):
            for place, item in enumerate(self._kept[number]):
                if wanted(item):
                    return self._starts[number] + place
        return None

    def _page_of(self, index: int) -> int:
        return bisect_right(self._starts, max(0, index)) - 1
