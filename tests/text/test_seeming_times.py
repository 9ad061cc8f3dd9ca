"""Words that can be read as a time and are none where they stand."""

import pytest

from tsuzuri.text.seeming_times import only_seems


@pytest.mark.parametrize(
    ("before", "words", "after"),
    [
        ("Mr", "May", ""),
        ("Theresa", "May", "said"),
        ("", "May", "I"),
        ("met", "April", "Jones"),
        ("they", "may", "come"),
        ("in", "the Sun", ""),
        ("has", "sat", "on"),
        ("prices", "fall", ""),
        ("", "the 1st", "Regiment"),
        ("", "since the first", "church"),
        ("", "the 2010 Winter", "Games"),
        ("every", "Sunday", ""),
        ("", "until, in 2007", ""),
        ("", "1933-2016), (February 16", ""),
        ("", "in 1977 –", "and"),
    ],
)
def test_the_words_beside_it_tell(before: str, words: str, after: str) -> None:
    assert only_seems(words, before, after)


@pytest.mark.parametrize(
    ("before", "words", "after"),
    [
        ("was", "May", "or"),
        ("left", "in May", "Ken"),
        ("", "Sun", "and"),
        ("left", "in the fall", "of"),
        ("met", "on the 5th", "we"),
        ("", "the 20th", ""),
        ("", "the first quarter", "was"),
        ("", "the winter", "Games"),
        ("last", "Sunday", ""),
        ("", "2019–", ""),
        ("", "after 2007", "he"),
    ],
)
def test_and_where_they_do_not_it_is_a_time(before: str, words: str, after: str) -> None:
    assert not only_seems(words, before, after)
