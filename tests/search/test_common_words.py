"""Words that stand everywhere: looked for only where there is nothing better to look for."""

from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.lexical import LexicalEntry, LexicalQuery, Match
from tsuzuri.core.values import Kind, Scored
from tsuzuri.search.snippet import matches
from tsuzuri.search.words import Words
from tsuzuri.text.segment import segment_spans
from tsuzuri.text.stems import stem


class CountedIndex:
    """An index of which only the frequencies are known; it notes what it is asked for and finds nothing."""

    def __init__(self, frequencies: Mapping[str, int]) -> None:
        self._frequencies = frequencies
        self.asked: list[LexicalQuery] = []

    def put(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        raise AssertionError("a search writes nothing")

    def rebuild(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        raise AssertionError("a search writes nothing")

    def match(self, kind: Kind, query: LexicalQuery, k: int) -> tuple[Scored, ...]:
        self.asked.append(query)
        return ()

    def among(self, kind: Kind, query: LexicalQuery, ids: Sequence[int]) -> frozenset[int]:
        raise AssertionError("nothing was quoted")

    def frequencies(self, kind: Kind, tokens: Sequence[str]) -> tuple[int, ...]:
        return tuple(self._frequencies.get(token, 0) for token in tokens)


def words_of(query: LexicalQuery) -> list[str]:
    return [" ".join(term.tokens) for term in query.terms]


@pytest.mark.parametrize(
    ("typed", "required"),
    [
        ("the mill", ["mill"]),
        ("mill of the harbour", ["mill", "harbour"]),
        ("東京 の 会議", ["東京", "会議"]),
        ("東京 から", ["東京", "から"]),
        ("猫 会議", ["猫", "会議"]),
        ("plan b", ["plan", "b"]),
        ("to be or not to be", ["to", "be", "or", "not"]),
        ("の", ["の"]),
        ('"the mill" garden', ["the mill", "garden"]),
    ],
)
def test_words_that_say_nothing_are_not_required_beside_others(typed: str, required: list[str]) -> None:
    assert words_of(Words(typed).required) == required


def test_a_stop_word_that_may_go_on_is_required() -> None:
    assert words_of(Words("mill the", typing=True).required) == ["mill", "the"]


@pytest.mark.parametrize(
    ("frequencies", "looked_for"),
    [
        ({"mill": 3, "garden": 500, "report": 15_000}, ["mill", "garden", "report"]),
        ({"mill": 3, "garden": 15_000, "report": 16_000}, ["mill", "garden"]),
        ({"report": 90_000, "garden": 95_000}, ["report"]),
    ],
)
def test_of_rare_and_common_words_so_many_are_looked_for_as_cost_little(
    frequencies: Mapping[str, int], looked_for: list[str]
) -> None:
    index = CountedIndex({stem(word): count for word, count in frequencies.items()})
    Words("report mill garden").find(index, Kind.PASSAGE, 60)
    assert index.asked[-1].match is Match.ANY
    assert words_of(index.asked[-1]) == list(map(stem, looked_for))


letters = [*"the mill's 会議の資料、。,. \n\u200b㍿ーéA\u3099ﾞ", "カ\u3099", "、\u3099"]
texts = st.lists(st.sampled_from(letters), max_size=40).map("".join)


@settings(max_examples=200, deadline=None)
@given(texts, st.data())
def test_marks_are_those_of_every_token_of_the_text(text: str, data: st.DataObject) -> None:
    tokens = segment_spans(text)
    wanted = data.draw(st.sets(st.sampled_from([token for token, _ in tokens] or ["mill"]), max_size=3))
    covered = {at for span in matches(text, wanted) for at in range(span.start, span.end)}
    assert covered == {at for token, span in tokens if token in wanted for at in range(span.start, span.end)}
