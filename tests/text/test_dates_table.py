"""Words of time in use, each with the day on which it was written (`test_dates` has the plain forms).

Columns: words | reference day | first day | day after the last | precision; "-" is an open end, "nothing" no time.
"""

from datetime import date

import pytest

from tsuzuri.text.dates import TimeKind, resolve

ENGLISH = """
from March to May 2021                 | 2024-03-05 | 2021-03-01 | 2021-06-01 | month
from March 2021 to May 2021            | 2024-03-05 | 2021-03-01 | 2021-06-01 | month
between March and May 2021             | 2024-03-05 | 2021-03-01 | 2021-06-01 | month
between March 1 to March 7, 2021       | 2024-03-05 | 2021-03-01 | 2021-03-08 | day
1 May to 3 June 2021                   | 2024-03-05 | 2021-05-01 | 2021-06-04 | day
from 1 to 5 May                        | 2024-06-10 | 2024-05-01 | 2024-05-06 | day
between the 5th and the 7th of March   | 2024-03-20 | 2024-03-05 | 2024-03-08 | day
from December to February              | 2024-01-20 | 2023-12-01 | 2024-03-01 | month
2019 to 2021                           | 2024-03-05 | 2019-01-01 | 2022-01-01 | year
in 2009–10                             | 2024-03-05 | 2009-01-01 | 2011-01-01 | year
2009-10                                | 2024-03-05 | 2009-10-01 | 2009-11-01 | month
1999–00                                | 2024-03-05 | 1999-01-01 | 2001-01-01 | year
1999–2004                              | 2024-03-05 | 1999-01-01 | 2005-01-01 | year
in the 2009-10 season                  | 2024-03-05 | 2009-01-01 | 2011-01-01 | year
during the 2018–19 season              | 2024-03-05 | 2018-01-01 | 2020-01-01 | year
the 1999 season                        | 2024-03-05 | 1999-01-01 | 2000-01-01 | year
from 2019 until now                    | 2024-03-05 | 2019-01-01 | -          | year
from 2019 to date                      | 2024-03-05 | 2019-01-01 | -          | year
2019 to the present                    | 2024-03-05 | 2019-01-01 | -          | year
from 1 April 2021 until further notice | 2024-03-05 | 2021-04-01 | -          | day
since at least 2008                    | 2024-03-05 | 2008-01-01 | -          | year
since about 1990                       | 2024-03-05 | 1990-01-01 | -          | year
since the 1990s                        | 2024-03-05 | 1990-01-01 | -          | decade
since last week                        | 2024-03-05 | 2024-02-26 | -          | week
since November                         | 2024-03-05 | 2023-11-01 | -          | month
beginning in 2009                      | 2024-03-05 | 2009-01-01 | -          | year
Beginning about 1730                   | 2024-03-05 | 1730-01-01 | -          | year
starting in 2020                       | 2024-03-05 | 2020-01-01 | -          | year
with effect from 1 May                 | 2024-03-05 | 2024-05-01 | -          | day
as from 1 April                        | 2024-03-05 | 2024-04-01 | -          | day
from December 31, 2015 onwards         | 2024-03-05 | 2015-12-31 | -          | day
after 2019                             | 2024-03-05 | 2020-01-01 | -          | year
after March 5                          | 2024-03-20 | 2024-03-06 | -          | day
later than June 2020                   | 2024-03-05 | 2020-07-01 | -          | month
until 2020                             | 2024-03-05 | -          | 2021-01-01 | year
till the end of June                   | 2024-03-05 | -          | 2024-07-01 | month
up until 2015                          | 2024-03-05 | -          | 2016-01-01 | year
through next week                      | 2024-03-05 | -          | 2024-03-18 | week
before 2020                            | 2024-03-05 | -          | 2020-01-01 | year
prior to March 2017                    | 2024-03-05 | -          | 2017-03-01 | month
by 2020                                | 2024-03-05 | -          | 2021-01-01 | year
by next Friday                         | 2024-03-05 | -          | 2024-03-09 | day
by the end of May                      | 2024-03-05 | -          | 2024-06-01 | month
no later than 3 June 2024              | 2024-03-05 | -          | 2024-06-04 | day
as early as 2008                       | 2024-03-05 | 2008-01-01 | 2009-01-01 | year
as of 2020                             | 2024-03-05 | 2020-01-01 | 2021-01-01 | year
as of today                            | 2024-03-05 | 2024-03-05 | 2024-03-06 | day
Q3 2024                                | 2024-03-05 | 2024-07-01 | 2024-10-01 | quarter
1Q24                                   | 2024-03-05 | 2024-01-01 | 2024-04-01 | quarter
the fourth quarter of last year        | 2024-03-05 | 2023-10-01 | 2024-01-01 | quarter
last quarter                           | 2024-03-05 | 2023-10-01 | 2024-01-01 | quarter
Q4 of FY2024                           | 2024-03-05 | 2025-01-01 | 2025-04-01 | quarter
fiscal 2024                            | 2024-03-05 | 2024-04-01 | 2025-04-01 | year
FY2023-24                              | 2024-03-05 | 2023-04-01 | 2024-04-01 | year
last fiscal year                       | 2024-03-05 | 2022-04-01 | 2023-04-01 | year
the second half of last year           | 2024-03-05 | 2023-07-01 | 2024-01-01 | year
first half of FY2024                   | 2024-03-05 | 2024-04-01 | 2024-10-01 | year
the noughties                          | 2024-03-05 | 2000-01-01 | 2010-01-01 | decade
the mid-1990s                          | 2024-03-05 | 1994-01-01 | 1997-01-01 | decade
the 2010s                              | 2024-03-05 | 2010-01-01 | 2020-01-01 | decade
the early 20th century                 | 2024-03-05 | 1901-01-01 | 1934-01-01 | decade
in the late 19th century               | 2024-03-05 | 1868-01-01 | 1901-01-01 | decade
the second half of the 18th century    | 2024-03-05 | 1751-01-01 | 1801-01-01 | decade
three weeks ago                        | 2024-03-05 | 2024-02-12 | 2024-02-19 | week
the week before last                   | 2024-03-05 | 2024-02-19 | 2024-02-26 | week
the month before last                  | 2024-01-31 | 2023-11-01 | 2023-12-01 | month
the year after next                    | 2024-03-05 | 2026-01-01 | 2027-01-01 | year
a decade ago                           | 2024-03-05 | 2010-01-01 | 2020-01-01 | decade
in a week                              | 2024-03-05 | 2024-03-11 | 2024-03-18 | week
early next week                        | 2024-03-05 | 2024-03-11 | 2024-03-13 | week
in the next two weeks                  | 2024-03-05 | 2024-03-05 | 2024-03-20 | week
over the coming 3 months               | 2024-03-05 | 2024-03-05 | 2024-06-06 | month
within a year                          | 2024-03-05 | 2024-03-05 | 2025-03-06 | year
over the past year                     | 2024-03-05 | 2023-03-05 | 2024-03-06 | year
for two years from 2019                | 2024-03-05 | 2019-01-01 | 2021-01-01 | year
three months starting in May 2020      | 2024-03-05 | 2020-05-01 | 2020-08-01 | month
from 2019 for three years              | 2024-03-05 | 2019-01-01 | 2022-01-01 | year
for three years until 2020             | 2024-03-05 | 2018-01-01 | 2021-01-01 | year
for ten days until 10 March 2024       | 2024-03-05 | 2024-03-01 | 2024-03-11 | day
early 2019                             | 2024-03-05 | 2019-01-01 | 2019-05-01 | year
late in 2018                           | 2024-03-05 | 2018-09-01 | 2019-01-01 | year
in mid-March 2021                      | 2024-03-05 | 2021-03-11 | 2021-03-21 | month
end of May                             | 2024-06-20 | 2024-05-21 | 2024-06-01 | month
at the start of 2021                   | 2024-03-05 | 2021-01-01 | 2021-02-01 | month
late spring 2012                       | 2024-03-05 | 2012-05-01 | 2012-06-01 | month
winter 2019-20                         | 2024-03-05 | 2019-12-01 | 2020-03-01 | quarter
the winter of 2019/2020                | 2024-03-05 | 2019-12-01 | 2020-03-01 | quarter
Saturday morning                       | 2024-03-05 | 2024-03-02 | 2024-03-03 | day
next Friday                            | 2024-03-08 | 2024-03-15 | 2024-03-16 | day
last Sunday                            | 2024-03-10 | 2024-03-03 | 2024-03-04 | day
Mon 4 Mar                              | 2024-03-05 | 2024-03-04 | 2024-03-05 | day
3/5/2024                               | 2024-03-05 | 2024-03-05 | 2024-03-06 | day
5.3.2024                               | 2024-04-05 | 2024-03-05 | 2024-03-06 | day
05-03-2024                             | 2024-03-05 | 2024-05-03 | 2024-05-04 | day
25-03-2024                             | 2024-03-05 | 2024-03-25 | 2024-03-26 | day
the year 2000                          | 2024-03-05 | 2000-01-01 | 2001-01-01 | year
in AD 79                               | 2024-03-05 | 0079-01-01 | 0080-01-01 | year
all of 2020                            | 2024-03-05 | 2020-01-01 | 2021-01-01 | year
29 February 2023                       | 2024-03-05 | nothing
31 February                            | 2024-03-05 | nothing
June 31, 2020                          | 2024-03-05 | nothing
31.4.2024                              | 2024-03-05 | nothing
2,000                                  | 2024-03-05 | nothing
2000 people                            | 2024-03-05 | nothing
1500 m                                 | 2024-03-05 | nothing
44 BC                                  | 2024-03-05 | nothing
in the two years                       | 2024-03-05 | nothing
at 2207                                | 2024-03-05 | nothing
West End in 2000                       | 2024-03-05 | nothing
over two years ago                     | 2024-03-05 | nothing
more than ten years ago                | 2024-03-05 | nothing
some years ago                         | 2024-03-05 | nothing
for six months                         | 2024-03-05 | nothing
since childhood                        | 2024-03-05 | nothing
until further notice                   | 2024-03-05 | nothing
in recent years                        | 2024-03-05 | nothing
Mr May                                 | 2024-03-05 | nothing
"""

