"""Words of time, read on Tuesday 5 March 2024 unless a test says otherwise."""

from datetime import date, datetime

import pytest

from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.text.dates import TimeExpression, resolve, validity

TUESDAY = date(2024, 3, 5)

# Words | kind, first day, day after the last, precision; "-" is an open end.
ENGLISH = """
in March 2022                     | point 2022-03-01 2022-04-01 month
Sept. 2021                        | point 2021-09-01 2021-10-01 month
March '22                         | point 2022-03-01 2022-04-01 month
2024-03                           | point 2024-03-01 2024-04-01 month
5 March 2024                      | point 2024-03-05 2024-03-06 day
the 5th of March, 2024            | point 2024-03-05 2024-03-06 day
March 5th, 2024                   | point 2024-03-05 2024-03-06 day
Tuesday, March 5, 2024            | point 2024-03-05 2024-03-06 day
Tue, 05 Mar 2024 10:00:00 +0900   | point 2024-03-05 2024-03-06 day
2024/03/05                        | point 2024-03-05 2024-03-06 day
2024-03-05T10:30:00Z              | point 2024-03-05 2024-03-06 day
20240305                          | point 2024-03-05 2024-03-06 day
3/15/2024                         | point 2024-03-15 2024-03-16 day
15/3/2024                         | point 2024-03-15 2024-03-16 day
2024-W10                          | point 2024-03-04 2024-03-11 week
2019                              | point 2019-01-01 2020-01-01 year
in 2019                           | point 2019-01-01 2020-01-01 year
around 2019                       | point 2019-01-01 2020-01-01 year
'98                               | point 1998-01-01 1999-01-01 year
Mar 5                             | point 2024-03-05 2024-03-06 day
March 20                          | point 2024-03-20 2024-03-21 day
in May                            | point 2024-05-01 2024-06-01 month
in September                      | point 2024-09-01 2024-10-01 month
in October                        | point 2023-10-01 2023-11-01 month
on 29 February                    | point 2024-02-29 2024-03-01 day
last March                        | point 2023-03-01 2023-04-01 month
next March                        | point 2025-03-01 2025-04-01 month
this March                        | point 2024-03-01 2024-04-01 month
last year's March                 | point 2023-03-01 2023-04-01 month
5 May last year                   | point 2023-05-05 2023-05-06 day
the 20th                          | point 2024-03-20 2024-03-21 day
the 5th of next month             | point 2024-04-05 2024-04-06 day
today                             | point 2024-03-05 2024-03-06 day
this morning                      | point 2024-03-05 2024-03-06 day
yesterday                         | point 2024-03-04 2024-03-05 day
last night                        | point 2024-03-04 2024-03-05 day
yesterday evening                 | point 2024-03-04 2024-03-05 day
the day before yesterday          | point 2024-03-03 2024-03-04 day
tomorrow at 3 p.m.                | point 2024-03-06 2024-03-07 day
three hours ago                   | point 2024-03-05 2024-03-06 day
48 hours ago                      | point 2024-03-03 2024-03-04 day
three days ago                    | point 2024-03-02 2024-03-03 day
a week ago                        | point 2024-02-26 2024-03-04 week
a couple of months ago            | point 2024-01-01 2024-02-01 month
two years ago                     | point 2022-01-01 2023-01-01 year
half a year ago                   | point 2023-09-01 2023-10-01 month
1 year and 2 months ago           | point 2023-01-01 2023-02-01 month
a fortnight ago                   | point 2024-02-19 2024-02-26 week
in two weeks                      | point 2024-03-18 2024-03-25 week
a year from now                   | point 2025-01-01 2026-01-01 year
last week                         | point 2024-02-26 2024-03-04 week
last month                        | point 2024-02-01 2024-03-01 month
next quarter                      | point 2024-04-01 2024-07-01 quarter
this year                         | point 2024-01-01 2025-01-01 year
last weekend                      | point 2024-03-02 2024-03-04 week
Friday                            | point 2024-03-01 2024-03-02 day
on Tuesday                        | point 2024-03-05 2024-03-06 day
last Friday                       | point 2024-03-01 2024-03-02 day
last Tuesday                      | point 2024-02-27 2024-02-28 day
this Friday                       | point 2024-03-08 2024-03-09 day
next Monday                       | point 2024-03-11 2024-03-12 day
Friday last week                  | point 2024-03-01 2024-03-02 day
Monday of next week               | point 2024-03-11 2024-03-12 day
Q3 2024                           | point 2024-07-01 2024-10-01 quarter
the third quarter of 2024         | point 2024-07-01 2024-10-01 quarter
2024 Q1                           | point 2024-01-01 2024-04-01 quarter
the first half of 2024            | point 2024-01-01 2024-07-01 year
H2 2023                           | point 2023-07-01 2024-01-01 year
FY2023                            | point 2023-04-01 2024-04-01 year
FY24                              | point 2024-04-01 2025-04-01 year
fiscal year 2023                  | point 2023-04-01 2024-04-01 year
this fiscal year                  | point 2023-04-01 2024-04-01 year
Q3 FY2023                         | point 2023-10-01 2024-01-01 quarter
the end of FY2023                 | point 2024-03-01 2024-04-01 month
spring 2023                       | point 2023-03-01 2023-06-01 quarter
winter 2023                       | point 2023-12-01 2024-03-01 quarter
last spring                       | point 2023-03-01 2023-06-01 quarter
next spring                       | point 2025-03-01 2025-06-01 quarter
last winter                       | point 2023-12-01 2024-03-01 quarter
over the summer                   | point 2024-06-01 2024-09-01 quarter
the summer of 2021                | point 2021-06-01 2021-09-01 quarter
early March                       | point 2024-03-01 2024-03-11 month
the middle of March 2022          | point 2022-03-11 2022-03-21 month
mid-2023                          | point 2023-05-01 2023-09-01 year
late 2022                         | point 2022-09-01 2023-01-01 year
the end of last year              | point 2023-12-01 2024-01-01 month
year-end                          | point 2024-12-01 2025-01-01 month
the last day of February          | point 2024-02-29 2024-03-01 day
earlier this year                 | point 2024-01-01 2024-03-05 year
later this month                  | point 2024-03-06 2024-04-01 month
the 1990s                         | point 1990-01-01 2000-01-01 decade
the '80s                          | point 1980-01-01 1990-01-01 decade
the nineties                      | point 1990-01-01 2000-01-01 decade
the early 1990s                   | point 1990-01-01 1994-01-01 decade
the second half of the 1990s      | point 1995-01-01 2000-01-01 decade
the 19th century                  | point 1801-01-01 1901-01-01 decade
as of March 2024                  | point 2024-03-01 2024-04-01 month
now                               | current 2024-03-05 2024-03-06 day
at the moment                     | current 2024-03-05 2024-03-06 day
since 2019                        | since 2019-01-01 - year
since June                        | since 2023-06-01 - month
since three years ago             | since 2021-01-01 - year
from June                         | since 2024-06-01 - month
from 2019 onwards                 | since 2019-01-01 - year
starting April 1                  | since 2024-04-01 - day
after March 5                     | since 2024-03-06 - day
from now on                       | since 2024-03-05 - day
2019–present                      | since 2019-01-01 - year
for the past two years            | since 2022-03-05 - year
until last Friday                 | until - 2024-03-02 day
until June 2023                   | until - 2023-07-01 month
through 2023                      | until - 2024-01-01 year
by Friday                         | by - 2024-03-09 day
by the end of the year            | by - 2025-01-01 month
until now                         | until - 2024-03-06 day
before 2019                       | until - 2019-01-01 year
from April to June 2023           | range 2023-04-01 2023-07-01 month
from November to February 2023    | range 2022-11-01 2023-03-01 month
from October to March             | range 2023-10-01 2024-04-01 month
between 2019 and 2021             | range 2019-01-01 2022-01-01 year
2019-2021                         | range 2019-01-01 2022-01-01 year
2019–21                           | range 2019-01-01 2022-01-01 year
5-7 March 2024                    | range 2024-03-05 2024-03-08 day
March 5 to 7, 2024                | range 2024-03-05 2024-03-08 day
2024-03-05 ~ 2024-03-07           | range 2024-03-05 2024-03-08 day
Monday to Friday                  | range 2024-03-04 2024-03-09 day
Nov 2023 - 5 Jan 2024             | range 2023-11-01 2024-01-06 month
in the last 3 years               | range 2021-03-05 2024-03-06 year
"""

