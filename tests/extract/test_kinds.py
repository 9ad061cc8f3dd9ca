import pytest

from tests.extract.lines import wire
from tests.stages import ONTOLOGY
from tsuzuri.core.ontology import VALUE
from tsuzuri.extract.kinds import kind_by_form, of_one_mind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Dr. Eva Roth", "person"),
        ("森口さん", "person"),
        ("大友康夫氏", "person"),
        ("Orsk College", "organization"),
        ("Lumen AG", "organization"),
        ("株式会社ミナト", "organization"),
        ("青葉電機", "organization"),
        ("横浜市", "place"),
        ("市", ""),
        ("Agnes", ""),
        ("カモメ", ""),
        ("", ""),
    ],
)
def test_a_form_may_give_a_kind_away(name: str, kind: str) -> None:
    assert kind_by_form(name) == kind


class TestOneMind:
    def types(
        self, *lines: tuple[str, str, str, str, str], known: dict[str, str] | None = None
    ) -> list[tuple[str, str]]:
        agreed = of_one_mind([wire(*line) for line in lines], known or {}, ONTOLOGY)
        return [(line.subject_type, line.object_type) for line in agreed]

    def test_a_form_outdoes_any_number_of_lines(self) -> None:
        line = ("森口さん", "organization", "met", "青葉電機", "person")
        assert self.types(line, line, line, known={"青葉電機": "place"}) == [("person", "organization")] * 3

    def test_a_name_is_of_the_type_that_most_lines_give_it_however_it_is_spelt(self) -> None:
        lines = [(name, kind, "saw", "it", "thing") for name, kind in (("Tern", "thing"), ("TERN", "concept"))]
        assert {subject for subject, _ in self.types(*lines, lines[1])} == {"concept"}

    def test_of_equals_the_firm_one_is_taken(self) -> None:
        lines = [("Tern", kind, "saw", "it", "thing") for kind in ("thing", "place")]
        assert {subject for subject, _ in self.types(*lines)} == {"place"}

    def test_a_relation_that_joins_one_firm_type_speaks_for_it(self) -> None:
        assert self.types(("Tern", "concept", "lives_in", "Osprey", "concept")) == [("person", "place")]
        assert self.types(("Tern", "concept", "employs", "Osprey", "concept")) == [("organization", "person")]

    def test_what_the_library_knows_speaks_too(self) -> None:
        line = ("Tern", "thing", "saw", "Osprey", "organization")
        assert self.types(line, known={"osprey": "place", "tern": "person"}) == [("person", "place")]

    def test_a_value_stays_one(self) -> None:
        lines = [("Tern", "thing", "price", "Osprey", kind) for kind in (VALUE, "place")]
        assert [target for _, target in self.types(*lines)] == [VALUE, "place"]

    def test_no_lines_are_none(self) -> None:
        assert self.types() == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("日本", "place"),
        ("アメリカ合衆国", "place"),
        ("北海道の上川郡", "place"),
        ("自由民主党", "organization"),
        ("国土交通省", "organization"),
        ("マレーシア議会", "organization"),
        ("全日本選手権", "event"),
        ("関ヶ原の戦い", "event"),
        ("Seldon Foundation", "organization"),
        ("中島", ""),
        ("森山", ""),
        ("Halden", ""),
    ],
)
def test_a_form_gives_a_type_away_or_none(name: str, kind: str) -> None:
    assert kind_by_form(name) == kind
