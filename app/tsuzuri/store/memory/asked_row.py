"""The row of a question in a store in memory."""

from dataclasses import dataclass
from datetime import datetime

from tsuzuri.core.ids import PassageId


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A question, and the passages with the first of which it goes; see `store.asked_records`."""

    at: datetime
    told: str
    rests_on: frozenset[PassageId]