JAPANESE = """
2021年                 | point 2021-01-01 2022-01-01 year
二〇二一年             | point 2021-01-01 2022-01-01 year
２０２１年１２月       | point 2021-12-01 2022-01-01 month
二千二十一年十二月二十三日 | point 2021-12-23 2021-12-24 day
2024年3月5日           | point 2024-03-05 2024-03-06 day
2024年3月5日（火）午前10時 | point 2024-03-05 2024-03-06 day
24年3月                | point 2024-03-01 2024-04-01 month
令和7年3月             | point 2025-03-01 2025-04-01 month
令和元年               | point 2019-01-01 2020-01-01 year
平成31年4月30日        | point 2019-04-30 2019-05-01 day
昭和三十九年十月十日   | point 1964-10-10 1964-10-11 day
大正12年9月1日         | point 1923-09-01 1923-09-02 day
明治元年               | point 1868-01-01 1869-01-01 year
㋿6年                  | point 2024-01-01 2025-01-01 year
R6.3.5                 | point 2024-03-05 2024-03-06 day
H30年                  | point 2018-01-01 2019-01-01 year
三月                   | point 2024-03-01 2024-04-01 month
１２月                 | point 2023-12-01 2024-01-01 month
3月1日付で             | point 2024-03-01 2024-03-02 day
3/5(火)                | point 2024-03-05 2024-03-06 day
20日                   | point 2024-03-20 2024-03-21 day
2019年頃               | point 2019-01-01 2020-01-01 year
2024年3月現在          | point 2024-03-01 2024-04-01 month
今朝                   | point 2024-03-05 2024-03-06 day
昨日の夜               | point 2024-03-04 2024-03-05 day
昨夜                   | point 2024-03-04 2024-03-05 day
おととい               | point 2024-03-03 2024-03-04 day
明日10時               | point 2024-03-06 2024-03-07 day
明後日                 | point 2024-03-07 2024-03-08 day
3日前                  | point 2024-03-02 2024-03-03 day
三日後に               | point 2024-03-08 2024-03-09 day
2時間前                | point 2024-03-05 2024-03-06 day
2週間前                | point 2024-02-19 2024-02-26 week
３ヶ月前               | point 2023-12-01 2024-01-01 month
2年前                  | point 2022-01-01 2023-01-01 year
約10年前               | point 2014-01-01 2015-01-01 year
半年前                 | point 2023-09-01 2023-10-01 month
1年半前                | point 2022-09-01 2022-10-01 month
1年2か月前             | point 2023-01-01 2023-02-01 month
先週                   | point 2024-02-26 2024-03-04 week
先週の金曜日           | point 2024-03-01 2024-03-02 day
来週火曜               | point 2024-03-12 2024-03-13 day
再来週の月曜           | point 2024-03-18 2024-03-19 day
今週末                 | point 2024-03-09 2024-03-11 week
週明け                 | point 2024-03-11 2024-03-12 day
来週前半               | point 2024-03-11 2024-03-14 week
金曜日                 | point 2024-03-01 2024-03-02 day
次の月曜               | point 2024-03-11 2024-03-12 day
この前の日曜           | point 2024-03-03 2024-03-04 day
先月                   | point 2024-02-01 2024-03-01 month
来月1日                | point 2024-04-01 2024-04-02 day
先月下旬               | point 2024-02-21 2024-03-01 month
3月末                  | point 2024-03-21 2024-04-01 month
3月末日                | point 2024-03-31 2024-04-01 day
12月初旬               | point 2023-12-01 2023-12-11 month
今年                   | point 2024-01-01 2025-01-01 year
今年中に               | point 2024-01-01 2025-01-01 year
一昨年                 | point 2022-01-01 2023-01-01 year
昨年4月                | point 2023-04-01 2023-05-01 month
昨年末                 | point 2023-12-01 2024-01-01 month
年末                   | point 2024-12-01 2025-01-01 month
年明け                 | point 2024-01-01 2024-02-01 month
去年の夏               | point 2023-06-01 2023-09-01 quarter
来春                   | point 2025-03-01 2025-06-01 quarter
2023年の冬             | point 2023-12-01 2024-03-01 quarter
秋                     | point 2024-09-01 2024-12-01 quarter
2023年度               | point 2023-04-01 2024-04-01 year
令和元年度             | point 2019-04-01 2020-04-01 year
今年度                 | point 2023-04-01 2024-04-01 year
来年度                 | point 2024-04-01 2025-04-01 year
今期                   | point 2023-04-01 2024-04-01 year
年度末                 | point 2024-03-01 2024-04-01 month
2024年3月期            | point 2023-04-01 2024-04-01 year
2024年3月期第2四半期   | point 2023-07-01 2023-10-01 quarter
2023年度第3四半期      | point 2023-10-01 2024-01-01 quarter
第三四半期             | point 2023-10-01 2024-01-01 quarter
2024年第1四半期        | point 2024-01-01 2024-04-01 quarter
2023年度上期           | point 2023-04-01 2023-10-01 year
2023年下半期           | point 2023-07-01 2024-01-01 year
2023年前半             | point 2023-01-01 2023-07-01 year
1990年代               | point 1990-01-01 2000-01-01 decade
90年代後半             | point 1995-01-01 2000-01-01 decade
昭和50年代             | point 1975-01-01 1985-01-01 decade
21世紀                 | point 2001-01-01 2101-01-01 decade
現在                   | current 2024-03-05 2024-03-06 day
今は                   | current 2024-03-05 2024-03-06 day
4月から                | since 2024-04-01 - month
昨年の4月1日から       | since 2023-04-01 - day
3年前から              | since 2021-01-01 - year
6月以来                | since 2023-06-01 - month
2019年以降             | since 2019-01-01 - year
2019年〜               | since 2019-01-01 - year
2019年から現在まで     | since 2019-01-01 - year
今後                   | since 2024-03-05 - day
ここ3年                | since 2021-03-05 - year
6月まで                | until - 2024-07-01 month
6月末までに            | by - 2024-07-01 month
金曜まで               | until - 2024-03-09 day
2019年以前             | until - 2020-01-01 year
3月より前              | until - 2024-03-01 month
今年いっぱい           | until - 2025-01-01 year
2023年4月から6月まで   | range 2023-04-01 2023-07-01 month
2023年4〜6月           | range 2023-04-01 2023-07-01 month
2024年3月5日〜7日      | range 2024-03-05 2024-03-08 day
3月5〜7日              | range 2024-03-05 2024-03-08 day
令和3〜5年             | range 2021-01-01 2024-01-01 year
10月から翌年3月まで    | range 2023-10-01 2024-04-01 month
2022年4月から翌年6月まで | range 2022-04-01 2023-07-01 month
28日から3日まで        | range 2024-03-28 2024-04-04 day
月曜から金曜まで       | range 2024-03-04 2024-03-09 day
過去2年間              | range 2022-03-05 2024-03-06 year
"""

