"""`tsuzuri ontology`: what is in force, whether a file would do, and where it would lie."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.library.worlds import FakeInstallation, configure, installed_at
from tsuzuri.cli.main import main

OWN = """
[[relations]]
name = "plays_in"
description = "is a member of an ensemble"
domain = ["person"]
range = ["organization"]
cardinality = "many"
lasting = true
synonyms = ["plays_for"]
swap = ["has_player"]
"""


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_shows_every_relation_in_force(here: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ontology"], here=here) == 0
    out, err = capsys.readouterr()
    assert "works_at: person → organization, one at a time, until something ends it" in out
    assert "from its object employs" in out
    assert "others are kept as they are written" in err


def test_shows_them_for_a_program(here: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
    configure(here.paths.config_dir.parent, "")
    here.own_ontology.write_text('mode = "closed"\n' + OWN, encoding="utf-8")
    assert main(["ontology", "show", "--json"], here=here) == 0
    found = document(capsys)
    assert found["closed"]
    assert found["relations"] == [
        {
            "name": "plays_in",
            "description": "is a member of an ensemble",
            "domain": ["person"],
            "range": ["organization"],
            "cardinality": "many",
            "lasting": True,
            "synonyms": ["plays_for"],
            "swap": ["has_player"],
            "ends": [],
        }
    ]


def test_checks_a_file_and_changes_nothing(
    here: FakeInstallation, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ontology", "check", str(file)], here=here) == 0
    out = capsys.readouterr().out
    assert f"{file} is sound" in out
    assert "new: plays_in" in out
    assert "changed: member_of" in out  # it loses the name plays_for
    assert not here.own_ontology.exists()
    assert main(["ontology", "check", str(file), "--json"], here=here) == 0
    assert document(capsys)["new"] == ["plays_in"]


def test_tells_the_first_mistake_of_a_file(
    here: FakeInstallation, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(OWN.replace("person", "robot"), encoding="utf-8")
    assert main(["ontology", "check", str(file)], here=here) == 2
    assert "mine.toml, plays_in, domain" in capsys.readouterr().err
    assert main(["ontology", "check", str(file.with_name("gone.toml"))], here=here) == 2
    assert "gone.toml cannot be read" in capsys.readouterr().err


def test_says_where_ones_own_lies(here: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ontology", "path"], here=here) == 0
    out, err = capsys.readouterr()
    assert out == f"{here.own_ontology}\n"
    assert "there is none yet" in err
    configure(here.paths.config_dir.parent, "")
    here.own_ontology.write_text(OWN, encoding="utf-8")
    assert main(["ontology", "path", "--json"], here=here) == 0
    assert document(capsys)["exists"]
