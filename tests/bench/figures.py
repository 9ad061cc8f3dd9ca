"""What a measurement gives: figures with a name and a unit, and how a run of durations becomes one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the report. `values` are by name, in `unit`; `target` bounds one of them from above."""

    name: str
    values: Mapping[str, float]
    unit: str = "ms"
    target: tuple[str, float] | None = None

    @property
    def missed(self) -> bool:
        """Whether there is a target and the figure is over it."""
        return self.target is not None and self.values[self.target[0]] > self.target[1]

    def line(self) -> str:
        """The row as text."""
        values = "  ".join(f"{name} {value:9.2f}" for name, value in self.values.items())
        verdict = ""
        if self.target is not None:
            verdict = f"  {'OVER' if self.missed else 'within'} {self.target[0]} < {self.target[1]:g}"
        return f"{self.name:<46} {values} {self.unit}{verdict}"


def percentile(durations: Sequence[float], share: float) -> float:
    """The nearest-rank percentile: the least value that `share` (0..1) of the durations do not exceed.

    Raises:
        ValueError: there are no durations.
    """
    if not durations:
        raise ValueError("no durations")
    return sorted(durations)[max(ceil(share * len(durations)), 1) - 1]


def spread(name: str, durations: Sequence[float], *, p95_below: float | None = None) -> Figure:
    """The usual figure: p50, p95 and the longest."""
    values = {"p50": percentile(durations, 0.5), "p95": percentile(durations, 0.95), "max": max(durations)}
    return Figure(name, values, target=None if p95_below is None else ("p95", p95_below))
