"""Whatever is written, the automata of short answers stay in their form and always have a way on."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.models.automata import Automaton, FreeLines, NameLine, NumberList, Options, code_points
from tsuzuri.models.grammar import END

SCRIPTS = ("Latin", "Han", "Hiragana", "Katakana")
AUTOMATA: list[Automaton[Any]] = [
    Options(("1", "10", "2", "鐘")),
    NumberList((1, 10, 12, 2), 3),
    NameLine(SCRIPTS, 6),
    NameLine(("Han",), 3),
    FreeLines("終わり"),
]


def written(automaton: Automaton[Any], text: str) -> bool:
    """Whether the automaton lets the text be written whole, with its end."""
    state = automaton.start()
    for byte in text.encode() + END:
        state = automaton.feed(state, bytes((byte,)))
        if state is None or automaton.is_done(state):
            break
    return state is not None


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(AUTOMATA), st.data())
def test_there_is_a_way_on_until_the_answer_is_complete(automaton: Automaton[Any], data: st.DataObject) -> None:
    state = automaton.start()
    for _ in range(12):
        if automaton.is_done(state):
            break
        allowed = automaton.allowed(state)
        assert allowed
        state = automaton.feed(state, bytes((data.draw(st.sampled_from(sorted(allowed))),)))
        assert state is not None
    if automaton.is_done(state):
        assert automaton.allowed(state) == frozenset()


@pytest.mark.parametrize(
    "name", ["Bell making", "家計と税金", "アパート・東京", "R&D", "café", "cafe\u0301", "O'Hara-2", "𠮷野", "ー"]
)
def test_a_name_of_its_scripts_may_be_written(name: str) -> None:
    assert written(NameLine(SCRIPTS, 20), name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a, b",
        "a、b",
        "1. Bells",
        "- Bells",
        " Bells",
        "Bells ",
        "a  b",
        "a/b",
        "a|b",
        "Bells\u202e",
        "письмо",
        "a: b",
    ],
)
def test_a_list_or_another_script_may_not(name: str) -> None:
    assert not written(NameLine(SCRIPTS, 20), name)


def test_a_name_has_its_length_at_most_and_no_joiner_without_room() -> None:
    line = NameLine(SCRIPTS, 4)
    assert written(line, "abcd")
    assert not written(line, "abcde")
    assert not written(line, "abc-e")
    full = line.feed(line.start(), b"abc")
    assert full is not None
    assert line.feed(full, b" ") is None


def test_a_byte_that_only_begins_characters_of_other_scripts_is_seen_ahead() -> None:
    line = NameLine(("Latin",), 9)
    assert line.feed(line.start(), "鐘".encode()[:1]) is None
    assert line.feed(line.start(), "é".encode()[:1]) is not None


def test_a_scripts_name_must_exist() -> None:
    with pytest.raises(ValueError, match="no such scripts"):
        NameLine(("Kitchen",), 9)


@settings(max_examples=100)
@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cn", "Cs")), max_size=30))
def test_any_text_may_be_written_freely(text: str) -> None:
    assert written(FreeLines(), text)


@settings(max_examples=100)
@given(st.binary(max_size=8))
def test_free_text_is_always_utf_8(data: bytes) -> None:
    lines = FreeLines()
    state = lines.feed(lines.start(), data)
    if state is not None and not state.ended:
        assert (state.text.encode() + state.begun) == data


def test_what_may_become_the_stop_mark_is_not_shown() -> None:
    lines = FreeLines("\n--")
    state = lines.feed(lines.start(), b"a bell\n-")
    assert state is not None
    assert lines.shown(state) == "a bell"
    on = lines.feed(state, b"x")
    assert on is not None
    assert lines.shown(on) == "a bell\n-x"
    ended = lines.feed(state, b"-and more")
    assert ended is not None
    assert ended.ended
    assert lines.shown(ended) == "a bell"


@settings(max_examples=200)
@given(st.characters(codec="utf-8"))
def test_every_character_is_among_those_that_its_beginnings_lead_to(char: str) -> None:
    data = char.encode()
    for length in range(1, len(data) + 1):
        assert ord(char) in code_points(data[:length])
    assert list(code_points(data)) == [ord(char)]
    assert not code_points(data + b"\x80")


@pytest.mark.parametrize("begun", [b"\x80", b"\xc0", b"\xe0\x80", b"\xed\xa0", b"\xf4\x90", b"\xf5", b"\xc3a"])
def test_what_begins_no_character_leads_nowhere(begun: bytes) -> None:
    assert not code_points(begun)


@pytest.mark.parametrize("text", ["0", "2", "12*", "10,1", "1*,10*,2", "2,12"])
def test_numbers_are_of_those_that_there_are(text: str) -> None:
    assert written(NumberList((1, 10, 12, 2), 3), text)


@pytest.mark.parametrize(
    "text", ["", "0,1", "3", "11", "1,1", "1*,1", "1,2,10,12", "1,", "*", "1**", "0*", "1, 2", "01"]
)
def test_a_number_is_written_once_and_no_more_than_may_be(text: str) -> None:
    assert not written(NumberList((1, 10, 12, 2), 3), text)


@settings(max_examples=100, deadline=None)
@given(st.sets(st.integers(1, 300), min_size=1, max_size=60), st.integers(1, 9), st.data())
def test_any_choice_of_numbers_may_be_written(options: set[int], most: int, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(sorted(options)), unique=True, min_size=1, max_size=most))
    text = ",".join(f"{number}{data.draw(st.sampled_from(('', '*')))}" for number in chosen)
    assert written(NumberList(tuple(options), most), text)
