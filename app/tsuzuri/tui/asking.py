"""Questions that a person asks, put to the library in threads, and what comes back."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tsuzuri.core import answers
from tsuzuri.core.errors import LibraryBusy, OutOfSpace
from tsuzuri.core.ids import AskedId
from tsuzuri.tui.bridge import Answer, Library
from tsuzuri.tui.present import one_line
from tsuzuri.tui.turns import Turn

if TYPE_CHECKING:
    from tsuzuri.core.history import Asked


class Went(Answer):
    """How far an answer under way has come: what is being done, or what of it stands."""

    def __init__(self, *, step: str = "", text: str = "") -> None:
        super().__init__()
        self.step = step
        self.text = text


class AnswerCame(Answer):
    """An answer, and under which id it is kept; None where it is not, and `problem` says what stood in the way."""

    def __init__(self, answer: answers.Answer, kept: AskedId | None, problem: str = "") -> None:
        super().__init__()
        self.answer = answer
        self.kept = kept
        self.problem = problem


class HistoryCame(Answer):
    """What was asked before."""

    def __init__(self, asked: "tuple[Asked, ...]") -> None:
        super().__init__()
        self.asked = asked


def answered(
    library: Library, turn: Turn, follows: Sequence[answers.Answer], tell: Callable[[Answer], None]
) -> AnswerCame:
    """The answer to a turn's question, which follows on others; `tell` hears how far it is."""
    answer = library.ask(
        turn.question,
        as_of=turn.as_of,
        history=follows,
        on_step=lambda step: tell(Went(step=step)),
        on_text=lambda text: tell(Went(text=text)),
    )
    try:
        return AnswerCame(answer, library.history.keep(answer, follows))
    except (LibraryBusy, OutOfSpace) as error:
        return AnswerCame(answer, None, one_line(error.message))


def earlier(library: Library) -> HistoryCame:
    """What was asked before."""
    return HistoryCame(library.history.asked())


def stop(library: Library) -> Answer:
    """Have the answer under way stopped."""
    library.stop_asking()
    return Answer()
