"""`tsuzuri jobs`: what waits, what failed, and what a person may do about it."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.library.worlds import KEY, FakeInstallation, installed_at
from tsuzuri.cli.main import main
from tsuzuri.core.values import SourceDraft
from tsuzuri.store.sqlite.backend import SqliteBackend

AGAIN = datetime(2025, 6, 1, 12, 30, tzinfo=UTC)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


@pytest.fixture
def here(tmp_path: Path, notes: Path) -> FakeInstallation:
    """A library in which one file was set aside, one is tried again later, and two wait."""
    here = installed_at(tmp_path / "home")
    here.open().close()
    backend = SqliteBackend(here.library_path("personal"), bytes.fromhex(KEY), clock=here.clock)
    drafts = [SourceDraft(str(notes / name), 10, AGAIN) for name in ("a.pdf", "b.docx", "c.md", "d.md")]
    with backend.transaction():
        backend.jobs.queue(backend.catalog.put_sources(drafts, AGAIN), AGAIN)
    with backend.transaction():
        first, second = backend.jobs.take(2, AGAIN)
        backend.jobs.fail(first.source_id, "it is torn", 5, retry_at=None)
        backend.jobs.fail(second.source_id, "the reader ended", 5, retry_at=AGAIN)
    backend.close()
    return here


def documents(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_tells_what_needs_a_look_and_what_is_left(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["jobs"], here=here) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{notes / 'b.docx'}  retrying, tried once, again at {AGAIN.astimezone():%Y-%m-%d %H:%M}",
        "  the reader ended",
        f"{notes / 'a.pdf'}  aside, tried once",
        "  it is torn",
        "reading    3 files waiting, 1 of them after a failure; 0 running, 1 set aside, 0 cancelled",
        "embedding  0 texts waiting",
        "model      0 passages waiting, 0 set aside",
    ]


def test_lists_those_of_one_state(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jobs", "list", "--state", "waiting"], here=here) == 0
    listed = [line for line in capsys.readouterr().out.splitlines() if line.startswith(str(notes))]
    assert [Path(line.split("  ")[0]).name for line in listed] == ["b.docx", "c.md", "d.md"]
    assert main(["jobs", "--state", "cancelled"], here=here) == 0
    assert str(notes) not in capsys.readouterr().out


def test_as_json(here: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jobs", "--json"], here=here) == 0
    found = documents(capsys)
    assert [(Path(job["uri"]).name, job["state"]) for job in found["jobs"]] == [
        ("b.docx", "waiting"),
        ("a.pdf", "aside"),
    ]
    assert found["backlog"]["reading"] == {"waiting": 3, "retrying": 1, "running": 0, "aside": 1, "cancelled": 0}


def test_retry_lets_them_wait_again(here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jobs", "retry", str(notes / "a.pdf")], here=here) == 0
    assert capsys.readouterr().out == "1 file waits to be read again\n"
    assert main(["jobs", "retry", "--json"], here=here) == 0
    assert documents(capsys)["changed"] == 1
    assert main(["jobs", "retry"], here=here) == 1
    assert capsys.readouterr().out == "0 files wait to be read again\n"


def test_cancel_lets_them_wait_no_longer(
    here: FakeInstallation, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["jobs", "cancel", str(notes)], here=here) == 0
    assert capsys.readouterr().out == "3 files wait no longer\n"
    assert main(["jobs", "cancel", str(notes)], here=here) == 1


def test_pause_holds_for_every_process_until_resume(here: FakeInstallation, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jobs", "pause"], here=here) == 0
    assert "tsuzuri jobs resume" in capsys.readouterr().err
    assert main(["jobs"], here=here) == 0
    assert "paused     the whole library rests" in capsys.readouterr().out
    assert main(["status"], here=here) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "work       2 files to be read, 1 file to be tried again later, 1 file set aside" in lines
    assert "paused     the whole library rests; it goes on with: tsuzuri jobs resume" in lines
    assert main(["jobs", "resume", "--json"], here=here) == 0
    assert documents(capsys)["paused"] is False
