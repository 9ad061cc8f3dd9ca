"""From lines to facts that stand in their source: ends at spans, pronouns bound, or refused with a reason."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import product

from tsuzuri.core.document import Span
from tsuzuri.core.ontology import VALUE, Ontology, Typed, Verdict
from tsuzuri.core.temporal import UNDATED, Interval
from tsuzuri.core.values import EntityType
from tsuzuri.extract.literals import typed_value
from tsuzuri.extract.mend import HAPPENED, SCHEDULED, fits_a_date
from tsuzuri.extract.names import FIRM, StandsFor, flaw, is_clause, is_speaker, occurrences, stands_for
from tsuzuri.extract.roles import is_role
from tsuzuri.extract.wire import WireFact
from tsuzuri.text.amounts import amount
from tsuzuri.text.dates import resolve, validity
from tsuzuri.text.normalise import is_cjk, key
from tsuzuri.text.time_words import resolve_at

_MAX_VALUE_WORDS = 10
_MAX_VALUE_CHARACTERS = 60
MEANT = {StandsFor.PERSON: EntityType.PERSON, StandsFor.ORGANIZATION: EntityType.ORGANIZATION}
"""The type of what a pronoun stands for."""

_BY = re.compile(
    r"\w(?:ed|[^ae]en|un|ld|ght|wn|de|ne|ut|od|id|pt|nt)\s+(?:\w+\s+)?by\s+(?:the\s+|an?\s+)?$", re.IGNORECASE
)
_NOT = re.compile(
    r"\b(?:not|never|no longer|neither|hardly|\w+n['’]t)\b(?!\s+(?:only|just|merely|simply|yet)\b)(?!.*[,;:]\s)",
    re.IGNORECASE,
)
_I = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_NOT_JA = re.compile(
    r"(?!.*(?:だけで(?:は)?なく|のみならず|しか))[^、。]*?(?:[てで]い?な(?:い|かった)|しな(?:い|かった)|では?な(?:い|かった)|じゃな(?:い|かった)"
    r"|ません(?:でした)?|なくなった|ずに)[^、。]{0,4}(?:[。！]|$)"
)
_ROLES = frozenset({"works_as"})
_FIGURES = frozenset({"price", "amount"})

_Antecedents = dict[StandsFor, list["Name"]]


@dataclass(frozen=True, slots=True)
class Name:
    """A name at its place in the passage's text. `type` is an entity type or `VALUE`."""

    text: str
    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class GroundedFact:
    """A fact whose ends and time words stand in the passage. `statement` covers all of them in whole sentences.

    `verdict` is the ontology's; `by` names the rule that stated the fact, and is empty where the model did.
    """

    subject: Name
    relation: str
    object: Name
    valid: Interval
    statement: Span
    time: Span | None
    confidence: float
    verdict: Verdict = Verdict.ACCEPTED
    by: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not let in; `verdict` is the ontology's where it was the ontology that refused it."""

    line: str
    reason: str
    verdict: Verdict | None = None


