"""What a person has asked, and what was answered: the values and the protocol a store implements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tsuzuri.core.answers import Answer
from tsuzuri.core.ids import AskedId, PassageId


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer, and when it was asked.

    Of the answer only what a person reads is kept: no hits, no trace and no timings.
    """

    id: AskedId
    at: datetime
    answer: Answer


class History(Protocol):
    """The latest questions. One goes with the first of the passages that it rests on, and all its words with it.

    It is never searched, and the model never reads it.
    """

    def put(self, answer: Answer, rests_on: Sequence[PassageId], now: datetime, *, most: int) -> AskedId | None:
        """Keep an answer, and of all of them the latest `most`; None, and nothing kept, where such a passage is gone.

        It rests on the passages that it cites, and on those of `rests_on`.
        """

    def asked(self, limit: int) -> tuple[Asked, ...]:
        """The latest of them, in the order in which they were asked."""

    def remove(self, id: AskedId) -> None:
        """Keep one no longer; one that is gone is passed over."""

    def clear(self) -> None:
        """Keep none of them."""
