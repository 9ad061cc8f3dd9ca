"""The lines a model writes, read back: `subject | type | relation | object | type`, then time words if any."""

from collections.abc import Sequence
from dataclasses import dataclass

from tsuzuri.core.decoding import Answer
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.values import EntityType

TYPES: tuple[str, ...] = tuple(EntityType)
"""The types of a subject; an object may be a `VALUE` besides."""

_NO_TIME = "-"
_FIELDS = (5, 6)


@dataclass(frozen=True, slots=True)
class WireFact:
    """One line, field by field, nothing resolved.

    `sentence` counts from 0; `time` is empty when none was given. `by` names the rule that stated it; empty: the model.
    """

    sentence: int
    subject: str
    subject_type: str
    relation: str
    object: str
    object_type: str
    time: str
    confidence: float
    line: str
    by: str = ""


def parse(answers: Sequence[Answer]) -> tuple[WireFact, ...]:
    """The lines of a passage's answers, each with its sentence and confidence.

    Raises:
        ValueError: a line is not of the form, which the automaton rules out.
    """
    return tuple(
        _parse_line(sentence, line, sure)
        for sentence, answer in enumerate(answers)
        for line, sure in zip(answer.lines, answer.line_confidence, strict=True)
    )


def _parse_line(sentence: int, line: str, confidence: float) -> WireFact:
    fields = line.split(" | ")
    if len(fields) not in _FIELDS:
        raise ValueError(f"not a fact line: {len(fields)} fields")
    subject, subject_type, relation, object_, object_type, *time = fields
    if subject_type not in TYPES or object_type not in (*TYPES, VALUE):
        raise ValueError("not a fact line: unknown type")
    return WireFact(
        sentence=sentence,
        subject=subject,
        subject_type=subject_type,
        relation=relation,
        object=object_,
        object_type=object_type,
        time="" if time in ([], [_NO_TIME]) else time[0],
        confidence=confidence,
        line=line,
    )
