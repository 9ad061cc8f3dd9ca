"""Keyset cursors: the place of a page's last item in its order, as text."""

import json
from collections.abc import Callable, Sequence

from tsuzuri.core.values import Page, T


def cut(items: Sequence[T], limit: int, cursor: Callable[[T], str]) -> Page[T]:
    """A page of at most `limit` items out of up to `limit + 1` that were fetched; the extra one says there is more."""
    kept = tuple(items[:limit])
    return Page(kept, cursor(kept[-1]) if len(items) > limit and kept else None)


def pack(key: str, id_: int) -> str:
    """The cursor of an item in an order by (key, id)."""
    return json.dumps([key, id_], ensure_ascii=False)


def unpack(cursor: str) -> tuple[str, int]:
    """The inverse of `pack`.

    Raises:
        ValueError: the text is no such cursor.
    """
    key, id_ = json.loads(cursor)
    return str(key), int(id_)
