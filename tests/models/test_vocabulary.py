"""Whatever logits come, the answer parses and every name in it stands in the passage."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.decoding import FactLinesForm
from tsuzuri.extract.wire import TYPES, parse
from tsuzuri.models.grammar import FactLines, Field
from tsuzuri.models.vocabulary import Vocabulary

PIECES = [
    b"",
    *(bytes((b,)) for b in range(256)),
    b" |",
    b" | ",
    b"Mi",
    b"ka",
    b" Mika",
    b" works",
    b"_at",
    b"END",
    b"\n1",
]
SENTENCES = ("Mika Aoba works at Lindel AG since May 2021.", "彼女は東京に住んでいる。")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary([*PIECES, *(piece.encode() for piece in (" person", " | person | ", "東京", "彼女は"))])


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.1, 3.0, 30.0]))
def test_random_logits_write_facts_that_parse_and_stand_in_the_source(
    vocabulary: Vocabulary, seed: int, spread: float
) -> None:
    automaton = FactLines(FactLinesForm(SENTENCES, (), TYPES, "value", (), 3))
    chance = np.random.default_rng(seed)
    state, written, confidence = automaton.start(), b"", 1.0
    while state.field is not Field.DONE:
        logits = chance.normal(0.0, spread, len(PIECES) + 4).astype(np.float32)
        choice = vocabulary.choose(logits, automaton, state)
        assert 0.0 <= choice.probability <= 1.0
        state, written = choice.state, written + vocabulary.piece(choice.token)
        confidence *= choice.probability
    facts = parse(written.decode(), (confidence,) * written.count(b"\n"))
    source = "\n".join(SENTENCES)
    for fact in facts:
        assert fact.subject in source
        assert fact.object in source
        assert fact.time in SENTENCES[fact.sentence]
    assert len(facts) == written.count(b"\n")


def test_the_likeliest_allowed_token_is_taken(vocabulary: Vocabulary) -> None:
    automaton = FactLines(FactLinesForm(SENTENCES, (), TYPES, "value"))
    logits = np.zeros(len(PIECES) + 4, np.float32)
    logits[PIECES.index(b"x")] = 9.0
    logits[PIECES.index(b"2")] = 5.0
    logits[PIECES.index(b"END")] = 4.0
    assert vocabulary.piece(vocabulary.choose(logits, automaton, automaton.start()).token) == b"2"


def test_an_allowed_token_is_found_however_unlikely(vocabulary: Vocabulary) -> None:
    automaton = FactLines(FactLinesForm(SENTENCES, (), TYPES, "value"))
    state = automaton.feed(automaton.start(), b"1 | Mi")
    assert state is not None
    logits = np.full(len(PIECES) + 4, 5.0, np.float32)
    logits[PIECES.index(b"ka")] = -20.0
    logits[PIECES.index(b"k")] = -30.0
    assert vocabulary.piece(vocabulary.choose(logits, automaton, state).token) == b"ka"


def test_a_vocabulary_that_lacks_a_byte_is_refused() -> None:
    with pytest.raises(ValueError, match="no token for 1 "):
        Vocabulary([piece for piece in PIECES if piece != b"q"])
