"""From what the model wrote to sentences that the sources bear out: every other one is cut.

A sentence stands when each of its names, numbers and dates is in the note that it cites, or in two or three together,
most of its other words are there or in the question, and it is about what was asked. One without a citation, or with
one that does not hold, is bound to what bears it out best.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from tsuzuri.search.answer.concepts import meant, meant_by
from tsuzuri.search.answer.context import NOTHING, Note
from tsuzuri.search.answer.evidence import Evidence, leans
from tsuzuri.search.answer.inquiry import Inquiry
from tsuzuri.text.normalise import is_cjk, key
from tsuzuri.text.segment import fold, segment
from tsuzuri.text.sentences import sentences
from tsuzuri.text.stems import STOP_WORDS, stem

_CITED = re.compile(r"\s*((?:\[\d+(?:\s*,\s*\d+)*\]\s*)+)([.。]?)")
_NUMBER = re.compile(r"\d+")
_FIGURE = re.compile(r"\d[\d,.]*\d|\d")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w'’-]*|[ァ-ヶー]{2,}")
_KANJI = re.compile(r"[一-鿿々]{2,}")
_TOGETHER, _COMBINED = 3, 6
_SHORT = 5
_DOUBT = re.compile(
    r"\b(?:plan(?:s|ned)?|would|could|might|not|never|nobody|without|wants?|hopes?)\b|n't\b|予定|計画(?!の)|かもしれ|ない|なかった|ません",
    re.IGNORECASE,
)
_MOST = 0.6
"""So many of a sentence's other words must be in the note or the question."""
_MONTHS = "January February March April May June July August September October November December".split()


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the model's, with the numbers it cites."""

    text: str
    cites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Borne:
    """A sentence that stands, and the sentences of the sources that bear it out."""

    text: str
    by: tuple[Evidence, ...]


class Bearing:
    """What some sentences of the sources can bear out together, with the words of the question."""

    def __init__(self, evidence: Sequence[Evidence], question: str) -> None:
        text = " ".join(map(_all_of, evidence))
        self.evidence = tuple(evidence)
        self._known = key(f"{text} {question}")
        self._figures = _parts(f"{text} {question}")
        self._stems = frozenset(stem(token) for token in segment(f"{text} {question}"))
        self._foreign = not any(map(is_cjk, question))
        self._concepts = meant(" ".join((*(one.text for one in evidence), question)))

    def bears(self, claim: str) -> float:
        """How well it bears a claim out, 0..1; 0 where a name, a number or a date of it is not there."""
        if not set(_figures(claim)) <= self._figures or not all(key(name) in self._known for name in _names(claim)):
            return 0.0
        if self._foreign and not all(key(run) in self._known for run in _KANJI.findall(claim)):
            return 0.0  # two languages mixed into words of neither
        words = list(_words(claim))
        share = sum(map(self._holds, words)) / len(words) if words else 1.0
        return share if share >= _MOST else 0.0

    def _holds(self, word: str) -> bool:
        return stem(word) in self._stems or (not word.isascii() and key(word) in self._known) or self._means(word)

    def _means(self, word: str) -> bool:
        return bool(meant(word) & self._concepts)


def claims(text: str) -> tuple[Claim, ...]:
    """The sentences of an answer with the numbers that stand behind each; none where it says that it does not know."""
    if key(NOTHING) in key(text):
        return ()
    found: list[Claim] = []
    at = 0
    for cited in _CITED.finditer(text):
        numbers = tuple(dict.fromkeys(int(one) for one in _NUMBER.findall(cited[1])))
        found += _told(text[at : cited.start()] + cited[2], numbers)
        at = cited.end()
    return (*found, *_told(text[at:], ()))


def borne_out(
    said: Sequence[Claim], shown: Sequence[Note], inquiry: Inquiry
) -> tuple[tuple[Borne, ...], tuple[str, ...]]:
    """The claims that stand with what bears them out, and the words of those that do not."""
    sentences_of = {note.number: note.sentences for note in shown}
    everything = [one for note in shown for one in note.sentences]
    standing: list[Borne] = []
    cut: list[str] = []
    alone = False
    for claim in said:
        cited = [one for number in claim.cites for one in sentences_of.get(number, ())]
        by = _best(claim.text, cited, inquiry.text) or _best(claim.text, everything, inquiry.text)
        if (
            not by
            or _loses_doubt(claim.text, by)
            or not (_answers(claim.text, inquiry) or _tells_a_fact(claim.text, by, inquiry))
        ):
            cut.append(claim.text)
            alone = True
        elif alone and leans(claim.text):
            cut.append(claim.text)  # whom it speaks of was cut
        elif claim.text not in [one.text for one in standing]:
            standing.append(Borne(claim.text, by))
            alone = False
    return tuple(standing), tuple(dict.fromkeys(cut))


