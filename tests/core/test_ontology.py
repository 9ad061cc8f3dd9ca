from dataclasses import replace

import pytest

from tests.stages import ONTOLOGY, relation
from tsuzuri.core.ontology import VALUE, Cardinality, Ontology, Verdict, Verdicts, stem
from tsuzuri.core.supersession import Rules


def test_a_preferred_relation_is_accepted() -> None:
    typed = ONTOLOGY.validate("works_at", "person", "organization")
    assert (typed.verdict, typed.relation, typed.swap, typed.lasting) == (Verdict.ACCEPTED, "works_at", False, True)


def test_a_synonym_is_mapped() -> None:
    typed = ONTOLOGY.validate("employed_by", "person", "organization")
    assert (typed.verdict, typed.relation, typed.swap) == (Verdict.MAPPED, "works_at", False)


def test_the_relation_read_from_its_object_is_mapped_and_turned_round() -> None:
    typed = ONTOLOGY.validate("employs", "organization", "person")
    assert (typed.verdict, typed.relation, typed.swap) == (Verdict.MAPPED, "works_at", True)
    assert (typed.subject_type, typed.object_type) == ("person", "organization")


def test_an_unknown_relation_stays_open_and_does_not_last() -> None:
    typed = ONTOLOGY.validate("plays_chess_with", "thing", VALUE)
    assert (typed.verdict, typed.relation, typed.lasting) == (Verdict.OPEN, "plays_chess_with", False)
    assert (typed.subject_type, typed.object_type) == ("thing", VALUE)


@pytest.mark.parametrize(
    ("name", "subject", "target", "reason"),
    [
        ("works_at", "place", "organization", "a place cannot be the subject of works_at"),
        ("works_at", "person", "place", "a place cannot be the object of works_at"),
        ("works_at", "concept", "organization", "a concept cannot be the subject of works_at"),
        ("lives_in", "person", VALUE, "a value cannot be the object of lives_in"),
    ],
)
def test_a_kind_that_does_not_fit_goes_to_quarantine_with_its_reason(
    name: str, subject: str, target: str, reason: str
) -> None:
    typed = ONTOLOGY.validate(name, subject, target)
    assert (typed.verdict, typed.reason) == (Verdict.QUARANTINED, reason)


@pytest.mark.parametrize("unsure", ["thing", "event", VALUE])
def test_an_unsure_kind_becomes_one_that_fits(unsure: str) -> None:
    typed = ONTOLOGY.validate("caused", "concept", unsure)
    assert (typed.verdict, typed.object_type) == (Verdict.ACCEPTED, unsure if unsure == "event" else "concept")


@pytest.mark.parametrize("unsure", ["concept", "thing", "event"])
def test_a_subject_of_unsure_kind_becomes_an_organization_where_one_fits(unsure: str) -> None:
    typed = ONTOLOGY.validate("owns", unsure, "thing")
    assert (typed.verdict, typed.subject_type) == (Verdict.ACCEPTED, "organization")
    turned = ONTOLOGY.validate("founded_by", "organization", unsure)
    assert (turned.swap, turned.subject_type, turned.object_type) == (True, "organization", "organization")
    assert ONTOLOGY.validate("caused", unsure, "event").subject_type != "organization"


@pytest.mark.parametrize(("subject", "target"), [("place", "thing"), (VALUE, "thing"), ("person", "person")])
def test_a_kind_that_is_sure_does_not(subject: str, target: str) -> None:
    assert ONTOLOGY.validate("owns", subject, target).verdict is Verdict.QUARANTINED


def test_what_can_only_be_a_value_is_one_whatever_it_was_taken_for() -> None:
    assert ONTOLOGY.validate("born_on", "person", "organization").object_type == VALUE
    assert ONTOLOGY.validate("born_on", "person", "event").object_type == VALUE


def test_ends_that_fit_exactly_the_other_way_round_change_places() -> None:
    typed = ONTOLOGY.validate("works_at", "organization", "person")
    assert (typed.verdict, typed.swap) == (Verdict.MAPPED, True)
    assert (typed.subject_type, typed.object_type) == ("person", "organization")
    assert ONTOLOGY.validate("employs", "person", "organization").swap is False


def test_ends_that_fit_both_ways_stay() -> None:
    assert not ONTOLOGY.validate("founded", "organization", "organization").swap


def test_what_is_no_person_may_be_a_value() -> None:
    assert ONTOLOGY.validate("works_as", "person", "organization").object_type == VALUE
    assert ONTOLOGY.validate("works_as", "person", "person").verdict is Verdict.QUARANTINED


