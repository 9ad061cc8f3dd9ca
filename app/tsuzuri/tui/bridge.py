"""The way from the interface to the library and back: questions run in threads, answers come as messages.

A worker never touches a widget. It posts an `Answer`, which bubbles from the asking widget to its screen and the app;
a widget that is gone by then gets nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from textual.app import App
from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from tsuzuri.core.errors import TsuzuriError
from tsuzuri.core.ids import EntityId, FactId, PassageId, SourceId
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.results import SearchResult, Strategy, TraceStep
from tsuzuri.core.values import Entity, EntityType, Grown, Page, Source
from tsuzuri.tui.parts import Folders, Hierarchy, History, Queue, Review, Walks

if TYPE_CHECKING:
    from datetime import date

    from tsuzuri.core import answers
    from tsuzuri.library.forgetting import Receipt
    from tsuzuri.library.neighbourhood import Neighbourhood
    from tsuzuri.library.tending import Problem
    from tsuzuri.library.timeline import Timeline
    from tsuzuri.library.views import EntityCard, FactView, Reading, Status


class Library(Protocol):
    """What the interface asks of a library. Every method may be called from any thread."""

    def data_version(self) -> int:
        """A number that changes when anything was written; cheap to ask often."""

    def status(self) -> "Status":
        """The library's state."""

    def growth(self) -> tuple[Grown, ...]:
        """The days on which what there is came, in order; reads much, so not to be asked often."""

    def sources(
        self,
        *,
        contains: str = "",
        order: SourceOrder = SourceOrder.PLACE,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Source]:
        """Sources in an order."""

    def sources_by_id(self, ids: Sequence[SourceId]) -> tuple[Source, ...]:
        """Those sources, without those that are gone."""

    def entities(
        self,
        *,
        contains: str = "",
        type: EntityType | None = None,
        order: EntityOrder = EntityOrder.NAME,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Entity]:
        """Entities in an order."""

    def entities_by_id(self, ids: Sequence[EntityId]) -> tuple[Entity, ...]:
        """Those entities, each once, without those that are gone."""

    def card(self, entity_id: EntityId, *, as_of: "date | None" = None) -> "EntityCard | None":
        """An entity with its facts, those that held on a day if one is named, and latest mentions; None if gone."""

    def timeline(self, entity_id: EntityId) -> "Timeline | None":
        """An entity's facts as lanes of time; None if it is gone."""

    def named(self, name: str) -> tuple[Entity, ...]:
        """Entities with exactly that name or alias, else those whose names contain it."""

    def neighbourhood(self, entity_id: EntityId, *, as_of: "date | None" = None) -> "Neighbourhood | None":
        """What stands around an entity, those facts that held on a day if one is named; None if it is gone."""

    def fact_view(self, fact_id: FactId) -> "FactView | None":
        """A fact with its sentence; None if it is gone."""

    def reading(self, passage_id: PassageId) -> "Reading | None":
        """A passage with the text around it; None if it is gone."""

    def search(
        self,
        words: str,
        *,
        strategy: Strategy = Strategy.SYSTEM1,
        limit: int = 20,
        semantic: bool = True,
        typing: bool = False,
        as_of: "date | None" = None,
        on_step: Callable[[TraceStep], None] | None = None,
    ) -> SearchResult:
        """Search; without `semantic` no model is waited for, with `typing` the last word may go on.

        With `as_of`, facts that did not hold on that day are left out. `on_step` hears of each step of a walk, in
        whichever thread walks.
        """

    @property
    def walks(self) -> Walks:
        """The searches that walk down the categories."""

    def ask(
        self,
        question: str,
        *,
        as_of: "date | None" = None,
        history: "Sequence[answers.Answer]" = (),
        on_step: Callable[[str], None] | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> "answers.Answer":
        """Answer a question that follows on those of `history`, or say why it is not answered."""

    def stop_asking(self) -> None:
        """Stop the answer that the model is at."""

    @property
    def history(self) -> History:
        """What was asked before."""

    @property
    def review(self) -> Review:
        """What waits for a decision, and what was decided."""

    @property
    def hierarchy(self) -> Hierarchy:
        """The categories above entities."""

    @property
    def folders(self) -> Folders:
        """The watched folders."""

    @property
    def queue(self) -> Queue:
        """The files that wait to be read."""

    def forget(self, source_ids: Sequence[SourceId], *, dry_run: bool = False) -> "Receipt":
        """Forget sources with all that only they support; a dry run only tells what would go."""

    def keeper_problems(self) -> "tuple[Problem, ...]":
        """Why stages do not go on, where this process keeps the library; cheap to ask often."""


class Answer(Message):
    """What came of a question. `group` names the kind of question."""

    group: str = ""


class Failed(Answer):
    """The library said why it cannot answer."""

    def __init__(self, error: TsuzuriError) -> None:
        super().__init__()
        self.error = error


class Crashed(Answer):
    """A question ended in an error that nobody foresaw."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def ask(node: Widget | App[None], group: str, question: Callable[[], Answer]) -> None:
    """Answer a question in a thread, for `node`. A newer question of the same group makes this one void."""
    follow(node, group, (put() for put in (question,)))


def hear(node: Widget | App[None], group: str, question: Callable[[Callable[[Answer], None]], Answer]) -> None:
    """Like `ask`, for a question that tells on its way how far it is: it is given what to tell that by."""

    def work() -> None:
        worker = get_current_worker()

        def tell(answer: Answer) -> None:
            if not worker.is_cancelled:
                answer.group = group
                node.post_message(answer)

        for answer in _explained(put(tell) for put in (question,)):
            tell(answer)

    node.run_worker(work, name=group, group=group, exclusive=True, thread=True, exit_on_error=False)


def follow(node: Widget | App[None], group: str, answers: Iterable[Answer]) -> None:
    """Like `ask`, for a question with several answers: `answers` is iterated in the thread."""

    def work() -> None:
        worker = get_current_worker()
        for answer in _explained(answers):
            if worker.is_cancelled:
                return
            answer.group = group
            node.post_message(answer)

    node.run_worker(work, name=group, group=group, exclusive=True, thread=True, exit_on_error=False)


def _explained(answers: Iterable[Answer]) -> Iterable[Answer]:
    try:
        yield from answers
    except TsuzuriError as error:
        yield Failed(error)
    except Exception as error:  # noqa: BLE001 - shown in a window and logged: it must not end the interface
        yield Crashed(error)
