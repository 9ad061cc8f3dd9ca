"""What a small model gets nearly right, put right by rule: every word of a mended line still stands in its sentence.

A name is cut to itself ("Isonuma Works in Suwa", 母の和代), two names are two facts, a role and a date are taken whole
("head of sales", not "sales"), "I" is the speaker, and who has a role in an organization works there.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tsuzuri.core.document import Span
from tsuzuri.core.ontology import VALUE, Ontology
from tsuzuri.core.values import EntityType
from tsuzuri.extract.names import FIRM, is_generic, is_speaker, occurrences
from tsuzuri.extract.roles import is_role
from tsuzuri.extract.wire import WireFact
from tsuzuri.text.edges import HONORIFICS
from tsuzuri.text.normalise import Script, key, script

_DETERMINER = re.compile(r"^(?:the|an?|our|their|his|her|its|my|this|that|some|any|every)\s+(?=\S)", re.IGNORECASE)
_TAIL = re.compile(r"\s+(?:in|at|from|near|of)\s+(?:the\s+)?[A-Z].*$")
_NAME_ENDS = "|".join(f"(?<={ending})" for ending in (r"[\u3400-\u9fff\u30a0-\u30ff]", *HONORIFICS))
_AND = re.compile(rf",\s+(?:and\s+)?|\s+and\s+|(?:{_NAME_ENDS})と(?=[\u3400-\u9fff\u30a0-\u30ff])|、")
_BEFORE_DATE = re.compile(r"^(?:in|on|at|by|since|until|till|from|during|for|before|after)\s+", re.IGNORECASE)
_AFTER_DATE = re.compile(r"(?:付で|付け|から|まで|より|までに|以降|以来|に|で|の|は)+$")
_RANGE = re.compile(r"から.|\b(?:to|until|through)\s+\w|[~〜–]\s*\d")
_COUNTED = re.compile(r"[\d,.]+[万億]?(?:円|台|人|名|個|本|枚|件|社|回|冊|歳|時間|日間|か月|年間|%|割)")
_ROLE_OF = re.compile(r"\b\w+\s+of\s+(?:the\s+)?$")
_OF_ORGANIZATION = re.compile(
    r"\s+(?:of|at|for|with)\s+(?:the\s+)?((?:[A-Z0-9][\w.&'’-]*)(?:\s+(?:&|of|and|the)?\s*[A-Z0-9][\w.&'’-]*)*)"
)
_POSSESSIVE = re.compile(r"['’]s$")
_ORGANIZATION_NO = re.compile(r"([^\s、。「」『』・はがをにで]{2,20})の$")
_FORMS = {
    EntityType.PERSON: re.compile(r"^(?:Mr|Mrs|Ms|Dr)\.?\s|(?:さん|さま|様|氏|くん|ちゃん)$"),
    EntityType.ORGANIZATION: re.compile(
        r"株式会社|有限会社|(?:社|大学|銀行|製作所|病院|協会|研究所|組合|学校|学園|電機|工業|商事|商店|建設|新聞|委員会)$"
        r"|\b(?:Inc|Ltd|LLC|Corp|GmbH|AG|KK|PLC|Company|University|College|Institute|Bank|Hospital|Association)\b"
    ),
    EntityType.PLACE: re.compile(r"(?<=[\u3400-\u9fff])(?:市|町|村|県|府|区|駅)$"),
}
_ROLE_LIKE = frozenset(
    "ceo_of leads works_at member_of responsible_for becomes became is was remains remained serves_as acts_as named "
    "appointed role title".split()
)
_GIVEN_UP = frozenset({"left", "resigned_from", "resigned_as", "retired_from", "stepped_down_as", "stepped_down_from"})
_DECISIONS = frozenset({"decided", "decides", "planned", "plans", "intends", "intended"})
_CLAUSE_END = re.compile(r"[.;:!?]|,\s|$")
_MAX_CLAUSE_WORDS = 12
_COPULA = re.compile(r"(?:である|でした|です|だ)$")
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_ONWARDS = re.compile(r"_(?:to|at|in)$")
_TAKES_CARE = re.compile(r"\s*を(?:担当|受け持)")
_RESPONSIBLE = "responsible_for"
_ROLE, _WORKPLACE = "works_as", "works_at"
_ON_A_DATE = "_on"
SCHEDULED, HAPPENED = "scheduled_for", "happened_on"
"""The relations of an event with its day, before and after."""


@dataclass(frozen=True, slots=True)
class Mending:
    """Mends the lines of one sentence. `times` are its time words; `speaker` is who says it, empty if unknown."""

    sentence: str
    times: Sequence[str]
    speaker: str = ""

    def mend(self, line: WireFact) -> tuple[WireFact, ...]:
        """The facts that the line means."""
        speaks = self.speaker and is_speaker(line.subject)
        line = replace(
            line,
            subject=self.speaker if speaks else head(line.subject, line.subject_type),
            object=self._whole(line) if line.object_type == VALUE else head(line.object, line.object_type),
            time=line.time or next(self._times_with(line.object), ""),
        )
        if line.relation.partition("_")[0] in _DECISIONS and line.object[:1].islower():
            line = replace(line, object=self._clause(line.object), object_type=VALUE)
        line = self._relation(line)
        facts = [
            replace(line, subject=subject, object=target)
            for subject in parts(line.subject, line.subject_type)
            for target in parts(line.object, line.object_type)
        ]
        return tuple(implied for fact in facts for implied in (fact, *self._employer(fact)))

    def _relation(self, line: WireFact) -> WireFact:
        """Roles are held, tasks are taken care of, and nobody goes where they come from."""
        if line.relation in _ROLE_LIKE and is_role(line.object):
            return replace(line, relation=_ROLE, object_type=VALUE)
        if line.relation in _GIVEN_UP and is_role(line.object):
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
            return line.object.rpartition("から")[2]  # put off from one day to another: the other counts
        if line.relation != _ROLE:
            return line.object
        places = occurrences(line.object, self.sentence)
        found = _ROLE_OF.search(self.sentence[: places[0].start]) if places else None
        whole = f"{found.group()}{line.object}" if found and line.object[:1].islower() else line.object
        return _DETERMINER.sub("", whole)

    def _clause(self, words: str) -> str:
        """The words and what follows them to the end of their clause, as far as a value may be long."""
        places = occurrences(words, self.sentence)
        if not places or not words[:1].islower():
            return words
        end = _CLAUSE_END.search(self.sentence, places[0].end)
        whole = self.sentence[places[0].start : end.start() if end else len(self.sentence)].strip()
        for time in self.times:
            whole = whole.removesuffix(time).strip()
        return whole if 0 < len(whole.split()) <= _MAX_CLAUSE_WORDS else words

    def _employer(self, line: WireFact) -> Iterator[WireFact]:
        """The organization that stands with a role: "manager of Optiq", オプティクの部長."""
        if line.relation != _ROLE or line.subject_type != EntityType.PERSON:
            return
        places = occurrences(line.object, self.sentence)
        name = self._employer_at(places[0]) if places else ""
        if name and name != line.subject and not is_generic(name) and _is_proper(name):
            yield replace(line, relation=_WORKPLACE, object=name, object_type=EntityType.ORGANIZATION)

    def _employer_at(self, role: Span) -> str:
        """The name that stands with the role, without time words (今月からミナト設計の部長); empty if none does."""
        if after := _OF_ORGANIZATION.match(self.sentence, role.end):
            return _POSSESSIVE.sub("", after.group(1).rstrip("."))
        before = _ORGANIZATION_NO.search(self.sentence[: role.start])
        name = before.group(1) if before else ""
        for time in self.times:
            name = name.rpartition(time)[2]
        return name


def fits_a_date(relation: str) -> bool:
    """Whether the relation joins something with a date."""
    return relation.endswith(_ON_A_DATE) or relation == SCHEDULED


def head(words: str, type: str) -> str:
    """The name itself: without determiner, and for a person, organization or place without what describes it."""
    bare = _COPULA.sub("", _DETERMINER.sub("", words)) or words
    if type not in FIRM:
        return bare
    after = bare.rpartition("の")[2]
    if after != bare and len(after) > 1 and (type == EntityType.PERSON or kind_by_form(after) == type):
        return after
    cut = _TAIL.sub("", bare) if type != EntityType.PLACE else bare
    return cut if cut and cut[:1].isupper() and " of " not in bare else bare


def parts(words: str, type: str) -> tuple[str, ...]:
    """The people that the words name: one each."""
    if type != EntityType.PERSON:
        return (words,)
    names = [name.strip() for name in _AND.split(words)]
    return tuple(names) if all(name and _is_proper(name) for name in names) else (words,)


def date_itself(time: str) -> str:
    """The date in time words, without preposition or particle."""
    bare = _BEFORE_DATE.sub("", time)
    return _AFTER_DATE.sub("", bare) or bare


def _is_proper(name: str) -> bool:
    return name[0].isupper() or name[0].isdigit() or script(name[0]) in (Script.HAN, Script.KATAKANA)


def kind_by_form(name: str) -> str:
    """The type that a name's own form gives away (an honorific, 大学, "Ltd", 市); empty when it gives none."""
    for kind, form in _FORMS.items():
        if form.search(name):
            return kind
    return ""


def of_one_mind(lines: Sequence[WireFact], known: Mapping[str, str], ontology: Ontology) -> list[WireFact]:
    """The lines with one type for each name.

    It is the one that its form gives away, else the one with most votes; of equals a firm one, then the first. Each
    line votes for the types it gives, and again for the one firm type that its relation allows ("works_at" joins a
    person with an organization); what the library knows by that key (`known`) has one vote.
    """
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for folded, stored in known.items():
        votes[folded][stored] += 1
    for line in lines:
        subject, target = votes[key(line.subject)], votes[key(line.object)]
        subject[line.subject_type] += 1
        if line.object_type != VALUE:
            target[line.object_type] += 1
        domain, range_ = ontology.ends_of(line.relation)
        for end, allowed in ((subject, domain), (target, range_)):
            if len(firm := allowed & FIRM) == 1 and VALUE not in allowed:
                end.update(firm)

    def agreed(words: str, type: str) -> str:
        if type == VALUE:
            return type
        return kind_by_form(words) or max(votes[key(words)].items(), key=lambda item: (item[1], item[0] in FIRM))[0]

    return [
        replace(
            line,
            subject_type=agreed(line.subject, line.subject_type),
            object_type=agreed(line.object, line.object_type),
        )
        for line in lines
    ]
