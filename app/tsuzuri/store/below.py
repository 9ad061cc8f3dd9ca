"""What "is a path or lies below it" means for a uri, for both backends."""

import os
from collections.abc import Sequence


def lies_below(uri: str, paths: Sequence[str]) -> bool:
    """Whether the uri is one of the paths or lies below one."""
    tops = [path.rstrip(os.sep) for path in paths]
    return any(uri == top or uri.startswith(top + os.sep) for top in tops)


def below(column: str, paths: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The same as a condition of SQL on a column, with its values; without paths none fulfils it."""
    bounds: list[str] = []
    for path in paths:
        top = path.rstrip(os.sep)
        # Everything below sorts from "top/" up to the character after the separator: a range of an index.
        bounds += (top, top + os.sep, top + chr(ord(os.sep) + 1))
    either = " OR ".join([f"{column} = ? OR ({column} >= ? AND {column} < ?)"] * len(paths))
    return f"({either or '0'})", tuple(bounds)
