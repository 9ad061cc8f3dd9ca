"""Whether every stored fact stands in its source word for word: every row of evidence is read and compared."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache

from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, Evidence, Fact, FactStatus, Passage
from tsuzuri.extract.identity.titles import bare
from tsuzuri.extract.literals import typed_value
from tsuzuri.extract.names import FIRM, StandsFor, is_speaker, stands_for
from tsuzuri.text.dates import validity
from tsuzuri.text.normalise import key
from tsuzuri.text.time_words import resolve_at

_PAGE = 1000
_CACHED = 1 << 14


@dataclass(frozen=True, slots=True)
class Unfounded:
    """A fact that does not stand in its source as it is stored. `problem` says what is wrong with which evidence."""

    id: FactId
    statement: str
    problem: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a look through all facts came to.

    `bound` are ends whose words are a pronoun or the like ("she", 同社) for the entity they were bound to.
    """

    facts: int
    evidence: int
    bound: int
    failed: int


class _Words(StrEnum):
    """How the words at an end's span stand to what the end is."""

    SAME = "same"
    BOUND = "bound"
    OTHER = "other"


def check_facts(
    backend: Backend,
    on_failure: Callable[[Unfounded], None],
    on_progress: Callable[[int], None] | None = None,
) -> Checked:
    """Compare every fact, word by word, with every piece of evidence it has.

    Looked at are: that the spans lie in the passage and the statement covers them; that the subject's words are a name
    of the subject (but for honorific, title and company form) or stand for it; the object's likewise, or are the
    value; that the time words, read on the day they were said, give the day the fact begins.

    Reads a page at a time, so memory does not grow with the library. `on_failure` hears of each fact that fails,
    `on_progress` of how many facts have been looked at.
    """
    facts = evidence = bound = failed = 0
    after: str | None = None
    while True:
        page = backend.graph.all_facts(after=after, limit=_PAGE)
        look = _look(backend, page.items)
        facts += len(page.items)
        evidence += look.evidence
        bound += look.bound
        # Looked at once more: what another process writes between two queries is no fault.
        again = _look(backend, backend.graph.facts([one.id for one in look.failures])) if look.failures else look
        for failure in again.failures:
            failed += 1
            on_failure(failure)
        if on_progress is not None:
            on_progress(facts)
        after = page.after
        if after is None:
            return Checked(facts, evidence, bound, failed)


@dataclass(frozen=True, slots=True)
class _Look:
    """What one page of facts came to."""

    evidence: int
    bound: int
    failures: tuple[Unfounded, ...]


def _look(backend: Backend, facts: Sequence[Fact]) -> _Look:
    evidence = backend.graph.evidence_of([fact.id for fact in facts])
    passage_ids = {one.passage_id for proofs in evidence.values() for one in proofs}
    ends = {end for fact in facts for end in (fact.subject_id, fact.object_id) if end is not None}
    passages = {passage.id: passage for passage in backend.catalog.passages(sorted(passage_ids))}
    entities = {entity.id: entity for entity in backend.graph.entities_by_id(sorted(ends))}
    bound = 0
    failures: list[Unfounded] = []
    for fact in facts:
        check = _FactCheck(fact, evidence.get(fact.id, ()), passages, entities)
        problems = tuple(check.problems())
        bound += check.bound
        if problems:
            failures.append(Unfounded(fact.id, fact.statement, "; ".join(problems)))
    return _Look(sum(map(len, evidence.values())), bound, tuple(failures))


@dataclass(slots=True)
class _FactCheck:
    """One fact against its evidence. `bound` counts the ends that are pronouns."""

    fact: Fact
    evidence: Sequence[Evidence]
    passages: dict[PassageId, Passage]
    entities: dict[EntityId, Entity]
    bound: int = 0

    def problems(self) -> Iterator[str]:
        """What is wrong, a clause each."""
        if not self.evidence:
            yield "it has no evidence"
        for proof in self.evidence:
            passage = self.passages.get(proof.passage_id)
            if passage is None:
                yield "the passage of its evidence is gone"
                continue
            for problem in self._problems_in(proof, passage):
                yield f"{problem} (passage {passage.id}, by {proof.by})"

    def _problems_in(self, proof: Evidence, passage: Passage) -> Iterator[str]:
        spans = {"subject": proof.subject, "object": proof.object}
        if proof.time is not None:
            spans["time"] = proof.time
        if proof.statement.end > len(passage.text):
            yield "the statement ends after the passage"
            return
        for end, span in spans.items():
            if not (span.of(passage.text).strip() and proof.statement.contains(span)):
                yield f"the {end} is not in the statement"
                return
        reference = passage.said.at.date() if passage.said is not None else None
        yield from self._end("subject", proof.subject.of(passage.text), self.fact.subject_id, reference)
        yield from self._end("object", proof.object.of(passage.text), self.fact.object_id, reference)
        yield from self._time(proof.time, passage.text, reference)

    def _end(self, end: str, words: str, entity_id: EntityId | None, reference: date | None) -> Iterator[str]:
        if entity_id is None:
            if not self._is_value(words, reference):
                yield f"the value is not the words {words!r}"
            return
        entity = self.entities.get(entity_id)
        if entity is None:
            yield f"the {end} is no entity"
            return
        meaning = _meaning(words, entity)
        self.bound += meaning is _Words.BOUND
        if meaning is _Words.OTHER:
            yield f"the {end} {entity.name!r} is not called {words!r}"

    def _is_value(self, words: str, reference: date | None) -> bool:
        """Whether the words are the value, or write the same one in another way ("3,200円", ３２００円)."""
        fact = self.fact
        return key(words) == key(fact.object_name) or typed_value(words, fact.relation, reference) == fact.form

    def _time(self, span: Span | None, text: str, reference: date | None) -> Iterator[str]:
        began = self.fact.valid.start
        if span is None:
            if began is not None:
                yield "it is dated, and no words tell its time"
            return
        words = span.of(text).replace("\n", " ")  # as they were shown to the model
        meant = resolve_at(text, span, reference) if reference is not None else None
        if meant is None:
            yield f"the words {words!r} tell no time"
            return
        starts = {validity(meant, lasting=lasting).start for lasting in (True, False)}
        if began not in starts and self.fact.status is FactStatus.CURRENT:
            yield f"the words {words!r} do not mean {began}"


def _meaning(words: str, entity: Entity) -> _Words:
    names = (entity.name, *entity.aliases)
    wanted = key(words)
    if any(wanted == key(name) for name in names):
        return _Words.SAME
    stripped = _bare_key(words, entity.type)
    if any(stripped == _bare_key(name, entity.type) for name in names):
        return _Words.SAME
    return _Words.BOUND if _may_stand_for(words, entity) else _Words.OTHER


def _may_stand_for(words: str, entity: Entity) -> bool:
    """Whether the words are a pronoun for such an entity: "I" for a speaker, "she" for no company."""
    meaning = stands_for(words)
    if meaning is None:
        return False
    kind = StandsFor.PERSON if is_speaker(words) else meaning
    return kind is not StandsFor.NOTHING and (entity.type not in FIRM or kind.value == entity.type.value)


@lru_cache(_CACHED)
def _bare_key(name: str, type: str) -> str:
    return key(bare(name, type))
