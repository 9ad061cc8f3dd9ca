"""Where sentences begin and end in English, Japanese and mixed text, by rules and without knowing the language.

A full stop of ours must be weighed: abbreviations, initials, decimals and list numbers end nothing. A Japanese one
ends a sentence unless it stands inside brackets or its quotation goes on (「はい。」と答えた).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from tsuzuri.core.document import Span
from tsuzuri.text.normalise import CJK_CLASS, is_cjk

_WRAP_COLUMNS = 50
_SHORT_BRACKET = 200
_LONGEST_WORD = 40

_LINE = re.compile(r"\S[^\n]*")
_LABEL = re.compile(r"\w[\w ()/-]{0,30}[:：]\s")
_ITEM = re.compile(
    r"[-*+#>]+\s|\||[•・◦▪■□●○◆◇※①-⑳]|[(（]?\d{1,3}[.)．）、](?!\d)|[(（]?(?:[a-z]|[ivx]{1,4})[.)]\s|[(（]?[A-Z]\)\s"
)
_WIDE = re.compile(f"[{CJK_CLASS}\u3000-\u303f\uff01-\uff60]")

_OPENING = "「『（(【[〈《〔“｢［｛{"
_CLOSING = "」』）)】]〉》〕”｣］｝}"
_PAIRS = dict(zip(_CLOSING, _OPENING, strict=True))
_BRACKET = re.compile(f"[{re.escape(_OPENING + _CLOSING)}]")
_STRAIGHT = "\"'’"
_EMOJI = "\u2600-\u27bf\u266a\ufe0f\u200d\U0001f000-\U0001faff"
_END = re.compile(f"(?P<mark>[。｡！？!?．.]+)(?P<close>[{re.escape(_CLOSING)}{_STRAIGHT}{_EMOJI}]*)")
_GOES_ON = re.compile(r"[ぁ-ん、，,]|\s+[a-z]")
_QUOTED = re.compile("と|って|、")
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_NEXT_WORD = re.compile(r"\s*[\"'“‘(\[「『（]*(?P<word>[^\W_]+)(?P<dot>\.)?")
_LIST_NUMBER = re.compile(r"[(（]?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_TITLES = _words("mr mrs ms mx dr prof st mt gen col capt lt sgt rev hon pres gov sen rep messrs mme mlle")
_GOES_ON_AFTER = _words("e.g eg i.e ie cf vs viz approx ca resp incl esp")
_BEFORE_NUMBER = _words(
    "no nos fig figs p pp vol ch sec art eq tel ext ver jan feb mar apr jun jul aug sep sept oct nov dec"
    " mon tue wed thu fri sat sun"
)
_MAY_END = _words("inc corp co ltd llc plc bros dept univ assn jr sr est ave blvd rd al etc ph.d")
_STARTERS = _words(
    "a after all also although an and as at both but by during for from he her here his how however i if in instead"
    " it its last later many meanwhile most my new next no on one our she since so some that the their then there"
    " these they this those to today tomorrow two under we what when where while who why with yes yesterday you"
    " your"
)


def sentences(text: str) -> tuple[Span, ...]:
    """The spans of the sentences, in order; white space around them belongs to none.

    A blank line, a new list item, a line "label: value" and the end of a line that was not wrapped end a sentence
    too. Brackets of up to 200 characters are not cut. Everything outside the spans is white space.
    """
    return tuple(span for unit in _units(text) for span in _sentences_in(text, unit))


def _units(text: str) -> Iterator[Span]:
    """Paragraphs, list items and lines of their own: what no sentence crosses."""
    lines = _LINE.finditer(text)
    last = next(lines, None)
    if last is None:
        return
    start = last.start()
    for line in lines:
        if not _wraps(last.group(), text[last.end() : line.start()], line.group()):
            yield Span(start, last.end())
            start = line.start()
        last = line
    yield Span(start, last.end())


def _wraps(last: str, gap: str, line: str) -> bool:
    """Whether a line goes on where the one before broke off at the margin."""
    if gap.count("\n") > 1 or _ITEM.match(line) or _LABEL.match(line):
        return False
    return line[0].islower() or len(last) + len(_WIDE.findall(last)) >= _WRAP_COLUMNS


def _sentences_in(text: str, unit: Span) -> Iterator[Span]:
    unit_text = unit.of(text)
    closed = _short_brackets(unit_text)
    start = 0
    for end in _END.finditer(unit_text):
        if not _inside(closed, end.start(), end.end()) and _ends(unit_text, end):
            yield from _trimmed(unit_text, start, end.end(), unit.start)
            start = end.end()
    yield from _trimmed(unit_text, start, len(unit_text), unit.start)


def _trimmed(unit: str, start: int, end: int, offset: int) -> Iterator[Span]:
    piece = unit[start:end]
    stripped = piece.strip()
    if stripped:
        start += offset + len(piece) - len(piece.lstrip())
        yield Span(start, start + len(stripped))


def _short_brackets(unit: str) -> list[tuple[int, int]]:
    """The outermost pairs of brackets that are not too long to be kept whole, as (opening, closing) in order."""
    waiting: list[tuple[str, int]] = []
    found: list[tuple[int, int]] = []
    for bracket in _BRACKET.finditer(unit):
        char, at = bracket.group(), bracket.start()
        if char in _OPENING:
            waiting.append((char, at))
            continue
        opened = _opened_at(waiting, _PAIRS[char], at)
        if opened is None:
            continue
        while found and found[-1][0] > opened:
            found.pop()
        found.append((opened, at))
    return found


def _opened_at(waiting: list[tuple[str, int]], opening: str, at: int) -> int | None:
    """Where the bracket that closes at `at` was opened; it and those inside it stop waiting."""
    for i in range(len(waiting) - 1, -1, -1):
        char, opened = waiting[i]
        if at - opened > _SHORT_BRACKET:
            return None
        if char == opening:
            del waiting[i:]
            return opened
    return None


def _inside(brackets: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether the mark at `start` stands in brackets that are still open at `end`."""
    at = bisect_right(brackets, (start, 0)) - 1
    return at >= 0 and brackets[at][1] >= end


