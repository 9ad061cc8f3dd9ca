"""What documents say in short, in sentences of their own: the values and the protocol a store implements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, PassageId


@dataclass(frozen=True, slots=True)
class Cited:
    """A stretch of a passage's text."""

    passage_id: PassageId
    span: Span


@dataclass(frozen=True, slots=True)
class Summary:
    """A document in a few of its sentences, in the order in which they stand there; none where it has no words."""

    content_id: ContentId
    sentences: tuple[Cited, ...]


class Summaries(Protocol):
    """One summary a document. It goes when a passage of the document comes or goes."""

    def missing(self, limit: int) -> tuple[ContentId, ...]:
        """The first documents without one, by id."""

    def put(self, summaries: Sequence[Summary]) -> None:
        """Store them, in place of those there were. One of a document or with a passage that is gone is left out."""

    def of(self, content_ids: Sequence[ContentId]) -> Mapping[ContentId, Summary]:
        """The summary of each document; those without one are absent. One query."""

    def count(self) -> int:
        """How many there are."""
