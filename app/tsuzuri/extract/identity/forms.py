"""A name taken apart, and how two names of one type resemble each other.

Rules on the names alone: they say what could be one, and what never is. Whether it is one is for `score` to tell.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rapidfuzz.distance import OSA

from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.readings import latin, plain_latin, reading
from tsuzuri.extract.identity.titles import bare
from tsuzuri.text.normalise import Script, is_cjk, key, script

_BREAK = re.compile(r"[\s.・=＝,]+")
_DIGITS = re.compile(r"\d+")
_COUNTED = re.compile(r"第[〇一二三四五六七八九十百千]+|[〇一二三四五六七八九十百千]+(?=回|期|号|丁目|番|代目|世)")
_ROMAN = re.compile(r"(?:i{1,3}|iv|vi{0,3}|ix|xi{0,3})")
_GENERATION = frozenset("jr sr ii iii iv".split())
_SMALL = frozenset("of the and for in at on de la du des der von van".split())
_INSTITUTION = frozenset(
    "university college institute school academy hospital bank foundation museum library station airport county city "
    "prefecture district department ministry party union church court".split()
)
_DIMINUTIVES = {
    short: full
    for full, shorts in {
        "robert": "bob bobby rob robbie",
        "william": "bill billy will willy liam",
        "richard": "dick rick ricky rich",
        "james": "jim jimmy jamie",
        "john": "jack johnny jon",
        "elizabeth": "liz lizzie beth betty eliza",
        "katherine": "kate katie kathy kat",
        "catherine": "cate cathy",
        "margaret": "peggy maggie meg",
        "edward": "ted eddie ned ed",
        "anthony": "tony",
        "michael": "mike mick",
        "charles": "charlie chuck",
        "thomas": "tom tommy",
        "joseph": "joe joey",
        "susan": "sue susie",
        "andrew": "andy drew",
        "david": "dave",
        "stephen": "steve",
        "steven": "steve",
    }.items()
    for short in shorts.split()
}
_LONG_WORD, _LONG_GIVEN = 8, 7
_RARE_LATIN, _RARE_CJK = 6, 4


class Likeness(StrEnum):
    """How two names are alike, the surest first."""

    SAME = "the same name"
    SPELLING = "one name in two spellings"
    SWAPPED = "the same names in another order"
    MIDDLE = "the same but for a middle name"
    READING = "one name in two scripts"
    COMMON = "the same short name"
    INITIALS = "the same family name and initial"
    TYPO = "names that differ in one letter"
    NICKNAME = "a nickname and the full name"
    ACRONYM = "an acronym and the words for it"
    SINGLE = "the same single name"
    PART = "one name is a part of the other"
    HEAD = "one name begins the other"


_ORDER = tuple(Likeness)


@dataclass(frozen=True, slots=True)
class Form:
    """A name without honorific, company form or "the".

    `key` is folded, `words` are its words, `letters` its letters and digits alone, `numbers` what counts it. Japanese
    without a middle dot is one word.
    """

    key: str
    words: tuple[str, ...]
    letters: str
    cjk: bool
    numbers: tuple[str, ...]

    @property
    def full(self) -> bool:
        """Whether it has a given and a family name, as far as can be seen, neither cut to an initial."""
        if len(self.words) == 1:
            return self.cjk and len(self.key) >= 3
        return sum(len(word) > 1 for word in self.words) >= 2

    @property
    def single(self) -> bool:
        """Whether it may be a family or a given name alone: one word, in Japanese one of three characters or less."""
        return len(self.words) <= 1 and not (self.cjk and len(self.key) > 3)


@lru_cache(maxsize=1 << 16)
def form(name: str, type: EntityType) -> Form:
    """Take a name apart."""
    folded = key(bare(name, type)).removeprefix("the ")
    person = type is EntityType.PERSON
    if person and folded.count(",") == 1:
        family, _, given = folded.partition(",")
        folded = f"{given.strip()} {family.strip()}" if given.strip() and given.strip() not in _GENERATION else folded
    words = tuple(word for word in _BREAK.split(folded) if word)
    counting = words[1:] if not person else tuple(word for word in words[1:] if word in _GENERATION)
    roman = tuple(word for word in counting if person or _ROMAN.fullmatch(word))
    numbers = (*(run.lstrip("0") for run in _DIGITS.findall(folded)), *_COUNTED.findall(folded), *roman)
    if person:
        words = tuple(word for word in words if word not in _GENERATION) or words
    letters = "".join(char for char in unicodedata.normalize("NFC", folded) if char.isalnum())
    return Form(folded, words, letters, any(map(is_cjk, folded)), numbers)


@lru_cache(maxsize=1 << 16)
def readings(one: Form) -> frozenset[str]:
    """A person's name in Latin letters as it is read, in one piece; a Latin one in both orders."""
    if one.cjk:
        return frozenset(filter(None, (latin(reading("".join(one.words))),)))
    words = [plain_latin(word) for word in one.words]
    return frozenset(filter(None, ("".join(words), "".join(reversed(words)))))


