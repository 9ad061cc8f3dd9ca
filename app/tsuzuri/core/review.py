"""What waits for a person's yes or no, and what was decided: the values and the protocol a store implements."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from tsuzuri.core.ids import ReviewId
from tsuzuri.core.values import Page

YOU = "you"
"""`Item.answered_by` where a person has answered."""


class Question(StrEnum):
    """What is asked. `one` and `other` of a proposal are the ids of what its kind says."""

    MERGE = "merge"
    """Are two entities one? Yes unites `other` with `one`."""
    SPLIT = "split"
    """Are there two of one name? `one` is the entity, `other` the content that speaks of somebody else."""
    CONTRADICTION = "contradiction"
    """Two facts cannot both be true. Yes: `other` is wrong and `one` holds; no: both hold, they only seem to differ;
    other: it is `one` that is wrong."""
    QUARANTINE = "quarantine"
    """A line was not let in: `one` is its passage. Yes lets it in, no drops it."""
    RULE = "rule"
    """Should a relation (`detail`) have many values at a time in this library? There is no `one` and no `other`."""


class Answer(StrEnum):
    """What was said to a question; `LATER` keeps it, at the end of the queue.

    `OTHER` is for contradictions alone: yes, but it is `one` that is wrong.
    """

    YES = "yes"
    NO = "no"
    OTHER = "other"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A question to be asked, or one that rule or model has answered by itself (`answer`).

    `print` is a signed 64-bit hash of what is asked about, in words and not in ids: a question with the print of one
    that a person has answered is never asked again, even after all of it had gone and come back. `score` (0..1) is how
    sure `by` (a rule or a model, with its version) is that the answer is yes, `reason` why, for a person to read.
    `detail` is what is asked about where ids do not say it.
    """

    question: Question
    print: int
    one: int
    other: int
    score: float
    reason: str
    by: str
    detail: str = ""
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A question in the queue, or in the history of decisions.

    `answer` is None (or `LATER`) while it waits. `answered_by` is "you", or the rule or model that decided. `print` is
    that of its proposal.
    """

    id: ReviewId
    question: Question
    print: int
    one: int
    other: int
    score: float
    reason: str
    by: str
    detail: str
    asked_at: datetime
    answer: Answer | None = None
    answered_at: datetime | None = None
    answered_by: str = ""


class Reviews(Protocol):
    """The queue of questions and the memory of answers.

    A question goes with what it asks about. An answer that a person gave is remembered by its print alone after that,
    without a word of what it was about.
    """

    def propose(self, proposals: Sequence[Proposal], now: datetime) -> tuple[Item, ...]:
        """Put questions into the queue: the items of those that were not there yet, or that have an answer.

        Where a person has answered the same question before, the item carries that answer, given by "you", whatever
        was proposed: whoever proposes acts on `Item.answer`. One that waits already is not asked twice, and is left
        out of what is given back.
        """

    def remembered(self, question: Question, prints: Collection[int]) -> Mapping[int, Answer]:
        """What a person has answered to the questions of those prints; the others are absent. One query."""

    def waiting(self, *, questions: Collection[Question] = (), after: str | None = None, limit: int = 64) -> Page[Item]:
        """What waits, surest first, what was put off last; only of those kinds, if any are named.

        A merge does not wait while the two are one already by other unions.
        """

    def decided(self, *, questions: Collection[Question] = (), after: str | None = None, limit: int = 64) -> Page[Item]:
        """What was decided and still has something it is about, latest first; only of those kinds, if any are named."""

    def asked(self, question: Question, prints: Collection[int]) -> Mapping[int, Item]:
        """The questions of that kind that wait or were decided, by print; what is gone is absent. One query."""

    def item(self, id: ReviewId) -> Item | None:
        """One item, or None."""

    def answer(self, id: ReviewId, answer: Answer | None, by: str, now: datetime) -> Item:
        """Record an answer; None takes one back, and the question waits again. The item as it is then.

        What the answer means for the graph is done by the caller, in the same transaction.

        Raises:
            KeyError: it is gone.
        """

    def count(self) -> int:
        """How many questions wait, without those that were put off."""
