"""Which names of one document are one: spellings, short forms, acronyms, readings, what brackets explain.

Only inside a document may names of two keys be one: elsewhere the same surname may be another person.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.countries import country
from tsuzuri.extract.identity.names import short_forms
from tsuzuri.extract.identity.readings import could_read, latin, latin_name, reading
from tsuzuri.extract.identity.spelling import acronyms, is_acronym, is_subsequence, letters_of, loose, without_club
from tsuzuri.extract.identity.titles import bare
from tsuzuri.text.normalise import Script, is_cjk, key, script

_READ = frozenset({EntityType.PERSON, EntityType.PLACE})
_JAPANESE = frozenset({Script.HAN, Script.HIRAGANA, Script.KATAKANA})
_KANJI_SHORT = range(2, 5)
_MOST_NAMES = 400


@dataclass(frozen=True, slots=True)
class Named:
    """A name of a document: its bare words, their key, their loose form, and the type most mentions give it."""

    text: str
    key: str
    loose: str
    type: EntityType


@dataclass(slots=True)
class _Forest:
    """Keys that are one, each under the key of the name that it stands for."""

    above: dict[str, str] = field(default_factory=dict)

    def root(self, one: str) -> str:
        while one in self.above:
            one = self.above[one]
        return one

    def join(self, alias: str, full: str) -> None:
        mine, theirs = self.root(alias), self.root(full)
        if mine != theirs:
            self.above[mine] = theirs

    def only(self, keys: Iterable[str]) -> str | None:
        """The root of all of these, where they have one and the same."""
        roots = {self.root(one) for one in keys}
        return roots.pop() if len(roots) == 1 else None


def one_each(names: Sequence[tuple[str, EntityType]], glosses: Iterable[tuple[str, str]] = ()) -> Mapping[str, Named]:
    """For the key of every bare name that stands for another one in this document: the fullest of the names it has.

    `names` are its mentions in their order, `glosses` what brackets explain, in pairs of keys (see
    `identity.glosses`).
    A short form that two could have is nobody's. Of very many names only the first are compared.
    """
    named = _named(names)
    forest = _Forest()
    joins = (_spelt_the_same(named), _one_country(named), _explained(named, glosses), _read(named), _romanised(named))
    for alias, full in chain.from_iterable(joins):
        forest.join(alias, full)
    full_names = _FullNames(named)
    for one in sorted(named, key=lambda one: (-len(one.loose), one.key)):
        if (root := forest.only(full_names.of(one))) is not None:
            forest.join(one.key, root)
    by_key = {one.key: one for one in named}
    return {one.key: by_key[root] for one in named if (root := forest.root(one.key)) != one.key}


def could_stand_for(alias: str, full: str, type: EntityType) -> bool:
    """Whether an alias is a short form, an acronym or a reading, which stands for the name in its own document only."""
    if is_acronym(alias) or could_read(alias, full):
        return True
    return key(bare(alias, type)) in one_each([(full, type), (alias, type)])


def _named(names: Sequence[tuple[str, EntityType]]) -> tuple[Named, ...]:
    types: dict[str, Counter[EntityType]] = defaultdict(Counter)
    texts: dict[str, str] = {}
    for text, kind in names:
        plain = bare(text, kind)
        types[key(plain)][kind] += 1
        texts.setdefault(key(plain), plain)
    seen = ((folded, text, loose(text)) for folded, text in texts.items())
    named = (Named(text, folded, form, types[folded].most_common(1)[0][0]) for folded, text, form in seen if form)
    return tuple(named)[:_MOST_NAMES]


def _spelt_the_same(named: Sequence[Named]) -> Iterator[tuple[str, str]]:
    first: dict[str, str] = {}
    clubs: dict[str, str] = {}
    for one in named:
        yield one.key, first.setdefault(one.loose, one.key)
        if one.type is EntityType.ORGANIZATION:
            yield one.key, clubs.setdefault(without_club(one.loose), one.key)


def _one_country(named: Sequence[Named]) -> Iterator[tuple[str, str]]:
    first: dict[str, str] = {}
    for one in sorted(named, key=lambda one: -len(one.key)):
        if one.type is EntityType.PLACE and (code := country(one.text)):
            yield one.key, first.setdefault(code, one.key)


def _explained(named: Sequence[Named], glosses: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    known = {one.key for one in named}
    yield from (pair for pair in glosses if known.issuperset(pair))


def _read(named: Sequence[Named]) -> Iterator[tuple[str, str]]:
    """Kana names that are the reading of the one name with kanji; the dictionary is asked where their forms allow."""
    kana = [one for one in named if all(script(char) is Script.HIRAGANA for char in one.loose) and len(one.loose) > 2]
    for one in kana:
        fulls = [full for full in named if full.type is one.type and could_read(one.text, full.text)]
        read = [full for full in fulls if reading(full.loose) == one.loose]
        if len(read) == 1:
            yield one.key, read[0].key


class _FullNames:
    """The names of a document by the shorter forms they may have."""

    def __init__(self, named: Sequence[Named]) -> None:
        self._of_form: dict[tuple[str, EntityType], set[str]] = defaultdict(set)
        self._of_letters: dict[str, set[tuple[str, EntityType]]] = defaultdict(set)
        for one in named:
            for form in short_forms(one.text, one.type):
                self._of_form[form, one.type].add(one.key)
            for letters in acronyms(one.text):
                self._of_letters[letters].add((one.key, one.type))
        kanji = (one for one in named if one.type is EntityType.ORGANIZATION and _is_kanji(one.key))
        self._kanji = frozenset(one.key for one in kanji)

    def of(self, one: Named) -> set[str]:
        """The keys of the names that this one may stand for: by its form, else as an acronym, else by its kanji."""
        if fulls := self._of_form[one.loose, one.type] - {one.key}:
            return fulls
        if is_acronym(one.text):
            found = self._of_letters[letters_of(one.text)]
            alike = {full for full, kind in found if kind is one.type} - {one.key}
            return alike or {full for full, _ in found} - {one.key}
        if one.key in self._kanji and len(one.key) in _KANJI_SHORT:
            return {full for full in self._kanji if _is_cut_to(one.key, full)}
        return set()


def _romanised(named: Sequence[Named]) -> Iterator[tuple[str, str]]:
    """Latin names that are the reading of the one Japanese name ("Tanaka", 田中); the dictionary is asked at need."""
    here = [one for one in named if one.type in _READ]
    foreign = [one for one in here if not any(map(is_cjk, one.text))]
    japanese = [one for one in here if _is_japanese(one.text)] if foreign else []
    read: dict[tuple[str, EntityType], list[str]] = defaultdict(list)
    for one in japanese:
        read[latin(reading(one.text)), one.type].append(one.key)
    for one in foreign:
        fulls = [full for words in latin_name(one.text) for full in read.get((words, one.type), ())]
        if len(fulls) == 1:
            yield one.key, fulls[0]


def _is_japanese(text: str) -> bool:
    return all(script(char) in _JAPANESE for char in text if not char.isspace())


def _is_kanji(folded: str) -> bool:
    return all(script(char) is Script.HAN for char in folded)


def _is_cut_to(short: str, full: str) -> bool:
    """Whether kanji are those that a long name of kanji is cut to: 東大 of 東京大学."""
    return len(full) > len(short) + 1 and full[0] == short[0] and is_subsequence(short, full)
