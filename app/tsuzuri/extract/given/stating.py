"""Facts made of the fields of a record, as the ontology has them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tsuzuri.core.document import Property, Span
from tsuzuri.core.ontology import VALUE, Ontology, Verdict
from tsuzuri.core.temporal import UNDATED, Interval
from tsuzuri.extract.given.naming import absolute_date
from tsuzuri.extract.given.stated import GivenFact
from tsuzuri.extract.ground import GroundedFact, Name
from tsuzuri.extract.mend import fits_a_date
from tsuzuri.text.dates import validity
from tsuzuri.text.normalise import key

_MOST_CHARACTERS = 60
_MOST_WORDS = 10
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_FIGURES = frozenset({"price", "amount"})
_CERTAIN = 1.0


@dataclass(frozen=True, slots=True)
class Stating:
    """Makes facts of one kind of record; `by` names the rule and its version."""

    text: str
    ontology: Ontology
    by: str

    def fact(self, subject: Name, relation: str, target: Name, *, time: Property | None = None) -> GivenFact | None:
        """The fact, if the ontology takes it as it is; None else. `time` is when it happened or began.

        A relation that takes a date is dated by it, and holds only with one that is a date on any day. A relation
        that the ontology lacks is kept as it is called.
        """
        typed = self.ontology.validate(relation, subject.type, target.type)
        first, second = (target, subject) if typed.swap else (subject, target)
        if typed.verdict is Verdict.QUARANTINED or (first.type, second.type) != (typed.subject_type, typed.object_type):
            return None
        if key(first.text) == key(second.text) or (second.type == VALUE and not _is_value(second.text, typed.relation)):
            return None
        at, valid = self._time(second.span, lasting=typed.lasting) if fits_a_date(typed.relation) else (None, UNDATED)
        if fits_a_date(typed.relation) and at is None:
            return None
        if time is not None:
            at, valid = self._time(time.span, lasting=typed.lasting)
        spans = [first.span, second.span, *([at] if at else [])]
        fact = GroundedFact(first, typed.relation, second, valid, self._lines(spans), at, _CERTAIN)
        return GivenFact(fact, self.by)

    def _time(self, place: Span, *, lasting: bool) -> tuple[Span | None, Interval]:
        """The words of a date in a field, and the interval they mean; none where there is no date."""
        found = _DATE.search(self.text, place.start, place.end)
        span = Span(*found.span()) if found else place
        meant = absolute_date(span.of(self.text))
        return (None, UNDATED) if meant is None else (span, validity(meant, lasting=lasting))

    def _lines(self, spans: list[Span]) -> Span:
        """The whole lines that the spans stand in."""
        start, end = min(span.start for span in spans), max(span.end for span in spans)
        line_end = self.text.find("\n", end)
        return Span(self.text.rfind("\n", 0, start) + 1, len(self.text) if line_end < 0 else line_end)


def first(record: tuple[Property, ...], *names: str) -> Property | None:
    """The first property with the first of the names that any property has."""
    found: Mapping[str, Property] = {each.name: each for each in reversed(record)}
    return next((found[name] for name in names if name in found), None)


def value(property: Property) -> Name:
    """A property's value as a literal."""
    return Name(property.value, VALUE, property.span)


def _is_value(words: str, relation: str) -> bool:
    if len(words) > _MOST_CHARACTERS or len(words.split()) > _MOST_WORDS:
        return False
    return any(char.isdecimal() if relation in _FIGURES else char.isalnum() for char in words)
