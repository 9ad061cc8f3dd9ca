"""Japanese words of time. 年度 and 期 run from April to March; so do quarters and halves that name no year."""

import re
import unicodedata
from functools import lru_cache

from tsuzuri.text.dates_grammar import DASHES, Bound, Grammar, first_period, numeric_period, two_digit_year
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
    move_months,
    on,
    part_of,
    share_of,
    unit_at,
    weekday_in,
)

ERAS = {"明治": 1868, "大正": 1912, "昭和": 1926, "平成": 1989, "令和": 2019}
"""The first calendar year of each era. An era's year is the whole calendar year, also where the era changed in it."""
ERA = "|".join(ERAS)
"""Their names as alternatives of a regular expression."""
_ERA_LETTERS = dict(zip("mtshr明大昭平令", [*ERAS, *ERAS], strict=True))

_DIGITS = {kanji: value for value, kanji in enumerate("〇一二三四五六七八九")} | {"零": 0}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = re.compile(r"[〇零一二三四五六七八九十百千]+(?=年|月|日|か月|週|時|分|世紀|q)")
_TWO_OR_THREE = re.compile(r"[一二三四五六七八九]{2}(?:日|年|か月|週間?)(?:前|後)")
"""二三日前 is "two or three days ago", no 23."""

_WEEKDAYS = {name: number for number, name in enumerate("月火水木金土日")}
_WEEKDAY = r"(?P<weekday>[月火水木金土日])曜日?"
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_DAYS = {
    "今日": 0, "本日": 0, "きょう": 0, "今朝": 0, "けさ": 0, "今夜": 0, "今晩": 0, "今夕": 0,
    "昨日": -1, "きのう": -1, "昨朝": -1, "昨夕": -1, "昨夜": -1, "昨晩": -1, "ゆうべ": -1,
    "一昨日": -2, "おととい": -2,
    "明日": 1, "あした": 1, "あす": 1, "明朝": 1, "明晩": 1, "明後日": 2, "あさって": 2,
}  # fmt: skip
_UNITS_NAMED = {
    "今週": (Unit.WEEK, 0), "先週": (Unit.WEEK, -1), "先々週": (Unit.WEEK, -2), "来週": (Unit.WEEK, 1),
    "再来週": (Unit.WEEK, 2), "今月": (Unit.MONTH, 0), "先月": (Unit.MONTH, -1), "先々月": (Unit.MONTH, -2),
    "来月": (Unit.MONTH, 1), "再来月": (Unit.MONTH, 2),
    "今年": (Unit.YEAR, 0), "ことし": (Unit.YEAR, 0), "本年": (Unit.YEAR, 0), "去年": (Unit.YEAR, -1),
    "昨年": (Unit.YEAR, -1), "一昨年": (Unit.YEAR, -2), "おととし": (Unit.YEAR, -2), "来年": (Unit.YEAR, 1),
    "再来年": (Unit.YEAR, 2), "今年度": (Unit.FISCAL_YEAR, 0), "本年度": (Unit.FISCAL_YEAR, 0),
    "昨年度": (Unit.FISCAL_YEAR, -1), "前年度": (Unit.FISCAL_YEAR, -1), "来年度": (Unit.FISCAL_YEAR, 1),
    "再来年度": (Unit.FISCAL_YEAR, 2), "一昨年度": (Unit.FISCAL_YEAR, -2), "今期": (Unit.FISCAL_YEAR, 0),
    "当期": (Unit.FISCAL_YEAR, 0), "前期": (Unit.FISCAL_YEAR, -1), "来期": (Unit.FISCAL_YEAR, 1),
}  # fmt: skip
_UNIT_NAME = "|".join(sorted(_UNITS_NAMED, key=len, reverse=True))
_UNITS = {"日": Unit.DAY, "週": Unit.WEEK, "か月": Unit.MONTH, "年": Unit.YEAR}
_UNIT = "日|週|か月|年"
_PARTS = {
    "初め": Part.START, "始め": Part.START, "はじめ": Part.START, "初頭": Part.START, "頭": Part.START,
    "明け": Part.START, "初旬": Part.EARLY, "上旬": Part.EARLY, "前半": Part.FIRST_HALF, "中旬": Part.MIDDLE,
    "半ば": Part.MIDDLE, "中頃": Part.MIDDLE, "後半": Part.SECOND_HALF, "下旬": Part.LATE, "末": Part.END,
    "暮れ": Part.END, "暮": Part.END, "末日": Part.LAST_DAY,
}  # fmt: skip
_ALIASES = {
    "年末": "今年末", "月末": "今月末", "年度末": "今年度末", "週末": "今週末", "期末": "今期末", "年初": "今年初め",
    "年始": "1月", "月初": "今月初め", "月初め": "今月初め", "年度初め": "今年度初め",
    "週初め": "今週初め", "週明け": "来週初め",
    "年明け": "1月", "年内": "今年", "月内": "今月", "年度内": "今年度", "元日": "1月1日", "元旦": "1月1日",
    "大晦日": "12月31日",
}  # fmt: skip

