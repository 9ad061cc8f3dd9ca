"""Words that lean on a time told before them."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.temporal import UNDATED, Interval
from tsuzuri.text.dates import resolve
from tsuzuri.text.dates_leaning import counts_from_today, lean, leans

TODAY = date(2021, 6, 1)
CASES = """
in 2003           | the following year           | 2004-01-01 2005-01-01 year
in 2003           | in March the following year  | 2004-03-01 2004-04-01 month
in 2003           | on December 5 the same year  | 2003-12-05 2003-12-06 day
in 2003           | by that year                 | -          2004-01-01 year
in May 2003       | later that year              | 2003-05-02 2004-01-01 year
in 2003           | until the following year     | -          2005-01-01 year
in 1998           | two years later              | 2000-01-01 2001-01-01 year
from 2003 to 2005 | the next year                | 2006-01-01 2007-01-01 year
since 2003        | three years later            | 2006-01-01 2007-01-01 year
on 3 October 1942 | six days later               | 1942-10-09 1942-10-10 day
on 3 May 2004     | the next day                 | 2004-05-04 2004-05-05 day
on 3 May 2004     | the following week           | 2004-05-10 2004-05-17 week
in May 2004       | two months earlier           | 2004-03-01 2004-04-01 month
in 1998           | the next day                 | nothing
in the 1990s      | the following year           | nothing
in 1998           | the following                | nothing
2003年            | 翌年                         | 2004-01-01 2005-01-01 year
2003年            | 翌年3月に                    | 2004-03-01 2004-04-01 month
2003年            | 翌々年                       | 2005-01-01 2006-01-01 year
2003年            | 同年五月に                   | 2003-05-01 2003-06-01 month
2003年            | 同5月                        | 2003-05-01 2003-06-01 month
2003年            | その年の秋                   | 2003-09-01 2003-12-01 quarter
2003年            | 前年まで                     | -          2003-01-01 year
2003年            | その2年後に                  | 2005-01-01 2006-01-01 year
2003年度          | 翌年度                       | 2004-04-01 2005-04-01 year
2003年5月         | 翌月から                     | 2003-06-01 -          month
2003年5月         | 前月                         | 2003-04-01 2003-05-01 month
2003年5月3日      | 翌日                         | 2003-05-04 2003-05-05 day
2003年5月3日      | 同日                         | 2003-05-03 2003-05-04 day
2003年5月3日      | 翌朝                         | 2003-05-04 2003-05-05 day
2003年            | 翌朝                         | nothing
2003年            | その後                       | nothing
"""


def told(words: str) -> Interval:
    found = resolve(words, TODAY)
    assert found is not None
    return found.interval


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_they_count_from_what_was_told(case: str) -> None:
    before, words, meaning = (cell.strip() for cell in case.split("|"))
    found = lean(words, told(before))
    interval = found.interval if found else None
    shown = f"{interval.start or '-'} {interval.end or '-'} {interval.precision}" if interval else "nothing"
    assert shown.split() == meaning.split()


@pytest.mark.parametrize(
    "words", ["next year", "in 2003", "two years ago", "来年", "3年後", "two years after the war", ""]
)
def test_words_that_stand_by_themselves_do_not_lean(words: str) -> None:
    assert not leans(words)
    assert lean(words, told("in 2003")) is None


def test_nothing_leans_on_what_is_undated() -> None:
    assert lean("the following year", UNDATED) is None


@pytest.mark.parametrize("words", ["yesterday", "next Friday", "two years ago", "昨日", "来週の月曜", "now"])
def test_what_counts_from_the_day_of_writing_is_known(words: str) -> None:
    assert counts_from_today(words)


@pytest.mark.parametrize("words", ["in 2003", "3 May", "2003年5月", "the next day", "翌日"])
def test_and_so_is_what_does_not(words: str) -> None:
    assert not counts_from_today(words)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from("that the following same next year day month 翌 同 年 月 その 3 後 later".split())),
    st.dates(),
)
def test_any_words_give_a_time_or_nothing(pieces: list[str], day: date) -> None:
    for space in ("", " "):
        found = lean(space.join(pieces), Interval(day, None))
        assert found is None or leans(space.join(pieces))
