"""Passages that explain something instead of telling who did what: they are asked about in another way.

A text about bees names nobody, and what it says of them is whatever stands after the verb. Its facts join a thing or an
idea with the author's own words as a value, so that the graph knows what the text is about and does not fill with the
nouns of its sentences.
"""

import re
from collections.abc import Sequence

from tsuzuri.core.decoding import Turn
from tsuzuri.core.ontology import VALUE
from tsuzuri.extract.wire import TYPES
from tsuzuri.text.normalise import is_cjk

_INSTRUCTIONS = """\
You read texts that explain something, sentence by sentence. Each sentence follows a #. Below it stands what it says, \
one line for each subject:
type subject: relation value words; relation value words
Types: {types} {value}. Subjects and words are copied exactly; the words are the whole rest of what is said. The name \
stands instead of a pronoun. A relation is the verb in snake_case.
Nothing stands below sentences that only announce what the text will do."""

_EXAMPLES = """\
# In this text we look at how bread, bridges and habits are made.
# Sourdough bread is raised by wild yeast and bacteria that live in a mixture of flour and water.
thing Sourdough bread: raised_by value wild yeast and bacteria that live in a mixture of flour and water
# Bakers feed this starter every day, so that the yeast stays active and the bread rises well.
person Bakers: feed value this starter every day
thing yeast: stays value active
thing bread: rises value well
# Regular walking strengthens the heart, lowers blood pressure and reduces the risk of many diseases.
concept Regular walking: strengthens value the heart; lowers value blood pressure; \
reduces value the risk of many diseases
# It also helps people to sleep better and to cope with stress, which makes it a popular habit.
concept Regular walking: helps value people to sleep better and to cope with stress; makes value it a popular habit
# A suspension bridge hangs its deck from cables that run over tall towers.
thing suspension bridge: hangs value its deck from cables that run over tall towers
# The towers carry the weight down to the ground, while anchors at each end hold the cables in place.
thing towers: carry value the weight down to the ground
thing anchors: hold value the cables in place
# There are three kinds of such bridges: simple, stiffened and cable-stayed.
thing bridges: are value simple, stiffened and cable-stayed
# One of the main reasons to build them is that they can cross a wide valley without a single pillar.
thing bridges: can_cross value a wide valley without a single pillar
# During the Bronze Age, smiths learnt to mix copper with tin, which made tools harder and longer lasting.
person smiths: learnt value to mix copper with tin; made value tools harder and longer lasting
"""

_NAMED = re.compile(r"(?<![.!?:;\"“(]\s)(?<!^)(?<=\s)[A-Z][\w’'-]+")
_TOLD = re.compile(r"\b(?:I|my|he|she|his|her|him|said|yesterday|today|tomorrow)\b|\d{4}")
_WORD = re.compile(r"\w+")
_LEAST_WORDS = 25
_WORDS_A_NAME = 16


def prefix() -> tuple[Turn, ...]:
    """The turns that all such passages share."""
    system = _INSTRUCTIONS.format(types=" ".join(TYPES), value=VALUE)
    return (Turn("system", system, own=True), Turn("assistant", _EXAMPLES, own=True, open=True))


def is_exposition(sentences: Sequence[str]) -> bool:
    """Whether the sentences of a passage explain something: English prose with hardly a name, a date or an "I"."""
    text = " ".join(sentences)
    words = len(_WORD.findall(text))
    if words < _LEAST_WORDS or any(map(is_cjk, text)):
        return False
    names = sum(len(_NAMED.findall(sentence)) for sentence in sentences)
    return _WORDS_A_NAME * (names + 2 * len(_TOLD.findall(text))) <= words
