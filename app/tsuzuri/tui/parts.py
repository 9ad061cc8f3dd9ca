"""What the interface asks of the parts of a library: folders, queue, review, categories. See `bridge.Library`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from tsuzuri.core.ids import AskedId, CategoryId, EntityId, ReviewId
from tsuzuri.core.jobs import Job, JobState
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.review import Answer, Item
from tsuzuri.core.roots import Root
from tsuzuri.core.values import Entity, Page

if TYPE_CHECKING:
    from tsuzuri.core import answers
    from tsuzuri.core.categories import Category
    from tsuzuri.core.history import Asked
    from tsuzuri.library.datasets import DatasetView
    from tsuzuri.library.folders import FolderView
    from tsuzuri.library.hierarchy import Built, HierarchyStatus
    from tsuzuri.library.models_here import ModelView
    from tsuzuri.library.preferences import DatasetFile
    from tsuzuri.library.questions import ItemView
    from tsuzuri.library.step import OnProgress
    from tsuzuri.library.walks import Walk
    from tsuzuri.models.tuning import Measured
    from tsuzuri.pipeline.progress import Progress


class Folders(Protocol):
    """What the interface asks of the watched folders."""

    def roots(self) -> tuple[Root, ...]:
        """Every watched folder, by path; cheap."""

    def listed(self) -> "tuple[FolderView, ...]":
        """The same with what the library holds of each."""

    def add(self, path: Path) -> Root:
        """Watch a folder from now on.

        Raises:
            UsageError: it cannot be watched.
        """

    def remove(self, path: Path) -> Root:
        """Watch a folder no longer; what was read of it stays."""

    def pause(self, path: Path, paused: bool) -> Root:
        """Look at a folder no more for now, or again."""

    def confirm(self, path: Path) -> int:
        """Believe that the files missing in a folder are gone; tells how many."""


class Queue(Protocol):
    """What the interface asks of the files that wait to be read."""

    def jobs(self, state: JobState) -> Iterator[Job]:
        """Those of a state, in order of place."""

    def retrying(self) -> Iterator[Job]:
        """Those that wait after a failure, in order of place."""

    def retry(self, paths: Sequence[Path] = ()) -> int:
        """Let those files be read that could not be, without any all; tells how many."""

    def pause(self, paused: bool) -> None:
        """Let the whole library rest, or go on."""


class Review(Protocol):
    """What the interface asks of the questions that wait for a person."""

    def waiting(self, *, after: str | None = None, limit: int = 20) -> "Page[ItemView]":
        """What waits, surest first and what was put off last."""

    def history(self, *, after: str | None = None, limit: int = 20) -> "Page[ItemView]":
        """What was decided, latest first."""

    def answer(self, id: ReviewId, answer: Answer) -> Item:
        """Answer a question and do what that means.

        Raises:
            UsageError: that is no answer to it, or it cannot be done.
        """

    def merge_all(self, kept: EntityId, others: Sequence[EntityId]) -> tuple[Item, ...]:
        """Several entities are one with `kept` from now on: a decision for each.

        Raises:
            UsageError: one of them cannot be; nothing was decided.
        """

    def undo(self, id: ReviewId | None = None) -> Item:
        """Take a decision back with all that it did; of none named, the latest of a person's.

        Raises:
            UsageError: there is no such decision.
        """


class History(Protocol):
    """What the interface asks of the questions that were asked before."""

    def asked(self) -> "tuple[Asked, ...]":
        """The latest, in the order in which they were asked."""

    def keep(self, answer: "answers.Answer", follows: "Sequence[answers.Answer]" = ()) -> AskedId | None:
        """Keep an answer that followed on others; None where it was stopped, or its sources went meanwhile.

        Raises:
            LibraryBusy: another process is writing.
            OutOfSpace: there is no room for it.
        """

    def remove(self, id: AskedId) -> None:
        """Keep one no longer."""

    def clear(self) -> None:
        """Keep none of them."""


class Hierarchy(Protocol):
    """What the interface asks of the categories. They belong to a build, and change only with it or by additions."""

    def status(self) -> "HierarchyStatus":
        """How it stands."""

    def top(self) -> "tuple[Category, ...]":
        """The topmost categories, those with most entities first."""

    def children(self, ids: Sequence[CategoryId]) -> "Mapping[CategoryId, tuple[Category, ...]]":
        """The categories in each; those of layer 1 are absent."""

    def entities(self, ids: Sequence[CategoryId], *, limit_each: int = 1000) -> Mapping[CategoryId, tuple[Entity, ...]]:
        """The entities directly in each category of layer 1, most mentioned first."""

    def of_entity(self, entity_id: EntityId) -> "tuple[Category, ...]":
        """The categories of layer 1 that an entity is in."""

    def named(self, name: str) -> "tuple[Category, ...]":
        """The categories of that name, else those whose names contain it; higher layers first."""

    def build(self, *, model: bool = True, on_progress: "OnProgress | None" = None) -> "Built":
        """Build it anew.

        Raises:
            LibraryBusy: another process keeps the library.
            ModelUnavailable: the chat model cannot run.
        """

    def revert(self) -> bool:
        """Read the build before this one again; False if there is none."""


class Walks(Protocol):
    """What the interface asks of the searches that walk down the categories."""

    @property
    def last(self) -> "Walk | None":
        """The last walk, None where there was none."""


class Preferences(Protocol):
    """What the interface asks of the settings. What is done to them may raise any error of ours, with its way out."""

    @property
    def file(self) -> Path:
        """The settings file."""

    def models(self) -> "tuple[ModelView, ...]":
        """Every model there is."""

    def use(self, model_id: str) -> None:
        """Choose a model, from the next start on."""

    def pull(self, model_id: str, on_progress: "Callable[[Progress], None]", stopped: Callable[[], bool]) -> bool:
        """Bring a model here, in another process; False where it was stopped."""

    def bench(
        self, model_id: str, on_measured: "Callable[[Measured], None]", stopped: Callable[[], bool]
    ) -> "Measured | None":
        """Measure a chat model and keep the best setting; None where it was stopped."""

    def dataset(self) -> "DatasetFile":
        """How the dataset lies on the disk."""

    def datasets(self) -> "tuple[DatasetView, ...]":
        """Every dataset there is; one that cannot be opened says why."""

    @property
    def orders(self) -> tuple[SourceOrder, EntityOrder]:
        """The orders in which lists of sources and of entities begin."""

    def choose_order(self, order: SourceOrder | EntityOrder) -> None:
        """Begin in this order from now on."""

    def choose_theme(self, theme: Literal["dark", "light"]) -> None:
        """Begin in these colours from now on."""
