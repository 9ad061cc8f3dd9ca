"""What is said between us and the chat model's process: frozen values, as JSON frames."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tsuzuri.core.decoding import Decoded, DecodeRequest, Turn


@dataclass(frozen=True, slots=True)
class Load:
    """Load a model file. `context` is the size of the shared context in tokens, `width` the passages in one batch."""

    path: str
    context: int
    width: int
    threads: int
    kind: Literal["load"] = "load"


@dataclass(frozen=True, slots=True)
class Decode:
    """Answer the requests after the shared prefix."""

    prefix: tuple[Turn, ...]
    requests: tuple[DecodeRequest, ...]
    kind: Literal["decode"] = "decode"


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop the decoding in progress within one step; answers that are not complete end as cancelled."""

    kind: Literal["cancel"] = "cancel"


Request = Annotated[Load | Decode | Cancel, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The model is in memory. Durations in seconds."""

    seconds: float
    kind: Literal["loaded"] = "loaded"


@dataclass(frozen=True, slots=True)
class Answered:
    """One passage is answered."""

    index: int
    decoded: Decoded
    kind: Literal["answered"] = "answered"


@dataclass(frozen=True, slots=True)
class Finished:
    """Every request is answered. Tokens read and written in this call, the prefix apart, and seconds taken."""

    prefix_tokens: int
    read_tokens: int
    new_tokens: int
    prefix_seconds: float
    seconds: float
    kind: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True)
class Failed:
    """The request could not be carried out; the process goes on."""

    message: str
    kind: Literal["failed"] = "failed"


Reply = Annotated[Loaded | Answered | Finished | Failed, Field(discriminator="kind")]


@cache
def requests() -> TypeAdapter[Load | Decode | Cancel]:
    """Requests to frames and back. Built on first use: a library that is only looked at needs none."""
    return TypeAdapter(Request)


@cache
def replies() -> TypeAdapter[Loaded | Answered | Finished | Failed]:
    """Replies to frames and back."""
    return TypeAdapter(Reply)
