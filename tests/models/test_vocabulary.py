"""Whatever logits come, the answer parses and every name in it stands in the sentence."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.decoding import Answer, FactForm, Sentence
from tsuzuri.extract.wire import TYPES, parse
from tsuzuri.models.grammar import END, FactLines, Field
from tsuzuri.models.vocabulary import Vocabulary

WORDS = (" | ", " |", "Mi", "ka", " Mika", " works", "_at", "\n", " person", " | person | ", "東京", "彼女は")
PIECES = [b"", *(bytes((b,)) for b in range(256)), *(word.encode() for word in WORDS)]
SENTENCES = (
    Sentence("Mika Aoba has worked at Lindel AG since May 2021.", ("since May 2021",)),
    Sentence("彼女は東京に住んでいる。"),
)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(PIECES)


def automaton(sentence: Sentence = SENTENCES[0], facts: int = 3) -> FactLines:
    return FactLines(sentence, FactForm(TYPES, "value", max_facts=facts))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.1, 3.0, 30.0]), st.sampled_from(SENTENCES))
def test_random_logits_write_facts_that_parse_and_stand_in_the_source(
    vocabulary: Vocabulary, seed: int, spread: float, sentence: Sentence
) -> None:
    tried = automaton(sentence)
    chance = np.random.default_rng(seed)
    state, written = tried.start(), b""
    while state.field is not Field.DONE:
        choice = vocabulary.choose(chance.normal(0.0, spread, len(PIECES)).astype(np.float32), tried, state)
        assert 0.0 <= choice.probability <= 1.0
        state, written = choice.state, written + vocabulary.piece(choice.token)
    lines = () if written == b"-" else tuple(written.removesuffix(END).decode().split("\n"))
    facts = parse([Answer(lines, (1.0,) * len(lines))])
    for fact in facts:
        assert fact.subject in sentence.text
        assert fact.object in sentence.text
        assert fact.time in ("", *sentence.times)


def test_the_likeliest_allowed_token_is_taken(vocabulary: Vocabulary) -> None:
    logits = np.zeros(len(PIECES), np.float32)
    logits[PIECES.index(b"x")] = 9.0
    logits[PIECES.index(b"Mi")] = 5.0
    logits[PIECES.index(b"-")] = 4.0
    assert vocabulary.piece(vocabulary.choose(logits, automaton(), automaton().start()).token) == b"Mi"


def test_an_allowed_token_is_found_however_unlikely(vocabulary: Vocabulary) -> None:
    tried = automaton()
    state = tried.feed(tried.start(), b"Mi")
    assert state is not None
    logits = np.full(len(PIECES), 5.0, np.float32)
    logits[PIECES.index(b"ka")] = -20.0
    logits[PIECES.index(b"k")] = -30.0
    assert vocabulary.piece(vocabulary.choose(logits, tried, state).token) == b"ka"


def test_a_vocabulary_that_lacks_a_byte_is_refused() -> None:
    with pytest.raises(ValueError, match="no token for 1 "):
        Vocabulary([piece for piece in PIECES if piece != b"q"])
