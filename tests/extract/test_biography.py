from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.extract.biography import biography


def told(sentence: str, people: Sequence[str] = ()) -> list[str]:
    return [f"{fact.subject} | {fact.relation} | {fact.object}" for fact in biography(sentence, people, 0)]


class TestLives:
    @pytest.mark.parametrize(
        ("sentence", "facts"),
        [
            ("Ken Ito (born 3 June 1980) paints boats.", ["Ken Ito | born_on | 3 June 1980"]),
            ("Ken Ito (born June 3, 1980 in Nara) paints boats.", ["Ken Ito | born_on | June 3, 1980"]),
            ('Ken "Kenny" Ito (b. 1980) paints boats.', ['Ken "Kenny" Ito | born_on | 1980']),
            (
                "Eva van Roth, OBE (born 1887; died c. 1942) painted boats.",
                ["Eva van Roth | born_on | 1887", "Eva van Roth | died_on | 1942"],
            ),
            ("Eva Roth (died 14 July 1863) painted boats.", ["Eva Roth | died_on | 14 July 1863"]),
            ("伊東健（1980年6月3日生まれ）は画家である。", ["伊東健 | born_on | 1980年6月3日"]),
        ],
    )
    def test_are_told_in_brackets(self, sentence: str, facts: list[str]) -> None:
        assert told(sentence) == facts

    def test_from_one_day_to_another_are_those_of_a_known_person(self) -> None:
        sentence = "Eva Roth (3 June 1880 – 9 May 1950) painted boats."
        assert told(sentence, ["Eva Roth"]) == ["Eva Roth | born_on | 3 June 1880", "Eva Roth | died_on | 9 May 1950"]
        assert told(sentence) == []

    def test_may_be_told_in_japanese(self) -> None:
        sentence = "伊東健（1880年6月3日 - 1950年5月9日）は画家である。"
        assert told(sentence, ["伊東健"]) == ["伊東健 | born_on | 1880年6月3日", "伊東健 | died_on | 1950年5月9日"]

    def test_that_go_on_have_no_end(self) -> None:
        assert told("伊東健（1980年6月3日 - ）は画家である。", ["伊東健"]) == ["伊東健 | born_on | 1980年6月3日"]

    @pytest.mark.parametrize(
        "sentence",
        [
            "The festival (3 June – 9 June) is open to all.",
            "the old ones (born in 1980) are here.",
            "Lumen AG (founded 2011) makes lamps.",
            "She (born 1980) paints.",
            "Ken Ito (see page 1980) paints.",
        ],
    )
    def test_are_not_told_by_other_brackets(self, sentence: str) -> None:
        assert told(sentence, ["Ken Ito"]) == []


class TestNationality:
    @pytest.mark.parametrize(
        ("sentence", "nations"),
        [
            ("Ken Ito is a Japanese painter.", ["Japanese"]),
            ("Ken Ito (born 1980) was an Irish-American boat painter.", ["Irish", "American"]),
            ("Ken Ito is a former British Liberal politician.", ["British"]),
            ("Ken Ito is a Catholic priest.", []),
            ("Ken Ito is an engineer at a German firm.", []),
            ("It is a Japanese tradition.", []),
        ],
    )
    def test_is_told_of_a_person_who_is_a(self, sentence: str, nations: list[str]) -> None:
        found = [fact.rpartition(" | ")[2] for fact in told(sentence, ["Ken Ito"]) if "nationality" in fact]
        assert found == nations


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("AKen Ito().,–-0123456789bornded c是年月日（）、"), max_size=60))
def test_whatever_is_told_stands_in_the_sentence(sentence: str) -> None:
    for fact in biography(sentence, ["Ken Ito", "K"], 0):
        assert fact.subject in sentence or fact.subject in ("Ken Ito", "K")
        assert fact.object in sentence
