"""The rows of the category hierarchy in memory, and what becomes of them when entities leave."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from tsuzuri.core.ids import BuildId, CategoryId


@dataclass(frozen=True, slots=True)
class BuildRow:
    """A build."""

    id: BuildId
    by: str
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A category; `attached` are those of its children that came after the build."""

    build: BuildId
    layer: int
    name: str
    summary: str
    tags: tuple[str, ...]
    promoted: bool
    children: frozenset[int] = field(default_factory=frozenset)
    attached: frozenset[int] = field(default_factory=frozenset)


NAMELESS = "…"
"""The name of a category that is about to go with its last child."""

Rows = Mapping[CategoryId, CategoryRow]


def without_entities(rows: Rows, gone: Mapping[int, str], kept: Mapping[int, str]) -> dict[CategoryId, CategoryRow]:
    """The categories when entities leave, of which the names are given, as are those of the entities that stay.

    Categories of which nothing is left go, the words about the others that were above them are blanked, and a name that
    holds that of an entity which left is replaced by the name of another child.
    """
    left = dict(rows)
    for id_, name in gone.items():
        above = list(_above(left, id_))
        for category_id in above:
            row = left[category_id]
            children = row.children - {id_} if row.layer == 1 else row.children
            left[category_id] = replace(row, summary="", tags=(), children=children, attached=row.attached & children)
        for category_id in above:
            if _holds(left[category_id].name, name):
                left[category_id] = replace(left[category_id], name=_other_name(left, category_id, name, kept))
    return without_bare(left)


def without_bare(rows: Rows) -> dict[CategoryId, CategoryRow]:
    """The categories that hold something, layer by layer."""
    left: dict[CategoryId, CategoryRow] = {}
    for id_, row in sorted(rows.items(), key=lambda item: item[1].layer):
        children = row.children if row.layer == 1 else frozenset(child for child in row.children if child in left)
        if children:
            left[id_] = replace(row, children=children)
    return left


def _above(rows: Rows, entity_id: int) -> Iterator[CategoryId]:
    """The categories that hold an entity, lower layers first."""
    level = {id_ for id_, row in rows.items() if row.layer == 1 and entity_id in row.children}
    while level:
        yield from sorted(level)
        level = {id_ for id_, row in rows.items() if row.layer > 1 and row.children & level}


def _other_name(rows: Rows, id_: CategoryId, gone: str, kept: Mapping[int, str]) -> str:
    """The name of another child; but where every other child has the words that left too, they stay."""
    row = rows[id_]
    names = [
        kept.get(child, "") if row.layer == 1 else rows[CategoryId(child)].name
        for child in sorted(row.children)
        if row.layer == 1 or child in rows
    ]
    others = [name for name in names if name not in ("", NAMELESS)]
    return next((name for name in others if not _holds(name, gone)), row.name if others else NAMELESS)


def _holds(name: str, gone: str) -> bool:
    """Whether a name holds that of an entity that leaves; one of a single letter stands in most names by chance."""
    name, gone = name.lower(), gone.lower()
    return name == gone or (len(gone) > 1 and gone in name)
