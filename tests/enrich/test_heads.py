"""What names say of what they name."""

import pytest

from tests.enrich.samples import around
from tsuzuri.enrich.clustering import centred
from tsuzuri.enrich.heads import common, families, joined, kinds


def kind_of(name: str, *others: str) -> str | None:
    names = (name, *others)
    place = kinds(names)[0]
    return None if place is None else names[place]


class TestAKind:
    @pytest.mark.parametrize(
        ("name", "others", "kind"),
        [
            ("green tea", ("tea",), "tea"),
            ("Sencha Green Tea", ("tea", "Green tea"), "Green tea"),
            ("history of science", ("history", "science"), "science"),
            ("history of optics", ("history",), "history"),
            ("biophysics", ("physics",), "physics"),
            ("緑茶", ("茶",), "茶"),
            ("東都大学", ("大学",), "大学"),
        ],
    )
    def test_is_named_by_the_longest_head(self, name: str, others: tuple[str, ...], kind: str) -> None:
        assert kind_of(name, *others) == kind

    @pytest.mark.parametrize(
        ("name", "others"),
        [("tea", ("tea house",)), ("steak", ("eak",)), ("東京都", ("京都",)), ("tea", ("Tea",)), ("", ("tea",))],
    )
    def test_is_none_without_one(self, name: str, others: tuple[str, ...]) -> None:
        assert kind_of(name, *others) is None


class TestAFamily:
    def test_is_what_shares_a_head_that_is_a_name(self) -> None:
        (found,) = families(["green tea", "Tea", "black tea", "hammer"])
        assert (found.name, found.members, found.own) == ("Tea", (0, 1, 2), 1)

    def test_may_lie_within_another(self) -> None:
        found = families(["sencha green tea", "matcha green tea", "green tea", "black tea", "tea"])
        assert {one.name: one.members for one in found} == {"green tea": (0, 1, 2), "tea": (2, 3, 4)}

    def test_needs_three_where_nothing_is_called_that(self) -> None:
        names = ["Alder University", "Birch University", "Cedar University"]
        assert families(names[:2]) == ()
        (found,) = families(names)
        assert (found.name, found.own) == ("University", None)
        (japanese,) = families(["東都大学", "北浜大学", "南山大学"])
        assert japanese.name == "大学"

    def test_is_not_what_merely_ends_in_the_same_letters(self) -> None:
        assert families(["botany", "company", "epiphany"]) == ()
        assert families(["Countess of Vale", "Duke of Vale", "Lord of Vale"])[0].name == "Vale"
        assert families(["マスター", "ポスター", "ブースター"]) == ()


class TestJoining:
    VECTORS = centred(around(0, 0, 0, 0, 0, 1, 2, 3))

    def test_brings_what_is_near_a_great_family(self) -> None:
        assert joined(self.VECTORS, {7: [0, 1, 2, 3]}, [4, 5]) == {4: 7}

    def test_leaves_small_families_alone(self) -> None:
        assert joined(self.VECTORS, {7: [0, 1]}, [4, 5]) == {}
        assert joined(self.VECTORS, {7: [0, 1, 2, 3]}, []) == {}


def test_common_are_the_words_in_which_several_names_end() -> None:
    assert common(["soil sensor", "gas sensor", "Sensor", "oboe"]) == (("sensor", 3),)
    assert common(["東京事務所", "大阪事務所", "長野"]) == (("事務所", 2),)
    assert common(["isolation", "rotation"]) == ()
    assert common([]) == ()
