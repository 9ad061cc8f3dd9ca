"""How fast watched folders are kept: `python -m tests.bench.folders [--files N] [--only PART] [--json]`.

A real store, a real reading process and a real embedder keep a folder of small invented notes, without a chat model;
each part in a process of its own. With N = 100000 these are 1,000 notes to be found at once, 10,000 that are taken in
while others are saved, 10,000 that are looked at, and 100,000 that are recorded. Linux only. Quit what else is running.
"""

import argparse
import json
import multiprocessing
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.bench.figures import Figure, percentile
from tests.bench.kept import Kept, Opened
from tests.bench.library import SORTS, Bench
from tests.bench.memory import Peak
from tests.bench.notes import SAVED, Saved, notes, write_notes
from tests.fakes import FakeEmbedder
from tsuzuri.core.models import Embedder
from tsuzuri.models.embed import BATCH, E5Embedder
from tsuzuri.search.searcher import Searcher

_ALONE = 320


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many notes each part has.

    `saved` are saved while `busy` ones are taken in, up to `between_s` seconds apart; `idle_s` nothing happens.
    """

    notes: int = 1_000
    busy: int = 10_000
    untouched: int = 10_000
    many: int = 100_000
    read: int = 5_000
    saved: int = len(SAVED)
    between_s: float = 2.0
    idle_s: float = 60.0

    @classmethod
    def of(cls, files: int) -> "Sizes":
        """All of them in proportion, the largest being `files`."""
        return cls(
            notes=max(files // 100, 1),
            busy=max(files // 10, 1),
            untouched=max(files // 10, 1),
            many=files,
            read=max(files // 20, 1),
            idle_s=min(60.0, files / 1000),
        )


NewEmbedder = Callable[[], Embedder]
Part = Callable[[Path, Sizes, NewEmbedder], list[Figure]]


def folders(bench: Bench) -> Iterator[Figure]:
    """The figures of folders a tenth as large as the library, so that they do not take long."""
    return measured(Sizes.of(bench.size // 10))


def measured(sizes: Sizes, *, embedder: NewEmbedder = E5Embedder, only: str = "") -> Iterator[Figure]:
    """Every part's figures, each from a process of its own; or one part's."""
    for name, part in PARTS.items():
        if only in ("", name):
            with TemporaryDirectory() as place, _apart() as pool:
                yield from pool.submit(part, Path(place), sizes, embedder).result()


def found_by_words(place: Path, sizes: Sizes, new_embedder: NewEmbedder) -> list[Figure]:
    """From notes to passages that are found: by words, and as fast as the embedder goes by meaning."""
    figures = []
    for sort in SORTS:
        world = Kept(place / f"{sort} there", sort, new_embedder())
        write_notes(world.folder, sizes.notes)
        with world.kept() as begun:
            world.wait_until_read(sizes.notes)
            figures.append(_taken(f"{sizes.notes} notes found, there at first, {sort}", begun, 30.0))
            world.require_found(sizes.notes)
        world.close()
    world = Kept(place / "copied", "plain", new_embedder())
    write_notes(place / "elsewhere", sizes.notes)
    alone = _alone(world.embedder, sizes.notes)
    with world.kept():
        begun = time.perf_counter()
        shutil.copytree(place / "elsewhere", world.folder, dirs_exist_ok=True)
        world.wait_until_read(sizes.notes)
        figures.append(_taken(f"{sizes.notes} notes found, copied in, plain", begun, 30.0))
        world.wait_until(lambda: world.vectors() > 0)
        embedding, had = time.perf_counter(), world.vectors()
        world.wait_until(lambda: world.vectors() == sizes.notes)
        rate = (sizes.notes - had) / (time.perf_counter() - embedding)
    values = {"rate": rate, "alone": alone, "loss": 1 - rate / alone}
    figures.append(Figure("passages embedded while kept", values, "a second", ("loss", 0.2)))
    world.close()
    return figures


def fresh(place: Path, sizes: Sizes, new_embedder: NewEmbedder) -> list[Figure]:
    """From the save of one note until it is found, while many others are taken in."""
    figures = []
    for sort in SORTS:
        world = Kept(place / sort, sort, new_embedder())
        write_notes(world.folder, sizes.busy)
        random = Random(sizes.busy)
        with world.kept():
            world.wait_until_read(sizes.busy // 50)
            took = []
            for saved in SAVED[: sizes.saved]:
                time.sleep(
                    sizes.between_s * random.random()
                )  # no save is to come right after the end of the one before
                took.append(_save(world, saved))
            counts = world.backend.catalog.counts()
            left = {"files": world.waiting(), "texts": counts.passages - counts.vectors}
        world.close()
        for name, durations, most in (
            ("words", [words for words, _ in took], 2.0),
            ("meaning", [meaning for _, meaning in took], 5.0),
        ):
            values = {"p50": percentile(durations, 0.5), "max": max(durations)}
            figures.append(Figure(f"a saved note found by {name}, {sort}", values, "s", ("max", most)))
        figures.append(Figure(f"  left of {sizes.busy} notes by then, {sort}", left, "to be read, embedded"))
    return figures


def _save(world: Kept, saved: Saved) -> tuple[float, float]:
    """Seconds from the save of a note until it is found by its word, and by the question."""
    searcher = Searcher(world.backend, world.embedder, lambda: "bench")
    question = world.embedder.query(saved.question)
    (world.folder / f"{saved.word}.md").write_text(saved.text, encoding="utf-8")
    begun = time.perf_counter()
    world.wait_until(lambda: bool(searcher.search(saved.word, semantic=False).hits), every_s=0.03)
    by_words = time.perf_counter() - begun
    world.wait_until(lambda: world.is_near(saved, question), every_s=0.03)
    return by_words, time.perf_counter() - begun


def looked_at(place: Path, sizes: Sizes, new_embedder: NewEmbedder) -> list[Figure]:
    """What looks at a folder cost in which nothing has happened, or only the times of files are others.

    Taken in with an embedder that costs nothing: none of the figures is about embedding.
    """
    world = Kept(place, "plain", FakeEmbedder())
    write_notes(world.folder, sizes.untouched)
    with world.kept():
        world.wait_until_read(sizes.untouched)
        world.wait_until(lambda: world.vectors() == sizes.untouched)
        began, used = time.perf_counter(), time.process_time()
        time.sleep(sizes.idle_s)
        idle = 60 * (time.process_time() - used) / (time.perf_counter() - began)
    opened = Opened(world.folder)
    watching, readings = world.stages.watching(), world.stages.readings(world.stages.open_reader())
    read = len(world.read)
    figures = []
    for name in ("untouched", "touched"):
        if name == "touched":
            for path in world.folder.rglob("*.md"):
                os.utime(path)
            watching.close()
            watching = world.stages.watching()
        opened.times = 0
        began = time.perf_counter()
        watching.step()
        looked = time.perf_counter() - began
        while readings.next() is not None:
            pass
        values = {"look": looked, "all": time.perf_counter() - began, "opened": opened.times}
        values["read"] = len(world.read) - read
        target = ("opened", 0.5) if name == "untouched" else ("read", 0.5)
        figures.append(Figure(f"{sizes.untouched} files {name}", values, "s, files", target))
    watching.close()
    world.close()
    figures.append(Figure(f"keeping {sizes.untouched} files, nothing to do", {"cpu": idle}, "s a minute"))
    return figures


def recorded(place: Path, sizes: Sizes, new_embedder: NewEmbedder) -> list[Figure]:
    """Many files at once: how long until all are recorded, and the memory until some of them are read."""
    world = Kept(place, "plain", new_embedder())
    with _apart() as pool:
        pool.submit(write_notes, world.folder, sizes.many).result()  # apart: what it takes is not ours
    with Peak() as peak, world.kept() as begun:
        world.wait_until(lambda: world.backend.catalog.counts().sources == sizes.many)
        recording = time.perf_counter() - begun
        world.wait_until(lambda: sizes.many - world.waiting() >= sizes.read)
        reading = time.perf_counter() - begun - recording
    world.close()
    return [
        Figure(f"{sizes.many} files recorded", {"took": recording}, "s"),
        Figure(f"  the first {sizes.read} read", {"took": reading}, "s"),
        Figure("  memory, children and embedder included", {"own": peak.own, "all": peak.all}, "MB", ("all", 500.0)),
    ]


PARTS: Mapping[str, Part] = {"words": found_by_words, "fresh": fresh, "looks": looked_at, "many": recorded}


def _taken(name: str, begun: float, most: float) -> Figure:
    return Figure(name, {"took": time.perf_counter() - begun}, "s", ("took", most))


def _alone(embedder: Embedder, many: int) -> float:
    """Notes that the embedder alone embeds in a second; it is started before."""
    texts = list(islice(notes(Random(many)), min(many, _ALONE)))
    embedder.passages(texts[:1])
    begun = time.perf_counter()
    for start in range(0, len(texts), BATCH):
        embedder.passages(texts[start : start + BATCH])
    return len(texts) / (time.perf_counter() - begun)


def _apart() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def main() -> int:
    """Measure and report; 1 when a figure is over its target."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.folders")
    parser.add_argument("--files", type=int, default=100_000, help="files of the largest part (default: 100000)")
    parser.add_argument("--only", choices=PARTS, default="", help="measure this part")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    figures = []
    for figure in measured(Sizes.of(options.files), only=options.only):
        figures.append(figure)
        if not options.json:
            print(figure.line(), flush=True)
    missed = [figure.name for figure in figures if figure.missed]
    if options.json:
        values = {one.name.strip(): {of: round(value, 3) for of, value in one.values.items()} for one in figures}
        print(json.dumps({"folders": values, "files": options.files, "over_target": missed}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
