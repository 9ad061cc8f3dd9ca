"""The one contract that every search strategy answers with."""

from dataclasses import dataclass
from enum import StrEnum

from tsuzuri.core.document import Said, Span
from tsuzuri.core.ids import CategoryId, PassageId
from tsuzuri.core.strategy import Strategy as Strategy
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Kind

SCHEMA = 1
"""Version of the result's shape, written into every `--json` output."""


class Outcome(StrEnum):
    """How a search ended. Only `FOUND` has hits; the others say why there are none."""

    FOUND = "found"
    EMPTY = "empty"
    NOT_INDEXED = "not_indexed"
    MODEL_UNAVAILABLE = "model_unavailable"
    NOT_ALLOWED = "not_allowed"
    FAILED = "failed"


class Route(StrEnum):
    """Which route found a hit."""

    LEXICAL = "lexical"
    SEMANTIC = "semantic"
    GRAPH = "graph"
    SYSTEM2 = "system2"
    STRUCTURED = "structured"
    QUERY = "query"


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of the original text, and the spans in it that matched."""

    text: str
    marks: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found, with its sentence and where it stands.

    `id` is that of a passage, entity or fact, as `kind` says. `passage_id` is the passage that shows it
    (a fact's best evidence, an entity's latest mention), None when no passage does. `valid` is when a fact held, as far
    as all that is known tells; None for what is no fact.
    """

    kind: Kind
    id: int
    score: float
    routes: tuple[Route, ...]
    title: str
    snippet: Snippet
    passage_id: PassageId | None
    source_uri: str
    locator: str
    said: Said | None
    valid: Interval | None = None


@dataclass(frozen=True, slots=True)
class CategoryHit:
    """A category that the walk chose. It has no source: its summary is made from what is below it.

    Its `score` is comparable with that of entities; `entities` counts those below it.
    """

    id: CategoryId
    layer: int
    score: float
    name: str
    summary: str
    tags: tuple[str, ...]
    entities: int


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of a walk down the categories, told as soon as it is done.

    `layer` is that of what was shown, 0 for entities. `shown` counts the cards; `chosen` are the names that were
    chosen to be gone into, `whole` those that were taken with all below them. `by` says what chose. `tokens` are about
    those that a model read and wrote, cached ones included; 0 where none was asked. `offered` are the names of the
    cards, in the order in which they were shown.
    """

    layer: int
    shown: int
    chosen: tuple[str, ...]
    whole: tuple[str, ...]
    by: str
    ms: float
    tokens: int = 0
    offered: tuple[str, ...] = ()

    def __str__(self) -> str:
        of = f"layer {self.layer}" if self.layer else "entities"
        picks = [*self.chosen, *(f"{name} (all below)" for name in self.whole)]
        cost = f"{self.tokens} tokens, " if self.tokens else ""
        return f"{of}: {len(picks)} of {self.shown} by {self.by} ({cost}{self.ms:.0f} ms): {', '.join(picks) or '-'}"


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one step of a search took, in milliseconds."""

    step: str
    ms: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search gives back, whatever its strategy.

    `message` explains every outcome but `FOUND`. A strategy that had to leave something out, or that took a time out of
    the question, says so there too. `diagnostic_id` finds the search in the log. `categories` are those that a walk
    chose, best first.
    """

    outcome: Outcome
    hits: tuple[Hit, ...]
    routes: tuple[Route, ...]
    strategy_used: Strategy
    timings: tuple[Timing, ...]
    trace: tuple[str, ...]
    diagnostic_id: str
    message: str = ""
    categories: tuple[CategoryHit, ...] = ()
