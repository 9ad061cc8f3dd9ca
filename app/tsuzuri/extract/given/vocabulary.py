"""What the properties of notes are called, in English and Japanese, beside the names that the ontology has."""

from collections.abc import Mapping
from typing import Final

from tsuzuri.core.values import EntityType
from tsuzuri.text.normalise import key

_ALIASES: Final = frozenset({"alias", "aliases", "別名", "別称", "呼び名", "英語名", "日本語名"})
_TYPES: Final = frozenset({"type", "kind", "種類", "種別", "タイプ"})
_TYPE_WORDS: Final[Mapping[str, EntityType]] = {
    word: kind
    for kind, words in (
        (EntityType.PERSON, "person people contact 人物 人 個人 連絡先"),
        (EntityType.ORGANIZATION, "organization organisation company org institution 会社 企業 組織 団体"),
        (EntityType.PLACE, "place location city 場所 地名 都市"),
        (EntityType.CONCEPT, "concept idea topic 概念"),
        (EntityType.THING, "thing product 製品 商品 物"),
        (EntityType.EVENT, "event イベント 行事"),
    )
    for word in words.split()
}

_RELATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    name: relations
    for names, relations in (
        ("company employer workplace organization organisation 会社 勤務先 勤め先 就職先", ("works_at",)),
        ("job 役職 肩書 肩書き 職業 職種 職位", ("works_as",)),
        ("born dob 生年月日 誕生日", ("born_on",)),
        ("died 没年月日 命日", ("died_on",)),
        ("出生地 生誕地", ("born_in",)),
        ("location city residence 居住地 住まい 所在地", ("lives_in", "located_in")),
        ("venue 場所 会場", ("located_in",)),
        ("hq 本社 本社所在地", ("headquartered_in",)),
        ("wife husband 配偶者 妻 夫", ("married_to",)),
        ("father mother 父 母", ("child_of",)),
        ("school university alma_mater 出身校 出身大学 母校", ("educated_at",)),
        ("founder founders 創業者 創立者 設立者", ("founded_by",)),
        ("founded established 設立 創業 設立日 創立", ("founded_on", "founded")),
        ("ceo 社長 代表者 代表取締役", ("headed_by",)),
        ("parent_company 親会社", ("subsidiary_of",)),
        ("owner 所有者 オーナー", ("owned_by",)),
        ("価格 値段 定価", ("price",)),
        ("due 日時 開催日 締切 締め切り 期限", ("scheduled_for",)),
        ("email e-mail mail メール メールアドレス", ("e_mail",)),
        ("phone tel telephone mobile 電話 電話番号 携帯", ("phone",)),
    )
    for name in names.split()
}

OPEN: Final = frozenset({"e_mail", "phone"})
"""Relations of our own that are kept where the ontology lacks them."""


def relations_of(name: str) -> tuple[str, ...]:
    """The relations that a property of that name may mean, the likeliest first.

    One that is not listed is taken for a name of the ontology: "Job title" is `job_title`.
    """
    folded = key(name).replace(" ", "_")
    return _RELATIONS.get(folded, (folded.replace("-", "_"),))


def is_type(name: str) -> bool:
    """Whether a property tells what kind of thing the note is about."""
    return key(name) in _TYPES


def type_of(words: str) -> EntityType | None:
    """The type that the value of such a property means; None for any other word."""
    return _TYPE_WORDS.get(key(words))


def is_aliases(name: str) -> bool:
    """Whether a property lists other names."""
    return key(name) in _ALIASES
