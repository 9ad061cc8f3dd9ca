"""Questions put to the library: a search, what it brings weighed, and an answer that cites or admits ignorance."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import date
from functools import cached_property

from tsuzuri.core.answers import Answer
from tsuzuri.core.results import SearchResult
from tsuzuri.library.foremost import Foremost
from tsuzuri.library.stages import Stages
from tsuzuri.search.answer.answering import Answering
from tsuzuri.text.normalise import is_cjk

Search = Callable[[str, date | None], SearchResult]


def silent(_: str) -> None:
    """Tell nobody."""


class Asking:
    """Answers questions with a library's stages. Keeps nothing between two questions.

    `foremost` is the chat model that answers are written with, None where none runs here.
    """

    def __init__(self, stages: Stages, foremost: Foremost | None) -> None:
        self._stages = stages
        self._foremost = foremost

    def ask(
        self,
        question: str,
        search: Search,
        *,
        search_widely: Search | None = None,
        model: bool = True,
        as_of: date | None = None,
        history: Sequence[Answer] = (),
        on_step: Callable[[str], None] = silent,
        on_text: Callable[[str], None] = silent,
    ) -> Answer:
        """Answer one question; see `search.answer.answering.Answering.answer`.

        With `model=False`, or where no chat model runs here, facts and the sources' own sentences answer.

        Raises what the search raises, and `ModelDied` where the model does not stay up.
        """
        answering = self._written if model else self._quoted
        with self._foremost.answering() if self._foremost is not None else nullcontext():
            return answering.answer(
                question,
                search,
                find_widely=search_widely,
                as_of=as_of,
                history=history,
                on_step=on_step,
                on_text=on_text,
            )

    def stop(self) -> None:
        """Stop the answer that the model is at, or about to begin; from any thread."""
        if self._foremost is not None:
            self._foremost.stop()

    @cached_property
    def _written(self) -> Answering:
        return Answering(self._stages.backend, self._foremost, self._stages.clock, sound)

    @cached_property
    def _quoted(self) -> Answering:
        return Answering(self._stages.backend, None, self._stages.clock, sound)


def sound(name: str) -> str:
    """What a name sounds like in Latin letters; see `search.answer.sounding.Sound`."""
    from tsuzuri.extract.identity.readings import latin, plain_latin, reading

    return latin(reading(name)) if is_cjk(name[0]) else plain_latin(name)
