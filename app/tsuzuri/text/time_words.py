"""Where a sentence speaks of time: the stretches of it that tell a time, by themselves or after one told before."""

import re
from collections.abc import Sequence
from datetime import date

from tsuzuri.core.document import Span
from tsuzuri.core.temporal import Interval
from tsuzuri.text.dates import TimeExpression, TimeKind, resolve
from tsuzuri.text.dates_leaning import counts_from_today, lean, leans
from tsuzuri.text.normalise import Script, is_cjk, script
from tsuzuri.text.seeming_times import only_seems
from tsuzuri.text.sentences import sentences

_WORD = re.compile(r"\S+")
_MAX_WORDS = 7
_MAX_CHARACTERS = 18
_MARKS = ".,;:!?()[]\"'“”‘’"
_ARTICLES = frozenset(("the", "a", "an"))
_HINT_EN = re.compile(
    r"\d|now|current|today|yesterday|tomorrow|ago|last|next|this|since|until|till|from|day|week|month|year|quarter"
    r"|decade|spring|summer|autumn|fall|winter|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|mon|tue|wed|thu|fri|sat|sun|morning|evening|night|noon",
    re.IGNORECASE,
)
_START_JA = re.compile(
    r"[0-9０-９〇一二三四五六七八九十元昨今来去先再本前後次第翌毎春夏秋冬令平昭大明西年月火水木金土日上下現当同半将近向"
    r"過直最昔以]"
)
_HINT_JA = re.compile(r"[年月日週曜期紀末初頃昨今去朝晩夜現旬前後時春夏秋冬]|シーズン|\d{4}[-/]\d")
_NUMERAL_JA = r"[\d〇一二三四五六七八九十]"
_DATED_JA = re.compile(
    rf"(?:{_NUMERAL_JA}{{4}}年|(?<=年){_NUMERAL_JA}{{1,2}}月|(?<=月){_NUMERAL_JA}{{1,3}}日)(?![度代間目期末初頃前後上中下])"
)
"""A date so plain that another word may follow it at once: 8月31日発売, 2021年創業. 5月10日間 is none."""
_NAMED_JA = re.compile(
    r"(?:一?昨日|[今本]日|昨[夜晩]|今[朝夜晩]|先々?[週月]|[今来][週月年]|一?昨年|去年|[同翌][年月日]|明日(?=[誰何私僕俺彼皆]))"
    r"(?![年月日週度末初春夏秋冬中比号分来以内上下半前後頭旬明暮間子的版付元本代齢])"
)
"""A day, week, month or year named from another: 昨日誰に, 先週大阪で, 翌年離婚; 明日 is also in names (明日香)."""
_HEADLESS_JA = re.compile(r"(?<=[年月閏])[\d０-９]|(?<=[一-鿿])[\d０-９]{1,3}年(?![前後間])")
"""The rest of a date whose head is not read (元禄14年3月14日, 毎年3月), or a length (約370年)."""


def time_words(sentence: str, reference: date) -> tuple[Span, ...]:
    """The longest stretches that tell a time or lean on one told before ("the following year"), in order, apart.

    `reference` is the day on which the sentence was written.
    """
    if any(is_cjk(char) for char in sentence):
        found = _in_japanese(sentence, reference)
        return found or _in_english(sentence, reference)
    return _in_english(sentence, reference)


def resolve_at(text: str, at: Span, reference: date) -> TimeExpression | None:
    """Read words of time where they stand in a text that was written on `reference`.

    What leans ("the following year", 同年5月) counts from the last time told before it in the text, and gives None
    where that is none, or one of the day of writing ("yesterday"). All else is read as `resolve` does.
    """
    if not leans(at.of(text)):
        return resolve(at.of(text), reference)
    told: Interval | None = None
    for sentence in sentences(text):
        if sentence.start >= at.start:
            break
        for span in time_words(sentence.of(text), reference):
            if span.end + sentence.start > at.start:
                break
            words = span.of(sentence.of(text))
            if (found := _read(words, told, reference)) is not None:
                told = None if found.kind is TimeKind.CURRENT or counts_from_today(words) else found.interval
    return _read(at.of(text), told, reference)


def _read(words: str, told: Interval | None, reference: date) -> TimeExpression | None:
    if leans(words):
        return None if told is None else lean(words, told)
    return resolve(words, reference)


def _in_english(sentence: str, reference: date) -> tuple[Span, ...]:
    words = [_bare(sentence, match.start(), match.end()) for match in _WORD.finditer(sentence)]
    words = [word for word in words if len(word)]
    found: list[Span] = []
    at = 0
    while at < len(words):
        for last in range(min(at + _MAX_WORDS, len(words)), at, -1):
            span = Span(words[at].start, words[last - 1].end)
            text = span.of(sentence)
            if words[last - 1].of(sentence).casefold() in _ARTICLES:
                continue  # it belongs to the noun that follows
            if not _HINT_EN.search(text) or only_seems(text, *_beside(words, at, last, sentence)):
                continue
            if _tells_time(text, reference):
                found.append(span)
                at = last
                break
        else:
            at += 1
    return tuple(found)


def _beside(words: Sequence[Span], at: int, last: int, sentence: str) -> tuple[str, str]:
    """The words that adjoin a stretch with a space alone between; a full stop may follow a title (Dr. May)."""
    before = after = ""
    if at > 0 and sentence[words[at - 1].end : words[at].start] in (" ", ". "):
        before = words[at - 1].of(sentence)
    if last < len(words) and sentence[words[last - 1].end : words[last].start] == " ":
        after = words[last].of(sentence)
    return before, after


def _in_japanese(sentence: str, reference: date) -> tuple[Span, ...]:
    found: list[Span] = []
    at = 0
    while at < len(sentence):
        span = _longest_from(at, sentence, reference)
        if span is not None:
            found.append(span)
        at = span.end if span is not None else at + 1
    return tuple(found)


def _longest_from(at: int, sentence: str, reference: date) -> Span | None:
    """The longest Japanese stretch of two characters or more that begins there; none that ends on a comma."""
    if not (_START_JA.match(sentence, at) and _is_edge(sentence, at)) or _HEADLESS_JA.match(sentence, at):
        return None
    dated = {match.end() for pattern in (_DATED_JA, _NAMED_JA) for match in pattern.finditer(sentence, at)}
    for end in range(min(at + _MAX_CHARACTERS, len(sentence)), at + 1, -1):
        text = sentence[at:end]
        ends = end in dated or (_is_edge(sentence, end) and script(text[-1]) is not Script.OTHER)
        if ends and _HINT_JA.search(text) and _tells_time(text, reference):
            return Span(at, end)
    return None


def _is_edge(sentence: str, i: int) -> bool:
    """Whether a time can begin or end at `i`.

    Not inside a run of kanji (春 in 青春, 明日 in 明日香, 二日 in 二日間) or a number, nor between it and its counter.
    """
    if not 0 < i < len(sentence):
        return True
    if sentence.startswith("初めて", i - 2):
        return False
    before, after = sentence[i - 1], sentence[i]
    if before.isdecimal():
        return not (after.isdecimal() or script(after) is Script.HAN)
    return not (script(before) is script(after) is Script.HAN)


def _tells_time(text: str, reference: date) -> bool:
    return resolve(text, reference) is not None or leans(text)


def _bare(sentence: str, start: int, end: int) -> Span:
    """The word without the punctuation around it."""
    while start < end and sentence[start] in _MARKS:
        start += 1
    while end > start and sentence[end - 1] in _MARKS:
        end -= 1
    return Span(start, end)
