"""Sources, contents and passages in memory."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from tsuzuri.core.clock import to_micros
from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.orders import SourceOrder
from tsuzuri.core.values import (
    ContentDraft,
    Counts,
    Grown,
    Kind,
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
from tsuzuri.store.below import lies_below
from tsuzuri.store.cursors import cut
from tsuzuri.store.folding import fold
from tsuzuri.store.memory import reading
from tsuzuri.store.memory.orders import ordered
from tsuzuri.store.memory.state import Box, PassageRow, SourceRow, State
from tsuzuri.store.revision import kept
from tsuzuri.store.titles import named_after


class MemoryCatalog:
    """The `Catalog` over a `Box`. It raises what `SqliteCatalog` raises."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def put_sources(self, drafts: Sequence[SourceDraft], now: datetime) -> tuple[SourceId, ...]:
        """See `Catalog.put_sources`."""
        state = self._box.write()
        known = {row.draft.uri: id_ for id_, row in state.sources.items()}
        for draft in drafts:
            if (id_ := known.get(draft.uri)) is None:
                known[draft.uri] = id_ = SourceId(state.next_id("source"))
                state.sources[id_] = SourceRow(draft, now, now)
            row = state.sources[id_]
            changed_at = row.changed_at if _same_look(row.draft, draft) else now
            state.sources[id_] = replace(row, draft=draft, changed_at=changed_at, missing_since=None)
        return tuple(known[draft.uri] for draft in drafts)

    def touch(self, source_id: SourceId, size: int, modified: datetime) -> None:
        """See `Catalog.touch`."""
        state = self._box.write()
        row = state.sources[source_id]
        draft = replace(row.draft, size=size, modified=modified)
        state.sources[source_id] = replace(row, draft=draft, missing_since=None)

    def move(self, source_id: SourceId, draft: SourceDraft) -> ContentId | None:
        """See `Catalog.move`."""
        state = self._box.write()
        row = state.sources[source_id]
        if any(other.draft.uri == draft.uri for id_, other in state.sources.items() if id_ != source_id):
            raise ValueError("another source has that uri")
        state.sources[source_id] = replace(row, draft=draft, missing_since=None)
        if row.content_id is None or source_id != _first_source(state, row.content_id):
            return None
        content, name = state.contents[row.content_id], named_after(draft.uri)
        if content.title != named_after(row.draft.uri) or content.title == name:
            return None
        state.contents[row.content_id] = replace(content, title=name)
        self._drop_vectors(row.content_id)
        return row.content_id

    def set_missing(self, source_ids: Sequence[SourceId], since: datetime | None) -> None:
        """See `Catalog.set_missing`."""
        state = self._box.write()
        for id_ in source_ids:
            if (row := state.sources.get(id_)) is not None:
                state.sources[id_] = replace(row, missing_since=since and (row.missing_since or since))

    def missing(self) -> tuple[KnownFile, ...]:
        """See `Catalog.missing`."""
        return tuple(file for file in _known(self._box.read()) if file.missing_since is not None)

    def known_under(self, path: str, *, after: str | None = None, limit: int = 2000) -> Page[KnownFile]:
        """See `Catalog.known_under`."""
        every = _known(self._box.read())
        found = [file for file in every if lies_below(file.uri, [path]) and file.uri > (after or "")]
        return cut(found[: limit + 1], limit, lambda file: file.uri)

    def source(self, source_id: SourceId) -> Source | None:
        """See `Catalog.source`."""
        state = self._box.read()
        return _source(state, source_id) if source_id in state.sources else None

    def sources_by_id(self, ids: Sequence[SourceId]) -> tuple[Source, ...]:
        """See `Catalog.sources_by_id`."""
        state = self._box.read()
        return tuple(_source(state, id_) for id_ in ids if id_ in state.sources)

    def source_by_uri(self, uri: str) -> Source | None:
        """See `Catalog.source_by_uri`."""
        state = self._box.read()
        return next((_source(state, id_) for id_, row in state.sources.items() if row.draft.uri == uri), None)

    def sources(
        self,
        *,
        contains: str = "",
        order: SourceOrder = SourceOrder.PLACE,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Source]:
        """See `Catalog.sources`."""
        state, piece = self._box.read(), fold(contains)
        every = (_source(state, id_) for id_ in state.sources)
        found = [source for source in every if piece in fold(source.uri) or piece in fold(source.title)]
        return ordered(found, order, after, limit)

    def refuse(self, source_id: SourceId, state: SourceState, reason: str) -> None:
        """See `Catalog.refuse`."""
        if state not in (SourceState.REFUSED, SourceState.NO_TEXT):
            raise ValueError(f"{state} is not a refusal")
        self._point(source_id, None, state, reason)

    def forget(self, source_id: SourceId) -> None:
        """See `Catalog.forget`."""
        state = self._box.write()
        gone = state.sources.pop(source_id, None)
        if gone is not None:
            state.jobs.pop(source_id, None)
            state.drop_unsupported(gone.content_id)

    def find_content(self, sha256: bytes) -> ContentId | None:
        """See `Catalog.find_content`."""
        return next((id_ for id_, draft in self._box.read().contents.items() if draft.sha256 == sha256), None)

    def put_content(
        self, source_id: SourceId, draft: ContentDraft, passages: Sequence[PassageDraft]
    ) -> tuple[ContentId, tuple[PassageId, ...]]:
        """See `Catalog.put_content`."""
        state = self._box.write()
        if self.find_content(draft.sha256) is not None:
            raise ValueError("that content is stored already")
        content_id = ContentId(state.next_id("content"))
        state.contents[content_id] = draft
        ids = tuple(PassageId(state.next_id("passage")) for _ in passages)
        state.passages |= {id_: PassageRow(content_id, passage) for id_, passage in zip(ids, passages, strict=True)}
        state.unlinked |= dict.fromkeys(ids)
        self.attach(source_id, content_id)
        return content_id, ids

    def revise(self, source_id: SourceId, draft: ContentDraft, passages: Sequence[PassageDraft]) -> Revised:
        """See `Catalog.revise`."""
        state = self._box.write()
        own, stored = state.sources[source_id].content_id, self.find_content(draft.sha256)
        shared = any(row.content_id == own for id_, row in state.sources.items() if id_ != source_id)
        if own is None or (shared and stored != own):
            content_id, ids = self.put_content(source_id, draft, passages)
            return Revised(content_id, ids, frozenset(one.ordinal for one in passages), False)
        if stored not in (None, own):
            raise ValueError("that content is stored already")
        retitled = state.contents[own].title != draft.title
        state.contents[own] = draft
        if retitled:
            self._drop_vectors(own)
        return self._revise_passages(own, passages, retitled)

    def attach(self, source_id: SourceId, content_id: ContentId) -> None:
        """See `Catalog.attach`."""
        if content_id not in self._box.write().contents:
            raise KeyError(f"no content {content_id}")
        self._point(source_id, content_id, None, "")

    def content_text(self, content_id: ContentId) -> str:
        """See `Catalog.content_text`."""
        return self._box.read().contents[content_id].text

    def passages(self, ids: Sequence[PassageId]) -> tuple[Passage, ...]:
        """See `Catalog.passages`."""
        state = self._box.read()
        return tuple(_passage(state, id_) for id_ in ids if id_ in state.passages)

    def passages_of(self, content_id: ContentId) -> tuple[Passage, ...]:
        """See `Catalog.passages_of`."""
        state = self._box.read()
        found = [_passage(state, id_) for id_, row in state.passages.items() if row.content_id == content_id]
        return tuple(sorted(found, key=lambda passage: passage.ordinal))

    def neighbours(self, ids: Sequence[PassageId]) -> dict[PassageId, Neighbours]:
        """See `Catalog.neighbours`."""
        state = self._box.read()
        at = {(row.content_id, row.draft.ordinal): id_ for id_, row in state.passages.items()}
        found = {}
        for id_ in ids:
            if (row := state.passages.get(id_)) is not None:
                beside = (at.get((row.content_id, row.draft.ordinal + step)) for step in (-1, 1))
                found[id_] = Neighbours(*beside)
        return found

    def speakers(self) -> tuple[str, ...]:
        """See `Catalog.speakers`."""
        return tuple(sorted({row.draft.speaker for row in self._box.read().passages.values()} - {""}))

    def pending(self, limit: int, *, under: Sequence[str] = ()) -> tuple[Passage, ...]:
        """See `Catalog.pending`."""
        return tuple(waiting(self._box.read(), under)[:limit])

    def pending_count(self, *, under: Sequence[str] = ()) -> int:
        """See `Catalog.pending_count`."""
        return len(waiting(self._box.read(), under))

    def set_read(self, passage_ids: Sequence[PassageId]) -> None:
        """See `Catalog.set_read`."""
        self._settle(passage_ids, None)

    def set_aside(self, passage_id: PassageId, reason: str) -> None:
        """See `Catalog.set_aside`."""
        self._settle([passage_id], reason)

    def read_again(self) -> int:
        """See `Catalog.read_again`."""
        state = self._box.write()
        aside = [id_ for id_, row in state.passages.items() if row.reason is not None]
        for id_ in aside:
            state.settle(id_, waits=True)
        return len(aside)

    def counts(self) -> Counts:
        """See `Catalog.counts`."""
        state = self._box.read()
        believed = reading.facts(state)
        shown: dict[Kind, set[int]] = {
            Kind.ENTITY: set(reading.groups_of(state)),
            Kind.FACT: {fact.id for fact in believed},
        }
        return Counts(
            sources=len(state.sources),
            refused=sum(row.refusal is not None for row in state.sources.values()),
            passages=len(state.passages),
            pending=sum(row.waits for row in state.passages.values()),
            set_aside=sum(row.reason is not None for row in state.passages.values()),
            entities=len(state.entities) - len(state.same_as),
            facts=len(believed),
            mentions=len(state.mentions) + len(state.links),
            quarantined=len(state.quarantine),
            vectors=sum(kind is Kind.PASSAGE or id_ in shown[kind] for _, kind, id_ in state.vectors),
            duplicates=len(state.duplicates),
            missing=sum(row.missing_since is not None for row in state.sources.values()),
        )

    def growth(self) -> tuple[Grown, ...]:
        """See `Catalog.growth`."""
        state = self._box.read()
        sources = Counter(row.added_at.astimezone(UTC).date() for row in state.sources.values())
        facts = Counter(fact.learnt_at.astimezone(UTC).date() for fact in reading.facts(state))
        return tuple(Grown(day, sources[day], facts[day]) for day in sorted(sources | facts))

    def _revise_passages(self, content_id: ContentId, passages: Sequence[PassageDraft], retitled: bool) -> Revised:
        state, before = self._box.write(), self.passages_of(content_id)
        stayed = kept(before, passages)
        gone = {one.id for one in before} - {one.id for one in stayed if one is not None}
        if any(mention.passage_id in gone for mention in state.mentions):
            state.told[content_id] = None
        state.drop_passages(gone)
        ids = tuple(PassageId(state.next_id("passage")) if one is None else one.id for one in stayed)
        for id_, one, draft in zip(ids, stayed, passages, strict=True):
            if one is None:
                state.passages[id_] = PassageRow(content_id, draft)
                state.unlinked[id_] = None
            else:
                state.passages[id_] = replace(state.passages[id_], draft=replace(draft, said=one.said))
        fresh = frozenset(draft.ordinal for one, draft in zip(stayed, passages, strict=True) if one is None)
        return Revised(content_id, ids, fresh, retitled)

    def _point(
        self, source_id: SourceId, content_id: ContentId | None, refusal: SourceState | None, reason: str
    ) -> None:
        state = self._box.write()
        former = state.sources[source_id]
        state.sources[source_id] = replace(former, content_id=content_id, refusal=refusal, reason=reason)
        state.drop_unsupported(former.content_id)

    def _drop_vectors(self, content_id: ContentId) -> None:
        """The vectors of passages are made from the title too."""
        state = self._box.write()
        for id_, row in state.passages.items():
            if row.content_id == content_id:
                state.drop_vectors(Kind.PASSAGE, id_)

    def _settle(self, passage_ids: Sequence[PassageId], reason: str | None) -> None:
        state = self._box.write()
        for id_ in passage_ids:
            state.settle(id_, waits=False, reason=reason)


