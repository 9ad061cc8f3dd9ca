"""How long it takes to find out who a new name is, and how often names that are two would be united.

`python -m tests.bench.identity --names 100000` measures a library of that many entities alone, and compares a million
random pairs of them by their names.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.bench.building import opened
from tests.bench.figures import Figure, spread
from tests.bench.grammar import invented_compound, invented_word
from tests.bench.library import Bench
from tsuzuri.core.clock import system_clock
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import ContentDraft, Entity, EntityType, Mention, PassageDraft, SourceDraft
from tsuzuri.extract.identity.blocks import blocks
from tsuzuri.extract.identity.matching import Matching
from tsuzuri.extract.identity.score import UNITE, Side, score
from tsuzuri.text.normalise import key

_NAMES, _PAIRS = 10_000, 20_000
_NEW = 400
_TOGETHER = 5
"""Names in a passage."""
_AT_ONCE = 5_000
_SEED = 20_261_130

_Named = tuple[str, EntityType]


def identifying(bench: Bench) -> Iterator[Figure]:
    """The figures of a tenth of the library, so that they do not take long."""
    yield from measured(bench.home, min(bench.size, _NAMES))
    yield pairs(min(bench.size, _NAMES), _PAIRS)


def measured(folder: Path, size: int) -> Iterator[Figure]:
    """New names against a library of `size` entities; a third of them are other forms of names that are there."""
    random = Random(_SEED)
    namer = _Namer(random)
    known = namer.names(size)
    fresh = [namer.another_form(known) if number % 3 == 0 else namer.names(1)[0] for number in range(2 * _NEW)]
    with TemporaryDirectory(dir=folder) as place, opened(Path(place) / "new.tsuzuri", encrypted=True) as backend:
        started = time.perf_counter()
        _fill(backend, known)
        yield Figure(f"writing {size} names with their blocks", {"took": time.perf_counter() - started}, "s")
        matching = Matching(backend, system_clock)
        alone: list[float] = []
        for number in range(_NEW):
            _put(backend, size + number, [fresh[number], *random.sample(known, 2)], fresh=1)
            alone.append(_timed(matching))
        yield spread(f"a new name among {size}", alone, p95_below=5.0)
        _put(backend, size + _NEW, fresh[_NEW:], fresh=_NEW)
        yield Figure("one of many new names", {"mean": _timed(matching) / _NEW}, target=("mean", 5.0))
        yield Figure("questions asked", {"of 100 names": 100 * backend.reviews.count() / (2 * _NEW)}, "")


def pairs(size: int, tried: int) -> Figure:
    """How many of so many random pairs of different names would be united by their names alone."""
    random = Random(_SEED)
    named = enumerate(_Namer(random).names(size), start=1)
    sides = [Side((Entity(EntityId(number), name, kind, (), 0, 1, None),)) for number, (name, kind) in named]
    false = 0
    for _ in range(tried):
        one, other = random.sample(sides, 2)
        false += key(one.root.name) != key(other.root.name) and score(one, other, {}).value >= UNITE
    return Figure(f"united, of {tried} pairs of different names", {"pairs": false}, "", target=("pairs", 0))


def _timed(matching: Matching) -> float:
    """How long a run takes, in ms."""
    started = time.perf_counter()
    matching.run()
    return 1000 * (time.perf_counter() - started)


class _Namer:
    """Draws names of people and organizations, half of them Japanese; some family names are much commoner."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._family = [invented_word(random, 2).capitalize() for _ in range(4000)]
        self._given = [invented_word(random, 2).capitalize() for _ in range(800)]
        self._family_ja = [invented_compound(random) for _ in range(2000)]
        self._given_ja = [invented_compound(random) for _ in range(800)]
        self._seen: set[str] = set()

    def names(self, size: int) -> list[_Named]:
        """So many names that were not drawn before."""
        found: list[_Named] = []
        while len(found) < size:
            name, kind = self._draw()
            if name not in self._seen:
                self._seen.add(name)
                found.append((name, kind))
        return found

    def another_form(self, known: Sequence[_Named]) -> _Named:
        """An initial and a family name, a family name or another order of one that is known."""
        name, kind = self._random.choice(known)
        given, _, family = name.partition(" ")
        if kind is not EntityType.PERSON or not family:
            return name[:2], kind
        return self._random.choice((f"{given[0]}. {family}", family, f"{family} {given}")), kind

    def _draw(self) -> _Named:
        random = self._random
        match random.randrange(4):
            case 0:
                return f"{random.choice(self._given)} {self._common(self._family)}", EntityType.PERSON
            case 1:
                return f"{self._common(self._family_ja)}{random.choice(self._given_ja)}", EntityType.PERSON
            case 2:
                named = f"{random.choice(self._family)} {invented_word(random, 3).capitalize()}"
                return named, EntityType.ORGANIZATION
            case _:
                return f"{invented_compound(random)}{invented_compound(random)}", EntityType.ORGANIZATION

    def _common(self, pool: Sequence[str]) -> str:
        return pool[int(len(pool) * self._random.random() ** 2)]


def _fill(backend: Backend, known: Sequence[_Named]) -> None:
    """Entities in passages, a few side by side in each; known to be compared."""
    for first in range(0, len(known), _AT_ONCE):
        with backend.transaction():
            ids = _write(backend, first, known[first : first + _AT_ONCE])
            for entity in backend.graph.entities_by_id(ids):
                backend.identities.matched(entity.id, blocks(entity).stands_in)


def _put(backend: Backend, number: int, names: Sequence[_Named], *, fresh: int) -> None:
    """One passage in which the first names are new ones, and the others are known."""
    with backend.transaction():
        found = backend.graph.entities_by_key([key(name) for name, _ in names[fresh:]])
        known = [entities[0].id for entities in found.values()]
        _write(backend, number, names[:fresh], known)


def _write(backend: Backend, number: int, names: Sequence[_Named], known: Sequence[EntityId] = ()) -> list[EntityId]:
    """A document that names these, as many to a passage as stand together, and those that are known in its first."""
    now = system_clock()
    groups = [names[first : first + _TOGETHER] for first in range(0, len(names), _TOGETHER)]
    drafts, start = [], 0
    for ordinal, group in enumerate(groups):
        text = " ".join(name for name, _ in group)
        drafts.append(PassageDraft(ordinal, Span(start, start + len(text)), text))
        start += len(text) + 1
    source = backend.catalog.put_sources([SourceDraft(f"/generated/{number}.txt", start, now)], now)[0]
    draft = ContentDraft(number.to_bytes(32, "big"), "", "text/plain", f"Note {number}", "", "utf-8", None)
    _, passages = backend.catalog.put_content(source, draft, drafts)
    made: list[EntityId] = []
    mentions = [Mention(id_, passages[0], Span(0, 1)) for id_ in known]
    for passage, group in zip(passages, groups, strict=True):
        for name, kind in group:
            made.append(backend.graph.add_entity(name, key(name), kind, now))
            mentions.append(Mention(made[-1], passage, Span(0, len(name))))
    backend.graph.add_mentions(mentions)
    return made


def main() -> int:
    """Measure one library and report; 1 when a figure is over its target."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.identity")
    parser.add_argument("--names", type=int, default=_NAMES)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    options = parser.parse_args()
    missed = False
    with TemporaryDirectory() as folder:
        for figure in (*measured(Path(folder), options.names), pairs(options.names, options.pairs)):
            print(figure.line(), flush=True)
            missed = missed or figure.missed
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