def initials(words: tuple[str, ...]) -> str:
    """The acronym of several words, without the small ones; empty for one word."""
    counted = [word for word in words if word not in _SMALL]
    return "".join(word[0] for word in counted) if len(counted) > 1 else ""


def is_part_of(part: Form, whole: Form) -> bool:
    """Whether a name is what others cut the whole one to: some of its words, some of its characters, its acronym."""
    if part.key == whole.key:
        return False
    if part.cjk and whole.cjk and len(whole.words) == 1:
        return _is_subsequence(part.key, whole.key)
    return set(part.words) < set(whole.words) or part.letters == initials(whole.words)


def conflict(one: Form, other: Form, type: EntityType) -> bool:
    """Whether one bearer can hardly have both names: other numbers, or one family name and other given names."""
    if sorted(one.numbers) != sorted(other.numbers):
        return True
    if type is not EntityType.PERSON or not (one.full and other.full) or one.cjk != other.cjk:
        return False
    if likeness(one, other, type) is not None:
        return False
    if one.cjk and len(one.words) == len(other.words) == 1:
        return one.key[:2] == other.key[:2] or one.key[-2:] == other.key[-2:]
    return any(len(word) > 1 for word in set(one.words) & set(other.words))


def likeness(one: Form, other: Form, type: EntityType) -> Likeness | None:
    """How two names of one type are alike; None where nothing says that they mean one."""
    if not one.words or not other.words or sorted(one.numbers) != sorted(other.numbers):
        return None
    if one.key == other.key:
        return _same(one, type)
    if one.letters == other.letters or _plain(one.letters) == _plain(other.letters):
        return Likeness.SPELLING if len(one.letters) >= _RARE_LATIN else None
    if type is EntityType.PERSON and _is_kanji(one) != _is_kanji(other) and (one.cjk or other.cjk):
        if not readings(one) & readings(other):
            return None
        return Likeness.SINGLE if one.single and other.single else Likeness.READING
    if one.cjk != other.cjk:
        return None
    short, long = sorted((one, other), key=lambda form: (len(form.words), len(form.key), form.key))
    if type is EntityType.PERSON:
        return _of_person(short, long)
    if len(short.words) == 1 and 2 <= len(short.key) <= 6 and short.key == initials(long.words):
        return Likeness.ACRONYM
    if type is EntityType.ORGANIZATION and _heads(short, long):
        return Likeness.HEAD
    return Likeness.TYPO if _is_typo(short.words, long.words, _LONG_WORD) else None


def surest(found: "list[Likeness]") -> Likeness | None:
    """Of several likenesses the one that says most."""
    return min(found, key=_ORDER.index, default=None)


def canonical(given: str) -> str:
    """The full form of a given name that is a well-known short one ("bob" is "robert"), else itself."""
    return _DIMINUTIVES.get(given, given)


def skeleton(form: Form) -> str:
    """What typing errors mostly leave of a long Latin name, or a spelling of a long katakana one; else empty."""
    plain = _plain(form.letters)
    if form.cjk:
        return plain if len(plain) >= _RARE_CJK and plain != form.key else ""
    if len(plain) < _LONG_WORD:
        return ""
    return re.sub(r"(.)\1+", r"\1", re.sub("[aeiouyh]", "", plain.replace("ph", "f").replace("c", "k")))


def _is_kanji(one: Form) -> bool:
    return any(script(char) is Script.HAN for char in one.key)


