"""The records of files and of what is in them: the protocol a store implements."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.orders import SourceOrder
from tsuzuri.core.values import (
    ContentDraft,
    Counts,
    Grown,
    KnownFile,
    Neighbours,
    Page,
    Passage,
    PassageDraft,
    Revised,
    Source,
    SourceDraft,
    SourceState,
)


class Catalog(Protocol):
    """The records of sources, contents and passages, and how far each has come."""

    def put_sources(self, drafts: Sequence[SourceDraft], now: datetime) -> tuple[SourceId, ...]:
        """Record that files exist, by their uris.

        A known one keeps its id, state and content, gets the new size and time, and is missing no longer.
        """

    def touch(self, source_id: SourceId, size: int, modified: datetime) -> None:
        """Keep a file's new size and time where its bytes are known to be the same; it is missing no longer.

        Raises:
            KeyError: no such source.
        """

    def move(self, source_id: SourceId, draft: SourceDraft) -> ContentId | None:
        """The same file lies elsewhere now; everything of it stays, and it is missing no longer.

        A content that had the name of the file as its title, and has this source as its first, gets the new name. Its
        id is given back then: what was indexed with the title has to be indexed again. A document may also tell a title
        that was the name; only reading it again and `revise` show that.

        Raises:
            KeyError: no such source.
            ValueError: another source has that uri.
        """

    def set_missing(self, source_ids: Sequence[SourceId], since: datetime | None) -> None:
        """These files were not found at the last look, or (None) were found again; ids that are gone are passed over.

        One that is missing already keeps its earlier moment. A missing source stays searchable.
        """

    def missing(self) -> tuple[KnownFile, ...]:
        """Every file that is missing, by uri."""

    def known_under(self, path: str, *, after: str | None = None, limit: int = 2000) -> Page[KnownFile]:
        """What is known of the files that are the path or lie below it, by uri."""

    def source(self, source_id: SourceId) -> Source | None:
        """One source, or None."""

    def sources_by_id(self, ids: Sequence[SourceId]) -> tuple[Source, ...]:
        """Those sources in the order asked; ids that are gone are left out."""

    def source_by_uri(self, uri: str) -> Source | None:
        """The source at that place, or None."""

    def sources(
        self,
        *,
        contains: str = "",
        order: SourceOrder = SourceOrder.PLACE,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Source]:
        """Sources in an order; `contains` filters by a piece of the uri or title, without regard to case.

        Raises:
            ValueError: `after` is no cursor of a page in that order.
        """

    def refuse(self, source_id: SourceId, state: SourceState, reason: str) -> None:
        """Set `REFUSED` or `NO_TEXT` with its reason; a former version's content is dropped."""

    def forget(self, source_id: SourceId) -> None:
        """Take a source out with all that only it supported; one that is gone changes nothing."""

    def find_content(self, sha256: bytes) -> ContentId | None:
        """The stored content of those bytes."""

    def put_content(
        self, source_id: SourceId, draft: ContentDraft, passages: Sequence[PassageDraft]
    ) -> tuple[ContentId, tuple[PassageId, ...]]:
        """Store a content with its passages (all pending) and attach the source to it."""

    def revise(self, source_id: SourceId, draft: ContentDraft, passages: Sequence[PassageDraft]) -> Revised:
        """The file's content has changed: store what it is now, and keep what of it has stayed.

        Passages that stayed (see `store.revision.kept`) keep their id, date, facts, index rows and whether they were
        read; the others go with all that only they supported, and new ones are pending. `passages` are in order.
        A source without content, or that shares one with a source that has not changed, gets one as by `put_content`.

        Raises:
            KeyError: no such source.
            ValueError: that content is stored already under another source (then `attach`), or two passages share an
                ordinal.
        """

    def attach(self, source_id: SourceId, content_id: ContentId) -> None:
        """Point a source at a stored content; what only its former content supported goes."""

    def content_text(self, content_id: ContentId) -> str:
        """The whole extracted text.

        Raises:
            KeyError: no such content.
        """

    def passages(self, ids: Sequence[PassageId]) -> tuple[Passage, ...]:
        """Those passages in the order asked; ids that are gone are left out."""

    def passages_of(self, content_id: ContentId) -> tuple[Passage, ...]:
        """All passages of a content in order."""

    def neighbours(self, ids: Sequence[PassageId]) -> Mapping[PassageId, Neighbours]:
        """The passages beside each in its document; ids that are gone are left out. One query."""

    def speakers(self) -> tuple[str, ...]:
        """Everyone whose words passages are, by name as written, in order."""

    def pending(self, limit: int, *, under: Sequence[str] = ()) -> tuple[Passage, ...]:
        """The first passages the model has not read.

        Those that searches have shown come first (see `Agenda.want`), then those of sources that were added or changed
        last; of equals, by source and ordinal.

        `under` keeps those whose source uri is one of the paths or lies below one.
        """

    def pending_count(self, *, under: Sequence[str] = ()) -> int:
        """How many passages the model has not read; `under` as for `pending`."""

    def set_read(self, passage_ids: Sequence[PassageId]) -> None:
        """The model has read these; a source without pending passages becomes `UNDERSTOOD`."""

    def set_aside(self, passage_id: PassageId, reason: str) -> None:
        """The model could not read this one; it no longer waits, and its reason is kept."""

    def read_again(self) -> int:
        """Let those wait again that the model could not read; tells how many."""

    def counts(self) -> Counts:
        """How much the dataset holds."""

    def growth(self) -> tuple[Grown, ...]:
        """The days on which what there is came, in order: sources by when they were first seen, facts by when they
        were learnt. Reads every source and fact.
        """
