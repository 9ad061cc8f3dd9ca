"""`tsuzuri key`, `encrypt` and `decrypt` as a person meets them."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.library.file_keyring import FileKeyring
from tests.library.worlds import KEY, FakeInstallation, installed_at
from tsuzuri.cli.main import main
from tsuzuri.library import keying

Capture = pytest.CaptureFixture[str]


def at(home: Path, **environ: str) -> FakeInstallation:
    return installed_at(home, environ, keyring=FileKeyring(home / "keyring.json"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    at(tmp_path).open().close()
    return tmp_path


@contextmanager
def typed(text: str) -> Iterator[None]:
    """What stands on stdin, which is no terminal."""
    import sys

    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before


def status(here: FakeInstallation, capsys: Capture) -> tuple[int, dict[str, object]]:
    capsys.readouterr()
    code = main(["key", "status", "--json"], here=here)
    return code, json.loads(capsys.readouterr().out)["key"]


class TestStatus:
    def test_of_a_key_in_the_keyring(self, home: Path, capsys: Capture) -> None:
        assert status(at(home), capsys) == (
            0,
            {"dataset": "personal", "encrypted": True, "state": "available", "origin": "keyring", "fits": True},
        )

    def test_of_a_wrong_key(self, home: Path, capsys: Capture) -> None:
        code, told = status(at(home, TSUZURI_KEY=KEY), capsys)
        assert (code, told["origin"], told["fits"]) == (4, "environment", False)
        assert main(["key"], here=at(home, TSUZURI_KEY=KEY)) == 4
        assert "does not open it" in capsys.readouterr().out

    def test_of_a_missing_key(self, home: Path, capsys: Capture) -> None:
        (home / "keyring.json").unlink()
        code, told = status(at(home), capsys)
        assert (code, told["state"], told["fits"]) == (4, "missing", None)

    def test_of_a_key_file_that_others_may_read(self, home: Path, capsys: Capture) -> None:
        file = home / "key"
        file.write_text(KEY)
        file.chmod(0o644)
        code, told = status(at(home, TSUZURI_KEY_FILE=str(file)), capsys)
        assert (code, told["state"], told["origin"]) == (4, "locked", "file")

    def test_of_a_dataset_in_clear_says_so_loudly(self, home: Path, capsys: Capture) -> None:
        keying.decrypt(at(home), "personal")
        assert main(["key"], here=at(home)) == 0
        assert "NOT ENCRYPTED" in capsys.readouterr().out

    def test_before_there_is_a_dataset(self, tmp_path: Path, capsys: Capture) -> None:
        code, told = status(at(tmp_path), capsys)
        assert (code, told["encrypted"], told["fits"]) == (0, None, None)


class TestTheRecoveryPhrase:
    def test_is_shown_on_a_terminal_only(self, home: Path, capsys: Capture) -> None:
        assert main(["key", "export"], here=at(home)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "--to-stdout" in err

    def test_is_taken_back(self, home: Path, capsys: Capture) -> None:
        assert main(["key", "export", "--to-stdout"], here=at(home)) == 0
        phrase = capsys.readouterr().out
        assert len(phrase.split()) == 24
        (home / "keyring.json").unlink()
        with typed(phrase):
            assert main(["key", "import"], here=at(home)) == 0
        at(home).open().close()

    def test_with_a_wrong_word_changes_nothing(self, home: Path, capsys: Capture) -> None:
        (home / "keyring.json").unlink()
        with typed("abandon " * 24):
            assert main(["key", "import"], here=at(home)) == 2
        assert not (home / "keyring.json").exists()


class TestInClear:
    def test_needs_a_word_for_it(self, home: Path, capsys: Capture) -> None:
        assert main(["decrypt"], here=at(home)) == 2
        assert at(home).in_clear("personal") is False
        assert main(["decrypt", "--yes"], here=at(home)) == 0
        assert at(home).in_clear("personal") is True
        assert main(["status"], here=at(home)) == 0
        assert "not encrypted" in capsys.readouterr().out

    def test_can_be_taken_back(self, home: Path, capsys: Capture) -> None:
        keying.decrypt(at(home), "personal")
        assert main(["encrypt"], here=at(home)) == 0
        assert at(home).in_clear("personal") is False
        assert "an SSD or a snapshot may keep" in capsys.readouterr().err


def test_a_token_is_kept_listed_without_being_shown_and_removed(tmp_path: Path, capsys: Capture) -> None:
    with typed("hf_secret\n"):
        assert main(["key", "token", "set", "Hub.example.org"], here=at(tmp_path)) == 0
    assert at(tmp_path).keys.token("hub.example.org") == "hf_secret"
    assert main(["key", "token", "list", "--json"], here=at(tmp_path)) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["hosts"] == ["hub.example.org"]
    assert "hf_secret" not in out + err
    assert main(["key", "token", "remove", "hub.example.org"], here=at(tmp_path)) == 0
    assert at(tmp_path).keys.token("hub.example.org") is None
