"""From a file to passages one can find by their words: read, split, then one transaction a source."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from tsuzuri.core.clock import Clock
from tsuzuri.core.document import BlockKind, Document, Refusal, RefusalReason, Said, SaidKind
from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.lexical import passage_entry
from tsuzuri.core.ports import Backend, Reader
from tsuzuri.core.values import ContentDraft, Kind, PassageDraft, Source, SourceDraft, SourceState
from tsuzuri.ingest.files import Version, is_still, version_of
from tsuzuri.text.dates import find_date
from tsuzuri.text.split import split

CountTokens = Callable[[Sequence[str]], Sequence[int]]
"""How many tokens an embedder reads for each text."""

_PASSING = frozenset(
    {RefusalReason.UNREADABLE, RefusalReason.TIMED_OUT, RefusalReason.CRASHED, RefusalReason.OUT_OF_MEMORY}
)
"""Reasons that may be gone when a file is read again as it is."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """What became of one file. `state` is as stored; `passages` that are new; `reason` for a refusal.

    `passing` when reading the same file again may end otherwise; `missing` when it was not there; `fresh` when it came
    before a backlog, as what was just saved does.
    """

    path: Path
    state: SourceState
    passages: int
    reason: str = ""
    unchanged: bool = False
    passing: bool = False
    missing: bool = False
    fresh: bool = False


class Structure(Protocol):
    """What a document states of itself, ready to be written with its passages."""

    def write(self, content_id: ContentId, passage_ids: Sequence[PassageId], fresh: Collection[int]) -> None:
        """Write what stands in the passages whose numbers are `fresh`; the others have it already."""


class Structures(Protocol):
    """Finds what documents state of themselves: front matter, links, headers, entries, cards."""

    def find(self, document: Document, drafts: Sequence[PassageDraft]) -> Structure:
        """What a document gives, at its places in its passages."""


class Indexing:
    """Makes files that are recorded searchable by their words, each whole or not at all.

    Raises `ModelUnavailable` when tokens cannot be counted. `count_tokens` and `reader` are used by one thread.
    """

    def __init__(
        self, backend: Backend, reader: Reader, count_tokens: CountTokens, clock: Clock, structures: Structures
    ) -> None:
        self._backend = backend
        self._reader = reader
        self._count_tokens = count_tokens
        self._clock = clock
        self._structures = structures

    def index(self, source_id: SourceId, path: Path) -> Indexed:
        """Bring what is stored of a file up to what it holds now."""
        try:
            version = version_of(path)
        except (FileNotFoundError, NotADirectoryError):
            return self._miss(source_id, path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return self._refuse(source_id, path, Refusal(RefusalReason.UNREADABLE, f"it cannot be opened: {reason}"))
        if (known := self._known(source_id, path, version)) is not None:
            return known
        document = self._reader.read(path)
        if not is_still(path, version):
            return replace(self._as_stored(source_id, path), reason="it was changed while it was read", passing=True)
        if isinstance(document, Refusal):
            return self._refuse(source_id, path, document)
        return self.take(source_id, path, document, version.sha256, _said_by_file(path, version.modified))

    def take(self, source_id: SourceId, path: Path, document: Document, sha256: bytes, said: Said) -> Indexed:
        """Store what was read of a source. `sha256` names its bytes, `said` dates what tells no date of its own."""
        read = self._split(document, said)
        if read is None:
            return self._refuse(source_id, path, Refusal(RefusalReason.NO_TEXT, "there is no text in it"))
        with self._backend.transaction():
            stored = self._store(source_id, read, sha256, path)
        return self._as_stored(source_id, path, passages=stored or 0, unchanged=stored is None)

    def take_new(self, draft: SourceDraft, document: Document, sha256: bytes, said: Said) -> SourceId | None:
        """Record a source that no file is behind, and store what was read of it, in one transaction; see `take`.

        None, and nothing is recorded, where there is no text.
        """
        read = self._split(document, said)
        if read is None:
            return None
        with self._backend.transaction():
            (source_id,) = self._backend.catalog.put_sources([draft], self._clock())
            self._store(source_id, read, sha256, Path(draft.uri))
        return source_id

    def _known(self, source_id: SourceId, path: Path, version: Version) -> Indexed | None:
        """The result for bytes that are stored already, under this source or another; None for new ones."""
        content_id = self._backend.catalog.find_content(version.sha256)
        if content_id is None:
            return None
        source = self._backend.catalog.source(source_id)
        if source is None:
            return _gone(path)
        if source.content_id == content_id and _is_dated_otherwise(source, path, version):
            return None
        if source.content_id != content_id:
            try:
                with self._backend.transaction():
                    self._backend.catalog.attach(source_id, content_id)
            except KeyError:
                return None  # the content was forgotten at this moment: the file is read
        return self._as_stored(source_id, path, unchanged=True)

    def _miss(self, source_id: SourceId, path: Path) -> Indexed:
        """A file that is not there: what is stored of it stays, and the next look at its folder tells more."""
        with self._backend.transaction():
            source = self._backend.catalog.source(source_id)
            self._backend.catalog.set_missing([source_id], self._clock())
        return _gone(path) if source is None else Indexed(path, source.state, 0, "it is not there", missing=True)

    def _refuse(self, source_id: SourceId, path: Path, refusal: Refusal) -> Indexed:
        """Say why a file is not read. What is stored of it goes only where reading it again cannot end otherwise."""
        empty = refusal.reason in (RefusalReason.NO_TEXT, RefusalReason.EMPTY)
        state, passing = SourceState.NO_TEXT if empty else SourceState.REFUSED, refusal.reason in _PASSING
        with self._backend.transaction():
            source = self._backend.catalog.source(source_id)
            if source is None:
                return _gone(path)
            if passing and source.content_id is not None:
                return Indexed(path, source.state, 0, refusal.detail, passing=True)
            self._backend.catalog.refuse(source_id, state, refusal.detail)
        return Indexed(path, state, 0, refusal.detail, passing=passing)

    def _split(self, document: Document, said: Said) -> "_Split | None":
        drafts = split(document, self._count_tokens)
        if not drafts:
            return None
        records = _records(document, drafts)
        document, drafts = _dated(document, drafts, records, said)
        return _Split(document, drafts, records, self._structures.find(document, drafts))

    def _store(self, source_id: SourceId, read: "_Split", sha256: bytes, path: Path) -> int | None:
        """Store a content with its passages, inside a transaction; to those of its records the model could add nothing.

        How many passages are new; None where nothing was: the source is gone, or its content is stored already.
        """
        content, drafts = _content(read.document, sha256, path), read.drafts
        source = self._backend.catalog.source(source_id)
        if source is None:
            return None
        stored = self._backend.catalog.find_content(content.sha256)
        if stored is not None and stored != source.content_id:  # another reader was faster with a copy of it
            self._backend.catalog.attach(source_id, stored)
            return None
        revised = self._backend.catalog.revise(source_id, content, drafts)
        numbers = range(len(drafts)) if revised.retitled else sorted(revised.fresh)
        before = (None, *drafts)
        self._backend.lexical.put(
            Kind.PASSAGE,
            [passage_entry(revised.ids[at], content.title, drafts[at], before[at]) for at in numbers],
        )
        read.structure.write(revised.content_id, revised.ids, revised.fresh)
        self._backend.catalog.set_read([revised.ids[at] for at in read.records if at in revised.fresh])
        return len(revised.fresh)

    def _as_stored(self, source_id: SourceId, path: Path, *, passages: int = 0, unchanged: bool = False) -> Indexed:
        source = self._backend.catalog.source(source_id)
        return _gone(path) if source is None else Indexed(path, source.state, passages, unchanged=unchanged)


@dataclass(frozen=True, slots=True)
class _Split:
    """A document in passages. `records` are the numbers of those that hold properties of a record and nothing else."""

    document: Document
    drafts: Sequence[PassageDraft]
    records: Sequence[int]
    structure: Structure


def _gone(path: Path) -> Indexed:
    """A source that was forgotten while its file was read."""
    return Indexed(path, SourceState.QUEUED, 0, "it was forgotten while it was read")


def _is_dated_otherwise(source: Source, path: Path, version: Version) -> bool:
    """Whether a document that is dated by its file has another name now, and so another date."""
    if source.said is None or source.said.kind not in (SaidKind.FILE_NAME, SaidKind.FILE_TIME):
        return False
    by_file = _said_by_file(path, version.modified)
    return by_file.kind != source.said.kind or (by_file.kind is SaidKind.FILE_NAME and by_file.at != source.said.at)


def _said_by_file(path: Path, modified: datetime) -> Said:
    """The reference date of a document that does not tell its own: the one in its name, else the file's time."""
    named = find_date(path.stem)
    if named is not None:
        return Said(datetime(named.year, named.month, named.day, tzinfo=UTC), SaidKind.FILE_NAME)
    return Said(modified, SaidKind.FILE_TIME)


