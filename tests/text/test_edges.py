"""Where names may begin, [, and end, ]; and where words that are looked for may, |."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.edges import is_edge, may_end, may_start
from tsuzuri.text.normalise import boundary

PLAIN = str.maketrans("", "", "[]|")
MIXED = st.text(st.sampled_from("星山 さんはのドンー5年aAé'-、。「」カ\u3099e\u0301한😀\n"), max_size=16)


def brackets(text: str) -> str:
    """The text with the places where a name may begin and end."""
    marked = ""
    for i, char in enumerate(text):
        marked += "[" if may_start(text, i) else ""
        marked += char
        marked += "]" if may_end(text, i + 1) else ""
    return marked


def bars(text: str) -> str:
    """The text with the edges inside it."""
    return "".join(f"|{char}" if i and is_edge(text, i) else char for i, char in enumerate(text))


@pytest.mark.parametrize(
    "marked",
    [
        "[Ken] [Ito], [of] [Lumen]-[AG] ([Ulm]).",
        "[3M] [and] [7up]",
        "[O]'[Neil]",
        "[Émile] [e\u0301tait]",
        "",
    ],
)
def test_names_in_english_begin_and_end_with_words(marked: str) -> None:
    assert brackets(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "marked",
    [
        "[中]の[人]",
        "[東京都港区]に",
        "[ロンドン]の[クマ]",
        "[佐藤]・[鈴木]",
        "[SIM][カード]を",
        "[カ\u3099ス][会社]",
    ],
)
def test_names_in_japanese_begin_and_end_where_the_script_changes(marked: str) -> None:
    assert brackets(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "marked",
    ["[3月][5日]に", "[2人]の[クマ]", "[第][3期]に"],
)
def test_a_number_is_not_parted_from_its_counter(marked: str) -> None:
    assert brackets(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "marked",
    ["[青葉美香]さん]は", "[森]くん]と", "[ミカ]ちゃん]の[会社]", "[あゆみさん]は"],
)
def test_a_name_may_end_after_an_honorific(marked: str) -> None:
    assert brackets(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "marked",
    ["[星]は[猫]を[飼]う]", "[Lumen] [AG]は[猫]を", "[IT]の[本]"],
)
def test_a_particle_is_no_part_of_a_name_whatever_the_script_before_it(marked: str) -> None:
    assert brackets(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "marked",
    [
        "Ann|'|s| |aunt",
        "東|京|都",
        "ロンドン|の|ドン",
        "SIM|カード",
        "e\u0301te",
        "5|月",
        "ﾄﾞﾝ",
    ],
)
def test_words_that_are_looked_for_begin_and_end_at_word_boundaries_but_not_inside_katakana(marked: str) -> None:
    assert bars(marked.translate(PLAIN)) == marked


@settings(deadline=None, max_examples=100)
@given(MIXED)
def test_a_name_begins_and_ends_only_at_an_edge_and_with_something_to_see(text: str) -> None:
    for i in range(len(text)):
        if may_start(text, i):
            assert is_edge(text, i)
            assert not text[i].isspace()
        if may_end(text, i + 1):
            assert is_edge(text, i + 1)
            assert not text[i].isspace()
        assert not is_edge(text, i) or boundary(text, i)
