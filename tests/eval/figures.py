"""The figures that a set reports: counts, what follows from them, and the line that a program reads."""

import json
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """What was predicted and how much of it is right; what there was to find and how much of it was found."""

    predicted: int = 0
    right: int = 0
    gold: int = 0
    found: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.predicted + other.predicted,
            self.right + other.right,
            self.gold + other.gold,
            self.found + other.found,
        )

    @property
    def precision(self) -> float:
        """The share of predictions that are right, 0..1; 0 when there are none."""
        return share(self.right, self.predicted)

    @property
    def recall(self) -> float:
        """The share of the gold that was found, 0..1; 0 when there is none."""
        return share(self.found, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def metrics(self, prefix: str = "") -> dict[str, float]:
        """`P`, `R` and `F1` with a prefix before each name."""
        return {f"{prefix}P": self.precision, f"{prefix}R": self.recall, f"{prefix}F1": self.f1}


NO_COUNTS = Counts()
"""Where counting begins."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one set.

    `n` items were scored; `metrics` are fractions of 1. `model` names what read the texts, None where none did.
    """

    set: str
    n: int
    metrics: Mapping[str, float]
    seconds: float
    model: str | None

    def table(self) -> str:
        """The metrics in lines, for a person."""
        width = max((len(name) for name in self.metrics), default=0)
        rows = [f"  {name:<{width}}  {value:.3f}" for name, value in self.metrics.items()]
        head = f"{self.set}: {self.n} items, {self.model or 'no chat model'}, {self.seconds:.1f} s"
        return "\n".join([head, *rows])

    def line(self) -> str:
        """One JSON object on one line."""
        metrics = {name: round(value, 4) for name, value in self.metrics.items()}
        seconds = round(self.seconds, 1)
        return json.dumps(
            {"set": self.set, "n": self.n, "metrics": metrics, "seconds": seconds, "model": self.model},
            ensure_ascii=False,
        )


def share(part: int, whole: int) -> float:
    """A part of a whole, 0..1; 0 of nothing."""
    return part / whole if whole else 0.0
