"""The public sets as they lie in a folder: JSON Lines, of which some are chosen."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def rows(file: Path) -> list[dict[str, Any]]:
    """Every line of a file.

    Raises:
        OSError: it cannot be read.
    """
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line]


def chosen(items: Sequence[T], limit: int | None, seed: int) -> list[T]:
    """Some of the items, the same for the same seed; of two limits the smaller chooses among those of the greater."""
    if limit is None:
        return list(items)
    shuffled = list(items)
    random.Random(seed).shuffle(shuffled)
    return shuffled[:limit]
