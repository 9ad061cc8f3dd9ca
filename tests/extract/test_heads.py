import pytest

from tsuzuri.extract.heads import date_itself, head, is_proper, parts, without_determiner


class TestNames:
    @pytest.mark.parametrize(
        ("words", "type", "name"),
        [
            ("the Mellow lamp", "thing", "Mellow lamp"),
            ("Our Ken Ito", "person", "Ken Ito"),
            ("Isonuma Works in Suwa", "organization", "Isonuma Works"),
            ("Tom Vale from the Orsk Foundry", "person", "Tom Vale"),
            ("母の和代", "person", "和代"),
            ("駅前の北野大学", "organization", "北野大学"),
            ("青葉電機です", "organization", "青葉電機"),
            ("川端さんである", "person", "川端さん"),
            ("さくらでした", "person", "さくら"),
            ("祭りだ", "event", "祭り"),
        ],
    )
    def test_are_cut_to_themselves(self, words: str, type: str, name: str) -> None:
        assert head(words, type) == name

    @pytest.mark.parametrize(
        ("words", "type"),
        [
            ("University of Graz", "organization"),
            ("Weston near Orsk", "place"),
            ("price of malt in Ulm", "concept"),
            ("work at home", "organization"),
            ("北野町の祭り", "event"),
            ("丘の上", "place"),
            ("はまだ", "person"),
            ("です", "thing"),
            ("the", "thing"),
            ("", "person"),
        ],
    )
    def test_that_are_whole_stay(self, words: str, type: str) -> None:
        assert head(words, type) == words


class TestTwoPeople:
    @pytest.mark.parametrize(
        ("words", "names"),
        [
            ("Ken Ito and Eva Roth", ("Ken Ito", "Eva Roth")),
            ("Ken Ito, Eva Roth, and Tom Vale", ("Ken Ito", "Eva Roth", "Tom Vale")),
            ("佐藤と鈴木", ("佐藤", "鈴木")),
            ("佐藤さんと鈴木さん", ("佐藤さん", "鈴木さん")),
            ("ミカちゃんと森くん", ("ミカちゃん", "森くん")),
            ("佐藤、鈴木", ("佐藤", "鈴木")),
        ],
    )
    def test_are_two_names(self, words: str, names: tuple[str, ...]) -> None:
        assert parts(words, "person") == names

    @pytest.mark.parametrize("words", ["Anders Sand", "Ken Ito and others", "ひとみさん", "佐藤とその友人"])
    def test_are_not_seen_in_one(self, words: str) -> None:
        assert parts(words, "person") == (words,)

    def test_are_told_apart_only_of_people(self) -> None:
        assert parts("Vale and Roth", "organization") == ("Vale and Roth",)


class TestDates:
    @pytest.mark.parametrize(
        ("time", "itself"),
        [
            ("on 3 June 1980", "3 June 1980"),
            ("Since May 2021", "May 2021"),
            ("next Friday", "next Friday"),
            ("10月1日に", "10月1日"),
            ("4月1日付で", "4月1日"),
            ("6月までに", "6月"),
            ("今月からは", "今月"),
            ("昨年", "昨年"),
            ("に", "に"),
        ],
    )
    def test_are_themselves_without_preposition_or_particle(self, time: str, itself: str) -> None:
        assert date_itself(time) == itself


@pytest.mark.parametrize(
    ("words", "bare"),
    [("the Mellow lamp", "Mellow lamp"), ("Our house", "house"), ("theory", "theory"), ("the", "the"), ("", "")],
)
def test_a_determiner_is_no_part_of_a_name(words: str, bare: str) -> None:
    assert without_determiner(words) == bare


@pytest.mark.parametrize(
    ("name", "proper"),
    [
        ("Ken Ito", True),
        ("3M", True),
        ("川端", True),
        ("カモメ", True),
        ("lamp", False),
        ("りんご", False),
        ("", False),
    ],
)
def test_a_proper_name_is_known_by_its_first_letter(name: str, proper: bool) -> None:
    assert is_proper(name) is proper
