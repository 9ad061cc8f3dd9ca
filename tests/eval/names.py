"""Whether different names are ever one by their key alone: all names that are marked in a set, each against each.

Two names collide when the keys of their bare forms are equal and the names are not. They may, where nothing but
spelling (width, case, spaces), a person's title or a company's form makes the difference; anything else is false. What
collides inside one document, and is marked as two entities there, is listed by kind.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from tests.eval.documents import GoldDocument
from tests.eval.identity import TYPES
from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.titles import bare
from tsuzuri.text.normalise import key


class Difference(StrEnum):
    """What makes the difference between two names of one key."""

    SPELLING = "spelling"
    TITLE = "title"
    FORM = "form"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Marked:
    """A name as a document marks it, and as which of its entities."""

    text: str
    type: EntityType
    document: str
    entity: int

    @property
    def key(self) -> str:
        """By which the library takes it for a name it has."""
        return key(bare(self.text, self.type))


@dataclass(frozen=True, slots=True)
class Collision:
    """Two different names of one key; `here` when one document marks them as two entities."""

    one: Marked
    other: Marked
    difference: Difference
    here: bool


def marked(gold: Iterable[GoldDocument]) -> tuple[Marked, ...]:
    """The names of entities in the documents, each once for every entity that bears it."""
    names = (
        Marked(at.of(document.text), TYPES[entity.type], document.id, number)
        for document in gold
        for number, entity in enumerate(document.entities)
        if entity.type in TYPES
        for at in entity.mentions
    )
    return tuple(dict.fromkeys(names))


def pairs(names: Sequence[Marked]) -> int:
    """How many pairs of different names there are."""
    different = len({name.text for name in names})
    return different * (different - 1) // 2


def collisions(names: Sequence[Marked]) -> tuple[Collision, ...]:
    """All pairs of different names that have one key, each pair once; those inside one document first."""
    of_key: dict[str, list[Marked]] = defaultdict(list)
    for name in names:
        of_key[name.key].append(name)
    found: dict[frozenset[str], Collision] = {}
    for one in sorted(_collisions(of_key), key=lambda collision: not collision.here):
        found.setdefault(frozenset((one.one.text, one.other.text)), one)
    return tuple(found.values())


def metrics(names: Sequence[Marked]) -> Mapping[str, float]:
    """`false` is the share of pairs that collide and may not; `pairs`, `collide` and `here.*` are counts."""
    found = collisions(names)
    total = pairs(names)
    false = sum(one.difference is Difference.OTHER for one in found)
    here = {f"here.{how}": sum(one.here and one.difference is how for one in found) for how in Difference}
    return {"false": false / total if total else 0.0, "pairs": total, "collide": len(found), **here}


def account(collision: Collision) -> str:
    """A collision for a person to look at."""
    where = f"two in {collision.one.document}" if collision.here else "apart"
    return f"{collision.difference}: {collision.one.text} | {collision.other.text} ({where})"


def _collisions(of_key: Mapping[str, Sequence[Marked]]) -> Iterator[Collision]:
    for names in of_key.values():
        for one, other in combinations(names, 2):
            if one.text != other.text:
                here = one.document == other.document and one.entity != other.entity
                yield Collision(one, other, _difference(one, other), here)


def _difference(one: Marked, other: Marked) -> Difference:
    if key(one.text) == key(other.text):
        return Difference.SPELLING
    stripped = {name.type for name in (one, other) if name.key != key(name.text)}
    if stripped == {EntityType.PERSON}:
        return Difference.TITLE
    return Difference.FORM if stripped == {EntityType.ORGANIZATION} else Difference.OTHER