_ALIASES_AT_START = re.compile(rf"^(?:{'|'.join(sorted(_ALIASES, key=len, reverse=True))})")

_ERA_YEAR = rf"(?:(?P<era>{ERA}|[mtshr明大昭平令])(?P<era_year>\d{{1,2}}))"
_YEAR_HEAD = re.compile(
    rf"(?:{_ERA_YEAR}年|(?P<year>\d{{3,4}})年|(?P<short>\d{{2}})年(?=度|\d{{1,2}}月|の?[第上下q\d]))(?P<fiscal>度?)の?(?P<rest>.*)"
)
_ERA_NUMERIC = re.compile(rf"{_ERA_YEAR}[./-](\d{{1,2}})[./-](\d{{1,2}})")
_UNIT_HEAD = re.compile(rf"(?P<unit>{_UNIT_NAME})の?(?P<rest>.*)")
_SEASON_SHORT = re.compile(r"(?P<year>[今昨来])(?P<season>[春夏秋冬])")
_DECADE = re.compile(rf"(?:(?P<era>{ERA})(?P<era_year>\d0)|(?P<year>\d{{3}}0)|(?P<short>\d0))年代")
_CENTURY = re.compile(r"(\d{1,2})世紀")
_ERA_WHOLE = re.compile(rf"({ERA})時代")
_COUNTED = re.compile(rf"(?P<count>\d+)(?P<unit>{_UNIT})間?(?P<way>前|後)")
_HALF_YEARS = re.compile(r"(?:(?P<years>\d+)年)?半年?(?P<way>前|後)")
_HOURS_AGO = re.compile(r"(\d+)(秒|分|時間)前")
_WEEKDAY_ALONE = re.compile(rf"(?P<which>この前|前|次|今度)?の?{_WEEKDAY}")
_WEEKDAY_LAST = re.compile(rf"(?P<words>.+?)の?{_WEEKDAY}")
_PART = re.compile(rf"(?P<words>.+?)(?<!に)の?(?P<part>{'|'.join(_PARTS)})")
_MONTH = re.compile(r"(\d{1,2})月")
_MONTH_DAY = re.compile(r"(\d{1,2})(?:月の?|/)(\d{1,2})日?")
_DAY = re.compile(r"(\d{1,2})日")
_SEASON = re.compile(r"([春夏秋冬])")
_QUARTER = re.compile(r"第?([1-4])q|q([1-4])")
_HALF = re.compile(r"([上下])(半期|期)")
_MONTH_HEAD = re.compile(r"(?:翌年?の?)?(\d{1,2})月")
_FOLLOWING_YEAR = re.compile(r"^翌年?の?")
_TERM = re.compile(r"(\d{1,2})月期の?(.*)")

_PARTICLES = re.compile(
    r"(?P<words>.+?)(?:に|で|の|は|も|頃|ごろ|ころ|付けで?|付で?|付けの|をもって|時点|現在|中|の間)"
)
_APPROXIMATE = re.compile(r"(?:およそ|約|西暦|去る|来る)(?P<words>.+)")
_TIME_OF_DAY = r"(?:午前中|午前|午後|朝|昼|夕方|夜|晩|未明|早朝|深夜|正午)"
_TIME = r"(?:\d{1,2}時(?:\d{1,2}分|半)?|\d{1,2}:\d{2}(?::\d{2})?)"
_CLOCK = re.compile(rf"(?P<words>.+?)の?(?:{_TIME_OF_DAY}の?{_TIME}?|{_TIME})(?:[-~]{_TIME})?")

