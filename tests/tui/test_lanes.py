from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.worlds import lived
from tsuzuri.library.axis import Axis
from tsuzuri.library.timeline import Timeline
from tsuzuri.tui.lanes import LaneShape, about, lane_rows, margin_of, together

TODAY = date(2025, 9, 12)


def life() -> Timeline:
    library = lived()
    timeline = library.timeline(library.entity("Rina Hayami").id)
    assert timeline is not None
    return timeline


def lives() -> tuple[Timeline, ...]:
    library = lived()
    read = (library.timeline(library.entity(name).id) for name in ("Rina Hayami", "Kashi Foundry"))
    return tuple(timeline for timeline in read if timeline is not None)


def drawn(axis: Axis, margin: int = 10, as_of: date | None = None) -> list[str]:
    shape = LaneShape(axis, margin, as_of)
    return [shape.lines(row, margin + axis.width)[0].plain.rstrip() for row in lane_rows((life(),), axis, TODAY)]


def test_what_is_out_of_sight_is_left_out_but_for_the_last_of_a_lane_with_nothing_else() -> None:
    first, member, lives, undated = drawn(Axis(date(2012, 1, 1), date(2014, 1, 1), 40))
    assert first == f"works at  {'>'.rjust(40)}"
    assert member == f"member..  {'>'.rjust(40)}"
    assert lives == "lives ..  ?.. until 2018 ........................>"
    assert undated.endswith("Ken Ito knows Rina Hayami")


def test_the_day_stands_in_the_axis_and_wherever_no_bar_is() -> None:
    axis = Axis(date(2010, 1, 1), date(2020, 1, 1), 40)
    heading = LaneShape(axis, 10, date(2012, 1, 1)).heading(50)
    assert heading is not None
    assert heading.plain.index(":") == 17
    assert drawn(axis, as_of=date(2012, 1, 1))[0].index(":") == 17
    assert ":" not in "".join(drawn(axis, as_of=date(1990, 1, 1)))


def test_the_line_above_says_which_time_is_in_sight() -> None:
    told = about((life(),), Axis(date(2010, 1, 1), date(2020, 1, 1), 40)).plain
    assert told == "Rina Hayami  person  3 lanes, 2010-01-01 to 2019-12-31"


@settings(max_examples=100, deadline=None)
@given(st.dates(), st.dates(), st.integers(16, 200), st.none() | st.dates())
def test_every_row_keeps_within_its_width(one: date, other: date, width: int, as_of: date | None) -> None:
    axis = Axis(min(one, other), max(one, other), width)
    margin = margin_of((life(),), width)
    shape = LaneShape(axis, margin, as_of)
    rows = [shape.lines(row, margin + width)[0] for row in lane_rows((life(),), axis, TODAY)]
    assert all(row.cell_length <= margin + width for row in rows)


def test_of_several_each_begins_with_its_name_and_all_share_one_axis() -> None:
    axis = Axis(date(2010, 1, 1), date(2026, 1, 1), 60)
    rows = lane_rows(lives(), axis, TODAY)
    assert [row.label for row in rows if not row.selectable] == ["Rina Hayami", "Kashi Foundry"]
    assert len({LaneShape(axis).key(row) for row in rows}) == len(rows)
    assert about(lives(), axis).plain.startswith("Rina Hayami, Kashi Foundry  2 entities  4 lanes")
    assert len(together(lives()).lanes) == 4
