"""How likely two entities are one: from their names and from what stands around them, with the reasons in words.

The figure is a probability by rule, not learnt: each likeness of names has a figure of its own, from which every rare
neighbour that both have takes half of what is missing to the most that such a likeness can ever prove.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from tsuzuri.core.ids import EntityId
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Entity, EntityType
from tsuzuri.extract.identity.forms import Form, Likeness, conflict, form, is_part_of, likeness, surest
from tsuzuri.text.normalise import key

UNITE = 0.9
"""From here on a rule unites by itself: only full names that are equal, or what is as good. One wrong union costs more
than ten questions, for all that was known of two people is then told of one."""
ASK = 0.5
"""From here on a person is asked: more likely than not. Below, each question would mostly be answered with no."""

NAMES = 9
"""So many names of a member are compared, its own first."""

_NEIGHBOUR_HALVES_AT = 20
"""A neighbour that is mentioned so often counts half: whoever is in everything tells nothing."""
_NAMED_NEIGHBOURS = 3

_FIGURES: Mapping[Likeness, tuple[float, float]] = {
    Likeness.SAME: (0.92, 0.98),
    Likeness.SPELLING: (0.85, 0.97),
    Likeness.SWAPPED: (0.82, 0.97),  # James Paul and Paul James are two
    Likeness.MIDDLE: (0.70, 0.93),  # or father and son
    Likeness.READING: (0.60, 0.95),  # a reading has many spellings in kanji
    Likeness.COMMON: (0.60, 0.95),
    Likeness.INITIALS: (0.45, 0.95),
    Likeness.TYPO: (0.40, 0.85),
    Likeness.NICKNAME: (0.35, 0.88),
    Likeness.ACRONYM: (0.35, 0.88),
    Likeness.SINGLE: (0.30, 0.88),
    Likeness.PART: (0.20, 0.88),
    Likeness.HEAD: (0.20, 0.85),
}
"""How likely names that are so alike mean one, by themselves and at the very most."""
_SAME_CONTACT = 0.99
_CONTACT_ALONE = 0.6
"""One address and names that say nothing of each other: a person in two scripts, or two who share a mailbox."""
_UNSURE_TYPE = 0.8
_TOGETHER = 0.6
"""Two names of one passage, which was read as a whole and not found to mean one."""
_OTHER_VALUE = 0.75
"""They are said to be different things at what may be one time: another employer, another home."""
_UNSURE = frozenset({EntityType.CONCEPT, EntityType.THING, EntityType.EVENT})


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a relation that has one at a time. Of a date, `norm` is ISO 8601 and two can be told to differ."""

    norm: str
    shown: str
    held: Interval
    is_date: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: all that is one by now, and what is known of it.

    `contacts` are e-mail addresses and phone numbers in normal form. `near` are the entities that it stands with,
    `joined` those at the other end of a fact of its own.
    """

    members: tuple[Entity, ...]
    contacts: frozenset[str] = frozenset()
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    near: frozenset[EntityId] = frozenset()
    joined: frozenset[EntityId] = frozenset()

    @property
    def root(self) -> Entity:
        """The member under which it is read."""
        return self.members[0]

    @property
    def ids(self) -> frozenset[EntityId]:
        """Those of its members."""
        return frozenset(member.id for member in self.members)


@dataclass(frozen=True, slots=True)
class Score:
    """How likely two are one (0..1), and why, for a person to read."""

    value: float
    reason: str


def alike(one: Side, other: Side) -> Likeness | None:
    """How the names of two are alike; None where they are not, or where one of them speaks against it.

    Equal full names outweigh that others of them differ: people marry.
    """
    if not _types_agree(one.root.type, other.root.type) or namesakes(one, other):
        return None
    mine, theirs = _names(one), _names(other)
    found = surest([how for a, b in product(mine, theirs) if (how := _likeness(a, b)) is not None])
    if found in (Likeness.SAME, Likeness.SPELLING, Likeness.MIDDLE):
        return found
    return None if names_conflict(one, other) else found


def namesakes(one: Side, other: Side) -> bool:
    """Whether two members of one type were made with one name: somebody has told them apart, or they would be one."""
    made = [{(key(member.name), member.type) for member in side.members} for side in (one, other)]
    return bool(made[0] & made[1])


def names_conflict(one: Side, other: Side) -> bool:
    """Whether a full name of one speaks against one of the other: another number, another given name."""
    whole = [[name.form for name in _names(side) if not name.short] for side in (one, other)]
    return any(conflict(a, b, one.root.type) for a, b in product(*whole))


def score(one: Side, other: Side, shared: Mapping[Entity, float]) -> Score:
    """How likely two are one. `shared` are neighbours of both, with their weight."""
    how = alike(one, other)
    if not _types_agree(one.root.type, other.root.type):
        return Score(0.0, f"{one.root.type.value} and {other.root.type.value}")
    if namesakes(one, other):
        return Score(0.0, "two of one name, who were told apart")
    if one.ids & other.joined or other.ids & one.joined:
        return Score(0.0, "a fact joins the two")
    if differing := _other_date(one, other):
        return Score(0.0, f"another day: {differing}")
    contact = min(one.contacts & other.contacts, default=None)
    if contact is not None and not names_conflict(one, other):
        if how is not None:
            return Score(_SAME_CONTACT, f"{contact} is of both")
        return Score(_CONTACT_ALONE if "@" in contact else 0.0, f"{contact} is of both, under names of another kind")
    if how is None:
        return Score(0.0, "the names differ")
    return _by_context(one, other, shared, how)


def weight(neighbour: Entity) -> float:
    """How much a neighbour that two share tells (0..1): the less, the more places it stands in."""
    return 1 / (1 + neighbour.mentions / _NEIGHBOUR_HALVES_AT)


def _by_context(one: Side, other: Side, shared: Mapping[Entity, float], how: Likeness) -> Score:
    least, most = _FIGURES[how]
    value = most - (most - least) * 0.5 ** sum(shared.values())
    reasons = [how.value]
    if shared:
        known = sorted(shared, key=lambda entity: (-shared[entity], entity.id))[:_NAMED_NEIGHBOURS]
        reasons.append(f"both with {', '.join(entity.name for entity in known)}")
    if one.root.type is not other.root.type:
        value *= _UNSURE_TYPE
        reasons.append(f"{one.root.type.value} or {other.root.type.value}")
    if one.ids & other.near or other.ids & one.near:
        value *= _TOGETHER
        reasons.append("but named side by side")
    if differing := _other_value(one, other):
        value *= _OTHER_VALUE
        reasons.append(f"but {differing}")
    return Score(value, "; ".join(reasons))


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of a side; `short` where it is cut from another one of its member."""

    form: Form
    short: bool
    type: EntityType