NOTHING = """
for three years|3 years|two years later|a few years ago|recently|soon|every Monday|the next day|Mondays|since then
10 a.m.|v1.2.3|03-1234-5678|2024-13|31 April 2024|30 February 2024|March 40|Q5 2024|in the 1980s and 1990s|-|
from 2021 to 2019|2023 or 2024|99999 years ago|99999 years and 2 months ago|0000|FY99999|3 to 5 years ago
3年間|10年|数年前|二三日前|2〜3年前|最近|その後|同年|翌年|毎週月曜|午後3時|2月30日|13月|令和|3年目|2年ぶり|年
"""


def rows(table: str) -> list[tuple[str, str]]:
    pairs = (line.split("|") for line in table.strip().splitlines())
    return [(words.strip(), meaning.strip()) for words, meaning in pairs]


def shown(expression: TimeExpression | None) -> str:
    if expression is None:
        return "nothing"
    interval = expression.interval
    return f"{expression.kind} {interval.start or '-'} {interval.end or '-'} {interval.precision}"


@pytest.mark.parametrize(("words", "meaning"), rows(ENGLISH))
def test_reads_english(words: str, meaning: str) -> None:
    assert shown(resolve(words, TUESDAY)) == meaning


@pytest.mark.parametrize(("words", "meaning"), rows(JAPANESE))
def test_reads_japanese(words: str, meaning: str) -> None:
    assert shown(resolve(words, TUESDAY)) == meaning


