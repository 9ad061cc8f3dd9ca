"""Keyset cursors: the place of a page's last item in its order, as text."""

import json
import math
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
    match _parts(cursor):
        case [str(key), int(id_)] if _fits(id_):
            return key, id_
    raise ValueError("it is no cursor of a page")


def pack_named(first: str, key: str, id_: int) -> str:
    """The cursor of an item in an order by (first, key, id)."""
    return json.dumps([first, key, id_], ensure_ascii=False)


def unpack_named(cursor: str) -> tuple[str, str, int]:
    """The inverse of `pack_named`.

    Raises:
        ValueError: the text is no such cursor.
    """
    match _parts(cursor):
        case [str(first), str(key), int(id_)] if _fits(id_):
            return first, key, id_
    raise ValueError("it is no cursor of a page")


def pack_numbers(*place: float) -> str:
    """The cursor of an item in an order by numbers."""
    return json.dumps(place)


def unpack_numbers(cursor: str, count: int) -> tuple[float, ...]:
    """The inverse of `pack_numbers`, for so many numbers, each of which SQLite can hold.

    Raises:
        ValueError: the text is no such cursor.
    """
    place = tuple(part for part in _parts(cursor) if isinstance(part, int | float) and _fits(part))
    if len(place) != count:
        raise ValueError("it is no cursor of a page")
    return place


def _parts(cursor: str) -> list[object]:
    """The parts of a cursor; none where it is a text of another kind."""
    try:
        parts = json.loads(cursor)
    except RecursionError:
        return []
    return parts if isinstance(parts, list) else []


def _fits(number: float) -> bool:
    return math.isfinite(number) and -(2**63) <= number < 2**63
