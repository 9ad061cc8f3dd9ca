"""Two hundred searches as people type them, in both languages, about a generated library."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.bench.corpus import Corpus
from tests.bench.grammar import Language
from tsuzuri.text.segment import segment

_SEED = 7
_COUNTS = {
    "English words": 40,
    "English words apart": 24,
    "Japanese words": 40,
    "Japanese words apart": 16,
    "English questions": 24,
    "Japanese questions": 24,
    "names": 16,
    "one character": 8,
    "common words": 8,
}
_COMMON = ("the", "the meeting", "report", "会議", "した", "の", "会議 資料", "new report of the team")
_JAPANESE_WORD = re.compile("[一-鿿々]{2,}[ぁ-ん]{0,2}|[ァ-ヺー]{3,}")
_CHARACTERS = "猫犬会東人駅の新"


@dataclass(frozen=True, slots=True)
class Query:
    """A search, and what kind of words it is."""

    text: str
    kind: str


def queries(corpus: Corpus) -> tuple[Query, ...]:
    """All of them, in an order without pattern."""
    random = Random(_SEED)
    made: dict[str, Callable[[int], str]] = {
        "English words": lambda i: _together(corpus, 0, random, i),
        "English words apart": lambda i: _apart(corpus.languages[0], random, i),
        "Japanese words": lambda i: _together(corpus, 1, random, i),
        "Japanese words apart": lambda i: _apart(corpus.languages[1], random, i),
        "English questions": lambda i: _question(corpus, 0, random, i),
        "Japanese questions": lambda i: _question(corpus, 1, random, i),
        "names": lambda i: random.choice(corpus.names[i % 2]).name,
        "one character": lambda i: _CHARACTERS[i],
        "common words": lambda i: _COMMON[i],
    }
    asked = [Query(made[kind](i), kind) for kind, count in _COUNTS.items() for i in range(count)]
    random.shuffle(asked)
    return tuple(asked)


def keypresses(asked: tuple[Query, ...]) -> tuple[Query, ...]:
    """What stands in the field while each is typed: a third of it, two thirds, all."""
    texts = [(query, -(-len(query.text) * third // 3)) for query in asked for third in (1, 2, 3)]
    return tuple(Query(query.text[:length], query.kind) for query, length in texts)


def _together(corpus: Corpus, which: int, random: Random, i: int) -> str:
    """Words of one passage: one to six, or of Japanese one to four with up to two kana of what follows each."""
    paper = corpus.paper(random.randrange(corpus.papers // 2) * 2 + which)
    text = random.choice(paper.passages).text
    if which == 0:
        words = [word for word in dict.fromkeys(segment(text)) if len(word) > 2]
        return " ".join(random.sample(words, 1 + i % 6))
    words = list(dict.fromkeys(_JAPANESE_WORD.findall(text)))
    return " ".join(random.sample(words, 1 + i % 4))


def _apart(language: Language, random: Random, i: int) -> str:
    """Two to four nouns that need not stand in one passage."""
    return " ".join(language.noun(random) for _ in range(2 + i % 3))


def _question(corpus: Corpus, which: int, random: Random, i: int) -> str:
    language = corpus.languages[which]
    pattern = language.questions[i % len(language.questions)]
    name = random.choice(corpus.names[which]).name
    return pattern.format(name=name, noun=language.noun(random), other=language.noun(random))
