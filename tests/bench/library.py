"""The generated libraries, one in clear and one encrypted, kept in the cache and built when they are missing."""

import multiprocessing
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from tests.bench.building import KEY, LAYOUT, Built, build, opened
from tests.bench.corpus import Corpus
from tests.bench.queries import Query, queries
from tsuzuri.store.sqlite.backend import SqliteBackend

SORTS = ("plain", "encrypted")
"""The two libraries, which are also the names of their datasets."""


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where libraries are kept between runs: `tsuzuri/bench` in the person's cache."""
    cache = environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "tsuzuri" / "bench"


@dataclass(frozen=True)
class Bench:
    """Both libraries of `size` passages, below `folder`; `searches` caps how many are made of them."""

    folder: Path
    size: int
    searches: int = 200

    @property
    def home(self) -> Path:
        """A `TSUZURI_HOME` whose datasets are the libraries."""
        return self.folder / f"layout-{LAYOUT}-{self.size}"

    def path(self, sort: str) -> Path:
        """The file of one library."""
        return self.home / "data" / f"{sort}.tsuzuri"

    @property
    def environment(self) -> Mapping[str, str]:
        """What a process needs in order to open them as its own."""
        return {"TSUZURI_HOME": str(self.home), "TSUZURI_KEY": KEY.hex()}

    @cached_property
    def corpus(self) -> Corpus:
        """What is in them."""
        return Corpus(self.size)

    @cached_property
    def queries(self) -> tuple[Query, ...]:
        """What is searched for."""
        return queries(self.corpus)[: self.searches]

    @contextmanager
    def opened(self, sort: str) -> Iterator[SqliteBackend]:
        """One of them, open."""
        with opened(self.path(sort), encrypted=sort == "encrypted") as backend:
            yield backend

    def ensure(self, *, rebuild: bool = False) -> dict[str, Built]:
        """Build those that are missing, or both anew; each in a process of its own."""
        missing = [sort for sort in SORTS if rebuild or not self.path(sort).exists()]
        if not missing:
            return {}
        (self.home / "data").mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(len(missing), mp_context=multiprocessing.get_context("spawn")) as pool:
            built = pool.map(partial(_build, self), missing)
            return dict(zip(missing, built, strict=True))


def _build(bench: Bench, sort: str) -> Built:
    return build(bench.path(sort), bench.size, encrypted=sort == "encrypted")
