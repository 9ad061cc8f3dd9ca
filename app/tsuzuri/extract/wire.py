"""The lines a model writes, read back: `number | subject | type | relation | object | type | time words or -`."""

from dataclasses import dataclass

from tsuzuri.core.ontology import VALUE
from tsuzuri.core.values import EntityType

TYPES: tuple[str, ...] = tuple(EntityType)
"""The types of a subject; an object may be a `VALUE` besides."""

_NO_TIME = "-"
_FIELDS = 7


@dataclass(frozen=True, slots=True)
class WireFact:
    """One line, field by field, nothing resolved. `sentence` counts from 0; `time` is empty when none was given."""

    sentence: int
    subject: str
    subject_type: str
    relation: str
    object: str
    object_type: str
    time: str
    confidence: float
    line: str


def parse(text: str, confidence: tuple[float, ...]) -> tuple[WireFact, ...]:
    """The complete lines of an answer, each with its confidence.

    Raises:
        ValueError: a line is not of the form, which the automaton rules out.
    """
    lines = [line for line in text.split("\n") if line and line != "END"]
    return tuple(_parse_line(line, sure) for line, sure in zip(lines, confidence, strict=False))


def _parse_line(line: str, confidence: float) -> WireFact:
    fields = line.split(" | ")
    if len(fields) != _FIELDS or not fields[0].isdecimal():
        raise ValueError(f"not a fact line: {len(fields)} fields")
    number, subject, subject_type, relation, object_, object_type, time = fields
    if subject_type not in TYPES or object_type not in (*TYPES, VALUE):
        raise ValueError("not a fact line: unknown type")
    return WireFact(
        sentence=int(number) - 1,
        subject=subject,
        subject_type=subject_type,
        relation=relation,
        object=object_,
        object_type=object_type,
        time="" if time == _NO_TIME else time,
        confidence=confidence,
        line=line,
    )
