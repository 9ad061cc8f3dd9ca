"""Lines that the ontology refused, and a person may let in all the same.

Only what stands in its passage can be let in: the line is grounded anew, with the types that it was written with and
its relation allowed. What is let in is exactly one piece of evidence, of which nothing is left once it is taken out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from tsuzuri.core.clock import Clock
from tsuzuri.core.decoding import Answer as Written
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.lexical import entity_entry, fact_entry
from tsuzuri.core.ontology import VALUE, Cardinality, Ontology, Relation, Verdict
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import YOU, Answer, Item, Proposal, Question
from tsuzuri.core.values import EntityType, FactStatus, Kind, Passage, Quarantined
from tsuzuri.extract.gist import gist
from tsuzuri.extract.ground import GroundedFact, Grounding, Name, Refused
from tsuzuri.extract.identity.titles import bare
from tsuzuri.extract.names import occurrences
from tsuzuri.extract.prints import question_print
from tsuzuri.extract.recording import drafted
from tsuzuri.extract.wire import WireFact, parse
from tsuzuri.extract.write import ReadPassage
from tsuzuri.text.normalise import key
from tsuzuri.text.sentences import sentences

_ANY = frozenset({*map(str, EntityType), VALUE})
_SCORE = 0.5
_DOCUMENT_NAMES = 200


class LettingIn:
    """Asks about lines in quarantine, lets them in, and takes them out again."""

    def __init__(self, backend: Backend, ontology: Ontology, clock: Clock) -> None:
        self._backend = backend
        self._ontology = ontology
        self._clock = clock

    def ask(self, read: Sequence[ReadPassage], by: str) -> None:
        """Put the lines that the ontology refused and that could be let in to a person, in the caller's transaction.

        `by` is who wrote them. What a person has answered before is done at once.
        """
        proposals = [
            _proposal(Quarantined(one.passage.id, refused.line, refused.reason, by), one.passage)
            for one in read
            for refused in one.refused
            if refused.verdict is Verdict.QUARANTINED
            and isinstance(self.reconsidered(refused.line, one.passage), GroundedFact)
        ]
        if not proposals:
            return
        for item in self._backend.reviews.propose(proposals, self._clock()):
            line = line_of(item)
            if item.answer is Answer.YES:
                self.let_in(line)
            elif item.answer is Answer.NO:
                self._backend.graph.release(line)

    def let_in(self, item: Quarantined) -> str:
        """Write the fact of a line, which then is in quarantine no longer; why it cannot be, empty where it is."""
        passages = self._backend.catalog.passages([item.passage_id])
        if not passages:
            return "the passage is gone"
        (passage,) = passages
        fact = self.reconsidered(item.line, passage)
        if isinstance(fact, Refused):
            return fact.reason
        subject_id = self._entity(fact.subject, passage)
        object_id = None if fact.object.type == VALUE else self._entity(fact.object, passage)
        if subject_id == object_id:
            return "both ends are one entity"
        draft, evidence = drafted(fact, passage, subject_id, object_id, by=YOU, now=self._clock())
        fact_id = self._backend.graph.add_fact(draft, evidence)
        (stored,) = self._backend.graph.facts([fact_id])
        if stored.status is FactStatus.RETRACTED:
            self._backend.graph.withdraw(fact_id, passage.id, YOU)
            return "it was found wrong before"
        if stored.evidence == 1:
            self._index(fact_id, fact, passage)
        self._backend.graph.release(item)
        return ""

    def take_out(self, item: Quarantined) -> None:
        """The fact of a line that was let in goes, with what only it held, and the line is in quarantine again."""
        for fact_id in self._let_in(item):
            self._backend.graph.withdraw(fact_id, item.passage_id, YOU)
        self.put_back(item)

    def put_back(self, item: Quarantined) -> None:
        """The line is in quarantine again."""
        self._backend.graph.quarantine([item], self._clock())

    def reconsidered(self, line: str, passage: Passage) -> GroundedFact | Refused:
        """The fact that a line states if its relation may join whatever it joins there; else why it states none."""
        try:
            (wire,) = parse([Written((line,), (1.0,))])
        except ValueError as error:
            return Refused(line, str(error))
        spans = sentences(passage.text)
        grounding = Grounding(
            passage.text,
            spans,
            self._allowing(wire.relation),
            passage.said.at.date() if passage.said else None,
            speaker=passage.speaker,
        )
        reason = Refused(line, "not in the passage")
        for home in _homes(wire, [span.of(passage.text) for span in spans]):
            facts, refused = grounding.ground([replace(wire, sentence=home)])
            if facts:
                return facts[0]
            reason = refused[0]
        return reason

    @cached_property
    def _wide(self) -> Ontology:
        """The ontology in which every relation joins anything."""
        return Ontology(tuple(replace(one, domain=_ANY, range=_ANY) for one in self._ontology.relations))

    def _allowing(self, relation: str) -> Ontology:
        if self._wide.validate(relation, EntityType.PERSON, EntityType.PERSON).verdict is not Verdict.OPEN:
            return self._wide
        unknown = Relation(relation, relation, _ANY, _ANY, Cardinality.MANY, lasting=False)
        return Ontology((*self._wide.relations, unknown))

    def _entity(self, name: Name, passage: Passage) -> EntityId:
        """Who is called that in the document, else in the library, else somebody new.

        Nothing else is written: an alias or a vote for a type would stay when the fact is taken out.
        """
        kind = EntityType(name.type)
        plain = bare(name.text, kind)
        keys = list(dict.fromkeys((key(name.text), key(plain))))
        graph = self._backend.graph
        found = graph.entities_by_key(keys, members=True)
        called = [entity for each in keys for entity in found.get(each, ())]
        ids = [one.id for one in self._backend.catalog.passages_of(passage.content_id)]
        here = {entity.id for entity in graph.names_in(ids, _DOCUMENT_NAMES, members=True)}
        best = sorted(called, key=lambda entity: (entity.id not in here, key(entity.name) not in keys))
        if best:
            return best[0].id
        made = graph.add_entity(plain, keys[-1], kind, self._clock())
        self._backend.lexical.put(Kind.ENTITY, [entity_entry(made, plain, ())])
        return made

    def _index(self, fact_id: FactId, fact: GroundedFact, passage: Passage) -> None:
        """Put a new fact into full text; one that was known is indexed by the words that stated it first."""
        statement = fact.statement.of(passage.text)
        entry = fact_entry(fact_id, fact.subject.text, fact.relation, fact.object.text, statement)
        self._backend.lexical.put(Kind.FACT, [entry])

    def _let_in(self, item: Quarantined) -> Iterator[FactId]:
        """The facts that a person let in with that line."""
        passages = self._backend.catalog.passages([item.passage_id])
        fact = self.reconsidered(item.line, passages[0]) if passages else None
        if not isinstance(fact, GroundedFact):
            return
        spans = (fact.subject.span, fact.object.span, fact.statement)
        ids = [one.id for one in self._backend.graph.facts_in([item.passage_id], self._backend.catalog.counts().facts)]
        for fact_id, proofs in self._backend.graph.evidence_of(ids).items():
            if any(
                (one.subject, one.object, one.statement) == spans and (one.by, one.passage_id) == (YOU, item.passage_id)
                for one in proofs
            ):
                yield fact_id


def line_of(item: Item) -> Quarantined:
    """The line that a question is about."""
    return Quarantined(PassageId(item.one), item.detail, item.reason, item.by)


def _homes(wire: WireFact, texts: Sequence[str]) -> list[int]:
    """The sentences that a line may be of: those with both of its ends, then those with its object, then the others."""
    held = [(bool(occurrences(wire.object, text)), bool(occurrences(wire.subject, text))) for text in texts]
    return sorted(range(len(texts)), key=lambda at: (not all(held[at]), not held[at][0], at))


def _proposal(item: Quarantined, passage: Passage) -> Proposal:
    print_ = question_print(Question.QUARANTINE, [item.line, gist(passage.text)])
    return Proposal(Question.QUARANTINE, print_, item.passage_id, 0, _SCORE, item.reason, item.by, item.line)
