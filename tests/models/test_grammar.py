"""Whatever bytes are tried, only well-formed lines copied from the source get through, and there is always a way on."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.decoding import FactLinesForm
from tsuzuri.models.grammar import FactLines, Field, State

TYPES = ("person", "organization", "place")
SENTENCES = ("Mika Aoba works at Lindel AG since May 2021.", "She moved from Kyoto | Nara to 東京都港区.")


def form(
    sentences: tuple[str, ...] = SENTENCES,
    *,
    names: tuple[str, ...] = (),
    relations: tuple[str, ...] = (),
    facts: int = 9,
) -> FactLinesForm:
    return FactLinesForm(sentences, names, TYPES, "value", relations, facts)


def accepts(text: str, *, of: FactLinesForm | None = None) -> bool:
    automaton = FactLines(of or form())
    return automaton.feed(automaton.start(), text.encode()) is not None


def complete(text: str, *, of: FactLinesForm | None = None) -> bool:
    automaton = FactLines(of or form())
    state = automaton.feed(automaton.start(), text.encode())
    return state is not None and state.field is Field.DONE


def test_a_fact_line_and_the_end_are_accepted() -> None:
    assert complete("1 | Mika Aoba | person | works_at | Lindel AG | organization | since May 2021\nEND")
    assert complete("2 | Mika Aoba | person | lives_in | 東京都港区 | place | -\nEND")
    assert complete("END")


@pytest.mark.parametrize(
    "line",
    [
        "3 | Mika Aoba | person | works_at | Lindel AG | organization | -",
        "0 | Mika Aoba | person | works_at | Lindel AG | organization | -",
        "1 | Mika | person | works_at | Lindel GmbH | organization | -",
        "1 | Mik | person | works_at | Lindel AG | organization | -",
        "1 | Mika Aoba | value | works_at | Lindel AG | organization | -",
        "1 | Mika Aoba | robot | works_at | Lindel AG | organization | -",
        "1 | Mika Aoba | person | worksAt | Lindel AG | organization | -",
        "1 | Mika Aoba | person | works__at | Lindel AG | organization | -",
        "1 | Mika Aoba | person | works_ | Lindel AG | organization | -",
        "1 | Mika Aoba | person | knows | Mika Aoba | person | -",
        "1 | Mika Aoba | person | works_at | Lindel AG | organization | from Kyoto",
        "1 | Mika Aoba | person | works_at | Kyoto | Nara | place | -",
        "1| Mika Aoba | person | works_at | Lindel AG | organization | -",
    ],
)
def test_a_line_that_is_out_of_range_misspelt_or_malformed_is_not(line: str) -> None:
    assert not accepts(f"{line}\n")


def test_the_numbers_do_not_fall() -> None:
    second = "2 | Mika Aoba | person | lives_in | Kyoto | place | -\n"
    assert accepts(second + "2 | Mika")
    assert not accepts(second + "1 | Mika")


def test_a_fact_is_not_written_twice() -> None:
    line = "1 | Mika Aoba | person | works_at | Lindel AG | organization | -\n"
    assert not accepts(line + line)


def test_a_model_that_goes_in_circles_can_only_end() -> None:
    longer = (
        "1 | Mika Aoba | person | works_at | Lindel AG | organization | -\n"
        "1 | Mika Aoba | person | works_at | Lindel AG since | organization | -\n"
    )
    assert complete(longer + "END")
    assert not accepts(longer + "1")


def test_the_cap_of_facts_can_only_be_followed_by_the_end() -> None:
    one = "1 | Mika Aoba | person | works_at | Lindel AG | organization | -\n"
    assert complete(one + "END", of=form(facts=1))
    assert not accepts(one + "2", of=form(facts=1))


def test_a_closed_list_of_relations_is_kept() -> None:
    closed = form(relations=("works_at", "lives_in"))
    assert accepts("1 | Mika Aoba | person | lives_in | Lindel", of=closed)
    assert not accepts("1 | Mika Aoba | person | likes", of=closed)


def test_offered_names_may_be_copied_though_no_sentence_has_them() -> None:
    assert not accepts("1 | Noa Berg | person")
    assert accepts("1 | Noa Berg | person", of=form(names=("Noa Berg",)))


def test_a_passage_of_one_word_has_no_fact() -> None:
    assert complete("END", of=form(("Hello",)))
    assert not accepts("1", of=form(("Hello",)))


def test_a_run_of_katakana_is_never_broken() -> None:
    japanese = form(("ミドリ電機のサトウが来た。",))
    assert accepts("1 | ミドリ電機 | organization", of=japanese)
    assert accepts("1 | サトウ | person", of=japanese)
    assert not accepts("1 | ドリ", of=japanese)
    assert not accepts("1 | サト | person", of=japanese)


texts = st.text(st.sampled_from("abcAB 12.,|-\n東京タナカ。ー'(é\U00050000"), max_size=40)


@settings(max_examples=150, deadline=None)
@given(st.lists(texts, max_size=4), st.lists(texts, max_size=2), st.integers(0, 2**32), st.integers(0, 4))
def test_any_walk_ends_and_every_copy_is_in_its_source(
    sentences: list[str], names: list[str], seed: int, facts: int
) -> None:
    automaton = FactLines(form(tuple(sentences), names=tuple(names), facts=facts))
    written = random_walk(automaton, random.Random(seed))
    assert written.endswith(b"END")
    lines = written.decode().split("\n")[:-1]
    shown = [sentence.replace("\n", " ") for sentence in sentences]
    source = "\n".join([*shown, *(name.replace("\n", " ") for name in names)])
    assert len(lines) <= facts
    triples = set()
    for line in lines:
        number, subject, subject_type, relation, object_, object_type, time = line.split(" | ")
        assert 1 <= int(number) <= len(sentences)
        assert subject in source
        assert object_ in source
        assert not {"\n", "|"} & set(subject + object_)
        assert subject != object_
        assert subject_type in TYPES
        assert object_type in (*TYPES, "value")
        assert relation.replace("_", "a").isalpha()
        assert time == "-" or time in shown[int(number) - 1]
        triples.add((subject, relation, object_))
    assert len(triples) == len(lines)


def random_walk(automaton: FactLines, chance: random.Random) -> bytes:
    """Bytes written by taking any allowed one, until the answer is complete."""
    written = bytearray()
    state: State = automaton.start()
    while state.field is not Field.DONE:
        allowed = sorted(automaton.allowed(state))
        assert allowed, f"a dead end after {bytes(written)!r}"
        byte = chance.choice(allowed)
        following = automaton.feed(state, bytes((byte,)))
        assert following is not None
        written.append(byte)
        state = following
    return bytes(written)
