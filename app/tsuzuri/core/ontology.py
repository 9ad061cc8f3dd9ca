"""What relations mean: the names a relation goes by, what it may join, how many at a time, how long it lasts."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import EntityType

VALUE = "value"
"""The kind of an object that is a literal (a date, an amount, a role) and no entity."""


class Cardinality(StrEnum):
    """How many objects a subject has: one at a time, many at a time, or one once and for all."""

    ONE = "one"
    MANY = "many"
    ONCE = "once"


@dataclass(frozen=True, slots=True)
class Relation:
    """One preferred relation.

    `domain` and `range` list entity types (or `VALUE`). `lasting` relations hold until something ends them,
    the others happen. `swapped` are names of the same relation read from its object. Only those `offered` are named to
    the model: one that is rare in notes tempts it. `ends` are relations that hold no longer between the same two.
    """

    name: str
    description: str
    domain: frozenset[str]
    range: frozenset[str]
    cardinality: Cardinality
    lasting: bool
    synonyms: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()
    offered: bool = True
    ends: tuple[str, ...] = ()


class Verdict(StrEnum):
    """What validation says of an extracted triple.

    `OPEN` is a relation that the ontology does not know and leaves as it is. `QUARANTINED` does not fit and waits for
    a person; `REJECTED` is no triple at all.
    """

    ACCEPTED = "accepted"
    MAPPED = "mapped"
    OPEN = "open"
    QUARANTINED = "quarantined"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How often each verdict was given; two counts add up."""

    accepted: int = 0
    mapped: int = 0
    open: int = 0
    quarantined: int = 0
    rejected: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> "Verdicts":
        """Count verdicts."""
        return cls(**Counter(verdict.value for verdict in verdicts))

    def __add__(self, other: "Verdicts") -> "Verdicts":
        return Verdicts(
            self.accepted + other.accepted,
            self.mapped + other.mapped,
            self.open + other.open,
            self.quarantined + other.quarantined,
            self.rejected + other.rejected,
        )


@dataclass(frozen=True, slots=True)
class Typed:
    """A triple's form after validation: its relation, whether its ends change places, and the object's kind."""

    verdict: Verdict
    relation: str
    swap: bool = False
    object_type: str = ""
    subject_type: str = ""
    lasting: bool = False
    reason: str = ""

    @property
    def refused(self) -> bool:
        """Whether the triple may not be saved."""
        return self.verdict in (Verdict.QUARANTINED, Verdict.REJECTED)


_UNSURE = frozenset({EntityType.CONCEPT, EntityType.THING, EntityType.EVENT})
"""Types a small model confuses with each other; between them the ontology decides."""


