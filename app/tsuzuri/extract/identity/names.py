"""The shorter names that people call someone or something by, once a document has given the full one.

Each rule was kept for what it finds and what it gets wrong in Re-DocRED and JacRED: a family name, a ministry, a city
without 市 are such names; the stem of an island, a station or a gulf is mostly another place, and the stem of a work
another work.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.countries import country
from tsuzuri.extract.identity.spelling import loose
from tsuzuri.text.normalise import Script, is_cjk, script

_PARTING = re.compile(r"[・=＝\s\-–—−]+")
_NUMBERED = re.compile(r"(?<=.)(?:\d+|[一二三四五六七八九十]+)世$")
_THROUGH_NUMBER = re.compile(r".+?\d世(?=.)")
_AFTER_NAME = frozenset("jr sr ii iii iv vi vii viii ix jnr snr esq phd md".split())
_PARTICLES = frozenset(
    "de da di do du del della der den des la le von van ter ten bin ibn al el of the y e af av".split()
)
_SON_OF = frozenset(("ibn", "bin", "bint", "ben"))
_SAINTS = frozenset(("saint", "st", "san"))
_SMALL = frozenset("the of and for in on at to a an &".split())
_SORTS = frozenset(
    "university college school institute academy hospital records music publishing press films pictures studios "
    "entertainment games industries motors airlines airways electric engineering corporation company bank party "
    "club foundation association society council committee commission ministry department agency office board "
    "parliament congress senate house legislature assembly court navy army force corps government union team "
    "league federation museum library theatre theater orchestra choir agreement treaty act order constitution "
    "convention campaign award prize medal business medical law high football foods food systems technologies "
    "technology software labs laboratories pharmaceuticals chemicals energy insurance solutions partners capital "
    "ventures consulting logistics brewery bakery books media design architects builders works clinic store shop "
    "hotel restaurant cafe".split()
)
"""Words for a sort of organization or work: what is left without them, or what they follow, is the name in short."""
_FIELDS = frozenset("business medical law high football".split())
_TRADES = frozenset("engineering trading sons company corporation co".split())
_OF_A_PLACE = frozenset(("university", "bank"))
_PLACE_SORTS = frozenset(("prefecture", "city"))
_PLACE_OF = re.compile(r"^(?:republic|kingdom|state|city|province|commonwealth|duchy|principality) of ")
_PLACE_SORT_JA = re.compile(r"(?<=..)(?:市|県|府|都|州|省|王国|大公国|公国|共和国|連邦|首長国|邦)$")
_PLACE_ABOVE_JA = re.compile(r"^.*[県府都道州国市郡区](?=..)")
_SORT_JA = re.compile(r"(?<=..)(?:選手権|ミサイル|ロケット|(?<=[\u30a0-\u30ff])社)$")
_SORTS_JA = frozenset(
    "大学 銀行 政府 議会 国会 軍 海軍 陸軍 空軍 代表 協会 連盟 大会 選手権 企業 会社 政党 内閣 大使館 国籍 党".split()
)
_MOST_PARTS = 6


def short_forms(name: str, type: EntityType) -> frozenset[str]:
    """The `loose` forms of the shorter names that people may call it by inside a document; never its own.

    They are few: a name of more parts than people have is taken apart in its single parts only.
    """
    found = _of_cjk(name, type) if any(map(is_cjk, name)) else _of_words(name, type)
    return frozenset(form for form in found if len(form) > 1) - {loose(name)}


def _of_words(name: str, type: EntityType) -> Iterator[str]:
    words = loose(name).split()
    if type is EntityType.PERSON:
        yield from _of_person(words)
    elif type is EntityType.PLACE:
        if len(words) > 1 and words[-1] in _PLACE_SORTS and not country(" ".join(words[:-1])):
            yield " ".join(words[:-1])
        yield _PLACE_OF.sub("", " ".join(words))
    else:
        yield from _of_title(words, type)
        if ": " in name:
            yield loose(name.split(": ", maxsplit=1)[1])


def _of_person(words: Sequence[str]) -> Iterator[str]:
    """Without "Jr."; without the father's name; a single part; some of the parts; initials before the rest."""
    own = [word for word in words if word not in _AFTER_NAME]
    if len(own) < len(words):
        yield " ".join(own)
    if father := next((at for at, word in enumerate(own) if at and word in _SON_OF), 0):
        own = own[:father]
        yield " ".join(own)
    if own and own[0] not in _SAINTS:
        yield from (word for word in own if word not in _PARTICLES)
    if 2 < len(own) <= _MOST_PARTS:
        yield from (" ".join(kept) for size in range(2, len(own)) for kept in combinations(own, size))
        yield "".join(word[0] for word in own)
    for at in range(1, len(own)):
        for given in (own[:at], own[:1]):
            first = [word[0] for word in given]
            yield " ".join([*first, *own[at:]])
            yield " ".join(["".join(first), *own[at:]])


