"""The strategy that chooses one of the others, and says which and why."""

import time
from dataclasses import replace
from datetime import date

from tsuzuri.core.clock import Clock
from tsuzuri.core.results import Outcome, SearchResult, Strategy, Timing
from tsuzuri.search.advising import Advice
from tsuzuri.search.registry import OnStep, Registry
from tsuzuri.search.routing import route
from tsuzuri.search.structured import Structured

_NARROW = (Strategy.STRUCTURED, Strategy.TEMPORAL)
"""Those that find nothing where their view of a question is too narrow."""


class Auto:
    """Chooses by rules; where they are unsure, by the `advice` of a model, if there is any."""

    def __init__(
        self, registry: Registry, structured: Structured, clock: Clock, *, advice: Advice | None = None
    ) -> None:
        self._registry = registry
        self._structured = structured
        self._clock = clock
        self._advice = advice

    def search(
        self, text: str, *, limit: int = 20, as_of: date | None = None, on_step: OnStep | None = None
    ) -> SearchResult:
        """See `Searching.search`. The result is that of the chosen strategy.

        Where that cannot answer now, or a narrow one finds nothing, it is `system1`, and the message says so.
        """
        started = time.perf_counter()
        today = self._clock().astimezone().date()
        routed = route(text, self._structured.understood(text), today)
        if not routed.sure and self._advice is not None:
            routed = self._advice(text) or routed
        told = [f"{routed.strategy}, for {routed.reason}"]
        timing = Timing("choose", (time.perf_counter() - started) * 1000)
        unmet = self._registry.unmet(routed.strategy)
        if unmet is None:
            result = self._registry.search(text, strategy=routed.strategy, limit=limit, as_of=as_of, on_step=on_step)
        if unmet is not None or (routed.strategy in _NARROW and result.outcome is Outcome.EMPTY):
            why = "it found nothing" if unmet is None else unmet.message
            told.append(f"{why}; so it is {Strategy.SYSTEM1}")
            result = self._registry.search(text, strategy=Strategy.SYSTEM1, limit=limit, as_of=as_of, on_step=on_step)
        return replace(
            result,
            timings=(timing, *result.timings),
            trace=(*(f"auto: {line}" for line in told), *result.trace),
            message="; ".join([*told, *([result.message] if result.message else [])]),
        )
