"""Questions that a stored fact answers by itself: one relation, one end of it named, at one time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Fact, FactStatus
from tsuzuri.search.answer.concepts import meant_by
from tsuzuri.search.answer.evidence import Evidence
from tsuzuri.search.answer.inquiry import Inquiry, Wants
from tsuzuri.text.normalise import is_cjk, key

_SURE = 0.1
"""Facts below are told by their sentence only: the model was not sure of its own reading."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact in words, and the sentence that states it."""

    text: str
    fact: Fact
    evidence: Evidence


def told_by_fact(inquiry: Inquiry, evidence: Sequence[Evidence]) -> Told | None:
    """The one fact that answers the question, from sentences that bear it; None where there is none, or several.

    Lists, reasons and changes are never answered so: a fact is one thing.
    """
    if inquiry.several or len(inquiry.words) != 1:
        return None
    found = list(_answering(inquiry, evidence))
    ends = {(fact.relation, key(fact.subject_name), key(fact.object_name)) for fact, _ in found}
    if len(ends) != 1:
        return None
    fact, one = found[0]
    held = _held(fact.held)
    stop = "。" if any(map(is_cjk, fact.statement)) else "."
    return Told(f"{fact.statement}{f' ({held})' if held else ''}{stop}", fact, one)


def _answering(inquiry: Inquiry, evidence: Sequence[Evidence]) -> Iterator[tuple[Fact, Evidence]]:
    bearers = {entity.id for name in inquiry.names for entity in name.bearers}
    asked = inquiry.words[0].concepts
    question = key(inquiry.text)
    for one in evidence:
        for fact in one.facts:
            sure = fact.confidence >= _SURE and fact.status is FactStatus.CURRENT and fact.disputed_by is None
            about = fact.subject_id in bearers or fact.object_id in bearers
            in_time = inquiry.time is None or inquiry.time.names(fact)
            other = fact.object_name if fact.subject_id in bearers else fact.subject_name
            answers = key(other) not in question and _is_wanted(inquiry.wants, other)
            if sure and about and in_time and answers and asked & meant_by([fact.relation], first=True):
                yield fact, one


def _is_wanted(wants: Wants, other: str) -> bool:
    """Whether a fact's other end can be what is asked for; a day is better told by its sentence."""
    return wants is Wants.ANYTHING or (wants is Wants.NUMBER and any(map(str.isdigit, other)))


def _held(held: Interval) -> str:
    if held.start is None and held.end is None:
        return ""
    last = (held.end - timedelta(days=1)).isoformat() if held.end else ""
    first = held.start.isoformat() if held.start else ""
    if first == last:
        return first
    return f"{first} to {last}" if first and last else f"since {first}" if first else f"until {last}"
