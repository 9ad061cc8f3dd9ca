"""A walk down the categories in words: what each step was offered, chose, and passed over. Pure."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.results import TraceStep
from tsuzuri.tui.present import amount, one_line, plain
from tsuzuri.tui.theme import HEADING, QUIET, TITLE, TROUBLE

if TYPE_CHECKING:
    from tsuzuri.library.walks import Walk

NO_WALK = (
    "No search has walked down the categories since this window was opened. In Search, press s, choose a way that "
    "walks, and search with enter."
)
_NAMED = 24
"""So many names of those that were passed over are told, and the rest counted."""


def walk_head(walk: "Walk") -> Content:
    """What was looked for, by which strategy, and what the choosing took."""
    day = f", as of {walk.as_of}" if walk.as_of else ""
    asked = f"{walk.result.strategy_used}{day}"
    took = (
        amount(len(walk.steps), "step"),
        f"{amount(walk.calls, 'call')} of the model"
        + (f", about {amount(walk.tokens, 'token')}" if walk.calls else ""),
        f"{walk.ms:,.0f} ms",
    )
    return Content("\n").join([plain(walk.question, HEADING), Content.styled(f"{asked}: {', '.join(took)}", QUIET)])


def walk_text(walk: "Walk") -> Content:
    """Its steps from the top down, and what came of it."""
    blocks = [_block(step) for step in walk.steps]
    result = walk.result
    end = [Content.styled("What came of it", TITLE), Content.styled(amount(len(result.hits), "hit"), QUIET)]
    if result.categories:
        end.append(_named("from", (one.name for one in result.categories), ""))
    if result.message:
        end.append(plain(result.message, TROUBLE))
    return Content("\n\n").join([*blocks, Content("\n").join(end)])


def step_line(step: TraceStep) -> str:
    """A step in few words, while a walk is under way."""
    return f"{_layer(step)}: {len(step.chosen) + len(step.whole)} of {step.shown} chosen"


def _block(step: TraceStep) -> Content:
    cost = f", about {amount(step.tokens, 'token')}" if step.tokens else ""
    offered = f"  {step.shown:,} offered, chosen by {step.by}{cost}, {step.ms:,.0f} ms"
    taken = {*step.chosen, *step.whole}
    return Content("\n").join(
        [Content.assemble((_layer(step).capitalize(), TITLE), (offered, QUIET)), *_fates(step, taken)]
    )


def _fates(step: TraceStep, taken: set[str]) -> Iterator[Content]:
    """What became of the cards."""
    if step.chosen:
        yield _named("gone into" if step.layer else "taken", step.chosen, TITLE)
    if step.whole:
        yield _named("cut short, all below taken", step.whole, TITLE)
    if not taken:
        yield Content.styled("nothing chosen: the walk ended here", QUIET)
    passed = [name for name in step.offered if name not in taken]
    if passed:
        more = (f"{len(passed) - _NAMED} more",) if len(passed) > _NAMED else ()
        yield _named("passed over", (*passed[:_NAMED], *more), QUIET)


def _named(what: str, names: Iterable[str], style: str) -> Content:
    return Content.assemble((f"{what}: ", QUIET), plain(", ".join(map(one_line, names)), style))


def _layer(step: TraceStep) -> str:
    return f"layer {step.layer}" if step.layer else "entities"
