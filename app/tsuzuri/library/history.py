"""The questions that were asked here: the latest of them, in the library's own file, and never searched."""

from collections.abc import Sequence

from tsuzuri.core.answers import Answer, Verdict
from tsuzuri.core.clock import Clock
from tsuzuri.core.history import Asked
from tsuzuri.core.ids import AskedId, PassageId
from tsuzuri.core.ports import Backend

KEPT = 100
"""So many questions are kept."""


class History:
    """What was asked, and what was answered.

    An answer says what its sources say: forgetting one of them takes the question along. A question that follows on
    others has taken words of theirs over, so that it rests on their sources too.
    """

    def __init__(self, backend: Backend, clock: Clock) -> None:
        self._backend = backend
        self._clock = clock

    def asked(self, *, limit: int = KEPT) -> tuple[Asked, ...]:
        """The latest, in the order in which they were asked."""
        return self._backend.history.asked(limit)

    def keep(self, answer: Answer, follows: Sequence[Answer] = ()) -> AskedId | None:
        """Keep an answer that followed on others. One that was stopped is not, nor one whose sources went meanwhile.

        Raises:
            LibraryBusy: another process is writing; it was not kept.
            OutOfSpace: there is no room for it; it was not kept.
        """
        if answer.verdict is Verdict.CANCELLED:
            return None
        rests_on: list[PassageId] = []
        if answer.asked != answer.question:
            rests_on = [one.passage_id for before in follows for one in before.citations]
        with self._backend.transaction():
            return self._backend.history.put(answer, rests_on, self._clock(), most=KEPT)

    def remove(self, id: AskedId) -> None:
        """Keep one no longer.

        Raises:
            LibraryBusy: another process is writing; it is still there.
        """
        with self._backend.transaction():
            self._backend.history.remove(id)

    def clear(self) -> None:
        """Keep none of them.

        Raises:
            LibraryBusy: another process is writing; all are still there.
        """
        with self._backend.transaction():
            self._backend.history.clear()
