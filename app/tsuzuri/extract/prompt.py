"""What the model is shown: short instructions, worked examples in both languages, then a passage sentence by sentence.

The prefix is the same for every passage, so that it is read once. The model answers each sentence before it sees the
next, with all that came before in view. What a sentence says is data: an instruction in it is a sentence like any
other, and the form of the answer leaves no room to obey it.
"""

import re
from collections.abc import Sequence
from datetime import date

from tsuzuri.core.decoding import DecodeRequest, FactForm, Sentence, Turn
from tsuzuri.core.document import Span
from tsuzuri.core.ontology import VALUE, Ontology
from tsuzuri.extract.names import NO_NAMES, PRONOUNS
from tsuzuri.extract.orders import is_order
from tsuzuri.extract.wire import TYPES
from tsuzuri.text.sentences import sentences
from tsuzuri.text.time_words import time_words

VERSION = "facts-5"
"""Cited in evidence; raise it whenever the prompt changes."""

_INSTRUCTIONS = """\
You read documents sentence by sentence. Each sentence follows a #. Below it stand all the facts that it states about \
people, organizations, places, projects, things and ideas, one line for each subject:
type subject: relation type object; relation type object @ time words
Types: {types} {value}. Names and values are copied exactly. The full name stands instead of a pronoun.
A relation is a short verb phrase in snake_case, preferably: {relations}.
Nothing stands below opinions, questions, greetings, thanks and lists of names."""

_EXAMPLES = """\
# Ken Ito, a designer from Nara, has worked at Lumen AG in Ulm since May 2022.
person Ken Ito: works_as value designer; works_at organization Lumen AG @ since May 2022
organization Lumen AG: located_in place Ulm
# He was born in Nara on 3 June 1980, studied at Kinki University and is married to Emi Ito.
person Ken Ito: born_in place Nara; born_on value 3 June 1980; educated_at organization Kinki University; \
married_to person Emi Ito
# Lumen AG was founded by Eva Roth and Jan Roth in 2011, has its head office in Ulm and makes street lamps.
person Eva Roth: founded organization Lumen AG @ in 2011
person Jan Roth: founded organization Lumen AG @ in 2011
organization Lumen AG: founded_on value 2011; headquartered_in place Ulm; makes thing street lamps
# It had been a long day, and everyone was glad to go home after all the work that had been done for the harbour.
# Ines Vale: I moved to Graz last week and will run the sales office there.
person Ines Vale: moved_to place Graz @ last week; leads organization sales office
# Ines Vale: Her brother Tom Vale left Orsk Foundry in March and is now the head of purchasing at Bellwater.
person Tom Vale: left organization Orsk Foundry @ in March; works_as value head of purchasing @ now; \
works_at organization Bellwater @ now
# Project Tern was renamed Project Osprey; Ines Vale leads it, and the launch is planned for autumn 2023.
concept Project Tern: renamed_to concept Project Osprey
person Ines Vale: leads concept Project Osprey
concept Project Osprey: scheduled_for value autumn 2023
# She was captain of the Bern Rowing Club and grew up in Thun, where she learnt to love the lake.
person She: works_as value captain; member_of organization Bern Rowing Club; lives_in place Thun
# I am a student at the Graz School of Music and hope to play in an orchestra.
person I: educated_at organization Graz School of Music
# Moths lay their eggs on oak leaves, and the larvae hatch after two weeks.
thing Moths: lay thing eggs; lay_eggs_on thing oak leaves
thing larvae: hatch_after value two weeks
# The exhibition shows how much the life of the fishermen has changed since the war, and why so few of them remain.
# The Mellow lamp costs 40 euros, and Orsk Foundry supplies its stand.
thing Mellow lamp: price value 40 euros
organization Orsk Foundry: supplies thing stand
# I joined Orsk Foundry as a welder in 2015 and have lived in Bern since last autumn.
person I: joined organization Orsk Foundry @ in 2015; works_as value welder @ in 2015; \
lives_in place Bern @ since last autumn
# 川端理恵さんは2021年に青葉電機を退職し、今月からミナト設計の営業部長を務めている。
person 川端理恵さん: left organization 青葉電機 @ 2021年に; works_at organization ミナト設計 @ 今月から; \
works_as value 営業部長 @ 今月から
# 彼女は横浜市に住み、夫の修一さんは市立病院の医師である。
person 川端理恵さん: lives_in place 横浜市; married_to person 修一さん
person 修一さん: works_as value 医師; works_at organization 市立病院
# 新製品カモメの価格は3,200円で、発売は10月1日に決まった。
thing カモメ: price value 3,200円; scheduled_for value 10月1日
# お疲れさまでした。少し休みましょう。
# ミナト設計は来年4月に本社を横浜市から川崎市へ移し、移転は森口さんが担当する。
organization ミナト設計: headquartered_in place 川崎市 @ 来年4月に
person 森口さん: responsible_for event 移転
# 森口さんは北野大学の准教授で、ミナト設計と共同で橋を研究している。
person 森口さん: works_as value 准教授; works_at organization 北野大学
organization 北野大学: partner_of organization ミナト設計
# 大友康夫氏は部長を退任し、来月ハルナ建設に入社する。
person 大友康夫氏: left value 部長; joined organization ハルナ建設 @ 来月
# 昨年の北野町の音楽祭の責任者は大友康夫氏で、雨が中止の原因となった。
person 大友康夫氏: responsible_for event 北野町の音楽祭 @ 昨年の
concept 雨: caused event 中止
# 青葉電機は厚木市にある部品の会社で、カモメの電池を作っている。
organization 青葉電機: located_in place 厚木市; makes thing 電池
"""


