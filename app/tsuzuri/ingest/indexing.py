"""From a file to passages one can search: read, split, embed, then one transaction a source."""

import hashlib
import os
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tsuzuri.core.clock import Clock
from tsuzuri.core.document import BlockKind, Document, Refusal, RefusalReason, Said, SaidKind
from tsuzuri.core.ids import ContentId, PassageId, SourceId, SpaceId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.ports import Backend, Embedder, Reader
from tsuzuri.core.values import ContentDraft, Kind, PassageDraft, SourceState
from tsuzuri.ingest.scan import Found, Unreachable, scan
from tsuzuri.text.dates import find_date
from tsuzuri.text.split import split

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

_HASH_BLOCK = 1 << 20
_MOST_REMEMBERED = 4096
"""Vectors of names that are kept from one file to the next: 6 MB at 384 dimensions."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """What became of one file. `state` is as stored; `passages` that are new; `reason` for a refusal."""

    path: Path
    state: SourceState
    passages: int
    reason: str = ""
    unchanged: bool = False


class Structure(Protocol):
    """What a document states of itself, ready to be written with its passages."""

    @property
    def texts(self) -> Sequence[str]:
        """What has to be embedded before it is written."""

    def write(
        self, content_id: ContentId, passage_ids: Sequence[PassageId], space: SpaceId, vectors: "Mapping[str, Vector]"
    ) -> None:
        """Write it; `vectors` has one for each of its texts."""


class Structures(Protocol):
    """Finds what documents state of themselves: front matter, links, headers, entries, cards."""

    def find(self, document: Document, drafts: Sequence[PassageDraft]) -> Structure:
        """What a document gives, at its places in its passages."""


class Indexing:
    """Makes files searchable. Each is recorded before it is read, and written whole or not at all."""

    def __init__(
        self, backend: Backend, reader: Reader, embedder: Embedder, clock: Clock, structures: Structures
    ) -> None:
        self._backend = backend
        self._reader = reader
        self._embedder = embedder
        self._clock = clock
        self._structures = structures
        # The same names and tags stand in many notes.
        self._remembered: dict[str, Vector] = {}

    def record(self, paths: Sequence[Path]) -> tuple[tuple[tuple[SourceId, Path], ...], tuple[Unreachable, ...]]:
        """Record every file under the paths as a source, before anything else is done with any of them."""
        seen = list(scan(paths))
        now = self._clock()
        with self._backend.transaction():
            sources = tuple(
                (self._backend.catalog.put_source(one.draft, now), one.path) for one in seen if isinstance(one, Found)
            )
        return sources, tuple(one for one in seen if isinstance(one, Unreachable))

    def run(
        self, sources: Sequence[tuple[SourceId, Path]], *, on_done: Callable[[Indexed], None] | None = None
    ) -> tuple[Indexed, ...]:
        """Index the recorded sources in order; `on_done` hears of each."""
        results = []
        for source_id, path in sources:
            done = self._index(source_id, path)
            results.append(done)
            if on_done is not None:
                on_done(done)
        return tuple(results)

    def _index(self, source_id: SourceId, path: Path) -> Indexed:
        try:
            sha256, modified = _look(path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return self._refuse(source_id, path, Refusal(RefusalReason.UNREADABLE, f"it cannot be opened: {reason}"))
        if (known := self._known(source_id, path, sha256)) is not None:
            return known
        document = self._reader.read(path)
        if isinstance(document, Refusal):
            return self._refuse(source_id, path, document)
        drafts = split(document, self._embedder.count_tokens)
        if not drafts:
            return self._refuse(source_id, path, Refusal(RefusalReason.NO_TEXT, "there is no text in it"))
        records = _records(document, drafts)
        document, drafts = _dated(document, drafts, records, _said_by_file(path, modified))
        structure = self._structures.find(document, drafts)
        vectors = self._embed(drafts, structure.texts)
        self._write(source_id, _content(document, sha256, path), drafts, records, structure, vectors)
        state = SourceState.UNDERSTOOD if len(records) == len(drafts) else SourceState.SEARCHABLE
        return Indexed(path, state, len(drafts))

    def _embed(self, drafts: Sequence[PassageDraft], texts: Sequence[str]) -> "Vectors":
        """The vectors of the passages, in one call with those of the texts that are not remembered."""
        if len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.clear()
        new = [text for text in texts if text not in self._remembered]
        vectors = self._embedder.passages([*map(_embedded, drafts), *new])
        self._remembered |= zip(new, vectors[len(drafts) :].copy(), strict=True)
        return vectors[: len(drafts)]

    def _known(self, source_id: SourceId, path: Path, sha256: bytes) -> Indexed | None:
        """The result for bytes that are stored already, under this source or another; None for new ones."""
        content_id = self._backend.catalog.find_content(sha256)
        if content_id is None:
            return None
        source = self._backend.catalog.source(source_id)
        assert source is not None
        if source.content_id != content_id:
            with self._backend.transaction():
                self._backend.catalog.attach(source_id, content_id)
            source = self._backend.catalog.source(source_id)
            assert source is not None
        return Indexed(path, source.state, 0, unchanged=True)

    def _refuse(self, source_id: SourceId, path: Path, refusal: Refusal) -> Indexed:
        empty = refusal.reason in (RefusalReason.NO_TEXT, RefusalReason.EMPTY)
        state = SourceState.NO_TEXT if empty else SourceState.REFUSED
        with self._backend.transaction():
            self._backend.catalog.refuse(source_id, state, refusal.detail)
        return Indexed(path, state, 0, refusal.detail)

    def _write(
        self,
        source_id: SourceId,
        content: ContentDraft,
        drafts: Sequence[PassageDraft],
        records: Sequence[int],
        structure: Structure,
        vectors: "Vectors",
    ) -> None:
        """Store a content with its passages; to those of `records` the model could add nothing."""
        with self._backend.transaction():
            content_id, ids = self._backend.catalog.put_content(source_id, content, drafts)
            entries = [
                LexicalEntry(passage_id, content.title, draft.heading, _spoken(draft))
                for passage_id, draft in zip(ids, drafts, strict=True)
            ]
            self._backend.lexical.put(Kind.PASSAGE, entries)
            space = self._backend.vectors.space(self._embedder.space)
            self._backend.vectors.put(space, Kind.PASSAGE, ids, vectors)
            structure.write(content_id, ids, space, self._remembered)
            self._backend.catalog.set_read([ids[number] for number in records])


def _look(path: Path) -> tuple[bytes, datetime]:
    """The sha256 of a file's bytes, and when they were last changed."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        modified = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime, UTC)
        while block := file.read(_HASH_BLOCK):
            digest.update(block)
    return digest.digest(), modified


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


def _spoken(draft: PassageDraft) -> str:
    """The passage as it is indexed: a message with its speaker's name."""
    return f"{draft.speaker}: {draft.text}" if draft.speaker and draft.speaker not in draft.text else draft.text


def _embedded(draft: PassageDraft) -> str:
    """The passage as it is embedded: with the headings above it."""
    return f"{draft.heading}\n{_spoken(draft)}" if draft.heading else _spoken(draft)