JAPANESE = """
3月から5月まで           | 2024-06-05 | 2024-03-01 | 2024-06-01 | month
2021年3月から5月まで     | 2024-03-05 | 2021-03-01 | 2021-06-01 | month
2019年〜2021年           | 2024-03-05 | 2019-01-01 | 2022-01-01 | year
2019〜21年               | 2024-03-05 | 2019-01-01 | 2022-01-01 | year
2024年3月〜25年2月       | 2024-03-05 | 2024-03-01 | 2025-03-01 | month
2019年から2021年にかけて | 2024-03-05 | 2019-01-01 | 2022-01-01 | year
1990年代から2000年代にかけて | 2024-03-05 | 1990-01-01 | 2010-01-01 | decade
令和元年から令和3年まで  | 2024-03-05 | 2019-01-01 | 2022-01-01 | year
平成30年〜令和2年        | 2024-03-05 | 2018-01-01 | 2021-01-01 | year
R7.4.1                   | 2024-03-05 | 2025-04-01 | 2025-04-02 | day
令7.4.1                  | 2024-03-05 | 2025-04-01 | 2025-04-02 | day
H31/4/30                 | 2024-03-05 | 2019-04-30 | 2019-05-01 | day
S64.1.7                  | 2024-03-05 | 1989-01-07 | 1989-01-08 | day
平成元年1月8日           | 2024-03-05 | 1989-01-08 | 1989-01-09 | day
令和七年四月一日         | 2024-03-05 | 2025-04-01 | 2025-04-02 | day
平30年                   | 2024-03-05 | 2018-01-01 | 2019-01-01 | year
大正時代                 | 2024-03-05 | 1912-01-01 | 1926-01-01 | decade
西暦2000年               | 2024-03-05 | 2000-01-01 | 2001-01-01 | year
645年                    | 2024-03-05 | 0645-01-01 | 0646-01-01 | year
2020年以降               | 2024-03-05 | 2020-01-01 | -          | year
2020年より後             | 2024-03-05 | 2021-01-01 | -          | year
先月から                 | 2024-03-05 | 2024-02-01 | -          | month
先週以来                 | 2024-03-05 | 2024-02-26 | -          | week
来春から                 | 2024-03-05 | 2025-03-01 | -          | quarter
2020年以前               | 2024-03-05 | -          | 2021-01-01 | year
2020年の前               | 2024-03-05 | -          | 2020-01-01 | year
2020年まで               | 2024-03-05 | -          | 2021-01-01 | year
2020年までに             | 2024-03-05 | -          | 2021-01-01 | year
来週までに               | 2024-03-05 | -          | 2024-03-18 | week
3月いっぱい              | 2024-03-05 | -          | 2024-04-01 | month
2020年3月末時点          | 2024-03-05 | 2020-03-21 | 2020-04-01 | month
昨秋                     | 2024-03-05 | 2023-09-01 | 2023-12-01 | quarter
2019年夏頃               | 2024-03-05 | 2019-06-01 | 2019-09-01 | quarter
2024年第3四半期          | 2024-03-05 | 2024-07-01 | 2024-10-01 | quarter
2024年度第3四半期        | 2024-03-05 | 2024-10-01 | 2025-01-01 | quarter
第3四半期末              | 2024-03-05 | 2023-12-01 | 2024-01-01 | month
7〜9月期                 | 2024-11-05 | 2024-07-01 | 2024-10-01 | month
2024年度                 | 2024-03-05 | 2024-04-01 | 2025-04-01 | year
24年度                   | 2024-03-05 | 2024-04-01 | 2025-04-01 | year
今年度                   | 2024-04-01 | 2024-04-01 | 2025-04-01 | year
2024年度下期             | 2024-03-05 | 2024-10-01 | 2025-04-01 | year
上半期                   | 2024-09-05 | 2024-04-01 | 2024-10-01 | year
2024年上半期             | 2024-03-05 | 2024-01-01 | 2024-07-01 | year
90年代                   | 2024-03-05 | 1990-01-01 | 2000-01-01 | decade
1990年代初頭             | 2024-03-05 | 1990-01-01 | 1991-01-01 | year
20世紀初頭               | 2024-03-05 | 1901-01-01 | 1911-01-01 | decade
19世紀後半               | 2024-03-05 | 1851-01-01 | 1901-01-01 | decade
2019年から3年間          | 2024-03-05 | 2019-01-01 | 2022-01-01 | year
2020年までの3年間        | 2024-03-05 | 2018-01-01 | 2021-01-01 | year
3年間、2020年まで        | 2024-03-05 | 2018-01-01 | 2021-01-01 | year
今後3年間                | 2024-03-05 | 2024-03-05 | 2027-03-06 | year
3日以内に                | 2024-03-05 | 2024-03-05 | 2024-03-09 | day
過去10年                 | 2024-03-05 | 2014-03-05 | 2024-03-06 | year
三週間前                 | 2024-03-05 | 2024-02-12 | 2024-02-19 | week
10年ほど前               | 2024-03-05 | 2014-01-01 | 2015-01-01 | year
先々週の土曜日           | 2024-03-05 | 2024-02-24 | 2024-02-25 | day
来週の月曜               | 2024-03-10 | 2024-03-11 | 2024-03-12 | day
先週末                   | 2024-03-05 | 2024-03-02 | 2024-03-04 | week
昨夕                     | 2024-03-05 | 2024-03-04 | 2024-03-05 | day
今朝                     | 2024-01-01 | 2024-01-01 | 2024-01-02 | day
来月末                   | 2024-01-31 | 2024-02-21 | 2024-03-01 | month
月初め                   | 2024-03-05 | 2024-03-01 | 2024-03-11 | month
月末                     | 2024-02-05 | 2024-02-21 | 2024-03-01 | month
2021年3月上旬            | 2024-03-05 | 2021-03-01 | 2021-03-11 | month
今月中旬                 | 2024-03-05 | 2024-03-11 | 2024-03-21 | month
先月下旬                 | 2024-03-05 | 2024-02-21 | 2024-03-01 | month
昨年暮れ                 | 2024-03-05 | 2023-12-01 | 2024-01-01 | month
2010-11シーズンは        | 2024-03-05 | 2010-01-01 | 2012-01-01 | year
2019シーズン             | 2024-03-05 | 2019-01-01 | 2020-01-01 | year
翌昭和7年3月             | 2024-03-05 | 1932-03-01 | 1932-04-01 | month
今日では                 | 2024-03-05 | 2024-03-05 | 2024-03-06 | day
翌2021年                 | 2024-03-05 | 2021-01-01 | 2022-01-01 | year
去る3月1日               | 2024-03-05 | 2024-03-01 | 2024-03-02 | day
今のところ               | 2024-03-05 | 2024-03-05 | 2024-03-06 | day
2月30日                  | 2024-03-05 | nothing
2023年2月29日            | 2024-03-05 | nothing
2021年13月               | 2024-03-05 | nothing
2000人                   | 2024-03-05 | nothing
2000円                   | 2024-03-05 | nothing
百年                     | 2024-03-05 | nothing
1000年                   | 2024-03-05 | nothing
五年生                   | 2024-03-05 | nothing
3年間                    | 2024-03-05 | nothing
三日間                   | 2024-03-05 | nothing
3年以上前                | 2024-03-05 | nothing
2015年から20年           | 2024-03-05 | nothing
近年                     | 2024-03-05 | nothing
平日                     | 2024-03-05 | nothing
"""


