"""`tsuzuri review`, `merge` and `split`: what goes to stdout, to stderr, and the exit code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.library.worlds import FakeInstallation, installed_at
from tsuzuri.cli.asking import ask_all
from tsuzuri.cli.main import main
from tsuzuri.cli.parser_review import QUESTIONS
from tsuzuri.core.review import Question

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> FakeInstallation:
    """An installation that has read two notes of one day which say that Ida Brook has two homes."""
    here = installed_at(tmp_path / "home")
    notes = tmp_path / "notes"
    notes.mkdir()
    for name, place in (("ulm", "Ulm"), ("kobe", "Kobe")):
        text = f"---\ndate: 2022-05-01\n---\n\nIda Brook lives in {place}.\n"
        (notes / f"{name}.md").write_text(text, encoding="utf-8")
    (notes / "other.md").write_text("Ida Brock lives in Graz.\n", encoding="utf-8")
    assert main(["add", str(notes)], here=here) == 0
    capsys.readouterr()
    return here


@pytest.fixture
def run(here: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words), here=here)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def document(text: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(text)
    assert loaded["schema"] == 1
    return loaded


def first_id(run: Run) -> str:
    _, out, _ = run("review", "--list", "--json")
    return str(document(out)["waiting"][0]["item"]["id"])


def test_the_kinds_are_those_there_are() -> None:
    assert set(QUESTIONS) == set(Question)


class TestListing:
    def test_shows_both_sides_with_their_number(self, run: Run) -> None:
        code, out, err = run("review")
        assert code == 0
        assert out.startswith("#")
        assert "Is one of these two wrong: Ida Brook lives in " in out
        assert "“Ida Brook lives in Ulm.”" in out
        assert "“Ida Brook lives in Kobe.”" in out
        assert "1 question waiting; answer with: tsuzuri review yes ID" in err

    def test_as_json(self, run: Run) -> None:
        code, out, _ = run("review", "--list", "--json", "--kind", "contradiction")
        found = document(out)
        assert (code, found["count"], len(found["waiting"])) == (0, 1, 1)
        about = found["waiting"][0]["about"]
        assert {about["one"]["fact"]["object_name"], about["other"]["fact"]["object_name"]} == {"Ulm", "Kobe"}

    def test_of_a_kind_that_nothing_is_of_is_1(self, run: Run) -> None:
        assert run("review", "--kind", "merge") == (1, "", "nothing waits for you\n")
        code, out, _ = run("review", "--json", "--kind", "merge")
        assert (code, document(out)["waiting"]) == (1, [])

    def test_status_tells_of_it(self, run: Run) -> None:
        assert "review     1 question waits for you (tsuzuri review)" in run("status")[1].splitlines()
        assert document(run("status", "--json")[1])["status"]["questions"] == 1


class TestAnswering:
    def test_decides_and_undo_takes_it_back(self, run: Run) -> None:
        id_ = first_id(run)
        code, out, _ = run("review", "no", id_)
        assert code == 0
        assert out.startswith(f"#{id_} Is one of these two wrong: Ida Brook lives in ")
        assert out.endswith("? no\n")
        assert "review" not in run("status")[1]
        code, out, _ = run("review", "history")
        assert code == 0
        assert "? no  you, 2025-06-01" in out
        code, out, err = run("review", "undo")
        assert (code, err) == (0, "")
        assert out.endswith("? waits again\n")
        assert first_id(run) == id_

    def test_as_json(self, run: Run) -> None:
        id_ = first_id(run)
        answered = document(run("review", "other", id_, "--json")[1])["answered"]
        assert [(one["id"], one["answer"], one["answered_by"]) for one in answered] == [(int(id_), "other", "you")]
        (decision,) = document(run("review", "history", "--json")[1])["history"]
        assert decision["item"]["answer"] == "other"
        assert document(run("review", "undo", id_, "--json")[1])["undone"][0]["answer"] is None

    def test_of_a_question_that_is_not_there_is_2(self, run: Run) -> None:
        code, out, err = run("review", "yes", "999")
        assert (code, out) == (2, "")
        assert "there is no question 999" in err

    def test_a_history_of_nothing_is_1(self, run: Run) -> None:
        assert run("review", "history") == (1, "", "nothing was decided yet\n")


class TestAsking:
    def ask(self, here: FakeInstallation, *typed: str) -> tuple[int, list[str]]:
        shown: list[str] = []
        lines = iter(typed)
        with here.open() as library:
            done = ask_all(library.review, (), lambda _: next(lines, ""), shown.append, 80)
        return done, shown

    def test_goes_on_until_all_is_answered(self, here: FakeInstallation, run: Run) -> None:
        done, shown = self.ask(here, "n\n")
        assert done == 1
        assert any("Is one of these two wrong: " in line for line in shown)
        assert run("review")[0] == 1

    def test_helps_undoes_and_quits(self, here: FakeInstallation, run: Run) -> None:
        done, shown = self.ask(here, "?\n", "u\n", "\n", "q\n")
        assert done == 0
        assert sum("B is wrong" in line for line in shown) == 2
        assert run("review")[0] == 0

    def test_asks_nothing_again_that_was_put_off(self, here: FakeInstallation) -> None:
        assert self.ask(here, "l\n")[0] == 0

    def test_ends_with_the_input(self, here: FakeInstallation) -> None:
        assert self.ask(here)[0] == 0


class TestMerging:
    def test_makes_two_one_and_says_how_to_take_it_back(self, run: Run) -> None:
        code, out, err = run("merge", "Ida Brook", "Ida Brock", "--yes")
        assert (code, out) == (0, "Ida Brock (person) is one with Ida Brook from now on\n")
        assert "tsuzuri review undo" in err
        assert "also Ida Brock" in run("entity", "Ida Brook")[1]
        run("review", "undo")
        assert run("entity", "Ida Brock")[1].startswith("Ida Brock (person)")

    def test_of_a_piece_of_a_name_gives_the_candidates(self, run: Run) -> None:
        code, out, err = run("merge", "Ida", "Ida Brock", "--yes")
        assert (code, out) == (2, "")
        assert "Ida Brook (person)" in err
        assert "Ida Brock (person)" in err
        number = next(line.split()[0] for line in err.splitlines() if "Ida Brook" in line)
        assert run("merge", number, "Ida Brock", "--yes", "--json")[0] == 0

    def test_of_a_name_that_nobody_has_is_1(self, run: Run) -> None:
        assert run("merge", "Ida Brook", "Nobody Atall", "--yes")[0] == 1
        assert run("merge", "#999", "Ida Brook", "--yes")[0] == 1

    def test_wants_to_hear_yes(self, run: Run) -> None:
        code, _, err = run("merge", "Ida Brook", "Ida Brock")
        assert code == 2
        assert "--yes" in err


class TestSplitting:
    def test_makes_another_of_one_name(self, run: Run, tmp_path: Path) -> None:
        code, out, _ = run("split", "Ida Brook", "--from", str(tmp_path / "notes" / "kobe.md"), "--yes")
        assert (code, out) == (0, "another Ida Brook from now on: in kobe.md\n")
        cards = run("entity", "Ida Brook", "--json")[1]
        assert len(document(cards)["entities"]) == 2
        code, _, err = run("merge", "Ida Brook", "Ida Brock", "--yes")
        assert code == 2
        assert err.count("Ida Brook (person)") == 2
        run("review", "undo")
        assert len(document(run("entity", "Ida Brook", "--json")[1])["entities"]) == 1

    def test_of_files_that_nobody_knows_is_1(self, run: Run, tmp_path: Path) -> None:
        assert run("split", "Ida Brook", "--from", str(tmp_path / "no.md"), "--yes")[0] == 1

    def test_of_files_that_say_nothing_of_it_is_2(self, run: Run, tmp_path: Path) -> None:
        code, _, err = run("split", "Ida Brook", "--from", str(tmp_path / "notes" / "other.md"), "--yes")
        assert code == 2
        assert "says nothing of Ida Brook" in err
