"""Passages that explain something instead of telling who did what: they are asked about in another way.

A text about bees names nobody, and what it says of them is whatever stands after the verb. Its facts join a thing or an
idea with the author's own words as a value, so that the graph knows what the text is about and does not fill with the
nouns of its sentences.
"""

import re
from collections.abc import Sequence

from tsuzuri.core.decoding import NOTHING, Turn
from tsuzuri.extract.prompt import worked_examples
from tsuzuri.extract.wire import TYPES
from tsuzuri.text.normalise import is_cjk

_INSTRUCTIONS = """\
You read a text that explains something, sentence by sentence. Write down all that each sentence says, one \
statement per line:
subject | type | relation | words | value
Types: {types}. Copy subjects and words exactly; the words are the whole rest of what is said. Use the name instead \
of a pronoun. A relation is the verb in snake_case.
Answer - when the sentence only announces what the text will do."""

_EXAMPLES: tuple[tuple[str, str], ...] = (
    ("In this text we look at how bread, bridges and habits are made.", NOTHING),
    (
        "Sourdough bread is raised by wild yeast and bacteria that live in flour and water.",
        "Sourdough bread | thing | raised_by | wild yeast and bacteria that live in flour and water | value",
    ),
    (
        "Bakers feed this starter every day, so that the yeast stays active and the bread rises well.",
        "Bakers | person | feed | this starter every day | value\n"
        "yeast | thing | stays | active | value\n"
        "bread | thing | rises | well | value",
    ),
    (
        "Regular walking strengthens the heart, lowers blood pressure and reduces the risk of many diseases.",
        "Regular walking | concept | strengthens | the heart | value\n"
        "Regular walking | concept | lowers | blood pressure | value\n"
        "Regular walking | concept | reduces | the risk of many diseases | value",
    ),
    (
        "It also helps people to sleep better and to cope with stress, which makes it a popular habit.",
        "Regular walking | concept | helps | people to sleep better and to cope with stress | value\n"
        "Regular walking | concept | makes | it a popular habit | value",
    ),
    (
        "A suspension bridge hangs its deck from cables that run over tall towers.",
        "suspension bridge | thing | hangs | its deck from cables that run over tall towers | value",
    ),
    (
        "The towers carry the weight down to the ground, while anchors at each end hold the cables in place.",
        "towers | thing | carry | the weight down to the ground | value\n"
        "anchors | thing | hold | the cables in place | value",
    ),
    (
        "There are three kinds of such bridges: simple, stiffened and cable-stayed.",
        "bridges | thing | are | simple, stiffened and cable-stayed | value",
    ),
    (
        "One of the main reasons to build them is that they can cross a wide valley without a single pillar.",
        "bridges | thing | can_cross | a wide valley without a single pillar | value",
    ),
    (
        "During the Bronze Age, smiths learnt to mix copper with tin, which made tools harder and longer lasting.",
        "smiths | person | learnt | to mix copper with tin | value\n"
        "smiths | person | made | tools harder and longer lasting | value",
    ),
)

_NAMED = re.compile(r"(?<![.!?:;\"“(]\s)(?<!^)(?<=\s)[A-Z][\w’'-]+")
_TOLD = re.compile(r"\b(?:I|my|he|she|his|her|him|said|yesterday|today|tomorrow)\b|\d{4}")
_WORD = re.compile(r"\w+")
_LEAST_WORDS = 25
_WORDS_A_NAME = 16


def prefix() -> tuple[Turn, ...]:
    """The turns that all such passages share."""
    system = _INSTRUCTIONS.format(types=" ".join(TYPES))
    return (Turn("system", system, own=True), *worked_examples(_EXAMPLES))


def is_exposition(sentences: Sequence[str]) -> bool:
    """Whether the sentences of a passage explain something: English prose with hardly a name, a date or an "I"."""
    text = " ".join(sentences)
    words = len(_WORD.findall(text))
    if words < _LEAST_WORDS or any(map(is_cjk, text)):
        return False
    names = sum(len(_NAMED.findall(sentence)) for sentence in sentences)
    return _WORDS_A_NAME * (names + 2 * len(_TOLD.findall(text))) <= words
