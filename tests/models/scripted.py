"""A runtime without a model: tokens are bytes, and a script says what comes next."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tsuzuri.core.decoding import Turn
from tsuzuri.models.grammar import END
from tsuzuri.models.runtime import EngineError, Entry
from tsuzuri.models.vocabulary import Vocabulary

BYTES = Vocabulary([bytes((b,)) for b in range(256)])
ASSISTANT = b"=>"

Script = Callable[[bytes], Mapping[bytes, float]]
"""The probabilities of what comes next, a byte each, after all that a sequence has read."""


def reciting(answers: Mapping[str, str]) -> Script:
    """Says the answer to the question that was asked last, byte by byte, then ends its turn."""

    def script(read: bytes) -> Mapping[bytes, float]:
        asked, _, said = read.rpartition(ASSISTANT)
        answer = next(text for question, text in answers.items() if asked.endswith(question.encode() + END))
        return {(answer.encode() + END)[len(said) : len(said) + 1]: 0.9}

    return script


class ScriptedRuntime:
    """Keeps what each sequence has read, and the log of what was asked of it."""

    def __init__(self, script: Script, size: int = 4000) -> None:
        self.sequences: dict[int, bytes] = {}
        self.batches: list[list[Entry]] = []
        self.threads: list[int] = []
        self.restored: list[int] = []
        self.failing = False
        self._script = script
        self._size = size
        self._rows: list[bytes] = []

    @property
    def size(self) -> int:
        return self._size

    def turn(self, turn: Turn) -> list[int]:
        return [*turn.text.encode(), *END]

    def question(self, turns: Sequence[Turn]) -> list[int]:
        return [*(token for turn in turns for token in self.turn(turn)), *ASSISTANT]

    def end_of_turn(self) -> list[int]:
        return [*END]

    def decode(self, entries: Sequence[Entry]) -> None:
        if self.failing:
            raise EngineError("it fails")
        self.batches.append(list(entries))
        self._rows = []
        for entry in entries:
            read = self.sequences.get(entry.sequence, b"")
            assert entry.position == len(read)
            self.sequences[entry.sequence] = read + bytes((entry.token,))
            self._rows.append(self.sequences[entry.sequence])

    def logits(self, row: int) -> NDArray[np.float32]:
        probabilities = self._script(self._rows[row])
        left = (1.0 - sum(probabilities.values())) / (256 - len(probabilities))
        spread = [probabilities.get(bytes((b,)), left) for b in range(256)]
        return np.log(np.asarray(spread, np.float32))

    def copy(self, source: int, target: int) -> None:
        assert target not in self.sequences
        self.sequences[target] = self.sequences.get(source, b"")

    def clear(self, sequence: int) -> None:
        self.sequences.pop(sequence, None)

    def state(self, sequence: int) -> bytes:
        return self.sequences[sequence]

    def restore(self, sequence: int, state: bytes) -> bool:
        self.restored.append(sequence)
        self.sequences[sequence] = state
        return True

    def set_threads(self, threads: int) -> None:
        self.threads.append(threads)
