"""Watched folders in memory."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tsuzuri.core.ids import RootId
from tsuzuri.core.roots import Root, RootState
from tsuzuri.store.below import lies_below
from tsuzuri.store.memory.state import Box


class MemoryRoots:
    """The `Roots` over a `Box`."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def put_root(self, path: str, now: datetime, *, polled: bool) -> RootId:
        """See `Roots.put_root`."""
        state = self._box.write()
        for root in state.roots.values():
            if root.path == path:
                state.roots[root.id] = replace(root, polled=polled)
                return root.id
        new = RootId(state.next_id("root"))
        state.roots[new] = Root(
            id=new,
            path=path,
            polled=polled,
            paused=False,
            state=RootState.NEW,
            reason="",
            added_at=now,
            looked_at=None,
            files=0,
        )
        return new

    def remove_root(self, root_id: RootId) -> None:
        """See `Roots.remove_root`."""
        self._box.write().roots.pop(root_id, None)

    def roots(self) -> tuple[Root, ...]:
        """See `Roots.roots`."""
        return tuple(sorted(self._box.read().roots.values(), key=lambda root: root.path))

    def pause_root(self, root_id: RootId, paused: bool) -> None:
        """See `Roots.pause_root`."""
        roots = self._box.write().roots
        if root_id in roots:
            roots[root_id] = replace(roots[root_id], paused=paused)

    def note_look(
        self, root_id: RootId, state: RootState, reason: str, *, files: int | None = None, now: datetime | None = None
    ) -> None:
        """See `Roots.note_look`."""
        roots = self._box.write().roots
        if root_id in roots:
            former = roots[root_id]
            roots[root_id] = replace(
                former,
                state=state,
                reason=reason,
                files=former.files if files is None else files,
                looked_at=former.looked_at if now is None else now,
            )

    def exclude(self, uris: Sequence[str]) -> None:
        """See `Roots.exclude`."""
        self._box.write().excluded.update(dict.fromkeys(uris))

    def include(self, uris: Sequence[str]) -> None:
        """See `Roots.include`."""
        excluded = self._box.write().excluded
        for uri in uris:
            excluded.pop(uri, None)

    def excluded(self, under: str) -> frozenset[str]:
        """See `Roots.excluded`."""
        return frozenset(uri for uri in self._box.read().excluded if lies_below(uri, [under]))
