"""A question taken apart: whom and what it names, of which time it speaks, and what it wants to know of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tsuzuri.core.lexical import LexicalQuery, Match
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, EntityType, Kind
from tsuzuri.search.answer.concepts import meant
from tsuzuri.search.graph_names import grams, names
from tsuzuri.search.when import AskedTime, asked_time
from tsuzuri.text.normalise import is_cjk, key
from tsuzuri.text.query import phrase
from tsuzuri.text.segment import segment
from tsuzuri.text.stems import STOP_WORDS, stem


class Wants(StrEnum):
    """What the answer has to hold, whatever else is in it."""

    TIME = "time"
    NUMBER = "number"
    ANYTHING = "anything"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question that says what is asked, and the concepts it stands for."""

    text: str
    concepts: frozenset[int]


@dataclass(frozen=True, slots=True)
class Named:
    """A name in the question and who bears it.

    Several where nobody can tell which, none where it is no recorded name and only stands in texts.
    """

    words: str
    bearers: tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question. `unknown` are names that stand nowhere in the library.

    `several` tells whether it asks for a list, a change or a reason; `goes_on` whether what it asks for is told beside
    what it names: why something was, and what came then.
    """

    text: str
    names: tuple[Named, ...]
    unknown: tuple[str, ...]
    words: tuple[Word, ...]
    wants: Wants
    several: bool
    goes_on: bool
    time: AskedTime | None

    @property
    def japanese(self) -> bool:
        """Whether it is asked in Japanese."""
        return any(map(is_cjk, self.text))


_TIME = re.compile(r"\bwhen\b|\b(?:what|which) (?:year|day|date|month)\b|いつ|何[年月日]|日付", re.IGNORECASE)
_NUMBER = re.compile(
    r"\bhow (?:much|many|old|long|far|big)\b|いくら|いくつ|何[台人個枚本件回円歳番]|どのくらい", re.IGNORECASE
)
_SEVERAL = re.compile(
    r"\b(?:all|list|every|everyone|which \w+s|companies|people|products|what (?:\w+ )?(?:happened|became)|why"
    r"|chang\w+|has been|have been|has left|have left|after the other|how has|how have)\b"
    r"|\b(?:who|where|what|which)\b.*\b(?:have|has)\b"
    r"|全部|すべて|一覧|挙げて|列挙|なぜ|どうして|どう変|変わり|変遷|経緯|どうなり|人は誰|たち|それぞれ",
    re.IGNORECASE,
)
_HONORIFIC = "さん|さま|様|氏|先生|くん|君|ちゃん"
_GOES_ON = re.compile(
    r"\bwhy\b|\bafter\b|\bthen\b|\bbecame of\b|\bhappened\b|なぜ|どうして|理由|その後|後に|どうなり", re.IGNORECASE
)
_PERSON_JA = re.compile(rf"([一-鿿々ァ-ヶー・]{{2,12}}?)(?={_HONORIFIC})")
_NAME_LIKE = 4
"""A run of so many kanji that means nothing we know is as good as a name: 深羽電池."""
_KANJI = re.compile(r"[一-鿿々〆]+(?:[きぎけげちてびべみめりれいえしじせさ][一-鿿]+)?|[ァ-ヶー・]{2,}")
_ASKING_JA = re.compile(
    r"何[台人個枚本件回円歳番年月日時]?|誰|全部|挙げ\w*|教え\w*|変わ\w*|関わ\w*|人は|方は|事を|今|月いくら|[年月日台人個番]$"
)
_SAYS_NOTHING = frozenset(
    map(
        stem,
        "name names called know known happen happened become became change changed one other others list all every each"
        " company companies person thing things kind place places year years date time month day much many long old"
        " money tell following after before since until during first last now current currently mr mrs ms did"
        " done go goes went gone get gets going say says said decide decided".split(),
    )
)


def inquire(question: str, backend: Backend, today: date) -> Inquiry:
    """Take a question apart. `today` is the day from which "last year" counts. Four queries at most."""
    time = asked_time(question, today)
    rest = time.rest if time is not None and key(time.rest) else question
    recorded = tuple(_named(rest, backend))
    spoken = [one for one in dict.fromkeys(_spoken(rest)) if not _known(one, recorded)]
    standing = [one for one in spoken if _stands(one, backend)]
    unknown = tuple(one for one in spoken if one not in standing and not _is_made_of(one, recorded))
    named = (*recorded, *(Named(one, ()) for one in standing if not meant(one)))
    without = rest
    for name in sorted((one.words for one in named), key=len, reverse=True):
        without = re.sub(re.escape(name) + f"(?:['’]s|{_HONORIFIC})?", " ", without, flags=re.IGNORECASE)
    goes_on = _GOES_ON.search(question) is not None
    several = goes_on or _SEVERAL.search(question) is not None
    return Inquiry(question, named, unknown, tuple(_words(without)), _wants(question), several, goes_on, time)


def _named(question: str, backend: Backend) -> Iterator[Named]:
    """The longest names at each place that are recorded. A common noun is a word like others."""
    pieces = [one for one in grams(question) if is_cjk(one[0]) or any(char.isupper() or char.isdigit() for char in one)]
    keys = {piece: key(piece) for piece in pieces}
    bearers = backend.graph.entities_by_key(sorted(set(keys.values())))
    taken: list[str] = []
    for piece in pieces:
        found = bearers.get(keys[piece], ())
        telling = tuple(one for one in found if one.type is not EntityType.CONCEPT or not is_cjk(piece[0]))
        if telling and not any(key(piece) in key(longer) for longer in taken):
            taken.append(piece)
            yield Named(piece, telling)


def _spoken(question: str) -> Iterator[str]:
    """What looks like a name, whether or not it is recorded."""
    yield from names(question)
    yield from _PERSON_JA.findall(question)
    runs = (run.group() for run in _KANJI.finditer(_ASKING_JA.sub(" ", question)))
    yield from (run for run in runs if len(run) >= _NAME_LIKE and not meant(run))


def _known(name: str, named: Sequence[Named]) -> bool:
    return any(key(name) in key(one.words) for one in named)


def _is_made_of(name: str, named: Sequence[Named]) -> bool:
    """Whether it is a recorded name with common words around it: "CEO of Lumen AG"."""
    rest = name
    for one in named:
        rest = re.sub(re.escape(one.words), " ", rest, flags=re.IGNORECASE)
    return rest != name and all(word in STOP_WORDS or meant(word) for word in segment(rest))


def _stands(name: str, backend: Backend) -> bool:
    terms = phrase(name)
    return not terms or bool(backend.lexical.match(Kind.PASSAGE, LexicalQuery(terms, Match.ALL), 1))


def _words(rest: str) -> Iterator[Word]:
    """The words that say what is asked: English ones but for those that say nothing, runs of kanji and katakana."""
    seen: set[str] = set()
    for token in segment(rest):
        root = stem(token)
        told = not is_cjk(token[0]) and len(token) > 1 and token not in STOP_WORDS and root not in _SAYS_NOTHING
        if told and root not in seen:
            seen.add(root)
            yield Word(token, meant(token))
    without = _ASKING_JA.sub(" ", rest)
    for run in _KANJI.finditer(without):
        word = run.group()
        tail = without[run.end() : run.end() + 1]
        if len(word) == 1 and "ぁ" <= tail <= "ん":
            word += tail
        if word not in seen:
            seen.add(word)
            yield Word(word, meant(word))


def _wants(question: str) -> Wants:
    if _NUMBER.search(question):
        return Wants.NUMBER
    return Wants.TIME if _TIME.search(question) else Wants.ANYTHING
