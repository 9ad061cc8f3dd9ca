"""Lines as a model writes them, without one, and the rows that come of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from tests.fakes import FAKE_SPACE
from tests.stages import NOW
from tsuzuri.core.decoding import NOTHING, FactForm, Sentence, Turn
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.extract.understand import Understood
from tsuzuri.extract.wire import TYPES, WireFact
from tsuzuri.models.grammar import END, FactLines
from tsuzuri.text.time_words import time_words


class Came(NamedTuple):
    """What a run came to, in the four numbers that most tests ask for."""

    passages: int
    facts: int
    refused: int
    set_aside: int


def came_to(understood: Understood | None) -> Came:
    assert understood is not None
    return Came(understood.passages, understood.facts, understood.refused, understood.set_aside)


def wire(
    subject: str,
    subject_type: str,
    relation: str,
    object_: str,
    object_type: str,
    time: str = "",
    *,
    sentence: int = 0,
    confidence: float = 0.5,
) -> WireFact:
    line = f"{subject} | {subject_type} | {relation} | {object_} | {object_type} | {time or '-'}"
    return WireFact(sentence, subject, subject_type, relation, object_, object_type, time, confidence, line)


def scripted(*facts: tuple[str, str]) -> Callable[[tuple[str, ...]], str]:
    """Answers as a model would that knows, for words of a sentence, the line to write about it."""

    def answer(sentences: tuple[str, ...]) -> str:
        lines = [
            f"{number} | {rest}\n"
            for number, sentence in enumerate(sentences, 1)
            for words, rest in facts
            if words in sentence
        ]
        return "".join(lines) + "END"

    return answer


def rows(backend: Backend) -> tuple[object, ...]:
    """All that the model's part has written, without the moments at which it did."""
    facts = backend.graph.all_facts().items
    entities = backend.graph.entities(limit=1000).items
    space = backend.vectors.find_space(FAKE_SPACE)
    missing = () if space is None else tuple(backend.vectors.missing(space, kind, 1000) for kind in Kind)
    return (
        [replace(fact, learnt_at=NOW) for fact in facts],
        backend.graph.evidence_of([fact.id for fact in facts]),
        entities,
        backend.graph.mentions_of([entity.id for entity in entities]),
        backend.graph.quarantined(),
        backend.catalog.counts(),
        missing,
    )


def writable(examples: Sequence[Turn], said: date | None) -> list[str]:
    """The example sentences whose answer the automaton would not let the model write."""
    known: dict[str, None] = {}
    wrong = []
    for question, answer in zip(examples[::2], examples[1::2], strict=True):
        times = [] if said is None else [span.of(question.text) for span in time_words(question.text, said)]
        automaton = FactLines(Sentence(question.text, tuple(times)), FactForm(TYPES, VALUE), tuple(known))
        end = b"" if answer.text == NOTHING else END
        state = automaton.feed(automaton.start(), answer.text.encode() + end)
        if state is None or not automaton.is_done(state):
            wrong.append(question.text)
            continue
        known |= dict.fromkeys(name.decode() for fact in state.facts for name in (fact.subject, fact.object))
    return wrong
