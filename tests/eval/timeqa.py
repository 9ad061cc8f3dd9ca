"""TimeQA: questions on what held "from X to Y" in articles, and how the words of time in them are read.

Without a chat model: `timeqa_times.json` marks a hundred expressions of time, drawn at random from the sentences of the
set's first twenty articles that speak of time, and tells by hand what each means where it stands. With one: of the
questions "from X to Y" that have an answer, the share of which a stored fact has the answer at one end (`object`), and
began and ended in those years as well (`validity`); of those without an answer, the share for which no fact of the
article's relation is known to have held then (`abstain`). After Chen, Wang and Wang, "A Dataset for Answering
Time-Sensitive Questions", NeurIPS Datasets and Benchmarks 2021.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from tests.eval.extraction import StoredFact
from tests.eval.figures import share
from tests.eval.wikidata import PROPERTIES
from tsuzuri.core.document import Span
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.text.normalise import key
from tsuzuri.text.time_words import resolve_at

_TIMES = Path(__file__).with_name("timeqa_times.json")
_DAY = timedelta(days=1)
_FROM_TO = re.compile(
    r"\b(?:from|in|between|during|year) (?:\w{3,9}\.? )?(\d{4}) (?:to|and) (?:\w{3,9}\.? )?(\d{4})\b", re.I
)


@dataclass(frozen=True, slots=True)
class Question:
    """What was so from a year to another, both with it; no `answers` where the article does not say."""

    words: str
    first: int
    last: int
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """An article; `relation` is the Wikidata property that its questions ask for."""

    id: str
    relation: str
    text: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """An expression of time at its place in an article, and what it means there."""

    article: str
    span: Span
    interval: Interval


@dataclass(frozen=True, slots=True)
class Marks:
    """The marked expressions, and the day on which the articles count as written."""

    reference: date
    times: tuple[Marked, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How many `answerable` questions have an object and a valid fact stored, and how many others are `quiet`."""

    answerable: int = 0
    objects: int = 0
    valid: int = 0
    unanswerable: int = 0
    quiet: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def metrics(self) -> Mapping[str, float]:
        """The names of `eval.md`, and `object`."""
        return {
            "validity": share(self.valid, self.answerable),
            "abstain": share(self.quiet, self.unanswerable),
            "object": share(self.objects, self.answerable),
        }


def parse(row: Mapping[str, Any]) -> Article:
    """A line of the file; questions of another form than "from X to Y" are left out."""
    questions = []
    for each in row["questions"]:
        if (years := _FROM_TO.search(each["q"])) and int(years[1]) <= int(years[2]):
            answers = tuple(answer for _, answer in each["answers"])
            questions.append(Question(each["q"], int(years[1]), int(years[2]), answers))
    return Article(row["id"], row["relation"], "\n\n".join(row["paras"]), tuple(questions))


def marks() -> Marks:
    """The expressions that are marked by hand."""
    raw = json.loads(_TIMES.read_text(encoding="utf-8"))
    times = tuple(
        Marked(article, Span(start, end), Interval(_day(first), _day(after), Precision(precision)))
        for article, start, end, first, after, precision in raw["times"]
    )
    return Marks(date.fromisoformat(raw["reference"]), times)


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def read(marked: Marked, text: str, reference: date) -> Interval | None:
    """What the words at a mark are read as."""
    meant = resolve_at(text, marked.span, reference)
    return None if meant is None else meant.interval


def score(article: Article, facts: Sequence[StoredFact]) -> Score:
    """Look for each question's answer among the facts of its article."""
    return sum((score_question(article, each, facts) for each in article.questions), Score())


def score_question(article: Article, question: Question, facts: Sequence[StoredFact]) -> Score:
    """The same for one question."""
    if not question.answers:
        return Score(unanswerable=1, quiet=not any(_claims(fact, article.relation, question) for fact in facts))
    named = [fact for fact in facts if _names(fact, question.answers)]
    return Score(answerable=1, objects=bool(named), valid=any(_years(fact.held, question) for fact in named))


def _names(fact: StoredFact, answers: Iterable[str]) -> bool:
    """Whether one end of the fact is an answer, or holds it, or is held by it."""
    ends = [end for end in (key(fact.subject.name), key(fact.object.name)) if end]
    return any(end in answer or answer in end for answer in map(key, answers) for end in ends)


def _years(held: Interval, question: Question) -> bool:
    """Whether it began and ended in the years of the question; an end is the last day, or the day after."""
    if held.start is None or held.end is None:
        return False
    return held.start.year == question.first and question.last in ((held.end - _DAY).year, held.end.year)


def _claims(fact: StoredFact, relation: str, question: Question) -> bool:
    """Whether the fact may be of that property, and is known to have held at some time of the question."""
    properties = (name.rstrip("-") for name in PROPERTIES.get(fact.relation, "").split())
    dated = fact.held.start is not None or fact.held.end is not None
    asked = Interval(date(question.first, 1, 1), date(question.last + 1, 1, 1))
    return relation in properties and dated and fact.held.overlaps(asked)
