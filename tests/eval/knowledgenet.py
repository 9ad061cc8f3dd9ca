"""KnowledgeNet: fifteen relations of people and organizations, scored by groups of mentions.

Gold facts that share relation, subject and object are one group: an end is the same by its Wikidata id, else by its
normalised text, and a pronoun is what it stands for. A prediction is right when it overlaps, with both ends, mentions
of one group. Only relations for which a passage is marked throughout (`annotated`) count. After Mesquita et al.,
"KnowledgeNet: A Benchmark Dataset for Knowledge Base Population", EMNLP 2019.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.eval.extraction import End, StoredFact
from tests.eval.figures import NO_COUNTS, Counts, share
from tests.eval.spans import meet, span
from tsuzuri.core.document import Span
from tsuzuri.text.normalise import key

SYMMETRIC = frozenset({"SPOUSE"})
"""Relations that are marked in both directions."""

_EMPLOYEE = ("EMPLOYEE_OR_MEMBER_OF", False)
TABLE: Mapping[str, tuple[tuple[str, bool], ...]] = {
    "works_at": (_EMPLOYEE,),
    "joined": (_EMPLOYEE,),
    "left": (_EMPLOYEE,),
    "leads": (_EMPLOYEE,),
    "member_of": (_EMPLOYEE, ("POLITICAL_AFFILIATION", False)),
    "politically_affiliated_with": (("POLITICAL_AFFILIATION", False),),
    "member_of_party": (("POLITICAL_AFFILIATION", False),),
    "ceo_of": (("CEO", True), _EMPLOYEE),
    "founded": (("FOUNDED_BY", True),),
    "founded_on": (("DATE_FOUNDED", False),),
    "headquartered_in": (("HEADQUARTERS", False),),
    "located_in": (("HEADQUARTERS", False),),
    "subsidiary_of": (("SUBSIDIARY_OF", False),),
    "lives_in": (("PLACE_OF_RESIDENCE", False),),
    "moved_to": (("PLACE_OF_RESIDENCE", False),),
    "born_in": (("PLACE_OF_BIRTH", False),),
    "born_on": (("DATE_OF_BIRTH", False),),
    "died_on": (("DATE_OF_DEATH", False),),
    "married_to": (("SPOUSE", False),),
    "child_of": (("CHILD_OF", False),),
    "educated_at": (("EDUCATED_AT", False),),
    "has_nationality": (("NATIONALITY", False),),
    "nationality": (("NATIONALITY", False),),
    "citizen_of": (("NATIONALITY", False),),
}
"""Our relations, and theirs with whether subject and object change places. One of ours that is wider than theirs has
several: a fact with it is right when one of them holds."""

_SUBJECTS = {"located_in": "organization", "moved_to": "person", "leads": "person", "joined": "person"}
"""Relations that are one of theirs only for a subject of this type."""

_PRONOUNS = frozenset(
    "i me my mine myself we us our ours you your he him his himself she her hers herself it its itself they them their "
    "theirs who whom whose which that this".split()
)


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A gold fact between two mentions; `subject_id` and `object_id` are Wikidata ids, or empty."""

    relation: str
    subject: Span
    object: Span
    subject_id: str = ""
    object_id: str = ""


