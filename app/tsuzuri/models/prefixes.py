"""The shared prefixes in the context: each is read once and stays, in a sequence of its own, while there is room."""

from collections.abc import Callable, Sequence

from tsuzuri.core.decoding import Turn
from tsuzuri.models.prefix_states import PrefixStates
from tsuzuri.models.runtime import BATCH_TOKENS, EngineError, Entry, Runtime

PREFIX_SEQUENCES = 6
"""The sequences 0 to 5 are for prefixes, the others for requests."""


class Prefixes:
    """Prefixes by their tokens; the one used longest ago goes first when they come to more than `room` tokens.

    `states`, if given, keeps on the disk those whose text is all our own.
    """

    def __init__(self, runtime: Runtime, room: int, states: PrefixStates | None) -> None:
        self._runtime = runtime
        self._room = room
        self._states = states
        self._sequences: dict[tuple[int, ...], int] = {}  # the one used last at the end

    def read(self, turns: Sequence[Turn], cancelled: Callable[[], bool]) -> tuple[int, int] | None:
        """The sequence that has read the turns, and their length in tokens; None if the reading was cancelled.

        Raises:
            EngineError: they do not fit the context.
        """
        tokens = tuple(token for turn in turns for token in self._runtime.turn(turn))
        if tokens in self._sequences:
            self._sequences[tokens] = self._sequences.pop(tokens)
            return self._sequences[tokens], len(tokens)
        if len(tokens) >= self._runtime.size:
            raise EngineError(f"a prefix of {len(tokens)} tokens does not fit a context of {self._runtime.size}")
        sequence = self._make_room(len(tokens))
        states = self._states if tokens and all(turn.own for turn in turns) else None
        kept = states.load(tokens) if states is not None else None
        if kept is None or not self._runtime.restore(sequence, kept):
            if not self._read(tokens, sequence, cancelled):
                return None
            if states is not None:
                states.save(tokens, self._runtime.state(sequence))
        self._sequences[tokens] = sequence
        return sequence, len(tokens)

    def forget(self) -> None:
        """Empty all of them, after a failure that left them in an unknown state."""
        self._sequences.clear()
        for sequence in range(PREFIX_SEQUENCES):
            self._runtime.clear(sequence)

    def _read(self, tokens: Sequence[int], sequence: int, cancelled: Callable[[], bool]) -> bool:
        for start in range(0, len(tokens), BATCH_TOKENS):
            if cancelled():
                self._runtime.clear(sequence)
                return False
            piece = tokens[start : start + BATCH_TOKENS]
            self._runtime.decode([Entry(token, start + i, sequence, False) for i, token in enumerate(piece)])
        return True

    def _make_room(self, tokens: int) -> int:
        """A free sequence, and room for so many tokens."""
        while self._sequences and (
            len(self._sequences) == PREFIX_SEQUENCES or sum(map(len, self._sequences)) + tokens > self._room
        ):
            self._runtime.clear(self._sequences.pop(next(iter(self._sequences))))
        taken = set(self._sequences.values())
        return next(sequence for sequence in range(PREFIX_SEQUENCES) if sequence not in taken)
