"""A name as it is compared inside one document, where spellings differ more freely than in a whole library."""

import re
import unicodedata

from tsuzuri.text.normalise import is_cjk, key

_MARKS = re.compile("[\u02b0-\u02ff\u0300-\u036f]")
_INSIDE = re.compile(r"(?<=\w)\.|\.(?=\w)|(?<=\w)'(?=\w)")
_WORD = re.compile(r"[\w&]+")
_POSSESSIVE = re.compile(r"'s?$")
_VU = (("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"))
_LONG_KANA = 4
_CLUB = frozenset("fc fk il sk if bk cf sc ac afc cd ud rc fotball fussball futebol".split())
_SMALL = frozenset("the of and for in on at to a an & de la le les du des et y der die das und für".split())
_MOST_LETTERS = 8


def loose(name: str) -> str:
    """What two spellings of a name in one document have in common: its words without marks, "the" or possessive.

    "Qurʾān" = "Quran", "U.S." = "US". In Japanese there are no words: the dots between them are dropped, ヴァ is バ,
    and a name of four characters or more has no long-vowel marks. Empty when nothing is left.
    """
    folded = key(name)
    if any(map(is_cjk, folded)):
        return _loose_kana("".join(char for char in folded if char.isalnum() or char == "ー"))
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", _POSSESSIVE.sub("", folded)))
    words = _WORD.findall(_INSIDE.sub("", plain))
    return " ".join(words[1:] if len(words) > 1 and words[0] == "the" else words)


def without_club(form: str) -> str:
    """A loose form without the letters that make it a sports club's (FC, IL); as it is where nothing else is left."""
    return " ".join(word for word in form.split() if word not in _CLUB) or form


def is_acronym(name: str) -> bool:
    """Whether a name is written as one: two to eight Latin letters, all capitals, or most of them in one word."""
    letters = [char for char in name if char.isalpha()]
    if not 2 <= len(letters) <= _MOST_LETTERS or not letters[0].isascii() or any(map(str.isdigit, name)):
        return False
    capitals = sum(map(str.isupper, letters))
    return capitals == len(letters) or (" " not in name and capitals > len(letters) / 2)


def letters_of(name: str) -> str:
    """The letters of a name, loosely: "EM: HE" has "emhe"."""
    return "".join(filter(str.isalpha, loose(name)))


def acronyms(name: str) -> frozenset[str]:
    """What the first letters of its words spell, with and without the small ones; none of a single word."""
    words = loose(name).split()
    spelt = ("".join(word[0] for word in of) for of in (words, [word for word in words if word not in _SMALL]))
    return frozenset(one for one in spelt if len(one) > 1)


def is_subsequence(short: str, full: str) -> bool:
    """Whether the characters of one stand in the other in that order."""
    rest = iter(full)
    return all(char in rest for char in short)


def _loose_kana(text: str) -> str:
    for sound, plain in _VU:
        text = text.replace(sound, plain)
    return text.replace("ー", "") if len(text) >= _LONG_KANA else text
