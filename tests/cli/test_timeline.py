"""`tsuzuri timeline`, and the days that `entity` and `search` take."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.library.told import fact, told
from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tsuzuri.cli.main import main
from tsuzuri.cli.showing import fact_line, sentence_line


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> FakeInstallation:
    folder: Path = tmp_path_factory.mktemp("timeline")
    here = installed_at(folder / "home")
    with here.open() as library:
        library.add([write_notes(folder / "notes")])
    return here


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


class TestTimeline:
    def test_draws_what_has_a_date_and_lists_what_has_none(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["timeline", "rina", "hayami"], here=filled) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "Rina Hayami (person)"
        assert lines[1].startswith("joined Alder Foundry  ")
        assert "2021-05" in lines[1]
        assert lines[-2] == "no date"
        assert lines[-1].startswith("  lives in Kobe  said 20")

    def test_of_an_object_names_the_subject(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["timeline", "樫鋳造"], here=filled) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "樫鋳造 (organization)"
        assert lines[1].startswith("速水 里奈 joined  ")

    def test_with_evidence_shows_each_sentence(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["timeline", "Rina Hayami", "--evidence"], here=filled) == 0
        out = capsys.readouterr().out
        assert "  Rina Hayami joined Alder Foundry (2021-05)  foundry.md" in out
        assert "    Rina Hayami joined Alder Foundry in May 2021." in out
        assert "    Rina Hayami lives in Kobe." in out

    @pytest.mark.parametrize("relation", ["lives_in", "lives in"])
    def test_of_one_relation_leaves_out_the_others(
        self, filled: FakeInstallation, relation: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["timeline", "Rina Hayami", "--relation", relation], here=filled) == 0
        head, title, line = capsys.readouterr().out.splitlines()
        assert (head, title) == ("Rina Hayami (person)", "no date")
        assert line.startswith("  lives in Kobe  said ")

    def test_on_a_day_or_of_a_time_leaves_out_what_was_not_then(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for words in (["--as-of", "2020-01-01"], ["--to", "2021-04-30"], ["--from", "2021-06-01"]):
            assert main(["timeline", "Rina Hayami", *words], here=filled) == 0
            assert "joined" not in capsys.readouterr().out
        assert main(["timeline", "Rina Hayami", "--from", "2021-05-31", "--to", "2021-05-31"], here=filled) == 0
        assert "joined Alder Foundry" in capsys.readouterr().out

    def test_of_what_was_believed_before_anything_was_learnt_is_empty(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["timeline", "Rina Hayami", "--believed-on", "2001-01-01"], here=filled) == 0
        assert capsys.readouterr() == (
            "Rina Hayami (person), as believed on 2001-01-01\n",
            "nothing is known of that time\n",
        )
        assert main(["timeline", "Rina Hayami", "--believed-on", "2999-01-01"], here=filled) == 0
        assert "joined" in capsys.readouterr().out

    def test_of_nobody_is_1(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["timeline", "Nobody", "Atall"], here=filled) == 1
        assert capsys.readouterr() == ("", "nothing in the library is called Nobody Atall\n")

    def test_of_a_time_that_ends_before_it_begins_is_not_understood(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["timeline", "Rina", "--from", "2021-01-01", "--to", "2020-01-01"], here=filled) == 2
        assert "2020-01-01 lies before 2021-01-01" in capsys.readouterr().err

    def test_as_json(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["timeline", "Rina Hayami", "--json", "--as-of", "2021-05-20"], here=filled) == 0
        (found,) = document(capsys)["timelines"]
        assert (found["entity"]["name"], found["as_of"], found["cut"]) == ("Rina Hayami", "2021-05-20", False)
        (lane,) = found["lanes"]
        assert (lane["relation"], lane["value"], lane["inward"]) == ("joined", "Alder Foundry", False)
        (stretch,) = lane["stretches"]
        assert stretch["held"] == {"start": "2021-05-01", "end": "2021-06-01", "precision": "month"}
        assert [view["fact"]["relation"] for view in found["undated"]] == ["lives_in"]
        assert main(["timeline", "Nobody Atall", "--json"], here=filled) == 1
        assert document(capsys)["timelines"] == []


class TestADay:
    def test_of_belief_is_one_that_entity_takes(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["entity", "Rina Hayami", "--json", "--believed-on", "2001-01-01"], here=filled) == 0
        assert document(capsys)["entities"][0]["facts"] == []
        assert main(["entity", "Rina Hayami", "--json", "--believed-on", "2999-01-01"], here=filled) == 0
        assert len(document(capsys)["entities"][0]["facts"]) == 2

    def test_is_one_that_search_takes(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["search", "--strategy", "facts", "Rina", "Hayami", "joined"]
        assert main([*words, "--as-of", "2021-05-20"], here=filled) == 0
        assert "joined Alder Foundry (2021-05)" in capsys.readouterr().out
        assert main([*words, "--as-of", "2020-05-20"], here=filled) == 0
        assert "joined Alder Foundry (" not in capsys.readouterr().out

    def test_in_a_question_is_taken_by_the_temporal_strategy(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["search", "--strategy", "temporal", "whom did Rina Hayami join in 2021"], here=filled) == 0
        out, err = capsys.readouterr()
        assert "joined Alder Foundry (2021-05)" in out
        assert err == 'time in the question: "in 2021" (2021-01-01 to 2021-12-31)\n'


class TestAFactsLine:
    LUMEN = fact(1, "Rina Hayami | works_at | Lumen AG", date(2016, 4, 1), date(2019, 7, 1))
    OSTRA = fact(2, "Rina Hayami | works_at | Ostra GmbH", date(2019, 7, 1))

    def test_tells_what_came_then(self) -> None:
        assert fact_line(told(self.LUMEN, closer=self.OSTRA)) == (
            "Rina Hayami works at Lumen AG (2016-04-01 to 2019-06-30, then Ostra GmbH)  a.md, line 1"
        )

    def test_tells_what_ended_it(self) -> None:
        left = fact(3, "Rina Hayami | left | Lumen AG", date(2019, 7, 1), date(2019, 7, 2))
        assert ", then left Lumen AG)" in fact_line(told(self.LUMEN, closer=left))

    def test_tells_what_put_it_right(self) -> None:
        wrong = fact(1, "Rina Hayami | works_at | Lumen AG", date(2019, 7, 1), date(2019, 7, 1))
        assert "(never, but Ostra GmbH)" in fact_line(told(wrong, closer=self.OSTRA))

    def test_is_followed_by_its_sentence_and_what_speaks_against_it(self) -> None:
        assert sentence_line(told(self.LUMEN)) == "    Rina Hayami works at Lumen AG."
        assert sentence_line(told(self.LUMEN, rival=self.OSTRA)) == (
            "    Rina Hayami works at Lumen AG. (but elsewhere: Rina Hayami works at Ostra GmbH)"
        )
