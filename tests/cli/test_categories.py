"""`tsuzuri categories` and `tsuzuri enrich`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.library.test_hierarchy import write_staff
from tests.library.worlds import FakeInstallation, installed_at
from tsuzuri.cli.main import main


@pytest.fixture
def filled(tmp_path: Path) -> FakeInstallation:
    here = installed_at(tmp_path / "home")
    with here.open() as library:
        library.add([write_staff(tmp_path / "notes")])
    return here


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


class TestEnrich:
    def test_builds_what_is_due_and_tells_what_it_took(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["enrich"], here=filled) == 0
        told = capsys.readouterr()
        assert told.out == "0 new entities put into categories\n"
        assert "entities are new" in told.err
        assert "no question to a model" in told.err  # each group left one name to choose
        assert main(["enrich"], here=filled) == 0
        assert "no rebuild is due" in capsys.readouterr().err

    def test_tells_in_json_what_it_came_to(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["enrich", "--no-model", "--json"], here=filled) == 0
        found = document(capsys)
        assert found["kept"]["built"]["asked"] == 0
        assert found["status"]["uncategorised"] == 0

    def test_of_a_small_library_does_nothing(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        here = installed_at(tmp_path / "home")
        with here.open() as library:
            library.add([write_staff(tmp_path / "notes", 2)])
        assert main(["enrich"], here=here) == 0
        assert "there is too little for categories yet" in capsys.readouterr().err


class TestCategories:
    def test_before_the_first_build_are_none(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["categories"], here=filled) == 1
        assert "there are no categories yet; see: tsuzuri enrich" in capsys.readouterr().err

    def test_are_shown_from_the_top_and_labelled_where_no_model_named_them(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["categories", "--build", "--no-model"], here=filled) == 0
        told = capsys.readouterr()
        assert "Foundry (3)" in told.out
        assert "no question to a model" in told.err
        assert "no model named these" in told.err

    def test_of_a_name_are_shown_with_what_is_in_them(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["categories", "--build", "--no-model"], here=filled)
        capsys.readouterr()
        assert main(["categories", "foundry"], here=filled) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "Foundry (3)"
        assert "  Alder Foundry (organization)" in lines
        assert main(["categories", "nowhere"], here=filled) == 1
        assert "no category is called nowhere" in capsys.readouterr().err

    def test_are_one_document_in_json(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["categories", "--build", "--no-model", "--json"], here=filled) == 0
        found = document(capsys)
        assert found["extractive"] is True
        assert found["built"]["build"] == found["status"]["build"]
        assert {one["category"]["name"] for one in found["categories"]} >= {"Foundry"}

    def test_may_be_taken_back(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        for _ in range(2):
            main(["categories", "--build", "--no-model"], here=filled)
        assert main(["categories", "--revert"], here=filled) == 0
        assert "the build before is read again" in capsys.readouterr().err
        assert main(["categories", "--revert"], here=filled) == 1
        assert "there is no build before this one" in capsys.readouterr().err
