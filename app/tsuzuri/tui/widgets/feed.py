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


class Whole(Answer, Generic[T]):
    """All items of a feed, None where there are too many."""

    def __init__(self, feed: object, items: tuple[T, ...] | None) -> None:
        super().__init__()
        self.feed = feed
        self.items = items


class Feed(Generic[T]):
    """The pages of one query and what is wanted of them. One piece of work is under way at a time."""

    def __init__(self, fetch: Fetch[T] | None, pages: Pages[T]) -> None:
        self.pages = pages
        self.to_end = False
        self._fetch = fetch
        self._busy = False
        self._stale = False
        self._reach = 0
        self._sought: Callable[[T], bool] | None = None

    @classmethod
    def over(cls, fetch: Fetch[T], sought: Callable[[T], bool] | None = None) -> "Feed[T]":
        """A feed that fetches: at first as far as the item that is `sought`, if that is not too far."""
        feed = cls(fetch, Pages())
        feed._sought = sought
        return feed

    @classmethod
    def of(cls, items: Sequence[T]) -> "Feed[T]":
        """A feed of items at hand."""
        return cls(None, Pages.of(items))

    @property
    def first(self) -> int:
        """The row to begin at: that of the item that was sought, where it is here."""
        return (self._sought and self.pages.find(self._sought)) or 0

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
        if self._sought is not None and not self.pages.rows and not self.pages.complete:
            self._busy = True
            return self._read_to(self._fetch, self._sought)
        if self.to_end and not self.pages.complete:
            self._busy = True
            return self._read_on(self._fetch, self.pages.frontier, self.pages.cursor(self.pages.frontier))
        self.to_end = False
        if missing := self.pages.missing(first, last):
            self._busy = True
            return self._read_pages(self._fetch, [(number, self.pages.cursor(number)) for number in missing])
        return None

    def whole(self, most: int) -> Iterator[Answer]:
        """All items unless there are more than so many, to be iterated in a thread."""
        items: list[T] = []
        fresh: Pages[T] = Pages() if self._fetch is not None else self.pages
        while self._fetch is not None and not fresh.complete and fresh.rows <= most:
            fresh.put(fresh.frontier, self._fetch(fresh.cursor(fresh.frontier), PAGE_ROWS))
        items = [item for row in range(min(fresh.rows, most)) if (item := fresh.row(row)) is not None]
        yield Whole(self, tuple(items) if fresh.rows <= most and fresh.complete else None)

    def _read_to(self, fetch: Fetch[T], sought: Callable[[T], bool]) -> Iterator[Answer]:
        found: list[tuple[int, Page[T]]] = []
        cursor: str | None = None
        for number in range(_BATCH_PAGES):
            found.append((number, fetch(cursor, PAGE_ROWS)))
            cursor = found[-1][1].after
            if cursor is None or any(map(sought, found[-1][1].items)):
                break
        else:
            del found[1:]
        yield self._fetched(found)

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
