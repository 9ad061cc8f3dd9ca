"""How likely two are one: what names, neighbours, addresses and facts prove, and what they exclude."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.identity.people import entity, side
from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.core.values import Entity, EntityType
from tsuzuri.extract.identity.forms import Likeness
from tsuzuri.extract.identity.score import ASK, UNITE, Side, Value, alike, score, weight

ORGANIZATION, CONCEPT = EntityType.ORGANIZATION, EntityType.CONCEPT


def friends(count: int, mentions: int = 0) -> Mapping[Entity, float]:
    """So many neighbours that both have, each mentioned so often elsewhere."""
    found = [entity(f"Friend {number}", mentions=mentions) for number in range(count)]
    return {friend: weight(friend) for friend in found}


def likely(one: Side, other: Side, shared: int = 0) -> float:
    assert score(one, other, friends(shared)).value == score(other, one, friends(shared)).value
    return score(one, other, friends(shared)).value


def tanakas() -> tuple[Side, Side]:
    """Two that are called by one full name, though each was made with another."""
    return side("Kenji Tanaka"), side("KT of Ulm", "Kenji Tanaka")


def works_at(whom: Side, name: str, held: Interval = UNDATED) -> Side:
    return replace(whom, values={"works_at": (Value(f"#{name}", name, held),)})


def born_on(whom: Side, day: str) -> Side:
    return replace(whom, values={"born_on": (Value(day, day, UNDATED, is_date=True),)})


def year(start: int, end: int | None = None) -> Interval:
    return Interval(date(start, 1, 1), date(end, 1, 1) if end else None, Precision.YEAR)


class TestNamesAlone:
    def test_unite_where_they_are_full_and_equal(self) -> None:
        assert likely(*tanakas()) >= UNITE
        assert likely(side("Taro", "田中 太郎"), side("田中太郎")) >= UNITE
        assert likely(side("Robin Vale", "Robin Stone"), side("Robin Stone")) >= UNITE
        assert likely(side("Quillfeather Ltd", type=ORGANIZATION), side("Quillfeather", type=ORGANIZATION)) >= UNITE

    def test_that_are_one_key_were_told_apart(self) -> None:
        assert score(side("田中 太郎"), side("田中太郎"), friends(9)).value == 0
        one, other = (
            replace(side(name, "Able", type=ORGANIZATION), contacts=frozenset({"a@abc.example"}))
            for name in ("ＡＢＣ", "ABC")
        )
        assert likely(one, other) == 0

    def test_ask_where_they_are_nearly_so(self) -> None:
        for one, other in (("Tanaka Kenji", "Kenji Tanaka"), ("John R. Hale", "John Hale"), ("José Mar", "Jose Mar")):
            assert ASK <= likely(side(one), side(other)) < UNITE

    @pytest.mark.parametrize(
        ("one", "other"),
        [("J. Hale", "John Hale"), ("Hale", "John Hale"), ("Bob Hale", "Robert Hale")],
    )
    def test_prove_nothing_by_a_part(self, one: str, other: str) -> None:
        assert 0 < likely(side(one), side(other)) < ASK

    def test_prove_nothing_by_a_short_form_that_another_document_used(self) -> None:
        ministry = side("Ministry of Tides", "the Ministry", type=ORGANIZATION)
        assert likely(ministry, side("the Ministry", type=ORGANIZATION)) < ASK

    def test_of_another_type_are_of_two(self) -> None:
        assert likely(side("Quillfeather"), side("Quillfeather", type=ORGANIZATION)) == 0

    def test_of_an_unsure_type_are_asked_about(self) -> None:
        one, other = side("Quillfeather Works", type=CONCEPT), side("Quillfeather Works", type=ORGANIZATION)
        assert ASK <= likely(one, other) < UNITE


class TestNeighbours:
    def test_that_both_have_make_initials_likely_and_then_sure(self) -> None:
        one, other = side("J. Hale"), side("John Hale")
        assert ASK <= likely(one, other, shared=1) < UNITE <= likely(one, other, shared=5)

    def test_never_make_a_single_name_sure(self) -> None:
        assert (
            ASK
            <= likely(side("田中"), side("田中太郎"), shared=2)
            <= likely(side("田中"), side("田中太郎"), 60)
            < UNITE
        )

    def test_that_are_in_everything_tell_little(self) -> None:
        one, other = side("J. Hale"), side("John Hale")
        assert score(one, other, friends(1, mentions=5000)).value < ASK

    def test_are_named_in_the_reason(self) -> None:
        friend = entity("Mika Sato")
        assert score(side("J. Hale"), side("John Hale"), {friend: 1.0}).reason == (
            "the same family name and initial; both with Mika Sato"
        )

    def test_are_not_one_with_whom_they_stand_beside(self) -> None:
        one, other = tanakas()
        assert likely(replace(one, near=other.ids), other) < UNITE

    def test_are_two_where_a_fact_joins_them(self) -> None:
        one, other = tanakas()
        assert likely(replace(one, joined=other.ids), other, shared=9) == 0


class TestAddresses:
    def test_make_names_that_could_be_one_sure(self) -> None:
        one, other = (replace(side(name), contacts=frozenset({"j@hale.example"})) for name in ("J. Hale", "John Hale"))
        assert likely(one, other) >= 0.99

    def test_under_two_scripts_are_asked_about(self) -> None:
        one, other = (replace(side(name), contacts=frozenset({"k@hale.example"})) for name in ("Ken Ito", "佐藤健"))
        assert ASK <= likely(one, other) < UNITE

    def test_may_be_a_familys(self) -> None:
        one, other = (
            replace(side(name), contacts=frozenset({"us@hale.example"})) for name in ("John Hale", "Mary Hale")
        )
        assert likely(one, other) == 0

    def test_that_are_telephones_may_be_an_offices(self) -> None:
        one, other = (replace(side(name), contacts=frozenset({"+81312345678"})) for name in ("Ken Ito", "Mary Hale"))
        assert likely(one, other) == 0


class TestFacts:
    def test_of_two_birthdays_tell_two_people(self) -> None:
        one, other = tanakas()
        assert likely(born_on(one, "1980-03-05"), born_on(other, "1981-03-05"), shared=9) == 0
        assert likely(born_on(one, "1980-03-05"), born_on(other, "1980")) >= UNITE

    def test_of_two_employers_at_a_time_leave_it_to_a_person(self) -> None:
        one, other = tanakas()
        assert ASK <= likely(works_at(one, "Lumen", year(2020)), works_at(other, "Orbis", year(2021))) < UNITE

    def test_of_two_employers_one_after_the_other_tell_nothing(self) -> None:
        one, other = tanakas()
        assert likely(works_at(one, "Lumen", year(2010, 2015)), works_at(other, "Orbis", year(2016))) >= UNITE


class TestSeveralNames:
    def test_of_one_speak_against_another(self) -> None:
        hale = Side((entity("John Hale"), entity("J. Hale")))
        assert alike(hale, side("Jane Hale")) is None
        assert likely(hale, side("Jane Hale"), shared=9) == 0

    def test_that_differ_do_not_count_where_a_full_one_is_equal(self) -> None:
        assert alike(side("Mary Stone", "Mary Hale"), side("Mary Hale")) is Likeness.SAME


NAMES = st.sampled_from(["John Hale", "J. Hale", "Jane Hale", "Hale", "田中", "田中太郎", "Robert Hale", "Bob Hale"])


@given(NAMES, NAMES, NAMES, st.integers(0, 30))
@settings(max_examples=200)
def test_a_score_is_a_probability_the_same_both_ways_and_grows_with_neighbours(
    one: str, alias: str, other: str, shared: int
) -> None:
    a, b = side(one, alias), side(other)
    assert 0 <= likely(a, b, shared) <= likely(a, b, shared + 1) <= 1
