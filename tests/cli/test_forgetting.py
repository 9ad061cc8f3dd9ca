"""`tsuzuri forget`: what goes to stdout, to stderr, and the exit code."""

import json
from pathlib import Path

import pytest

from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tsuzuri.cli.main import main


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
def here(tmp_path: Path, notes: Path, capsys: pytest.CaptureFixture[str]) -> FakeInstallation:
    """An installation that has read the notes."""
    here = installed_at(tmp_path / "home")
    assert main(["add", str(notes)], here=here) == 0
    capsys.readouterr()
    return here


def sources(here: FakeInstallation) -> int:
    with here.open() as library:
        return library.counts().sources


def test_a_dry_run_says_what_would_go_and_lets_it_stay(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forget", "--dry-run", str(notes / "foundry.md")], here=here) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == str(notes / "foundry.md")
    assert "would go: 2 passages, 2 facts, " in out
    assert "  Rina Hayami joined Alder Foundry" in out.splitlines()
    assert err == ""
    assert sources(here) == 3


def test_it_says_what_went_that_it_was_checked_and_erased(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forget", "--yes", str(notes / "foundry.md")], here=here) == 0
    out, err = capsys.readouterr()
    assert "gone: 2 passages, 2 facts, " in out
    assert err.splitlines() == [
        "  checked: nothing in the library refers to what went",
        "  erased: its words are no longer in the library's file",
    ]
    assert sources(here) == 2


def test_as_json(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget", "--dry-run", "--json", str(notes)], here=here) == 0
    preview = json.loads(capsys.readouterr().out)["receipt"]
    assert main(["forget", "--yes", "--json", str(notes)], here=here) == 0
    receipt = json.loads(capsys.readouterr().out)["receipt"]
    assert (len(receipt["sources"]), receipt["dry_run"]) == (3, False)
    assert {**preview, "dry_run": False} == receipt
    assert sources(here) == 0


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_without_somebody_to_ask_it_wants_to_hear_yes(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    assert main(["forget", *more, str(notes)], here=here) == 2
    out, err = capsys.readouterr()
    assert "--yes" in err
    assert "would go" not in out
    assert sources(here) == 3


def test_of_what_nobody_knows_is_1(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget", "--yes", str(notes / "nowhere.md")], here=here) == 1
    assert capsys.readouterr().err == "the library holds nothing of these paths\n"


def test_of_nothing_is_2_and_of_what_went_before_is_erasing(
    here: FakeInstallation, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forget"], here=here) == 2
    assert "tsuzuri forget PATH" in capsys.readouterr().err
    assert main(["forget", "--erase"], here=here) == 0
    assert "erased" in capsys.readouterr().err


def test_tells_of_the_first_files_of_many(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(20):
        (notes / f"n{number:02}.txt").write_text(f"Note number {number}.", encoding="utf-8")
    main(["watch", "add", str(notes)], here=here)
    main(["add", "--no-model", str(notes)], here=here)
    capsys.readouterr()
    assert main(["forget", "--yes", str(notes)], here=here) == 0
    out, err = capsys.readouterr()
    assert [line for line in out.splitlines() if line.startswith("and ")] == ["and 11 other files"]
    assert "  in a watched folder, and not taken in again (tsuzuri add would):" in err.splitlines()
    assert "    and 11 other files" in err.splitlines()
    assert len(err.splitlines()) < 20
