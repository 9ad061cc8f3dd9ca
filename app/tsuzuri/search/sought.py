"""A question as every route looks for it: its words, its embedding, and what of the finds is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.models import Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.search.asked import asked
from tsuzuri.search.fuse import Fused
from tsuzuri.search.narrow import Narrow
from tsuzuri.search.when import Sieve
from tsuzuri.search.words import Words
from tsuzuri.text.query import phrase

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector


@dataclass(frozen=True, slots=True)
class Sought:
    """A question taken apart. `vector` is None where there is no embedder; `told` says what was understood how."""

    words: Words
    kinds: frozenset[Kind]
    vector: "Vector | None"
    sieves: tuple[Sieve | Narrow, ...]
    as_of: date | None
    told: tuple[str, ...]

    @property
    def text(self) -> str:
        """The question without its operators."""
        return self.words.text

    @property
    def is_empty(self) -> bool:
        """Whether there is no letter or digit to search for."""
        return not self.words.tokens and not self.words.query.terms

    def keep(self, found: Mapping[Kind, Sequence[Fused]]) -> dict[Kind, tuple[Fused, ...]]:
        """What was asked for of the finds, in their order."""
        wanted = {kind: tuple(ones) for kind, ones in found.items() if not self.kinds or kind in self.kinds}
        for sieve in self.sieves:
            wanted = {kind: sieve.keep(kind, ones) for kind, ones in wanted.items()}
        return wanted


def sought(text: str, today: date, as_of: date | None, backend: Backend, embedder: Embedder) -> Sought:
    """Take a question apart, as `search.asked` does, and embed what is left of it."""
    wanted = asked(text, today)
    within, without = (
        tuple(term for words in phrases for term in phrase(words)) for phrases in (wanted.phrases, wanted.without)
    )
    sieves: list[Sieve | Narrow] = [] if as_of is None else [Sieve.as_of(backend, as_of)]
    if wanted.narrows:
        sieves.append(Narrow(backend, wanted, within, without))
    told = list(wanted.told)
    vector = None
    try:
        vector = embedder.query(wanted.text) if wanted.text else None
    except ModelUnavailable as error:
        told.append(f"searched without vectors: {error.message}")
    return Sought(Words(wanted.text), wanted.kinds, vector, tuple(sieves), as_of, tuple(told))
