"""How long the mention index takes: all passages by all names, one new name, one new passage.

`python -m tests.bench.mentions --passages 100000 --names 10000` measures a library of that size alone.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.building import opened
from tests.bench.corpus import Corpus, Paper
from tests.bench.figures import Figure
from tests.bench.library import Bench
from tsuzuri.core.clock import system_clock
from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import ContentDraft, EntityType, NameKind, PassageDraft, SourceDraft
from tsuzuri.extract.mentions import MentionIndex
from tsuzuri.text.normalise import key

_PASSAGES, _NAMES = 10_000, 1_000
_STEP = 500
_PAPERS_AT_ONCE = 50


def mentioning(bench: Bench) -> Iterator[Figure]:
    """The figures of a tenth of the library, so that they do not take long."""
    yield from measured(bench.home, min(bench.size, _PASSAGES), min(bench.size // 5, _NAMES))


def measured(folder: Path, passages: int, names: int) -> Iterator[Figure]:
    """The figures of a new encrypted library; each beside how long plain reading of its passages takes."""
    with TemporaryDirectory(dir=folder) as place, opened(Path(place) / "new.tsuzuri", encrypted=True) as backend:
        _fill(backend, passages, names)
        reading = _timed(lambda: _read(backend, passages))
        yield Figure("plain reading of all passages", {"took": reading}, "s")
        index = MentionIndex(backend)
        before = _peak()
        full = _timed(index.run)
        yield _figure(f"linking {passages} passages to {names} names", full, reading)
        if sys.platform != "win32":
            yield Figure("memory it takes", {"peak": _peak() - before}, "MB")
        yield Figure("links", {"a passage": backend.catalog.counts().mentions / passages}, "")
        with backend.transaction():
            backend.graph.add_entity(
                "Quillfeather Works", "quillfeather works", EntityType.ORGANIZATION, system_clock()
            )
        yield _figure("one new name", _timed(index.run), reading)
        paper = Corpus(passages).paper(0)
        for number, after in enumerate(("names changed", "that")):
            with backend.transaction():
                _put(backend, passages + number, paper, 1)
            yield _figure(f"one new passage after {after}", _timed(index.run), reading)
        yield _figure("nothing new", _timed(index.run), reading)


def _figure(name: str, seconds: float, reading: float) -> Figure:
    return Figure(name, {"took": seconds, "readings": seconds / reading}, "s")


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _read(backend: Backend, passages: int) -> None:
    for first in range(1, passages + 1, _STEP):
        backend.catalog.passages([PassageId(id_) for id_ in range(first, min(first + _STEP, passages + 1))])


def _peak() -> float:
    """The most memory the process has had, in MB; 0 on Windows, which does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _fill(backend: Backend, passages: int, names: int) -> None:
    """Passages and the names most spoken of, without indexes or facts."""
    corpus = Corpus(passages)
    for first in range(0, corpus.papers, _PAPERS_AT_ONCE):
        with backend.transaction():
            for number in range(first, min(first + _PAPERS_AT_ONCE, corpus.papers)):
                first_passage = _put(backend, number, corpus.paper(number))[0]
    with backend.transaction():
        for one in (one for of_language in corpus.names for one in of_language[: names // 2]):
            id_ = backend.graph.add_entity(one.name, key(one.name), one.type, system_clock())
            if one.short:
                backend.graph.add_alias(id_, one.short, key(one.short), NameKind.SHORT, first_passage)


def _put(backend: Backend, number: int, paper: Paper, passages: int | None = None) -> tuple[PassageId, ...]:
    drafts: list[PassageDraft] = []
    start = 0
    for ordinal, passage in enumerate(paper.passages[:passages]):
        drafts.append(PassageDraft(ordinal, Span(start, start + len(passage.text)), passage.text))
        start += len(passage.text) + 1
    source = backend.catalog.put_sources(
        [SourceDraft(f"/generated/{number}.txt", start, paper.said.at)], system_clock()
    )[0]
    content = ContentDraft(
        number.to_bytes(32, "big"), "", "text/plain", paper.title, paper.language, "utf-8", paper.said
    )
    return backend.catalog.put_content(source, content, drafts)[1]


def main() -> int:
    """Measure one library and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mentions")
    parser.add_argument("--passages", type=int, default=_PASSAGES)
    parser.add_argument("--names", type=int, default=_NAMES)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        for figure in measured(Path(folder), options.passages, options.names):
            print(figure.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
