"""Where a sentence speaks of time: the stretches of it that `dates.resolve` can read."""

import re
from datetime import date

from tsuzuri.core.document import Span
from tsuzuri.text.dates import resolve
from tsuzuri.text.normalise import Script, is_cjk, script

_WORD = re.compile(r"\S+")
_MAX_WORDS = 7
_MAX_CHARACTERS = 18
_MARKS = ".,;:!?()[]\"'“”‘’"
_ARTICLES = frozenset(("the", "a", "an"))
_MODAL = re.compile(r"\b(?:may|march)\b")
"""A verb, where it is not written like a month."""
_HINT_EN = re.compile(
    r"\d|now|current|today|yesterday|tomorrow|ago|last|next|this|since|until|till|from|day|week|month|year|quarter"
    r"|decade|spring|summer|autumn|fall|winter|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
    r"|mon|tue|wed|thu|fri|sat|sun|morning|evening|night|noon",
    re.IGNORECASE,
)
_START_JA = re.compile(
    r"[0-9０-９〇一二三四五六七八九十元昨今来去先再本前後次第翌毎春夏秋冬令平昭大明西年月火水木金土日上下現当同半将近"
    r"過直最昔以]"
)
_HINT_JA = re.compile(r"[年月日週曜期末初頃昨今去朝晩夜現旬前後時春夏秋冬]|\d{4}[-/]\d")
_NUMERAL_JA = r"[\d〇一二三四五六七八九十]"
_DATED_JA = re.compile(
    rf"(?:{_NUMERAL_JA}{{4}}年|(?<=年){_NUMERAL_JA}{{1,2}}月|(?<=月){_NUMERAL_JA}{{1,3}}日)(?![度代間目期末初頃前後上中下])"
)
"""A date so plain that another word may follow it at once: 8月31日発売, 2021年創業. 5月10日間 is none."""


def time_words(sentence: str, reference: date) -> tuple[Span, ...]:
    """The longest readable stretches, in order, none inside another.

    `reference` is the day on which the sentence was written.
    """
    if any(is_cjk(char) for char in sentence):
        found = _in_japanese(sentence, reference)
        return found or _in_english(sentence, reference)
    return _in_english(sentence, reference)


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
            if _HINT_EN.search(text) and not _MODAL.search(text) and _tells_time(text, reference):
                found.append(span)
                at = last
                break
        else:
            at += 1
    return tuple(found)


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
    if not (_START_JA.match(sentence, at) and _is_edge(sentence, at)):
        return None
    dated = {match.end() for match in _DATED_JA.finditer(sentence, at)}
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
    before, after = sentence[i - 1], sentence[i]
    if before.isdecimal():
        return not (after.isdecimal() or script(after) is Script.HAN)
    return not (script(before) is script(after) is Script.HAN)


def _tells_time(text: str, reference: date) -> bool:
    return resolve(text, reference) is not None


def _bare(sentence: str, start: int, end: int) -> Span:
    """The word without the punctuation around it."""
    while start < end and sentence[start] in _MARKS:
        start += 1
    while end > start and sentence[end - 1] in _MARKS:
        end -= 1
    return Span(start, end)
