from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.lines import wire
from tsuzuri.core.decoding import Answer
from tsuzuri.core.ontology import VALUE
from tsuzuri.extract.mend import Mending, fits_a_date
from tsuzuri.extract.wire import TYPES, parse
from tsuzuri.text.time_words import time_words


def mended(sentence: str, line: str, times: Sequence[str] = ()) -> list[str]:
    """The lines that come of one, written like it; the time only where there is one."""
    (read,) = parse([Answer((line,), (1.0,))])
    return [
        " | ".join(
            filter(None, (fact.subject, fact.subject_type, fact.relation, fact.object, fact.object_type, fact.time))
        )
        for fact in Mending(sentence, times).mend(read)
    ]


class TestNames:
    def test_of_both_ends_are_cut(self) -> None:
        line = "Our Ken Ito | person | works_at | Isonuma Works in Suwa | organization"
        assert mended("Our Ken Ito works at Isonuma Works in Suwa.", line) == [
            "Ken Ito | person | works_at | Isonuma Works | organization"
        ]

    def test_of_two_people_have_a_fact_each(self) -> None:
        line = "Ken Ito and Eva Roth | person | met | Tom Vale and Mia Vale | person"
        assert mended("Ken Ito and Eva Roth met Tom Vale and Mia Vale.", line) == [
            "Ken Ito | person | met | Tom Vale | person",
            "Ken Ito | person | met | Mia Vale | person",
            "Eva Roth | person | met | Tom Vale | person",
            "Eva Roth | person | met | Mia Vale | person",
        ]

    def test_of_two_organizations_are_taken_apart_only_if_each_looks_like_one(self) -> None:
        sentence = "Ken Ito founded the Alder Institute (AI) and the Bell College, then Smith and Weston."
        line = "Ken Ito | person | founded | the Alder Institute (AI) and the Bell College | organization"
        assert mended(sentence, line) == [
            "Ken Ito | person | founded | Alder Institute | organization",
            "Ken Ito | person | founded | Bell College | organization",
        ]
        line = "Ken Ito | person | founded | Smith and Weston | organization"
        assert mended(sentence, line) == [line]

    def test_of_an_organization_end_with_its_short_form_and_before_a_clause(self) -> None:
        line = "Ken Ito | person | founded | The Kelp Office (KO) and the J. Craig | organization"
        assert mended("Ken Ito founded The Kelp Office (KO) and the J. Craig.", line) == [
            "Ken Ito | person | founded | Kelp Office | organization"
        ]
        line = "Ken Ito | person | works_at | Lumen AG, which makes lamps | organization"
        assert mended("Ken Ito works at Lumen AG, which makes lamps.", line) == [
            "Ken Ito | person | works_at | Lumen AG | organization"
        ]


