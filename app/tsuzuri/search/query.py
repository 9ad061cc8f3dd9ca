"""The strategy that runs a person's own SQL: rows that name a passage, fact or entity become hits."""

import time
from collections.abc import Callable
from datetime import date

from tsuzuri.core.errors import UsageError
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Hit, Outcome, Route, SearchResult, Strategy, Timing
from tsuzuri.core.selecting import Bounds, Table
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.hits import Presenter
from tsuzuri.search.registry import OnStep, Unmet, without_hits
from tsuzuri.search.words import Words

REFUSED = Unmet(Outcome.NOT_ALLOWED, "queries are not allowed here; allow them with: allow_query = true under [search]")
"""Why there is no SQL where the settings say nothing of it."""
_IDS = {"fact_id": Kind.FACT, "passage_id": Kind.PASSAGE, "entity_id": Kind.ENTITY}


class Queried:
    """The strategy `query`. It has to be allowed; see `REFUSED`."""

    def __init__(self, backend: Backend, new_id: Callable[[], str], bounds: Bounds | None = None) -> None:
        self._backend = backend
        self._new_id = new_id
        self._bounds = bounds or Bounds()

    def search(
        self,
        text: str,
        *,
        limit: int = 20,
        as_of: date | None = None,
        on_step: OnStep | None = None,  # noqa: ARG002 (nothing walks)
    ) -> SearchResult:
        """See `Searching.search`. `text` is one SELECT; what is no such thing fails, and the message says why."""
        started = time.perf_counter()
        try:
            table = self._backend.select(text, self._bounds)
        except UsageError as error:
            why = f"{error.message}; {error.hint}"
            return without_hits(Strategy.QUERY, Outcome.FAILED, why, self._new_id())
        timing = Timing("query", (time.perf_counter() - started) * 1000)
        column = next((name for name in table.columns if name in _IDS), None)
        told = f"{len(table.rows)}{' or more' if table.cut else ''} {'row' if len(table.rows) == 1 else 'rows'}"
        if table.rows and column is None:
            told += f" that name no {', '.join(_IDS)}; read them with: tsuzuri query"
        hits = () if column is None else self._hits(table, column, limit, as_of)
        return SearchResult(
            outcome=Outcome.FOUND if hits else Outcome.EMPTY,
            hits=hits,
            routes=(Route.QUERY,),
            strategy_used=Strategy.QUERY,
            timings=(timing,),
            trace=(told,),
            diagnostic_id=self._new_id(),
            message=told,
        )

    def _hits(self, table: Table, column: str, limit: int, as_of: date | None) -> tuple[Hit, ...]:
        at, kind = table.columns.index(column), _IDS[column]
        ids = list(dict.fromkeys(row[at] for row in table.rows))
        found = [
            Fused(id_, 1.0 / rank, (Route.QUERY,)) for rank, id_ in enumerate(ids[:limit], 1) if isinstance(id_, int)
        ]
        return Presenter(self._backend, Words(""), as_of).hits(kind, found)
