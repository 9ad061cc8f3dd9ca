"""All known names at once, and where they stand in a text.

Texts and names are compared folded, whole words only, and the longest name that stands at a place is meant there, even
if it has two bearers and it stays open which: a shorter name inside it is then no better. Only a name that counts in
some documents alone, and not in this one, is as if it were not there.
The search is Aho-Corasick ("Efficient string matching", CACM 18(6), 1975) by `ahocorasick_rs`.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ahocorasick_rs import AhoCorasick

from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.links import NameOf
from tsuzuri.core.values import EntityType, NameKind
from tsuzuri.extract.identity.titles import bare
from tsuzuri.extract.names import is_generic, stands_for
from tsuzuri.text.folded import folded
from tsuzuri.text.normalise import is_cjk, key
from tsuzuri.text.whole import is_whole

_SHORT_HIRAGANA = re.compile("[\u3041-\u309f\u30fc]{1,2}")
_COMMON = frozenset(
    "will may mark bill rose grace hope faith joy art drew dawn june april august summer autumn sunny "
    "january february march july september october november december "
    "monday tuesday wednesday thursday friday saturday sunday".split()
)


@dataclass(frozen=True, slots=True)
class Found:
    """A name that stands at a span of a text; `bearer` is the entity that it names there, None where that is open."""

    span: Span
    key: str
    bearer: EntityId | None


@dataclass(frozen=True, slots=True)
class _Bearers:
    """Who bears a name, and which of them bear it in documents that do not speak of them.

    `person` when one of them is: then it ends no compound but a title's. `capital` when it is written with one.
    """

    entities: frozenset[EntityId]
    everywhere: frozenset[EntityId]
    person: bool
    capital: bool

    def among(self, spoken_of: Collection[EntityId]) -> EntityId | None:
        """The one that is meant in a document that surely speaks of those entities."""
        meant = self.everywhere if self.everywhere == self.entities else frozenset[EntityId]()
        if len(meant) != 1:
            meant = self.entities.intersection(spoken_of)
        return next(iter(meant)) if len(meant) == 1 else None


class KeySearch:
    """Finds keys in texts, wherever they are whole words."""

    def __init__(self, keys: Iterable[str]) -> None:
        """Of the keys, those that can be told from other words are looked for."""
        self._keys = tuple(one for one in dict.fromkeys(keys) if can_be_found(one))
        self._automaton = AhoCorasick(self._keys)

    def find(self, text: str) -> list[tuple[Span, str]]:
        """Every key at every span where it stands, in order of end in the folded text; they may overlap."""
        one = folded(text)
        found = []
        for index, start, end in self._automaton.find_matches_as_indexes(one.text, overlapping=True):
            span = one.origin(start, end)
            if span is not None and is_whole(text, span, person=False):
                found.append((span, self._keys[index]))
        return found


class NameTable:
    """The names of all entities."""

    def __init__(self, names: Iterable[NameOf]) -> None:
        by_key: dict[str, list[NameOf]] = {}
        for name in names:
            by_key.setdefault(name.key, []).append(name)
        self._bearers = {folded_name: _bearers(of_key) for folded_name, of_key in by_key.items()}
        self._search = KeySearch(by_key)

    def find(
        self, text: str, spoken_of: Collection[EntityId] = frozenset(), taken: Collection[Span] = ()
    ) -> tuple[Found, ...]:
        """The names in a text from left to right, the longest at each place; no two overlap, nor with what is `taken`.

        `spoken_of` are the entities its document surely speaks of: a short form, a bare first name or a name of
        several bearers means the one of its bearers that is among them, if there is one.
        """
        standing = [
            Found(span, name, self._bearers[name].among(spoken_of))
            for span, name in self._search.find(text)
            if self._stands(text, span, name) and not any(_overlap(span, other) for other in taken)
        ]
        standing.sort(key=lambda one: (one.span.start, -one.span.end))
        found: list[Found] = []
        for one in standing:
            counts = one.bearer is not None or self._bearers[one.key].everywhere
            if counts and not (found and _overlap(one.span, found[-1].span)):
                found.append(one)
        return tuple(found)

    def _stands(self, text: str, span: Span, name: str) -> bool:
        bearers = self._bearers[name]
        if bearers.capital and not any(char.isupper() for char in span.of(text)):
            return False
        return not bearers.person or is_whole(text, span, person=True)


def can_be_found(name: str) -> bool:
    """Whether a folded name can be told from other words: not one letter, not two kana, no common word or pronoun."""
    if len(name) < 2 or not any(char.isalpha() for char in name) or _SHORT_HIRAGANA.fullmatch(name):
        return False
    return not (name in _COMMON or is_generic(name) or stands_for(name) is not None)


def _bearers(names: Sequence[NameOf]) -> _Bearers:
    """Who bears the one key of these names."""
    return _Bearers(
        frozenset(name.entity_id for name in names),
        frozenset(name.entity_id for name in names if _names_everywhere(name)),
        any(name.type is EntityType.PERSON for name in names),
        all(any(char.isupper() for char in name.name) for name in names),
    )


def _names_everywhere(name: NameOf) -> bool:
    """Whether a name counts in documents that did not give it: no short form does, and no first name alone."""
    if name.kind is NameKind.SHORT:
        return False
    plain = key(bare(name.name, name.type))
    return name.type is not EntityType.PERSON or " " in plain or any(map(is_cjk, plain))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
