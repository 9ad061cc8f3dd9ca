"""English words of time. Quarters are of the calendar year, unless "fiscal" or "FY" says otherwise."""

import re
import unicodedata
from functools import lru_cache

from tsuzuri.text.dates_en_words import (
    DAYS,
    DECADES,
    MONTH,
    MONTHS,
    OFFSET,
    OFFSETS,
    PARTS,
    SEASONS,
    UNIT,
    UNITS,
    WEEKDAY,
    WEEKDAYS,
    WORDS,
)
from tsuzuri.text.dates_grammar import (
    DASHES,
    Bound,
    Grammar,
    first_period,
    numeric_period,
    two_digit_year,
)
from tsuzuri.text.periods import (
    Anchor,
    Part,
    Period,
    Unit,
    calendar_year,
    century,
    day_in,
    fiscal_year,
    month_in,
    months,
    on,
    part_of,
    share_of,
    weekday_in,
)

_PREPOSITION = re.compile(
    r"(?:back in|as|in|on|at|during|all|throughout|within|over(?! \d| an? )|for|around|about|circa|ca?|approximately"
    r"|roughly) (.+)"
)
_CLOCK = re.compile(
    r"(.+?)(?: at| from)?"
    r"(?: (?:morning|afternoon|evening|night|noon|midnight)"
    r"| \d{1,2}(?::\d{2}){1,2}(?: ?[ap]m)?| \d{1,2} ?[ap]m|[- ]+\d{1,2}:\d{2}(?: ?[ap]m)?)+"
    r"(?: ?(?:utc|gmt|jst|z|[+-]\d{2}:?\d{2}))?"
)
_YEAR_FORM = r"(?:[12]\d{3}|'\d{2})"
_YEAR_AFTER = re.compile(rf"(?P<words>.+?)[ /-]*(?P<year>{_YEAR_FORM})")
_YEAR_BEFORE = re.compile(rf"(?P<year>{_YEAR_FORM})[ /-]*(?P<words>[a-z].+|\dh)")
_YEAR_NAMED = re.compile(r"(?P<words>.+) (?P<offset>last|this|next) year|(?P<before>last|this|next) year (?P<rest>.+)")
_FISCAL_FORM = r"(?:fy|fiscal year|fiscal) ?'?(\d{4}|\d{2})(?:[-/]\d{2,4})?"
_FISCAL = re.compile(rf"(?:(?P<before>q[1-4]|h[12]|[1-4]th quarter) )?{_FISCAL_FORM}(?: (?P<after>q[1-4]|h[12]))?")
_MONTH_DAY = re.compile(rf"({MONTH})[ -](\d{{1,2}})(?:th)?")
_DAY_MONTH = re.compile(rf"(\d{{1,2}})(?:th)?[ -]({MONTH})")
_QUARTER = re.compile(r"q([1-4])|([1-4])(?:q|th quarter)")
_HALF = re.compile(r"h([12])|([12])h")
_DECADE = re.compile(r"(\d{3}0|'?\d0)s")
_CENTURY = re.compile(r"(\d{1,2})th century")
_WEEKDAY_ALONE = re.compile(rf"(?:(last|this|next|coming|upcoming) )?({WEEKDAY})")
_WEEKDAY_FIRST = re.compile(rf"(?P<weekday>{WEEKDAY}) (?P<words>.+)")
_WEEKDAY_LAST = re.compile(rf"(?P<words>.+) (?P<weekday>{WEEKDAY})")
_RELATIVE = re.compile(rf"({OFFSET}) (week|month|quarter|year|fiscal year|decade)")
_TWO_OFF = re.compile(r"(week|month|quarter|year) (before last|after next)")
_OF_OUR_ERA = re.compile(r"(?:ad|ce) (\d{1,4})|(\d{1,4}) (?:ad|ce)")
_SO_FAR = re.compile(r"(earlier|later) this (week|month|quarter|year|decade)")
_AGO = re.compile(rf"(\d+|an?) ({UNIT})s? (?:ago|back)")
_AHEAD = re.compile(rf"in (\d+|an?) ({UNIT})s?(?: time)?|(\d+|an?) ({UNIT})s? from (?:now|today)")
_HOURS_AGO = re.compile(r"(\d+|an?) (second|minute|hour|sec|min|hr)s? ago")
_DAY_OF_MONTH = re.compile(r"(\d{1,2})th(?: (last|this|next) month)?")
_PART = re.compile(
    rf"(?!(?:beginning|start|end|middle) (?:in|on|from|with|about|around|circa|ca?)\b)({'|'.join(PARTS)})[ -](.+)"
)
_PART_LAST = re.compile(r"(week|month|quarter|year|decade|fiscal year)[ -](end)")