def _content(document: Document, sha256: bytes, path: Path) -> ContentDraft:
    return ContentDraft(
        sha256=sha256,
        text=document.text,
        media_type=document.media_type,
        title=document.title or path.stem,
        language=document.language,
        encoding=document.encoding,
        said=document.said,
        places=document.places,
        encoding_confidence=document.encoding_confidence if document.encoding else 1.0,
        remarks=document.remarks,
    )


def _records(document: Document, drafts: Sequence[PassageDraft]) -> list[int]:
    """The numbers of the passages that hold properties of a record and nothing else."""
    blocks = [block.span for block in document.blocks if block.kind is BlockKind.PROPERTIES]
    starts = [block.start for block in blocks]
    at = (bisect_right(starts, draft.span.start) - 1 for draft in drafts)
    return [
        number
        for number, (block, draft) in enumerate(zip(at, drafts, strict=True))
        if block >= 0 and blocks[block].contains(draft.span)
    ]


def _dated(
    document: Document, drafts: Sequence[PassageDraft], records: Sequence[int], by_file: Said
) -> tuple[Document, tuple[PassageDraft, ...]]:
    """The document and its passages, each with a date.

    A document without one of its own has that of its first passage that is no record: a message's, a heading's, the
    file's. A record without one is as old as its document.
    """
    first = next((draft for number, draft in enumerate(drafts) if number not in records), drafts[0])
    said = document.said or first.said or by_file
    dates = dict.fromkeys(records, said)
    dated = (replace(draft, said=draft.said or dates.get(number, by_file)) for number, draft in enumerate(drafts))
    return replace(document, said=said), tuple(dated)
