"""What an answer means for the graph, and how it is taken back: always inside the caller's transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tsuzuri.core.clock import Clock
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ids import ContentId, EntityId
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Item, Question
from tsuzuri.core.values import Entity
from tsuzuri.extract import contradictions
from tsuzuri.extract.letting_in import LettingIn, line_of
from tsuzuri.library.exceptions import rules_in_force
from tsuzuri.text.normalise import key

_PAGE = 256
_NAMES = 1000


@dataclass(frozen=True, slots=True)
class Deciding:
    """Does what answers mean, each by its kind of question, and undoes it exactly."""

    backend: Backend
    ontology: Ontology
    clock: Clock

    def do(self, item: Item) -> None:
        """Do what the item's answer means; the answer is recorded already.

        Raises:
            UsageError: it cannot be done, and why.
        """
        yes, no = item.answer is Answer.YES, item.answer is Answer.NO
        match item.question:
            case Question.MERGE if yes:
                self.backend.identities.unite(EntityId(item.one), EntityId(item.other))
            case Question.SPLIT if yes:
                self.split(EntityId(item.one), ContentId(item.other))
            case Question.CONTRADICTION:
                contradictions.apply(self.backend, item, self.clock)
            case Question.QUARANTINE if yes:
                if reason := self._letting_in.let_in(line_of(item)):
                    raise UsageError(f"this line cannot be let in: {reason}", hint="no drops it, later keeps it")
            case Question.QUARANTINE if no:
                self.backend.graph.release(line_of(item))
            case Question.RULE:
                self._put_rules_in_force()
            case _:
                return

    def undo(self, item: Item) -> None:
        """Take back what the item's answer did; the item is as it was answered, and the store already has none."""
        yes, no = item.answer is Answer.YES, item.answer is Answer.NO
        match item.question:
            case Question.MERGE if yes:
                self._regroup(self._group(EntityId(item.one), EntityId(item.other)))
            case Question.SPLIT if yes:
                one = EntityId(item.one)
                self._regroup(self._group(one, *self._made_by(one, ContentId(item.other))))
            case Question.CONTRADICTION:
                contradictions.take_back(self.backend, item)
                self._find_wrong_again(item)
            case Question.QUARANTINE if yes:
                self._letting_in.take_out(line_of(item))
            case Question.QUARANTINE if no:
                self._letting_in.put_back(line_of(item))
            case Question.RULE:
                self._put_rules_in_force()
            case _:
                return

    def split(self, entity_id: EntityId, content_id: ContentId) -> EntityId:
        """What a document says of an entity is said of another from now on: its id.

        Raises:
            UsageError: the document says nothing of it, or is all that does.
        """
        made = self.backend.identities.split(entity_id, [content_id], self.clock())
        if made is None:
            raise UsageError("there is nothing to split: that source says nothing of it, or nobody else does")
        return made

    @property
    def _letting_in(self) -> LettingIn:
        return LettingIn(self.backend, self.ontology, self.clock)

    def _put_rules_in_force(self) -> None:
        self.backend.graph.set_rules(rules_in_force(self.ontology, self.backend.reviews))

    def _group(self, *ids: EntityId) -> dict[EntityId, Entity]:
        """Everyone who is one with any of these."""
        found = self.backend.identities.members(ids)
        return {member.id: member for members in found.values() for member in members}

    def _regroup(self, members: dict[EntityId, Entity]) -> None:
        """Part all of these, and unite again those that an answer that stands says are one, in order.

        So an answer in the middle of several can be taken back, and what the others said is still so. Of one name and
        type there are several only where somebody was split off: they are one again, but for those who still are.
        """
        for member in members:
            self.backend.identities.part(member)
        apart = self._split_off(members)
        same = [
            (one.id, other.id)
            for one in members.values()
            for other in members.values()
            if one.id < other.id and _called(one) == _called(other) and (one.id in apart) == (other.id in apart)
        ]
        for one, other in (*same, *self._answered(members)):
            self.backend.identities.unite(one, other)

    def _answered(self, members: Iterable[EntityId]) -> Sequence[tuple[EntityId, EntityId]]:
        """The pairs among these that were decided to be one, first decided first."""
        pairs = ((EntityId(item.one), EntityId(item.other)) for item in self._decided(Question.MERGE))
        inside = {*members}
        return [pair for pair in pairs if {*pair} <= inside]

    def _split_off(self, members: dict[EntityId, Entity]) -> set[EntityId]:
        """Those of these that a split that stands has made."""
        return {
            found
            for item in self._decided(Question.SPLIT)
            if EntityId(item.one) in members
            for found in self._made_by(EntityId(item.one), ContentId(item.other))
        }

    def _find_wrong_again(self, taken_back: Item) -> None:
        """What another answer that stands found wrong too stays so."""
        wrong = contradictions.found_wrong(taken_back)
        for item in self._decided(Question.CONTRADICTION, Answer.YES, Answer.OTHER) if wrong is not None else ():
            if contradictions.found_wrong(item) == wrong:
                contradictions.apply(self.backend, item, self.clock)

    def _decided(self, question: Question, *answers: Answer) -> list[Item]:
        """The questions of a kind that were answered so, else those answered with yes; first decided first."""
        items: list[Item] = []
        after: str | None = None
        while True:
            page = self.backend.reviews.decided(questions=[question], after=after, limit=_PAGE)
            items += [item for item in page.items if item.answer in (answers or (Answer.YES,))]
            after = page.after
            if after is None:
                return items[::-1]

    def _made_by(self, entity_id: EntityId, content_id: ContentId) -> list[EntityId]:
        """Who else of the entity's names that document speaks of."""
        group = self._group(entity_id)
        names = {_called(member) for member in group.values()}
        passages = [passage.id for passage in self.backend.catalog.passages_of(content_id)]
        found = self.backend.graph.names_in(passages, _NAMES, members=True)
        return [one.id for one in found if one.id not in group and _called(one) in names]


def _called(entity: Entity) -> tuple[str, str]:
    return key(entity.name), entity.type
