"""What has no vector gets one: passages, then entities, then facts, in the order in which they came.

What waits is what the index lacks, so nothing is forgotten, and another embedder's space is filled in the same way. The
vectors of the one before go at once: without it nothing can be compared with them.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.models import Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.ingest.entries import embedded

if TYPE_CHECKING:
    from tsuzuri.core.ids import SpaceId

_BATCH = 8
"""Texts a step. A note that was just saved waits for one such step: about a second on two cores. More are no faster."""
_AHEAD = 512
"""Texts that are looked up at once: a look goes over all that have a vector already."""
_ORDER = (Kind.PASSAGE, Kind.ENTITY, Kind.FACT)


class Embedding:
    """Fills the embedder's space. Raises `ModelUnavailable` when the embedder cannot run."""

    def __init__(self, backend: Backend, embedder: Embedder, *, batch: int = _BATCH) -> None:
        self._backend = backend
        self._embedder = embedder
        self._batch = batch
        self._space: SpaceId | None = None
        self._hurried: deque[PassageId] = deque()
        self._ahead: tuple[Kind, deque[int]] = (Kind.PASSAGE, deque())

    def hurry(self, passage_ids: Iterable[PassageId]) -> None:
        """Embed these before all others; from any thread."""
        self._hurried.extend(passage_ids)

    def waiting(self) -> int:
        """How many texts have no vector yet."""
        return self._backend.catalog.counts().unembedded

    def step(self) -> int:
        """Embed the next few texts; tells how many, 0 when none waits."""
        space = self._the_space()
        if hurried := self._next_hurried():
            self._embed(space, Kind.PASSAGE, hurried)
            return len(hurried)
        kind, waiting = self._ahead = self._next_kind(space)
        ids = [waiting.popleft() for _ in range(min(self._batch, len(waiting)))]
        if ids:
            self._embed(space, kind, ids)
        return len(ids)

    def run(self, on_step: Callable[[int], None] = lambda _: None) -> int:
        """Embed all that waits; `on_step` hears how many were embedded so far. Tells how many."""
        done = 0
        while embedded := self.step():
            done += embedded
            on_step(done)
        return done

    def _next_kind(self, space: "SpaceId") -> tuple[Kind, deque[int]]:
        """What was looked up and is still to be embedded; looked up anew once all of it is. Empty when none waits."""
        if self._ahead[1]:
            return self._ahead
        for kind in _ORDER:
            if ids := self._backend.vectors.missing(space, kind, _AHEAD):
                return kind, deque(ids)
        return Kind.PASSAGE, deque()

    def _next_hurried(self) -> list[PassageId]:
        ids: list[PassageId] = []
        while self._hurried and len(ids) < self._batch:
            ids.append(self._hurried.popleft())
        return ids

    def _embed(self, space: "SpaceId", kind: Kind, ids: Sequence[int]) -> None:
        texts = self._texts(kind, ids)
        vectors = self._embedder.passages(list(texts.values()))
        with self._backend.transaction():
            # Some may have been forgotten while they were embedded, or have lost the words that were.
            now = self._texts(kind, list(texts))
            kept = [(row, id_) for row, (id_, text) in enumerate(texts.items()) if now.get(id_) == text]
            if kept:
                self._backend.vectors.put(space, kind, [id_ for _, id_ in kept], vectors[[row for row, _ in kept]])

    def _the_space(self) -> "SpaceId":
        if self._space is None:
            with self._backend.transaction():
                space = self._backend.vectors.space(self._embedder.space)
                self._backend.vectors.keep_only(space)
            self._space = space
        return self._space

    def _texts(self, kind: Kind, ids: Sequence[int]) -> dict[int, str]:
        """The text of each that is still there, in the order of ids."""
        match kind:
            case Kind.PASSAGE:
                return self._passage_texts([PassageId(id_) for id_ in ids])
            case Kind.ENTITY:
                entities = self._backend.graph.entities_by_id([EntityId(id_) for id_ in ids], members=True)
                return {entity.id: f"{entity.name} ({entity.type})" for entity in entities}
            case Kind.FACT:
                return self._fact_texts([FactId(id_) for id_ in ids])

    def _passage_texts(self, ids: Sequence[PassageId]) -> dict[int, str]:
        catalog = self._backend.catalog
        passages = catalog.passages(ids)
        messages = [passage.id for passage in passages if passage.speaker]
        before = {id_: beside.before for id_, beside in catalog.neighbours(messages).items() if beside.before}
        by_id = {passage.id: passage for passage in catalog.passages(list(before.values()))}
        return {one.id: embedded(one, by_id.get(before[one.id]) if one.id in before else None) for one in passages}

    def _fact_texts(self, ids: Sequence[FactId]) -> dict[int, str]:
        """Each fact in words, then the sentence that stated it first, by which full text has it too."""
        facts = self._backend.graph.facts(ids, members=True)
        first = self._backend.graph.first_evidence(ids)
        passages = self._backend.catalog.passages([piece.passage_id for piece in first.values()])
        by_id = {passage.id: passage.text for passage in passages}
        sentences = {
            id_: piece.statement.of(by_id[piece.passage_id])
            for id_, piece in first.items()
            if piece.passage_id in by_id
        }
        return {fact.id: f"{fact.statement}. {sentences.get(fact.id, '')}".rstrip() for fact in facts}
