"""Forgetting sources: what would go, what went, and that nothing of it is left."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tsuzuri.core.errors import LibraryBusy, OutOfSpace
from tsuzuri.core.ids import PassageId, SourceId
from tsuzuri.core.ports import Backend
from tsuzuri.core.roots import Root, RootState
from tsuzuri.core.values import Source
from tsuzuri.library.queue import files_under
from tsuzuri.library.remembering import places_of

_SHOWN = 12
_LOOKED_AT = 2000


@dataclass(frozen=True, slots=True)
class Receipt:
    """What went, or with `dry_run` what would.

    Numbers are of rows that are gone; `facts_weakened` have lost evidence and stand on what is left. `names` and
    `statements` are the first of the entities and facts that are gone. `excluded` are files that still lie in a watched
    folder, or may where it is away: they are not taken in again. `problems` is what a check of the whole library found
    afterwards, and `not_erased` says why the words are not yet gone from the file's bytes; empty where they are, or for
    a dry run.
    """

    dry_run: bool
    sources: tuple[str, ...]
    passages: int
    facts: int
    facts_weakened: int
    entities: int
    mentions: int
    vectors: int
    names: tuple[str, ...]
    statements: tuple[str, ...]
    excluded: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    not_erased: str = ""

    @property
    def erased(self) -> bool:
        """Whether what went is gone from the file's bytes too."""
        return not self.dry_run and not self.not_erased


class _Undone(Exception):
    """Takes a dry run back; carries its receipt."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__()
        self.receipt = receipt


def sources_under(backend: Backend, paths: Sequence[Path]) -> tuple[Source, ...]:
    """The sources that are one of the paths or lie below one, by uri."""
    places = {str(place) for path in paths for place in places_of(path)}
    ids = {one.id: None for place in sorted(places) for one in files_under(backend.catalog, place)}
    return backend.catalog.sources_by_id(list(ids))


def forget(backend: Backend, source_ids: Sequence[SourceId], *, dry_run: bool = False) -> Receipt:
    """Take sources out with all that only they support, in one transaction.

    A dry run does the same and takes it back, so that what it tells is what would happen. Afterwards the whole library
    is checked, and what was deleted is erased from its file; where that has to wait, the receipt says why.

    Raises:
        LibraryBusy: another process is writing; nothing was forgotten.
        OutOfSpace: there is no room to do it in; nothing was forgotten.
    """
    try:
        with backend.transaction():
            receipt = _forget(backend, source_ids, dry_run)
            if dry_run:
                raise _Undone(receipt)
    except _Undone as undone:
        return undone.receipt
    problems = backend.check()
    try:
        backend.scrub()
    except (LibraryBusy, OutOfSpace) as error:
        return replace(receipt, problems=problems, not_erased=error.message)
    return replace(receipt, problems=problems)


def _forget(backend: Backend, source_ids: Sequence[SourceId], dry_run: bool) -> Receipt:
    sources = backend.catalog.sources_by_id(source_ids)
    excluded = _still_watched(backend, sources)
    passage_ids = _passages(backend, sources)
    entities = backend.graph.names_in(passage_ids, _LOOKED_AT)
    before = backend.catalog.counts()
    facts = backend.graph.facts_in(passage_ids, before.facts)
    for source in sources:
        backend.catalog.forget(source.id)
    backend.roots.exclude(excluded)
    after = backend.catalog.counts()
    kept_entities = {one.id for one in backend.graph.entities_by_id([one.id for one in entities])}
    kept_facts = {one.id for one in backend.graph.facts([one.id for one in facts])}
    return Receipt(
        dry_run=dry_run,
        sources=tuple(source.uri for source in sources),
        passages=before.passages - after.passages,
        facts=before.facts - after.facts,
        facts_weakened=len(kept_facts),
        entities=before.entities - after.entities,
        mentions=before.mentions - after.mentions,
        vectors=before.vectors - after.vectors,
        names=tuple(one.name for one in entities if one.id not in kept_entities)[:_SHOWN],
        statements=tuple(one.statement for one in facts if one.id not in kept_facts)[:_SHOWN],
        excluded=excluded,
    )


def _passages(backend: Backend, sources: Sequence[Source]) -> list[PassageId]:
    contents = dict.fromkeys(source.content_id for source in sources if source.content_id is not None)
    return [passage.id for content_id in contents for passage in backend.catalog.passages_of(content_id)]


def _still_watched(backend: Backend, sources: Sequence[Source]) -> tuple[str, ...]:
    """The files among them that a look at a watched folder would find again, now or once the folder is back."""
    roots = backend.roots.roots()
    watched = tuple(_top(root) for root in roots)
    away = tuple(_top(root) for root in roots if root.state is RootState.OFFLINE or not Path(root.path).is_dir())
    return tuple(
        source.uri
        for source in sources
        if source.uri.startswith(away) or (source.uri.startswith(watched) and os.path.lexists(source.uri))
    )


def _top(root: Root) -> str:
    return root.path.rstrip(os.sep) + os.sep
