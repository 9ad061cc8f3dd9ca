"""The model's tokens as bytes, and the choice of the best one that an automaton accepts."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple

import numpy as np

from tsuzuri.models.automata import Automaton, S

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TRIED_BY_LOGIT = 24
_NOT_NEEDED = frozenset((0x7F, 0xC0, 0xC1, 0xF1, 0xF2))


class Chosen(NamedTuple, Generic[S]):
    """A token, the state it leads to, and its probability under the model's own distribution (0..1)."""

    token: int
    state: S
    probability: float


class Vocabulary:
    """Every token's bytes.

    `pieces[i]` is token i; special tokens are empty and never chosen. The single bytes of UTF-8 must be among them, as
    they are in a byte-level vocabulary: then whatever the automaton allows can be written.

    Raises:
        ValueError: a byte has no token of its own.
    """

    def __init__(self, pieces: Sequence[bytes]) -> None:
        ordered = sorted((piece, token) for token, piece in enumerate(pieces) if piece)
        self._pieces = [piece for piece, _ in ordered]
        self._tokens = [token for _, token in ordered]
        self._by_token = list(pieces)
        single = {piece for piece in self._pieces if len(piece) == 1}
        # UTF-8 has no C0, C1 and F5 to FF, and F1 and F2 begin characters that the automaton does not copy.
        needed = {bytes((b,)) for b in range(0x20, 0xF5) if b not in _NOT_NEEDED} | {b"\n", b"\t"}
        if needed - single:
            raise ValueError(f"the vocabulary has no token for {len(needed - single)} of the single bytes")

    def piece(self, token: int) -> bytes:
        """The token's bytes."""
        return self._by_token[token]

    def choose(self, logits: "NDArray[np.float32]", automaton: Automaton[S], state: S) -> Chosen[S]:
        """The likeliest token that may come next; ties go to the smaller id.

        `logits` has shape (vocabulary,). The answer must not be complete.
        """
        token, following = self._likely(logits, automaton, state) or self._any(logits, automaton, state)
        return Chosen(token, following, _probabilities(logits, [token])[0])

    def weigh(self, logits: "NDArray[np.float32]", automaton: Automaton[S], state: S) -> list[Chosen[S]]:
        """Every token that may come next: few, where the automaton leaves little choice."""
        found = list(self._walk(automaton, state, b"", 0, len(self._pieces)))
        probabilities = _probabilities(logits, [token for token, _ in found])
        return [Chosen(*one, probability) for one, probability in zip(found, probabilities, strict=True)]

    def _likely(self, logits: "NDArray[np.float32]", automaton: Automaton[S], state: S) -> tuple[int, S] | None:
        """The answer is nearly always among the few best: those are tried first, in order."""
        best = int(logits.argmax())
        if (following := self._feed(automaton, state, best)) is not None:
            return best, following
        some = np.argpartition(-logits, _TRIED_BY_LOGIT)[:_TRIED_BY_LOGIT]
        for token in some[np.lexsort((some, -logits[some]))].tolist():
            if (following := self._feed(automaton, state, token)) is not None:
                return token, following
        return None

    def _any(self, logits: "NDArray[np.float32]", automaton: Automaton[S], state: S) -> tuple[int, S]:
        """Every token that may come next, found by walking the automaton instead of the vocabulary."""
        token, following = max(
            self._walk(automaton, state, b"", 0, len(self._pieces)), key=lambda found: (logits[found[0]], -found[0])
        )
        return token, following

    def _walk(self, automaton: Automaton[S], state: S, prefix: bytes, low: int, high: int) -> Iterator[tuple[int, S]]:
        """Tokens in the sorted range low..high, all of which begin with `prefix`, that the automaton accepts."""
        for byte in automaton.allowed(state):
            longer = prefix + bytes((byte,))
            start = bisect_left(self._pieces, longer, low, high)
            stop = bisect_left(self._pieces, prefix + bytes((byte + 1,)), start, high)
            if start == stop:
                continue
            following = automaton.feed(state, longer[-1:])
            assert following is not None
            for place in range(start, stop):
                if self._pieces[place] != longer:
                    break
                yield self._tokens[place], following
            yield from self._walk(automaton, following, longer, start, stop)

    def _feed(self, automaton: Automaton[S], state: S, token: int) -> S | None:
        piece = self._by_token[token]
        return automaton.feed(state, piece) if piece else None


def _probabilities(logits: "NDArray[np.float32]", tokens: Sequence[int]) -> list[float]:
    """The tokens' probabilities (0..1) in the distribution of the logits."""
    peak = float(logits.max())
    log_total = peak + float(np.log(np.exp(logits - peak).sum()))
    return [float(np.exp(float(logits[token]) - log_total)) for token in tokens]
