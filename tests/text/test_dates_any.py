"""What is true of any words of time."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.text.dates import TimeExpression, TimeKind, resolve

TUESDAY = date(2024, 3, 5)
REFERENCES = st.dates(date(1600, 1, 1), date(2400, 1, 1))
PIECES = st.sampled_from(
    "in since until from to the of last next early mid end ago year years month friday march 5th 2024 5 29 q3 "
    "fy2023 1990s - ~ now and for by within season "
    "年 月 日 3 一 十 前 から まで 先週 の 金曜 末 令和 元年 度 上期 第 四半期 頃 中 "
    "午前中 今年 半 間 までに 今後 時代".split()
)


@settings(max_examples=150, deadline=None)
@given(st.text(), st.dates())
def test_any_text_gives_an_interval_or_nothing(words: str, reference: date) -> None:
    found = resolve(words, reference)
    assert found is None or isinstance(found, TimeExpression)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=12), st.sampled_from(["", " "]), REFERENCES)
def test_any_words_of_time_give_a_proper_interval(pieces: list[str], space: str, reference: date) -> None:
    found = resolve(space.join(pieces), reference)
    if found is None:
        return
    start, end = found.interval.start, found.interval.end
    assert (start is None) == (found.kind in (TimeKind.UNTIL, TimeKind.BY))
    assert (end is None) == (found.kind is TimeKind.SINCE)
    assert start is None or end is None or start < end
    assert found == resolve(space.join(pieces), reference)


@settings(max_examples=100, deadline=None)
@given(st.dates(date(1, 1, 1), date(9999, 12, 30)), REFERENCES)
def test_iso_dates_come_back(day: date, reference: date) -> None:
    expected = TimeExpression(TimeKind.POINT, Interval(day, day + timedelta(days=1), Precision.DAY))
    assert resolve(day.isoformat(), reference) == expected


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 12), REFERENCES)
def test_a_month_without_its_year_is_near(month: int, reference: date) -> None:
    found = resolve(f"{month}月", reference)
    assert found is not None
    assert found.interval.start is not None
    assert timedelta(days=-186) < found.interval.start - reference <= timedelta(days=184)


@pytest.mark.parametrize(
    "piece",
    [
        "中頃",
        "午前中",
        "mid mon ",
        "mid ",
        "in ",
        "の",
        "から",
        "- ",
        "今年",
        "a 2 years ago ",
        "for 2 years from ",
        "年から3年間",
    ],
)
def test_hostile_repetition_ends(piece: str) -> None:
    assert resolve((piece * 80)[:80], TUESDAY) is None
