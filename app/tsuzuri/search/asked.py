"""What is asked for beside words: `type:` `in:` `before:` `after:` `with:`, "quoted phrases" and -what is not wanted.

Nothing that is typed is an error. What looks like an operator and makes no sense is taken as words, and told. The colon
may be a full-width one, and 「」 are quotation marks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.values import EntityType, Kind
from tsuzuri.text.dates import resolve
from tsuzuri.text.normalise import key
from tsuzuri.text.query import is_question

_QUOTED = '["“”„「]([^"“”„「」]*)["“”„」]'
_PIECE = re.compile(
    rf"(?<!\S)(?P<minus>[-－−])?(?:(?P<operator>type|in|before|after|with)[:：])?(?:{_QUOTED}|(?P<word>[^\s\"“”„「」]+))"
    rf"|{_QUOTED}|(?P<space>\s+)|(?P<mark>.)",
    re.IGNORECASE | re.DOTALL,
)
_KINDS = {kind.value: kind for kind in Kind} | {f"{kind.value}s": kind for kind in Kind} | {"entities": Kind.ENTITY}
_TYPES = {type_.value: type_ for type_ in EntityType}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart. `text` is what is looked for by words, with its quotation marks.

    `kinds` and `types` are empty where any will do. `places` are pieces of a path or title, `names` of entities that
    are named too, each as typed. `phrases` are what is quoted among search words; a question quotes what it speaks of,
    and its answer need not (hotpot100 and niilc fall by 0.06 and 0.02 where it must). What counts was said or held
    before the day `before` and from the day `after` on. `told` says what of it was taken for words, or understood how.
    """

    text: str
    kinds: frozenset[Kind] = frozenset()
    types: frozenset[EntityType] = frozenset()
    places: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    before: date | None = None
    after: date | None = None
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def narrows(self) -> bool:
        """Whether finds have to be looked at one by one."""
        return bool(
            self.types
            or self.places
            or self.names
            or self.before is not None
            or self.after is not None
            or self.phrases
            or self.without
        )


def asked(text: str, today: date) -> Asked:
    """Take a question apart; `today` is the day from which "last week" counts. Never raises for what the text is."""
    parts = _Parts(today)
    for piece in _PIECE.finditer(text):
        quoted = next((group for group in (piece[3], piece[5]) if group is not None), None)
        parts.take(piece, quoted)
    return parts.asked()


class _Parts:
    """What has been understood so far."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._rest: list[str] = []
        self._kinds: set[Kind] = set()
        self._types: set[EntityType] = set()
        self._places: list[str] = []
        self._names: list[str] = []
        self._before: list[date] = []
        self._after: list[date] = []
        self._phrases: list[str] = []
        self._without: list[str] = []
        self._told: list[str] = []

    def take(self, piece: "re.Match[str]", quoted: str | None) -> None:
        value = quoted if quoted is not None else piece["word"]
        if value is None:
            self._rest.append(" " if piece["space"] else piece.group())
        elif not any(map(str.isalnum, value)):
            self._rest.append(piece.group())
        elif piece["operator"]:
            self._operate(piece["operator"].lower(), value, piece)
        elif piece["minus"]:
            self._without.append(value)
        elif quoted is not None:
            self._phrases.append(value)
            self._rest.append(piece.group())
        else:
            self._rest.append(value)

    def asked(self) -> Asked:
        text = " ".join("".join(self._rest).split())
        if not key(text):
            text = " ".join(f'"{name}"' for name in self._names)
        return Asked(
            text,
            frozenset(self._kinds),
            frozenset(self._types),
            tuple(self._places),
            tuple(self._names),
            min(self._before, default=None),
            max(self._after, default=None),
            () if is_question(text) else tuple(self._phrases),
            tuple(self._without),
            tuple(self._told),
        )

    def _operate(self, operator: str, value: str, piece: "re.Match[str]") -> None:
        why = "an operator has no minus" if piece["minus"] else self._understand(operator, value)
        if why:
            self._told.append(f'"{piece.group()}" was taken as words: {why}')
            self._rest.append(piece.group())

    def _understand(self, operator: str, value: str) -> str:
        """Keep what the operator asks; else why it makes no sense."""
        match operator:
            case "type":
                return self._typed(key(value))
            case "in":
                self._places.append(value)
            case "with":
                self._names.append(value)
            case _:
                return self._timed(operator, value)
        return ""

    def _typed(self, value: str) -> str:
        if value in _KINDS:
            self._kinds.add(_KINDS[value])
        elif value in _TYPES:
            self._kinds.add(Kind.ENTITY)
            self._types.add(_TYPES[value])
        else:
            return f"there is no such type; there are {', '.join(_names_of_types())}"
        return ""

    def _timed(self, operator: str, value: str) -> str:
        found = resolve(value, self._today, asked=True)
        if found is None:
            return "that is no date"
        is_before = operator == "before"
        bound = found.interval.start if is_before else found.interval.end
        if bound is None:
            return "that date has no such end"
        (self._before if is_before else self._after).append(bound)
        self._told.append(f'"{value}": {"before" if is_before else "from"} {bound}{"" if is_before else " on"}')
        return ""


def _names_of_types() -> Iterator[str]:
    yield from (kind.value for kind in Kind)
    yield from _TYPES