class TestDates:
    def test_of_a_life_are_its_first_and_its_last(self) -> None:
        sentence = "Ken Ito (3 June 1880 - 9 May 1950) painted."
        for relation, day in (("born_on", "3 June 1880"), ("died_on", "9 May 1950")):
            (fact,) = mended(sentence, f"Ken Ito | person | {relation} | 3 June 1880 - 9 May 1950 | value")
            assert f"| {day} |" in fact

    @pytest.mark.parametrize(
        ("line", "relation"),
        [
            ("Ken Ito | person | born_in | 1980 | value", "born_on"),
            ("Ken Ito | person | born | 1980 | place", "born_on"),
            ("Ken Ito | person | died | 1980 | value", "died_on"),
            ("Lumen AG | organization | founded | 1980 | value", "founded_on"),
        ],
    )
    def test_are_born_on_and_founded_on(self, line: str, relation: str) -> None:
        (fact,) = mended("In 1980 Ken Ito and Lumen AG.", line, ["In 1980"])
        assert f"| {relation} | 1980 | value" in fact

    def test_are_taken_whole_and_tell_the_time(self) -> None:
        line = "Ken Ito | person | born_on | June 1980 | value"
        assert mended("Ken Ito was born on 3 June 1980.", line, ["on 3 June 1980"]) == [
            "Ken Ito | person | born_on | 3 June 1980 | value | on 3 June 1980"
        ]
        line = "カモメ | thing | scheduled_for | 10月1日 | value"
        assert mended("カモメの発売は来年10月1日に決まった。", line, ["来年10月1日に"]) == [
            "カモメ | thing | scheduled_for | 来年10月1日 | value | 来年10月1日に"
        ]

    def test_a_time_that_was_given_stays(self) -> None:
        line = "Lumen AG | organization | founded_on | 2011 | value | now"
        (fact,) = mended("Now Lumen AG, founded in 2011, is ours.", line, ["now", "in 2011"])
        assert fact.endswith("| 2011 | value | now")

    def test_a_number_inside_a_date_is_none(self) -> None:
        line = "Ken Ito | person | has_children | 5 | value"
        assert mended("In 2025 Ken Ito had 5 children.", line, ["In 2025"]) == [line]

    def test_one_end_of_a_range_is_not_the_range(self) -> None:
        line = "Ken Ito | person | left_on | 2020 | value"
        (fact,) = mended("Ken Ito taught from 2015 to 2020.", line, ["from 2015 to 2020"])
        assert fact.startswith("Ken Ito | person | left_on | 2020 | value")

    @pytest.mark.parametrize(
        ("relation", "object_", "day"),
        [
            ("scheduled_for", "3日から5日", "5日"),
            ("postponed_on", "4月から6月", "6月"),
            ("scheduled_for", "4月から", "4月から"),
            ("covers", "3日から5日", "3日から5日"),
        ],
    )
    def test_put_off_from_one_day_to_another_are_the_other(self, relation: str, object_: str, day: str) -> None:
        line = f"展示会 | event | {relation} | {object_} | value"
        assert mended(f"展示会は{object_}に延びた。", line) == [f"展示会 | event | {relation} | {day} | value"]

    @pytest.mark.parametrize(
        ("relation", "fits"), [("born_on", True), ("scheduled_for", True), ("happened_on", True), ("works_at", False)]
    )
    def test_are_joined_by_relations_that_say_so(self, relation: str, fits: bool) -> None:
        assert fits_a_date(relation) is fits


class TestCounted:
    @pytest.mark.parametrize(
        ("words", "amount"),
        [
            ("3,200円で", "3,200円"),
            ("1.5万円の予算", "1.5万円"),
            ("40台を納める", "40台"),
            ("6人で行う", "6人"),
            ("12%増", "12%"),
            ("3年間の契約", "3年間"),
        ],
    )
    def test_values_end_with_their_counter(self, words: str, amount: str) -> None:
        line = f"カモメ | thing | amount | {words} | value"
        assert mended(f"カモメは{words}。", line) == [f"カモメ | thing | amount | {amount} | value"]

    @pytest.mark.parametrize("words", ["40 euros", "約40台", "第3号", "円"])
    def test_others_stay(self, words: str) -> None:
        line = f"カモメ | thing | amount | {words} | value"
        assert mended(f"カモメは{words}。", line) == [line]

    def test_names_that_begin_with_a_number_stay(self) -> None:
        line = "カモメ | thing | operates | 3人組 | organization"
        assert mended("カモメは3人組が動かす。", line) == [line]