@pytest.mark.parametrize("words", [words for line in NOTHING.strip().splitlines() for words in line.split("|")])
def test_words_that_give_no_time(words: str) -> None:
    assert resolve(words, TUESDAY) is None


@pytest.mark.parametrize(
    ("words", "reference", "meaning"),
    [
        ("this winter", date(2024, 1, 20), "point 2023-12-01 2024-03-01 quarter"),
        ("last winter", date(2024, 1, 20), "point 2022-12-01 2023-03-01 quarter"),
        ("February 29", date(2023, 3, 1), "point 2020-02-29 2020-03-01 day"),
        ("2月29日", date(1903, 6, 1), "point 1896-02-29 1896-03-01 day"),
        ("a month ago", date(2024, 1, 31), "point 2023-12-01 2024-01-01 month"),
        ("for the past month", date(2024, 3, 31), "since 2024-02-29 - month"),
        ("next Monday", date(2024, 3, 4), "point 2024-03-11 2024-03-12 day"),
        ("by Monday", date(2024, 3, 4), "by - 2024-03-05 day"),
        ("今年度", date(2024, 4, 1), "point 2024-04-01 2025-04-01 year"),
        ("in March", date(2024, 10, 1), "point 2025-03-01 2025-04-01 month"),
        ("in March", date(2024, 8, 31), "point 2024-03-01 2024-04-01 month"),
        ("yesterday", date(1, 1, 1), "nothing"),
        ("2019", date(9999, 12, 31), "nothing"),
    ],
)
def test_the_reference_day_decides(words: str, reference: date, meaning: str) -> None:
    assert shown(resolve(words, reference)) == meaning


