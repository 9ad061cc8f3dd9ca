from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.tui.fake_library import NOW, english
from tsuzuri.core.history import Asked
from tsuzuri.core.ids import AskedId
from tsuzuri.tui.turns import Turn, merged, turn_lines, turn_of

ANSWER = english().ask("who is Ilse?")
DECLINED = english().ask("who is Ilsebill?")


def turn(number: int, question: str = "who is Ilse?") -> Turn:
    return Turn((1, number), NOW + timedelta(minutes=number), question)


def told(one: Turn, width: int = 60) -> str:
    return "\n".join(line.content.plain for line in turn_lines(one, width))


def test_an_answer_stands_with_its_numbers_above_what_it_cites() -> None:
    lines = turn_lines(replace(turn(1), answer=ANSWER), 70)
    assert [line.place for line in lines] == [None, None, None, 0, 0, 1, 1, None]
    assert lines[3].content.plain.rstrip() == "[1] Weekly meeting, weekly-2024-05-06.md, line 12, 2024-05-06"
    assert [place.source_uri for place in replace(turn(1), answer=ANSWER).places] == [
        "/home/ada/notes/weekly-2024-05-06.md",
        "/home/ada/notes/people/ilse-varga.md",
    ]


def test_what_is_near_is_no_answer_and_is_not_copied() -> None:
    declined = replace(turn(1), answer=DECLINED)
    assert "Near it, and no answer:" in told(declined)
    assert (len(declined.places), declined.copied) == (3, "")


def test_what_is_under_way_says_what_is_being_done_and_what_stands_already() -> None:
    assert told(turn(1)).splitlines()[1] == "Searching .."
    assert told(replace(turn(1), step="write", text="Ilse. [1]")).splitlines()[1:3] == ["Ilse. [1]", "Writing .."]
    assert told(replace(turn(1), step="walk: 3 categories")).splitlines()[1] == "Walk: 3 categories .."
    assert told(replace(turn(1), trouble="Stopped.")).splitlines()[1] == "Stopped."


def test_what_a_question_took_over_its_day_and_what_was_cut_is_said() -> None:
    answer = replace(ANSWER, asked="who is Ilse Varga?", cut=("She left.",), message="in their own words")
    said = told(replace(turn(1), answer=answer, as_of=date(2024, 5, 1)))
    assert said.splitlines()[-4:] == [
        "Understood as: who is Ilse Varga?",
        "As of 2024-05-01.",
        "In their own words.",
        "Cut, since no source says it: She left.",
    ]


class TestMerging:
    def test_puts_what_was_kept_in_order_of_time(self) -> None:
        kept = Asked(AskedId(7), datetime(2025, 1, 1, tzinfo=UTC), ANSWER)
        now = turn(1)
        assert merged([now], [kept]) == [turn_of(kept), now]

    def test_lets_go_what_is_kept_no_longer(self) -> None:
        gone = replace(turn(1), answer=ANSWER, kept=AskedId(7))
        assert merged([gone, turn(2)], []) == [turn(2)]

    def test_leaves_a_turn_of_now_as_it_is(self) -> None:
        now = replace(turn(1), answer=DECLINED, kept=AskedId(7))
        assert merged([now], [Asked(AskedId(7), now.at, replace(DECLINED, hits=()))]) == [now]


@settings(max_examples=50)
@given(st.text(max_size=80), st.text(max_size=200), st.integers(12, 90))
def test_any_words_fit_into_any_width(question: str, words: str, width: int) -> None:
    cited = replace(ANSWER, citations=tuple(replace(one, text=words, title=words) for one in ANSWER.citations))
    lines = turn_lines(replace(turn(1, question), answer=replace(cited, message=words)), width)
    assert all(cell_len(line.content.plain.rstrip()) <= width for line in lines)
    assert not any("\n" in line.content.plain for line in lines)
