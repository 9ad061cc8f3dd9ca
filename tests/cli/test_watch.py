"""`tsuzuri watch`: what goes to stdout, to stderr, and the exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tsuzuri.cli.main import main
from tsuzuri.library.lock import SERVICE, sign, writer_lock


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


def documents(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_add_says_what_happens_next(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "add", str(notes)], here=here) == 0
    out, err = capsys.readouterr()
    assert out == f"{notes}: watched\n"
    assert "tsuzuri service run" in err
    assert "tsuzuri service install" in err


def test_add_says_who_looks_already(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here.open().close()
    with writer_lock(here.library_path("personal")):
        sign(here.library_path("personal"), SERVICE)
        assert main(["watch", "add", "--poll", str(notes)], here=here) == 0
    err = capsys.readouterr().err
    assert "now, by the service (process " in err
    assert "looked through every few minutes" in err


def test_add_refuses_what_overlaps_with_2(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (notes / "deep").mkdir()
    assert main(["watch", "add", str(notes), str(notes / "deep")], here=here) == 2
    assert "lies in" in capsys.readouterr().err


def test_list_of_none_is_1_and_says_how_to_begin(here: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch"], here=here) == 1
    out, err = capsys.readouterr()
    assert (out, "tsuzuri watch add" in err) == ("", True)


def test_list_tells_how_each_was_found(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["watch", "add", "--poll", str(notes)], here=here)
    main(["add", "--no-model", str(notes)], here=here)
    capsys.readouterr()
    assert main(["watch", "list"], here=here) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{notes}  not looked through yet",
        "  3 files, looked through again and again",
    ]
    main(["watch", "pause", str(notes)], here=here)
    capsys.readouterr()
    assert main(["watch", "list"], here=here) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"{notes}  paused"


def test_list_as_json(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "add", "--json", str(notes)], here=here) == 0
    assert documents(capsys)["folders"][0]["path"] == str(notes)
    assert main(["watch", "list", "--json"], here=here) == 0
    (folder,) = documents(capsys)["folders"]
    assert (folder["root"]["state"], folder["known"], folder["missing"], folder["waiting"]) == ("new", 0, 0, 0)


def test_pause_resume_and_remove(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["watch", "add", str(notes)], here=here)
    for action, told in (("pause", "paused"), ("resume", "watched again"), ("remove", "watched no longer")):
        capsys.readouterr()
        assert main(["watch", action, str(notes)], here=here) == 0
        assert capsys.readouterr().out == f"{notes}: {told}\n"
    assert main(["watch", "remove", str(notes)], here=here) == 2
    assert "is not watched" in capsys.readouterr().err


def test_confirm_of_nothing_missing_is_1(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["watch", "add", str(notes)], here=here)
    capsys.readouterr()
    assert main(["watch", "confirm", str(notes)], here=here) == 1
    assert capsys.readouterr().out == "0 missing files are believed gone\n"
    assert main(["watch", "confirm", "--json", str(notes)], here=here) == 1
    assert documents(capsys)["confirmed"] == 0
