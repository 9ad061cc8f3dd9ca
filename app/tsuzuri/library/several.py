"""One search over several datasets: one list, best first, and each hit with the dataset that it is of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from tsuzuri.core.errors import TsuzuriError, UsageError
from tsuzuri.core.results import Hit, Outcome, SearchResult, Strategy

if TYPE_CHECKING:
    from tsuzuri.library.facade import Library


@dataclass(frozen=True, slots=True)
class HitIn:
    """A hit and its dataset: ids are of one dataset only."""

    dataset: str
    hit: Hit


@dataclass(frozen=True, slots=True)
class FoundInSeveral:
    """What a search over several datasets found.

    `results` are those of the datasets that answered, `refused` says why the others did not.
    """

    hits: tuple[HitIn, ...]
    results: Mapping[str, SearchResult]
    refused: Mapping[str, str]

    @property
    def outcome(self) -> Outcome:
        """Found if anything was; else what the first dataset says."""
        if self.hits:
            return Outcome.FOUND
        first = next((result.outcome for result in self.results.values() if result.outcome is not Outcome.FOUND), None)
        return first or (Outcome.FAILED if self.refused else Outcome.EMPTY)


def opened(names: Sequence[str], get: "Callable[[str], Library]") -> "tuple[dict[str, Library], dict[str, str]]":
    """The libraries of datasets by name, and why the others cannot be opened: their keys are missing, say.

    Raises:
        UsageError: one of them is not there.
    """
    libraries, refused = dict[str, "Library"](), dict[str, str]()
    for name in names:
        try:
            libraries[name] = get(name)
        except UsageError:
            raise
        except TsuzuriError as error:
            refused[name] = error.message
    return libraries, refused


def search_several(
    libraries: "Mapping[str, Library]",
    words: str,
    *,
    refused: Mapping[str, str] | None = None,
    strategy: Strategy = Strategy.SYSTEM1,
    limit: int = 20,
    as_of: date | None = None,
    semantic: bool = True,
) -> FoundInSeveral:
    """Search each dataset and merge: a hit's score follows from its rank in its own dataset (see `search.ranking`), so
    that the best of each stand beside each other; of equals, the dataset that was named first comes first.

    A dataset that cannot answer does not keep the others from it; `refused` are those that could not be opened.
    """
    results, reasons = dict[str, SearchResult](), dict(refused or {})
    for name, library in libraries.items():
        try:
            results[name] = library.search(words, strategy=strategy, limit=limit, as_of=as_of, semantic=semantic)
        except TsuzuriError as error:
            reasons[name] = error.message
    hits = [HitIn(name, hit) for name, result in results.items() for hit in result.hits]
    hits.sort(key=lambda one: -one.hit.score)
    return FoundInSeveral(tuple(hits[:limit]), results, reasons)
