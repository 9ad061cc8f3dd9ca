"""An answer as it is remembered: the sentences, the places they cite, and not one word of those places."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.answers import Answer, Citation, Composer, Statement, Verdict
from tsuzuri.core.document import Span
from tsuzuri.core.ids import FactId, PassageId
from tsuzuri.core.results import Strategy
from tsuzuri.core.values import Passage


@dataclass(frozen=True, slots=True)
class AskedRecord:
    """What is stored of an answer, as JSON, and the passages that it cites."""

    told: str
    cites: tuple[PassageId, ...]


def record_of(answer: Answer) -> AskedRecord:
    """An answer to be stored."""
    told = {
        "question": answer.question,
        "asked": answer.asked,
        "verdict": answer.verdict.value,
        "statements": [[one.text, *one.cites] for one in answer.statements],
        "citations": [
            [one.number, one.passage_id, one.span.start, one.span.end, one.fact_id] for one in answer.citations
        ],
        "composer": answer.composer.value if answer.composer else None,
        "strategy": answer.strategy_used.value,
        "as_of": answer.as_of.isoformat() if answer.as_of else None,
        "diagnostic_id": answer.diagnostic_id,
        "message": answer.message,
        "model": answer.model,
    }
    cites = tuple(dict.fromkeys(one.passage_id for one in answer.citations))
    return AskedRecord(json.dumps(told, ensure_ascii=False, separators=(",", ":")), cites)


def answer_of(told: str, passages: Mapping[PassageId, Passage]) -> Answer:
    """An answer as it was stored; what it cites is read from `passages`, which has all of them.

    Raises:
        KeyError: one of them is not there.
        ValueError: the text is not what `record_of` wrote.
    """
    one = json.loads(told)
    return Answer(
        question=one["question"],
        asked=one["asked"],
        verdict=Verdict(one["verdict"]),
        statements=tuple(Statement(text, tuple(cites)) for text, *cites in one["statements"]),
        citations=tuple(_citation(passages, *place) for place in one["citations"]),
        composer=Composer(one["composer"]) if one["composer"] else None,
        hits=(),
        strategy_used=Strategy(one["strategy"]),
        as_of=date.fromisoformat(one["as_of"]) if one["as_of"] else None,
        timings=(),
        trace=(),
        diagnostic_id=one["diagnostic_id"],
        message=one["message"],
        model=one["model"],
    )


def _citation(
    passages: Mapping[PassageId, Passage], number: int, passage_id: int, start: int, end: int, fact_id: int | None
) -> Citation:
    passage, span = passages[PassageId(passage_id)], Span(start, end)
    return Citation(
        number,
        passage.id,
        span,
        span.of(passage.text),
        passage.title,
        passage.source_uri,
        passage.locator,
        passage.said,
        None if fact_id is None else FactId(fact_id),
    )