_BOUNDS = (
    (re.compile(r"(?:ever )?since (?:at least )?(?P<words>.+)"), Bound.SINCE_PAST),
    (re.compile(r"(?:starting|effective|with effect|as(?= from))(?: (?:in|on|from|as))? (?P<words>.+)"), Bound.SINCE),
    (re.compile(r"beginning (?P<words>(?:in|on|from|with|about|around|circa|ca?) .+)"), Bound.SINCE),
    (re.compile(r"from (?P<words>.+?)(?: (?:on|onwards?|forwards?))?"), Bound.SINCE),
    (re.compile(r"(?P<words>.+) (?:onwards?|forwards?)"), Bound.SINCE),
    (re.compile(r"(?P<words>.+?) ?[-~]"), Bound.SINCE),
    (re.compile(r"(?:after|later than) (?P<words>.+)"), Bound.AFTER),
    (re.compile(r"(?:up )?(?:until|'?til|till|through|thru) (?P<words>.+)"), Bound.UNTIL),
    (re.compile(r"up to (?P<words>.+)"), Bound.UNTIL),
    (re.compile(r"(?:by|(?:no|not) later than) (?P<words>.+)"), Bound.BY),
    (re.compile(r"~ ?(?P<words>.+)"), Bound.UNTIL),
    (re.compile(r"(?:before|prior to|earlier than) (?P<words>.+)"), Bound.BEFORE),
)
_FROM = "(?:(?:from|in|for|during|throughout) )?"
_RANGES = (
    re.compile(rf"{_FROM}(?P<left>.+?) (?:to|until|till|through|thru) (?P<right>.+)"),
    re.compile(r"between (?P<left>.+?) (?:and|to) (?P<right>.+)"),
    re.compile(rf"{_FROM}(?P<left>.+?) ?~ ?(?P<right>.+)"),
    re.compile(rf"{_FROM}(?P<left>.+?) - (?P<right>.+)"),
    re.compile(rf"{_FROM}(?P<left>[^-]+)-(?P<right>[^-]+)"),
)
_LOOKBACKS = (
    (re.compile(rf"for (?:past|last) (?:(?P<count>\d+) )?(?P<unit>{UNIT})s?"), Bound.SINCE),
    (re.compile(rf"(?:(?:in|over|during|within) )?(?:past|last) (?P<count>\d+) (?P<unit>{UNIT})s?"), Bound.WITHIN),
    (re.compile(rf"(?:(?:in|over|during|within) )?past (?P<unit>{UNIT})"), Bound.WITHIN),
    (re.compile(rf"(?:in|over|during|within|for) (?:next|coming) (?P<count>\d+) (?P<unit>{UNIT})s?"), Bound.COMING),
    (re.compile(rf"within (?:(?P<count>\d+)|an?) (?P<unit>{UNIT})s?"), Bound.COMING),
)
_LENGTH = rf"(?:(?P<count>\d+)|an?) (?P<unit>{UNIT})s?"
_LENGTHS = (
    (re.compile(rf"(?:for )?{_LENGTH} (?:from|starting(?: in| on)?|beginning(?: in| on)?) (?P<words>.+)"), Bound.SINCE),
    (re.compile(rf"(?:from|since|starting(?: in| on)?) (?P<words>.+?) for {_LENGTH}"), Bound.SINCE),
    (re.compile(rf"for {_LENGTH} (?:until|'?til|till|to|up to|through) (?P<words>.+)"), Bound.UNTIL),
)
_CURRENT = frozenset(
    (
        *("now", "right now", "as now", "currently", "current", "present", "presently", "at present"),
        *("at moment", "nowadays", "these days", "to date", "to this day"),
    )
)


_YEARS = re.compile(r"(?<!\d)(\d{4}) ?(?:[‒–—]|(?:[-/](?=\d+ season)))(\d{2})(?![\d‒–—-])")
"""A month has a hyphen before it (2009-10), years have a dash between them (2009–10) or are those of a season."""
_CARDINAL = "|".join(word for word, form in WORDS.items() if form.isdigit())
_THOSE = re.compile(rf"\bin the (?=(?:\d+|{_CARDINAL}) (?:{UNIT})s?\b)")
"""In two years they will, in the two years they did."""
_LAST_TOUCHES = (
    (re.compile(r"\bas (?:early|late|recently) as\b"), "in"),
    (re.compile(r"(?<=\d) season$"), ""),
    (re.compile(r"\bwinter (\d{4})[-/ ]+(?:\d{4}|\d{2})$"), r"winter \1"),
    (re.compile(r"\b([1-4]q|q[1-4]|[12]h|h[12])(\d{2})$"), r"\1 '\2"),
    (re.compile(r"(?<!fiscal )\byear (?=\d{4}\b)"), ""),
    (re.compile(r"^((?:from|since|starting) .+) until further notice$"), r"\1"),
)


