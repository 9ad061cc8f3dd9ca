"""What a name says by itself of what it names: green tea is a tea, 東京大学 is a 大学, biophysics is a physics."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuzuri.enrich.clustering import mean_direction
from tsuzuri.text.normalise import Script, is_cjk, key, script

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

_LEAST_COMPOUND = 4
"""So many letters make a word inside a word: physics in biophysics, and not tea in steak."""
_LEAST_SHARED = 3
"""So many names that end alike make a kind, though nothing is called that."""
_LEAST_WORD = 3
_NO_BEGINNING = frozenset({"of", "the", "a", "an", "and", "in", "on", "at", "for", "to", "from", "de", "von", "van"})
_CJK_NAME = range(2, 7)
FAMILY = 3
NEAR = 0.4
"""From which cosine on, of centred vectors, a thing is taken for one of a family of more than `FAMILY`.

Chosen on terms of food and of science: lower costs precision, higher finds few."""


@dataclass(frozen=True, slots=True)
class Family:
    """Names that share a head. `members` are places in the names given; that of the head itself is `own`, if any."""

    name: str
    members: tuple[int, ...]
    own: int | None


def heads(folded: str) -> Iterator[str]:
    """What a folded name may be a kind of, the longest first: its last words, the first of "history of science"."""
    if " " in folded:
        words = folded.split(" ")
        for at in range(1, len(words)):
            yield " ".join(words[at:])
        first, of, _ = folded.partition(" of ")
        if of:
            yield first
    elif folded and is_cjk(folded[-1]):
        # 緑茶 is a 茶, and 東京都 no 京都: what is longer than a character has more than one before it.
        for at in range(2, len(folded) - 1):
            yield folded[at:]
        if len(folded) > 1:
            yield folded[-1]
    else:
        for at in range(2, len(folded) - _LEAST_COMPOUND + 1):
            yield folded[at:]


def kinds(names: Sequence[str]) -> tuple[int | None, ...]:
    """For each name the place of another that it is a kind of, by its longest head; None where no head is a name."""
    keys = [key(name) for name in names]
    places = {folded: at for at, folded in reversed(list(enumerate(keys)))}
    return tuple(
        next((places[head] for head in heads(folded) if head in places and head != folded), None) for folded in keys
    )


def families(names: Sequence[str]) -> tuple[Family, ...]:
    """Names gathered by their longest head that is a name, else by the longest that three or more have in common."""
    keys = [key(name) for name in names]
    places = {folded: at for at, folded in reversed(list(enumerate(keys)))}
    shared = Counter(head for folded in keys for head in heads(folded))
    members: defaultdict[str, list[int]] = defaultdict(list)
    for at, folded in enumerate(keys):
        found = list(heads(folded))
        head = next((one for one in found if one in places and one != folded), None) or next(
            (one for one in found if shared[one] >= _LEAST_SHARED and _is_word(one, folded)), None
        )
        if head is not None:
            members[head].append(at)
    return tuple(_family(head, at, names, places) for head, at in members.items() if head in places or len(at) > 1)


def common(names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The words in which names end, or that are a name, with how many of two or more; those of most names first."""
    keys = [key(name) for name in names]
    words = [(*(head for head in heads(folded) if _is_word(head, folded)), folded) for folded in keys]
    counted = Counter(word for of in words for word in of)
    spelt: dict[str, str] = {}
    for name, of in zip(names, words, strict=True):
        if (word := max(of, key=lambda one: (counted[one] > 1, len(one)))) and counted[word] > 1:
            spelt.setdefault(word, _spelt(word, name))
    return tuple((spelt[word], counted[word]) for word in sorted(spelt, key=lambda word: (-counted[word], word)))


def joined(vectors: "Vectors", found: Mapping[int, Sequence[int]], free: Sequence[int]) -> dict[int, int]:
    """Which of the `free` rows are so near a family that they belong to it, and to which.

    `vectors` are centred; `found` has the rows of each family. Small families draw nothing near.
    """
    great = [id_ for id_, rows in found.items() if len(rows) > FAMILY]
    if not great or not free:
        return {}
    near = vectors[list(free)] @ mean_direction(vectors, [found[id_] for id_ in great]).T
    return {
        row: great[int(best)]
        for row, best, score in zip(free, near.argmax(axis=1), near.max(axis=1), strict=True)
        if score >= NEAR
    }


def _is_word(head: str, folded: str) -> bool:
    """Whether a head that is no name stands as a word of its own at the end of a name."""
    before = folded[: -len(head)][-1:] if folded.endswith(head) else ""
    if is_cjk(head[-1]):
        return len(head) in _CJK_NAME and not script(head[0]) == script(before or " ") == Script.KATAKANA
    words = head.split()
    return before == " " and len(head) >= _LEAST_WORD and all(map(str.isalpha, words)) and words[0] not in _NO_BEGINNING


def _family(head: str, members: Sequence[int], names: Sequence[str], places: Mapping[str, int]) -> Family:
    own = places.get(head)
    if own is not None:
        return Family(names[own], tuple(sorted({*members, own})), own)
    return Family(_spelt(head, names[members[0]]), tuple(members), None)


def _spelt(head: str, name: str) -> str:
    """A folded head as it is written at the end of a name, if it is."""
    written = name[-len(head) :]
    return written if key(written) == head else head
