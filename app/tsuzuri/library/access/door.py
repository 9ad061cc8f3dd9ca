"""The one door for agents. Every request names what it does with which dataset, and that is decided before a key is
fetched, a file is opened, or an index is touched.

What is denied, what is not there and what nobody knows look alike from outside: the same empty value. The owner reads
which it was in the audit log, by the diagnostic id.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from tsuzuri.core.access import AGENT, Agent, Owner, Permission, Principal, Ruling, decide
from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import EntityId, PassageId, SourceId
from tsuzuri.core.results import Strategy
from tsuzuri.library.access.agents import OWNER, AgentsFile
from tsuzuri.library.access.audit import EVERY, Audit, Entry
from tsuzuri.library.access.limits import Bucket, Limits
from tsuzuri.library.remembering import LONGEST
from tsuzuri.library.several import FoundInSeveral, opened, search_several
from tsuzuri.settings.sections import DATASET_NAME
from tsuzuri.text.normalise import display

if TYPE_CHECKING:
    from tsuzuri.core.answers import Answer
    from tsuzuri.core.values import Source
    from tsuzuri.library.facade import Library
    from tsuzuri.library.forgetting import Receipt
    from tsuzuri.library.hierarchy import CategoryView
    from tsuzuri.library.remembering import Remembered
    from tsuzuri.library.timeline import Timeline
    from tsuzuri.library.views import EntityCard, Reading, Status

_DAY_S = 86_400.0
_MINUTE_S = 60.0
_CARDS = 5
_CATEGORIES = 50


class Datasets(Protocol):
    """The datasets behind the door: `library.pool.Pool`."""

    def names(self) -> tuple[str, ...]:
        """Those there are."""

    def default(self) -> str:
        """The one that is meant where none is named."""

    def get(self, dataset: str) -> "Library":
        """The open library of one."""


@dataclass
class _Visit:
    """One request under way: the datasets that it may touch, and how much it gives."""

    id: str
    allowed: tuple[str, ...] = ()
    library: "Library | None" = None
    """The one library, where one was asked for and granted."""
    agent: str = ""
    items: int = 0


class Door:
    """What may be asked from outside, by whoever has `token`; without one, by the owner's own programs.

    `offered` is what this door does at all. `timer` gives seconds that only grow; `new_id` makes diagnostic ids.
    Thread-safe. The agents' file is looked at with each request, so a revocation counts at once.
    """

    def __init__(
        self,
        datasets: Datasets,
        agents: AgentsFile,
        audit: Audit,
        *,
        token: str | None,
        offered: frozenset[Permission],
        clock: Clock,
        new_id: Callable[[], str],
        limits: Limits | None = None,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._datasets = datasets
        self._agents = agents
        self._audit = audit
        self._token = token
        self._offered = offered
        self._clock = clock
        self._new_id = new_id
        self._limits = limits or Limits()
        self._timer = timer
        self._asked: set[Library] = set()
        self._requests = Bucket(self._limits.requests_per_minute, _MINUTE_S, "requests in a minute", timer)
        self._remembered = Bucket(self._limits.remembered_per_day, _DAY_S, "characters to remember in a day", timer)

    @property
    def limits(self) -> Limits:
        """What it lets through."""
        return self._limits

    @property
    def offered(self) -> frozenset[Permission]:
        """What it does at all, for whom it is granted."""
        return self._offered

    def usual(self) -> str:
        """The dataset that is meant where none is named."""
        return self._datasets.default()

    def stop_asking(self) -> None:
        """Stop the answers that are under way through this door."""
        for library in tuple(self._asked):
            library.stop_asking()

    def datasets(self) -> tuple[str, ...]:
        """The datasets that may be read."""
        with self._visit("datasets", Permission.READ, (), open_=False) as visit:
            visit.items = len(visit.allowed)
            return visit.allowed

    def search(
        self,
        words: str,
        *,
        datasets: Sequence[str] = (),
        strategy: Strategy = Strategy.SYSTEM1,
        limit: int = 10,
        as_of: date | None = None,
    ) -> FoundInSeveral:
        """Search the named datasets, or all that may be read; see `several.search_several`."""
        self._limits.require_question(words)
        with self._visit("search", Permission.READ, datasets, open_=False) as visit:
            libraries, refused = opened(visit.allowed, self._datasets.get)
            most = max(1, min(limit, self._limits.hits))
            found = search_several(libraries, words, refused=refused, strategy=strategy, limit=most, as_of=as_of)
            visit.items = len(found.hits)
            return found

    def ask(
        self,
        question: str,
        *,
        dataset: str = "",
        as_of: date | None = None,
        on_step: Callable[[str], None] | None = None,
    ) -> "Answer | None":
        """Answer a question with citations; see `Library.ask`."""
        self._limits.require_question(question)
        with self._visit("ask", Permission.READ, [dataset]) as visit:
            if (library := visit.library) is None:
                return None
            self._asked.add(library)
            answer = library.ask(question, as_of=as_of, on_step=on_step)
            visit.items = len(answer.citations)
            return answer

    def entity(self, name: str, *, dataset: str = "", as_of: date | None = None) -> "tuple[EntityCard, ...]":
        """The cards of the entities of a name, or of the one with a number ("#12")."""
        self._limits.require_question(name)
        with self._visit("entity", Permission.READ, [dataset]) as visit:
            if (library := visit.library) is None:
                return ()
            ids = _named(library, name)[:_CARDS]
            cards = tuple(card for id_ in ids if (card := library.card(id_, as_of=as_of)) is not None)
            visit.items = len(cards)
            return cards

    def timeline(self, name: str, *, dataset: str = "") -> "Timeline | None":
        """What was true when of the first entity of a name, or of the one with a number."""
        self._limits.require_question(name)
        with self._visit("timeline", Permission.READ, [dataset]) as visit:
            if (library := visit.library) is None:
                return None
            found = next((library.timeline(id_) for id_ in _named(library, name)), None)
            visit.items = 0 if found is None else len(found.lanes)
            return found

    def categories(self, name: str = "", *, dataset: str = "") -> "tuple[CategoryView, ...]":
        """The categories of a name with what is in them; without one, those of the top layer."""
        self._limits.require_question(name)
        with self._visit("categories", Permission.READ, [dataset]) as visit:
            if (library := visit.library) is None:
                return ()
            found = library.hierarchy.named(name) if name else library.hierarchy.top()
            ids = [category.id for category in found[:_CATEGORIES]]
            visit.items = len(ids)
            return library.hierarchy.views(ids, limit_each=self._limits.hits)

    def status(self, *, dataset: str = "") -> "Status | None":
        """How a dataset stands."""
        with self._visit("status", Permission.READ, [dataset]) as visit:
            return None if visit.library is None else visit.library.status()

    def source(self, dataset: str, source_id: int) -> "Source | None":
        """One source."""
        with self._visit("source", Permission.READ, [dataset]) as visit:
            if (library := visit.library) is None:
                return None
            found = library.source(SourceId(source_id)) if 0 < source_id < 2**63 else None
            visit.items = int(found is not None)
            return found

    def passage(self, dataset: str, passage_id: int) -> "Reading | None":
        """A passage with the text around it."""
        with self._visit("passage", Permission.READ, [dataset]) as visit:
            if (library := visit.library) is None:
                return None
            found = library.reading(PassageId(passage_id))
            visit.items = int(found is not None)
            return found

    def remember(self, text: str, *, title: str = "", dataset: str = "") -> "Remembered | None":
        """Add a note that is marked as this agent's; see `remembering.remember`."""
        with self._visit("remember", Permission.WRITE, [dataset]) as visit:
            if (library := visit.library) is None:
                return None
            self._remembered.take(min(len(text), LONGEST))
            note = library.remember(text, title=title, agent=visit.agent or OWNER)
            visit.items = 1
            return note

    def forget(self, source_ids: Sequence[int], *, dataset: str = "", dry_run: bool = True) -> "Receipt | None":
        """Forget sources; an agent that may write forgets what it has told itself, one that may delete any."""
        with self._visit("forget", Permission.DELETE, [dataset], instead=Permission.WRITE) as visit:
            if (library := visit.library) is None:
                return None
            ids = [SourceId(id_) for id_ in source_ids if 0 < id_ < 2**63]
            if (
                self._ruling(self._principal(), visit.allowed[0], Permission.DELETE, visit.allowed)
                is not Ruling.ALLOWED
            ):
                own = f"{AGENT}{visit.agent}/"
                sources = (library.source(id_) for id_ in ids)
                ids = [source.id for source in sources if source is not None and source.uri.startswith(own)]
            if not ids:
                return None
            receipt = library.forget(ids, dry_run=dry_run)
            visit.items = len(receipt.sources)
            return receipt

    def _principal(self) -> Principal | None:
        return Owner() if self._token is None else self._agents.of_token(self._token)

    def _rulings(
        self,
        principal: Principal | None,
        datasets: Sequence[str],
        permission: Permission,
        instead: Permission | None,
    ) -> dict[str, Ruling]:
        there = self._datasets.names()
        if not datasets:
            every = ((name, self._ruling(principal, name, permission, there)) for name in there)
            granted: dict[str, Ruling] = {name: ruling for name, ruling in every if ruling is Ruling.ALLOWED}
            return granted or {EVERY: self._ruling(principal, EVERY, permission, there)}
        rulings: dict[str, Ruling] = {}
        for dataset in dict.fromkeys(display(name) or self._datasets.default() for name in datasets):
            ruling = self._ruling(principal, dataset, permission, there)
            if ruling is not Ruling.ALLOWED and instead is not None and isinstance(principal, Agent):
                ruling = self._ruling(principal, dataset, instead, there)
            rulings[dataset] = ruling
        return rulings

    def _ruling(
        self, principal: Principal | None, dataset: str, permission: Permission, there: Sequence[str]
    ) -> Ruling:
        return decide(
            principal,
            dataset,
            permission,
            datasets=there,
            offered=self._offered,
            now=self._clock(),
        )

    @contextmanager
    def _visit(
        self,
        operation: str,
        permission: Permission,
        datasets: Sequence[str],
        *,
        instead: Permission | None = None,
        open_: bool = True,
    ) -> Iterator[_Visit]:
        """Decide about a request, and write down what came of it; every public method goes through here first.

        Without `datasets` it is about all that may be touched; the others are not written down, since nobody asked for
        them. `instead` is a permission that is enough, if the other is missing, for part of what is asked.
        """
        self._requests.take()
        visit, began = _Visit(self._new_id()), self._timer()
        principal = self._principal()
        visit.agent = principal.name if isinstance(principal, Agent) else ""
        rulings = self._rulings(principal, datasets, permission, instead)
        visit.allowed = tuple(dataset for dataset, ruling in rulings.items() if ruling is Ruling.ALLOWED)
        try:
            if open_ and visit.allowed:
                visit.library = self._datasets.get(visit.allowed[0])
            yield visit
        finally:
            ms = (self._timer() - began) * 1000
            for dataset, ruling in rulings.items():
                self._audit.write(
                    Entry(self._clock(), visit.agent, operation, _loggable(dataset), ruling, visit.id, visit.items, ms)
                )


def _loggable(dataset: str) -> str:
    """A dataset's name for the log; whatever else was sent in its place is not written down."""
    return dataset if dataset == EVERY or re.fullmatch(DATASET_NAME, dataset) else "?"


def _named(library: "Library", name: str) -> "list[EntityId]":
    shown = display(name).strip()
    number = shown.removeprefix("#")
    if shown.startswith("#") and number.isascii() and number.isdecimal() and 0 < int(number[:19] or 0) < 2**63:
        return [EntityId(int(number[:19]))]
    return [entity.id for entity in library.named(shown)]
