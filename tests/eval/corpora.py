"""The sets that measure retrieval, as documents of passages and questions with what answers them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tsuzuri.core.document import Said, SaidKind

Row = Mapping[str, Any]

_MESSAGE = SaidKind.MESSAGE
UNDATED = Said(datetime(2020, 1, 1, tzinfo=UTC), SaidKind.FILE_TIME)
"""When a text counts as written whose set does not tell: a file always has a time."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What a question's gold names: one passage of a document. Several may share an id."""

    id: str
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A document, its passages in order."""

    title: str
    units: tuple[Unit, ...]
    language: str
    said: Said = UNDATED


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, which units answer it, and which figures of the set it counts for besides the whole."""

    text: str
    gold: frozenset[str]
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """A fact that a unit states; `object` is a value where nothing else is said of it."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """One dataset with its questions. Where a unit states facts, the questions are for facts."""

    papers: tuple[Paper, ...]
    questions: tuple[Question, ...]
    facts: Mapping[str, Triple] = field(default_factory=dict)


def locomo(conversations: Sequence[Row], questions: Sequence[Row]) -> list[Corpus]:
    """One dataset a conversation, a document a session, a passage a turn; questions without evidence are left out."""
    return [
        Corpus(
            tuple(_session(session) for session in one["sessions"]),
            tuple(
                Question(row["question"], frozenset(row["evidence"]), (f"c{row['category']}",))
                for row in questions
                if row["conv"] == one["id"] and row["evidence"]
            ),
        )
        for one in conversations
    ]


def longmemeval(rows: Sequence[Row], questions: Sequence[Row]) -> list[Corpus]:
    """One dataset a question, its chat by day; gold are the turns with the answer's words; without one it falls.

    The sample does not mark its evidence: this only shows that what was said outright is found.
    """
    return [corpus for row in questions for corpus in _told(row)]


def _told(row: Row) -> list[Corpus]:
    days: dict[str, list[Unit]] = defaultdict(list)
    for i, turn in enumerate(row["turns"]):
        days[turn["date"]].append(Unit(str(i), turn["content"], turn["role"]))
    answer = str(row["answer"]).casefold()
    gold = frozenset(unit.id for units in days.values() for unit in units if answer in unit.text.casefold())
    papers = tuple(
        Paper("", tuple(units), "en", Said(datetime.strptime(day, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC), _MESSAGE))
        for day, units in days.items()
    )
    return [Corpus(papers, (Question(row["question"], gold, (row["type"],)),))] if gold else []


def twowiki(passages: Sequence[Row], questions: Sequence[Row]) -> list[Corpus]:
    """A document a passage; gold is given by title."""
    return [
        Corpus(
            tuple(Paper(row["title"], (Unit(row["title"], row["text"]),), "en") for row in passages),
            tuple(
                Question(row["question"], frozenset(row["gold_titles"]), ("multihop",) if row["multihop"] else ())
                for row in questions
            ),
        )
    ]


def hotpot(passages: Sequence[Row], questions: Sequence[Row]) -> list[Corpus]:
    """A document a passage; gold is given by number."""
    return [
        Corpus(
            tuple(Paper(row["title"], (Unit(str(row["i"]), row["text"]),), "en") for row in passages),
            tuple(Question(row["question"], frozenset(map(str, row["gold"]))) for row in questions),
        )
    ]


def jsquad(paragraphs: Sequence[Row], questions: Sequence[Row]) -> list[Corpus]:
    """A document an article, its paragraphs in order."""
    articles: dict[str, list[Unit]] = defaultdict(list)
    for row in paragraphs:
        articles[row["title"]].append(Unit(str(row["i"]), row["text"]))
    papers = tuple(Paper(title, tuple(units), "ja") for title, units in articles.items())
    return [Corpus(papers, tuple(Question(row["question"], frozenset({str(row["ctx"])})) for row in questions))]


def niilc(rows: Sequence[Row], questions: Sequence[Row]) -> list[Corpus]:
    """A document an evidence text, without a title; questions without one are left out."""
    texts = sorted({row["evidence"] for row in rows if row["evidence"]})
    numbers = {text: str(i) for i, text in enumerate(texts)}
    papers = tuple(Paper("", (Unit(number, text),), "ja") for text, number in numbers.items())
    asked = (row for row in questions if row["evidence"])
    return [
        Corpus(papers, tuple(Question(row["question"], frozenset({numbers[row["evidence"]]})) for row in asked)),
    ]


def jemhopqa(rows: Sequence[Row], questions: Sequence[Row]) -> list[Corpus]:
    """A document a distinct triple, written out as a sentence that states it."""
    triples = {sentence(triple): triple for row in rows for triple in (_triple(given) for given in row["derivations"])}
    papers = tuple(Paper("", (Unit(text, text),), "ja") for text in triples)
    asked = tuple(
        Question(row["question"], frozenset(sentence(_triple(one)) for one in row["derivations"]), (row["type"],))
        for row in questions
    )
    return [Corpus(papers, asked, triples)]


def sentence(triple: Triple) -> str:
    """A triple in words."""
    return f"{triple.subject}の{triple.relation}は{triple.object}。"


def _triple(given: Sequence[Any]) -> Triple:
    subject, relation, objects = given
    return Triple(subject, relation, "、".join(objects))


def _session(session: Row) -> Paper:
    at = datetime.strptime(session["date"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    units = (
        Unit(turn["id"], f"{turn['text']} {turn.get('caption', '')}".strip(), turn["speaker"])
        for turn in session["turns"]
    )
    return Paper("", tuple(units), "en", Said(at, SaidKind.MESSAGE))
