"""Index tokens and where they stand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import Span
from tsuzuri.text.normalise import is_cjk
from tsuzuri.text.segment import fold, pairs, runs, segment, segment_spans

ANY_TEXT = st.text(st.characters(), max_size=60)
ODD_TEXT = st.text(
    st.sampled_from(
        "aBＡéȩe\u0301\u0327カｶﾞか\u3099ー田中 、.\n\x00\u200b\u200d👩\ufe0f・-㍿ßİﬁ１²한ㅎㅏㄴ각йक\u093e_\ud800"
    ),
    max_size=16,
)
JAPANESE = st.text(st.sampled_from("東京都会議田中の話サーバ"), min_size=2, max_size=12)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("東京都", ("東京", "京都", "都")),
        ("猫", ("猫",)),
        ("gen-itgc後", ("gen", "itgc", "後")),
        ("Ｃａｆé CAFE", ("cafe", "cafe")),
        ("ｻｰﾊﾞｰ", ("サー", "ーバ", "バー", "ー")),
        ("㍿", ("株式", "式会", "会社", "社")),
        ("東\u200b京", ("東京", "京")),
        ("人々", ("人々", "々")),
        ("snake_case 3.5", ("snake", "case", "3", "5")),
        ("Ünïted Straße", ("united", "strasse")),
        ("한국", ("한국", "국")),
        (" 。\ud800\x00", ()),
        ("", ()),
    ],
)
def test_segments(text: str, tokens: tuple[str, ...]) -> None:
    assert segment(text) == tokens


@given(JAPANESE, st.data())
@settings(deadline=None)
def test_every_piece_of_a_run_is_a_phrase_of_its_tokens(run: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(run) - 2))
    end = data.draw(st.integers(start + 2, len(run)))
    tokens, wanted = segment(run), pairs(run[start:end])
    assert any(tokens[i : i + len(wanted)] == wanted for i in range(len(tokens)))


@given(ANY_TEXT | ODD_TEXT)
@settings(deadline=None, max_examples=300)
def test_tokens_are_clean(text: str) -> None:
    for token in segment(text):
        token.encode("utf-8")
        assert token == token.strip() != ""
        assert len({is_cjk(char) for char in token}) == 1
        assert len(token) <= 2 or not is_cjk(token[0])


@given(ANY_TEXT | ODD_TEXT)
@settings(deadline=None, max_examples=300)
def test_spans_tell_the_same_tokens(text: str) -> None:
    assert tuple(token for token, _ in segment_spans(text)) == segment(text)


@given(ANY_TEXT | ODD_TEXT)
@settings(deadline=None)
def test_spans_lie_in_the_text_as_given_and_in_order(text: str) -> None:
    last = 0
    for token, span in segment_spans(text):
        assert last <= span.start < span.end <= len(text)
        assert token[0] in fold(span.of(text))
        last = span.start


def test_spans_point_into_the_text_before_it_was_folded() -> None:
    text = "x\u200b ㍿の Cafe\u0301とｶﾞｽ"
    found = [(token, span.of(text)) for token, span in segment_spans(text)]
    assert ("x", "x") in found
    assert ("株式", "㍿") in found
    assert ("社の", "㍿の") in found
    assert ("cafe", "Cafe\u0301") in found
    assert ("ガス", "ｶﾞｽ") in found


def test_runs_are_what_tokens_are_cut_from() -> None:
    assert runs(fold("東京タワー-Café2")) == ("東京タワー", "cafe2")


@pytest.mark.parametrize("text", ["\u3001\u3099", "\u3001ﾞ", "a.ﾞ", " \u200b\u3099"])
def test_a_mark_after_a_gap_does_not_cover_it(text: str) -> None:
    token, span = segment_spans(text)[-1]
    assert (token, span) == ("\u3099", Span(len(text) - 1, len(text)))


@given(ODD_TEXT, ODD_TEXT, st.sampled_from(" \t\n\u3000、。,."))
@settings(deadline=None)
def test_a_text_may_be_cut_at_a_gap_and_segmented_piece_by_piece(before: str, after: str, gap: str) -> None:
    later = tuple((token, span.shift(len(before) + 1)) for token, span in segment_spans(after))
    assert segment_spans(f"{before}{gap}{after}") == segment_spans(before) + later