def _fold(words: str) -> str:
    text = _YEARS.sub(r"\1 - \2", unicodedata.normalize("NFKC", words)).translate(DASHES).casefold()
    text = re.sub(r"(?<=[a-z])\.|[,()\[\]]|(?<=[a-z])'s\b", " ", text)
    text = re.sub(r"(?<=\d0)'s\b", "s", text)
    text = re.sub(r"(?<=\d)(?:st|nd|rd)\b", "th", text)
    text = re.sub(r"\b([ap])\s+m\b", r"\1m", text)
    text = _THOSE.sub("in those ", text)
    text = re.sub(r"\b(?:the|of)\b", " ", text)
    text = re.sub(r"[a-z]+", lambda word: WORDS.get(word[0], word[0]), text)
    text = " ".join(text.split()).strip('".;:!? ')
    text = text.replace("a 2 ", "2 ").replace("half a year", "6 months").replace("a year and a half", "18 months")
    text = text.replace("year-end", "year end").replace("month-end", "month end")
    for pattern, form in _LAST_TOUCHES:
        text = pattern.sub(form, text)
    return text


def _named_day(words: str, anchor: Anchor) -> Period | None:
    offset = DAYS.get(words)
    if match := _HOURS_AGO.fullmatch(words):  # the reference is a day: only whole days of hours can be told
        offset = -(_number(match[1]) // 24) if match[2] in ("hour", "hr") else 0
    return None if offset is None else anchor.unit(Unit.DAY, offset)


def _decade_or_century(words: str, anchor: Anchor) -> Period | None:
    if words in DECADES:
        return _decade(DECADES[words], anchor)
    if match := _DECADE.fullmatch(words):
        return _decade(int(match[1].strip("'")), anchor)
    match = _CENTURY.fullmatch(words)
    return century(int(match[1])) if match else None


def _decade(year: int, anchor: Anchor) -> Period:
    if year < 100:
        year = anchor.reference.year - (anchor.reference.year - year) % 100
    return months(year, 1, 120)


def _fiscal(words: str, anchor: Anchor) -> Period | None:
    match = _FISCAL.fullmatch(words)
    if match is None:
        return None
    number = int(match[2])
    year = fiscal_year(number if number > 99 else two_digit_year(number, anchor.reference))
    share = match["before"] or match["after"]
    return _share(year, share) if share else year


def _share(year: Period, words: str) -> Period | None:
    if match := _QUARTER.fullmatch(words):
        return share_of(year, 4, int(match[1] or match[2]))
    match = _HALF.fullmatch(words)
    return share_of(year, 2, int(match[1] or match[2])) if match else None


def _relative(words: str, anchor: Anchor) -> Period | None:
    if match := _RELATIVE.fullmatch(words):
        return anchor.unit(UNITS[match[2]], OFFSETS[match[1]])
    if match := _TWO_OFF.fullmatch(words):
        return anchor.unit(UNITS[match[1]], -2 if match[2] == "before last" else 2)
    if words in ("weekend", "last weekend", "this weekend", "next weekend"):
        offset = OFFSETS.get(words.partition(" ")[0], 0)
        return part_of(anchor.unit(Unit.WEEK, offset), Part.END)
    if match := _SO_FAR.fullmatch(words):
        whole = anchor.unit(UNITS[match[2]])
        today = anchor.unit(Unit.DAY)
        ends = (whole.start, today.start) if match[1] == "earlier" else (today.end, whole.end)
        return Period(*ends, whole.precision) if ends[0] < ends[1] else None
    return None


def _counted(words: str, anchor: Anchor) -> Period | None:
    if match := _AGO.fullmatch(words):
        return anchor.unit(UNITS[match[2]], -_number(match[1]))
    if match := _AHEAD.fullmatch(words):
        return anchor.unit(UNITS[match[2] or match[4]], _number(match[1] or match[3]))
    return None


def _number(word: str) -> int:
    return int(word) if word.isdigit() else 1


def _day_of_month(words: str, anchor: Anchor) -> Period | None:
    match = _DAY_OF_MONTH.fullmatch(words)
    if match is None:
        return None
    if match[2] is None:
        return anchor.day_of_month(int(match[1]))
    month = anchor.unit(Unit.MONTH, OFFSETS[match[2]]).start
    return on(month.year, month.month, int(match[1]))


def _weekday(words: str, anchor: Anchor) -> Period | None:
    if match := _WEEKDAY_ALONE.fullmatch(words):
        number = WEEKDAYS[match[2]]
        match match[1]:
            case None:
                return anchor.weekday(number)
            case "last":
                return anchor.weekday_before(number)
            case "this":
                return weekday_in(anchor.unit(Unit.WEEK), number)
            case _:
                return anchor.weekday_after(number)
    named = _WEEKDAY_FIRST.fullmatch(words) or _WEEKDAY_LAST.fullmatch(words)
    period = _period(named["words"], anchor) if named else None
    return weekday_in(period, WEEKDAYS[named["weekday"]]) if named and period else None


def _part(words: str, anchor: Anchor) -> Period | None:
    if match := _PART_LAST.fullmatch(words):
        return part_of(anchor.unit(UNITS[match[1]]), Part.END)
    match = _PART.fullmatch(words)
    if match is None:
        return None
    unit = UNITS.get(match[2])
    whole = anchor.unit(unit) if unit else _period(match[2], anchor)
    return part_of(whole, PARTS[match[1]]) if whole else None


def _within(year: Period, words: str) -> Period | None:
    if words in MONTHS:
        return month_in(year, MONTHS[words])
    if match := _MONTH_DAY.fullmatch(words):
        return day_in(year, MONTHS[match[1]], int(match[2]))
    if match := _DAY_MONTH.fullmatch(words):
        return day_in(year, MONTHS[match[2]], int(match[1]))
    if words in SEASONS:
        return month_in(year, SEASONS[words], 3)
    return _share(year, words)


def _in_year(words: str, anchor: Anchor) -> Period | None:
    if match := _YEAR_NAMED.fullmatch(words):
        year = anchor.unit(Unit.YEAR, OFFSETS[match["offset"] or match["before"]])
        return _within(year, match["words"] or match["rest"])
    match = _YEAR_AFTER.fullmatch(words) or _YEAR_BEFORE.fullmatch(words)
    return _within(calendar_year(_year(match["year"], anchor)), match["words"].strip()) if match else None


def _year_short(words: str, anchor: Anchor) -> Period | None:
    if match := _OF_OUR_ERA.fullmatch(words):
        return calendar_year(int(match[1] or match[2]))
    return calendar_year(_year(words, anchor)) if re.fullmatch(r"'\d{2}", words) else None


def _year(form: str, anchor: Anchor) -> int:
    return two_digit_year(int(form[1:]), anchor.reference) if form.startswith("'") else int(form)


def _in_nearest_year(words: str, anchor: Anchor) -> Period | None:
    which, _, rest = words.partition(" ")
    match which:
        case "last":
            return anchor.last(lambda year: _within(year, rest))
        case "next" | "coming" | "upcoming":
            return anchor.next(lambda year: _within(year, rest))
        case "this":
            return anchor.this(lambda year: _within(year, rest))
        case _:
            return anchor.nearest(lambda year: _within(year, words))


def _inside_words(words: str, anchor: Anchor) -> Period | None:
    """What is left when a preposition, or the clock time of a day, is taken away."""
    if match := _PREPOSITION.fullmatch(words):
        return _period(match[1], anchor)
    if match := _CLOCK.fullmatch(words):
        period = _period(match[1], anchor)
        return period if period is not None and period.days == 1 else None
    return None


_RULES = (
    numeric_period,
    _named_day,
    _decade_or_century,
    _fiscal,
    _relative,
    _counted,
    _day_of_month,
    _year_short,
    _in_year,
    _in_nearest_year,
    _part,
    _weekday,
    _inside_words,
)


@lru_cache(maxsize=1024)  # several rules come to the same rest: without it, some words take exponential time
def _period(words: str, anchor: Anchor) -> Period | None:
    return first_period(_RULES, words, anchor)


def _complete(left: str, right: str) -> tuple[str, str]:
    """Gives "5 to 7 March", "March 5 to 7, 2024" and "2019-21" the words their ends share."""
    if re.fullmatch(r"\d{1,2}(?:th)?", left) and (tail := re.fullmatch(r"\d{1,2}(?:th)?( .+)", right)):
        left += tail[1]
    elif (head := re.fullmatch(rf"({MONTH}) \d{{1,2}}(?:th)?", left)) and re.match(
        r"\d{1,2}(?:th)?(?: \d{4})?$", right
    ):
        right = f"{head[1]} {right}"
    elif re.fullmatch(r"\d{4}", left) and re.fullmatch(r"\d{2}", right):
        right = f"{int(left[:2]) + (left[2:] > '90' and right < '10')}{right}"
    elif right in ("date", "today", "this day"):
        right = "now"
    return left, right


ENGLISH = Grammar(
    fold=_fold,
    current=_CURRENT,
    period=_period,
    bounds=_BOUNDS,
    ranges=_RANGES,
    lookbacks=_LOOKBACKS,
    lengths=_LENGTHS,
    units=UNITS,
    complete=_complete,
    dated=re.compile(r".*\d{4}.*"),
    counted=re.compile(r"(?:(?:\d{1,3}|an?) (?:day|week|fortnight|month|year|decade)s? (?:and )?)+ago"),
)
"""English, as `Grammar` describes a language."""
