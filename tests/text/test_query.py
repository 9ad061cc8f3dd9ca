"""A person's words as a query."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.lexical import LexicalQuery, Match, Term
from tsuzuri.text.query import MAX_CHARACTERS, MAX_TERMS, candidates, is_question, rarest, typed

USER_TEXT = st.text(st.characters(), max_size=80) | st.text(
    st.sampled_from('ab東京ー"“” *()^:-\x00\ud800㍿'), max_size=40
)


def _terms(words: str, *, prefix_last: bool = True) -> list[tuple[tuple[str, ...], bool]]:
    return [(term.tokens, term.prefix) for term in typed(words, prefix_last=prefix_last).terms]


class TestTyped:
    def test_wants_every_word(self) -> None:
        query = typed("budget meeting")
        assert query.match is Match.ALL
        assert len(query.terms) == 2

    def test_takes_a_run_of_cjk_as_a_phrase_of_pairs(self) -> None:
        assert _terms("東京都") == [(("東京", "京都"), False)]

    def test_takes_one_cjk_character_as_the_start_of_a_pair(self) -> None:
        assert _terms("猫") == [(("猫",), True)]

    def test_parts_scripts(self) -> None:
        assert _terms("gen-itgc後") == [(("gen",), False), (("itgc",), False), (("後",), True)]

    def test_drops_a_long_vowel_at_the_end_of_four_or_more(self) -> None:
        assert _terms("サーバー") == _terms("サーバ")
        assert _terms("キー") == [(("キー",), False)]

    def test_lets_a_latin_last_word_go_on_from_three_letters(self) -> None:
        assert _terms("new pro") == [(("new",), False), (("pro",), True)]
        assert _terms("new pr") == [(("new",), False), (("pr",), False)]
        assert _terms("new pro ") == [(("new",), False), (("pro",), False)]
        assert _terms("new pro", prefix_last=False) == [(("new",), False), (("pro",), False)]

    def test_holds_quoted_words_together(self) -> None:
        assert _terms('"project plan" 会議') == [(("project", "plan"), False), (("会議",), False)]
        assert _terms("“project plan”") == [(("project", "plan"), False)]

    def test_joins_scripts_inside_quotes_as_the_index_holds_them(self) -> None:
        assert _terms('"東京 meeting 会議"') == [(("東京", "京", "meeting", "会議"), False)]

    def test_takes_an_open_quotation_mark_for_nothing(self) -> None:
        assert _terms('"project pla') == [(("project",), False), (("pla",), True)]

    def test_asks_once_for_a_word_written_twice(self) -> None:
        assert _terms("tea tea and") == [(("tea",), False), (("and",), True)]

    @pytest.mark.parametrize("words", ["", " ", '"', '""', "*", "[/", '"[/', "\x00", "\ud800", "^()-:"])
    def test_is_empty_when_nothing_can_be_searched(self, words: str) -> None:
        assert typed(words) == LexicalQuery(())

    @pytest.mark.parametrize("words", ["NEAR(", "a AND", "NOT b", "title:x", "a*", "x OR y", '"a" NEAR/2 "b"'])
    def test_takes_query_syntax_for_words(self, words: str) -> None:
        assert all(token.isalnum() for term in typed(words).terms for token in term.tokens)

    @given(USER_TEXT, st.booleans())
    @settings(deadline=None, max_examples=300)
    def test_takes_anything(self, words: str, prefix_last: bool) -> None:
        query = typed(words, prefix_last=prefix_last)
        for term in query.terms:
            assert term.tokens
            for token in term.tokens:
                token.encode("utf-8")
                assert token
                assert not set(token) & set('"*^(): \x00')

    @pytest.mark.parametrize(
        "words", ["word" * 9999, "㍿" * 9999, '"' + "㍿" * 600 + '"', " ".join(map(str, range(9999)))]
    )
    def test_has_a_cap(self, words: str) -> None:
        query = typed(words)
        assert len(query.terms) <= MAX_TERMS
        assert sum(len(term.tokens) for term in query.terms) <= MAX_CHARACTERS


class TestCandidates:
    def test_keeps_what_carries_content(self) -> None:
        assert candidates("When did Mira move to Kyoto?") == ("mira", "move", "kyoto")

    def test_drops_pairs_of_hiragana(self) -> None:
        found = candidates("田中さんはいつ転職しましたか")
        assert {"田中", "転職"} <= set(found)
        assert not {"さん", "いつ", "した"} & set(found)

    def test_keeps_digits(self) -> None:
        assert candidates("is it 7?") == ("7",)

    def test_falls_back_to_everything(self) -> None:
        assert candidates("who is it") == ("who", "is", "it")
        assert candidates("これは") == ("これ", "れは", "は")

    @given(USER_TEXT)
    @settings(deadline=None)
    def test_takes_anything(self, words: str) -> None:
        found = candidates(words)
        assert len(set(found)) == len(found) <= 200


class TestRarest:
    def test_wants_any_of_the_rarest_that_occur(self) -> None:
        query = rarest(("the", "kestrel", "nowhere", "drone"), (900, 2, 0, 31), n=2)
        assert query == LexicalQuery((Term(("kestrel",)), Term(("drone",))), Match.ANY)

    def test_keeps_the_order_of_the_question_among_equals(self) -> None:
        assert [term.tokens for term in rarest(("b", "a"), (1, 1)).terms] == [("b",), ("a",)]

    def test_is_empty_when_nothing_occurs(self) -> None:
        assert rarest(("a",), (0,)).terms == ()

    def test_wants_a_count_for_every_token(self) -> None:
        with pytest.raises(ValueError, match="2 tokens but 1"):
            rarest(("a", "b"), (1,))


@pytest.mark.parametrize(
    "words",
    [
        "Who leads the Osaka office?",
        "where does Mira work",
        "田中さんの上司は誰",
        "納期はいつですか",
        "会議はどこで？",
        "担当を教えて",
    ],
)
def test_questions(words: str) -> None:
    assert is_question(words)


@pytest.mark.parametrize("words", ["Osaka office", "budget 2024", "ぶどう", "会議 議事録", "豊か", "いつも", "is", ""])
def test_search_words(words: str) -> None:
    assert not is_question(words)


def test_a_word_that_asks_is_no_content() -> None:
    assert candidates("創業は何年") == ("創業", "業は")
    assert candidates("社長は誰") == ("社長", "長は")
    assert candidates("幾何学") == ("幾何", "何学")
    assert candidates("何年") == ("何年", "年")
