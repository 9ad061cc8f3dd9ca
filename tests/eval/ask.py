"""The questions about the sample: how many are answered right, cite what says so, and are declined where none can be.

An answer is *right* when it holds one of the words of each list (`tests/fixtures/questions.toml`). A citation is
counted as borne out when its source is one that holds the evidence; whether it supports its sentence is judged by a
person, for which the report prints both.
"""

import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.eval.figures import Report, share
from tsuzuri.core.answers import Answer, Verdict
from tsuzuri.core.results import Outcome, SearchResult, Strategy
from tsuzuri.library.demo import open_demo
from tsuzuri.library.facade import Library
from tsuzuri.library.opening import Installation
from tsuzuri.text.normalise import display, key

QUESTIONS = Path(__file__).parents[1] / "fixtures" / "questions.toml"
RECALLED = (Strategy.SYSTEM1, Strategy.GRAPH, Strategy.DUAL)
_DEEP = 10
_SAMPLE = "sample/"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its gold: what an answer must hold, and the files with the evidence, alternatives together."""

    group: str
    question: str
    holds: tuple[tuple[str, ...], ...]
    files: tuple[tuple[str, ...], ...]

    @property
    def answerable(self) -> bool:
        """Whether the documents tell it."""
        return bool(self.holds)


@dataclass(frozen=True, slots=True)
class Scored:
    """What became of a question."""

    asked: Asked
    answer: Answer
    seconds: float

    @property
    def answered(self) -> bool:
        """Whether there was an answer."""
        return self.answer.verdict is Verdict.ANSWERED

    @property
    def right(self) -> bool:
        """Whether the answer holds what it must; one that cannot be answered is right when it is declined."""
        if not self.asked.answerable:
            return not self.answered
        told = key(" ".join(one.text for one in self.answer.statements))
        return self.answered and all(any(key(word) in told for word in words) for words in self.asked.holds)

    @property
    def cited(self) -> tuple[bool, ...]:
        """Of each citation, whether its source holds evidence."""
        gold = [file for files in self.asked.files for file in files]
        return tuple(place(one.source_uri) in gold for one in self.answer.citations)


def parse(text: str) -> tuple[Asked, ...]:
    """Read the questions."""
    return tuple(_asked(row) for row in tomllib.loads(text)["questions"])


def _asked(row: Mapping[str, Any]) -> Asked:
    holds = tuple(tuple(words) for words in row.get("holds", ()))
    files = tuple(tuple(map(display, files.split("|"))) for files in row.get("files", ()))
    return Asked(row["group"], row["question"], holds, files)


def place(uri: str) -> str:
    """Where a source lies below the sample's folder."""
    return display(uri).rpartition(_SAMPLE)[2]


def score(questions: Sequence[Asked], ask: Callable[[str], Answer]) -> Iterator[Scored]:
    """Ask each question once, by itself."""
    for one in questions:
        began = time.monotonic()
        yield Scored(one, ask(one.question), time.monotonic() - began)


def metrics(scored: Sequence[Scored]) -> dict[str, float]:
    """Shares of 1: right, declined wrongly and rightly, and citations from a source that holds evidence."""
    answerable = [one for one in scored if one.asked.answerable]
    none = [one for one in scored if not one.asked.answerable]
    cited = [good for one in answerable if one.answered for good in one.cited]
    groups: dict[str, list[bool]] = defaultdict(list)
    for one in answerable:
        groups[f"{one.asked.group}.right"].append(one.right)
    return {
        "right": share(sum(one.right for one in answerable), len(answerable)),
        "declined": share(sum(one.right for one in none), len(none)),
        "declined_wrongly": share(sum(not one.answered for one in answerable), len(answerable)),
        "cited_gold": share(sum(cited), len(cited)),
        **{name: share(sum(found), len(found)) for name, found in groups.items()},
        "seconds": sum(one.seconds for one in scored) / max(len(scored), 1),
    }


def recall(question: Asked, result: SearchResult) -> float:
    """Which share of the evidence lies in the files of the first ten hits."""
    found = {place(hit.source_uri) for hit in result.hits[:_DEEP]}
    return share(sum(bool(found & set(files)) for files in question.files), len(question.files))


def recalls(questions: Sequence[Asked], search: Callable[[str, Strategy], SearchResult]) -> dict[str, float]:
    """The recall of each strategy on the questions for lists, reasons and changes; one that cannot answer is absent."""
    values: dict[str, list[float]] = defaultdict(list)
    for one in questions:
        if one.group == "list":
            for strategy in RECALLED:
                result = search(one.question, strategy)
                if result.outcome in (Outcome.FOUND, Outcome.EMPTY):
                    values[f"{strategy}.recall@{_DEEP}"].append(recall(one, result))
    return {name: sum(found) / len(found) for name, found in values.items()}


def account(one: Scored) -> str:
    """A question with what became of it, for a person."""
    mark = "right" if one.right else "WRONG"
    lines = [f"{mark:5} {one.seconds:5.1f} s  {one.asked.question}"]
    lines += [f"        {statement.cited}" for statement in one.answer.statements]
    lines += [f"        [{cited.number}] {' '.join(cited.text.split())}" for cited in one.answer.citations]
    if one.answer.message:
        lines.append(f"        {one.answer.message}")
    lines += [f"        cut: {cut}" for cut in one.answer.cut]
    return "\n".join(lines)


def run_ask(*, model: bool, misses: bool, limit: int | None) -> Report:
    """Ask the demo library, which must have been made (`make demo`); without `model` none is called by any search."""
    began = time.monotonic()
    questions = parse(QUESTIONS.read_text(encoding="utf-8"))[:limit]
    here = Installation.here()
    if not model:
        here = replace(here, environ={**here.environ, "TSUZURI_CHAT__ENABLED": "false"})
    with open_demo(here) as library:
        found: list[Scored] = []
        for one in score(questions, lambda question: library.ask(question, model=model)):
            found.append(one)
            if misses:
                print(account(one), flush=True)
        name = library.status().chat if model else None
        figures = metrics(found) | recalls(questions, lambda text, strategy: _searched(library, text, strategy))
    return Report("ask", len(found), figures, time.monotonic() - began, name)


def _searched(library: Library, text: str, strategy: Strategy) -> SearchResult:
    return library.search(text, strategy=strategy, limit=_DEEP)
