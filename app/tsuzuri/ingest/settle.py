"""When a path that events named is quiet enough to be looked at: an editor's save is many events and one change.

Pure: the moment and the look at the disk come in as arguments. Moments are seconds of any clock that never goes back.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Signature:
    """What changes when a file is written or replaced: bytes, nanoseconds since 1970, number of the inode."""

    size: int
    mtime_ns: int
    inode: int


Look = Callable[[Path], Signature | None]
"""How a path looks now; None where it is not there or cannot be looked at."""


@dataclass(slots=True)
class _Pending:
    """A path that waits: its first and last event, when it was looked at since then, and what was seen."""

    first: float
    last: float
    looked: float | None = None
    seen: Signature | None = None

    def hears(self, first: float, last: float) -> None:
        """Takes in events between two moments. What was seen before them no longer counts."""
        self.first = min(self.first, first)
        self.last = max(self.last, last)
        self.looked = None


class Settling:
    """The paths below the followed roots that events named and that nobody has looked at since.

    A path is due when for `quiet_s` no event named it, and two looks at least half of that apart agree; or, still
    restless, `cap_s` after its first event. A folder that waits takes in the paths below it, since whoever looks at a
    folder looks at all of it. More than `most` paths below one root become that root.
    """

    def __init__(self, *, quiet_s: float = 0.6, cap_s: float = 10.0, most: int = 10_000) -> None:
        self._quiet = quiet_s
        self._cap = cap_s
        self._most = most
        self._roots: dict[Path, dict[Path, _Pending]] = {}
        self._to_fold: set[Path] = set()
        self._idle_until = math.inf  # nothing can come due before; kept, since both methods are called for each event

    def follow(self, root: Path) -> None:
        """Takes paths at and below this absolute path from now on."""
        self._roots.setdefault(root, {})

    def leave(self, root: Path) -> None:
        """Forgets a root and what waits below it. One that is not followed is passed over."""
        self._roots.pop(root, None)
        self._to_fold.discard(root)
        self._idle_until = self._next_decision()

    def note(self, path: Path, now: float) -> None:
        """An event named this path. One below no root is of a root that was just left, and is passed over."""
        root = self._root_of(path)
        if root is None:
            return
        waiting = self._roots[root]
        one = waiting.get(root) or waiting.get(path)
        if one is None:
            one = waiting[path] = _Pending(now, now)
            self._to_fold.add(root)
        one.hears(now, now)
        self._idle_until = min(self._idle_until, self._decided_at(one))
        if len(waiting) > self._most:
            self._roots[root] = {root: _all_of(waiting)}

    def due(self, now: float, look: Look) -> tuple[Path, ...]:
        """The paths to be taken now, each once, those that waited longest first. They no longer wait."""
        if now < self._idle_until:
            return ()
        self._fold()
        due: list[tuple[float, Path]] = []
        for waiting in self._roots.values():
            for path, one in list(waiting.items()):
                if self._decided_at(one) <= now and self._is_settled(path, one, now, look):
                    due.append((one.first, path))
                    del waiting[path]
        self._idle_until = self._next_decision()
        return tuple(path for _, path in sorted(due))

    def next_due(self, now: float) -> float | None:
        """Seconds before which `due` comes to nothing; None when nothing waits."""
        return max(self._idle_until - now, 0.0) if self._idle_until < math.inf else None

    def _root_of(self, path: Path) -> Path | None:
        """The innermost root that holds the path."""
        holding = [root for root in self._roots if path.is_relative_to(root)]
        return max(holding, key=lambda root: len(root.parts), default=None)

    def _next_decision(self) -> float:
        moments = (self._decided_at(one) for waiting in self._roots.values() for one in waiting.values())
        return min(moments, default=math.inf)

    def _decided_at(self, one: _Pending) -> float:
        """When the next look at a path is of use, or its time is up."""
        if one.looked is None:
            look_at = one.last + self._quiet / 2
        else:
            look_at = max(one.last + self._quiet, one.looked + self._quiet / 2)
        return min(look_at, one.first + self._cap)

    def _is_settled(self, path: Path, one: _Pending, now: float, look: Look) -> bool:
        if one.first + self._cap <= now:
            return True
        seen = look(path)
        if one.looked is not None and one.seen == seen:
            return True
        one.looked, one.seen = now, seen
        return False

    def _fold(self) -> None:
        """Lets folders that wait take in what waits below them."""
        for root in self._to_fold:
            self._roots[root] = _folded(self._roots[root])
        self._to_fold.clear()


def _folded(waiting: dict[Path, _Pending]) -> dict[Path, _Pending]:
    kept: dict[Path, _Pending] = {}
    top: Path | None = None
    for path in sorted(waiting, key=lambda path: path.parts):  # a folder comes right before all that is below it
        if top is not None and path.parts[: len(top.parts)] == top.parts:
            kept[top].hears(waiting[path].first, waiting[path].last)
        else:
            top = path
            kept[top] = waiting[path]
    return kept


def _all_of(waiting: dict[Path, _Pending]) -> _Pending:
    return _Pending(min(one.first for one in waiting.values()), max(one.last for one in waiting.values()))
