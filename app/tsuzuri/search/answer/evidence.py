"""The sentences that may answer a question, and how much of it each bears: its names, its words, its time."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import prod

from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Hit
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Fact, Mention, Passage
from tsuzuri.search.answer.concepts import meant, meant_by
from tsuzuri.search.answer.inquiry import Inquiry, Wants, Word
from tsuzuri.search.answer.sounding import Sound, heard
from tsuzuri.search.when import said_by
from tsuzuri.text.dates import resolve
from tsuzuri.text.normalise import is_cjk, key
from tsuzuri.text.segment import segment
from tsuzuri.text.sentences import sentences
from tsuzuri.text.stems import stem
from tsuzuri.text.time_words import time_words

PASSAGES = 32
"""So many passages of the best finds are looked at."""
_BEFORE = 2
"""A name holds for so many sentences after the one that it stands in: "she", "the company"; not from row to row."""
_ROW = re.compile(r"\w[\w ()/-]{0,30}[:：]\s")
_NO_STATEMENT = re.compile(
    r"[?？]$|か。$|^(?:from|to|cc|bcc|date|subject|title|tags|aliases|present|absent|出席者?|欠席者?|件名|宛先)\s*[:：]",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:he|she|it|they|his|her|its|their|this|that)\b|彼|同社|それ|これ", re.IGNORECASE)
_GOES_ON = re.compile(r"\bsince then\b|\bstill\b|\bever since\b|以来|今も|現在も", re.IGNORECASE)
_FACTS = 240
_BEARERS = 6
_FACTS_OF_NAMES = 24
_MENTIONS = 400
_NEAR, _SPEAKS, _ABOVE = (0.85, 0.75), 0.95, 0.7
"""What a name is worth that stands in a sentence before, is the one who says "I", or stands in title or heading."""
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|my|me)\b|私|僕|俺", re.IGNORECASE)
_NO_PERSON = re.compile(r"[ぁ-ん]")
"""A Japanese sentence may leave out that it speaks of the speaker."""
_BESIDE = 0.35
"""What a word is worth that stands elsewhere in the passage."""
_NUMERAL = re.compile(
    r"\d|[一二三四五六七八九十百千万億][^一-鿿]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"twenty|thirty|forty|fifty|hundred|thousand|million|dozen|half|once|twice)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a passage: `span` of its text, and the facts that rest on it.

    `lead` goes back to the sentence that names whom it
    speaks of. `names` and `words` are the shares (0..1) of the question's names and words that it bears, the others
    tell whether it may be of the time asked for, and holds what is wanted. `rank` is that of its passage among the
    finds, from 0.
    """

    passage: Passage
    span: Span
    lead: Span
    facts: tuple[Fact, ...]
    names: float
    words: float
    in_time: bool
    wanted: bool
    rank: int

    @property
    def text(self) -> str:
        """The sentence on one line, with those before it that tell whom it speaks of."""
        return " ".join(self.lead.of(self.passage.text).split())

    @property
    def score(self) -> float:
        """How well it answers, 0..1: the names weigh most, since it is about somebody else without them."""
        share = 0.45 * self.names + 0.4 * self.words + 0.15 / (1 + self.rank / 4)
        return share * (1.0 if self.in_time else 0.4) * (1.0 if self.wanted else 0.6)


def gather(
    inquiry: Inquiry, hits: Sequence[Hit], backend: Backend, sound: Sound, as_of: date | None = None
) -> tuple[Evidence, ...]:
    """The sentences of the passages that were found, best first; a few queries, however many hits.

    Left out are questions, and lines that only list names; with `as_of` facts that did not hold on that day, and what
    was said later but for sentences of a fact that is known to have held then.
    """
    ids = [hit.passage_id for hit in hits if hit.passage_id is not None]
    chosen = list(dict.fromkeys(ids))[:PASSAGES]
    order = {id_: rank for rank, id_ in enumerate(dict.fromkeys((*chosen, *_told_of(inquiry, backend, as_of))))}
    inquiry = heard(inquiry, list(order), backend, sound)
    passages = backend.catalog.passages(list(order))
    stated = _stated(list(order), backend, as_of)
    named = _Named(inquiry, backend)
    found = [
        one
        for passage in passages
        for one in _of_passage(inquiry, passage, stated.get(passage.id, ()), named, order[passage.id])
        if as_of is None or said_by(passage.said, as_of) or any(map(_is_dated, one.facts))
    ]
    return tuple(sorted(found, key=lambda one: (-one.score, one.rank, one.span)))


