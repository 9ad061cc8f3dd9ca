"""Questions on a terminal, one after the other."""

from collections.abc import Callable, Collection

from tsuzuri.cli.output import counted, narrate
from tsuzuri.cli.sides import drawn
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ids import ReviewId
from tsuzuri.core.review import Answer, Question
from tsuzuri.library.questions import ItemView
from tsuzuri.library.review import Review

_ANSWERS = {"y": Answer.YES, "n": Answer.NO, "o": Answer.OTHER, "l": Answer.LATER}
_HELP = """\
y  yes: they are the same; there are two; B is wrong; let it in; it may have several
n  no: they are not; there is one; both are true; drop the line; it may not
o  of two facts: A is wrong, and B holds
l  later: at the end of the queue
u  undo the last answer
q  quit; what waits goes on waiting"""


def ask_all(
    review: Review, kinds: Collection[Question], read: Callable[[str], str], show: Callable[[str], None], width: int
) -> int:
    """Ask until all is answered or put off, or the person quits; how many were answered.

    `read` shows a prompt and gives the line that was typed, empty at the end of the input.
    """
    answered: list[ReviewId] = []
    put_off: set[ReviewId] = set()
    while (view := _next(review, kinds, put_off)) is not None:
        for line in drawn(view, width):
            show(line)
        said = _said(view, read, show)
        if said == "q":
            break
        if said == "u":
            if answered:
                review.undo(answered.pop())
            else:
                narrate("there is nothing to undo here; see: tsuzuri review history")
            continue
        try:
            item = review.answer(view.item.id, _ANSWERS[said])
        except UsageError as error:
            narrate(f"{error.message}; {error.hint}")
            continue
        if item.answer is Answer.LATER:
            put_off.add(item.id)
        else:
            answered.append(item.id)
        show("")
    narrate(f"{counted(len(answered), 'question')} answered, {review.count()} waiting")
    return len(answered)


def _next(review: Review, kinds: Collection[Question], put_off: Collection[ReviewId]) -> ItemView | None:
    """The next question, unless it was put off just now: those come last, so that all others are answered then."""
    items = review.waiting(kinds, limit=1).items
    return items[0] if items and items[0].item.id not in put_off else None


def _said(view: ItemView, read: Callable[[str], str], show: Callable[[str], None]) -> str:
    """The key that was meant; the end of the input is to quit."""
    keys = "ynoluq" if view.item.question is Question.CONTRADICTION else "ynluq"
    while True:
        typed = read(f"[{'/'.join(keys)}, then Enter; ? for help] ")
        if not typed:
            return "q"
        said = typed.strip().lower()[:1]
        if said and said in keys:
            return said
        show(_HELP)
