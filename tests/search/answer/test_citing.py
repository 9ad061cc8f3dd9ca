import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.answer.office import weighed
from tsuzuri.core.ports import Backend
from tsuzuri.search.answer.citing import Borne, Claim, borne_out, claims
from tsuzuri.search.answer.context import notes


def checked(backend: Backend, question: str, answer: str) -> tuple[tuple[Borne, ...], tuple[str, ...]]:
    inquiry, evidence = weighed(backend, question)
    return borne_out(claims(answer), notes(evidence, {}), inquiry)


class TestClaims:
    def test_each_sentence_has_the_numbers_behind_it(self) -> None:
        told = "He left in May. [2] She stayed [1, 3]."
        assert claims(told) == (Claim("He left in May.", (2,)), Claim("She stayed.", (1, 3)))

    def test_a_sentence_without_a_number_cites_nothing(self) -> None:
        assert claims("彼は退職した。[1]彼女は残った。") == (Claim("彼は退職した。", (1,)), Claim("彼女は残った。", ()))

    def test_not_in_the_notes_is_no_claim(self) -> None:
        assert claims("Not in the notes.") == ()

    @given(st.text(max_size=80))
    def test_anything_may_be_written(self, text: str) -> None:
        assert all(claim.text for claim in claims(text))


class TestBorneOut:
    QUESTION = "Who left Lumen Works?"

    def test_a_sentence_that_a_source_says_stands(self, office: Backend) -> None:
        standing, cut = checked(office, self.QUESTION, "Ada Berg left Lumen Works in 2022. [1]")
        assert [one.text for one in standing] == ["Ada Berg left Lumen Works in 2022."]
        assert standing[0].by[0].span.of(standing[0].by[0].passage.text) == "Ada Berg left Lumen Works in 2022."
        assert cut == ()

    @pytest.mark.parametrize("number", ["[9]", "[3]", ""])
    def test_a_wrong_number_is_put_right(self, office: Backend, number: str) -> None:
        standing, _ = checked(office, self.QUESTION, f"Ada Berg left Lumen Works in 2022. {number}")
        assert "Ada Berg left" in standing[0].by[0].text

    @pytest.mark.parametrize(
        "claim",
        [
            "Tom Vale left Lumen Works in 2022. [1]",
            "Ada Berg left Lumen Works in 2019. [1]",
            "Ada Berg left Orsk Foundry. [1]",
            "She was bitterly disappointed about quarrels with everybody who left. [1]",
        ],
    )
    def test_another_name_number_or_story_is_cut(self, office: Backend, claim: str) -> None:
        standing, cut = checked(office, self.QUESTION, claim)
        assert standing == ()
        assert len(cut) == 1

    def test_what_only_repeats_the_question_is_cut(self, office: Backend) -> None:
        assert checked(office, self.QUESTION, "Lumen Works was left. [1]")[0] == ()

    def test_what_was_not_asked_is_cut(self, office: Backend) -> None:
        answer = "Ken Ito keeps a tortoise called Basho and Ken Ito is in Nara. [2]"
        assert checked(office, self.QUESTION, answer)[0] == ()

    def test_two_sources_may_bear_a_sentence_together(self, office: Backend) -> None:
        answer = "The Mellow lamp costs 40 euros, and Ken Ito lives in Nara."
        standing, _ = checked(office, "What does the Mellow lamp cost where Ken Ito lives?", answer)
        assert len(standing[0].by) == 2

    def test_a_pronoun_goes_with_the_sentence_that_it_leans_on(self, office: Backend) -> None:
        answer = "Tom Vale left in 2022. [1] She left Lumen Works in 2022. [1]"
        assert checked(office, self.QUESTION, answer)[0] == ()

    def test_a_plan_is_not_told_as_done(self, office: Backend) -> None:
        question = "Where has Ada Berg an office?"
        assert checked(office, question, "Ada Berg opens an office in Ulm. [1]")[0] == ()
        assert checked(office, question, "Ada Berg plans to open an office in Ulm. [1]")[0]

    def test_two_languages_are_not_mixed(self, office: Backend) -> None:
        assert checked(office, "Where does she work?", "She works at 北野的大学. [1]")[0] == ()
