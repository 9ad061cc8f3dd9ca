"""Full text in memory: the same phrases, prefixes and BM25 as FTS5, by reading every row.

The formula is that of https://sqlite.org/fts5.html#the_bm25_function, with its k1, b and floor.
"""

import math
from collections.abc import Iterable, Sequence

from tsuzuri.core.lexical import COLUMN_WEIGHTS, LexicalEntry, LexicalQuery, Match, Term
from tsuzuri.core.values import Kind, Scored
from tsuzuri.store.memory import reading
from tsuzuri.store.memory.state import Box
from tsuzuri.text.stems import indexed

_OWN = 3
"""How many of a row's columns are its own: all but the context."""
_K1, _B, _LEAST_IDF = 1.2, 0.75, 1e-6

_Columns = tuple[tuple[str, ...], ...]


class MemoryLexical:
    """The `LexicalIndex` over a `Box`."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def put(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        """See `LexicalIndex.put`. An entry whose passage, entity or fact is gone is left out."""
        state = self._box.write()
        state.entries |= {(kind, entry.id): entry for entry in entries if entry.id in state.owners(kind)}

    def match(self, kind: Kind, query: LexicalQuery, k: int) -> tuple[Scored, ...]:
        """See `LexicalIndex.match`."""
        terms, within, without = (
            [term for term in of_query if term.tokens] for of_query in (query.terms, query.within, query.without)
        )
        table = self._rows(kind)
        if not (terms or within) or not table:
            return ()
        counts = {
            id_: [*(_weight(term, row) for term in terms), *(_weight(term, row[:_OWN]) for term in within)]
            for id_, row in table.items()
        }
        every = range(len(terms) + len(within))
        rarity = [_idf(len(table), sum(of_row[i] > 0 for of_row in counts.values())) for i in every]
        lengths = {id_: sum(map(len, row)) for id_, row in table.items()}
        average = sum(lengths.values()) / len(lengths)
        wanted = all if query.match is Match.ALL or not terms else any
        found = [
            Scored(id_, _bm25(counts[id_], rarity, lengths[id_] / average))
            for id_, row in table.items()
            if wanted(count > 0 for count in counts[id_][: len(terms)])
            and all(count > 0 for count in counts[id_][len(terms) :])
            and not any(_weight(term, row[:_OWN]) for term in without)
        ]
        return reading.shown(self._box.read(), kind, found, k)

    def among(self, kind: Kind, query: LexicalQuery, ids: Sequence[int]) -> frozenset[int]:
        """See `LexicalIndex.among`."""
        wanted = frozenset(ids)
        return frozenset(one.id for one in self.match(kind, query, len(self._rows(kind))) if one.id in wanted)

    def frequencies(self, kind: Kind, tokens: Sequence[str]) -> tuple[int, ...]:
        """See `LexicalIndex.frequencies`."""
        table = self._rows(kind).values()
        return tuple(sum(any(token in column for column in row) for row in table) for token in tokens)

    def rebuild(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        """See `LexicalIndex.rebuild`."""
        state = self._box.write()
        state.entries = {key: entry for key, entry in state.entries.items() if key[0] is not kind}
        self.put(kind, entries)

    def _rows(self, kind: Kind) -> dict[int, _Columns]:
        return {
            id_: tuple(map(indexed, (entry.title, entry.heading, entry.body, entry.context)))
            for (of_kind, id_), entry in self._box.read().entries.items()
            if of_kind is kind
        }


def _weight(term: Term, row: _Columns) -> float:
    """How often the term stands in the row, each occurrence counting what its column weighs."""
    return sum(weight * _occurrences(term, column) for weight, column in zip(COLUMN_WEIGHTS, row, strict=False))


def _occurrences(term: Term, column: tuple[str, ...]) -> int:
    size = len(term.tokens)
    return sum(_stands_at(term, column[i : i + size]) for i in range(len(column) - size + 1))


def _stands_at(term: Term, tokens: tuple[str, ...]) -> bool:
    if not term.prefix:
        return tokens == term.tokens
    return tokens[:-1] == term.tokens[:-1] and tokens[-1].startswith(term.tokens[-1])


def _idf(rows: int, matching: int) -> float:
    return max(math.log((rows - matching + 0.5) / (matching + 0.5)), _LEAST_IDF)


def _bm25(counts: Sequence[float], rarity: Sequence[float], relative_length: float) -> float:
    damping = _K1 * (1 - _B + _B * relative_length)
    return sum(idf * count * (_K1 + 1) / (count + damping) for idf, count in zip(rarity, counts, strict=True))
