"""By which blocks a member is found, and by which it looks for others: what keeps matching linear.

Two names that could be one share a block; few others do. A full name stands in the block of each of its parts, but
looks only for members that are named by that part alone: so two of one family name never meet by it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tsuzuri.core.values import Entity, EntityType
from tsuzuri.extract.identity.forms import Form, canonical, form, initials, readings, skeleton
from tsuzuri.extract.identity.score import NAMES

_EACH = 12
"""So many blocks a name."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks in which a member stands, and those in which others are looked for."""

    stands_in: frozenset[str]
    looks_in: frozenset[str]


def blocks(entity: Entity, contacts: Iterable[str] = ()) -> Blocks:
    """The blocks of a member, of its names and of the addresses that are its own."""
    forms = [form(name, entity.type) for name in (entity.name, *entity.aliases)[:NAMES]]
    shared = {f"e:{contact}" for contact in sorted(contacts)[:_EACH]}
    stands, looks = set(shared), set(shared)
    for one in forms:
        own = tuple(_own(one, entity.type))
        stands.update(_bounded((*own, *_by_parts(one, entity.type))))
        looks.update(_bounded((*own, *_for_parts(one, entity.type))))
    return Blocks(frozenset(stands), frozenset(looks))


def is_contact(block: str) -> bool:
    """Whether a block is that of an address or a number, and not of a name."""
    return block.startswith("e:")


def _own(one: Form, type: EntityType) -> Iterator[str]:
    """Blocks that only names share that could be one, whichever is the longer: both stand there and look there."""
    if not one.key:
        return
    yield f"={one.key}"
    if len(one.words) > 1:
        yield f"t:{' '.join(sorted(one.words))}"
    if bones := skeleton(one):
        yield f"k:{bones}"
    if type is EntityType.PERSON:
        yield from (f"r:{read}" for read in sorted(readings(one)))
    if type is EntityType.PERSON and len(one.words) > 1:
        first, last = one.words[0], one.words[-1]
        if len(last) > 1:
            yield f"i:{canonical(first)[0]} {last}"
        if len(one.words) == 2 and len(first) > 1:
            yield f"i:{canonical(last)[0]} {first}"


def _by_parts(one: Form, type: EntityType) -> Iterator[str]:
    """Blocks in which a long name stands, for its short forms to find it."""
    yield from (f"s:{part}" for part in _parts(one, type))
    if acronym := initials(one.words):
        yield f"a:{acronym}"


def _for_parts(one: Form, type: EntityType) -> Iterator[str]:
    """Where a short form looks for the long names it may stand for, and a long name for its short forms."""
    yield f"s:{one.key}"
    if len(one.words) == 1 and one.letters.isascii() and 2 <= len(one.key) <= 6:
        yield f"a:{one.key}"
    yield from (f"={part}" for part in _parts(one, type))
    if acronym := initials(one.words):
        yield f"={acronym}"


def _parts(one: Form, type: EntityType) -> Iterator[str]:
    """What a name may be cut to: a person's family or given name, the first words of a company."""
    if type is EntityType.PERSON:
        if one.cjk and len(one.words) == 1:
            if len(one.key) >= 3:
                yield from dict.fromkeys((one.key[:2], one.key[2:] if len(one.key) > 3 else one.key[1:]))
            if len(one.key) >= 4:
                yield one.key[:3]
        elif len(one.words) > 1:
            yield from (word for word in (one.words[0], one.words[-1]) if len(word) > 1)
    elif type is EntityType.ORGANIZATION and len(one.words) > 1 and not one.cjk:
        yield " ".join(one.words[:-1])


def _bounded(found: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(found))[:_EACH]
