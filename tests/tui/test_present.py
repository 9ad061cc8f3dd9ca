from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.content import Content

from tsuzuri.core.document import Span
from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.tui.present import (
    amount,
    citation,
    day,
    fit,
    lasting,
    marked,
    marked_line,
    one_line,
    pace,
    shown,
    spread,
    validity,
)


@settings(max_examples=60, deadline=None)
@given(st.text(), st.integers(0, 40))
def test_a_fitted_text_takes_exactly_its_width(text: str, width: int) -> None:
    assert fit(Content(one_line(text)), width).cell_length == width


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_a_shown_text_keeps_its_length_and_loses_what_cannot_be_seen(text: str) -> None:
    assert len(shown(text)) == len(text)
    assert all(char.isprintable() or char == "\n" for char in shown(text))


def test_a_cut_text_says_so() -> None:
    assert fit(Content("observatory"), 8).plain == "observ.."
    assert fit(Content("東京都庁舎"), 7).plain == "東京 .."


def test_decomposed_text_is_composed() -> None:
    assert one_line("か\u3099き\n\t く") == "がき く"


def test_markup_is_text() -> None:
    assert one_line("[/] [b +  [[x]]") == "[/] [b + [[x]]"
    assert marked("[red]x[/]", (Span(5, 6),)).plain == "[red]x[/]"


def test_the_left_of_a_line_gives_way_to_its_right() -> None:
    line = spread(Content("a long title of a page"), Content("2024-05-01"), 24)
    assert line.plain == "a long titl.. 2024-05-01"


def test_a_line_shows_its_first_mark() -> None:
    text = "word " * 40 + "target and more words that follow"
    start = text.index("target")
    line = marked_line(text, (Span(start, start + 6),), 40)
    assert "target" in line.plain
    assert line.plain.startswith(".. word")
    assert line.cell_length == 40


def test_a_line_that_fits_is_not_cut() -> None:
    text = "a short line with its mark at the end"
    assert marked_line(text, (Span(34, 37),), 40).plain.rstrip() == text


@pytest.mark.parametrize(
    ("valid", "words"),
    [
        (UNDATED, ""),
        (Interval(date(2024, 5, 1), None, Precision.MONTH), "since 2024-05"),
        (Interval(date(2024, 3, 1), date(2024, 4, 1), Precision.MONTH), "2024-03"),
        (Interval(date(2022, 1, 1), date(2024, 1, 1), Precision.YEAR), "2022 to 2023"),
        (Interval(None, date(2022, 1, 1), Precision.YEAR), "until 2021"),
        (Interval(date(2024, 4, 1), date(2024, 7, 1), Precision.QUARTER), "2024 Q2"),
        (Interval(date(1990, 1, 1), date(2000, 1, 1), Precision.DECADE), "1990s"),
        (Interval(date(2024, 4, 5), date(2024, 5, 1), Precision.DAY), "2024-04-05 to 2024-04-30"),
        (Interval(date(2024, 4, 5), date(2024, 4, 6), Precision.DAY), "2024-04-05"),
        (Interval(date(2024, 3, 4), date(2024, 3, 11), Precision.WEEK), "the week of 2024-03-04"),
        (Interval(date(2024, 3, 4), None, Precision.WEEK), "since the week of 2024-03-04"),
        (Interval(date(2024, 4, 5), date(2024, 4, 5), Precision.DAY), "never"),
        (Interval(None, date(2024, 4, 5)), "until 2024-04-04 at the latest"),
        (Interval(date(2024, 4, 1), date(2024, 4, 5)), "2024-04-01 to 2024-04-04 at the latest"),
    ],
)
def test_validity_is_said_as_precisely_as_it_is_known(valid: Interval, words: str) -> None:
    assert validity(valid) == words


def test_days_are_those_of_utc() -> None:
    assert day(datetime(2024, 5, 1, tzinfo=UTC)) == "2024-05-01"
    assert day(None) == ""


def test_amounts_agree_with_their_nouns() -> None:
    assert [amount(n, "source") for n in (0, 1, 1204)] == ["0 sources", "1 source", "1,204 sources"]


def test_a_citation_names_what_is_known() -> None:
    assert citation("Lease", "/a/b.pdf", "page 3", "2025-01-17") == "Lease, b.pdf, page 3, 2025-01-17"
    assert citation("", "/a/b.pdf", "", "") == "b.pdf"


def test_a_pace_is_told_in_the_unit_that_leaves_a_number() -> None:
    assert [pace(rate) for rate in (1234.4, 2.0, 0.05, 0.001)] == ["1,234/s", "2/s", "3/min", "4/h"]


def test_how_long_it_takes_is_told_coarsely() -> None:
    assert [lasting(s) for s in (4.4, 59, 61, 7 * 60, 3600, 7500)] == [
        "4 s",
        "59 s",
        "1 min",
        "7 min",
        "1 h 00 min",
        "2 h 05 min",
    ]
