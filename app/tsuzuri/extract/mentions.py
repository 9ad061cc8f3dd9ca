"""The mention index: every passage is linked to every entity that it names, also where no model has read it.

Passages that wait are linked to all names. When there are new names, all other passages are first looked through for
those alone, and those that hold one wait as well; so after a run a passage's links are what linking it anew would give.
Each step is a transaction of bounded size, and a run that is broken off goes on where it was.

One thing is late: nothing remembers a forgotten name, so when all bearers of an ambiguous one are forgotten, a shorter
name that it hid is found only when its passage next waits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.links import Link, PassageText
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Mention
from tsuzuri.extract.name_table import KeySearch, NameTable

_STEP = 500
_SWEEP_STEP = 2000


@dataclass(frozen=True, slots=True)
class Linked:
    """What a run came to: passages looked through for new names, passages linked, links that they have."""

    swept: int
    passages: int
    links: int


class MentionIndex:
    """Keeps the links of a store. The table of names is kept between runs while no name changes."""

    def __init__(self, backend: Backend, *, step: int = _STEP, sweep_step: int = _SWEEP_STEP) -> None:
        self._backend = backend
        self._step = step
        self._sweep_step = sweep_step
        self._table: tuple[int, NameTable] | None = None

    def run(self, *, on_linked: Callable[[int, int], None] | None = None) -> Linked:
        """Link everything that waits; `on_linked(done, of)` hears of passages after each step.

        With nothing new, nothing is read.
        """
        links = self._backend.links
        if not links.has_work():
            return Linked(0, 0, 0)
        with self._backend.transaction():
            links.queue_documents()
        swept = self._sweep()
        total, passages, made = links.waiting_count(), 0, 0
        table = self.names() if total else None
        while table is not None and (waiting := links.waiting(self._step)):
            found = tuple(self._links(table, waiting))
            with self._backend.transaction():
                links.link([passage.id for passage in waiting], found)
            passages, made = passages + len(waiting), made + len(found)
            if on_linked is not None:
                on_linked(passages, total)
        return Linked(swept, passages, made)

    def names(self) -> NameTable:
        """The table of all names as they are now."""
        version = self._backend.links.version()
        if self._table is None or self._table[0] != version:
            self._table = (version, NameTable(self._backend.links.names()))
        return self._table[1]

    def _sweep(self) -> int:
        """Let passages wait that hold a name that is new or has other bearers; tells how many were looked through."""
        links = self._backend.links
        if not (changed := links.changed()):
            return 0
        search, swept = KeySearch(changed), 0
        while passages := links.unswept(self._sweep_step):
            holding = [passage.id for passage in passages if search.find(passage.text)]
            with self._backend.transaction():
                links.sweep(passages[-1].id, holding)
            swept += len(passages)
        with self._backend.transaction():
            links.end_sweep()
        return swept

    def _links(self, table: NameTable, passages: Sequence[PassageText]) -> Iterator[Link]:
        """The links of passages. Where a reader has found a mention, none is made over it."""
        told = self._backend.links.told([passage.content_id for passage in passages])
        spoken_of = {content: frozenset(one.entity_id for one in mentions) for content, mentions in told.items()}
        read: dict[PassageId, list[Span]] = {}
        for mentions in told.values():
            for mention in mentions:
                read.setdefault(mention.passage_id, []).append(mention.span)
        for passage in passages:
            of_document = spoken_of.get(passage.content_id, frozenset())
            for found in table.find(passage.text, of_document, read.get(passage.id, ())):
                if found.bearer is not None:
                    yield Link(Mention(found.bearer, passage.id, found.span), found.key)