_TAIL = "(?:に|は|の|も|で|には|では)?"
_BOUNDS = (
    (re.compile(rf"(?P<words>.+?)(?:以来){_TAIL}"), Bound.SINCE_PAST),
    (re.compile(rf"(?P<words>.+?)(?:から|より|以降|以後)(?:ずっと)?{_TAIL}"), Bound.SINCE),
    (re.compile(r"(?P<words>.+?)[~-]"), Bound.SINCE),
    (re.compile(rf"(?P<words>.+?)より後{_TAIL}"), Bound.AFTER),
    (re.compile(r"(?P<words>.+?)までに(?:は|も)?"), Bound.BY),
    (re.compile(rf"(?P<words>.+?)(?:まで|以前|いっぱい){_TAIL}"), Bound.UNTIL),
    (re.compile(r"~(?P<words>.+)"), Bound.UNTIL),
    (re.compile(rf"(?P<words>.+?)(?:より|の)前{_TAIL}"), Bound.BEFORE),
)
_RANGES = (
    re.compile(rf"(?P<left>.+?)から(?P<right>.+?)(?:まで|にかけて)?(?:の間)?{_TAIL}"),
    re.compile(rf"(?P<left>.+?)と(?P<right>.+?)の間{_TAIL}"),
    re.compile(rf"(?P<left>.+?)~(?P<right>.+?)(?:まで|にかけて)?(?:の間)?{_TAIL}"),
    re.compile(rf"(?P<left>[^-]+)-(?P<right>[^-]+?)(?:まで)?{_TAIL}"),
)
_LOOKBACKS = (
    (re.compile(rf"(?:ここ|この)(?P<count>\d+)(?P<unit>{_UNIT})間?(?:ほど)?{_TAIL}"), Bound.SINCE),
    (re.compile(rf"(?:過去|直近|最近)の?(?P<count>\d+)(?P<unit>{_UNIT})間?{_TAIL}"), Bound.WITHIN),
    (re.compile(rf"(?:今後|向こう|これから)の?(?P<count>\d+)(?P<unit>{_UNIT})間?{_TAIL}"), Bound.COMING),
    (re.compile(rf"(?P<count>\d+)(?P<unit>{_UNIT})間?以内{_TAIL}"), Bound.COMING),
)
_LENGTH = rf"(?P<count>\d+)(?P<unit>{_UNIT})間"
_LENGTHS = (
    (re.compile(rf"(?P<words>.+?)から(?:の)?{_LENGTH}{_TAIL}"), Bound.SINCE),
    (re.compile(rf"(?P<words>.+?)まで(?:の)?{_LENGTH}{_TAIL}"), Bound.UNTIL),
    (re.compile(rf"{_LENGTH}[、,]?(?P<words>.+?)まで{_TAIL}"), Bound.UNTIL),
)
_CURRENT = frozenset(
    "現在 今 いま 現時点 目下 ただいま 今現在 現在は 今は 現在の 今の 現在も 今も 現時点で 今のところ".split()
)


def _fold(words: str) -> str:
    text = "".join(unicodedata.normalize("NFKC", words).translate(DASHES).casefold().split())
    text = re.sub(r"\([月火水木金土日](?:曜日?)?(?:・?祝)?\)", "", text).strip("()「」『』[]、。,.!?・")
    text = re.sub(r"[ヶケカヵ箇個]月", "か月", text)
    text = re.sub(r"第?([1-4一二三四])四半期", r"\1q", text).replace("元年", "1年")
    if _TWO_OR_THREE.fullmatch(text) is None:
        text = _NUMERAL.sub(_arabic, text)
    text = re.sub(r"^(?:今後|これから)$", "今から", text)
    text = re.sub(r"(\d\d)(\d\d)年?([~-])(\d\d)(?=年)", r"\1\2年\3\1\4", text)  # 2019~21年
    text = re.sub(r"(\d{4})(?:[-~/](\d{2,4}))?年?シーズン", _season, text)
    text = re.sub(rf"^翌(?=\d{{4}}年|{ERA})", "", text).replace("ほど前", "前")
    return _ALIASES_AT_START.sub(lambda alias: _ALIASES[alias[0]], text)


def _season(years: re.Match[str]) -> str:
    """2010-11シーズン is the two years, 2019シーズン the one."""
    first, last = years[1], years[2]
    return f"{first}年~{first[: 4 - len(last)]}{last}年" if last else f"{first}年"


