"""Mentions that follow from names alone: which of an entity's names stands where, in passages nobody has read too."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.values import EntityType, Mention, NameKind


@dataclass(frozen=True, slots=True)
class NameOf:
    """One of an entity's names; `kind` is None for its own. `key` is the name folded by `text.normalise.key`."""

    entity_id: EntityId
    name: str
    key: str
    kind: NameKind | None
    type: EntityType


@dataclass(frozen=True, slots=True)
class Link:
    """A mention that follows from a name alone: `key` is that of the entity's name that stands there."""

    mention: Mention
    key: str


@dataclass(frozen=True, slots=True)
class PassageText:
    """A stored passage's text, without where it is from."""

    id: PassageId
    content_id: ContentId
    text: str


class Links(Protocol):
    """Mentions that follow from names alone, and what of them is to be made anew.

    They keep no entity alive, and go with their passage and with their name. A passage waits to be linked when it is
    new, when something new was said in its document, when a name was found in it that came or has other bearers now,
    and when it has lost a link.
    """

    def has_work(self) -> bool:
        """Whether anything waits. Looks at three rows."""

    def version(self) -> int:
        """A number that changes with every name that comes or goes."""

    def names(self) -> tuple[NameOf, ...]:
        """Every name of every entity."""

    def queue_documents(self) -> None:
        """Let all passages wait of each document in which something new was said."""

    def changed(self) -> tuple[str, ...]:
        """The keys of names that came, or have other bearers now, and have not been looked for in all passages.

        A name that is gone is never among them.
        """

    def unswept(self, limit: int) -> tuple[PassageText, ...]:
        """The next passages to look for them in, by id; those that wait anyway are left out."""

    def sweep(self, upto: PassageId, holding: Sequence[PassageId]) -> None:
        """They were looked for in all passages up to that one; those that hold one now wait.

        When names change after this, all passages are looked through from the first again.
        """

    def end_sweep(self) -> None:
        """They were looked for everywhere."""

    def waiting(self, limit: int) -> tuple[PassageText, ...]:
        """The first passages that wait to be linked, by id."""

    def waiting_count(self) -> int:
        """How many wait."""

    def told(self, content_ids: Sequence[ContentId]) -> Mapping[ContentId, tuple[Mention, ...]]:
        """What was mentioned in each document by those who read it, as `GraphStore.add_mentions` recorded it."""

    def link(self, passage_ids: Sequence[PassageId], links: Iterable[Link]) -> None:
        """Put these in place of the passages' links; they wait no longer. A link of a name that is gone is left out."""
