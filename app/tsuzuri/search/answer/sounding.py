"""Names in the other script: 磯沼製作所 may be meant by "Isonuma Works", and Chinatsu Hatakoshi is 波多腰千夏.

Nothing is merged by it: what sounds alike among the names of the passages at hand is looked for there too.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, EntityType
from tsuzuri.search.answer.inquiry import Inquiry, Named
from tsuzuri.text.normalise import is_cjk

Sound = Callable[[str], str]
"""What a name sounds like in Latin letters: a Japanese one as it is read, any other without case and marks."""

_NAMES_A_PASSAGE = 24
_MOST_NAMES = 400
_LEAST = 5
"""A family name or the first word of a company's name counts from so many letters on."""


def heard(inquiry: Inquiry, ids: Sequence[PassageId], backend: Backend, sound: Sound) -> Inquiry:
    """The question with the names of these passages that sound like its own in the other script. Two queries."""
    if not inquiry.names:
        return inquiry
    nodes = backend.edges.passages(ids, _NAMES_A_PASSAGE)
    near = dict.fromkeys(entity_id for node in nodes.values() for entity_id, _ in node.entities)
    there = backend.graph.entities_by_id(list(near)[:_MOST_NAMES])
    return replace(inquiry, names=tuple(_with_heard(name, there, sound) for name in inquiry.names))


def _with_heard(name: Named, there: Sequence[Entity], sound: Sound) -> Named:
    known: set[EntityId] = {entity.id for entity in name.bearers}
    person = any(entity.type is EntityType.PERSON for entity in name.bearers)
    spelled = tuple(dict.fromkeys((name.words, *(entity.name for entity in name.bearers))))
    found = [
        other
        for other in there
        if other.id not in known and any(alike(one, other.name, sound, person=person) for one in spelled)
    ]
    return replace(name, bearers=(*name.bearers, *found))


def alike(one: str, other: str, sound: Sound, *, person: bool) -> bool:
    """Whether two names in different scripts are read alike.

    A person is one by the whole name, the family name first or last, or where one of the two is a single name. Of
    anything else the first word decides, which tells it from others: "Works" is said in another word.
    """
    if is_cjk(one[0]) == is_cjk(other[0]):
        return False
    latin, japanese = (other, one) if is_cjk(one[0]) else (one, other)
    words = [spoken for word in latin.split() if (spoken := sound(word))]
    read = sound(japanese)
    if not words or not read:
        return False
    if read in ("".join(words), "".join(reversed(words))):
        return True
    if person:
        return len(read) >= _LEAST and len(words) > 1 and read in words
    return len(words[0]) >= _LEAST and read.startswith(words[0])
