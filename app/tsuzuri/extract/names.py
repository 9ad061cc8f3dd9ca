"""What counts as a name, and which words only stand for one."""

import re
from enum import StrEnum

from tsuzuri.core.document import Span
from tsuzuri.core.values import EntityType
from tsuzuri.text.edges import HONORIFICS, is_edge
from tsuzuri.text.normalise import is_cjk, key


class StandsFor(StrEnum):
    """What a pronoun or a phrase such as "the company" stands for."""

    PERSON = "person"
    ORGANIZATION = "organization"
    NOTHING = "nothing"


_PERSON = frozenset("he she him his her hers himself herself who whom whose 彼 彼女 同氏 同君".split())
_ORGANIZATION = frozenset(
    (
        "the company",
        "the firm",
        "the business",
        "the organization",
        "the agency",
        "同社",
        "同行",
        "同団体",
        "当社",
        "弊社",
    )
)
_NOTHING = frozenset(
    "i me my we us our they them their it its this that these those you your which what there here one someone "
    "everyone everybody somebody nobody both all others another "
    "私 僕 俺 私たち 我々 自分 彼ら 皆 皆さん みんな これ それ あれ この その あの ここ そこ 誰 何 方 人 者 "
    "もの こと とき".split()
)
_SPEAKER = frozenset("i me my myself 私 僕 俺 わたし ぼく".split())
_LEADING = frozenset("for in on at from with by could would thank dear kind please before after during since".split())
_FUNCTION_WORDS = frozenset(
    "in on at of by for from with as to into onto upon within without per via "
    "before after that then there here this it now also but and so if when while because although however "
    "first next last since until during over under about".split()
)
_GENERIC = frozenset(
    "something anything nothing everything "
    "company firm team office project meeting plan product customer supplier people person man woman boss colleague "
    "wife husband friend group department news date time day week month year today yesterday tomorrow "
    "会社 会議 社員 担当 担当者 部長 課長 社長 今日 明日 昨日 今月 来月 先月 今年 来年 昨年 今週 来週 先週 "
    "所長 工場長 店長 会長 係長 主任 後任 前任 事務所 本社 全員 当日 予定 結果 内容 問題 場所 名前 商品 製品 "
    "お客様 お客さん".split()
)
_DETERMINER = re.compile(r"^(?:the|a|an|our|their|his|her|its|my|this|that|some|any|every|new|old)\s+", re.IGNORECASE)
_ENDING = re.compile(r"[\u3400-\u9fff\u30a0-\u30ff\d][\u3041-\u309f]+$")
_NOUN_ENDING = re.compile(r"[\u3400-\u9fff](?:り|き|ぎ|み|め|せ|い|れ|け|げ|え|ち|び|わせ|らせ|もり)$")
_PEOPLE_COUNTED = re.compile(r"[\d,]+ [a-z]+|[\d一二三四五六七八九十百千]+(?:人|名|つ|台|個|本|枚|件|回)")
_DESCRIBED = re.compile(r"(?:小さな|大きな|新しい|古い|若い|ある|別の|この|その|あの|例の)")
_HIRAGANA_ONLY = re.compile(r"[\u3041-\u309f\u30fc]+")
FIRM = frozenset({EntityType.PERSON, EntityType.ORGANIZATION, EntityType.PLACE})
"""The types of what has a proper name."""

PRONOUNS: tuple[str, ...] = tuple(sorted(_PERSON | _ORGANIZATION | _NOTHING))
"""Words that stand for a name and are none, folded."""

NO_NAMES: tuple[str, ...] = tuple(sorted(_FUNCTION_WORDS | _LEADING))
"""Words with which no name begins, in lower case."""

_MAX_WORDS = {True: 6, False: 8}
_MAX_CJK = 24


def stands_for(words: str) -> StandsFor | None:
    """What the words stand for if they are no name themselves; None for anything else."""
    folded = key(words)
    if folded in _PERSON:
        return StandsFor.PERSON
    if folded in _ORGANIZATION:
        return StandsFor.ORGANIZATION
    return StandsFor.NOTHING if folded in _NOTHING else None


def is_speaker(words: str) -> bool:
    """Whether the words stand for whoever says them."""
    return key(words) in _SPEAKER


def is_generic(words: str) -> bool:
    """Whether the words are a common noun that names nothing by itself."""
    return key(words) in _GENERIC


def flaw(name: str, type: str) -> str:
    """Why the words cannot be the name of an entity of that type; empty when they can.

    People, organizations and places are named with a capital letter or in a script that has none; a concept or
    thing may be common words, but not a bare generic one ("the project", 会議) and not a clause.
    """
    bare = _DETERMINER.sub("", name)
    folded = key(bare)
    if _PEOPLE_COUNTED.fullmatch(folded):
        return "a number names nothing"
    if not any(char.isalpha() for char in name):
        return "a name has letters"
    if folded in _GENERIC:
        return "a generic word names nothing"
    if _HIRAGANA_ONLY.fullmatch(folded) and len(folded) < 3:
        return "a particle is no name"
    if any(is_cjk(char) for char in name):
        if type in FIRM and _DESCRIBED.match(name):
            return "a description is no name"
        if type == EntityType.ORGANIZATION and len(name) == 1:
            return "an organization has a longer name"
        return "a clause is no name" if len(name) > _MAX_CJK or is_clause(name) else ""
    words = bare.split()
    if all(word.casefold() in _FUNCTION_WORDS for word in words):
        return "a word of grammar names nothing"
    if words[0].casefold() in _LEADING and len(words) > 1:
        return "a phrase is no name"
    if len(words) > _MAX_WORDS[type in FIRM]:
        return "a clause is no name"
    if type in FIRM and not any(word[0].isupper() or word[0].isdigit() for word in words):
        return "a proper name has a capital letter"
    return ""


def is_clause(words: str) -> bool:
    """Whether Japanese words are more than a noun.

    They have an object (を), or end like a verb or an adjective: in hiragana after another script, but an honorific.
    """
    if "を" in words:
        return True
    ending = _ENDING.search(words)
    return ending is not None and not words.endswith(HONORIFICS) and not _NOUN_ENDING.search(words)


def occurrences(words: str, text: str) -> tuple[Span, ...]:
    """Where the words stand as whole words; a line break in the text counts as a space, as it was shown.

    Words begin and end as `text.edges.is_edge` says. Empty words stand nowhere.
    """
    if not words:
        return ()
    shown = text.replace("\n", " ")
    found = []
    at = shown.find(words)
    while at >= 0:
        if is_edge(shown, at) and is_edge(shown, at + len(words)):
            found.append(Span(at, at + len(words)))
        at = shown.find(words, at + 1)
    return tuple(found)
