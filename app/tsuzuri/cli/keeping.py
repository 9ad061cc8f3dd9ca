"""Who keeps a library, and what is left to do, in words."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.cli.output import counted, duration
from tsuzuri.library.lock import SERVICE, Holder, holder
from tsuzuri.library.opening import Installation

if TYPE_CHECKING:
    from tsuzuri.library.facade import Library
    from tsuzuri.library.pulse import Beat
    from tsuzuri.library.queue import Backlog
    from tsuzuri.pipeline.progress import Progress

PAUSED = "paused     the whole library rests; it goes on with: tsuzuri jobs resume"


def library_file(here: Installation, dataset: str) -> Path:
    """The file of the dataset that is meant."""
    return here.library_path(here.chosen(dataset))


def who_keeps(here: Installation, dataset: str) -> str:
    """Who holds the right to write to a library; empty if nobody does."""
    found = holder(library_file(here, dataset))
    return named(found) if found else ""


def named(found: Holder) -> str:
    """A holder in words."""
    return f"{'the service' if found.role == SERVICE else 'a tsuzuri'} (process {found.pid or 'unknown'})"


def backlog_lines(backlog: "Backlog") -> Iterator[str]:
    """A line for each stage, and one where the library rests."""
    reading = backlog.reading
    if backlog.paused:
        yield PAUSED
    yield (
        f"reading    {counted(reading.waiting, 'file')} waiting, {reading.retrying:,} of them after a failure; "
        f"{reading.running:,} running, {reading.aside:,} set aside, {reading.cancelled:,} cancelled"
    )
    yield f"embedding  {counted(backlog.embedding, 'text')} waiting"
    yield f"model      {counted(backlog.understanding, 'passage')} waiting, {backlog.set_aside:,} set aside"


def beat_line(backlog: "Backlog", beat: "Beat", *, thinks: bool) -> str:
    """What is going on, on one line. `thinks` tells whether there is a model for the passages that wait."""
    stages = [("reading", "file", beat.reading), ("embedding", "text", beat.embedding)]
    if thinks:
        stages.append(("model", "passage", beat.understanding))
    parts = [f"{name}: {_pace(noun, progress)}" for name, noun, progress in stages if progress.done < progress.total]
    rest = "paused" if backlog.paused else "" if parts else "nothing to do"
    later = (
        (backlog.reading.retrying, "file", "to be tried again later"),
        (backlog.reading.aside, "file", "set aside"),
        (0 if thinks else backlog.understanding, "passage", "waiting for a chat model"),
    )
    told = [f"{counted(number, noun)} {what}" for number, noun, what in later if number]
    return "; ".join(part for part in (rest, *parts, *told) if part)


def thinks(library: "Library") -> bool:
    """Whether a library has a chat model that can be used here."""
    state = library.status()
    return bool(state.chat) and state.chat_installed


def _pace(noun: str, progress: "Progress") -> str:
    speed = f", {progress.rate * 60:,.0f}/min" if progress.rate else ""
    eta = f", {duration(progress.eta_s)} left" if progress.eta_s else ""
    return f"{progress.done:,} of {counted(progress.total, noun)}{speed}{eta}"
