"""What a sentence states by its form alone, as biographies do, so that no model need be asked: rules, not guesses.

"Ken Ito (born 3 June 1980)", 伊東健（1980年6月3日 - ）and "(3 June 1980 – 9 May 2020)" tell the dates of a life; "is an
Irish painter" tells a nationality.
"""

import re
from collections.abc import Collection, Iterator

from tsuzuri.core.ontology import VALUE
from tsuzuri.core.values import EntityType
from tsuzuri.extract.heads import is_proper
from tsuzuri.extract.names import is_generic, stands_for
from tsuzuri.extract.wire import WireFact

BY = "rule biography-1"
"""Cited in evidence; raise it whenever a rule changes."""

_BRACKETS = re.compile(r"[(（]([^()（）]{3,120})[)）]")
_NAME_BEFORE = re.compile(
    r"((?:[^\W\d_a-z][\w.'’-]*|[\"“][^\W\d_a-z]\w+[\"”])(?:\s+(?:[^\W\d_a-z][\w.'’-]*|[\"“]\w+[\"”]|d[aeiu]|del|der|la|van|von|bin|al))*"
    r"|(?=[^\s]*[\u3040-\u9fff])[^\s、。，「」『』（）()\"”はがをに]{2,20})(?:,\s+[A-Z.]{2,6})*\s*$"
)
_BORN = re.compile(r"\b(?:born|b\.)|生まれ|生年月日|年生|誕生", re.IGNORECASE)
_DIED = re.compile(r"\b(?:died|d\.|killed)|死去|没|死亡|逝去", re.IGNORECASE)
_DASH = re.compile(r"\s*[-–—―~〜～]\s*")
_DATE = re.compile(
    r"\d{1,2}(?:st|nd|rd|th)?\s+[A-Z][a-z]+\.?,?\s+\d{4}|[A-Z][a-z]+\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}"
    r"|(?:\d{4}|(?:明治|大正|昭和|平成|令和)(?:\d+|元))年(?:\d{1,2}月(?:\d{1,2}日)?)?|(?<!\d)\d{4}(?:-\d{2}-\d{2})?(?!\d)"
)
_OF_A_NATION = re.compile(
    r"\b(?:is|was)\s+(?:an?|the)\s+(?:[a-z-]+\s+){0,2}([A-Z][a-z]+)(?:[-–]([A-Z][a-z]+))?\s+(?=[A-Za-z])"
)

_NATIONS = frozenset(
    "Afghan Albanian Algerian American Andorran Angolan Argentine Argentinian Armenian Australian Austrian "
    "Azerbaijani Bahraini Bangladeshi Belarusian Belgian Bolivian Bosnian Brazilian British Bulgarian Burmese "
    "Cambodian Cameroonian Canadian Chadian Chilean Chinese Colombian Congolese Croatian Cuban Cypriot Czech "
    "Danish Dominican Dutch Ecuadorian Egyptian English Estonian Ethiopian Fijian Filipino Finnish French "
    "Georgian German Ghanaian Greek Guatemalan Haitian Honduran Hungarian Icelandic Indian Indonesian Iranian "
    "Iraqi Irish Israeli Italian Jamaican Japanese Jordanian Kazakh Kenyan Korean Kosovan Kuwaiti Kyrgyz Laotian "
    "Latvian Lebanese Liberian Libyan Lithuanian Luxembourgish Macedonian Malagasy Malaysian Malian Maltese "
    "Mauritian Mexican Moldovan Mongolian Montenegrin Moroccan Mozambican Namibian Nepalese Nepali Nicaraguan "
    "Nigerian Norwegian Omani Pakistani Palestinian Panamanian Paraguayan Peruvian Polish Portuguese Qatari "
    "Romanian Russian Rwandan Salvadoran Samoan Saudi Scottish Senegalese Serbian Singaporean Slovak Slovene "
    "Slovenian Somali Soviet Spanish Sudanese Swedish Swiss Syrian Taiwanese Tajik Tanzanian Thai Tibetan "
    "Trinidadian Tunisian Turkish Turkmen Ugandan Ukrainian Uruguayan Uzbek Venezuelan Vietnamese Welsh Yemeni "
    "Zambian Zimbabwean".split()
)


def biography(sentence: str, people: Collection[str], at: int) -> tuple[WireFact, ...]:
    """The facts that a sentence, the one numbered `at`, states by its form.

    `people` are the names in its passage that are known to be people's.
    """
    return (*_lives(sentence, people, at), *_nationalities(sentence, people, at))


def _lives(sentence: str, people: Collection[str], at: int) -> Iterator[WireFact]:
    for brackets in _BRACKETS.finditer(sentence):
        named = _NAME_BEFORE.search(sentence[: brackets.start()])
        if named is None or not is_proper(named.group(1)) or is_generic(named.group(1)) or stands_for(named.group(1)):
            continue
        name, inside = named.group(1), brackets.group(1)
        born, died = _BORN.search(inside), _DIED.search(inside)
        if born or died:
            split = died.start() if died else len(inside)
            yield from _dated(name, "born_on", inside[:split], at) if born else ()
            yield from _dated(name, "died_on", inside[split:], at) if died else ()
        elif any(name in person or person in name for person in people):
            first, *rest = _DASH.split(inside, maxsplit=1)
            if rest and _DATE.search(first) and (not rest[0] or _DATE.search(rest[0])):
                yield from _dated(name, "born_on", first, at)
                yield from _dated(name, "died_on", rest[0], at)


def _dated(name: str, relation: str, words: str, at: int) -> Iterator[WireFact]:
    if day := _DATE.search(words):
        yield _fact(at, name, relation, day.group(), VALUE)


def _nationalities(sentence: str, people: Collection[str], at: int) -> Iterator[WireFact]:
    for found in _OF_A_NATION.finditer(sentence):
        subject = next((name for name in people if sentence.find(name, 0, found.start()) >= 0), "")
        for nation in found.groups():
            if subject and nation in _NATIONS:
                yield _fact(at, subject, "nationality", nation, VALUE)


def _fact(at: int, subject: str, relation: str, object_: str, type: str) -> WireFact:
    line = f"{subject} | {relation} | {object_}"
    return WireFact(at, subject, EntityType.PERSON, relation, object_, type, "", 1.0, line, BY)