@dataclass(frozen=True, slots=True)
class Ontology:
    """The preferred relations, by every name they go by. A `closed` one knows no others."""

    relations: tuple[Relation, ...]
    closed: bool = False
    _by_name: Mapping[str, tuple[Relation, bool]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name: dict[str, tuple[Relation, bool]] = {}
        for relation in self.relations:
            for name in relation.synonyms:
                by_name.setdefault(name, (relation, False))
            for name in relation.swapped:
                by_name.setdefault(name, (relation, True))
        by_name |= {relation.name: (relation, False) for relation in self.relations}
        by_stem: dict[str, tuple[Relation, bool]] = {}
        for name, meant in by_name.items():
            by_stem.setdefault(stem(name), meant)
        object.__setattr__(self, "_by_name", by_stem | by_name)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The only relations that may be written, with those read from their object; empty where any may be."""
        if not self.closed:
            return ()
        return tuple(dict.fromkeys(name for one in self.relations for name in (one.name, *one.swapped)))

    def rules(self) -> Rules:
        """What its relations do to each other, for whoever settles what holds when."""
        return Rules(
            single=frozenset(one.name for one in self.relations if one.cardinality is not Cardinality.MANY),
            ends={one.name: frozenset(one.ends) for one in self.relations if one.ends},
            fixed=frozenset(one.name for one in self.relations if one.cardinality is Cardinality.ONCE),
        )

    def passive(self, relation: str) -> str:
        """The name of a relation read from its object with "by" ("owned_by" for "owns"); empty if it has none."""
        known = self._by_name.get(relation) or self._by_name.get(stem(relation))
        if known is None or known[1]:
            return ""
        return next((name for name in known[0].swapped if name.endswith("_by")), "")

    def ends_of(self, relation: str) -> tuple[frozenset[str], frozenset[str]]:
        """The kinds that the subject and the object of a relation of that name may have; none for an unknown one."""
        known = self._by_name.get(relation) or self._by_name.get(stem(relation))
        if known is None:
            return frozenset(), frozenset()
        meant, swap = known
        return (meant.range, meant.domain) if swap else (meant.domain, meant.range)

    def validate(self, relation: str, subject_type: str, object_type: str) -> Typed:
        """Accept, map or quarantine a triple before it is saved.

        A known relation fixes the kinds of its ends where the extracted kind is unsure (concept, thing, event,
        value), and takes what is no person as a value where it allows values. Ends that fit exactly the other way
        round change places: small models confuse active and passive ("founded" for "was founded by"). Any other end
        that does not fit sends the triple to quarantine. An unknown relation stays as it is, or goes to quarantine too
        where the ontology is closed. What has no letter is no relation and is rejected.
        """
        if not any(map(str.isalpha, relation)):
            return Typed(Verdict.REJECTED, relation, reason="a relation has letters")
        known = self._by_name.get(relation) or self._by_name.get(stem(relation))
        if known is None and self.closed:
            return Typed(Verdict.QUARANTINED, relation, reason=f"{relation} is none of the relations listed")
        if known is None:
            return Typed(Verdict.OPEN, relation, False, object_type, subject_type)
        meant, swap = known
        if swap:
            subject_type, object_type = object_type, subject_type
        subject = _fit(subject_type, meant.domain - {VALUE}) or _organization(subject_type, meant.domain)
        target = _fit(object_type, meant.range)
        if not (subject and target) and object_type in meant.domain and subject_type in meant.range:
            return Typed(Verdict.MAPPED, meant.name, not swap, subject_type, object_type, meant.lasting)
        if not subject or not target:
            end, found = ("object", object_type) if subject else ("subject", subject_type)
            article = "an" if found[0] in "aeio" else "a"
            reason = f"{article} {found} cannot be the {end} of {meant.name}"
            return Typed(Verdict.QUARANTINED, meant.name, reason=reason)
        verdict = Verdict.ACCEPTED if meant.name == relation else Verdict.MAPPED
        return Typed(verdict, meant.name, swap, target, subject, meant.lasting)


_AUXILIARIES = re.compile(
    r"^(?:(?:is|are|was|were|be|been|being|has|have|had|will|would|to|now|currently|also|(?:began|started|begins|starts)"
    r"(?=_to_))_)+"
)
_IRREGULAR = {
    "led": "lead", "made": "make", "left": "leave", "held": "hold", "sold": "sell", "bought": "buy", "ran": "run",
    "wrote": "write", "written": "write", "taught": "teach", "met": "meet", "became": "become", "sent": "send",
    "built": "build", "knew": "know", "known": "know", "born": "born", "grew": "grow", "took": "take", "went": "go",
    "gave": "give", "began": "begin", "brought": "bring", "spoke": "speak", "lent": "lend", "owned": "own",
}  # fmt: skip
_ENDING = re.compile(r"(?:ing|ied|ies|ed|es|s|e)$")


def stem(relation: str) -> str:
    """A relation's name without auxiliaries, its verb without tense: "was_led", "began_to_lead" and "led" are one."""
    verb, joint, rest = _AUXILIARIES.sub("", relation).partition("_")
    verb = _IRREGULAR.get(verb, verb)
    return f"{_ENDING.sub('', verb) or verb}{joint}{rest}"


def _organization(found: str, domain: frozenset[str]) -> str:
    """An organization, where an unsure kind is the subject of what only people and organizations do."""
    return EntityType.ORGANIZATION if found in _UNSURE and EntityType.ORGANIZATION in domain else ""


def _fit(found: str, allowed: frozenset[str]) -> str:
    """The type an end gets: its own if allowed, else an allowed one if its own is unsure, else none."""
    if found in allowed:
        return found
    if found == VALUE or found in _UNSURE:
        order = (*EntityType, VALUE)
        soft = [kind for kind in order if kind in allowed and (kind in _UNSURE or kind == VALUE)]
        return str(soft[0]) if soft else ""
    literal = VALUE in allowed and (found != EntityType.PERSON or allowed == {VALUE})
    return VALUE if literal else ""
