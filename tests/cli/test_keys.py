"""`tsuzuri keys`: what the keys do, and what is wrong with a person's own."""

import json
from pathlib import Path

import pytest

from tests.library.worlds import installed_at
from tsuzuri.cli.main import main
from tsuzuri.tui.actions import ACTIONS


def test_every_action_with_a_key_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys"], here=installed_at(tmp_path)) == 0
    out, err = capsys.readouterr()
    assert "  search.open            o                  Open the source" in out
    assert len(out.splitlines()) == sum(bool(action.keys) for action in ACTIONS)
    assert "give actions other keys in" in err


def test_a_persons_own_are_marked_and_lines_that_do_not_hold_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = installed_at(tmp_path)
    here.paths.config_dir.mkdir(parents=True, exist_ok=True)
    (here.paths.config_dir / "keys.toml").write_text('"search.open" = "ctrl+o"\n"zebra" = "z"\n', encoding="utf-8")
    assert main(["keys", "--json"], here=here) == 2
    told = json.loads(capsys.readouterr().out)
    (own,) = [one for one in told["keys"] if one["own"]]
    assert (own["id"], own["keys"], own["target"]) == ("search.open", ["ctrl+o"], "search")
    assert told["problems"] == ["zebra is no action"]
    assert main(["keys"], here=here) == 2
    out, err = capsys.readouterr()
    assert "* search.open            ^o" in out
    assert "keys.toml: zebra is no action" in err
