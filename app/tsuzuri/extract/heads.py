"""Words cut to what they name: a name without what describes it, people one by one, a date without its particle."""

import re

from tsuzuri.core.values import EntityType
from tsuzuri.extract.kinds import kind_by_form
from tsuzuri.extract.names import FIRM, stands_for
from tsuzuri.text.edges import HONORIFICS
from tsuzuri.text.normalise import Script, script

_DETERMINER = re.compile(r"^(?:the|an?|our|their|his|her|its|my|this|that|some|any|every)\s+(?=\S)", re.IGNORECASE)
_TAIL = re.compile(r"\s+(?:in|at|from|near|of)\s+(?:the\s+)?[A-Z].*$")
_CLAUSE_TAIL = re.compile(r",?\s+(?:which|who|whose|where|when|that)\b.*$|,\s+(?:and\s+an?|[a-z]+ing)\b.*$")
_SHORT_FORM = re.compile(r"\s*[(（][^()（）]*[)）]?$")
_NAME_ENDS = "|".join(f"(?<={ending})" for ending in (r"[\u3400-\u9fff\u30a0-\u30ff]", *HONORIFICS))
_AND = re.compile(rf",\s+(?:and\s+)?|\s+and\s+|(?:{_NAME_ENDS})と(?=[\u3400-\u9fff\u30a0-\u30ff])|、")
_BEFORE_DATE = re.compile(r"^(?:in|on|at|by|since|until|till|from|during|for|before|after)\s+", re.IGNORECASE)
_AFTER_DATE = re.compile(r"(?:付で|付け|から|まで|より|までに|以降|以来|に|で|の|は)+$")
_COPULA = re.compile(r"(?:である|でした|です)$|^(.*[^\u3041-\u309f].*)だ$")  # a name in hiragana may end in だ (はまだ)


def head(words: str, type: str) -> str:
    """The name itself: without determiner, and for a person, organization or place without what describes it.

    "The company" stands for a name, and stays as it is.
    """
    if stands_for(words):
        return words
    bare = _COPULA.sub(r"\1", without_determiner(words)) or words
    if type not in FIRM:
        return bare
    after = bare.rpartition("の")[2]
    if after != bare and len(after) > 1 and (type == EntityType.PERSON or kind_by_form(after) == type):
        return after
    bare = _CLAUSE_TAIL.sub("", bare) or bare
    cut = _TAIL.sub("", bare) if type != EntityType.PLACE else bare
    return cut if cut and cut[:1].isupper() and " of " not in bare else bare


def parts(words: str, type: str) -> tuple[str, ...]:
    """The people, organizations or places that the words name, one each.

    "Smith and Weston" may be one organization, and is taken apart only where each part looks like one by itself.
    """
    if type not in FIRM:
        return (words,)
    names = [without_determiner(name.strip()) for name in _AND.split(words)]
    if type == EntityType.ORGANIZATION:
        known = [name for name in names if kind_by_form(without_short_form(name)) == type or _SHORT_FORM.search(name)]
        # A short form in brackets ends a name, whatever comes after it.
        apart = known == names or (known[:1] == names[:1] and _SHORT_FORM.search(names[0]))
        return tuple(map(without_short_form, known)) if apart else (without_short_form(words),)
    return tuple(names) if all(is_proper(name) for name in names) else (words,)


def without_short_form(name: str) -> str:
    """The name without what stands in brackets at its end: "Alder Institute (AI)"."""
    return _SHORT_FORM.sub("", name) or name


def date_itself(time: str) -> str:
    """The date in time words, without preposition or particle."""
    bare = _BEFORE_DATE.sub("", time)
    return _AFTER_DATE.sub("", bare) or bare


def without_determiner(words: str) -> str:
    """The words without "the", "our" or the like before them."""
    return _DETERMINER.sub("", words)


def is_proper(name: str) -> bool:
    """Whether the words begin like a proper name: with a capital letter, a digit, a kanji or katakana."""
    first = name[:1]
    return first.isupper() or first.isdigit() or (first != "" and script(first) in (Script.HAN, Script.KATAKANA))