@dataclass(frozen=True, slots=True)
class Gold:
    """A passage of the set. Only facts of relations in `annotated` are complete."""

    id: str
    text: str
    annotated: frozenset[str]
    facts: tuple[Mentioned, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """One gold fact in all its mentions. `named`: its subject has a name in the passage, not only pronouns."""

    relation: str
    subjects: tuple[Span, ...]
    objects: tuple[Span, ...]
    named: bool


@dataclass(frozen=True, slots=True)
class Prediction:
    """A fact in the terms of the set: any of `relations` (each with whether the ends change places) may be meant.

    `subject` and `object` are the spans where the ends stand.
    """

    relations: tuple[tuple[str, bool], ...]
    subject: tuple[Span, ...]
    object: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts by group, by mention, of groups whose subject is named, and by relation."""

    groups: Counts = NO_COUNTS
    mentions: Counts = NO_COUNTS
    named: Counts = NO_COUNTS
    by_relation: Mapping[str, Counts] = field(default_factory=dict)

    def __add__(self, other: "Score") -> "Score":
        relations = {**self.by_relation}
        for name, counts in other.by_relation.items():
            relations[name] = relations.get(name, Counts()) + counts
        return Score(self.groups + other.groups, self.mentions + other.mentions, self.named + other.named, relations)

    def metrics(self) -> dict[str, float]:
        """As `eval.md` names them; relation by relation after the totals."""
        pronouns = self.groups.gold - self.named.gold
        found = {**self.groups.metrics(), **self.mentions.metrics("mention."), "named.R": self.named.recall}
        found["pronoun_only"] = share(pronouns, self.groups.gold)
        for name in sorted(self.by_relation):
            found |= self.by_relation[name].metrics(f"{name}.")
        return found


def parse(row: Mapping[str, Any]) -> Gold:
    """A line of the file."""
    facts = tuple(
        Mentioned(relation, span(subject), span(object_), subject_id or "", object_id or "")
        for relation, subject, object_, subject_id, object_id in row["facts"]
    )
    return Gold(f"{row['doc']}-{row['start']}", row["text"], frozenset(row["annotated"]), facts)


def prediction(fact: StoredFact) -> Prediction | None:
    """A stored fact in the terms of the set; None where the table has no relation for it."""
    wanted = _SUBJECTS.get(fact.relation)
    if wanted is not None and fact.subject.type != wanted:
        return None
    meant = TABLE.get(fact.relation)
    return Prediction(meant, fact.subject.spans, fact.object.spans) if meant else None


def predictions(facts: Iterable[StoredFact]) -> tuple[Prediction, ...]:
    """Stored facts in the terms of the set; what is stored twice for two times, or by two names, counts once."""
    found: dict[tuple[object, ...], Prediction] = {}
    for fact in facts:
        if (meant := prediction(fact)) is not None:
            found.setdefault((meant.relations, _identity(fact.subject), _identity(fact.object)), meant)
    return tuple(found.values())


def _identity(end: End) -> object:
    return key(end.name) if end.entity is None else end.entity


def groups(gold: Gold) -> tuple[Group, ...]:
    """The gold facts of a passage, each in all its mentions."""
    same = _Coreference(gold)
    grouped: dict[tuple[str, Span, Span], None] = {}
    for fact in gold.facts:
        grouped[fact.relation, same.of(fact.subject), same.of(fact.object)] = None
    return tuple(
        Group(relation, same.mentions(subject), same.mentions(object_), same.is_named(subject))
        for relation, subject, object_ in grouped
    )


def score(gold: Gold, predicted: Sequence[Prediction]) -> Score:
    """Compare the predictions for one passage with what is marked in it."""
    known = [group for group in groups(gold) if group.relation in gold.annotated]
    mentioned = [fact for fact in gold.facts if fact.relation in gold.annotated]
    counted = [one for one in predicted if any(name in gold.annotated for name, _ in one.relations)]
    hits = [[i for i, group in enumerate(known) if says(one, group)] for one in counted]
    direct = [
        [i for i, fact in enumerate(mentioned) if _says(one, fact.relation, (fact.subject,), (fact.object,))]
        for one in counted
    ]
    found = {i for hit in hits for i in hit}
    found_mentions = {i for hit in direct for i in hit}
    named = [i for i, group in enumerate(known) if group.named]
    right = sum(bool(hit) for hit in hits)
    return Score(
        Counts(len(counted), right, len(known), len(found)),
        Counts(len(counted), sum(bool(hit) for hit in direct), len(mentioned), len(found_mentions)),
        Counts(0, 0, len(named), sum(i in found for i in named)),
        _by_relation(gold, known, counted, hits),
    )


def says(one: Prediction, group: Group) -> bool:
    """Whether the prediction overlaps mentions of the group with both ends."""
    return _says(one, group.relation, group.subjects, group.objects)


def _says(one: Prediction, relation: str, subjects: Sequence[Span], objects: Sequence[Span]) -> bool:
    for name, swap in one.relations:
        if name != relation:
            continue
        first, second = (one.object, one.subject) if swap else (one.subject, one.object)
        if meet(first, subjects) and meet(second, objects):
            return True
        if name in SYMMETRIC and meet(second, subjects) and meet(first, objects):
            return True
    return False


def _by_relation(
    gold: Gold, known: Sequence[Group], counted: Sequence[Prediction], hits: Sequence[Sequence[int]]
) -> dict[str, Counts]:
    """A prediction that may mean several relations counts for the one that it hits, else for the first."""
    totals: dict[str, Counts] = defaultdict(Counts)
    for one, hit in zip(counted, hits, strict=True):
        meant = [name for name, _ in one.relations if name in gold.annotated]
        totals[known[hit[0]].relation if hit else meant[0]] += Counts(predicted=1, right=bool(hit))
    found = {i for hit in hits for i in hit}
    for i, group in enumerate(known):
        totals[group.relation] += Counts(gold=1, found=i in found)
    return dict(totals)


class _Coreference:
    """Which mentions of a passage are one: by id, by text, and pronouns with what they stand for.

    The set marks a fact between all mentions of its ends. So a pronoun without an id stands for the one name that
    has the same relation to the same other end; where there are several such names, it is left by itself.
    """

    def __init__(self, gold: Gold) -> None:
        self._text = gold.text
        self._facts = gold.facts
        self._parent: dict[Span, Span] = {}
        ids: dict[Span, str] = {}
        for fact in gold.facts:
            for at, id_ in ((fact.subject, fact.subject_id), (fact.object, fact.object_id)):
                self._parent.setdefault(at, at)
                if id_:
                    ids[at] = id_
        for one, other in combinations(sorted(self._parent), 2):
            known = {ids[at] for at in (one, other) if at in ids}
            by_id = len(known) == 1 and one in ids and other in ids
            by_text = self._same_text(one, other) and (not known or (len(known) == 1 and not self._is_pronoun(one)))
            if by_id or by_text:
                self._join(one, other)
        while self._bind([at for at in self._parent if at not in ids and self._is_pronoun(at)]):
            pass

    def of(self, at: Span) -> Span:
        """The mention that stands for all that are one with this one."""
        while (parent := self._parent[at]) != at:
            at = parent
        return at

    def mentions(self, first: Span) -> tuple[Span, ...]:
        return tuple(at for at in self._parent if self.of(at) == first)

    def is_named(self, first: Span) -> bool:
        return any(not self._is_pronoun(at) for at in self.mentions(first))

    def _bind(self, pronouns: Sequence[Span]) -> bool:
        """Join each pronoun that is not yet one with a name to the only name it can be; whether any was."""
        bound = False
        for at in pronouns:
            names = set() if self.is_named(self.of(at)) else self._names_for(at)
            if len(names) == 1:
                self._join(at, names.pop())
                bound = True
        return bound

    def _names_for(self, pronoun: Span) -> set[Span]:
        """The named ends that have a relation of the pronoun's to the same other end."""
        here = {(f.relation, True, self.of(f.object)) for f in self._facts if f.subject == pronoun}
        here |= {(f.relation, False, self.of(f.subject)) for f in self._facts if f.object == pronoun}
        ends = [((f.relation, True, self.of(f.object)), f.subject) for f in self._facts]
        ends += [((f.relation, False, self.of(f.subject)), f.object) for f in self._facts]
        found = {self.of(at) for role, at in ends if role in here}
        return {first for first in found if self.is_named(first)}

    def _join(self, one: Span, other: Span) -> None:
        first, second = sorted((self.of(one), self.of(other)))
        self._parent[second] = first

    def _same_text(self, one: Span, other: Span) -> bool:
        return key(one.of(self._text)) == key(other.of(self._text))

    def _is_pronoun(self, at: Span) -> bool:
        return key(at.of(self._text)) in _PRONOUNS