def test_a_moment_counts_as_its_day() -> None:
    assert resolve("since June", datetime(2024, 3, 5, 23, 59)) == resolve("since June", TUESDAY)


def test_a_sentence_is_not_words_of_time() -> None:
    assert resolve("in 2019 " + "and so on " * 10, TUESDAY) is None


def valid(words: str, *, lasting: bool) -> Interval:
    expression = resolve(words, TUESDAY)
    assert expression is not None
    return validity(expression, lasting=lasting)


def test_what_lasts_goes_on_from_a_point() -> None:
    assert valid("in March 2022", lasting=True) == Interval(date(2022, 3, 1), None, Precision.MONTH)


def test_what_happens_stays_in_its_period() -> None:
    assert valid("in March 2022", lasting=False) == Interval(date(2022, 3, 1), date(2022, 4, 1), Precision.MONTH)


def test_now_tells_neither_start_nor_end_of_what_lasts() -> None:
    assert valid("現在", lasting=True) == UNDATED
    assert valid("現在", lasting=False) == Interval(TUESDAY, date(2024, 3, 6), Precision.DAY)


@pytest.mark.parametrize("words", ["by 2020", "2020年までに"])
def test_by_is_the_latest_day_of_what_happens_and_no_end_of_what_lasts(words: str) -> None:
    assert valid(words, lasting=True) == UNDATED
    assert valid(words, lasting=False) == Interval(None, date(2021, 1, 1), Precision.YEAR)


@pytest.mark.parametrize("words", ["since 2019", "until June 2023", "from April to June 2023"])
def test_named_ends_are_kept(words: str) -> None:
    expression = resolve(words, TUESDAY)
    assert expression is not None
    assert valid(words, lasting=True) == valid(words, lasting=False) == expression.interval
