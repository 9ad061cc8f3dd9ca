"""A timeline as it is drawn."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.library.told import RINA, fact, told
from tsuzuri.cli.lanes import NARROWEST, WIDEST, drawn, shortened
from tsuzuri.core.temporal import Precision
from tsuzuri.core.values import Fact
from tsuzuri.library.timeline import Timeline, lanes, window

TODAY = date(2026, 11, 30)
SINGLE = frozenset({"works_at", "works_as", "lives_in"})
WORKS = (
    fact(1, "Rina Hayami | works_at | Lumen AG", date(2016, 4, 1), date(2019, 7, 1), precision=Precision.MONTH),
    fact(2, "Rina Hayami | works_at | 樫鋳造", date(2019, 7, 1), date(2024, 2, 1), precision=Precision.MONTH),
    fact(3, "Rina Hayami | works_at | Ostra GmbH", date(2024, 2, 1)),
)


def drawing(*facts: Fact, width: int = 80, since: date | None = None, until: date | None = None) -> str:
    asked = window(since, until)
    views = [told(one) for one in facts if one.held.overlaps(asked)]
    lines = drawn(Timeline(RINA, lanes(RINA, views, SINGLE), (), since=since, until=until), width, TODAY)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def test_values_of_a_single_valued_relation_hand_over_in_one_lane() -> None:
    assert drawing(*WORKS) == (
        "works at   |== Lumen AG ========|== 樫鋳造 ==================|== Ostra GmbH ===>\n"
        "          +-----+-----+------+-----+-----+------+-----+-----+------+-----+------\n"
        "          2016  2017  2018   2019  2020  2021   2022  2023  2024   2025  2026\n"
    )


def test_each_value_of_another_relation_has_a_lane_with_its_time_in_it() -> None:
    assert drawing(
        fact(1, "Rina Hayami | member_of | 合唱団", date(2016, 1, 1), date(2022, 1, 1), precision=Precision.YEAR),
        fact(2, "Rina Hayami | member_of | Chess Club", date(2019, 1, 1), precision=Precision.YEAR),
        fact(3, "Ken Ito | knows | Rina Hayami", date(2018, 1, 1), precision=Precision.YEAR),
    ) == (
        "member of 合唱団      |== 2016 to 2021 =============|\n"
        "Ken Ito knows                   |== since 2018 ================================>\n"
        "member of Chess Club                 |== since 2019 ===========================>\n"
        "                      +----+----+----+-----+----+----+----+-----+----+----+-----\n"
        "                      2016 2017 2018 2019  2020 2021 2022 2023  2024 2025 2026\n"
    )


def test_an_unknown_start_is_no_start() -> None:
    assert drawing(
        fact(1, "Rina Hayami | lives_in | Kobe", None, date(2018, 1, 1), precision=Precision.YEAR),
        fact(2, "Rina Hayami | lives_in | Ulm", date(2018, 1, 1), date(2020, 1, 1), precision=Precision.YEAR),
    ) == (
        "lives in  ?.. Kobe ..............|== Ulm ======================================|\n"
        "          +----------+-----------+----------+-----------+-----------+-----------\n"
        "          2017-01    2017-07     2018-01    2018-07     2019-01     2019-07\n"
    )


def test_an_end_that_is_only_known_at_the_latest_is_in_question() -> None:
    picture = drawing(
        fact(1, "Rina Hayami | lives_in | Kobe", date(2018, 1, 1), date(2019, 7, 1), precision=Precision.UNKNOWN),
        fact(2, "Rina Hayami | lives_in | Ulm", date(2019, 7, 1), date(2020, 1, 1)),
    )
    assert picture.splitlines()[0] == (
        "lives in  |== Kobe ==========================================?|== Ulm =========|"
    )


def test_what_happened_on_a_day_is_a_point_with_its_day() -> None:
    picture = drawing(fact(1, "Rina Hayami | visited | Kobe", date(2021, 5, 3), date(2021, 5, 4)))
    assert picture.splitlines()[0] == "visited Kobe      o 2021-05-03"


def test_a_point_at_the_right_end_has_its_day_before_it() -> None:
    picture = drawing(
        fact(1, "Rina Hayami | visited | Kobe", date(2011, 5, 3), date(2011, 5, 4)),
        fact(2, "Rina Hayami | visited | Ulm", date(2021, 12, 30), date(2021, 12, 31)),
    )
    assert picture.splitlines()[1].endswith("  2021-12-30 o")


def test_a_time_that_does_not_fit_into_its_bar_stands_beside_it() -> None:
    picture = drawing(
        fact(1, "Rina Hayami | planned | 展示会", date(2021, 5, 1), date(2021, 9, 1), precision=Precision.MONTH),
        fact(2, "Rina Hayami | member_of | Chess Club", date(2019, 1, 1)),
    )
    assert picture.splitlines()[1] == "planned 展示会                        |=| 2021-05 to 2021-08"


def test_a_name_that_does_not_fit_is_numbered_and_told_below() -> None:
    picture = drawing(
        fact(1, "Rina Hayami | works_as | engineer", date(2019, 7, 1), date(2020, 2, 1), precision=Precision.MONTH),
        fact(2, "Rina Hayami | works_as | CTO", date(2020, 2, 1), date(2020, 3, 1), precision=Precision.MONTH),
        fact(3, "Rina Hayami | works_as | 代表取締役社長", date(2020, 3, 1)),
    )
    assert picture.splitlines()[:3] == [
        "works as      |1===2|== 代表取締役社長 ========================================>",
        "          1 engineer, 2019-07 to 2020-01",
        "          2 CTO, 2020-02",
    ]


def test_an_axis_leaves_out_a_great_gap_after_what_came_long_before() -> None:
    picture = drawing(fact(9, "Rina Hayami | born_in | Kobe", date(1961, 5, 3)), *WORKS)
    assert picture.splitlines()[0].startswith("born in Kobe  <== since 1961-05-03 =====")
    assert picture.splitlines()[-1].strip().startswith("2016")
    picture = drawing(fact(9, "Rina Hayami | born_in | Kobe", date(1961, 5, 3)), WORKS[2])
    assert picture.splitlines()[-1].strip().startswith("1970")


def test_what_is_over_before_the_axis_begins_says_so() -> None:
    picture = drawing(fact(9, "Rina Hayami | visited | Kobe", date(1961, 5, 3), date(1961, 5, 4)), *WORKS)
    assert picture.splitlines()[0] == "visited Kobe  < 1961-05-03"


def test_what_cannot_be_true_together_stands_in_two_rows_and_is_marked() -> None:
    picture = drawing(
        fact(1, "Rina Hayami | lives_in | Ulm", date(2018, 1, 1), disputed_by=2),
        fact(2, "Rina Hayami | lives_in | 京都市", date(2018, 1, 1), disputed_by=1),
    )
    first, second, *_ = picture.splitlines()
    assert first.startswith("lives in  |== Ulm! ====")
    assert second.startswith("          |== 京都市! ====")


def test_a_window_cuts_what_goes_beyond_it() -> None:
    picture = drawing(*WORKS, since=date(2018, 1, 1), until=date(2020, 12, 31))
    assert picture == (
        "works at  <== Lumen AG =====================|== 樫鋳造 ========================>\n"
        "          +----------+-----------+----------+-----------+-----------+-----------\n"
        "          2018-01    2018-07     2019-01    2019-07     2020-01     2020-07\n"
    )


def test_a_long_name_has_a_line_of_its_own() -> None:
    name = "open an office in Sendai with three people and a dog"
    first, second, *_ = drawing(fact(1, f"Rina Hayami | planned | {name}", date(2026, 1, 1))).splitlines()
    assert first == f"planned {name}"
    assert second.strip().startswith("|==")


def test_without_a_date_there_is_nothing_to_draw() -> None:
    assert drawing(fact(1, "Rina Hayami | knows | Ken Ito")) == ""


@pytest.mark.parametrize(
    ("text", "width", "short"), [("短い名前", 8, "短い名前"), ("短い名前", 7, "短い.."), ("ab", 9, "ab")]
)
def test_a_text_is_shortened_by_cells(text: str, width: int, short: str) -> None:
    assert shortened(text, width) == short


DATED = st.builds(
    lambda number, relation, value, start, length, disputed: fact(
        number,
        f"Rina Hayami | {relation} | {value}",
        start,
        None if length is None else (start or date(2010, 1, 1)) + timedelta(days=length),
        disputed_by=disputed,
    ),
    st.integers(1, 10**6),
    st.sampled_from(["works_at", "member_of", "responsible_for"]),
    st.text("aZ 京株式会社ー・e\u0301", min_size=1, max_size=40).filter(str.strip),
    st.none() | st.dates(date(1900, 1, 1), date(2040, 1, 1)),
    st.none() | st.integers(0, 9000),
    st.none() | st.just(1),
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(DATED, min_size=1, max_size=8, unique_by=lambda one: one.id),
    st.integers(0, 300),
    st.none() | st.dates(date(1950, 1, 1), date(2000, 1, 1)),
    st.none() | st.dates(date(2000, 1, 1), date(2050, 1, 1)),
)
def test_every_drawing_keeps_within_the_terminal(
    facts: list[Fact], width: int, since: date | None, until: date | None
) -> None:
    room = min(max(width, NARROWEST), WIDEST)
    picture = drawing(*facts, width=width, since=since, until=until)
    assert all(cell_len(line) <= room for line in picture.splitlines())
