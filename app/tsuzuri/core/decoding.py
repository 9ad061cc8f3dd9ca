"""What is asked of a chat model and what comes back: a shared prefix, many requests, a form each answer must take."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class FactLinesForm:
    """Answers are fact lines copied from numbered sentences (see `models.grammar`).

    `sentences` are the numbered ones, in order; `names` may be copied as subject or object besides.
    `types` are the entity types, `value_type` the type of a literal object. `relations`, when not empty, is a
    closed list. `max_facts` caps the lines.
    """

    sentences: tuple[str, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    value_type: str
    relations: tuple[str, ...] = ()
    max_facts: int = 24


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a chat: `role` is "system", "user" or "assistant"."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class DecodeRequest:
    """One prompt that follows the shared prefix. `max_tokens` caps what is written."""

    prompt: str
    form: FactLinesForm
    max_tokens: int = 512


class StopReason(StrEnum):
    """Why the model stopped writing."""

    COMPLETE = "complete"
    TOKEN_CAP = "token_cap"
    TOO_LONG = "too_long"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Decoded:
    """An answer. `line_confidence[i]` is the product of the token probabilities of its i-th complete line, 0..1.

    `TOO_LONG`: prompt and answer do not fit the context; nothing was decoded, split and ask again.
    """

    text: str
    line_confidence: tuple[float, ...]
    stop: StopReason
    prompt_tokens: int
    new_tokens: int
