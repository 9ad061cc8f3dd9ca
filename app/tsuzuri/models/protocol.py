"""What is said between us and the chat model's process: frozen values, as JSON frames."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, Response, Turn


@dataclass(frozen=True, slots=True)
class Load:
    """Load a model file.

    `context` is the size of the shared context in tokens, of which `prefix_room` are for prefixes; `width` the
    requests in one batch. `candidates` are the thread counts to try when steps take much longer than `step_seconds`
    (0.0: not known). `gpu_layers` go to a GPU: None for all, where there is one. States of prefixes are kept in the
    folder `states`, if one is given, for the model file with that `sha256`.
    """

    path: str
    context: int
    prefix_room: int
    width: int
    threads: int
    candidates: tuple[int, ...] = ()
    step_seconds: float = 0.0
    gpu_layers: int | None = None
    sha256: str = ""
    states: str = ""
    kind: Literal["load"] = "load"


@dataclass(frozen=True, slots=True)
class Look:
    """Tell what the runtime can do; no model is loaded."""

    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class Work:
    """Answer the requests after the shared prefix."""

    prefix: tuple[Turn, ...]
    requests: tuple[DecodeRequest | Ask, ...]
    kind: Literal["work"] = "work"


@dataclass(frozen=True, slots=True)
class Measure:
    """Tell how fast the model runs with so many threads and sequences, of those loaded at most."""

    threads: int
    width: int
    kind: Literal["measure"] = "measure"


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop the work in progress within one step; answers that are not complete end as cancelled."""

    kind: Literal["cancel"] = "cancel"


Request = Annotated[Load | Look | Work | Measure | Cancel, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The model is in memory, so many of its layers on a GPU."""

    seconds: float
    gpu_layers: int = 0
    kind: Literal["loaded"] = "loaded"


@dataclass(frozen=True, slots=True)
class Seen:
    """The runtime: its version, and whether it finds a GPU."""

    version: str
    gpu: bool
    kind: Literal["seen"] = "seen"


@dataclass(frozen=True, slots=True)
class Begun:
    """Work on one request has begun: if the process ends now, it may be why."""

    index: int
    kind: Literal["begun"] = "begun"


@dataclass(frozen=True, slots=True)
class Wrote:
    """The whole of a free text so far."""

    index: int
    text: str
    kind: Literal["wrote"] = "wrote"


@dataclass(frozen=True, slots=True)
class Answered:
    """One request is answered."""

    index: int
    result: Decoded | Response
    kind: Literal["answered"] = "answered"


@dataclass(frozen=True, slots=True)
class Finished:
    """Every request is answered.

    Tokens read and written in this call, the prefix apart, and seconds taken. `threads` are those it runs on now;
    `retuned` is how often counts have been tried again since the start.
    """

    prefix_tokens: int
    read_tokens: int
    new_tokens: int
    prefix_seconds: float
    seconds: float
    threads: int
    retuned: int
    kind: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True)
class Speed:
    """Tokens read and written a second."""

    read_per_s: float
    new_per_s: float
    kind: Literal["speed"] = "speed"


@dataclass(frozen=True, slots=True)
class Failed:
    """The request could not be carried out. `lacks` names a capability, where the runtime lacks one."""

    message: str
    lacks: str = ""
    kind: Literal["failed"] = "failed"


Reply = Annotated[
    Loaded | Seen | Begun | Wrote | Answered | Finished | Speed | Failed,
    Field(discriminator="kind"),
]


@cache
def requests() -> TypeAdapter[Load | Look | Work | Measure | Cancel]:
    """Requests to frames and back. Built on first use: a library that is only looked at needs none."""
    return TypeAdapter(Request)


@cache
def replies() -> TypeAdapter[Loaded | Seen | Begun | Wrote | Answered | Finished | Speed | Failed]:
    """Replies to frames and back."""
    return TypeAdapter(Reply)
