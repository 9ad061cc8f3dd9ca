"""In encrypted mode no file that Tsuzuri writes holds a word of what it was given, after use and after kill -9."""

import signal
import time
from pathlib import Path

import pytest

from tests.cli.shell import Shell

SENTENCE = "Quillon Varberry joined Harrowgate Kites in June 2021."
JAPANESE = "九重蛍子は2021年に凧屋風待に入社した。"
WORDS = ("Quillon Varberry", "Harrowgate Kites", "quillon", "harrowgate", "九重蛍子", "凧屋風待")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number}.md").write_text(f"# Note {number}\n\n{SENTENCE}\n\n{JAPANESE}\n", encoding="utf-8")
    return folder


def telling(home: Path) -> list[str]:
    """The files below the home that hold one of the words, in any encoding that they could be written in."""
    wanted = [
        word.encode(encoding)
        for word in WORDS
        for encoding in ("utf-8", "utf-16-le", "utf-16-be", "cp932")
        if encoding != "cp932" or not word.isascii()
    ]
    return [
        f"{path.relative_to(home)}: {word!r}"
        for path in home.rglob("*")
        if path.is_file()
        for word in wanted
        if word in path.read_bytes()
    ]


def test_after_normal_use(tmp_path: Path, notes: Path) -> None:
    shell = Shell(tmp_path / "home", more={"TMPDIR": str(tmp_path / "home" / "tmp")})
    (tmp_path / "home" / "tmp").mkdir(parents=True)
    assert shell.run("add", "--no-model", notes).code == 0
    assert "Quillon" in shell.run("search", "Quillon", "Varberry").out
    assert "凧屋" in shell.run("search", "凧屋風待").out
    shell.run("ask", "--no-model", "Where did Quillon Varberry go?")
    shell.run("enrich", "--no-model")
    shell.run("backup")
    shell.run("search", "--strategy", "structured", "who joined Harrowgate Kites?")
    shell.run("entity", "Quillon Varberry")
    shell.run("forget", "--yes", notes / "3.md")
    assert telling(tmp_path / "home") == []


def test_after_a_death_at_work(tmp_path: Path, notes: Path) -> None:
    shell = Shell(tmp_path / "home", more={"TMPDIR": str(tmp_path / "home" / "tmp")})
    (tmp_path / "home" / "tmp").mkdir(parents=True)
    log = tmp_path / "home" / "data" / "personal.tsuzuri-wal"
    for _ in range(3):
        with shell.start("add", "--no-model", notes) as process:
            until = time.monotonic() + 30
            while process.poll() is None and not (log.exists() and log.stat().st_size) and time.monotonic() < until:
                pass
            process.send_signal(signal.SIGKILL)
            process.communicate()
        assert telling(tmp_path / "home") == []
    assert shell.run("add", "--no-model", notes).code == 0
    assert telling(tmp_path / "home") == []


def test_the_words_would_be_found_if_they_were_there(tmp_path: Path, notes: Path) -> None:
    shell = Shell(tmp_path / "home", more={"TSUZURI_LIBRARY__ENCRYPTION": "off"})
    assert shell.run("add", "--no-model", notes / "1.md").code == 0
    assert any("personal.tsuzuri" in found for found in telling(tmp_path / "home"))
