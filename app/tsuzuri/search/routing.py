"""Which strategy suits a question, by rules on its words, in English and Japanese."""

import re
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.results import Strategy
from tsuzuri.search.asked import asked
from tsuzuri.search.typed import Aggregate, Typed
from tsuzuri.search.when import asked_time
from tsuzuri.text.normalise import is_cjk
from tsuzuri.text.query import is_question

_FEW_WORDS, _FEW_CHARACTERS = 3, 5
_LONG_WORDS, _LONG_CHARACTERS = 14, 30


def _words(english: str, japanese: str) -> "re.Pattern[str]":
    return re.compile(rf"\b(?:{english})\b|{japanese}", re.IGNORECASE)


_OPERATOR = re.compile(r"(?:^|\s)(?:(?:type|in|before|after|with)[:：]\S|[-－−]\w)|[\"“”「」]", re.IGNORECASE)
_CHANGE = _words(
    r"what (?:has |have |had )?changed?|how .{1,80} change[ds]?|what became of"
    r"|changes|differences?|evolved?|develop(?:ed|ment) of",
    "変わ[っり]|どうな[っり]|変化|変更点|違い|推移|経緯",
)
_WHY = _words(r"why|reasons?|how come|what led", "なぜ|何故|どうして|理由|わけは|原因")
_ABSTRACT = _words(
    r"prefer\w*|favou?rites?|likes?|hobb(?:y|ies)|interests?|opinions?|think of|feel about|summar\w+|overview|gist"
    r"|main points|tell me about|describe|what kind|what sort|recommend\w*|personality|relationship",
    "好[きみ]|趣味|意見|どう思|まとめ|要約|概要|要点|どんな|どのような|について教え|傾向|おすすめ|様子",
)
_LIST = _words(
    r"list|all|every|each|which (?!is|was|has|does)\w+s|how many|who all|what are|names of"
    r"|(?:who|where|what) (?:has|have)|everyone|everything|both|several",
    "全部|全て|すべて|一覧|全員|みんな|皆|それぞれ|どの|列挙|挙げ|いくつ|何人|何社|何件|どれだけ|リスト",
)
_TIME = _words(
    r"when|how long|since when|until when|as of|before|after|during|at (?:the|that) time|back then|used to|what year"
    r"|which year|what date|timeline|previous(?:ly)?|formerly",
    "いつ|当時|以前|以降|何年|何月|何日|何曜日|期間|どのくらいの間|時点|その頃|かつて|前後",
)
_NOT_WHEN = re.compile(
    r"いつも|いつか|after all|look(?:s|ed|ing)? after|whenever|one after (?:the other|another)", re.IGNORECASE
)
_CHAIN = re.compile(
    r"(?:'s|’s) \w+(?:'s|’s) "
    r"|\bthe \w+ of (?:the )?[\w' ]+ (?:of|that|who|which|where)\b"
    r"|\b(?:who|which|that) (?:also|works?|lives?|owns?|makes?)\b.*\b(?:where|who|which|that)\b"
    r"|(?:[^\s、。のはが]{1,12}の){3}"
    r"|(?:している|した|する|される|された)(?:人|会社|場所|町|物|製品)の",
    re.IGNORECASE,
)
"""Words that lead from one thing over another: "her sister's employer's", 「妹の夫の職場の」."""


@dataclass(frozen=True, slots=True)
class Routed:
    """A strategy and why it suits the question, to be read after "for". `sure` is false where only its form tells."""

    strategy: Strategy
    reason: str
    sure: bool = True


def route(question: str, understood: Typed, today: date) -> Routed:
    """Choose. `understood` is what the question is as a typed query."""
    text = asked(question, today).text
    asks = is_question(text)
    if _OPERATOR.search(question) and not asks:
        return Routed(Strategy.SYSTEM1, "it has operators or quoted words")
    if understood.whole and understood.aggregate is not Aggregate.LIST:
        return Routed(Strategy.STRUCTURED, f"it asks for the {_asked_for(understood)} of known facts")
    timely = _NOT_WHEN.sub(" ", text)
    if _CHANGE.search(text):
        return Routed(Strategy.DUAL, "it asks what changed")
    if _WHY.search(text):
        return Routed(Strategy.DUAL, "it asks why")
    if _TIME.search(timely) and (asks or asked_time(text, today)):
        return Routed(Strategy.TEMPORAL, "it asks about a time")
    if asks and asked_time(text, today) is not None:
        return Routed(Strategy.TEMPORAL, "it names a time")
    if _ABSTRACT.search(text) and not _is_short(text):
        return Routed(Strategy.DUAL, "it asks for a view of many things")
    if _CHAIN.search(text):
        return Routed(Strategy.GRAPH, "it leads over several steps")
    if _LIST.search(text) and (asks or not _is_short(text)):
        return Routed(Strategy.DUAL, "it asks for all of something")
    if asks and understood.other is not None:
        return Routed(Strategy.GRAPH, "it names several")
    if _is_long(text) and understood.name is None:
        return Routed(Strategy.DUAL, "it is long and names nobody known", sure=False)
    return Routed(Strategy.SYSTEM1, "it is a plain question" if asks else "these are words to look for")


def _asked_for(understood: Typed) -> str:
    return "number" if understood.aggregate is Aggregate.COUNT else understood.aggregate.value


def _is_short(text: str) -> bool:
    return _size(text) <= (_FEW_CHARACTERS if _is_japanese(text) else _FEW_WORDS)


def _is_long(text: str) -> bool:
    return _size(text) >= (_LONG_CHARACTERS if _is_japanese(text) else _LONG_WORDS)


def _size(text: str) -> int:
    return sum(map(str.isalnum, text)) if _is_japanese(text) else len(text.split())


def _is_japanese(text: str) -> bool:
    return any(map(is_cjk, text))