def cells(table: str) -> list[tuple[str, date, tuple[str, ...]]]:
    rows = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    return [(words, date.fromisoformat(day), tuple(meaning)) for words, day, *meaning in rows]


@pytest.mark.parametrize(("words", "reference", "meaning"), cells(ENGLISH + JAPANESE.lstrip()))
def test_words_mean_the_same_to_us_as_to_a_reader(words: str, reference: date, meaning: tuple[str, ...]) -> None:
    found = resolve(words, reference)
    if found is None:
        assert meaning == ("nothing",)
    else:
        interval = found.interval
        assert (str(interval.start or "-"), str(interval.end or "-"), str(interval.precision)) == meaning


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("until 2020", TimeKind.UNTIL),
        ("2020年まで", TimeKind.UNTIL),
        ("before 2020", TimeKind.UNTIL),
        ("by 2020", TimeKind.BY),
        ("2020年までには", TimeKind.BY),
        ("not later than 2020", TimeKind.BY),
        ("within a week", TimeKind.RANGE),
        ("for two years from 2019", TimeKind.RANGE),
        ("beginning in 2009", TimeKind.SINCE),
        ("to this day", TimeKind.CURRENT),
    ],
)
def test_words_that_look_alike_say_different_things(words: str, kind: TimeKind) -> None:
    found = resolve(words, date(2024, 3, 5))
    assert found is not None
    assert found.kind is kind


@pytest.mark.parametrize(
    ("words", "reference", "first", "after"),
    [
        ("before March", date(2026, 11, 30), None, date(2026, 3, 1)),
        ("after March", date(2026, 2, 1), date(2025, 4, 1), None),
        ("3月より前", date(2026, 11, 30), None, date(2026, 3, 1)),
        ("after March 2028", date(2026, 11, 30), date(2028, 4, 1), None),
        ("until March", date(2026, 11, 30), None, date(2027, 4, 1)),
    ],
)
def test_a_question_looks_back_where_a_note_may_look_ahead(
    words: str, reference: date, first: date | None, after: date | None
) -> None:
    found = resolve(words, reference, asked=True)
    assert found is not None
    assert (found.interval.start, found.interval.end) == (first, after)