def _names(side: Side) -> list[_Name]:
    return [name for member in side.members for name in _names_of(member)]


def _names_of(member: Entity) -> list[_Name]:
    forms = dict.fromkeys(form(name, member.type) for name in (member.name, *member.aliases)[:NAMES])
    return [_Name(one, any(is_part_of(one, other) for other in forms), member.type) for one in forms]


def _likeness(one: _Name, other: _Name) -> Likeness | None:
    """How two names are alike; a short form that one document uses is in others no more than a part of a name."""
    kind = one.type if one.type not in _UNSURE else other.type
    how = likeness(one.form, other.form, kind)
    if how is None or not (one.short or other.short):
        return how
    if one.short and other.short:
        return None
    return Likeness.PART if how in (Likeness.SAME, Likeness.COMMON, Likeness.SINGLE, Likeness.SPELLING) else None


def _types_agree(one: EntityType, other: EntityType) -> bool:
    return one is other or one in _UNSURE or other in _UNSURE


def _other_date(one: Side, other: Side) -> str:
    """A relation of which they have other dates, neither of which is the other told less exactly; empty if none."""
    for relation in sorted(one.values.keys() & other.values.keys()):
        for mine, theirs in product(one.values[relation], other.values[relation]):
            apart = not (mine.norm.startswith(theirs.norm) or theirs.norm.startswith(mine.norm))
            if mine.is_date and theirs.is_date and apart and "/" not in mine.norm + theirs.norm:
                return f"{relation.replace('_', ' ')} {mine.shown}, {theirs.shown}"
    return ""


def _other_value(one: Side, other: Side) -> str:
    """A relation that has one value at a time, of which they have two at what may be one time; empty if none."""
    for relation in sorted(one.values.keys() & other.values.keys()):
        mine, theirs = one.values[relation], other.values[relation]
        shared = {value.norm for value in mine} & {value.norm for value in theirs}
        if shared or any(value.is_date for value in (*mine, *theirs)):
            continue
        for a, b in product(mine, theirs):
            if a.held.overlaps(b.held):
                return f"{relation.replace('_', ' ')} {a.shown}, {b.shown}"
    return ""
