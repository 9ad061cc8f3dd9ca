"""How many passages a second the store alone takes in: text, full text and vectors, a document a transaction."""

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.building import opened, put_paper
from tests.bench.corpus import PASSAGES_EACH
from tests.bench.figures import Figure
from tests.bench.library import SORTS, Bench

_PAPERS = 100


def ingesting(bench: Bench) -> Iterator[Figure]:
    """The rate into a new library."""
    papers = [bench.corpus.paper(number) for number in range(min(_PAPERS, bench.corpus.papers))]
    for sort in SORTS:
        with (
            TemporaryDirectory(dir=bench.home) as folder,
            opened(Path(folder) / "new.tsuzuri", encrypted=sort == "encrypted") as backend,
        ):
            started = time.perf_counter()
            for number, paper in enumerate(papers):
                with backend.transaction():
                    put_paper(backend, number, paper)
            seconds = time.perf_counter() - started
        yield Figure(
            f"ingest by the store alone, {sort}", {"rate": len(papers) * PASSAGES_EACH / seconds}, "passages/s"
        )