class TestDecisions:
    def decided(self, sentence: str, words: str, times: Sequence[str] = (), relation: str = "decided") -> str:
        (fact,) = mended(sentence, f"Ken Ito | person | {relation} | {words} | concept", times)
        return fact

    @pytest.mark.parametrize(
        ("sentence", "words", "whole"),
        [
            ("Ken Ito decided to buy a second oven.", "buy", "buy a second oven"),
            ("Ken Ito decided to move to Ulm, and Eva Roth agreed.", "move", "move to Ulm"),
            ("Ken Ito decided to move to Ulm; Eva Roth agreed.", "move to Ulm", "move to Ulm"),
            ("Ken Ito decided to cut prices by 3.5 percent.", "cut prices", "cut prices by 3.5 percent"),
            ("Ken Ito decided to begin at 10:30 from now on", "begin", "begin at 10:30 from now on"),
        ],
    )
    def test_go_on_to_the_end_of_their_clause(self, sentence: str, words: str, whole: str) -> None:
        assert self.decided(sentence, words) == f"Ken Ito | person | decided | {whole} | value"

    def test_are_told_without_their_date(self) -> None:
        sentence = "Ken Ito plans to open an office in Ulm next year."
        assert self.decided(sentence, "open an office", ["next year"], "plans_to") == (
            "Ken Ito | person | plans_to | open an office in Ulm | value"
        )

    @pytest.mark.parametrize("relation", ["plans", "planned_to", "intends_to", "intended", "decides", "decided_to"])
    def test_and_plans_are_values(self, relation: str) -> None:
        assert self.decided("Ken Ito will sell lamps.", "sell", relation=relation).endswith("| sell lamps | value")

    def test_that_are_nothing_but_a_date_stay(self) -> None:
        fact = self.decided("Ken Ito decided next week.", "next week", ["next week"])
        assert fact == "Ken Ito | person | decided | next week | value | next week"

    def test_that_run_on_for_long_stay_short(self) -> None:
        long = "Ken Ito decided to sell one two three four five six seven eight nine ten eleven twelve."
        assert self.decided(long, "sell one") == "Ken Ito | person | decided | sell one | value"

    def test_about_something_named_keep_it(self) -> None:
        fact = self.decided("Ken Ito decided on Project Tern at once.", "Project Tern")
        assert fact == "Ken Ito | person | decided | Project Tern | concept"

    def test_in_words_that_stand_elsewhere_stay(self) -> None:
        assert self.decided("Ken Ito decided it.", "sell lamps") == "Ken Ito | person | decided | sell lamps | value"


class TestRoles:
    @pytest.mark.parametrize(
        ("role", "whole"),
        [("sales", "head of sales"), ("the head of sales", "head of sales"), ("art", "teacher of the art")],
    )
    def test_are_taken_whole(self, role: str, whole: str) -> None:
        line = f"Tom Vale | person | works_as | {role} | value"
        sentence = "Tom Vale, a salesman and an artist, became the head of sales and teacher of the art."
        assert mended(sentence, line) == [f"Tom Vale | person | works_as | {whole} | value"]

    @pytest.mark.parametrize(
        ("relation", "role", "type"),
        [("ceo_of", "CEO", "organization"), ("leads", "manager", "concept"), ("works_at", "部長", "organization")],
    )
    def test_are_what_somebody_works_as_not_whom_he_leads(self, relation: str, role: str, type: str) -> None:
        line = f"Tom Vale | person | {relation} | {role} | {type}"
        assert mended(f"Tom Vale {role}", line) == [f"Tom Vale | person | works_as | {role} | value"]

    @pytest.mark.parametrize(
        ("relation", "role"),
        [("left", "部長"), ("resigned_as", "treasurer"), ("stepped_down_from", "chair"), ("retired_from", "CEO")],
    )
    def test_that_are_given_up_are_values(self, relation: str, role: str) -> None:
        line = f"Tom Vale | person | {relation} | {role} | organization"
        assert mended(f"Tom Vale {role}", line) == [f"Tom Vale | person | {relation} | {role} | value"]

    @pytest.mark.parametrize("relation", ["works_at", "leads", "member_of", "left"])
    @pytest.mark.parametrize("name", ["Lumen AG", "IBM", "Orsk Plants", "Mercer", "青葉電機"])
    def test_are_no_organizations_whatever_those_are_called(self, relation: str, name: str) -> None:
        line = f"Tom Vale | person | {relation} | {name} | organization"
        assert mended(f"Tom Vale, {name}.", line) == [line]

    def test_in_an_organization_are_held_there(self) -> None:
        line = "Tom Vale | person | is | CEO of Kestrel | organization"
        assert mended("Tom Vale is the CEO of Kestrel.", line) == [
            "Tom Vale | person | works_as | CEO of Kestrel | value"
        ]

    def test_that_are_tasks_are_taken_care_of(self) -> None:
        line = "森口さん | person | works_as | 移転 | event"
        taken = ["森口さん | person | responsible_for | 移転 | event"]
        assert mended("森口さんが移転を担当する。", line) == taken
        assert mended("森口さんが移転を受け持つ。", line) == taken
        assert mended("森口さんが移転を見送る。", line) == [line]

    def test_other_relations_keep_them(self) -> None:
        line = "Tom Vale | person | married_to | teacher | person"
        assert mended("Tom Vale married a teacher.", line) == [line]


