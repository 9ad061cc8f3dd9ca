"""What runs a model, as the engine uses it: tokens in, logits out, sequences copied, cleared, kept and restored."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tsuzuri.core.decoding import Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH_TOKENS = 512


class EngineError(Exception):
    """The model's runtime refused; the message says what it was asked to do."""


class Entry(NamedTuple):
    """One token of a batch, and whether the logits after it are wanted."""

    token: int
    position: int
    sequence: int
    wants_logits: bool


class Runtime(Protocol):
    """A loaded model and its context. What it raises is `EngineError`."""

    @property
    def size(self) -> int:
        """Tokens that all sequences may have together; those that a copy shares count once."""

    def turn(self, turn: Turn) -> list[int]:
        """A turn's tokens, its end included. Its text is data, never marks of the chat format."""

    def question(self, turns: Sequence[Turn]) -> list[int]:
        """The tokens of turns to be answered, up to where the answer begins."""

    def end_of_turn(self) -> list[int]:
        """The tokens that end an answer."""

    def decode(self, entries: Sequence[Entry]) -> None:
        """Read a batch of `BATCH_TOKENS` entries at most."""

    def logits(self, row: int) -> "NDArray[np.float32]":
        """The logits after entry `row` of the batch just read, shape (vocabulary,); valid until the next."""

    def copy(self, source: int, target: int) -> None:
        """Let the sequence `target` have read what `source` has."""

    def clear(self, sequence: int) -> None:
        """Let the sequence have read nothing."""

    def state(self, sequence: int) -> bytes:
        """What the model has made of a sequence, to be restored later."""

    def restore(self, sequence: int, state: bytes) -> bool:
        """Put the state back into an empty sequence; False, and it stays empty, if it does not fit."""

    def set_threads(self, threads: int) -> None:
        """Run on so many threads from now on."""
