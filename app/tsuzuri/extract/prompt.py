"""What the model is shown: short instructions, worked examples in both languages, then a passage sentence by sentence.

The prefix is the same for every passage, so that it is read once. The model answers each sentence before it sees the
next, with all that came before in view. What a sentence says is data: an instruction in it is a sentence like any
other, and the form of the answer leaves no room to obey it.
"""

import re
from collections.abc import Sequence
from datetime import date

from tsuzuri.core.decoding import NOTHING, DecodeRequest, FactForm, Sentence, Turn
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
You read a document sentence by sentence. Write down every fact that the sentence states about named people, \
organizations, places, projects and things, one fact per line:
subject | type | relation | object | type | time words or -
Types: {types} {value}. Copy names and values exactly. Use the full name instead of a pronoun.
A relation is a short verb phrase in snake_case; prefer: {relations}.
Answer - when the sentence states no such fact: opinions, questions, greetings, thanks, lists of names."""

_EXAMPLES: tuple[tuple[str, str], ...] = (
    (
        "Ken Ito, a designer from Nara, has worked at Lumen AG in Ulm since May 2022.",
        "Ken Ito | person | works_as | designer | value | -\n"
        "Ken Ito | person | works_at | Lumen AG | organization | since May 2022\n"
        "Lumen AG | organization | located_in | Ulm | place | -",
    ),
    (
        "He was born in Nara on 3 June 1980 and is married to Emi Ito.",
        "Ken Ito | person | born_in | Nara | place | on 3 June 1980\n"
        "Ken Ito | person | born_on | 3 June 1980 | value | on 3 June 1980\n"
        "Ken Ito | person | married_to | Emi Ito | person | -",
    ),
    (
        "Lumen AG was founded by Eva Roth in 2011, has its head office in Ulm and makes street lamps.",
        "Eva Roth | person | founded | Lumen AG | organization | in 2011\n"
        "Lumen AG | organization | founded_on | 2011 | value | in 2011\n"
        "Lumen AG | organization | headquartered_in | Ulm | place | -\n"
        "Lumen AG | organization | makes | street lamps | thing | -",
    ),
    ("It had been a long day, and everyone was glad to go home.", NOTHING),
    (
        "Ines Vale: I moved to Graz last week and will run the sales office there.",
        "Ines Vale | person | moved_to | Graz | place | last week\n"
        "Ines Vale | person | leads | sales office | organization | -",
    ),
    (
        "Ines Vale: Her brother Tom Vale left Orsk Foundry in March and is now the head of purchasing at Bellwater.",
        "Tom Vale | person | left | Orsk Foundry | organization | in March\n"
        "Tom Vale | person | works_as | head of purchasing | value | now\n"
        "Tom Vale | person | works_at | Bellwater | organization | now",
    ),
    (
        "Project Tern was renamed Project Osprey; Ines Vale leads it, and the launch is planned for autumn 2023.",
        "Project Tern | concept | renamed_to | Project Osprey | concept | -\n"
        "Ines Vale | person | leads | Project Osprey | concept | -\n"
        "Project Osprey | concept | scheduled_for | autumn 2023 | value | for autumn 2023",
    ),
    (
        "The Mellow lamp costs 40 euros, and Orsk Foundry supplies its stand.",
        "Mellow lamp | thing | price | 40 euros | value\nOrsk Foundry | organization | supplies | stand | thing",
    ),
    (
        "I joined Orsk Foundry as a welder in 2015 and have lived in Bern since last autumn.",
        "I | person | joined | Orsk Foundry | organization | in 2015\n"
        "I | person | works_as | welder | value | in 2015\n"
        "I | person | lives_in | Bern | place | since last autumn",
    ),
    (
        "川端理恵さんは2021年に青葉電機を退職し、今月からミナト設計の営業部長を務めている。",
        "川端理恵さん | person | left | 青葉電機 | organization | 2021年に\n"
        "川端理恵さん | person | works_at | ミナト設計 | organization | 今月から\n"
        "川端理恵さん | person | works_as | 営業部長 | value | 今月から",
    ),
    (
        "彼女は横浜市に住み、夫の修一さんは市立病院の医師である。",
        "川端理恵さん | person | lives_in | 横浜市 | place\n"
        "川端理恵さん | person | married_to | 修一さん | person\n"
        "修一さん | person | works_as | 医師 | value\n"
        "修一さん | person | works_at | 市立病院 | organization",
    ),
    (
        "新製品カモメの価格は3,200円で、発売は10月1日に決まった。",
        "カモメ | thing | price | 3,200円 | value | -\nカモメ | thing | scheduled_for | 10月1日 | value | 10月1日に",
    ),
    ("お疲れさまでした。少し休みましょう。", NOTHING),
    (
        "ミナト設計は来年4月に本社を横浜市から川崎市へ移し、移転は森口さんが担当する。",
        "ミナト設計 | organization | headquartered_in | 川崎市 | place | 来年4月に\n"
        "森口さん | person | responsible_for | 移転 | event | -",
    ),
    (
        "森口さんは北野大学の准教授で、ミナト設計と共同で橋を研究している。",
        "森口さん | person | works_as | 准教授 | value\n"
        "森口さん | person | works_at | 北野大学 | organization\n"
        "北野大学 | organization | partner_of | ミナト設計 | organization",
    ),
    (
        "大友康夫氏は部長を退任し、来月ハルナ建設に入社する。",
        "大友康夫氏 | person | left | 部長 | value | -\n"
        "大友康夫氏 | person | joined | ハルナ建設 | organization | 来月",
    ),
    (
        "昨年の北野町の音楽祭の責任者は大友康夫氏で、雨が中止の原因となった。",
        "大友康夫氏 | person | responsible_for | 北野町の音楽祭 | event | 昨年の\n"
        "雨 | concept | caused | 中止 | event | -",
    ),
    (
        "青葉電機は厚木市にある部品の会社で、カモメの電池を作っている。",
        "青葉電機 | organization | located_in | 厚木市 | place\n青葉電機 | organization | makes | 電池 | thing",
    ),
)


_LISTING = re.compile(
    r"(?:from|to|cc|bcc|date|subject|present|absent|出席者?|欠席者?|件名|宛先|差出人)\s*[:：]", re.IGNORECASE
)
_QUESTION = re.compile(r"[?？]$|(?:です|ます|でしょう)か。?$")
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
_SMALL_WORD = re.compile(r"(?:^|\s)(?!(?:and|or|of|the|a|an|in|at|on|by|for|to|de|van|von|with|from)\b)[a-z]{2,}")


def prefix(ontology: Ontology) -> tuple[Turn, ...]:
    """The turns that every passage shares."""
    relations = ", ".join(relation.name for relation in ontology.relations if relation.offered)
    system = _INSTRUCTIONS.format(types=" ".join(TYPES), value=VALUE, relations=relations)
    return (Turn("system", system, own=True), *worked_examples(_EXAMPLES))


def worked_examples(shown: Sequence[tuple[str, str]]) -> tuple[Turn, ...]:
    """Sentences with their answers, as turns."""
    return tuple(
        Turn(role, text, own=True) for one in shown for role, text in zip(("user", "assistant"), one, strict=True)
    )


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
