"""How the chat model runs on this machine, and the measurements that say so, kept in the cache folder."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

_FILE = "bench.json"
_WIDTHS = (1, 4, 8)
_FAR_SLOWER = 0.5
_MUCH_SLOWER = 0.75


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the model runs: on so many threads, with `width` requests in a batch."""

    threads: int
    width: int = 4

    @property
    def prefix_room(self) -> int:
        """Tokens of the context that are for shared prefixes."""
        return 4096

    @property
    def context(self) -> int:
        """Tokens that the shared prefixes and all requests of a batch may have together."""
        return self.prefix_room + 1280 * self.width


@dataclass(frozen=True, slots=True)
class Measured:
    """One setting's speed: tokens read and written a second."""

    tuning: Tuning
    read_per_s: float
    new_per_s: float

    @property
    def step_seconds(self) -> float:
        """What a step takes in which each request of a full batch gets a token."""
        return self.tuning.width / self.new_per_s


def may_win(setting: Tuning, results: Sequence[Measured]) -> bool:
    """Whether the setting is worth measuring: not once its count of threads has been far slower than another."""
    return not any(
        slow.tuning.threads == setting.threads
        and fast.tuning.width == slow.tuning.width
        and slow.new_per_s < _FAR_SLOWER * fast.new_per_s
        for slow in results
        for fast in results
    )


_KEPT = TypeAdapter(dict[str, Measured])


class Measurements:
    """The best setting measured for one model file on this machine.

    `name` is the model's with its sum, `cores` the processors there are. `threads` is the count that a person has set,
    which stays as it is: then only widths are measured, and kept apart.
    """

    def __init__(self, cache_dir: Path, name: str, cores: int, threads: int | None = None) -> None:
        self._file = cache_dir / _FILE
        self._key = f"{name} on {threads}" if threads else name
        self._cores = cores
        self._threads = threads

    @property
    def thread_counts(self) -> tuple[int, ...]:
        """The counts worth trying."""
        return (self._threads,) if self._threads else tuple(sorted({1, max(1, self._cores // 2), self._cores}))

    @property
    def settings(self) -> tuple[Tuning, ...]:
        """The settings worth trying."""
        return tuple(Tuning(threads, width) for threads in self.thread_counts for width in _WIDTHS)

    def best(self) -> Measured | None:
        """What has been kept; None when nothing was measured."""
        return self._read().get(self._key)

    def tuning(self) -> Tuning:
        """The best setting; before anything is measured, what the number of cores suggests."""
        best = self.best()
        if best is not None:
            return best.tuning
        usual = Tuning(threads=self._cores if self._cores <= 4 else self._cores // 2)  # likely hyper-threads
        return replace(usual, threads=self._threads) if self._threads else usual

    def keep_best(self, results: Iterable[Measured]) -> Measured:
        """Keep the setting that writes fastest, atomically; returns it.

        The width stays for good, so that answers stay the same, and one is the best only on a busy machine: several
        are preferred to it unless they are much slower.
        """
        measured = list(results)
        wide = [result for result in measured if result.tuning.width > 1]
        best = max(measured, key=lambda result: result.new_per_s)
        widest = max(wide, key=lambda result: result.new_per_s, default=best)
        best = widest if widest.new_per_s > _MUCH_SLOWER * best.new_per_s else best
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_name(f"{_FILE}.{os.getpid()}")
        draft.write_bytes(_KEPT.dump_json(self._read() | {self._key: best}, indent=1))
        draft.replace(self._file)
        return best

    def _read(self) -> dict[str, Measured]:
        """What was kept. In a cache, what cannot be read counts as not measured; it is measured again."""
        try:
            return _KEPT.validate_json(self._file.read_bytes())
        except (FileNotFoundError, ValidationError):
            return {}