def _same(one: Form, type: EntityType) -> Likeness:
    """Two parts, or a rare length, make the same name tell something; a person's single name tells little."""
    if type is EntityType.PERSON:
        if one.full and len(one.key) >= _RARE_CJK:
            return Likeness.SAME
        return Likeness.COMMON if one.full else Likeness.SINGLE
    rare = len(one.key) >= (_RARE_CJK if one.cjk else _RARE_LATIN)
    return Likeness.SAME if rare or len(one.words) > 1 else Likeness.COMMON


def _of_person(short: Form, long: Form) -> Likeness | None:
    if short.cjk and len(short.words) == len(long.words) == 1:
        rest = len(long.key) - len(short.key)
        cut = long.key.startswith(short.key) or long.key.endswith(short.key)
        return Likeness.PART if cut and len(short.key) >= 2 and 1 <= rest <= 3 and len(long.key) >= 3 else None
    if len(short.words) == 1:
        return Likeness.PART if len(short.key) > 1 and short.key in long.words else None
    straight = _aligned(short.words, long.words)
    if straight is not None:
        return straight
    if len(short.words) == len(long.words) and sorted(short.words) == sorted(long.words):
        return Likeness.SWAPPED if short.full else Likeness.INITIALS
    if len(short.words) == 2 and _aligned(short.words[::-1], long.words) is Likeness.INITIALS:
        return Likeness.INITIALS
    return Likeness.TYPO if _is_typo(short.words, long.words, _LONG_GIVEN) else None


def _aligned(short: tuple[str, ...], long: tuple[str, ...]) -> Likeness | None:
    """How two people's names in one order are alike: first to first, last to last, the rest in order between."""
    pairs = [(short[0], long[0]), (short[-1], long[-1])]
    at = 1
    for word in short[1:-1]:
        fits = (place for place in range(at, len(long) - 1) if _fit(word, long[place]) is not None)
        if (place := next(fits, None)) is None:
            return None
        pairs.append((word, long[place]))
        at = place + 1
    how = [_fit(mine, theirs) for mine, theirs in pairs]
    if None in how or not any(
        one is Likeness.SAME and len(mine) > 1 for one, (mine, _) in zip(how, pairs, strict=True)
    ):
        return None
    if any(one is not Likeness.SAME for one in how):
        return Likeness.NICKNAME if Likeness.NICKNAME in how else Likeness.INITIALS
    return Likeness.MIDDLE if len(short) < len(long) else Likeness.SAME


def _fit(one: str, other: str) -> Likeness | None:
    if one == other:
        return Likeness.SAME
    if len(one) == 1 or len(other) == 1:
        return Likeness.INITIALS if one[0] == other[0] else None
    if canonical(one) == canonical(other):
        return Likeness.NICKNAME
    short, long = sorted((one, other), key=len)
    return Likeness.NICKNAME if len(short) >= 3 and len(long) - len(short) >= 2 and long.startswith(short) else None


def _heads(short: Form, long: Form) -> bool:
    """Whether a company's name is that of another with a word more, as a short form has one less."""
    if short.cjk or len(short.letters) < 4 or long.words[: len(short.words)] != short.words:
        return False
    more = long.words[len(short.words) :]
    return len(more) == 1 and not _INSTITUTION.intersection((*short.words, *more))


def _is_typo(one: tuple[str, ...], other: tuple[str, ...], least: int) -> bool:
    """Whether one long word is written in two ways a letter apart, with its beginning and its ending kept.

    Endings tell other names (Christina, Christine), so do short words (Jon, Jan).
    """
    if len(one) != len(other) or len(one) < 2:
        return False
    apart = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    if len(apart) != 1:
        return False
    mine, theirs = apart[0]
    if min(len(mine), len(theirs)) < least or mine[-2:] != theirs[-2:] or mine[0] != theirs[0]:
        return False
    return OSA.distance(mine, theirs, score_cutoff=1) == 1


def _plain(letters: str) -> str:
    """Letters without accents, and katakana without the long-vowel mark."""
    if letters.isascii():
        return letters
    apart = unicodedata.normalize("NFD", letters)
    # The marks of kana change the sound (は, ば): only those of other letters go.
    kept = "".join(char for char in apart if not unicodedata.combining(char) or char in "\u3099\u309a")
    return unicodedata.normalize("NFC", kept).replace("ー", "")


def _is_subsequence(part: str, whole: str) -> bool:
    rest = iter(whole)
    return all(char in rest for char in part)