class _Unfounded(Exception):
    """The line falls; the message is the reason."""

    def __init__(self, reason: str, verdict: Verdict | None = None) -> None:
        super().__init__(reason)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Grounding:
    """Grounds the lines written for one passage.

    `sentences` are the spans that the model was shown one after the other; nothing outside of them was.
    `reference` is the day the passage was said; `times[i]` are the time words of the i-th sentence. `speaker` is who
    says it, empty if unknown; `before` are the names that a pronoun may stand for where the passage gives none. A
    passage that `explains` something says it in its own relations, and of a subject whatever words follow.
    """

    text: str
    sentences: Sequence[Span]
    ontology: Ontology
    reference: date | None
    times: Sequence[Sequence[str]] = ()
    speaker: str = ""
    before: Mapping[StandsFor, str] = field(default_factory=dict)
    explains: bool = False

    def ground(self, lines: Sequence[WireFact]) -> tuple[tuple[GroundedFact, ...], tuple[Refused, ...]]:
        """The facts that hold and the lines that fall. The same fact twice counts once."""
        facts: dict[tuple[str, str, str, Interval], GroundedFact] = {}
        refused: list[Refused] = []
        antecedents = {meaning: self._names_of_type(lines, kind) for meaning, kind in MEANT.items()}
        for line in lines:
            try:
                fact = self._ground_line(line, antecedents)
            except _Unfounded as reason:
                refused.append(Refused(line.line, str(reason), reason.verdict))
                continue
            identity = (key(fact.subject.text), fact.relation, self._folded(fact), fact.valid)
            known = facts.get(identity)
            if known is None or known.confidence < fact.confidence:
                facts[identity] = fact
        return tuple(facts.values()), tuple(refused)

    def _ground_line(self, line: WireFact, antecedents: _Antecedents) -> GroundedFact:
        if not 0 <= line.sentence < len(self.sentences):
            raise _Unfounded("there is no such sentence")
        home = self.sentences[line.sentence]
        if self._is_denied(line):
            raise _Unfounded("the sentence denies it")
        if self._only_speaks(line):
            raise _Unfounded("the speaker does not speak of himself")
        types = _type(line.subject, line.subject_type), _type(line.object, line.object_type)
        typed = self._validated(line, *types)
        ends = (line.subject, line.object)
        first, second = reversed(ends) if typed.swap else ends
        subjects = self._ends(first, typed.subject_type, home, antecedents)
        objects = self._ends(second, typed.object_type, home, antecedents)
        apart = (pair for pair in product(subjects, objects) if _apart(*pair))
        if (pair := next(apart, None)) is None:
            raise _Unfounded("subject and object are the same words")
        subject, object_ = pair
        relation, lasting = typed.relation, typed.lasting
        if relation == SCHEDULED and self._is_past(object_.text):
            relation, lasting = HAPPENED, False  # what was planned for a day that is past took place
        planned = relation == SCHEDULED and line.time  # a plan may hold from one day and be for another
        own = self._is_date(relation, object_) and not planned
        time, valid = self._time(object_.text if own else line.time, home, lasting)
        spans = [subject.span, object_.span, home] + ([time] if time else [])
        statement = self._statement(spans)
        return GroundedFact(subject, relation, object_, valid, statement, time, line.confidence, typed.verdict, line.by)

    def _voice(self, line: WireFact) -> str:
        """The relation as it is said: "Lumen AG is owned by Eva" does not say that Lumen AG owns her."""
        passive = self.ontology.passive(line.relation)
        if not passive:
            return line.relation
        return passive if _BY.search(self._around_object(line)[0]) else line.relation

    def _around_object(self, line: WireFact) -> tuple[str, str]:
        """The words before and after the object, from the subject on; empty where the object does not stand there."""
        text = self.sentences[line.sentence].of(self.text).replace("\n", " ")
        parts = text.split(line.subject, 1)[-1].split(line.object, 1) if line.subject and line.object else [text]
        return (parts[0], parts[1]) if len(parts) == 2 else ("", "")

    def _only_speaks(self, line: WireFact) -> bool:
        """Whether the subject is who says the sentence, and says it of others: in English he would say "I"."""
        if not self.speaker or line.subject not in (self.speaker, *self.speaker.split()):
            return False
        said = self.sentences[line.sentence].of(self.text).removeprefix(self.speaker)
        return not (_I.search(said) or any(map(is_cjk, said)) or line.subject in said)

    def _is_denied(self, line: WireFact) -> bool:
        """Whether the sentence says that it is not so: "does not live in", 住んでいない."""
        before, after = self._around_object(line)
        return bool(_NOT.search(before) or _NOT_JA.match(after))

    def _folded(self, fact: GroundedFact) -> str:
        """What makes two objects the same: a value's normal form, a name's key."""
        if fact.object.type != VALUE:
            return key(fact.object.text)
        return typed_value(fact.object.text, fact.relation, self.reference).norm

    def _validated(self, line: WireFact, subject_type: str, object_type: str) -> Typed:
        """The line as the ontology takes it."""
        if self.explains:
            return Typed(Verdict.OPEN, line.relation, False, object_type, subject_type)
        typed = self.ontology.validate(self._voice(line), subject_type, object_type)
        if typed.refused:
            raise _Unfounded(typed.reason, typed.verdict)
        self._require_sense(line, typed)
        return typed

    def _require_sense(self, line: WireFact, typed: Typed) -> None:
        """A date is joined by relations that take one; an unknown relation joins names, dates and figures only.

        Unknown relations are where a small model writes down what is no fact ("looks", "likes", "talked about").
        """
        dated = line.sentence < len(self.times) and any(
            occurrences(line.object, time) for time in self.times[line.sentence]
        )
        if typed.verdict is Verdict.OPEN:
            figure = line.object_type == VALUE and any(char.isdecimal() for char in line.object)
            if not (dated or figure or line.object_type in FIRM):
                raise _Unfounded("no known relation, and no name, date or figure that it joins")
        elif dated and not fits_a_date(typed.relation):
            raise _Unfounded(f"a date cannot be the object of {typed.relation}")
        elif typed.relation in _ROLES and not is_role(line.object):
            raise _Unfounded("the words name no role")
        elif typed.relation in _FIGURES and not (any(map(str.isdecimal, line.object)) or amount(line.object)):
            raise _Unfounded(f"the object of {typed.relation} has a figure")

    def _ends(self, words: str, type: str, home: Span, antecedents: _Antecedents) -> list[Name]:
        """Where the words stand, best first: in their own sentence, else in the nearest one before, else after.

        A pronoun stands where the nearest name before it does, and "I" where the speaker is named. Without such a name
        they stand at their own place, for the speaker or for who was spoken of before the passage.
        """
        places = sorted(
            self._places(words),
            key=lambda span: (not home.contains(span), span.start > home.start, abs(span.start - home.start)),
        )
        if not places:
            raise _Unfounded("not in the passage")
        if self.speaker and is_speaker(words):
            named = sorted(self._places(self.speaker), key=lambda span: abs(span.start - home.start))
            return [Name(self.speaker, type, place) for place in (*named, *places)]
        if (meaning := stands_for(words)) is not None:
            return [self._antecedent(meaning, type, places[0], antecedents)]
        if reason := self._value_flaw(words) if type == VALUE else flaw(words, type):
            raise _Unfounded(reason)
        return [Name(words, type, span) for span in places]

    def _antecedent(self, meaning: StandsFor, type: str, pronoun: Span, antecedents: _Antecedents) -> Name:
        """What the pronoun stands for: the nearest name before it, else who was spoken of before the passage."""
        earlier = [name for name in antecedents.get(meaning, []) if name.span.end <= pronoun.start]
        if earlier:
            # Of names that end together the longest: "Ken Ito", not the "Ito" in it.
            return replace(max(earlier, key=lambda name: (name.span.end, len(name.span))), type=type)
        if meaning in self.before:
            return Name(self.before[meaning], type, pronoun)
        raise _Unfounded("nothing before it that the pronoun could stand for")

    def _places(self, words: str) -> list[Span]:
        """Where the words stand in the passage."""
        return list(occurrences(words, self.text))

    def _time(self, words: str, home: Span, lasting: bool) -> tuple[Span | None, Interval]:
        """The span of the time words and the interval they mean; none when they tell no time."""
        if not words or self.reference is None:
            return None, UNDATED
        at_home = [span for span in self._places(words) if home.contains(span)]
        meant = resolve_at(self.text, at_home[0], self.reference) if at_home else None
        if meant is None:
            return None, UNDATED
        return at_home[0], validity(meant, lasting=lasting)

    def _is_date(self, relation: str, object_: Name) -> bool:
        """Whether the object is itself the time of the fact: "born on 3 June 1980"."""
        return (
            fits_a_date(relation) and self.reference is not None and resolve(object_.text, self.reference) is not None
        )

    def _is_past(self, words: str) -> bool:
        """Whether the words are a time that is over when they are said."""
        if self.reference is None or (meant := resolve(words, self.reference)) is None:
            return False
        return meant.interval.end is not None and meant.interval.end <= self.reference

    def _statement(self, spans: Sequence[Span]) -> Span:
        start, end = min(span.start for span in spans), max(span.end for span in spans)
        touched = [sentence for sentence in self.sentences if sentence.start < end and start < sentence.end]
        return Span(min(start, *(s.start for s in touched)), max(end, *(s.end for s in touched)))

    def _value_flaw(self, words: str) -> str:
        """Why the words cannot be a value; empty when they can."""
        if not any(char.isalnum() for char in words):
            return "a value has letters or digits"
        if self.explains:
            return ""
        too_long = len(words) > _MAX_VALUE_CHARACTERS or len(words.split()) > _MAX_VALUE_WORDS
        return "a clause is no value" if too_long or is_clause(words) else ""

    def _names_of_type(self, lines: Sequence[WireFact], type: str) -> list[Name]:
        """Every place where a name that some line gives this type stands in the passage."""
        ends = {line.subject for line in lines if line.subject_type == type}
        ends |= {line.object for line in lines if line.object_type == type}
        names = sorted(words for words in ends if stands_for(words) is None and not flaw(words, type))
        return [Name(words, type, span) for words in names for span in self._places(words)]


def _type(words: str, type: str) -> str:
    """The kind of an end: a pronoun's is that of what it stands for, whatever the model says."""
    meaning = stands_for(words)
    return type if meaning is None else MEANT.get(meaning, type)


def _apart(subject: Name, object_: Name) -> bool:
    return not subject.span.overlaps(object_.span) and key(subject.text) != key(object_.text)