def leans(sentence: str) -> bool:
    """Whether a sentence begins with a pronoun, so that the one before it tells whom it speaks of."""
    return _PRONOUN.match(sentence) is not None


def _told_of(inquiry: Inquiry, backend: Backend, as_of: date | None) -> list[PassageId]:
    """The passages of the facts of those whom the question names, if they are of a relation that it speaks of."""
    asked = frozenset(at for word in inquiry.words for at in word.concepts)
    ends = [entity.id for name in inquiry.names for entity in name.bearers][:_BEARERS]
    told = [fact for end in ends for fact in backend.graph.facts_of(end, as_of=as_of)]
    facts = [fact for fact in told if asked & meant_by([fact.relation])]
    evidence = backend.graph.evidence_of([fact.id for fact in facts][:_FACTS_OF_NAMES])
    return [one.passage_id for of_fact in evidence.values() for one in of_fact[:1]]


class _Named:
    """Where the names of a question stand."""

    def __init__(self, inquiry: Inquiry, backend: Backend) -> None:
        ids = [entity.id for name in inquiry.names for entity in name.bearers]
        mentions = backend.graph.mentions_of(ids, limit_each=_MENTIONS) if ids else {}
        self._at: list[dict[PassageId, list[Mention]]] = []
        self._keys: list[tuple[str, ...]] = []
        for name in inquiry.names:
            at: dict[PassageId, list[Mention]] = defaultdict(list)
            for entity in name.bearers:
                for mention in mentions.get(entity.id, ()):
                    at[mention.passage_id].append(mention)
            self._at.append(at)
            spelled = [name.words, *(one for entity in name.bearers for one in (entity.name, *entity.aliases))]
            self._keys.append(tuple(dict.fromkeys(map(key, spelled))))

    def share(self, passage: Passage, spans: Sequence[Span], at: int) -> tuple[float, int]:
        """How much of the names the sentence bears that is `spans[at]`, and from which sentence on it does so.

        All where the question has none.
        """
        found = [self._one(number, passage, spans, at) for number in range(len(self._at))]
        goes_back = at > 0 and leans(spans[at].of(passage.text))
        return prod(share for share, _ in found), min((at - goes_back, *(first for _, first in found)))

    def _one(self, number: int, passage: Passage, spans: Sequence[Span], at: int) -> tuple[float, int]:
        keys, mentions = self._keys[number], self._at[number].get(passage.id, [])
        sentence = spans[at].of(passage.text)
        speaks = _FIRST_PERSON.search(sentence) is not None and any(one in key(passage.speaker) for one in keys)
        alone = _ROW.match(sentence) is not None
        for back in range(1 if alone else min(at, _BEFORE) + 1):
            span = spans[at - back]
            words = key(span.of(passage.text))
            if any(span.overlaps(one.span) for one in mentions) or any(one in words for one in keys):
                if back == 0:
                    return 1.0, at
                return (_SPEAKS, at) if speaks else (_NEAR[back - 1], at - back)
        above = key(f"{passage.title} {passage.heading}")
        if _NO_PERSON.search(sentence):
            above += " " + key(passage.speaker)
        return (_SPEAKS if speaks else _ABOVE if any(one in above for one in keys) else 0.0), at


