"""What a list still has to fetch, and in which order. It runs no thread and knows no widget."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from tsuzuri.core.values import Page
from tsuzuri.tui.bridge import Answer
from tsuzuri.tui.widgets.pages import PAGE_ROWS, Fetch, Pages

T = TypeVar("T")

_BATCH_PAGES = 64


class Fetched(Answer):
    """Pages have come for a feed. `apply` takes them in; call it where the feed is used."""

    def __init__(self, feed: object, apply: Callable[[], None]) -> None:
        super().__init__()
        self.feed = feed
        self.apply = apply


class Feed(Generic[T]):
    """The pages of one query and what is wanted of them. One piece of work is under way at a time."""

    def __init__(self, fetch: Fetch[T] | None, pages: Pages[T]) -> None:
        self.pages = pages
        self.to_end = False
        self._fetch = fetch
        self._busy = False
        self._stale = False
        self._reach = 0

    @classmethod
    def over(cls, fetch: Fetch[T]) -> "Feed[T]":
        """A feed that fetches."""
        return cls(fetch, Pages())

    @classmethod
    def of(cls, items: Sequence[T]) -> "Feed[T]":
        """A feed of items at hand."""
        return cls(None, Pages.of(items))

    def age(self, row: int) -> None:
        """The data has changed: it is to be read anew, as far as `row` and what is in sight."""
        self._stale, self._reach = True, row

    def rest(self) -> None:
        """The work under way has ended without pages; nothing more is wanted until asked again."""
        self._busy = self._stale = self.to_end = False

    def work(self, first: int, last: int) -> Iterator[Answer] | None:
        """What to do next for rows `first..last` to be shown, to be iterated in a thread; None when all is here.

        First a reading anew, then the way to the end, then pages in sight.
        """
        if self._busy or self._fetch is None:
            return None
        if self._stale:
            self._stale, self._busy = False, True
            return self._read_anew(self._fetch, max(last, self._reach))
        if self.to_end and not self.pages.complete:
            self._busy = True
            return self._read_on(self._fetch, self.pages.frontier, self.pages.cursor(self.pages.frontier))
        self.to_end = False
        if missing := self.pages.missing(first, last):
            self._busy = True
            return self._read_pages(self._fetch, [(number, self.pages.cursor(number)) for number in missing])
        return None

    def _read_pages(self, fetch: Fetch[T], wanted: Sequence[tuple[int, str | None]]) -> Iterator[Answer]:
        yield self._fetched([(number, fetch(cursor, PAGE_ROWS)) for number, cursor in wanted])

    def _read_on(self, fetch: Fetch[T], number: int, cursor: str | None) -> Iterator[Answer]:
        found: list[tuple[int, Page[T]]] = []
        for n in range(number, number + _BATCH_PAGES):
            found.append((n, fetch(cursor, PAGE_ROWS)))
            cursor = found[-1][1].after
            if cursor is None:
                break
        yield self._fetched(found)

    def _read_anew(self, fetch: Fetch[T], rows: int) -> Iterator[Answer]:
        """From the start, because a row written before the cursor of a page would be in none of the pages."""
        fresh: Pages[T] = Pages()
        while not fresh.complete and fresh.rows <= rows:
            fresh.put(fresh.frontier, fetch(fresh.cursor(fresh.frontier), PAGE_ROWS))

        def apply() -> None:
            self._busy = False
            self.pages = fresh

        yield Fetched(self, apply)

    def _fetched(self, found: Sequence[tuple[int, Page[T]]]) -> Fetched:
        def apply() -> None:
            self._busy = False
            for number, page in found:
                self.pages.put(number, page)

        return Fetched(self, apply)