def _arabic(numeral: re.Match[str]) -> str:
    """二〇二一 is written by position, 二千二十一 by place: a numeral without 十, 百 or 千 is read by position."""
    if not any(kanji in _PLACES for kanji in numeral[0]):
        return "".join(str(_DIGITS[kanji]) for kanji in numeral[0])
    total, digit = 0, 0
    for kanji in numeral[0]:
        if kanji in _PLACES:
            total += (digit or 1) * _PLACES[kanji]
            digit = 0
        else:
            digit = _DIGITS[kanji]
    return str(total + digit)


def era_year(era: str, number: int) -> int:
    """The calendar year of an era's year: 令和7年 is 2025."""
    return ERAS[era] + number - 1


def _named_day(words: str, anchor: Anchor) -> Period | None:
    offset = _DAYS.get(words)
    if match := _HOURS_AGO.fullmatch(words):  # the reference is a day: only whole days of hours can be told
        offset = -(int(match[1]) // 24) if match[2] == "時間" else 0
    return None if offset is None else anchor.unit(Unit.DAY, offset)


def _era_numeric(words: str, _: Anchor) -> Period | None:
    match = _ERA_NUMERIC.fullmatch(words)
    return on(_year_of(match), int(match[3]), int(match[4])) if match else None


def _year_of(match: re.Match[str]) -> int:
    era = match["era"]
    return era_year(_ERA_LETTERS.get(era, era), int(match["era_year"]))


def _decade_or_century(words: str, anchor: Anchor) -> Period | None:
    if match := _CENTURY.fullmatch(words):
        return century(int(match[1]))
    if match := _ERA_WHOLE.fullmatch(words):
        first, next_ = ERAS[match[1]], next((year for year in ERAS.values() if year > ERAS[match[1]]), None)
        return months(first, 1, 12 * (next_ - first)) if next_ else None
    match = _DECADE.fullmatch(words)
    if match is None:
        return None
    if match["era"]:
        return months(_year_of(match), 1, 120)
    if match["year"]:
        return months(int(match["year"]), 1, 120)
    return months(anchor.reference.year - (anchor.reference.year - int(match["short"])) % 100, 1, 120)


def _year_head(words: str, anchor: Anchor) -> Period | None:
    """A year by its number, and what follows it: 令和7年3月, 2023年度上期."""
    match = _YEAR_HEAD.fullmatch(words)
    if match is None:
        return None
    if match["era"]:
        number = _year_of(match)
    else:
        number = int(match["year"]) if match["year"] else two_digit_year(int(match["short"]), anchor.reference)
        if number % 100 == 0 and number <= 1000 and not (match["fiscal"] or match["rest"]):
            return None  # 百年, 千年: so many of them
    year = fiscal_year(number) if match["fiscal"] else calendar_year(number)
    return _within(year, match["rest"]) if match["rest"] else year


def _unit_head(words: str, anchor: Anchor) -> Period | None:
    """A period named from the reference day, and what follows it: 先週, 昨年3月, 来月5日."""
    match = _UNIT_HEAD.fullmatch(words)
    if match is None:
        return None
    unit = anchor.unit(*_UNITS_NAMED[match["unit"]])
    if not match["rest"]:
        return unit
    if unit.months == 12:
        return _within(unit, match["rest"])
    if unit.months == 1 and (day := _DAY.fullmatch(match["rest"])):
        return on(unit.start.year, unit.start.month, int(day[1]))
    return None


def _season_short(words: str, anchor: Anchor) -> Period | None:
    """今春, 昨夏, 来秋: the season of this, the last or the next calendar year."""
    match = _SEASON_SHORT.fullmatch(words)
    if match is None:
        return None
    year = anchor.unit(Unit.YEAR, {"昨": -1, "今": 0, "来": 1}[match["year"]])
    return month_in(year, _SEASONS[match["season"]], 3)


def _counted(words: str, anchor: Anchor) -> Period | None:
    if match := _COUNTED.fullmatch(words):
        count = int(match["count"])
        return anchor.unit(_UNITS[match["unit"]], -count if match["way"] == "前" else count)
    if match := _HALF_YEARS.fullmatch(words):
        count = int(match["years"] or 0) * 12 + 6
        return unit_at(Unit.MONTH, move_months(anchor.reference, -count if match["way"] == "前" else count))
    return None


def _weekday(words: str, anchor: Anchor) -> Period | None:
    if match := _WEEKDAY_ALONE.fullmatch(words):
        number = _WEEKDAYS[match["weekday"]]
        match match["which"]:
            case None:
                return anchor.weekday(number)
            case "次" | "今度":
                return anchor.weekday_after(number)
            case _:
                return anchor.weekday_before(number)
    if (match := _WEEKDAY_LAST.fullmatch(words)) and (period := _period(match["words"], anchor)):
        return weekday_in(period, _WEEKDAYS[match["weekday"]])
    return None


def _part(words: str, anchor: Anchor) -> Period | None:
    match = _PART.fullmatch(words)
    whole = _period(match["words"], anchor) if match else None
    return part_of(whole, _PARTS[match["part"]]) if match and whole else None


def _within(year: Period, words: str) -> Period | None:
    if match := _MONTH.fullmatch(words):
        return month_in(year, int(match[1]))
    if match := _MONTH_DAY.fullmatch(words):
        return day_in(year, int(match[1]), int(match[2]))
    if match := _SEASON.fullmatch(words):
        return month_in(year, _SEASONS[match[1]], 3)
    if match := _TERM.fullmatch(words):
        return _term(year, int(match[1]), match[2])
    return _share(year, words)


def _term(year: Period, month: int, words: str) -> Period | None:
    """3月期 is the business year that ends with that month."""
    last = month_in(year, month).start
    term = months(last.year, last.month - 11, 12)
    return _share(term, words) if words else term


def _share(year: Period, words: str) -> Period | None:
    if match := _QUARTER.fullmatch(words):
        return share_of(year, 4, int(match[1] or match[2]))
    match = _HALF.fullmatch(words)
    return share_of(year, 2, 1 if match[1] == "上" else 2) if match else None


def _in_nearest_year(words: str, anchor: Anchor) -> Period | None:
    if match := _DAY.fullmatch(words):
        return anchor.day_of_month(int(match[1]))
    if _QUARTER.fullmatch(words) or _HALF.fullmatch(words):
        return anchor.nearest(lambda year: _share(year, words), fiscal_year)
    return anchor.nearest(lambda year: _within(year, words))


def _inside_words(words: str, anchor: Anchor) -> Period | None:
    """What is left when a particle, or the clock time of a day, is taken away."""
    if match := _CLOCK.fullmatch(words):
        period = _period(match["words"], anchor)
        return period if period is not None and period.days == 1 else None
    match = _PARTICLES.fullmatch(words) or _APPROXIMATE.fullmatch(words)
    return _period(match["words"], anchor) if match else None


_RULES = (
    numeric_period,
    _named_day,
    _era_numeric,
    _decade_or_century,
    _year_head,
    _unit_head,
    _season_short,
    _counted,
    _in_nearest_year,
    _part,
    _weekday,
    _inside_words,
)


@lru_cache(maxsize=1024)  # several rules come to the same rest: without it, some words take exponential time
def _period(words: str, anchor: Anchor) -> Period | None:
    return first_period(_RULES, words, anchor)


def _complete(left: str, right: str) -> tuple[str, str]:
    """Gives 4〜6月, 令和3〜5年 and 2022年4月〜翌年3月 the words their ends share."""
    if re.search(r"\d$", left) and (unit := re.match(r"\d+(年度?|月|日)", right)) and not re.fullmatch(r"\d{4}", left):
        left += unit[1]
    if right.endswith("月期") and "期" not in left:
        right = right.removesuffix("期")  # 7-9月期 are three months
    if (era := re.match(ERA, left)) and re.match(r"\d{1,2}年", right):
        right = era[0] + right
    if (year := re.match(r"(\d{4})年", left)) and right.startswith("翌"):
        right = f"{int(year[1]) + 1}年{_FOLLOWING_YEAR.sub('', right)}"
    elif (first := _MONTH_HEAD.match(left)) and (last := _MONTH_HEAD.match(right)) and int(last[1]) < int(first[1]):
        right = _FOLLOWING_YEAR.sub("", right)
    return left, right


JAPANESE = Grammar(
    fold=_fold,
    current=_CURRENT,
    period=_period,
    bounds=_BOUNDS,
    ranges=_RANGES,
    lookbacks=_LOOKBACKS,
    lengths=_LENGTHS,
    units=_UNITS,
    complete=_complete,
    dated=re.compile(rf".*(?:\d{{3,4}}年|\d{{4}}[-/]|(?:{ERA})\d).*"),
    counted=re.compile(r"(?:\d{1,3}(?:年|か月|週間|日)と?)+前"),
)
"""Japanese, as `Grammar` describes a language."""
