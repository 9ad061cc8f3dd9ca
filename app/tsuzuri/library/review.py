"""Review: what waits for a person's decision, what was decided and by whom, and how it is taken back."""

from collections.abc import Collection, Sequence

from tsuzuri.core.clock import Clock
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ids import ContentId, EntityId, PassageId, ReviewId, SourceId
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import YOU, Answer, Item, Proposal, Question
from tsuzuri.core.values import Entity, Page
from tsuzuri.extract.gist import gist
from tsuzuri.extract.identity.prints import merge_print, split_print
from tsuzuri.extract.prints import question_print
from tsuzuri.library.deciding import Deciding
from tsuzuri.library.questions import ItemView, views
from tsuzuri.text.normalise import key

_DECIDED = (Answer.YES, Answer.NO, Answer.OTHER)
_FACTS = 10_000
_NAMES = 1000


class Review:
    """The queue of questions and the history of decisions of one library.

    Every decision and its effect are one transaction. What a person decides is remembered, and is not asked again even
    after the documents were forgotten and added anew.
    """

    def __init__(self, backend: Backend, ontology: Ontology, clock: Clock) -> None:
        self._backend = backend
        self._clock = clock
        self._deciding = Deciding(backend, ontology, clock)

    def count(self) -> int:
        """How many questions wait, without those that were put off."""
        return self._backend.reviews.count()

    def waiting(self, kinds: Collection[Question] = (), *, after: str | None = None, limit: int = 20) -> Page[ItemView]:
        """What waits, surest first and what was put off last, with the evidence of both sides; only of some kinds."""
        return self._shown(self._backend.reviews.waiting(questions=kinds, after=after, limit=limit))

    def history(self, *, after: str | None = None, limit: int = 20) -> Page[ItemView]:
        """What was decided, latest first, by whom, with what can still be shown of it."""
        return self._shown(self._backend.reviews.decided(after=after, limit=limit))

    def item(self, id: ReviewId) -> ItemView | None:
        """One question; None where there is none of that number, or what it was about is gone."""
        item = self._backend.reviews.item(id)
        return views(self._backend, [item])[0] if item is not None else None

    def answer(self, id: ReviewId, answer: Answer) -> Item:
        """Answer a question and do what that means; one that was decided before is decided anew.

        Raises:
            UsageError: there is no such question, or that is no answer to it, or it cannot be done.
        """
        with self._backend.transaction():
            item = self._there(id)
            if answer is Answer.OTHER and item.question is not Question.CONTRADICTION:
                raise UsageError(f"question {id} has no other side to be right", hint="say yes, no or later")
            return self._decide(item, answer)

    def undo(self, id: ReviewId | None = None) -> Item:
        """Take a decision back with all that it did, whoever decided; of none named, the latest of a person's.

        The question waits again.

        Raises:
            UsageError: there is no such decision.
        """
        with self._backend.transaction():
            item = self._latest() if id is None else self._there(id)
            if item.answer not in _DECIDED:
                raise UsageError(f"question {item.id} was not decided", hint="see: tsuzuri review history")
            return self._take_back(item)

    def merge(self, kept: EntityId, other: EntityId) -> Item:
        """Two entities are one from now on, under the name of `kept`: a decision like any other.

        Where that question was asked before, the name is that of the one it asks about first.

        Raises:
            UsageError: one of them is gone, they are one already, or were one and were split.
        """
        with self._backend.transaction():
            return self._merge(kept, other)

    def merge_all(self, kept: EntityId, others: Sequence[EntityId]) -> tuple[Item, ...]:
        """Several entities are one with `kept` from now on, or none of them: a decision for each; see `merge`.

        Raises:
            UsageError: as `merge`, for the first that cannot be; nothing was decided.
        """
        with self._backend.transaction():
            return tuple(self._merge(kept, other) for other in others)

    def split(self, entity_id: EntityId, source_ids: Sequence[SourceId]) -> tuple[Item, ...]:
        """What these sources say of an entity is said of another of its name: a decision for each of their documents.

        Raises:
            UsageError: the entity is gone, or one of the sources says nothing of it, or nobody else does.
        """
        with self._backend.transaction():
            entity = self._entity(entity_id)
            contents = dict.fromkeys(
                source.content_id
                for id_ in source_ids
                if (source := self._backend.catalog.source(id_)) is not None and source.content_id is not None
            )
            if not contents:
                raise UsageError("none of these sources has a text")
            return tuple(self._split(entity, list(contents)))

    def _split(self, entity: Entity, contents: Sequence[ContentId]) -> list[Item]:
        """One decision for each document; all that is split off is one."""
        items: list[Item] = []
        first: EntityId | None = None
        for content_id in contents:
            passages = self._backend.catalog.passages_of(content_id)
            ids = [passage.id for passage in passages]
            self._require_spoken_of(entity, ids)
            told = [
                fact
                for fact in self._backend.graph.facts_in(ids, _FACTS)
                if entity.id in (fact.subject_id, fact.object_id)
            ]
            words = " ".join(gist(passage.text) for passage in passages)
            asked = self._asked(Question.SPLIT, split_print(entity, told), entity.id, content_id, apart=words)
            if asked.answer is Answer.YES:
                raise UsageError(f"that source speaks of another {entity.name} already")
            made = self._deciding.split(entity.id, content_id)
            items.append(self._backend.reviews.answer(asked.id, Answer.YES, YOU, self._clock()))
            if first is None:
                first = made
            else:
                self._backend.identities.unite(first, made)
        return items

    def _require_spoken_of(self, entity: Entity, passages: Sequence[PassageId]) -> None:
        members = {one.id for one in self._backend.identities.members([entity.id]).get(entity.id, ())}
        found = self._backend.graph.names_in(passages, _NAMES, members=True)
        if not members & {one.id for one in found}:
            raise UsageError(f"one of the sources says nothing of {entity.name}")

    def _asked(self, question: Question, print_: int, one: int, other: int, *, apart: str) -> Item:
        """The question, put into the queue if it is not there.

        `apart` tells it from another of the same words (two people of one name, two documents that say nothing more).
        """
        known = self._backend.reviews.asked(question, [print_]).get(print_)
        if known is not None and {known.one, known.other} != {one, other}:
            print_ = question_print(question, [str(print_), apart])
            known = self._backend.reviews.asked(question, [print_]).get(print_)
        if known is not None:
            return known
        proposal = Proposal(question, print_, one, other, score=1.0, reason="by hand", by=YOU)
        (item,) = self._backend.reviews.propose([proposal], self._clock())
        # What is remembered of it was not done to what it is about now.
        return self._backend.reviews.answer(item.id, None, YOU, self._clock()) if item.answer else item

    def _merge(self, kept: EntityId, other: EntityId) -> Item:
        one, two = self._entity(kept), self._entity(other)
        if one.id == two.id:
            raise UsageError(f"{one.name} is one already")
        if (key(one.name), one.type) == (key(two.name), two.type):
            raise UsageError(f"the two called {one.name} were split", hint="take that back: tsuzuri review undo")
        asked = self._asked(Question.MERGE, merge_print(one, two), one.id, two.id, apart=f"{sorted((one.id, two.id))}")
        return self._decide(asked, Answer.YES)

    def _decide(self, item: Item, answer: Answer) -> Item:
        if item.answer is answer and item.answered_by == YOU and answer is not Answer.LATER:
            return item
        if item.answer in _DECIDED:
            item = self._take_back(item)
        answered = self._backend.reviews.answer(item.id, answer, YOU, self._clock())
        self._deciding.do(answered)
        return answered

    def _take_back(self, item: Item) -> Item:
        waiting = self._backend.reviews.answer(item.id, None, YOU, self._clock())
        self._deciding.undo(item)
        return waiting

    def _latest(self) -> Item:
        after: str | None = None
        while True:
            page = self._backend.reviews.decided(after=after)
            mine = next((item for item in page.items if item.answered_by == YOU), None)
            if mine is not None:
                return mine
            after = page.after
            if after is None:
                raise UsageError("you have decided nothing", hint="see: tsuzuri review history")

    def _there(self, id: ReviewId) -> Item:
        item = self._backend.reviews.item(id)
        if item is None:
            raise UsageError(f"there is no question {id}", hint="see: tsuzuri review --list")
        return item

    def _entity(self, id: EntityId) -> Entity:
        entity = self._backend.graph.entity(id)
        if entity is None:
            raise UsageError("there is no such entity")
        return entity

    def _shown(self, page: Page[Item]) -> Page[ItemView]:
        return Page(views(self._backend, page.items), page.after)
