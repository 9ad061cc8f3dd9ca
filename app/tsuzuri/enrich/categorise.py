"""The hierarchy's upkeep: new entities get a place at once, and everything is sorted anew when enough has come."""

from collections.abc import Callable
from dataclasses import dataclass

from tsuzuri.core.clock import Clock
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EmbeddingSpace
from tsuzuri.enrich.attach import Attaching
from tsuzuri.enrich.build import Building, Built
from tsuzuri.enrich.rules import HierarchyRules, due
from tsuzuri.pipeline.budget import UNBOUNDED, Budget

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Kept:
    """What a round of upkeep came to: how many entities were attached, why a rebuild was due, and what became of it."""

    attached: int
    due: str = ""
    built: Built | None = None


class Categorising:
    """Keeps the category hierarchy of one library, in the vectors of one space. `chat` is None for none."""

    def __init__(
        self,
        backend: Backend,
        space: EmbeddingSpace,
        rules: HierarchyRules,
        clock: Clock,
        *,
        chat: ChatModel | None = None,
        budget: Budget = UNBOUNDED,
    ) -> None:
        self._backend = backend
        self._rules = rules
        self._clock = clock
        self._attaching = Attaching(backend, space)
        self._plain = Building(backend, space, rules, clock)
        self._with_model = (
            self._plain if chat is None else Building(backend, space, rules, clock, chat=chat, budget=budget)
        )

    def due(self) -> str:
        """Why a rebuild is due, in words; empty if none is."""
        if self._backend.categories.unfinished() is not None:
            return "a build was broken off"
        entities = self._backend.catalog.counts().entities
        waiting = len(self._backend.categories.uncategorised(_ALL))
        return due(self._backend.categories.current(), entities, waiting, self._rules, self._clock())

    def build(
        self,
        *,
        model: bool = True,
        stop: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Built:
        """Build anew, whether or not it is due; without `model`, or where there is none, by what the names say."""
        return (self._with_model if model else self._plain).run(stop=stop, on_progress=on_progress)

    def keep_up(
        self,
        *,
        model: bool = True,
        stop: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Kept:
        """Attach what is new, and build anew where that is due; nothing where the rules say that there is no hierarchy.

        Where the model may be asked nothing more today and there is no build yet, the first does without it.

        Raises what `ChatModel.ask` raises.
        """
        if not self._rules.enabled:
            return Kept(0)
        reason = self.due()
        attached = self._attaching.run()
        if not reason:
            return Kept(attached)
        model = model and not (self._is_first() and self._with_model.used_up())
        return Kept(attached, reason, self.build(model=model, stop=stop, on_progress=on_progress))

    def _is_first(self) -> bool:
        return self._backend.categories.current() is self._backend.categories.unfinished() is None
