from hypothesis import given, settings
from hypothesis import strategies as st
from textual.content import Content

from tsuzuri.tui.markdown import is_markdown, styled

NOTE = (
    "# Weekly meeting\n\n- **Ilse** brings *the* lens\n2. see [the lease](lease.pdf)\n> he said `no`\n"
    "a * b * c, snake_case, 2**3"
)


def pieces(text: str) -> set[tuple[str, str]]:
    return {(text[span.start : span.end], str(span.style)) for span in styled(Content(text)).spans}


def test_what_the_marks_mean_is_styled_and_the_marks_are_quiet() -> None:
    found = pieces(NOTE)
    assert {
        ("# Weekly meeting", "bold"),
        ("#", "$quiet"),
        ("-", "bold $primary"),
        ("2.", "bold $primary"),
        ("Ilse", "bold"),
        ("the", "italic"),
        ("the lease", "underline"),
        ("](lease.pdf)", "$quiet"),
        ("> he said `no`", "italic"),
        ("no", "bold"),
    } <= found
    assert not any(piece.startswith(("b", "3", "case")) for piece, _ in found)


def test_no_character_moves() -> None:
    assert styled(Content(NOTE)).plain == NOTE


def test_only_a_source_with_that_name_is_markdown() -> None:
    assert is_markdown("/a/b.MD")
    assert not is_markdown("/a/b.txt")


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("a*`_[]()#> -1.\n語"), max_size=200))
def test_whatever_is_written_stays(text: str) -> None:
    assert styled(Content(text)).plain == Content(text).plain
