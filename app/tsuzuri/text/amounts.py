"""Amounts in English and Japanese, brought to one form by which they are compared.

No library is used for units: quantulum3 (10 MB) knows English only, pint has neither counters nor Japanese, and
Babel (10 MB) names currencies but reads no amounts. What a person's notes need is a short table (`text.units`).
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from tsuzuri.text.approximate import bound, folded, splits
from tsuzuri.text.durations import is_length
from tsuzuri.text.numerals import NUMBER, number, plain, scale_of
from tsuzuri.text.units import CURRENCIES, RATES, unit_of

_MARKS = {spelling for spelling in CURRENCIES if not any(map(str.isalpha, spelling[-1]))}
_MARKS |= {code.lower() for code in CURRENCIES.values()}
_MARK = "|".join(re.escape(mark) for mark in sorted(_MARKS, key=len, reverse=True))
_SINGLE = re.compile(
    rf"(?P<mark>(?i:{_MARK}))? ?(?P<sign>-)?(?P<number>{NUMBER})(?P<letters>[mMbB]n?\b)?"
    r"(?P<gap> ?)(?:-(?=[^\W\d]))?(?P<unit>.*)"
)
_RATE_BEFORE = re.compile(rf"^({'|'.join(word for word in RATES if not word.isascii() and len(word) > 1)})(?=\S)")
_RATE_AFTER = re.compile(rf"(?: ?/ ?| per | an? )({'|'.join(sorted(RATES, key=len, reverse=True))})$")
_TENTHS = re.compile(r"(?P<tenths>[0-9.]+|[一二三四五六七八九十])割(?:(?P<hundredths>[0-9]|[一二三四五六七八九])分)?")

_NOUN = re.compile(r"[a-z][a-z-]+(?: [a-z][a-z-]+){0,2}")
_NO_NOUN = frozenset("of the in at and or to on per a an by for from with than is are was were am pm as more".split())
_ARTICLES = frozenset({"a", "an", "half a", "half an"})
_PLAIN_COUNTERS = frozenset("人 名 円 個 台 枚 件 回 冊 本 社".split())
"""What may stand after one kanji numeral alone: 三戸 and 千歳 are towns, 一部 is a part."""


@dataclass(frozen=True, slots=True)
class _Amount:
    """One amount; `words` are those of its number, and a bare number has no `unit`."""

    value: Decimal
    words: str
    unit: str


def amount(words: str) -> str | None:
    """The normal form of an amount: "3200 JPY", "~200 m2", "10..12 people", "5 %"; None for anything else.

    A number is a decimal without grouping; "..", "~", "<", ">=" and the like say a range, about, less than, at least.
    The unit has one name (`text.units`), a currency its ISO 4217 code, and what an amount is counted by follows a "/"
    ("40 EUR/month"). A noun in English that is no known unit stays as it is written. Nothing is converted. A length of
    time is no amount, see `text.durations`. Never raises.
    """
    text, rate = _rate(folded(words))
    text, sign = bound(text)
    if not rate:
        text, rate = _rate(text)
    found = _both_ends(text)
    if found is None or (rate and not found[1].unit):
        return None
    low, high = found
    span = plain(low.value) if low.value == high.value else f"{plain(low.value)}..{plain(high.value)}"
    return f"{sign}{span} {high.unit}{f'/{rate}' if rate else ''}".strip()


def _rate(text: str) -> tuple[str, str]:
    """The words without what the amount is counted by ("a month", 月額), and its name."""
    if match := _RATE_BEFORE.match(text):
        return text[match.end() :], RATES[match[1]]
    if match := _RATE_AFTER.search(text):
        return text[: match.start()], RATES[match[1]]
    return text, ""


def _both_ends(text: str) -> tuple[_Amount, _Amount] | None:
    if (single := _single(text)) is not None:
        return single, single
    for left, right in splits(text):
        low, high = _single(left), _single(right)
        if low is not None and high is not None and (found := _agreed(low, high)) is not None:
            return found
    return None


def _agreed(low: _Amount, high: _Amount) -> tuple[_Amount, _Amount] | None:
    """The two ends of a range with what each left to the other: "3-4 million", "$10-12", 10～12人."""
    if not low.unit and (scale := scale_of(high.words)) and not scale_of(low.words):
        scaled = number(f"{low.words}{scale}") or number(f"{low.words} {scale}")
        low = replace(low, value=scaled) if scaled is not None and scaled <= high.value else low
    unit = low.unit or high.unit
    if low.value >= high.value or {low.unit, high.unit} - {"", unit}:
        return None
    return replace(low, unit=unit), replace(high, unit=unit)


def _single(text: str) -> _Amount | None:
    if match := _TENTHS.fullmatch(text):
        return _tenths(match)
    match = _SINGLE.fullmatch(text)
    if match is None:
        return None
    words, letters, rest = match["number"], match["letters"] or "", match["unit"].strip()
    currency = CURRENCIES.get((match["mark"] or "").lower(), "")
    if letters and (currency or rest.casefold() in CURRENCIES):
        words += letters
    else:
        rest = letters + rest
    value = number(words)
    unit = currency or _unit(words, rest, spaced=bool(match["gap"]))
    if value is None or unit is None or (currency and rest):
        return None
    return _Amount(-value if match["sign"] else value, words, unit)


def _unit(words: str, rest: str, *, spaced: bool) -> str | None:
    """The name of what follows a number; None if nothing is counted by it."""
    if not rest:
        bare = any(char.isdecimal() for char in words) or (len(words) > 1 and not words.isascii())
        return "" if bare else None
    if len(words) == 1 and not words.isascii() and rest not in _PLAIN_COUNTERS:
        return None
    if known := unit_of(rest):
        return known
    counted = _NOUN.fullmatch(rest) and not _NO_NOUN & {*rest.split()} and not is_length(rest.split()[0])
    return rest if spaced and counted and words.casefold() not in _ARTICLES else None


def _tenths(match: re.Match[str]) -> _Amount | None:
    """割 is a tenth and 分 a hundredth: 3割5分 are 35 %."""
    tenths, hundredths = number(match["tenths"]), number(match["hundredths"] or "0")
    if tenths is None or hundredths is None:
        return None
    return _Amount(tenths * 10 + hundredths, match[0], "%")
