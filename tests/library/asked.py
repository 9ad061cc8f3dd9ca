"""Notes that raise questions, and what is asked about them."""

from dataclasses import replace

from tests.extract.lines import wire
from tests.fakes import SteppingClock
from tests.stages import ONTOLOGY, SAID, store_text
from tsuzuri.core.document import Said
from tsuzuri.core.ontology import Cardinality, Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Item, Proposal, Question
from tsuzuri.core.values import Entity, Fact
from tsuzuri.extract.contradictions import Contradictions
from tsuzuri.extract.ground import Grounding
from tsuzuri.extract.identity.prints import merge_print
from tsuzuri.extract.letting_in import LettingIn
from tsuzuri.extract.wire import WireFact
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.library.review import Review
from tsuzuri.text.normalise import key
from tsuzuri.text.sentences import sentences

ONE_HOME = Ontology(
    tuple(replace(one, cardinality=Cardinality.ONE) if one.name == "lives_in" else one for one in ONTOLOGY.relations)
)


ODD = wire("Lumen AG", "organization", "lives_in", "Ulm", "place")


def review_of(backend: Backend) -> Review:
    return Review(backend, ONE_HOME, SteppingClock())


def tell(backend: Backend, uri: str, text: str, *lines: WireFact, said: Said = SAID) -> ReadPassage:
    """A note that states these facts."""
    (passage,) = backend.catalog.passages(store_text(backend, uri, [text], said=said))
    grounding = Grounding(passage.text, sentences(passage.text), ONE_HOME, said.at.date())
    one = ReadPassage(passage, *grounding.ground(lines))
    BatchWriter(backend, SteppingClock(), by="model 1").write(Batch((one,), ()))
    return one


def works(name: str, where: str) -> WireFact:
    return wire(name, "person", "works_at", where, "organization")


def lives(name: str, where: str) -> WireFact:
    return wire(name, "person", "lives_in", where, "place")


def named(backend: Backend, name: str) -> Entity:
    return backend.graph.entities_by_key([key(name)])[key(name)][0]


def told_of(backend: Backend, name: str) -> set[str]:
    return {fact.predicate for fact in backend.graph.facts_of(named(backend, name).id)}


def all_facts(backend: Backend) -> dict[str, Fact]:
    return {fact.statement: fact for fact in backend.graph.all_facts().items}


def forget_all(backend: Backend) -> None:
    with backend.transaction():
        for source in backend.catalog.sources().items:
            backend.catalog.forget(source.id)


def two_rinas(backend: Backend) -> None:
    tell(backend, "/notes/a.md", "Rina Hayami works at Lumen AG.", works("Rina Hayami", "Lumen AG"))
    tell(backend, "/notes/b.md", "R. Hayami works at Lumen AG with Tom.", works("R. Hayami", "Lumen AG"))


def propose_merge(backend: Backend, *, answer: Answer | None = None) -> tuple[Item, ...]:
    one, other = named(backend, "Rina Hayami"), named(backend, "R. Hayami")
    proposal = Proposal(
        Question.MERGE,
        merge_print(one, other),
        one.id,
        other.id,
        0.8,
        "initials and an employer",
        "rule 1",
        answer=answer,
    )
    with backend.transaction():
        items = backend.reviews.propose([proposal], SteppingClock()())
        if answer is Answer.YES:
            backend.identities.unite(one.id, other.id)
    return items


def two_homes(backend: Backend) -> Item:
    tell(backend, "/notes/a.md", "Ida Brook lives in Ulm.", lives("Ida Brook", "Ulm"))
    tell(backend, "/notes/b.md", "Ida Brook lives in Kobe.", lives("Ida Brook", "Kobe"))
    Contradictions(backend, None, SteppingClock()).run()
    (item,) = backend.reviews.waiting(questions=[Question.CONTRADICTION]).items
    return item


def odd_line(backend: Backend) -> Item:
    read = tell(backend, "/notes/odd.md", "So. Lumen AG lives in Ulm.", replace(ODD, sentence=1))
    with backend.transaction():
        LettingIn(backend, ONE_HOME, SteppingClock()).ask([read], "model 1")
    (item,) = backend.reviews.waiting(questions=[Question.QUARANTINE]).items
    return item
