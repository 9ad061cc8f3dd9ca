"""Timelines as notes: what is written of them, and how what is kept of them is scored."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.eval.dyknow import (
    LEFT,
    MANY,
    ONE,
    Note,
    Score,
    Tenure,
    Timeline,
    notes_in_order,
    notes_out_of_order,
    parse,
    score,
    score_read,
    store_notes,
    texts,
)
from tsuzuri.core.temporal import Precision
from tsuzuri.store.memory.backend import MemoryBackend

NOW = datetime(2025, 6, 1, tzinfo=UTC)
OFFICE: dict[str, Any] = {
    "category": "towns",
    "entity": "Lindau Bay",
    "relation": "mayor",
    "seq": [
        {"value": "Bo Lund", "start": "2004-05-01", "end": "2010-09-01"},
        {"value": "Ada Moor", "start": "2001", "end": "2004-05-01"},
        {"value": "Cy Park", "start": "2010-09-01"},
        {"value": "Nobody knows", "end": "1999"},
    ],
}
PLAYER: dict[str, Any] = {
    "category": "athletes_of_ours",
    "entity": "Kit Ode",
    "relation": "member of sports team",
    "seq": [
        {"value": "Harbour FC", "start": "2001", "end": "2007"},
        {"value": "Lindau national team", "start": "2003"},
        {"value": "Hill FC", "start": "2007"},
    ],
}
ALL_RIGHT = Score(asked=3, right=3, over=2, handed=3, exact=3, stood=3, among=3)

Notes = Callable[[list[Timeline], int], list[Note]]


def test_a_timeline_is_in_order_of_its_starts_and_leaves_out_what_has_none() -> None:
    assert parse(OFFICE).tenures[:2] == (
        Tenure("Ada Moor", date(2001, 1, 1), Precision.YEAR, date(2004, 5, 1)),
        Tenure("Bo Lund", date(2004, 5, 1), Precision.DAY, date(2010, 9, 1)),
    )
    assert [one.value for one in parse(OFFICE).tenures] == ["Ada Moor", "Bo Lund", "Cy Park"]
    assert (parse(OFFICE).single, parse(PLAYER).single) == (True, False)


def test_the_middle_is_asked_for_of_two_years_or_more() -> None:
    assert parse(PLAYER).tenures[0].middle == date(2004, 1, 1)
    assert Tenure("a", date(2001, 1, 1), Precision.DAY, date(2002, 12, 30)).middle is None
    assert Tenure("a", date(2001, 1, 1), Precision.DAY, None).middle is None


def test_each_start_is_a_note_and_the_end_of_one_of_many_too() -> None:
    notes = notes_in_order([parse(OFFICE), parse(PLAYER)], 7)
    told = {(note.relation, note.value, note.start.year) for note in notes}
    assert {relation for relation, *_ in told} == {ONE, MANY, LEFT}
    assert (LEFT, "Harbour FC", 2007) in told
    assert len(told) == len(notes) == 7


def test_notes_in_order_follow_each_other_in_time_in_each_timeline() -> None:
    notes = notes_in_order([parse(OFFICE), parse(PLAYER)], 7)
    for name in {note.timeline.name for note in notes}:
        said = [note.said for note in notes if note.timeline.name == name]
        assert said == sorted(said)
    assert all(note.said == note.start for note in notes)


def test_notes_out_of_order_tell_nothing_by_their_own_date() -> None:
    notes = notes_out_of_order([parse(OFFICE), parse(PLAYER)], 7)
    assert [note.said for note in notes] == sorted(note.said for note in notes)
    assert [note.start for note in notes] != sorted(note.start for note in notes)
    assert min(note.said for note in notes) > max(note.start for note in notes)


@pytest.mark.parametrize("noted", [notes_in_order, notes_out_of_order])
def test_what_is_kept_of_timelines_is_all_right(noted: Notes) -> None:
    timelines = [parse(OFFICE), parse(PLAYER)]
    backend = MemoryBackend()
    subjects = store_notes(backend, noted(timelines, 7), NOW)
    assert sum((score(one, subjects[one.name], backend) for one in timelines), Score()) == ALL_RIGHT


def test_the_metrics_are_shares() -> None:
    metrics = Score(asked=4, right=3, newest=1, over=2, stale=1, handed=5, exact=4, stood=2, among=3).metrics("x.")
    assert metrics == {
        "x.asof": 0.75,
        "x.stale": 0.5,
        "x.interval_exact": 0.8,
        "x.newest_instead": 0.25,
        "x.crossed": 0.0,
        "x.among": 0.75,
    }


def test_a_note_is_a_sentence_that_names_the_office_and_the_day() -> None:
    office, player = parse(OFFICE), parse(PLAYER)
    first = {note.value: note.sentence for note in notes_in_order([office, player], 3)}
    assert first["Bo Lund"] == "Bo Lund became mayor of Lindau Bay on May 1, 2004."
    assert first["Ada Moor"] == "Ada Moor became mayor of Lindau Bay in 2001."
    assert all(note.sentence.startswith("Kit Ode ") for note in notes_in_order([player], 3))


def test_a_text_is_written_on_the_day_of_its_note() -> None:
    notes = notes_in_order([parse(OFFICE)], 3)
    assert [text.said.at.date() for text in texts(notes)] == [note.start for note in notes]


def test_what_a_model_stored_is_asked_for_at_the_middle_of_each_tenure() -> None:
    timeline, backend = parse(OFFICE), MemoryBackend()
    notes = notes_in_order([timeline], 3)
    store_notes(backend, notes, NOW)
    assert score_read([timeline], backend) == Score(asked=2, right=2, among=2)
    assert score_read([timeline], MemoryBackend()) == Score(asked=2)
