"""Two values of one subject that only seem to exclude each other: decided by rule, without a model.

Each rule says why both hold. What no rule knows stays undecided: nothing here ever says that a fact is wrong.
"""

import re
from collections.abc import Collection

from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.values import Fact
from tsuzuri.extract.identity.countries import country
from tsuzuri.extract.identity.titles import bare
from tsuzuri.text.normalise import is_cjk, key

_WORDS = (ValueType.ROLE, ValueType.TEXT)
_MODIFIED = re.compile(
    r"\b(?:vice|deputy|assistant|associate|acting|former|ex|co|sub|not|no|non|junior|interim)\b|[副元前非旧次代]"
)
"""A president and a vice president are two things: what changes the sense of the word that it stands before."""
_AMOUNT = re.compile(r"(?P<bound>[~<>=]*)(?P<low>-?[\d.]+?)(?:\.\.(?P<high>-?[\d.]+))?(?: (?P<unit>.+))?")


def both_hold(one: Fact, other: Fact, names: Collection[str] = (), other_names: Collection[str] = ()) -> str:
    """Why two facts of one subject and relation can both be true; empty where no rule tells.

    `names` are the other names of the object of `one`, `other_names` those of `other`'s.
    """
    if one.form is not None and other.form is not None:
        return _values(one.form, other.form)
    if one.form is not None or other.form is not None:
        return "it is the same, by another spelling" if _plain(one) & _plain(other) else ""
    shared = {*map(key, names), *_plain(one)} & {*map(key, other_names), *_plain(other)}
    land = country(one.object_name)
    if shared or (land and land == country(other.object_name)):
        return "it is the same, by another name"
    return _more_exact(key(one.object_name), key(other.object_name), anywhere=False)


def _plain(fact: Fact) -> set[str]:
    """The keys of an object's name, with and without its legal form or title."""
    return {key(bare(fact.object_name, kind)) for kind in ("person", "organization", "")}


def _values(one: ValueForm, other: ValueForm) -> str:
    if one.norm == other.norm:
        return "it is the same, by another spelling"
    if one.type is ValueType.AMOUNT and other.type is ValueType.AMOUNT:
        return _amounts(one.norm, other.norm)
    if one.type is ValueType.DATE and other.type is ValueType.DATE:
        short, long = sorted((one.norm, other.norm), key=len)
        return "one of them is more exact" if long.startswith(f"{short}-") and "/" not in long else ""
    if one.type in _WORDS and other.type in _WORDS:
        return _more_exact(key(one.norm), key(other.norm), anywhere=True)
    return ""


def _amounts(one: str, other: str) -> str:
    """Amounts in two units may be one amount; one that lies in the other is more exact."""
    left, right = _AMOUNT.fullmatch(one), _AMOUNT.fullmatch(other)
    if left is None or right is None:
        return ""
    if left["unit"] != right["unit"]:
        return "they are given in two units"
    (low, high), (other_low, other_high) = _range(left), _range(right)
    inside = low <= other_low and other_high <= high
    around = other_low <= low and high <= other_high
    return "one of them is more exact" if (inside or around) and not (left["bound"] or right["bound"]) else ""


def _range(found: re.Match[str]) -> tuple[float, float]:
    return float(found["low"]), float(found["high"] or found["low"])


def _more_exact(one: str, other: str, *, anywhere: bool) -> str:
    """Whether one is the other and something more.

    Of names what follows makes them more exact ("Berlin, Germany", 東京都港区) and what goes before makes them others
    ("New York", 東京都 to 京都); of other words both may (`anywhere`: "senior engineer", 営業部長).
    """
    short, long = sorted((one, other), key=len)
    if not short or short == long:
        return ""
    at = long.find(short)
    while at >= 0:
        end = at + len(short)
        rest = f"{long[:at]} {long[end:]}"
        if (at == 0 or anywhere) and _parted(long, at) and _parted(long, end) and not _changes(rest):
            return "one of them is more exact"
        at = long.find(short, at + 1)
    return ""


def _changes(rest: str) -> bool:
    """Whether what one has more makes it another thing: another number, or a word that turns the sense."""
    return any(map(str.isdecimal, rest)) or _MODIFIED.search(rest) is not None


def _parted(text: str, at: int) -> bool:
    """Whether a word may begin or end there."""
    if at in (0, len(text)):
        return True
    before, after = text[at - 1], text[at]
    return is_cjk(before) or is_cjk(after) or not (before.isalnum() and after.isalnum())