def test_a_preferred_name_wins_over_a_synonym_and_the_first_synonym_over_a_later_one() -> None:
    first = relation("leads", "person", "organization", synonyms=("heads", "founded"))
    second = relation("founded", "person", "organization", synonyms=("heads",))
    ontology = Ontology((first, second))
    assert ontology.validate("founded", "person", "organization").relation == "founded"
    assert ontology.validate("heads", "person", "organization").relation == "leads"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("leads", "led"),
        ("leads", "was_led"),
        ("leads", "leading"),
        ("works_at", "worked_at"),
        ("works_at", "has_been_working_at"),
        ("works_at", "currently_works_at"),
        ("founded_by", "was_founded_by"),
        ("makes", "made"),
        ("left", "will_leave"),
        ("lives_in", "live_in"),
        ("uses", "is_using"),
        ("carries", "carried"),
        ("will_be_sold_to", "sells_to"),
        ("is_now_building_in", "built_in"),
        ("plays_for", "began_to_play_for"),
        ("leads", "has_started_to_lead"),
        ("makes", "make"),
    ],
)
def test_names_that_differ_in_tense_or_auxiliaries_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("works_at", "works_as"), ("founded", "founded_by"), ("born_in", "born_on"), ("owns", "owes")],
)
def test_names_of_different_relations_do_not(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("was_led", "lead"),
        ("led_by", "lead_by"),
        ("works_at", "work_at"),
        ("has_been_working_at", "work_at"),
        ("married_to", "marr_to"),
        ("price", "pric"),
    ],
)
def test_a_stem_is_the_verb_and_all_that_joins_it(name: str, expected: str) -> None:
    assert stem(name) == expected


@pytest.mark.parametrize("name", ["is", "be", "s", "ed", "", "_", "is_"])
def test_a_name_without_a_verb_has_a_stem_too(name: str) -> None:
    assert isinstance(stem(name), str)


@pytest.mark.parametrize(
    ("name", "subject", "target", "relation", "swap"),
    [
        ("worked_at", "person", "organization", "works_at", False),
        ("was_employed_by", "person", "organization", "works_at", False),
        ("has_employed", "organization", "person", "works_at", True),
        ("was_founded_by", "organization", "person", "founded", True),
        ("founding", "person", "organization", "founded", False),
        ("marries_to", "person", "person", "married_to", False),
    ],
)
def test_a_relation_is_known_in_any_tense(name: str, subject: str, target: str, relation: str, swap: bool) -> None:
    typed = ONTOLOGY.validate(name, subject, target)
    assert (typed.verdict, typed.relation, typed.swap) == (Verdict.MAPPED, relation, swap)


def test_a_name_as_it_is_written_wins_over_one_with_the_same_stem() -> None:
    ontology = Ontology((relation("leads", "person", "organization"), relation("led", "person", "organization")))
    assert ontology.validate("led", "person", "organization").relation == "led"
    assert ontology.validate("leading", "person", "organization").relation == "leads"


@pytest.mark.parametrize(
    ("name", "domain", "range_"),
    [
        ("works_at", ["person"], ["organization"]),
        ("was_employed_by", ["person"], ["organization"]),
        ("employs", ["organization"], ["person"]),
        ("has_employed", ["organization"], ["person"]),
        ("was_founded_by", ["organization"], ["organization", "person"]),
        ("owns", ["organization", "person"], ["place", "thing"]),
        ("born_on", ["person"], [VALUE]),
        ("plays_chess_with", [], []),
        ("", [], []),
    ],
)
def test_the_ends_of_a_relation_are_those_of_its_meaning_as_it_is_read(
    name: str, domain: list[str], range_: list[str]
) -> None:
    assert ONTOLOGY.ends_of(name) == (frozenset(domain), frozenset(range_))


def test_two_of_the_same_relations_are_one_value() -> None:
    assert {Ontology(ONTOLOGY.relations)} == {ONTOLOGY}


def test_its_rules_are_what_has_one_value_at_a_time_and_what_ends_what() -> None:
    lives_in = replace(relation("lives_in", "person", "place"), cardinality=Cardinality.ONE)
    left = replace(relation("left", "person", "organization"), ends=("works_at", "member_of"))
    works_at = relation("works_at", "person", "organization")
    assert Ontology((lives_in, left, works_at)).rules() == Rules(
        single=frozenset({"lives_in"}), ends={"left": frozenset({"works_at", "member_of"})}
    )


class TestAClosedOne:
    CLOSED = Ontology(ONTOLOGY.relations, closed=True)

    def test_sends_what_it_does_not_list_to_quarantine(self) -> None:
        typed = self.CLOSED.validate("plays_chess_with", "person", "person")
        assert (typed.verdict, typed.refused) == (Verdict.QUARANTINED, True)
        assert typed.reason == "plays_chess_with is none of the relations listed"

    def test_knows_other_names_and_tenses_all_the_same(self) -> None:
        assert self.CLOSED.validate("was_employed_by", "person", "organization").relation == "works_at"
        assert not self.CLOSED.validate("employs", "organization", "person").refused

    def test_allows_its_relations_and_those_read_from_their_object(self) -> None:
        assert self.CLOSED.allowed[:3] == ("works_at", "employs", "works_as")
        assert ONTOLOGY.allowed == ()


@pytest.mark.parametrize("name", ["", "_", "__", "12"])
def test_what_has_no_letters_is_no_relation(name: str) -> None:
    typed = ONTOLOGY.validate(name, "person", "person")
    assert (typed.verdict, typed.refused, typed.reason) == (Verdict.REJECTED, True, "a relation has letters")


def test_verdicts_are_counted_and_add_up() -> None:
    counted = Verdicts.of([Verdict.ACCEPTED, Verdict.MAPPED, Verdict.ACCEPTED])
    assert counted == Verdicts(accepted=2, mapped=1)
    assert counted + Verdicts.of(Verdict) == Verdicts(3, 2, 1, 1, 1)
    assert Verdicts.of([]) == Verdicts()
