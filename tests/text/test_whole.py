"""Where a known name is a word of its own: [ and ] mark it in the text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import Span
from tsuzuri.text.edges import is_edge
from tsuzuri.text.whole import is_whole


def whole(marked: str, *, person: bool = False) -> bool:
    start = marked.index("[")
    text = marked.replace("[", "").replace("]", "")
    return is_whole(text, Span(start, marked.index("]") - 1), person=person)


@pytest.mark.parametrize(
    "marked", ["[Ann] left", "to [Ann].", "[Ann]'s aunt", "“[New York]”", "[Lumen]-based", "e-mail [Ann]"]
)
def test_latin_words_stand_whole(marked: str) -> None:
    assert whole(marked)


@pytest.mark.parametrize("marked", ["[Ann]abel", "J[ann]", "[Ann]1", "2[nd]", "[e]\u0301te"])
def test_a_piece_of_a_latin_word_is_no_name(marked: str) -> None:
    assert not whole(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "[田中]は",
        "[田中]さんと",
        "[田中]部長が",
        "[田中]副社長に",
        "[田中]氏の",
        "[田中]様、",
        "昨日[田中]さんと",
        "3月[田中]さんが",
        "株式会社[青葉]の",
        "[青葉]株式会社",
        "[青葉]社は",
        "と[東京]で",
        "[ロンドン]の",
        "ミスター・[ビーン]",
        "[さくら]さんは",
        "これは[さくら]の",
        "元[Lumen]の",
        "[Lumen]社の",
        "[Lumen]の",
        "[東京]、大阪",
    ],
)
def test_a_japanese_name_meets_particles_honorifics_titles_and_marks(marked: str) -> None:
    assert whole(marked)
    assert whole(marked, person=True)


@pytest.mark.parametrize(
    "marked",
    [
        "[東京]都に",
        "[田中]様子",
        "[田中]社会",
        "[田中]氏名",
        "東[日本]の",
        "[田中]マネ",
        "[東京]タワー",
        "JR[東日本]は",
        "グー[グル]の",
        "ロン[ドン]の",
        "[ドン]キの",
        "で[あいち]ゃう",
        "すく[さくら]さん",
        "食[さくら]は",
        "[さくら]んぼを",
        "[東京]2020",
    ],
)
def test_inside_a_longer_word_there_is_no_name(marked: str) -> None:
    assert not whole(marked)


@pytest.mark.parametrize(
    "marked", ["[東京電力]本社の", "[トヨタ]本社", "[マイクロソフト]社長室", "日本[マイクロソフト]の"]
)
def test_a_long_name_stands_in_a_compound(marked: str) -> None:
    assert whole(marked)


@pytest.mark.parametrize("marked", ["[田中太郎]左衛門", "[トヨタ]本社"])
def test_no_compound_begins_with_a_person(marked: str) -> None:
    assert not whole(marked, person=True)


@settings(deadline=None, max_examples=200)
@given(st.text(st.sampled_from("田中部長東京さんのドンー社3aA、 \u3099e\u0301한"), min_size=1, max_size=12), st.data())
def test_only_edges_bound_a_name_and_a_person_stands_nowhere_else(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(text))))
    if is_whole(text, span, person=True):
        assert is_whole(text, span, person=False)
    if is_whole(text, span, person=False):
        assert is_edge(text, span.start)
        assert is_edge(text, span.end)
