"""Reading the dataset with SQL of one's own: what comes back, and how much it may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """What a SELECT gave: a tuple of values for each row. `cut` says that there are more rows than were asked for."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int | float | str | None, ...], ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one SELECT may take: seconds, rows given back, and bytes of memory beyond what is in use."""

    seconds: float = 2.0
    rows: int = 1000
    memory: int = 256 << 20
