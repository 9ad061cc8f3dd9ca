"""What the command line writes: data to stdout, narration to stderr, JSON that stays stable."""

import dataclasses
import json
import os
import sys
from collections.abc import Callable
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import TsuzuriError, UsageError
from tsuzuri.core.results import SCHEMA, Snippet

if TYPE_CHECKING:
    from tsuzuri.pipeline.progress import Progress

_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def print_json(**fields: object) -> None:
    """One JSON document with the schema's version."""
    print(json.dumps({"schema": SCHEMA, **_plain(fields)}, ensure_ascii=False, indent=2))  # type: ignore[dict-item]


def print_json_line(**fields: object) -> None:
    """The same on one line, at once: for those who follow."""
    document = {"schema": SCHEMA, **_plain(fields)}  # type: ignore[dict-item]
    print(json.dumps(document, ensure_ascii=False), flush=True)


def narrate(line: str) -> None:
    """A line for the person, apart from the data; on a terminal it takes the place of a progress line."""
    print(f"\r\x1b[K{line}" if sys.stderr.isatty() else line, file=sys.stderr)


def complain(error: TsuzuriError, *, as_json: bool) -> None:
    """The error as a sentence with its way out."""
    if as_json:
        print_json(error={"title": error.title, "message": error.message, "hint": error.hint})
    narrate(f"{error.title}: {error.message}")
    if error.hint:
        narrate(f"  {error.hint}")


def one_line(text: str) -> str:
    """A text of somebody else on one line, without what a terminal would obey."""
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))


def read_secret(prompt: str) -> str:
    """A secret from the terminal, unseen, or a line of stdin."""
    import getpass

    text = getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline()
    if not text.strip():
        raise UsageError("nothing was typed", hint="nothing was changed")
    return text.strip()


def bold(text: str) -> str:
    """Emphasis, on a terminal that shows it."""
    return f"{_BOLD}{text}{_RESET}" if _styled() else text


def dim(text: str) -> str:
    """The opposite of emphasis."""
    return f"{_DIM}{text}{_RESET}" if _styled() else text


def marked(snippet: Snippet) -> str:
    """A snippet on one line, its matches emphasised."""
    parts, at = [], 0
    for mark in snippet.marks:
        parts += [snippet.text[at : mark.start], bold(mark.of(snippet.text))]
        at = mark.end
    return " ".join("".join([*parts, snippet.text[at:]]).split())


def progress_line() -> "Callable[[str, Progress], None]":
    """Draws progress on stderr: one line that moves on a terminal, elsewhere a line at each tenth."""
    moving = sys.stderr.isatty()
    told: dict[str, int] = {}

    def show(step: str, progress: "Progress") -> None:
        share = progress.done * 10 // progress.total
        finished = progress.done == progress.total
        if not moving and told.get(step) == share:
            return
        told[step] = share
        speed = f", {progress.rate * 60:.0f}/min" if progress.rate else ""
        eta = f", {duration(progress.eta_s)} left" if progress.eta_s else ""
        line = f"{step}: {progress.done} of {progress.total}{speed}{eta}"
        ending = "\n" if finished or not moving else ""
        print(f"\r\x1b[K{line}" if moving else line, end=ending, file=sys.stderr, flush=True)

    return show


def progress_bytes(name: str) -> Callable[[int, int], None]:
    """Draws a download's progress on stderr, from bytes done and bytes in all."""
    from tsuzuri.pipeline.progress import Meter

    moving = sys.stderr.isatty()
    meter = Meter()
    told = -1

    def show(done: int, total: int) -> None:
        nonlocal told
        progress = meter.at(done, total)
        share = progress.done * 20 // max(progress.total, 1)
        if not moving and share == told:
            return
        told = share
        speed = f", {progress.rate / 1e6:.1f} MB/s" if progress.rate else ""
        eta = f", {duration(progress.eta_s)} left" if progress.eta_s else ""
        line = f"{name}: {progress.done / 1e6:,.0f} of {progress.total / 1e6:,.0f} MB{speed}{eta}"
        ending = "\n" if progress.done >= progress.total or not moving else ""
        print(f"\r\x1b[K{line}" if moving else line, end=ending, file=sys.stderr, flush=True)

    return show


def counted(number: int, noun: str) -> str:
    """A number of things: "1 file", "2,000 files"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def duration(seconds: float) -> str:
    """A stretch of time in words: "2 h 05 min"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def _styled() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
