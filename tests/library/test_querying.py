"""A person's own SQL, allowed or not; and what the library does of its own accord for searches."""

from pathlib import Path

import pytest

from tests.library.test_hierarchy import write_staff
from tests.library.worlds import configure, installed_at
from tsuzuri.core.errors import NotAllowed, UsageError
from tsuzuri.core.results import Outcome, Strategy

ALLOWED = "[search]\nallow_query = true\n"


def test_it_is_not_allowed_until_the_settings_say_so(tmp_path: Path) -> None:
    with installed_at(tmp_path / "home").open() as library:
        with pytest.raises(NotAllowed, match="not allowed") as refused:
            library.query("SELECT 1")
        assert "allow_query = true" in refused.value.hint
        assert library.search("SELECT 1", strategy=Strategy.QUERY).outcome is Outcome.NOT_ALLOWED


def test_where_it_is_allowed_rows_come_back(tmp_path: Path) -> None:
    configure(tmp_path / "home", ALLOWED)
    with installed_at(tmp_path / "home").open() as library:
        library.add([write_staff(tmp_path / "notes", 3)])
        table = library.query("SELECT subject, object FROM facts WHERE relation = 'joined' ORDER BY subject", rows=2)
        assert table.columns == ("subject", "object")
        assert table.rows == (("Ines Costa", "Cedar Foundry"), ("Rina Hayami", "Alder Foundry"))
        assert table.cut
        found = library.search("SELECT fact_id FROM facts", strategy=Strategy.QUERY)
        assert found.outcome is Outcome.FOUND
        with pytest.raises(UsageError):
            library.query("SELECT * FROM fact")


def test_documents_have_summaries_once_they_are_added(tmp_path: Path) -> None:
    with installed_at(tmp_path / "home").open() as library:
        library.add([write_staff(tmp_path / "notes", 3)], model=False)
        (hit, *_) = library.search("Rina Hayami", strategy=Strategy.SUMMARIES).hits
        assert hit.snippet.text.startswith("Rina Hayami joined Alder Foundry in May 2010.")


def test_every_strategy_is_registered(tmp_path: Path) -> None:
    with installed_at(tmp_path / "home").open() as library:
        answered = {strategy: library.search("mill", strategy=strategy).outcome for strategy in Strategy}
    assert set(answered.values()) <= {Outcome.NOT_INDEXED, Outcome.NOT_ALLOWED}