def _best(claim: str, evidence: Sequence[Evidence], question: str) -> tuple[Evidence, ...]:
    """The sentence that bears a claim out best, else the two or three that do so together; none where none do."""
    ordered = sorted(evidence, key=lambda one: -_shared(claim, one.text))
    alone = [(one, Bearing([one], question).bears(claim)) for one in ordered]
    if held := [(one, share) for one, share in alone if share > 0]:
        return (max(held, key=lambda pair: pair[1])[0],)
    for size in range(2, _TOGETHER + 1):
        for some in combinations(ordered[:_COMBINED], size):
            if Bearing(some, question).bears(claim) > 0:
                return some
    return ()


def _shared(claim: str, sentence: str) -> float:
    tokens, there = set(segment(claim)), set(segment(sentence))
    return len(tokens & there) / max(len(tokens), 1)


def _loses_doubt(claim: str, by: Sequence[Evidence]) -> bool:
    """Whether all that bears a claim out only plans, denies or asks for what the claim states."""
    return _DOUBT.search(claim) is None and all(_DOUBT.search(one.span.of(one.passage.text)) for one in by)


def _tells_a_fact(claim: str, by: Sequence[Evidence], inquiry: Inquiry) -> bool:
    """Whether a claim names the object of a fact of a relation that is asked about, which its sentence states."""
    asked = frozenset(at for word in inquiry.words for at in word.concepts)
    told = key(claim)
    facts = [fact for one in by for fact in one.facts]
    return any(key(fact.object_name) in told and asked & meant_by([fact.relation]) for fact in facts)


def _answers(claim: str, inquiry: Inquiry) -> bool:
    """Whether a claim has a word that the question lacks, and is about what is asked, or too short to be about more."""
    asked = {stem(token) for token in segment(inquiry.text)}
    new = [token for token in segment(claim) if token not in STOP_WORDS and stem(token) not in asked]
    if not new:
        return False
    stems, concepts = {stem(token) for token in segment(claim)}, meant(claim)
    about = (
        stem(word.text) in stems or key(word.text) in key(claim) or word.concepts & concepts for word in inquiry.words
    )
    return not inquiry.words or len(new) <= _SHORT or any(about)


def _told(text: str, numbers: tuple[int, ...]) -> Iterator[Claim]:
    for span in sentences(text.strip()):
        told = span.of(text.strip()).strip()
        if any(char.isalnum() for char in told):
            yield Claim(told, numbers)


def _all_of(one: Evidence) -> str:
    """All that a sentence may be read with: its passage, title and speaker, and the days that are meant by it."""
    passage = one.passage
    days = [day for fact in one.facts for day in (fact.valid.start, fact.valid.end) if day is not None]
    said = [passage.said.at.date()] if passage.said else []
    names = [name for fact in one.facts for name in (fact.subject_name, fact.object_name)]
    written = map(_written, (*said, *days))
    return " ".join((passage.text, passage.title, passage.heading, passage.speaker, *written, *names))


def _parts(text: str) -> frozenset[str]:
    """The figures of a text, and what stands between their points: 5.3.2024 has a 2024."""
    return frozenset(part for figure in _figures(text) for part in (figure, *figure.split(".")))


def _figures(text: str) -> Iterator[str]:
    for found in _FIGURE.findall(fold(text)):
        yield found.replace(",", "").lstrip("0") or "0"


def _names(claim: str) -> Iterator[str]:
    for name in _NAME.findall(claim):
        if name.casefold() not in STOP_WORDS:
            yield name.removesuffix("'s").removesuffix("’s")


def _words(claim: str) -> Iterator[str]:
    yield from (one for one in segment(claim) if one.isascii() and one.isalpha() and one not in STOP_WORDS)
    yield from _KANJI.findall(claim)


def _written(day: date) -> str:
    """A day in the ways in which a sentence may name it."""
    return f"{day.isoformat()} {day.day} {_MONTHS[day.month - 1]} {day.year}年{day.month}月{day.day}日"
