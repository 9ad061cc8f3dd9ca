"""What a category is called, described and tagged by its children alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from tsuzuri.core.values import EntityType
from tsuzuri.enrich.grouping import Node
from tsuzuri.enrich.heads import common
from tsuzuri.enrich.wording import is_name
from tsuzuri.text.normalise import is_cjk, key

MOST_TAGS = 5
_IN_SUMMARY = 5
_OF_EACH = 2


class Language(StrEnum):
    """The language in which categories are named."""

    ENGLISH = "en"
    JAPANESE = "ja"


_TYPES = {
    Language.ENGLISH: {
        EntityType.PERSON: "People",
        EntityType.ORGANIZATION: "Organizations",
        EntityType.PLACE: "Places",
        EntityType.CONCEPT: "Concepts",
        EntityType.THING: "Things",
        EntityType.EVENT: "Events",
    },
    Language.JAPANESE: {
        EntityType.PERSON: "人物",
        EntityType.ORGANIZATION: "組織",
        EntityType.PLACE: "場所",
        EntityType.CONCEPT: "概念",
        EntityType.THING: "事物",
        EntityType.EVENT: "出来事",
    },
}
SPEAKER = {Language.ENGLISH: "Speaker", Language.JAPANESE: "話者"}
UNSORTED = {Language.ENGLISH: "Unsorted", Language.JAPANESE: "未分類"}


def language_of(names: Iterable[str]) -> Language:
    """The language of a library, by how most of its names are written."""
    written = Counter(any(map(is_cjk, name)) for name in names)
    return Language.JAPANESE if written[True] > written[False] else Language.ENGLISH


def type_name(type: EntityType, language: Language) -> str:
    """What all of a type are called."""
    return _TYPES[language][type]


def extractive_name(children: Sequence[Node], language: Language, *, by_type: bool = False) -> str:
    """A name that stands in the children: what most of their facts lead to, else the one that most is said of.

    With `by_type`, what all of their type are called.
    """
    if by_type:
        return type_name(commonest_type(children), language)
    ties = Counter(tie for child in children for tie in set(child.ties) if is_name(tie))
    shared = [tie for tie, count in ties.items() if 2 * count > len(children)]
    if shared:
        return min(shared, key=lambda tie: (-ties[tie], tie))
    known = sorted(children, key=lambda child: (-child.weight, child.name))
    return next((child.name for child in known if is_name(child.name)), type_name(known[0].type, language))


def candidates(children: Sequence[Node], language: Language, *, of_type: bool) -> tuple[str, ...]:
    """What stands in the children that a category of them may be called, the most exact first; none in most cases.

    That is what the facts of most lead to, the words in which most names end and, with `of_type`, what all of their
    type are called: that is true of them where no other is.
    """
    most = len(children) / 2
    ties = Counter(tie for child in children for tie in set(child.ties) if is_name(tie))
    shared = sorted((tie for tie, count in ties.items() if count > most), key=lambda tie: (-ties[tie], tie))
    words = [word for word, count in common([child.name for child in children]) if count > most and is_name(word)]
    kind = [type_name(commonest_type(children), language)] if of_type else []
    by_key = {key(name): name for name in reversed([*shared[:_OF_EACH], *words[:_OF_EACH], *kind])}
    return tuple(by_key.values())[::-1]


def is_reserved(name: str) -> bool:
    """Whether a name is given by rule alone: that of a type ("thing", "People", 人物), Speaker, Unsorted."""
    words = {word for of in _TYPES.values() for word in of.values()}
    words |= {*EntityType, *SPEAKER.values(), *UNSORTED.values()}
    return key(name) in {key(word) for word in words}


def commonest_type(children: Sequence[Node]) -> EntityType:
    """The type of most children; of two that are as common, the one named first."""
    counted = Counter(child.type for child in children)
    return max(EntityType, key=lambda one: counted[one])


def summary(children: Sequence[Node], language: Language) -> str:
    """What a category holds, in a sentence made of the names of those of which most is said."""
    known = sorted(children, key=lambda child: (-child.weight, child.name))
    named, more = [child.name for child in known[:_IN_SUMMARY]], len(known) - _IN_SUMMARY
    if language is Language.JAPANESE:
        return "、".join(named) + (f" ほか{more}件" if more > 0 else "")
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")


def tags(children: Sequence[Node]) -> tuple[str, ...]:
    """The descriptors that most children share, five at most."""
    counted = Counter(tag for child in children for tag in child.tags)
    return tuple(sorted(counted, key=lambda tag: (-counted[tag], tag))[:MOST_TAGS])


class Names:
    """The names given in a layer so far, so that a category that is there already is used again."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_key = {key(name): name for name in names}

    def settle(self, name: str) -> str:
        """The spelling under which a name is used in this layer."""
        return self._by_key.setdefault(key(name), name)

    def all(self) -> tuple[str, ...]:
        """Every one, in the order given."""
        return tuple(self._by_key.values())
