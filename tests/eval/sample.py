"""Scores stored facts against the key of the sample (`tests/fixtures/sample_key.toml`, which explains its fields).

A stored fact matches a key fact when both ends are the right entities (or the words the key accepts) and the relation
is one of those the key accepts, in its direction. Names and values are compared by `normalise.key`, without a leading
article. An end whose names belong to two entities of the key has merged them, and matches nothing. Where a fact was
found does not matter: the same thing may be said in several documents.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tsuzuri.text import normalise

_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A stored fact. `object` is an entity's name or a value; `start <= day < end` is when it was valid."""

    subject: str
    relation: str
    object: str
    subject_aliases: tuple[str, ...] = ()
    object_aliases: tuple[str, ...] = ()
    start: date | None = None
    end: date | None = None
    sentence: str = ""
    document: str = ""


@dataclass(frozen=True, slots=True)
class KeyEntity:
    """Something the documents speak of. `aliases` exclude `name`."""

    name: str
    type: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeyFact:
    """A fact that a reader should take, or one that is merely true (then without document and sentence).

    `objects` are the acceptable objects, `relations` the acceptable relations, `inverse` those with subject and
    object exchanged. `start` and `end` are the first and the last day, month or year, ISO, or empty.
    """

    subject: str
    relations: tuple[str, ...]
    objects: tuple[str, ...]
    inverse: tuple[str, ...] = ()
    start: str = ""
    end: str = ""
    hard: bool = False
    document: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """What there is to find, and what is true besides."""

    entities: tuple[KeyEntity, ...]
    facts: tuple[KeyFact, ...]
    also_right: tuple[KeyFact, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Counts, and what was missed and what is wrong, in the order of the key and of the rows.

    `hard_found` of `hard` are the found facts that need another sentence. `dated` are the found facts for which
    the key has a time; `dated_right` those where a matching row has that time.
    """

    facts: int
    found: int
    hard: int
    hard_found: int
    rows: int
    right: int
    dated: int
    dated_right: int
    misses: tuple[KeyFact, ...]
    wrongs: tuple[Row, ...]

    @property
    def found_share(self) -> float:
        """Recall: the share of the key's facts that are stored, 0..1."""
        return _share(self.found, self.facts)

    @property
    def right_share(self) -> float:
        """Precision: the share of stored facts that the key confirms, 0..1; 0 when nothing is stored."""
        return _share(self.right, self.rows)

    @property
    def dated_share(self) -> float:
        """The share of found facts with a time that have the right one, 0..1."""
        return _share(self.dated_right, self.dated)


def parse_key(text: str) -> Key:
    """The key written in TOML.

    Raises:
        KeyError, TypeError: a field is missing or unknown.
        tomllib.TOMLDecodeError: not TOML.
    """
    raw = tomllib.loads(text)
    return Key(
        entities=tuple(KeyEntity(each["name"], each["type"], tuple(each["aliases"])) for each in raw["entities"]),
        facts=tuple(
            _fact(each, document=statement["document"], sentence=statement["sentence"])
            for statement in raw["statements"]
            for each in statement["facts"]
        ),
        also_right=tuple(_fact(each) for each in raw["also_right"]),
    )


def score(rows: Sequence[Row], key: Key) -> Score:
    """Count what was found and what is right."""
    names = _Names(key.entities)
    confirmed = [_matching(rows, fact, names) for fact in key.facts]
    tolerated = [_matching(rows, fact, names) for fact in key.also_right]
    right = {place for places in (*confirmed, *tolerated) for place in places}
    found = [(fact, places) for fact, places in zip(key.facts, confirmed, strict=True) if places]
    dated = [(fact, places) for fact, places in found if fact.start or fact.end]
    return Score(
        facts=len(key.facts),
        found=len(found),
        hard=sum(fact.hard for fact in key.facts),
        hard_found=sum(fact.hard for fact, _ in found),
        rows=len(rows),
        right=len(right),
        dated=len(dated),
        dated_right=sum(any(_same_time(rows[place], fact) for place in places) for fact, places in dated),
        misses=tuple(fact for fact, places in zip(key.facts, confirmed, strict=True) if not places),
        wrongs=tuple(row for place, row in enumerate(rows) if place not in right),
    )


class _Names:
    """Which entity of the key a name belongs to."""

    def __init__(self, entities: Sequence[KeyEntity]) -> None:
        self._owners: Mapping[str, str] = {
            _fold(name): entity.name for entity in entities for name in (entity.name, *entity.aliases)
        }

    def fits(self, name: str, aliases: Sequence[str], accepted: Sequence[str]) -> bool:
        """Whether the end of a stored fact is one of the accepted entities or values."""
        folded = {_fold(each) for each in accepted}
        owners = {self._owners[each] for each in map(_fold, (name, *aliases)) if each in self._owners}
        if len(owners) > 1:
            return False
        meant = {self._owners[each] for each in folded if each in self._owners}
        return bool(owners & meant) or (not owners and _fold(name) in folded)


def _fact(raw: Mapping[str, Any], *, document: str = "", sentence: str = "") -> KeyFact:
    fields = dict(raw)
    accepted = fields.pop("object")
    return KeyFact(
        subject=fields.pop("subject"),
        relations=tuple(fields.pop("relations")),
        objects=(accepted,) if isinstance(accepted, str) else tuple(accepted),
        inverse=tuple(fields.pop("inverse", ())),
        document=document,
        sentence=sentence,
        **fields,
    )


def _matching(rows: Sequence[Row], fact: KeyFact, names: _Names) -> list[int]:
    """The places of the rows that say what `fact` says."""
    return [place for place, row in enumerate(rows) if _says(row, fact, names)]


def _says(row: Row, fact: KeyFact, names: _Names) -> bool:
    subject, target = (row.subject, row.subject_aliases), (row.object, row.object_aliases)
    if row.relation in fact.relations and names.fits(*subject, (fact.subject,)) and names.fits(*target, fact.objects):
        return True
    return row.relation in fact.inverse and names.fits(*target, (fact.subject,)) and names.fits(*subject, fact.objects)


def _same_time(row: Row, fact: KeyFact) -> bool:
    """Whether the row begins and ends in the day, month or year of the key, as far as the key says."""
    last = None if row.end is None else row.end - timedelta(days=1)
    return _within(row.start, fact.start) and _within(last, fact.end)


def _within(day: date | None, period: str) -> bool:
    return not period or (day is not None and day.isoformat().startswith(period))


def _fold(name: str) -> str:
    return normalise.key(_ARTICLE.sub("", name.strip()))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
