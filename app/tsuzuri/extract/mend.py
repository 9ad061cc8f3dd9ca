"""What a small model gets nearly right, put right by rule: every word of a mended line still stands in its sentence.

A name is cut to itself ("Isonuma Works in Suwa", 母の和代), two names are two facts, a role and a date are taken whole
("head of sales", not "sales"), "I" is the speaker, and who has a role in an organization works there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tsuzuri.core.document import Span
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.values import EntityType
from tsuzuri.extract.heads import date_itself, head, is_proper, parts, without_determiner
from tsuzuri.extract.names import is_generic, occurrences
from tsuzuri.extract.roles import is_role, relation_by_role
from tsuzuri.extract.wire import WireFact

_RANGE = re.compile(r"から.|\b(?:to|until|through)\s+\w|[~〜–]\s*\d")
_COUNTED = re.compile(r"[\d,.]+[万億]?(?:円|台|人|名|個|本|枚|件|社|回|冊|歳|時間|日間|か月|年間|%|割)")
_ROLE_OF = re.compile(r"\b\w+\s+of\s+(?:the\s+)?$")
_OF_ORGANIZATION = re.compile(
    r"\s+(?:of|at|for|with)\s+(?:the\s+)?((?:[A-Z0-9][\w.&'’-]*)(?:\s+(?:&|of|and|the)?\s*[A-Z0-9][\w.&'’-]*)*)"
)
_OF_A_FIELD = re.compile(
    r"(?:\w+\s+)*?(?:professor|lecturer|teacher|minister|secretary)\s+(?:of|for)\s+[\w\s&-]+?(?=\s+(?:at|in|and)\b|[,.;])",
    re.IGNORECASE,
)
_FURTHER_ROLE = re.compile(
    r"\s*(?:,|and|&|/)\s*(?:and\s+)?(?:the\s+)?([\w-]+(?:\s+[\w-]+){0,3}?)(?=\s+(?:of|at|for|and)\b|,)"
)
_POSSESSIVE = re.compile(r"['’]s$")
_ORGANIZATION_NO = re.compile(r"([^\s、。「」『』・はがをにで]{2,20})の$")
_ROLE_LIKE = frozenset(
    "ceo_of leads works_at member_of responsible_for becomes became is was remains remained serves_as acts_as named "
    "appointed role title works_for worked_as".split()
)
_KIND_OF = frozenset({"is_a", "was_a", "is_an", "was_an"})
"""A person who is a baker works as one; a thing that is a sensor does not."""
_GIVEN_UP = frozenset({"left", "resigned_from", "resigned_as", "retired_from", "stepped_down_as", "stepped_down_from"})
_DECISIONS = frozenset({"decided", "decides", "planned", "plans", "intends", "intended"})
_CLAUSE_END = re.compile(r"[.;:!?](?!\w)|,\s")
_MAX_CLAUSE_WORDS = 12
_NAMED = re.compile(r"[A-Z][a-z]")
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_ONWARDS = re.compile(r"_(?:to|at|in)$")
_TAKES_CARE = re.compile(r"\s*を(?:担当|受け持)")
_CAUSED = "caused"
_THE_CAUSE = re.compile(r"の(?:原因|理由|きっかけ)$")
_RESPONSIBLE = "responsible_for"
_ROLE, _WORKPLACE = "works_as", "works_at"
_ON_A_DATE = "_on"
_BEGINNINGS = {
    "founded": ("founded_on", True),
    "established": ("founded_on", True),
    "founded_by": ("founded_on", False),
    "born_in": ("born_on", False),
}
"""The relation of a beginning with its day, and whether the day is the object's."""
_FIRST_OR_LAST = frozenset({"born_on", "died_on", "founded_on"})
_DASH = re.compile(r"\s+[-–—―~〜～]\s+|(?<=\d)[–—〜～](?=\d)|(?<=日)\s*[-–—〜～]\s*")
_BEGINS_AND_ENDS = (("born", "born_on"), ("died", "died_on"), ("founded", "founded_on"), ("established", "founded_on"))
"""What a date is to a relation that begins so: "born_in" a year is to be born on it."""
SCHEDULED, HAPPENED = "scheduled_for", "happened_on"
"""The relations of an event with its day, before and after."""


