"""What of a passage the model is asked: not boilerplate, not what it has read word for word, not the same twice."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tsuzuri.core.agenda import Weight
from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Passage
from tsuzuri.extract import prompt
from tsuzuri.extract.gist import needs_context, passage_print, sentence_print
from tsuzuri.text.boilerplate import without_boilerplate
from tsuzuri.text.dates import resolve
from tsuzuri.text.normalise import is_cjk
from tsuzuri.text.time_words import time_words

_REPEATED = 3
"""In so many passages a sentence is asked about; from then on it is one that goes with every document."""
_PER_SENTENCE = 16
"""Tokens around a sentence, and of its answer, that do not grow with it."""
_LATIN_PER_TOKEN = 4
_PAGE = 256


@dataclass(frozen=True, slots=True)
class Sifted:
    """What is asked of one passage.

    `sentences` are put to the model. `boilerplate` counts those left out by their words, `repeated` are the prints of
    those left out because they were asked about often enough, `prints` those of the sentences that others may repeat.
    """

    passage: Passage
    sentences: tuple[Span, ...]
    weight: Weight
    boilerplate: int = 0
    repeated: tuple[int, ...] = ()
    prints: tuple[int, ...] = ()

    @property
    def left_out(self) -> int:
        """How many sentences that could state a fact are not asked about."""
        return self.boilerplate + len(self.repeated)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: what the model is asked, what it need not be asked, and what says the same as a passage it has read.

    A passage that says the same as one asked in this round is in none of them: it goes on waiting for that one.
    """

    asked: tuple[Sifted, ...]
    idle: tuple[Sifted, ...]
    same: tuple[tuple[Passage, PassageId], ...]


class Sieve:
    """Sifts passages with what the store knows of those read before."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def weigh(self, *, under: Sequence[str] = (), on_weighed: Callable[[int], None] | None = None) -> int:
        """Weigh what waits and has no weight, in transactions of bounded size; gives the work of all that waits.

        `on_weighed(done)` hears of each page.
        """
        ids = self._backend.agenda.unweighed(under=under)
        for start in range(0, len(ids), _PAGE):
            passages = self._backend.catalog.passages(ids[start : start + _PAGE])
            weights = [_sift(passage).weight for passage in passages]
            with self._backend.transaction():
                self._backend.agenda.weigh(weights)
            if on_weighed is not None:
                on_weighed(min(start + _PAGE, len(ids)))
        return self._backend.agenda.work_left(under=under)

    def sift(self, passages: Sequence[Passage]) -> Round:
        """What to do with each passage of a round."""
        sifted = self._without_repeated([_sift(passage) for passage in passages])
        known = self._known([one for one in sifted if one.sentences])
        asked: dict[int, Sifted] = {}
        idle: list[Sifted] = []
        same: list[tuple[Passage, PassageId]] = []
        for one in sifted:
            original = known.get(one.weight.print)
            if not one.sentences:
                idle.append(one)
            elif original is not None and _same_times(one.passage, original, one.sentences):
                same.append((one.passage, original.id))
            elif one.weight.print not in asked:
                asked[one.weight.print] = one
        return Round(tuple(asked.values()), tuple(idle), tuple(same))

    def _known(self, sifted: Sequence[Sifted]) -> dict[int, Passage]:
        """The passages that were read, by what they say."""
        ids = self._backend.agenda.said_by(dict.fromkeys(one.weight.print for one in sifted))
        passages = {one.id: one for one in self._backend.catalog.passages(list(ids.values()))}
        return {print_: passages[id_] for print_, id_ in ids.items() if id_ in passages}

    def _without_repeated(self, sifted: Sequence[Sifted]) -> list[Sifted]:
        """Without the sentences that are asked about often, in this round too."""
        prints = [_prints(one) for one in sifted]
        every = dict.fromkeys(print_ for of_one in prints for print_ in of_one.values())
        times = Counter(self._backend.agenda.times_asked(every, _REPEATED))
        found = []
        for one, of_one in zip(sifted, prints, strict=True):
            # What tells a time by its words says another thing each time.
            often = {
                span: print_
                for span, print_ in of_one.items()
                if times[print_] >= _REPEATED and not _times(one.passage, span.of(one.passage.text))
            }
            asked = tuple(dict.fromkeys(print_ for span, print_ in of_one.items() if span not in often))
            times.update(asked)
            kept = tuple(span for span in one.sentences if span not in often)
            found.append(replace(one, sentences=kept, repeated=tuple(often.values()), prints=asked))
        return found


def work_of(sentence: str) -> int:
    """About how many tokens the model reads and writes for a sentence."""
    wide = sum(map(is_cjk, sentence))
    return _PER_SENTENCE + wide + (len(sentence) - wide) // _LATIN_PER_TOKEN


def _sift(passage: Passage) -> Sifted:
    worth = prompt.worth_reading(passage.text)
    kept = without_boilerplate(passage.text, worth)
    sentences = [span.of(passage.text) for span in kept]
    print_ = passage_print(sentences, speaker=passage.speaker, title=passage.title)
    return Sifted(passage, kept, Weight(passage.id, print_, sum(map(work_of, sentences))), len(worth) - len(kept))


def _prints(sifted: Sifted) -> dict[Span, int]:
    """The sentences that mean the same wherever they stand, and what they say."""
    text, speaker = sifted.passage.text, sifted.passage.speaker
    return {
        span: sentence_print(span.of(text), speaker) for span in sifted.sentences if not needs_context(span.of(text))
    }


def _same_times(passage: Passage, other: Passage, spans: Sequence[Span]) -> bool:
    """Whether the words of time in a passage mean in the other, which says the same, what they mean in this one."""
    if _day(passage) == _day(other):
        return True
    return all(_meanings(passage, span.of(passage.text)) == _meanings(other, span.of(passage.text)) for span in spans)


def _meanings(passage: Passage, sentence: str) -> list[object]:
    day = _day(passage)
    return [] if day is None else [resolve(words, day) for words in _times(passage, sentence)]


def _times(passage: Passage, sentence: str) -> list[str]:
    day = _day(passage)
    return [] if day is None else [span.of(sentence) for span in time_words(sentence, day)]


def _day(passage: Passage) -> date | None:
    return passage.said.at.date() if passage.said else None