class TestEmployer:
    def employers(self, sentence: str, role: str, times: Sequence[str] = (), *, subject: str = "Tom Vale") -> list[str]:
        facts = mended(sentence, f"{subject} | person | works_as | {role} | value", times)
        assert facts[0] == f"{subject} | person | works_as | {role} | value"
        return [fact.split(" | ")[3] for fact in facts[1:]]

    @pytest.mark.parametrize(
        ("sentence", "role", "employer"),
        [
            ("Tom Vale is the manager of Optiq.", "manager", "Optiq"),
            ("Tom Vale is head of purchasing at the Bank of Orsk, he says.", "head of purchasing", "Bank of Orsk"),
            ("Tom Vale is a designer with Lumen Inc.", "designer", "Lumen Inc"),
            ("Tom Vale is director of Optiq's plant.", "director", "Optiq"),
            ("森口はオプティクの部長である。", "部長", "オプティク"),
            ("森口は、北野大学の准教授だ。", "准教授", "北野大学"),
        ],
    )
    def test_is_the_organization_that_stands_with_the_role(self, sentence: str, role: str, employer: str) -> None:
        assert self.employers(sentence, role) == [employer]

    def test_is_named_without_the_time(self) -> None:
        sentence = "森口は今月からミナト設計の営業部長だ。"
        assert self.employers(sentence, "営業部長", ["今月から"], subject="森口") == ["ミナト設計"]

    @pytest.mark.parametrize(
        ("sentence", "role"),
        [
            ("Tom Vale is the manager of a plant.", "manager"),
            ("Tom Vale is a designer in Ulm.", "designer"),
            ("森口は会社の部長だ。", "部長"),
            ("Tom Vale is a sculptor.", "sculpt"),
        ],
    )
    def test_is_told_only_where_a_name_stands_there(self, sentence: str, role: str) -> None:
        assert self.employers(sentence, role) == []

    def test_is_nobody_himself(self) -> None:
        assert self.employers("オプティクの部長", "部長", subject="オプティク") == []

    def test_is_only_a_persons(self) -> None:
        line = "Kestrel | thing | works_as | guard | value"
        assert mended("Kestrel is a guard of Optiq.", line) == [line]

    def test_has_the_time_of_the_role(self) -> None:
        facts = mended(
            "Now Tom Vale is manager of Optiq.", "Tom Vale | person | works_as | manager | value | Now", ["Now"]
        )
        assert facts[1] == "Tom Vale | person | works_at | Optiq | organization | Now"


class TestMoreThanAnEmployer:
    @pytest.mark.parametrize(
        ("sentence", "role", "told"),
        [
            ("Eva is founder and chief executive of Optiq.", "founder", "founded"),
            ("Eva is founder and chief executive of Optiq.", "chief executive", "ceo_of"),
            ("Eva is a student at Optiq.", "student", "educated_at"),
            ("Eva is treasurer, secretary and cook at Optiq.", "treasurer", "works_at"),
            ("Eva is professor of sea ice at Optiq.", "professor", "works_at"),
        ],
    )
    def test_stands_with_some_roles(self, sentence: str, role: str, told: str) -> None:
        facts = mended(sentence, f"Eva | person | works_as | {role} | value")
        assert facts[1:] == [f"Eva | person | {told} | Optiq | organization"]


