"""Watched folders: the values and the protocol a store implements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from tsuzuri.core.ids import RootId


class RootState(StrEnum):
    """How a watched folder was found at the last look.

    An `OFFLINE` one is missing, cannot be read or looks empty: nothing in it counts as deleted. In a `DOUBTED` one so
    many files are gone at once that a second look has to agree.
    """

    NEW = "new"
    ONLINE = "online"
    OFFLINE = "offline"
    DOUBTED = "doubted"


@dataclass(frozen=True, slots=True)
class Root:
    """A watched folder. `path` is absolute; `polled` where the system tells of no changes (a network folder).

    `reason` explains every state but `NEW` and `ONLINE`, or what the last look could not see.
    """

    id: RootId
    path: str
    polled: bool
    paused: bool
    state: RootState
    reason: str
    added_at: datetime
    looked_at: datetime | None
    """When it was last looked through, whole."""
    files: int
    """How many files it held then."""


class Roots(Protocol):
    """The watched folders, and the files in them that a person has had forgotten."""

    def put_root(self, path: str, now: datetime, *, polled: bool) -> RootId:
        """Watch a folder; one that is watched already keeps its record, and only `polled` is set."""

    def remove_root(self, root_id: RootId) -> None:
        """Watch it no longer; its sources stay. One that is gone changes nothing."""

    def roots(self) -> tuple[Root, ...]:
        """Every watched folder, by path."""

    def pause_root(self, root_id: RootId, paused: bool) -> None:
        """Look at it no more, or again; one that is gone changes nothing."""

    def note_look(
        self, root_id: RootId, state: RootState, reason: str, *, files: int | None = None, now: datetime | None = None
    ) -> None:
        """Keep how it was found; `files` and `now` after it was looked through, whole."""

    def exclude(self, uris: Sequence[str]) -> None:
        """Do not take these files in again when a folder is looked through."""

    def include(self, uris: Sequence[str]) -> None:
        """The opposite."""

    def excluded(self, under: str) -> frozenset[str]:
        """The excluded files that are `under` or lie below it."""
