"""What a look at the disk means for the library: which files are new, changed, moved, missing, back, or gone.

A file that is not there is missing first. It is forgotten when a later look finds its folder there and the file still
gone; when many go at once, that is much later. Until then it can be found, and a new file with the same bytes is the
same file, moved.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import SourceId
from tsuzuri.core.lexical import passage_entry
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind, KnownFile
from tsuzuri.ingest.files import sha256_of
from tsuzuri.ingest.scan import Found, Unreachable
from tsuzuri.text.dates import find_date

_STEP = 500
_PAGE = 2000
_FEW = 50
"""So many new or changed files in one look were just saved, and come first; more are a backlog."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """How long files must be gone before that is believed: `soon`, or `late` where many are gone at once.

    Many are more than `few`, and more than `share` of those known in their folder.
    """

    soon: timedelta = timedelta(seconds=3)
    late: timedelta = timedelta(minutes=10)
    few: int = 20
    share: float = 0.2

    def many(self, gone: int, known: int) -> bool:
        """Whether `gone` of `known` files are more than go by themselves."""
        return gone > self.few and gone > self.share * known


@dataclass(frozen=True, slots=True)
class Changes:
    """What one look came to, in files. `missing` counts those that are, also from looks before."""

    files: int = 0
    new: int = 0
    changed: int = 0
    moved: int = 0
    returned: int = 0
    missing: int = 0
    unreachable: tuple[Unreachable, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """The sources that were queued, and how many files had not changed."""

    queued: tuple[SourceId, ...]
    unchanged: int


class Reconciler:
    """Brings the records of sources in line with what was seen on the disk, and queues what is to be read."""

    def __init__(self, backend: Backend, clock: Clock, hashed: Callable[[Path], bytes] = sha256_of) -> None:
        self._backend = backend
        self._clock = clock
        self._hashed = hashed

    def reconcile(
        self,
        seen: Iterable[Found | Unreachable],
        below: Sequence[str],
        *,
        excluded: frozenset[str] = frozenset(),
    ) -> Changes:
        """Take in what a look has `seen`. It has covered `below`: files and folders, whole.

        Files that the library knows there and that were not seen are missing, except below what could not be reached.
        `excluded` ones are passed over.
        """
        known = {one.uri: one for path in below for one in self._known(path)}
        found, unreachable = _parted(seen, excluded)
        unseen = _unseen(known, found, unreachable)
        new = [one for uri, one in found.items() if uri not in known]
        moves = self._moves(new, unseen)
        for origin, moved in moves.values():
            self._move(origin, moved)
        arrived = [one for one in new if one.draft.uri not in moves]
        changed = [one for uri, one in found.items() if uri in known and _is_to_be_read(one, known[uri])]
        self._queue([*arrived, *changed])
        returned = [known[uri].id for uri in found if uri in known and known[uri].missing_since is not None]
        gone = [one for one in unseen if one.id not in {origin.id for origin, _ in moves.values()}]
        self._mark(returned, [one.id for one in gone if one.missing_since is None])
        return Changes(len(found), len(arrived), len(changed), len(moves), len(returned), len(gone), tuple(unreachable))

    def take_in(self, seen: Iterable[Found | Unreachable], below: Sequence[str]) -> Taken:
        """Record what a person named. Files that are gone stay, and those that were refused are tried again."""
        known = {one.uri: one for path in below for one in self._known(path)}
        found, _ = _parted(seen, frozenset())
        fresh = [one for uri, one in found.items() if uri not in known or _differs(one, known[uri])]
        with self._backend.transaction():
            self._backend.roots.include(list(found))
        queued = self._queue(fresh)
        again = [known[uri].id for uri, one in found.items() if uri in known and known[uri].sha256 is None]
        with self._backend.transaction():
            self._backend.jobs.queue(again, self._clock(), priority=int(len(again) <= _FEW))
            self._backend.catalog.set_missing([known[uri].id for uri in found if uri in known], None)
        every = tuple(dict.fromkeys((*queued, *again)))
        return Taken(every, len(found) - len(every))

    def _known(self, path: str) -> Iterator[KnownFile]:
        after: str | None = None
        while True:
            page = self._backend.catalog.known_under(path, after=after, limit=_PAGE)
            yield from page.items
            if (after := page.after) is None:
                return

    def _moves(self, new: Sequence[Found], unseen: Sequence[KnownFile]) -> Mapping[str, tuple[KnownFile, Found]]:
        """Which new file is which one that is gone, by the new uri: one of the same bytes, best of the same name."""
        if not new:
            return {}
        lost: dict[bytes, list[KnownFile]] = {}
        for gone in {each.id: each for each in (*unseen, *self._backend.catalog.missing())}.values():
            if gone.sha256 is not None:
                lost.setdefault(gone.sha256, []).append(gone)
        sizes = {gone.size for same in lost.values() for gone in same}
        moves: dict[str, tuple[KnownFile, Found]] = {}
        for one in new:
            if one.draft.size not in sizes:
                continue
            try:
                sha256 = self._hashed(one.path)
            except OSError:
                continue  # it is read later, or refused with its reason
            candidates = lost.get(sha256, [])
            same = [origin for origin in candidates if not os.path.lexists(origin.uri)]
            if same:
                origin = min(same, key=lambda each: (Path(each.uri).name != one.path.name, each.id))
                candidates.remove(origin)
                moves[one.draft.uri] = (origin, one)
        return moves

    def _move(self, origin: KnownFile, found: Found) -> None:
        """Keep all that is known of a file that lies elsewhere now; a title or a date that was its name follows."""
        with self._backend.transaction():
            retitled = self._backend.catalog.move(origin.id, found.draft)
            if find_date(Path(origin.uri).stem) != find_date(found.path.stem):
                self._backend.jobs.queue([origin.id], self._clock(), priority=1)
            if retitled is not None:
                passages = self._backend.catalog.passages_of(retitled)
                pairs = zip(passages, (None, *passages), strict=False)
                entries = [passage_entry(one.id, one.title, one, before) for one, before in pairs]
                self._backend.lexical.put(Kind.PASSAGE, entries)

    def _queue(self, files: Sequence[Found]) -> tuple[SourceId, ...]:
        """Record files and let them be read, in one transaction; so none is known and never read."""
        now = self._clock()
        queued: list[SourceId] = []
        for start in range(0, len(files), _STEP):
            drafts = [one.draft for one in files[start : start + _STEP]]
            with self._backend.transaction():
                ids = self._backend.catalog.put_sources(drafts, now)
                self._backend.jobs.queue(ids, now, priority=int(len(files) <= _FEW))
            queued += ids
        return tuple(queued)

    def _mark(self, returned: Sequence[SourceId], missing: Sequence[SourceId]) -> None:
        if not returned and not missing:
            return
        with self._backend.transaction():
            self._backend.catalog.set_missing(returned, None)
            self._backend.catalog.set_missing(missing, self._clock())


@dataclass(frozen=True, slots=True)
class Departed:
    """What became of the files that are missing below a folder.

    `missing` still are, and `doubted` when they are so many that this is believed late. `look_again` is when they may
    be, None when none is missing.
    """

    forgotten: int
    missing: int
    doubted: bool
    look_again: datetime | None


class Departures:
    """Believes, after a while, that missing files are gone, and lets them be forgotten."""

    def __init__(self, backend: Backend, clock: Clock, doubt: Doubt = Doubt()) -> None:
        self._backend = backend
        self._clock = clock
        self._doubt = doubt
        self._lately: dict[str, list[tuple[datetime, int]]] = {}

    def settle(self, root: str, known: int, is_there: Callable[[], bool], is_gone: Callable[[Path], bool]) -> Departed:
        """Forget what is gone for good below a folder.

        `known` is how many files it held at the last look, `is_there` tells whether the folder can be believed now, and
        `is_gone` whether a file is not there or to be passed over; one that is there is left to the next look. While
        files wait to be read for the first time none is forgotten: one of them may be the missing one, at another
        place. Many that go little by little are many, too.
        """
        missing = [one for one in self._backend.catalog.missing() if _lies_below(one.uri, root)]
        if not missing:
            return Departed(0, 0, False, None)
        now = self._clock()
        lately = self._forgotten_lately(root, now)
        doubted = self._doubt.many(len(missing) + lately, known + lately)
        wait = self._doubt.late if doubted else self._doubt.soon
        believable = {one.id: one.missing_since + wait for one in missing if one.missing_since is not None}
        due = [one for one in missing if believable[one.id] <= now]
        gone = self._forget(due, is_gone) if due and self._all_is_read() and is_there() else 0
        if gone and not doubted:
            self._lately.setdefault(root, []).append((now, gone))
        left = len(missing) - gone
        later = min((at for at in believable.values() if at > now), default=now + self._doubt.soon)
        return Departed(gone, left, doubted and left > 0, later if left else None)

    def _all_is_read(self) -> bool:
        jobs = self._backend.jobs.counts()
        return jobs.waiting == jobs.retrying and not jobs.running

    def _forget(self, due: Sequence[KnownFile], is_gone: Callable[[Path], bool]) -> int:
        """Forget those that are gone; each is looked for just before, since many take their time. Tells how many."""
        forgotten = 0
        for start in range(0, len(due), _STEP):
            gone = [one for one in due[start : start + _STEP] if is_gone(Path(one.uri))]
            with self._backend.transaction():
                for one in gone:
                    self._backend.catalog.forget(one.id)
            forgotten += len(gone)
        return forgotten

    def _forgotten_lately(self, root: str, now: datetime) -> int:
        """How many were believed gone soon, within the time that many have to be gone."""
        self._lately[root] = [(at, count) for at, count in self._lately.get(root, ()) if at + self._doubt.late > now]
        return sum(count for _, count in self._lately[root])


def _parted(
    seen: Iterable[Found | Unreachable], excluded: frozenset[str]
) -> tuple[dict[str, Found], list[Unreachable]]:
    found: dict[str, Found] = {}
    unreachable = []
    for one in seen:
        if isinstance(one, Unreachable):
            unreachable.append(one)
        elif one.draft.uri not in excluded:
            found[one.draft.uri] = one
    return found, unreachable


def _unseen(
    known: Mapping[str, KnownFile], found: Mapping[str, Found], unreachable: Sequence[Unreachable]
) -> list[KnownFile]:
    """Those known that were not seen, without what lies where nobody could look."""
    hidden = {str(one.path) for one in unreachable}
    return [one for uri, one in known.items() if uri not in found and not _is_at_or_below(uri, hidden)]


def _is_at_or_below(uri: str, tops: Set[str]) -> bool:
    while uri:
        if uri in tops:
            return True
        uri = uri.rpartition(os.sep)[0]
    return False


def _lies_below(uri: str, top: str) -> bool:
    return uri == top or uri.startswith(top.rstrip(os.sep) + os.sep)


def _is_to_be_read(found: Found, known: KnownFile) -> bool:
    """Whether a known file has changed, or was away: it may have been so when it was to be read."""
    return _differs(found, known) or known.missing_since is not None


def _differs(found: Found, known: KnownFile) -> bool:
    return (found.draft.size, found.draft.modified) != (known.size, known.modified)
