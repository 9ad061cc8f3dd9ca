"""The entry `python -m tests.eval`: what it says where something is missing."""

from pathlib import Path

import pytest

from tests.eval.__main__ import DATA, main
from tests.eval.runs import SETS


@pytest.mark.parametrize("name", SETS)
def test_a_set_that_is_absent_is_skipped(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--data", str(tmp_path), "--model"], {}) == 0
    assert "skipped" in capsys.readouterr().out


def test_the_folder_may_come_from_the_environment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mine"], {}) == 0
    assert DATA in capsys.readouterr().out
    assert main(["mine"], {DATA: str(tmp_path)}) == 0
    assert SETS["mine"].file in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name, one in SETS.items() if one.needs_model])
def test_a_set_that_needs_the_model_says_so(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / SETS[name].file
    file.parent.mkdir()
    file.write_text("", encoding="utf-8")
    assert main([name, "--data", str(tmp_path)], {}) == 2
    assert "--model" in capsys.readouterr().err
