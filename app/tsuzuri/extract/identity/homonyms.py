"""Two people of one single name: where documents that name nobody else in common say what cannot both be true.

A name such as 田中 or Smith is one entity wherever it stands, until there is a reason to doubt it. By rule alone
nothing is taken apart: a person is asked, and what was answered is done again where the documents come back.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import ContentId, EntityId, FactId
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Item, Proposal, Question
from tsuzuri.core.values import Entity, EntityType, Fact
from tsuzuri.extract.identity.forms import form
from tsuzuri.extract.identity.prints import split_print

BY = "homonyms-1"
"""What asks, as the queue cites it."""

_NAMES = 200
_SCORE = 0.6
"""A bare surname, two values that exclude each other and no common acquaintance: more likely two than not, yet many a
dispute is only a slip of the pen."""


@dataclass(frozen=True, slots=True)
class _Dispute:
    """Two facts about one entity that exclude each other."""

    entity: Entity
    one: Fact
    other: Fact


class Homonyms:
    """Asks about single names that may have two bearers."""

    def __init__(self, backend: Backend, clock: Clock) -> None:
        self._backend = backend
        self._clock = clock

    def ask(self, *, stop: Callable[[], bool] = lambda: False) -> int:
        """Go through all disputed facts and ask where they may be of two people; how many questions were new.

        `stop` is asked before each page of them.
        """
        asked, after = 0, None
        while not stop():
            page = self._backend.graph.disputed(after=after)
            if proposals := self._proposals(page.items):
                with self._backend.transaction():
                    items = self._backend.reviews.propose(proposals, self._clock())
                    self._split_again(items)
                asked += sum(item.answer is None for item in items)
            if (after := page.after) is None:
                break
        return asked

    def _split_again(self, items: Iterable[Item]) -> None:
        """Do what a person has said before, to the documents that the questions are about now."""
        for item in items:
            if item.answer is Answer.YES:
                self._backend.identities.split(EntityId(item.one), [ContentId(item.other)], self._clock())

    def _proposals(self, facts: Sequence[Fact]) -> list[Proposal]:
        disputes = self._open(self._of_single_names(facts))
        if not disputes:
            return []
        contents = self._contents(disputes.values())
        found: dict[int, Proposal] = {}
        for print_, dispute in disputes.items():
            mine, theirs = contents[dispute.one.id], contents[dispute.other.id]
            if mine & theirs or not mine or not theirs or self._share_a_name(dispute.entity, mine, theirs):
                continue
            moved = _moved(dispute, contents)
            if moved is not None:
                reason = f"{dispute.one.predicate} and {dispute.other.predicate}, in documents without a common name"
                found[print_] = Proposal(
                    Question.SPLIT, print_, dispute.entity.id, moved, _SCORE, reason, BY, detail=dispute.entity.name
                )
        return list(found.values())

    def _open(self, disputes: Iterable[_Dispute]) -> Mapping[int, _Dispute]:
        """Those of which nobody was asked yet, or what was asked about is gone; by the print of the question."""
        found = {split_print(one.entity, (one.one, one.other)): one for one in disputes}
        asked = self._backend.reviews.asked(Question.SPLIT, list(found)) if found else {}
        return {print_: one for print_, one in found.items() if print_ not in asked}

    def _of_single_names(self, facts: Sequence[Fact]) -> list[_Dispute]:
        """The disputes about people who are named by one name alone, each pair of facts once."""
        graph = self._backend.graph
        rivals = {fact.id: fact for fact in graph.facts([fact.disputed_by for fact in facts if fact.disputed_by])}
        entities = {one.id: one for one in graph.entities_by_id(sorted({fact.subject_id for fact in facts}))}
        found: dict[frozenset[FactId], _Dispute] = {}
        for fact in facts:
            entity = entities.get(fact.subject_id)
            rival = rivals.get(fact.disputed_by) if fact.disputed_by is not None else None
            if entity is not None and rival is not None and _has_single_name(entity):
                one, other = sorted((fact, rival), key=lambda each: each.id)
                found[frozenset((one.id, other.id))] = _Dispute(entity, one, other)
        return list(found.values())

    def _contents(self, disputes: Iterable[_Dispute]) -> Mapping[FactId, frozenset[ContentId]]:
        """The contents in which each fact is stated. Two queries."""
        ids = sorted({fact.id for dispute in disputes for fact in (dispute.one, dispute.other)})
        evidence = self._backend.graph.evidence_of(ids)
        passages = sorted({one.passage_id for of_one in evidence.values() for one in of_one})
        content = {passage.id: passage.content_id for passage in self._backend.catalog.passages(passages)}
        return {
            id_: frozenset(content[one.passage_id] for one in evidence.get(id_, ()) if one.passage_id in content)
            for id_ in ids
        }

    def _share_a_name(self, entity: Entity, mine: Iterable[ContentId], theirs: Iterable[ContentId]) -> bool:
        return not (self._names(mine) & self._names(theirs)) <= {entity.id}

    def _names(self, contents: Iterable[ContentId]) -> frozenset[EntityId]:
        passages = [passage.id for content in contents for passage in self._backend.catalog.passages_of(content)]
        return frozenset(entity.id for entity in self._backend.graph.names_in(passages, _NAMES))


def _has_single_name(entity: Entity) -> bool:
    names = (entity.name, *entity.aliases)
    return entity.type is EntityType.PERSON and all(form(name, entity.type).single for name in names)


def _moved(dispute: _Dispute, contents: Mapping[FactId, frozenset[ContentId]]) -> ContentId | None:
    """The content that would speak of the other: the only one of the later fact, else of the earlier; or None."""
    later_first = sorted((dispute.one, dispute.other), key=lambda fact: (fact.learnt_at, fact.id), reverse=True)
    only = (contents[fact.id] for fact in later_first if len(contents[fact.id]) == 1)
    return next((next(iter(of_one)) for of_one in only), None)
