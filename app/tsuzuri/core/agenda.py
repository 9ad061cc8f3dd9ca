"""What is to be read by the model, in which order and at what cost: the values and the protocol a store implements."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from tsuzuri.core.ids import PassageId


@dataclass(frozen=True, slots=True)
class Weight:
    """What is known of a passage before the model reads it.

    `print` is a signed 64-bit hash of what it says: passages that say the same have the same one. `work` is about how
    many tokens the model reads and writes for it, 0 where nothing in it is worth asking about.
    """

    passage_id: PassageId
    print: int
    work: int


@dataclass(frozen=True, slots=True)
class Use:
    """What the model has cost: tokens read and written, the `work` done for them (see `Weight`), and the seconds."""

    tokens_read: int = 0
    tokens_written: int = 0
    work: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Use") -> "Use":
        return Use(
            self.tokens_read + other.tokens_read,
            self.tokens_written + other.tokens_written,
            self.work + other.work,
            self.seconds + other.seconds,
        )

    @property
    def tokens(self) -> int:
        """All of them."""
        return self.tokens_read + self.tokens_written


class Agenda(Protocol):
    """The order of what waits, what need not be asked, and what reading has cost. Ids that are gone are passed over."""

    def want(self, shown: Sequence[PassageId]) -> None:
        """A search has shown these: those that wait come first, then their neighbours; each showing counts."""

    def unweighed(self, *, under: Sequence[str] = ()) -> tuple[PassageId, ...]:
        """Passages that wait and have no weight yet, by content and ordinal; `under` as for `Catalog.pending`."""

    def weigh(self, weights: Iterable[Weight], *, said: bool = False) -> None:
        """Keep weights; `said` when the model has now read these passages themselves."""

    def work_left(self, *, under: Sequence[str] = ()) -> int:
        """The work of all that waits and is weighed; of passages that say the same, one counts."""

    def said_by(self, prints: Iterable[int]) -> Mapping[int, PassageId]:
        """The last passage the model itself has read with each print; prints without one are absent. One query."""

    def set_same(self, passage_id: PassageId, original: PassageId) -> None:
        """A waiting passage says the same as one that was read: it no longer waits.

        When the original goes, it waits again.
        """

    def same_as(self, passage_ids: Sequence[PassageId]) -> Mapping[PassageId, PassageId]:
        """Which of these passages say the same as another, and as which."""

    def times_asked(self, prints: Iterable[int], at_most: int) -> Mapping[int, int]:
        """In how many passages the model was asked about each sentence, by print; no more than `at_most` are counted.

        Sentences that it was never asked about are absent. One query.
        """

    def note_sentences(self, passage_id: PassageId, asked: Iterable[int], left_out: Iterable[int]) -> None:
        """Keep which sentences of a passage the model was asked about and which were left out as repeated.

        When the last passage in which a sentence was asked about goes, those that left it out wait again.
        """

    def spend(self, day: date, use: Use) -> None:
        """Add to what the model has cost on that day."""

    def used(self, day: date) -> Use:
        """What the model has cost on that day."""

    def pace(self) -> float | None:
        """Work a second on the latest day on which the model worked; None before it ever did."""