def _of_title(words: Sequence[str], type: EntityType) -> Iterator[str]:
    """The head or the tail of the name of an organization, a work or an event."""
    for at in range(1, len(words)):
        head, tail = words[:at], words[at:]
        if type is EntityType.ORGANIZATION and _names_sort(tail) and _can_stand_alone(head, tail):
            yield " ".join(head)
        if tail[0] == "of":
            if head[-1] in _SORTS or (len(head) > 1 and country(" ".join(tail[1:]))):
                yield " ".join(head)
            if head[-1] in _OF_A_PLACE:
                yield " ".join(tail[1:])
        team = type is EntityType.ORGANIZATION and len(tail) == 1 and len(tail[0]) > 3 and tail[0].endswith("s")
        if (tail[-1] in _SORTS or team) and tail[0] not in _SMALL and not head[-1].isdigit():
            yield " ".join(tail)


def _names_sort(words: Sequence[str]) -> bool:
    if words[0] in ("and", "&"):
        return all(word in _TRADES for word in words[1:])
    return all(word in _SORTS for word in words)


def _can_stand_alone(head: Sequence[str], sort: Sequence[str]) -> bool:
    """Whether the name without its sort is one: not "Catholic" of a "Catholic Press Association", nor a country."""
    if len(head) > 1:
        return True
    return (len(sort) == 1 or sort[0] in _FIELDS) and head[0] not in _SORTS and not country(head[0])


def _of_cjk(name: str, type: EntityType) -> Iterator[str]:
    unnumbered = _NUMBERED.sub("", name)
    yield loose(unnumbered)
    parts = [part for part in _PARTING.split(unnumbered) if part]
    if type is EntityType.PERSON:
        yield from _of_person_cjk(name, parts)
    elif type is EntityType.PLACE:
        yield loose(_PLACE_SORT_JA.sub("", name))
        yield loose(_PLACE_ABOVE_JA.sub("", name))
    else:
        # A single character before the rest makes it another: 続・, 新・.
        yield from (loose("".join(parts[at:])) for at in range(1, len(parts)) if len(parts[at - 1]) > 1)
        yield loose(_SORT_JA.sub("", name))
        yield from (loose(name[at:]) for at in range(2, len(name) - 1) if _after_country(name, at))


def _of_person_cjk(name: str, parts: Sequence[str]) -> Iterator[str]:
    """The parts between dots or spaces, some of them, or what a kanji name without spaces can be cut into."""
    yield from map(loose, parts)
    yield from (loose(part.rsplit("の", maxsplit=1)[1]) for part in parts if "の" in part[1:-1])
    if numbered := _THROUGH_NUMBER.match(name):
        yield loose(numbered.group())
    if 2 < len(parts) <= _MOST_PARTS:
        kept = (of for size in range(2, len(parts)) for of in combinations(parts, size))
        yield from (loose("".join(of)) for of in kept)
    whole = loose(name)
    if len(parts) == 1 and 3 <= len(whole) <= 6 and script(whole[0]) is Script.HAN:
        yield from (whole[:at] for at in range(2, len(whole)))
        yield from (whole[at:] for at in range(1, len(whole) - 1))


def _after_country(name: str, at: int) -> bool:
    return bool(country(name[:at])) and name[at:] not in _SORTS_JA