class TestBeginnings:
    @pytest.mark.parametrize(
        ("line", "times", "told"),
        [
            (
                "Eva Roth | person | founded | Lumen AG | organization | in 2011",
                ["in 2011"],
                "Lumen AG | organization | founded_on | 2011 | value | in 2011",
            ),
            (
                "Lumen AG | organization | founded_by | Eva Roth | person | in 2011",
                ["in 2011"],
                "Lumen AG | organization | founded_on | 2011 | value | in 2011",
            ),
            (
                "Eva Roth | person | born_in | Ulm | place | in 2011",
                ["in 2011"],
                "Eva Roth | person | born_on | 2011 | value | in 2011",
            ),
        ],
    )
    def test_have_their_day_as_a_fact(self, line: str, times: list[str], told: str) -> None:
        assert mended("In 2011 Eva Roth of Ulm founded Lumen AG in 2011.", line, times) == [line, told]

    def test_without_a_day_have_none(self) -> None:
        line = "Eva Roth | person | founded | Lumen AG | organization | now"
        assert mended("Now Eva Roth founded Lumen AG.", line, ["now"]) == [line]


class TestCauses:
    def test_lead_to_what_they_cause(self) -> None:
        assert mended("延期の原因は雨である。", "雨 | concept | caused | 延期の原因 | event") == [
            "雨 | concept | caused | 延期 | event"
        ]


class TestComingFrom:
    def comes_from(self, sentence: str, relation: str, place: str) -> bool:
        return Mending(sentence, ()).comes_from(wire("Ken Ito", "person", relation, place, "place"))

    @pytest.mark.parametrize(
        ("sentence", "relation", "place"),
        [
            ("Ken Ito moved from Otaru to Ulm.", "moved_to", "Otaru"),
            ("Ken Ito came from the Alps.", "lives_in", "Alps"),
            ("Ken Ito left. From Otaru he took the train.", "arrived_at", "Otaru"),
            ("Ken Itoは小樽から横浜市へ移った。", "moved_to", "小樽"),
        ],
    )
    def test_is_no_going_there(self, sentence: str, relation: str, place: str) -> None:
        assert self.comes_from(sentence, relation, place)

    @pytest.mark.parametrize(
        ("sentence", "relation", "place"),
        [
            ("Ken Ito moved from Otaru to Ulm.", "moved_to", "Ulm"),
            ("Ken Ito moved from Otaru to Ulm.", "left", "Otaru"),
            ("Ken Ito went from Otaru to Otaru.", "moved_to", "Otaru"),
            ("Ken Itoは小樽から横浜市へ移った。", "moved_to", "横浜市"),
            ("Ken Ito moved.", "moved_to", "Otaru"),
        ],
    )
    def test_is_said_of_every_place_where_the_words_stand(self, sentence: str, relation: str, place: str) -> None:
        assert not self.comes_from(sentence, relation, place)


PIECES = (
    "Ken Ito", "Eva Roth", "Ito and Roth", "Lumen AG", "Isonuma Works in Suwa", "I", "manager", "head of ", "sales",
    "of ", "at the ", "in 2021", "3 May 2019", "5", ", ", "'s", "私", "星さん", "母の和代", "佐藤さんと鈴木さん",
    "ミナト設計", "の", "部長", "今月から", "円", "は", "、", "です", "はまだ", "を担当", "move to ", "3.5",
)  # fmt: skip
SPEAKER = "Mika Aoba from Ulm"


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_whatever_is_mended_stood_there(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7))
    sentence = data.draw(st.sampled_from(["", " "])).join(words)
    times = [span.of(sentence) for span in time_words(sentence, date(2024, 3, 11))]
    start = data.draw(st.integers(0, len(sentence) - 1))
    piece = sentence[start : data.draw(st.integers(start + 1, len(sentence)))]
    line = wire(
        data.draw(st.sampled_from([*words, piece, SPEAKER])),
        data.draw(st.sampled_from(TYPES)),
        data.draw(st.sampled_from(["works_as", "ceo_of", "works_at", "born_on", "decided_to", "left", "saw"])),
        data.draw(st.sampled_from([*words, piece])),
        data.draw(st.sampled_from([*TYPES, VALUE])),
        data.draw(st.sampled_from(["", *times])),
        sentence=3,
    )
    facts = Mending(sentence, times).mend(line)
    assert facts
    for fact in facts:
        assert fact.object in sentence
        assert fact.subject in sentence or fact.subject in SPEAKER
        assert fact.time in ("", *times)
        assert (fact.sentence, fact.confidence, fact.line) == (line.sentence, line.confidence, line.line)
