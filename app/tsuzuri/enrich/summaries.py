"""Summaries of documents without a model: the sentence a document begins with, and those that say most of the rest.

What a sentence says is how often its words occur in the document, as in SumBasic (Nenkova and Vanderwende 2005, "The
impact of frequency on summarization", MSR-TR-2005-101); words that one sentence has said count less for the next. A
passage's sentences count by how near its vector is to the mean of all.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.summaries import Cited, Summary
from tsuzuri.core.values import EmbeddingSpace, Kind, Passage
from tsuzuri.text.query import candidates
from tsuzuri.text.sentences import sentences
from tsuzuri.text.stems import stem

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector

MOST_SENTENCES = 4
"""How many a summary has at most."""
_MOST_PASSAGES = 400
_MOST_CHARACTERS = 300
_LEAST_WORDS = 3
_SAID = 0.25
"""What a word that was said is still worth."""
_BATCH = 32
_ENDS = (".", "!", "?", "。", "！", "？", "」")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with the words it carries, and how central its passage is (0..1)."""

    cited: Cited
    words: frozenset[str]
    centrality: float


class Summarising:
    """Gives every document of a library that lacks one its summary; passages may have a vector in the space."""

    def __init__(self, backend: Backend, space: EmbeddingSpace) -> None:
        self._backend = backend
        self._space = space

    def run(self, *, stop: Callable[[], bool] = lambda: False, on_made: Callable[[int], None] = lambda _: None) -> int:
        """Summarise what waits; how many documents that were. A transaction for every few of them.

        `on_made` hears how many were made so far.
        """
        made = 0
        while not stop() and (waiting := self._backend.summaries.missing(_BATCH)):
            summaries = [self._summary(content_id) for content_id in waiting]
            with self._backend.transaction():
                self._backend.summaries.put(summaries)
            if self._backend.summaries.of(waiting).keys() < set(waiting):
                continue  # some have changed meanwhile: they are seen again as they are now
            made += len(waiting)
            on_made(made)
        return made

    def _summary(self, content_id: ContentId) -> Summary:
        passages = self._backend.catalog.passages_of(content_id)[:_MOST_PASSAGES]
        return Summary(content_id, summarised(passages, self._vectors(passages)))

    def _vectors(self, passages: Sequence[Passage]) -> "Mapping[int, Vector]":
        space = self._backend.vectors.find_space(self._space)
        return {} if space is None else self._backend.vectors.vectors(space, Kind.PASSAGE, [one.id for one in passages])


def summarised(passages: Sequence[Passage], vectors: "Mapping[int, Vector]") -> tuple[Cited, ...]:
    """The sentences that stand for a document, in its order. `vectors` are of passages, those that there are."""
    every = _sentences(passages, _centralities(passages, vectors))
    if not every:
        return ()
    weights = Counter(word for sentence in every for word in sentence.words)
    chosen = [every[0]]
    said = set(every[0].words)
    rest = every[1:]
    while rest and len(chosen) < MOST_SENTENCES:
        best = max(rest, key=lambda sentence: _worth(sentence, weights, said))
        if _worth(best, weights, said) <= 0:
            break
        chosen.append(best)
        said |= best.words
        rest.remove(best)
    order = {passage.id: at for at, passage in enumerate(passages)}
    cited = (sentence.cited for sentence in chosen)
    return tuple(sorted(cited, key=lambda one: (order[one.passage_id], one.span.start)))


def _worth(sentence: _Sentence, weights: Mapping[str, int], said: set[str]) -> float:
    """How much a sentence says for its length; nothing where all was said. A word that occurs once is worth nothing."""
    if sentence.words <= said:
        return 0.0
    news = sum((weights[word] - 1) * (_SAID if word in said else 1.0) for word in sentence.words)
    return float(sentence.centrality * news / (len(sentence.words) + _LEAST_WORDS))


def _sentences(passages: Sequence[Passage], centralities: Mapping[PassageId, float]) -> list[_Sentence]:
    """All that are whole sentences, long enough to say something and short enough to be read.

    Where there are none such, as in a list, lines do; where there are none of those either, the first of all is cut.
    """
    texts = [(passage, span, span.of(passage.text)) for passage in passages for span in sentences(passage.text)]
    every = [
        (_Sentence(Cited(passage.id, span), _words(text), centralities[passage.id]), text)
        for passage, span, text in texts
    ]
    fitting = [(one, text) for one, text in every if len(one.words) >= _LEAST_WORDS and len(text) <= _MOST_CHARACTERS]
    whole = [one for one, text in fitting if text.rstrip().endswith(_ENDS)]
    return whole or [one for one, _ in fitting] or [_cut(one) for one, _ in every[:1]]


def _cut(sentence: _Sentence) -> _Sentence:
    span = sentence.cited.span
    short = Span(span.start, min(span.end, span.start + _MOST_CHARACTERS))
    return _Sentence(Cited(sentence.cited.passage_id, short), sentence.words, sentence.centrality)


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem, candidates(text)))


def _centralities(passages: Sequence[Passage], vectors: "Mapping[int, Vector]") -> dict[PassageId, float]:
    """How near each passage is to the mean of all; 1 where nothing is known of it."""
    import numpy as np

    if not vectors:
        return {passage.id: 1.0 for passage in passages}
    mean = np.mean(np.stack(list(vectors.values())), axis=0)
    mean /= np.linalg.norm(mean) or 1.0
    return {one.id: max(float(vectors[one.id] @ mean), 0.0) if one.id in vectors else 1.0 for one in passages}
