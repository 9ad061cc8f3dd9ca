"""`tsuzuri query`, and strategies at the command line."""

import json
from pathlib import Path

import pytest

from tests.library.test_hierarchy import write_staff
from tests.library.worlds import FakeInstallation, configure, installed_at
from tsuzuri.cli.main import main
from tsuzuri.core.results import SCHEMA

ASKED = "SELECT subject, object AS firm FROM facts WHERE relation = 'joined' ORDER BY subject"


@pytest.fixture
def filled(tmp_path: Path) -> FakeInstallation:
    configure(tmp_path / "home", "[search]\nallow_query = true\n")
    here = installed_at(tmp_path / "home")
    with here.open() as library:
        library.add([write_staff(tmp_path / "notes", 3)])
    return here


class TestQuery:
    def test_prints_rows_as_a_table(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["query", ASKED], here=filled) == 0
        told = capsys.readouterr()
        assert told.out.splitlines() == [
            "subject      firm",
            "Ines Costa   Cedar Foundry",
            "Rina Hayami  Alder Foundry",
            "Tomas Berg   Birch Works",
        ]
        assert told.err == "3 rows\n"

    def test_prints_rows_as_json(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["query", ASKED, "--limit", "1", "--json"], here=filled) == 0
        assert json.loads(capsys.readouterr().out) == {
            "schema": SCHEMA,
            "table": {"columns": ["subject", "firm"], "rows": [["Ines Costa", "Cedar Foundry"]], "cut": True},
        }

    def test_without_rows_it_ends_as_a_search_without_hits(self, filled: FakeInstallation) -> None:
        assert main(["query", "SELECT name FROM entities WHERE 1 = 0"], here=filled) == 1

    def test_what_is_no_select_over_the_views_is_refused(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["query", "DROP TABLE fact"], here=filled) == 2
        assert "it may read the views entities, facts" in capsys.readouterr().err

    def test_nothing_in_a_row_is_obeyed_by_the_terminal(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["query", "SELECT 'a\x1b[31mb' AS x, '" + "y" * 99 + "'"], here=filled) == 0
        told = capsys.readouterr().out
        assert "\x1b" not in told
        assert "…" in told

    def test_it_has_to_be_allowed(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        here = installed_at(tmp_path / "other")
        assert main(["query", "SELECT 1"], here=here) == 4
        assert "allow_query = true" in capsys.readouterr().err


class TestStrategies:
    def test_auto_tells_what_it_chose(self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
        asked = "How many people joined Alder Foundry?"
        assert main(["search", asked, "--strategy", "auto"], here=filled) == 0
        told = capsys.readouterr()
        assert "structured, for it asks for the number of known facts" in told.err
        assert "1 person; 2010-05-01" in told.err

    @pytest.mark.parametrize("strategy", ["dual", "summaries", "structured", "auto", "chunks_semantic"])
    def test_full_text_alone_is_not_enough_for_all(
        self, filled: FakeInstallation, capsys: pytest.CaptureFixture[str], strategy: str
    ) -> None:
        assert main(["search", "mill", "--strategy", strategy, "--lexical"], here=filled) == 2
        assert f"--lexical leaves {strategy} nothing" in capsys.readouterr().err

    def test_help_lists_them_all(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["search", "--help"])
        assert "structured       exact facts of a name and a relation" in capsys.readouterr().out