@dataclass(frozen=True, slots=True)
class Mending:
    """Mends the lines of one sentence. `times` are its time words."""

    sentence: str
    times: Sequence[str]

    def mend(self, line: WireFact) -> tuple[WireFact, ...]:
        """The facts that the line means."""
        line = replace(
            line,
            subject=head(line.subject, line.subject_type),
            object=self._whole(line) if line.object_type == VALUE else head(line.object, line.object_type),
            time=line.time or next(self._times_with(line.object), ""),
        )
        if line.relation.partition("_")[0] in _DECISIONS and line.object[:1].islower():
            line = replace(line, object=self._clause(line.object), object_type=VALUE)
        if line.relation == _CAUSED:
            line = replace(line, object=_THE_CAUSE.sub("", line.object) or line.object)
        line = self._relation(line)
        facts = [
            replace(line, subject=subject, object=target)
            for subject in parts(line.subject, line.subject_type)
            for target in parts(line.object, line.object_type)
        ]
        return tuple(implied for fact in facts for implied in (fact, *self._employer(fact), *self._begun(fact)))

    def _relation(self, line: WireFact) -> WireFact:
        """A role is held, or given up as the value it is; a task is taken care of; one is born on a date."""
        if any(date_itself(time) == line.object for time in self._times_with(line.object)):
            dated = (relation for verb, relation in _BEGINS_AND_ENDS if line.relation.startswith(verb))
            line = replace(line, relation=next(dated, line.relation), object_type=VALUE)
        if line.relation in _FIRST_OR_LAST:
            first, *rest = _DASH.split(line.object, maxsplit=1)
            whole = rest[0] if rest and line.relation == "died_on" else first
            return replace(line, object=whole) if any(map(str.isdecimal, whole)) else line
        named = line.object_type == EntityType.ORGANIZATION and _NAMED.match(line.object)  # "Orsk Plants", not "CEO"
        role = is_role(line.object) and not named
        is_one = line.relation in _ROLE_LIKE or (line.relation in _KIND_OF and line.subject_type == EntityType.PERSON)
        if role and is_one:
            return replace(line, relation=_ROLE, object_type=VALUE)
        if role and line.relation in _GIVEN_UP:
            return replace(line, object_type=VALUE)
        places = occurrences(line.object, self.sentence)
        if line.relation == _ROLE and places and _TAKES_CARE.match(self.sentence, places[0].end):
            return replace(line, relation=_RESPONSIBLE)
        return line

    def comes_from(self, line: WireFact) -> bool:
        """Whether the sentence says "from" before the object, or から after it, of a relation that leads there."""
        if not _ONWARDS.search(line.relation):
            return False
        places = occurrences(line.object, self.sentence)
        return bool(places) and all(
            _FROM.search(self.sentence[: place.start]) or self.sentence.startswith("から", place.end)
            for place in places
        )

    def _times_with(self, words: str) -> Iterator[str]:
        """The time words in which these stand; a 5 does not stand in 2025."""
        return (time for time in self.times if occurrences(words, time))

    def _whole(self, line: WireFact) -> str:
        """The value with the words that belong to it: all of a date, "head of" before "sales"."""
        dates = [date_itself(time) for time in self._times_with(line.object) if not _RANGE.search(time)]
        if dates and line.object in dates[0]:
            return dates[0]
        if counted := _COUNTED.match(line.object):
            return counted.group()
        if fits_a_date(line.relation) and "から" in line.object:
            return line.object.rpartition("から")[2] or line.object  # put off from one day to another: the other counts
        if line.relation != _ROLE:
            return line.object
        places = occurrences(line.object, self.sentence)
        found = _ROLE_OF.search(self.sentence[: places[0].start]) if places else None
        whole = f"{found.group()}{line.object}" if found and line.object[:1].islower() else line.object
        return without_determiner(whole)

    def _clause(self, words: str) -> str:
        """The words and what follows them to the end of their clause, as far as a value may be long."""
        places = occurrences(words, self.sentence)
        if not places:
            return words
        end = _CLAUSE_END.search(self.sentence, places[0].end)
        whole = self.sentence[places[0].start : end.start() if end else len(self.sentence)].strip()
        for time in self.times:
            whole = whole.removesuffix(time).strip()
        return whole if 0 < len(whole.split()) <= _MAX_CLAUSE_WORDS else words

    def _begun(self, line: WireFact) -> Iterator[WireFact]:
        """The day that goes with a founding or a birth: who founded it in 2011 says that it was founded in 2011."""
        relation, of_object = _BEGINNINGS.get(line.relation, ("", False))
        if not relation or not line.time or line.time not in self.times or _RANGE.search(line.time):
            return
        day = date_itself(line.time)
        subject, kind = (line.object, line.object_type) if of_object else (line.subject, line.subject_type)
        if any(map(str.isdecimal, day)) and kind != VALUE and not occurrences(day, subject):
            yield replace(line, subject=subject, subject_type=kind, relation=relation, object=day, object_type=VALUE)

    def _employer(self, line: WireFact) -> Iterator[WireFact]:
        """The organization that stands with a role: "manager of Optiq", オプティクの部長.

        One works there; but a chief executive heads it, a founder has founded it, a student learns there.
        """
        if line.relation != _ROLE or line.subject_type != EntityType.PERSON:
            return
        places = occurrences(line.object, self.sentence)
        name = self._employer_at(places[0]) if places else ""
        if name == line.subject or is_generic(name) or not is_proper(name):
            return
        relation = relation_by_role(line.object) or _WORKPLACE
        yield replace(line, relation=relation, object=name, object_type=EntityType.ORGANIZATION)

    def _employer_at(self, role: Span) -> str:
        """The name that stands with the role, without time words (今月からミナト設計の部長); empty if none does.

        Between the two there may be more roles: "founder and president of Optiq".
        """
        end = role.end
        while (further := _FURTHER_ROLE.match(self.sentence, end)) and is_role(further.group(1)):
            end = further.end()
        if of_a_field := _OF_A_FIELD.match(self.sentence, role.start):
            end = max(end, of_a_field.end())
        if after := _OF_ORGANIZATION.match(self.sentence, end):
            return _POSSESSIVE.sub("", after.group(1).rstrip("."))
        before = _ORGANIZATION_NO.search(self.sentence[: role.start])
        name = before.group(1) if before else ""
        for time in self.times:
            name = name.rpartition(time)[2]
        return name


def fits_a_date(relation: str) -> bool:
    """Whether the relation joins something with a date."""
    return relation.endswith(_ON_A_DATE) or relation == SCHEDULED