def waiting(state: State, under: Sequence[str]) -> list[Passage]:
    """The passages that wait, below one of the paths if there are any, in the order of `Catalog.pending`."""
    there = {row.content_id for row in state.sources.values() if not under or lies_below(row.draft.uri, under)}
    found = [_passage(state, id_) for id_, row in state.passages.items() if row.waits and row.content_id in there]
    changed = {
        content: max(row.changed_at for row in state.sources.values() if row.content_id == content)
        for content in {passage.content_id for passage in found}
    }

    def place(passage: Passage) -> tuple[object, ...]:
        weight = state.wanted.get(passage.id, 0)
        if weight:
            return (-weight, passage.id)
        return (0, -to_micros(changed[passage.content_id]), passage.source_id, passage.ordinal)

    return sorted(found, key=place)


def _source(state: State, source_id: SourceId) -> Source:
    row = state.sources[source_id]
    content = None if row.content_id is None else state.contents[row.content_id]
    passages = {id_: passage for id_, passage in state.passages.items() if passage.content_id == row.content_id}
    pending = sum(passage.waits for passage in passages.values())
    if content is None:
        progress = row.refusal or SourceState.QUEUED
    else:
        progress = SourceState.SEARCHABLE if pending else SourceState.UNDERSTOOD
    return Source(
        id=source_id,
        uri=row.draft.uri,
        size=row.draft.size,
        modified=row.draft.modified,
        state=progress,
        reason=row.reason,
        content_id=row.content_id,
        title="" if content is None else content.title,
        media_type="" if content is None else content.media_type,
        language="" if content is None else content.language,
        said=None if content is None else content.said,
        added_at=row.added_at,
        passages=len(passages),
        pending=pending,
        facts=len({one.fact_id for one in state.evidence.values() if one.evidence.passage_id in passages}),
        missing_since=row.missing_since,
        encoding_confidence=1.0 if content is None else content.encoding_confidence,
        remarks=() if content is None else content.remarks,
    )


def _passage(state: State, passage_id: PassageId) -> Passage:
    row = state.passages[passage_id]
    source_id = _first_source(state, row.content_id)
    return Passage(
        id=passage_id,
        content_id=row.content_id,
        source_id=source_id,
        source_uri=state.sources[source_id].draft.uri,
        title=state.contents[row.content_id].title,
        ordinal=row.draft.ordinal,
        span=row.draft.span,
        text=row.draft.text,
        heading=row.draft.heading,
        locator=row.draft.locator,
        speaker=row.draft.speaker,
        said=row.draft.said,
    )


def _known(state: State) -> list[KnownFile]:
    """Every file, by uri."""
    found = []
    for id_, row in state.sources.items():
        sha256 = None if row.content_id is None else state.contents[row.content_id].sha256
        found.append(KnownFile(id_, row.draft.uri, row.draft.size, row.draft.modified, sha256, row.missing_since))
    return sorted(found, key=lambda file: file.uri)


def _first_source(state: State, content_id: ContentId) -> SourceId:
    return min(id_ for id_, source in state.sources.items() if source.content_id == content_id)


def _same_look(one: SourceDraft, other: SourceDraft) -> bool:
    return (one.size, one.modified) == (other.size, other.modified)
