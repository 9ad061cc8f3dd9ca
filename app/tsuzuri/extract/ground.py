"""From lines to facts that stand in their source: ends at spans, pronouns bound, or refused with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.document import Span
from tsuzuri.core.ontology import VALUE, Ontology, Verdict
from tsuzuri.core.temporal import UNDATED, Interval
from tsuzuri.extract.names import StandsFor, flaw, occurrences, stands_for
from tsuzuri.extract.wire import WireFact
from tsuzuri.text.dates import resolve, validity
from tsuzuri.text.normalise import key

_MAX_VALUE_WORDS = 10
_MAX_VALUE_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Name:
    """A name at its place in the passage's text. `type` is an entity type or `VALUE`."""

    text: str
    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class GroundedFact:
    """A fact whose ends and time words stand in the passage. `statement` covers all of them in whole sentences."""

    subject: Name
    relation: str
    object: Name
    valid: Interval
    statement: Span
    time: Span | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not let in."""

    line: str
    reason: str


class _Unfounded(Exception):
    """The line falls; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """Grounds the lines written for one passage.

    `sentences` are the spans that were numbered for the model; `reference` is the day the passage was said.
    """

    text: str
    sentences: Sequence[Span]
    ontology: Ontology
    reference: date | None

    def ground(self, lines: Sequence[WireFact]) -> tuple[tuple[GroundedFact, ...], tuple[Refused, ...]]:
        """The facts that hold and the lines that fall. The same fact twice counts once."""
        facts: dict[tuple[str, str, str, Interval], GroundedFact] = {}
        refused: list[Refused] = []
        people = self._spans_of_type(lines, "person")
        organizations = self._spans_of_type(lines, "organization")
        antecedents = {StandsFor.PERSON: people, StandsFor.ORGANIZATION: organizations}
        for line in lines:
            try:
                fact = self._ground_line(line, antecedents)
            except _Unfounded as reason:
                refused.append(Refused(line.line, str(reason)))
                continue
            identity = (key(fact.subject.text), fact.relation, key(fact.object.text), fact.valid)
            known = facts.get(identity)
            if known is None or known.confidence < fact.confidence:
                facts[identity] = fact
        return tuple(facts.values()), tuple(refused)

    def _ground_line(self, line: WireFact, antecedents: dict[StandsFor, list[Name]]) -> GroundedFact:
        if not 0 <= line.sentence < len(self.sentences):
            raise _Unfounded("there is no such sentence")
        home = self.sentences[line.sentence]
        typed = self.ontology.validate(line.relation, line.subject_type, line.object_type)
        if typed.verdict is Verdict.QUARANTINED:
            raise _Unfounded(typed.reason)
        ends = (line.subject, line.object)
        first, second = reversed(ends) if typed.swap else ends
        subject = self._end(first, typed.subject_type, home, antecedents)
        object_ = self._end(second, typed.object_type, home, antecedents)
        if subject.span.overlaps(object_.span) or key(subject.text) == key(object_.text):
            raise _Unfounded("subject and object are the same words")
        time, valid = self._time(line.time, home, typed.lasting)
        spans = [subject.span, object_.span, home] + ([time] if time else [])
        return GroundedFact(subject, typed.relation, object_, valid, self._statement(spans), time, line.confidence)

    def _end(self, words: str, type: str, home: Span, antecedents: dict[StandsFor, list[Name]]) -> Name:
        """Where the words stand: in their own sentence if they can, else in the nearest one before, else after."""
        places = occurrences(words, self.text)
        if not places:
            raise _Unfounded("not in the passage")
        span = min(places, key=lambda s: (not home.contains(s), s.start > home.start, abs(s.start - home.start)))
        meaning = stands_for(words)
        if meaning is None:
            if type == VALUE:
                return self._value(words, span)
            if reason := flaw(words, type):
                raise _Unfounded(reason)
            return Name(words, type, span)
        candidates = [name for name in antecedents.get(meaning, []) if name.span.start < span.start]
        if not candidates:
            raise _Unfounded("nothing before it that the pronoun could stand for")
        return max(candidates, key=lambda name: name.span.start)

    def _value(self, words: str, span: Span) -> Name:
        if len(words) > _MAX_VALUE_CHARACTERS or len(words.split()) > _MAX_VALUE_WORDS:
            raise _Unfounded("a clause is no value")
        return Name(words, VALUE, span)

    def _time(self, words: str, home: Span, lasting: bool) -> tuple[Span | None, Interval]:
        """The span of the time words and the interval they mean; none when they tell no time."""
        if not words or self.reference is None:
            return None, UNDATED
        meant = resolve(words, self.reference)
        at = home.of(self.text).replace("\n", " ").find(words)
        if meant is None or at < 0:
            return None, UNDATED
        start = home.start + at
        return Span(start, start + len(words)), validity(meant, lasting=lasting)

    def _statement(self, spans: Sequence[Span]) -> Span:
        start, end = min(span.start for span in spans), max(span.end for span in spans)
        touched = [s for s in self.sentences if s.start < end and start < s.end]
        return Span(min(s.start for s in touched), max(s.end for s in touched))

    def _spans_of_type(self, lines: Sequence[WireFact], type: str) -> list[Name]:
        """Every place where a name that some line gives this type stands in the passage."""
        ends = {line.subject for line in lines if line.subject_type == type}
        ends |= {line.object for line in lines if line.object_type == type}
        names = sorted(words for words in ends if stands_for(words) is None and not flaw(words, type))
        return [Name(words, type, span) for words in names for span in occurrences(words, self.text)]
