"""What is written: stable JSON, plain periods, progress that does not flood a log."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tsuzuri.cli.output import bold, complain, dim, marked, narrate, print_json, progress_bytes, progress_line
from tsuzuri.core.document import Span
from tsuzuri.core.errors import UsageError
from tsuzuri.core.results import SCHEMA, Outcome, Snippet
from tsuzuri.pipeline.progress import Progress


@dataclass(frozen=True)
class Sample:
    when: datetime
    day: date
    path: Path
    outcome: Outcome
    spans: tuple[Span, ...]
    nothing: None = None


def test_json_carries_its_schema_and_plain_values(capsys: pytest.CaptureFixture[str]) -> None:
    moment = datetime(2025, 6, 1, 9, 0, tzinfo=UTC)
    print_json(
        one=Sample(moment, moment.date(), Path("/notes/日記.md"), Outcome.FOUND, (Span(0, 2),)), more={"a": [1.5]}
    )
    out = capsys.readouterr().out
    assert json.loads(out) == {
        "schema": SCHEMA,
        "one": {
            "when": "2025-06-01T09:00:00+00:00",
            "day": "2025-06-01",
            "path": "/notes/日記.md",
            "outcome": "found",
            "spans": [{"start": 0, "end": 2}],
            "nothing": None,
        },
        "more": {"a": [1.5]},
    }
    assert "日記" in out


def test_narration_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    narrate("a line")
    assert capsys.readouterr() == ("", "a line\n")


def test_an_error_is_a_sentence_and_a_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    error = UsageError("these words make no sense", hint="say others")
    complain(error, as_json=False)
    assert capsys.readouterr() == ("", "Not understood: these words make no sense\n  say others\n")
    complain(error, as_json=True)
    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "schema": SCHEMA,
        "error": {"title": "Not understood", "message": "these words make no sense", "hint": "say others"},
    }
    assert "say others" in err


def test_emphasis_is_for_terminals_alone() -> None:
    assert (bold("x"), dim("x")) == ("x", "x")


def test_a_snippet_is_shown_on_one_line() -> None:
    assert marked(Snippet("one\n two   three", (Span(4, 7),))) == "one two three"


def told(capsys: pytest.CaptureFixture[str], tell: Callable[[], None]) -> list[str]:
    tell()
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


def test_progress_away_from_a_terminal_is_a_line_for_each_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    def tell() -> None:
        show = progress_line()
        for done in range(1001):
            show("reading files", Progress(done, 1000, 2.0, 500.0 - done / 2))

    lines = told(capsys, tell)
    assert len(lines) == 11
    assert lines[0] == "reading files: 0 of 1000, 120/min, 8 min 20 s left"
    assert lines[-1] == "reading files: 1000 of 1000, 120/min"


@pytest.mark.parametrize(
    ("seconds", "words"), [(5.0, "5 s"), (65.0, "1 min 05 s"), (3660.0, "1 h 01 min"), (None, ""), (0.0, "")]
)
def test_what_is_left_is_told_in_words(capsys: pytest.CaptureFixture[str], seconds: float | None, words: str) -> None:
    (line,) = told(capsys, lambda: progress_line()("step", Progress(1, 10, 0.0, seconds)))
    assert line == (f"step: 1 of 10, {words} left" if words else "step: 1 of 10")


def test_a_download_is_told_in_megabytes(capsys: pytest.CaptureFixture[str]) -> None:
    def tell() -> None:
        show = progress_bytes("tiny")
        for done in range(0, 100_000_001, 100_000):
            show(done, 100_000_000)

    lines = told(capsys, tell)
    assert lines[0] == "tiny: 0 of 100 MB"
    assert lines[-1].startswith("tiny: 100 of 100 MB")
    assert len(lines) == 21
