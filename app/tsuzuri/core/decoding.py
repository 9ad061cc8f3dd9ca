"""What is asked of a chat model and what comes back: a shared prefix, passages sentence by sentence, facts as lines."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a chat: `role` is "system", "user" or "assistant"."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to read facts from. `times` are the time words in it, as they stand there."""

    text: str
    times: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactForm:
    """The form of an answer (see `models.grammar`).

    `types` are the entity types, `value_type` the type of a literal object. `relations`, when not empty, is a closed
    list. `max_facts` caps the facts of one sentence. `pronouns` are words that are never taken up as known names.
    """

    types: tuple[str, ...]
    value_type: str
    relations: tuple[str, ...] = ()
    max_facts: int = 8
    pronouns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecodeRequest:
    """One passage. The model sees one sentence after the other and answers each before it sees the next.

    `names` may be subjects though no sentence has them (a speaker). `max_tokens` caps the answer to one sentence.
    """

    sentences: tuple[Sentence, ...]
    form: FactForm
    names: tuple[str, ...] = ()
    max_tokens: int = 160


class StopReason(StrEnum):
    """Why the model stopped writing."""

    COMPLETE = "complete"
    TOO_LONG = "too_long"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts of one sentence, a line each.

    `line_confidence[i]` is the product of the token probabilities of line i, 0..1. `cut` says that the answer came to
    its cap; its whole lines are here.
    """

    lines: tuple[str, ...]
    line_confidence: tuple[float, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Decoded:
    """The answers to a passage's sentences, in order.

    `TOO_LONG`: passage and answers do not fit the context; what was answered before the end was reached is here.
    """

    answers: tuple[Answer, ...]
    stop: StopReason
    prompt_tokens: int
    new_tokens: int