def _ends(unit: str, end: re.Match[str]) -> bool:
    mark, close, rest = end["mark"], end["close"], unit[end.end() : end.end() + 80]
    if not rest.strip():
        return True
    if close and close[-1] in _CLOSING + _STRAIGHT and _GOES_ON.match(rest):
        return False
    if any(char in "。｡" for char in mark):
        return True
    if any(char in "！？" for char in mark):
        return _QUOTED.match(rest) is None
    if not rest[0].isspace():
        return end.start() > 0 and is_cjk(unit[end.start() - 1]) and not rest[0].isdigit()
    return any(char in "!?" for char in mark) or _full_stop_ends(unit, end, rest)


def _full_stop_ends(unit: str, end: re.Match[str], rest: str) -> bool:
    """Whether a full stop that white space follows ends a sentence."""
    following = _NEXT_WORD.match(rest)
    if following and following["word"][0].islower():
        return False
    if len(end["mark"]) > 1:
        return True
    before = unit[max(0, end.start() - _LONGEST_WORD) : end.start()]
    if len(before) < _LONGEST_WORD and _LIST_NUMBER.fullmatch(before):
        return False
    word = _WORD_BEFORE.search(before)
    if word is None:
        return True
    return _word_ends(word.group(), following["word"] if following else "", bool(following and following["dot"]))


def _word_ends(word: str, following: str, dotted: bool) -> bool:
    """Whether `word.` ends a sentence before `following`: a word, which may itself be `dotted`, or nothing."""
    folded = word.lower()
    if folded in _TITLES or folded in _GOES_ON_AFTER:
        return False
    if folded in _BEFORE_NUMBER:
        return not following[:1].isdigit()
    if folded in _MAY_END or "." in word or (len(word) == 1 and word.isupper()):
        return following.lower() in _STARTERS and not dotted
    return True
