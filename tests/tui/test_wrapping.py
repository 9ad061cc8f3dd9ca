from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from tsuzuri.tui.present import shown
from tsuzuri.tui.wrapping import breaks, broken, line_of


def lines(text: str, width: int) -> list[str]:
    return broken(Content(text), breaks(text, width)).plain.split("\n")


def test_words_stay_whole() -> None:
    assert lines("the lease was signed", 10) == ["the lease ", "was signed"]


def test_japanese_parts_anywhere_but_before_a_closing_mark() -> None:
    assert lines("波多野 澪は白瀬に住む。", 10) == ["波多野 澪", "は白瀬に住", "む。"]
    assert lines("旧天文台に移る。", 14) == ["旧天文台に移", "る。"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert lines("observatory", 4) == ["obse", "rvat", "ory"]


def test_line_feeds_are_kept() -> None:
    assert lines("a\n\nb", 10) == ["a", "", "b"]


def test_a_character_is_found_on_its_line() -> None:
    text = "the lease was signed"
    cuts = breaks(text, 10)
    assert line_of(cuts, text.index("lease")) == 0
    assert line_of(cuts, text.index("signed")) == 1


@settings(max_examples=80, deadline=None)
@given(st.text(st.sampled_from("ab 東京、。「」\nー(.")), st.integers(2, 20))
def test_no_line_is_wider_than_asked_and_no_character_is_lost(text: str, width: int) -> None:
    broken_text = "\n".join(lines(text, width))
    assert broken_text.replace("\n", "") == text.replace("\n", "")
    assert all(cell_len(line.rstrip()) <= width for line in broken_text.split("\n"))


@settings(max_examples=40, deadline=None)
@given(st.text())
def test_any_text_can_be_broken(text: str) -> None:
    assert "".join(lines(shown(text), 10)).replace("\n", "") == shown(text).replace("\n", "")