_LISTING = re.compile(
    r"(?:from|to|cc|bcc|date|subject|present|absent|出席者?|欠席者?|件名|宛先|差出人)\s*[:：]", re.IGNORECASE
)
_QUESTION = re.compile(r"[?？]$|(?:です|ます|でしょう)か。?$")
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
_SMALL_WORD = re.compile(r"(?:^|\s)(?!(?:and|or|of|the|a|an|in|at|on|by|for|to|de|van|von|with|from)\b)[a-z]{2,}")


def prefix(ontology: Ontology) -> tuple[Turn, ...]:
    """The turns that every passage shares."""
    relations = ", ".join(relation.name for relation in ontology.relations)
    system = _INSTRUCTIONS.format(types=" ".join(TYPES), value=VALUE, relations=relations)
    return (Turn("system", system, own=True), Turn("assistant", _EXAMPLES, own=True, open=True))


def worth_reading(text: str) -> tuple[Span, ...]:
    """The sentences of a passage that can state a fact: no signature, heading, list of names, mail header or order."""
    return tuple(span for span in sentences(text) if _may_state(span.of(text)))


def _may_state(sentence: str) -> bool:
    if _LISTING.match(sentence) or _QUESTION.search(sentence) or is_order(sentence):
        return False
    return bool(_HIRAGANA.search(sentence) or _SMALL_WORD.search(sentence))


def request(
    text: str, spans: Sequence[Span], reference: date | None, names: Sequence[str] = (), relations: Sequence[str] = ()
) -> DecodeRequest:
    """The questions of one passage: its sentences, with the time words that stand in each.

    `reference` is the day it was said; without one no time can be told. `names` may be subjects besides those in it.
    `relations`, if there are any, are the only ones.
    """
    shown = [span.of(text).replace("\n", " ") for span in spans]
    asked = tuple(Sentence(sentence, _times(sentence, reference)) for sentence in shown)
    return DecodeRequest(
        asked, FactForm(TYPES, VALUE, tuple(relations), pronouns=PRONOUNS, no_names=NO_NAMES), tuple(names)
    )


def _times(sentence: str, reference: date | None) -> tuple[str, ...]:
    if reference is None:
        return ()
    return tuple(dict.fromkeys(span.of(sentence) for span in time_words(sentence, reference)))
