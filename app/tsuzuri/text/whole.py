"""Whether a known name stands in a text as a word of its own, or only inside a longer one.

`edges.is_edge` lets words begin and end anywhere between kanji, which is right for words that a reader has chosen. A
name that is looked for blindly needs more: a short name in a longer run of kanji is usually another word (東京 in
東京都), unless what it meets is an honorific, a title or the like (田中部長).
"""

import re

from tsuzuri.core.document import Span
from tsuzuri.text.edges import HONORIFICS, is_edge
from tsuzuri.text.normalise import Script, is_word_char, script

_PARTICLES = frozenset("はがをにでともへのや")
_LONG = 4
"""From how many characters on a name is its own word in a compound: 東京電力 in 東京電力本社."""
_LONG_KATAKANA = 3

_TITLE = (
    "部長|次長|課長|係長|室長|局長|社長|会長|店長|工場長|支店長|所長|院長|校長|駅長|専務|常務|取締役|主任|教授|博士|"
    "選手|監督|議員|議長|大臣|首相|大統領|知事|市長|町長|総裁|理事長|委員長|弁護士|検事|医師|記者|大使|領事|将軍|"
    "[大中少][将佐尉]|夫妻|夫人|マネージャー|マネジャー|リーダー|ディレクター|チーフ|コーチ"
)
_AFTER = re.compile(
    rf"{'|'.join(HONORIFICS)}|様(?!子)|氏(?!名)|君(?!臨)|殿(?!堂)|先生|[副元前新]?(?:{_TITLE})|社(?![会員内外長史])|等(?!級)|側(?![面近])|株式会社|有限会社"
)
_BEFORE = re.compile(
    "(?:株式会社|有限会社|合同会社|本日|昨日|今日|明日|今朝|昨夜|今夜|今回|前回|次回|担当|同僚|上司|部下|友人|元|故|前|現|対|"
    f"{_TITLE}|[0-9０-９][年月日時分])$"
)
_REACH = 8
_COMPOUNDING = (Script.HAN, Script.KATAKANA, Script.WORD)


def is_whole(text: str, span: Span, *, person: bool) -> bool:
    """Whether the words at a span, which is not empty, are a word of their own; of a `person` no compound is."""
    return _begins(text, span) and _ends(text, span, person)


def _begins(text: str, span: Span) -> bool:
    at = span.start
    if not is_edge(text, at):
        return False
    if at == 0 or not is_word_char(text[at - 1]):
        return True
    before, first = script(text[at - 1]), script(text[at])
    if before is Script.HIRAGANA:
        return first is not Script.HIRAGANA or text[at - 1] in _PARTICLES
    if first not in (Script.HAN, Script.KATAKANA):
        return first is Script.WORD
    if _BEFORE.search(text, max(0, at - _REACH), at):
        return True
    return before in _COMPOUNDING and before is not first and len(span) >= _LONG


def _ends(text: str, span: Span, person: bool) -> bool:
    at = span.end
    if not is_edge(text, at):
        return False
    if at == len(text) or not is_word_char(text[at]):
        return True
    last, after = script(text[at - 1]), script(text[at])
    if _AFTER.match(text, at):
        return True
    if after is Script.HIRAGANA:
        return last is not Script.HIRAGANA or text[at] in _PARTICLES
    if Script.HANGUL in (last, after) or last is Script.WORD:
        return True
    enough = _LONG_KATAKANA if last is Script.KATAKANA else _LONG
    return not person and after in _COMPOUNDING and len(span) >= enough
