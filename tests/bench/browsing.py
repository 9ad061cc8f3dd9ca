"""How long the lists and cards take that a person leafs through."""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from tests.bench.corpus import Named
from tests.bench.figures import Figure, spread
from tests.bench.library import Bench
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.library.reading import Browser
from tsuzuri.text.normalise import key

T = TypeVar("T")

_PAGE = 64
_TIMES = 40


def browsing(bench: Bench) -> Iterator[Figure]:
    """Pages of entities, a filter typed over them, and cards: of anyone, and of the most spoken of."""
    random = Random(3)
    spoken_of = [one for names in bench.corpus.names for one in names[:20]]
    anyone = [one for names in bench.corpus.names for one in random.sample(names, min(20, len(names)))]
    with bench.opened("encrypted") as backend:
        browser = Browser(backend)
        middle = _middle(browser, bench.corpus.names)
        yield _times("entities, first page", browser.entities, [{}] * _TIMES)
        yield _times("entities, page in the middle", browser.entities, [{"after": middle}] * _TIMES)
        pieces = [one.name[:3] for one in anyone]
        yield _times("entities, filtered", browser.entities, [{"contains": piece} for piece in pieces])
        for title, names in (("card of anyone", anyone), ("card of the most spoken of", spoken_of)):
            yield _times(title, browser.card, [{"entity_id": id_} for id_ in _ids(backend, names)])
        yield _times("counts", browser.counts, [{}] * _TIMES)


def _times(title: str, call: Callable[..., T], arguments: Sequence[dict[str, object]]) -> Figure:
    """The figure of the calls, made once before to warm up and once to be timed."""
    for given in arguments:
        call(**given)
    durations = []
    for given in arguments:
        started = time.perf_counter()
        call(**given)
        durations.append((time.perf_counter() - started) * 1000)
    return spread(title, durations)


def _middle(browser: Browser, names: Sequence[Sequence[Named]]) -> str | None:
    """The cursor half way through the entities."""
    pages = sum(map(len, names)) // _PAGE // 2
    after: str | None = None
    for _ in range(pages):
        after = browser.entities(after=after, limit=_PAGE).after
    return after


def _ids(backend: Backend, names: Sequence[Named]) -> list[EntityId]:
    found = backend.graph.entities_by_key([key(one.name) for one in names])
    return [entities[0].id for entities in found.values()]
