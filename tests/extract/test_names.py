import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.extract.names import StandsFor, flaw, is_clause, is_generic, is_speaker, occurrences, stands_for


class TestStandsFor:
    @pytest.mark.parametrize("words", ["he", "She", "彼女", "同氏"])
    def test_a_personal_pronoun_stands_for_a_person(self, words: str) -> None:
        assert stands_for(words) is StandsFor.PERSON

    @pytest.mark.parametrize("words", ["the company", "The Company", "同社"])
    def test_the_company_stands_for_an_organization(self, words: str) -> None:
        assert stands_for(words) is StandsFor.ORGANIZATION

    @pytest.mark.parametrize("words", ["it", "we", "私", "これ", "They"])
    def test_the_other_pronouns_stand_for_nothing_that_can_be_told(self, words: str) -> None:
        assert stands_for(words) is StandsFor.NOTHING

    @pytest.mark.parametrize("words", ["Mariko Hoshi", "Heath", "彼方", "IT Works", ""])
    def test_anything_else_is_itself(self, words: str) -> None:
        assert stands_for(words) is None


class TestSpeaker:
    @pytest.mark.parametrize("words", ["I", "me", "My", "私", "僕"])
    def test_is_meant_by_i(self, words: str) -> None:
        assert is_speaker(words)

    @pytest.mark.parametrize("words", ["we", "it", "彼", "Iris", ""])
    def test_is_not_meant_by_anything_else(self, words: str) -> None:
        assert not is_speaker(words)


def test_a_generic_word_names_nothing_by_itself() -> None:
    assert is_generic("Team")
    assert is_generic("会社")
    assert not is_generic("Team Osprey")
    assert not is_generic("会社法")


class TestClause:
    @pytest.mark.parametrize("words", ["会議で決めた", "大きい", "リリースする", "3つ"])
    def test_ends_in_hiragana_like_a_verb_or_an_adjective(self, words: str) -> None:
        assert is_clause(words)

    @pytest.mark.parametrize("words", ["工場を見学", "を", "橋を研究中", "星さんを"])
    def test_has_an_object(self, words: str) -> None:
        assert is_clause(words)

    @pytest.mark.parametrize("words", ["祭り", "見積もり", "星さん", "会議", "りんご", "Otaru", ""])
    def test_is_no_noun_and_no_name_with_an_honorific(self, words: str) -> None:
        assert not is_clause(words)


class TestFlaw:
    @pytest.mark.parametrize(
        ("name", "type"),
        [
            ("Mariko Hoshi", "person"),
            ("the Hague", "place"),
            ("3M", "organization"),
            ("星 真理子", "person"),
            ("solar panels", "thing"),
            ("price of malt", "concept"),
            ("ロンドン", "place"),
            ("三人会", "organization"),
            ("千歳", "place"),
        ],
    )
    def test_a_name_has_none(self, name: str, type: str) -> None:
        assert flaw(name, type) == ""

    @pytest.mark.parametrize(
        ("name", "type", "reason"),
        [
            ("2021", "concept", "a name has letters"),
            ("—", "thing", "a name has letters"),
            ("", "person", "a name has letters"),
            ("the project", "thing", "a generic word names nothing"),
            ("会議", "event", "a generic word names nothing"),
            ("所長", "person", "a generic word names nothing"),
            ("後任", "person", "a generic word names nothing"),
            ("3人", "person", "a number names nothing"),
            ("二名", "person", "a number names nothing"),
            ("ひと組を担当", "concept", "a clause is no name"),
            ("40台", "thing", "a number names nothing"),
            ("4つ", "thing", "a number names nothing"),
            ("For Ken Ito", "person", "a phrase is no name"),
            ("thank Eva Roth", "person", "a phrase is no name"),
            ("Dear Tom", "person", "a phrase is no name"),
            ("the before Monday", "thing", "a phrase is no name"),
            ("には", "thing", "a particle is no name"),
            ("mariko", "person", "a proper name has a capital letter"),
            ("somewhere warm", "place", "a proper name has a capital letter"),
            ("Before that", "thing", "a word of grammar names nothing"),
            ("However", "concept", "a word of grammar names nothing"),
            ("the ", "thing", "a word of grammar names nothing"),
            ("the Board that met on Monday in the old Hall", "organization", "a clause is no name"),
            ("新しい工場を建てることを決定した", "concept", "a clause is no name"),
            ("あ" * 25, "concept", "a clause is no name"),
        ],
    )
    def test_a_reason_is_told(self, name: str, type: str, reason: str) -> None:
        assert flaw(name, type) == reason

    def test_a_name_may_be_longer_where_common_words_are_allowed(self) -> None:
        seven = "Plan to move all of the Stock"
        assert flaw(seven, "organization") == "a clause is no name"
        assert flaw(seven, "concept") == ""

    @settings(deadline=None, max_examples=60)
    @given(st.text(max_size=30), st.sampled_from(["person", "thing"]))
    def test_it_judges_any_text(self, name: str, type: str) -> None:
        assert isinstance(flaw(name, type), str)


class TestOccurrences:
    def found(self, words: str, text: str) -> list[tuple[int, int]]:
        return [(span.start, span.end) for span in occurrences(words, text)]

    def test_whole_words_only(self) -> None:
        assert self.found("Ann", "Anna met Ann, and Ann's aunt") == [(9, 12), (18, 21)]

    def test_a_line_break_counts_as_a_space(self) -> None:
        assert self.found("Mariko Hoshi", "by Mariko\nHoshi") == [(3, 15)]

    def test_case_is_kept_apart(self) -> None:
        assert self.found("may", "May may") == [(4, 7)]

    def test_japanese_has_no_spaces_between_words(self) -> None:
        assert self.found("星", "星さんと星野さん") == [(0, 1), (4, 5)]

    def test_a_run_of_katakana_is_a_word(self) -> None:
        assert self.found("ドン", "ロンドンのドン") == [(5, 7)]

    def test_overlapping_places_are_all_found(self) -> None:
        assert self.found("々々", "々々々") == [(0, 2), (1, 3)]

    def test_empty_words_stand_nowhere(self) -> None:
        assert self.found("", "text") == []

    @settings(deadline=None, max_examples=60)
    @given(st.text(max_size=40), st.integers(0, 40), st.integers(1, 10))
    def test_every_place_holds_the_words(self, text: str, start: int, length: int) -> None:
        words = text.replace("\n", " ")[start : start + length]
        for span in occurrences(words, text):
            assert span.of(text).replace("\n", " ") == words
