"""What is left to do in a library, and who does it, in words. Pure."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.roots import Root, RootState
from tsuzuri.library.pulse import SLOT_S, SLOTS
from tsuzuri.tui.charts import by_stretch, spark
from tsuzuri.tui.present import amount, file_name, lasting, one_line, pace
from tsuzuri.tui.theme import HEADING, QUIET, TITLE, TROUBLE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from tsuzuri.core.values import Counts, Grown
    from tsuzuri.library.pulse import Beat
    from tsuzuri.library.tending import Problem
    from tsuzuri.library.views import Status
    from tsuzuri.pipeline.progress import Progress
    from tsuzuri.tui.desk import Standing

_STRETCHES = 24
_NAMED = 2
"""How many folders or problems are named before the rest is only counted."""


def to_go(status: "Status") -> str:
    """What is left to do, in few words."""
    pending = status.counts.pending
    if not (status.waiting or status.unembedded):
        return f"{amount(pending, 'passage')} to understand" if pending else "all understood"
    stages = ((status.waiting, "file"), (status.unembedded, "text"), (pending, "passage"))
    return ", ".join(amount(count, noun) for count, noun in stages if count) + " to go"


def away(roots: Iterable[Root]) -> str:
    """Which folders cannot be believed at the moment, in few words; empty when all can."""
    roots = [root for root in roots if not root.paused]
    states = ((RootState.OFFLINE, "offline"), (RootState.DOUBTED, "in doubt"))
    told = ((word, [file_name(root.path) for root in roots if root.state is state]) for state, word in states)
    return ", ".join(f"{word}: {_some(names)}" for word, names in told if names)


def overview(standing: "Standing") -> Content:
    """How much there is, what is left to do and how fast it goes, and what stands in the way."""
    status, problems = standing.status, standing.problems
    lines = [_held(status.counts), Content.styled(_stages(status, standing.beat), QUIET)]
    if lately := _lately(standing.beat):
        lines.append(Content.styled(lately, QUIET))
    if ends := _open_ends(status, kept=bool(standing.roots)):
        lines.append(ends)
    lines += [Content.styled(_problem(problem), TROUBLE) for problem in problems[:_NAMED]]
    if len(problems) > _NAMED:
        lines.append(Content.styled(f"and {amount(len(problems) - _NAMED, 'problem')} more", TROUBLE))
    return Content("\n").join(lines)


def _held(counts: "Counts") -> Content:
    held = (
        (counts.sources, "source"),
        (counts.passages, "passage"),
        (counts.entities, "entity"),
        (counts.facts, "fact"),
    )
    plurals = {"entity": "entities"}
    words = [amount(count, noun, plurals.get(noun, "")).split(" ") for count, noun in held]
    return Content("  ").join([Content.assemble((number, TITLE), " ", (noun, QUIET)) for number, noun in words])


def _stages(status: "Status", beat: "Beat | None") -> str:
    """Each stage that has something to do, with its pace and its end where they can be told."""
    stages = (
        (status.waiting, "file", "to read", beat.reading if beat else None, None),
        (status.unembedded, "text", "to embed", beat.embedding if beat else None, None),
        (status.counts.pending, "passage", "to understand", beat.understanding if beat else None, status.eta_s),
    )
    tokens = beat.tokens_per_s if beat else 0.0
    told = (
        f"{amount(count, noun)} {what}{_speed(at, eta_s, tokens if noun == 'passage' else 0.0)}"
        for count, noun, what, at, eta_s in stages
        if count
    )
    return ", ".join(told) or "all read and understood"


def _speed(progress: "Progress | None", eta_s: float | None, tokens_per_s: float) -> str:
    """The pace and the end in brackets; `eta_s` is what is known of the end besides, and better."""
    rate = progress.rate if progress else 0
    left = eta_s or (progress.eta_s if progress else None)
    told = (
        pace(rate) if rate else "",
        f"{tokens_per_s:,.0f} tokens/s" if tokens_per_s >= 1 else "",
        f"{lasting(left)} left" if left else "",
    )
    words = ", ".join(part for part in told if part)
    return f" ({words})" if words else ""


def _lately(beat: "Beat | None") -> str:
    """What got done in the last minutes, as a chart for each stage that did anything."""
    stages = zip(("files", "texts", "passages"), beat.lately if beat else (), strict=False)
    charts = [f"{noun} {spark(amounts)}" for noun, amounts in stages if any(amounts)]
    return f"last {lasting(SLOT_S * SLOTS)}: {'  '.join(charts)}" if charts else ""


def growth_line(growth: "Sequence[Grown]", today: "date") -> Content:
    """How what there is came, from the first day to today, as a chart of sources and one of facts."""
    sources, facts = by_stretch(growth, today, _STRETCHES)
    charts = "  ".join(f"{noun} {spark(amounts)}" for noun, amounts in (("sources", sources), ("facts", facts)))
    return Content.styled(f"since {growth[0].day}: {charts}" if growth else "", QUIET)


def _open_ends(status: "Status", *, kept: bool) -> Content:
    """Whether it rests, what could not be done, and who keeps the library where folders are watched."""
    counts = status.counts
    ends = (
        (status.retrying, f"{amount(status.retrying, 'file')} to be tried again"),
        (status.aside, f"{amount(status.aside, 'file')} set aside"),
        (status.missing, f"{amount(status.missing, 'file')} missing"),
        (counts.refused, f"{amount(counts.refused, 'source')} refused"),
        (counts.set_aside, f"{amount(counts.set_aside, 'passage')} set aside"),
        (counts.quarantined, f"{amount(counts.quarantined, 'line')} in quarantine"),
    )
    told = [words for count, words in ends if count]
    if budget := _budget(status):
        told.append(budget)
    if kept:
        told.append(_keeper(status.kept_by))
    rest = Content.styled(", ".join(told), QUIET)
    if not status.paused:
        return rest
    return Content.assemble(("paused (p goes on)", HEADING), (", " if told else "", QUIET), rest)


def _budget(status: "Status") -> str:
    """How much of the day's tokens is used, and when it goes on where all of it is."""
    if status.tokens_per_day is None:
        return ""
    on = f", goes on at {status.goes_on_at:%H:%M}" if status.goes_on_at else ""
    return f"{status.tokens_today:,} of {status.tokens_per_day:,} tokens today{on}"


def _keeper(kept_by: str) -> str:
    match kept_by:
        case "":
            return "kept by nobody: nothing new is read"
        case "here":
            return "kept by this window"
        case _:
            return f"kept by {one_line(kept_by)}"


def _problem(problem: "Problem") -> str:
    hint = f" ({one_line(problem.hint)})" if problem.hint else ""
    return f"{problem.stage}: {one_line(problem.message)}{hint}"


def _some(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
