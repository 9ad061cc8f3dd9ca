"""Where in a passage the words of a question stand: in one sentence they say more than scattered over many.

BM25 does not know. What it finds of a long article are its paragraphs, all of which hold the question's subject, and
the one that answers holds the rest in the sentence that tells of it.
"""

from collections.abc import Collection, Mapping, Sequence
from math import log

from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend, LexicalIndex
from tsuzuri.core.values import Kind, Passage, Scored
from tsuzuri.search.words import Words
from tsuzuri.text.normalise import is_cjk
from tsuzuri.text.sentences import sentences
from tsuzuri.text.stems import indexed

_BEST = 10
"""So many of the first passages are read: twenty find as much, and cost twice as much."""


def found_by_words(words: Words, kind: Kind, backend: Backend, k: int) -> tuple[Scored, ...]:
    """The k best rows of a kind by full text (see `Words.find`), passages for a Japanese question by their sentences.

    Not while it is typed: reading passages costs more than a keypress may.
    An English one asks more often for two passages, of which neither holds all its words: hotpot100 falls from 0.95 to
    0.94 by sentences, jsquad and niilc rise (`tests/eval`).
    """
    found = words.find(backend.lexical, kind, k)
    asked = kind is Kind.PASSAGE and words.question and not words.typing
    return by_sentence(words, found, backend) if asked and any(map(is_cjk, words.text)) else found


def by_sentence(words: Words, found: Sequence[Scored], backend: Backend) -> tuple[Scored, ...]:
    """The passages that full text found for a question, best first; ties by id. One query.

    The best sentence of each of the first ten adds what share of the sought words it holds, the rare ones weighing
    more, times the score of the best passage: a sentence counts as much as a passage. Title and heading belong to
    every sentence. A message is one statement, so its own score counts twice; where there are only messages, all stay
    as they were found.
    """
    passages = backend.catalog.passages([PassageId(one.id) for one in found[:_BEST]])
    if all(passage.speaker for passage in passages):
        return tuple(found)
    weights, best = _weights(words, backend.lexical), found[0].score
    scores = {one.id: one.score for one in found}
    for passage in passages:
        scores[passage.id] += scores[passage.id] if passage.speaker else best * _share(passage, weights)
    return tuple(Scored(id_, scores[id_]) for id_ in sorted(scores, key=lambda id_: (-scores[id_], id_)))


def _weights(words: Words, index: LexicalIndex) -> dict[str, float]:
    """What each token counts that occurs at all: the more, the rarer it is than the most common of them."""
    frequencies = words.frequencies(index, Kind.PASSAGE)
    most = max(frequencies, default=0)
    return {token: log(1 + most / count) for token, count in zip(words.sought, frequencies, strict=True) if count > 0}


def _share(passage: Passage, weights: Mapping[str, float]) -> float:
    """The share (0..1) of the sought tokens that stand in its best sentence or above it."""
    above = indexed(f"{passage.title}\n{passage.heading}")
    held = (_held({*above, *indexed(span.of(passage.text))}, weights) for span in sentences(passage.text))
    return max(held, default=0.0) / (sum(weights.values()) or 1.0)


def _held(tokens: Collection[str], weights: Mapping[str, float]) -> float:
    return sum(weight for token, weight in weights.items() if token in tokens)
