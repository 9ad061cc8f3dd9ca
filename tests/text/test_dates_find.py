"""The date that a file name or heading gives its document: always 5 March 2024 here, or none."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.dates import find_date


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-05 standup.md",
        "2024-03-05.md",
        "2024-03-05T10:30 notes",
        "2024-03-05-1030.txt",
        "2024/3/5 minutes",
        "2024_03_05_photo.jpg",
        "2024.03.05 minutes",
        "20240305_memo",
        "IMG_20240305_101500.jpg",
        "議事録20240305",
        "議事録 2024年3月5日",
        "２０２４年３月５日　定例",
        "令和6年3月5日",
        "Standup, March 5, 2024",
        "5 March 2024 minutes",
        "5th of March 2024",
        "5-Mar-2024 invoice",
        "2024-03-05 – 2024-03-07 offsite",
        "2024-13-01 then 2024-03-05",
    ],
)
def test_finds_the_date_of_a_document(text: str) -> None:
    assert find_date(text) == date(2024, 3, 5)


def test_finds_the_first_year_of_an_era() -> None:
    assert find_date("令和元年5月1日の記録") == date(2019, 5, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "standup",
        "March 5",
        "2024-03",
        "2024年3月",
        "090-1234-5678",
        "+20240305",
        "tel 20240305",
        "03-2024-0305",
        "2024-03-0512",
        "20240305-1234567",
        "v2024.03.05",
        "release 2024.03.10",
        "version 2024-03-05",
        "v20240305",
        "3.11.20240305",
        "1.2024-03-05",
        "2024.03.05.1",
        "20241399",
        "2024-02-30",
        "99990101",
        "バージョン 20240305",
    ],
)
def test_other_numbers_are_no_date(text: str) -> None:
    assert find_date(text) is None


@settings(max_examples=100, deadline=None)
@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_a_date_in_a_file_name_comes_back(day: date) -> None:
    for form in (day.isoformat(), f"{day:%Y%m%d}", f"{day.year}年{day.month}月{day.day}日", f"{day:%d %B %Y}"):
        assert find_date(f"{form} minutes.md") == day


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_any_text_has_a_date_or_none(text: str) -> None:
    found = find_date(text)
    assert found is None or isinstance(found, date)