def _of_passage(
    inquiry: Inquiry, passage: Passage, stated: Sequence[tuple[Fact, Span]], named: _Named, rank: int
) -> Iterator[Evidence]:
    spans = sentences(passage.text)
    whole = _Spoken(passage.text, [fact for fact, _ in stated])
    for at, span in enumerate(spans):
        facts = tuple(fact for fact, end in stated if end.overlaps(span))
        if _NO_STATEMENT.search(span.of(passage.text)):
            continue
        names, first = named.share(passage, spans, at)
        told = passage.text[spans[first].start : span.end]
        spoken = _Spoken(told, facts)
        times = _times(told, passage)
        in_time = inquiry.time is None or _belongs(inquiry, told, times, facts, passage)
        yield Evidence(
            passage,
            span,
            Span(spans[first].start, span.end),
            facts,
            names,
            _share(inquiry.words, spoken, whole),
            in_time,
            _wanted(inquiry.wants, told, times),
            rank,
        )


class _Spoken:
    """What a text speaks of: its words, and the concepts of its words and facts."""

    def __init__(self, text: str, facts: Sequence[Fact]) -> None:
        self._text = key(text)
        self._stems = {stem(token) for token in segment(text)}
        self._concepts = meant(text) | meant_by(fact.relation for fact in facts)

    def has(self, word: Word) -> bool:
        """Whether it speaks of what a word of the question means."""
        written = key(word.text) in self._text if is_cjk(word.text[0]) else stem(word.text) in self._stems
        return written or bool(word.concepts & self._concepts)


def _share(words: Sequence[Word], sentence: _Spoken, passage: _Spoken) -> float:
    if not words:
        return 1.0
    return sum(1.0 if sentence.has(one) else _BESIDE if passage.has(one) else 0.0 for one in words) / len(words)


def _stated(
    ids: Sequence[PassageId], backend: Backend, as_of: date | None
) -> Mapping[PassageId, tuple[tuple[Fact, Span], ...]]:
    found = backend.graph.facts_in(ids, _FACTS)
    facts = {fact.id: fact for fact in found if as_of is None or fact.held.holds_on(as_of)}
    stated: dict[PassageId, list[tuple[Fact, Span]]] = defaultdict(list)
    for fact_id, evidence in backend.graph.evidence_of(list(facts)).items():
        for one in evidence:
            stated[one.passage_id].append((facts[fact_id], one.object))
    return {id_: tuple(found) for id_, found in stated.items()}


def _times(sentence: str, passage: Passage) -> tuple[str, ...]:
    reference = passage.said.at.date() if passage.said else None
    return tuple(span.of(sentence) for span in time_words(sentence, reference)) if reference else ()


def _belongs(inquiry: Inquiry, told: str, times: Sequence[str], facts: Sequence[Fact], passage: Passage) -> bool:
    """Whether a sentence may speak of the time asked for: by its facts, else by its words, else by when it was said."""
    assert inquiry.time is not None
    dated = [fact.held for fact in facts if _is_dated(fact)]
    if any(any(map(held.overlaps, inquiry.time.intervals)) for held in dated):
        return True
    reference = passage.said.at.date() if passage.said else None
    read = [found.interval for one in times if reference and (found := resolve(one, reference)) is not None]
    if _GOES_ON.search(told):
        read = [Interval(one.start, None) for one in read]
    if read or dated:
        return any(any(map(interval.overlaps, inquiry.time.intervals)) for interval in read)
    return reference is None or any(
        _around(interval.start, interval.end, reference) for interval in inquiry.time.intervals
    )


def _is_dated(fact: Fact) -> bool:
    """Whether a time is known at which it held: its end alone may only be that of what followed."""
    return fact.held.start is not None or fact.valid.end is not None


def _around(start: date | None, end: date | None, said: date) -> bool:
    """Whether something undated that was said on a day may be meant by a span: it was said in it, or within a year."""
    first = start.toordinal() - 366 if start else 0
    last = end.toordinal() + 366 if end else date.max.toordinal()
    return first <= said.toordinal() < last


def _wanted(wants: Wants, told: str, times: Sequence[str]) -> bool:
    match wants:
        case Wants.TIME:
            return bool(times)
        case Wants.NUMBER:
            for words in times:
                told = told.replace(words, " ")
            return _NUMERAL.search(told) is not None
        case Wants.ANYTHING:
            return True
