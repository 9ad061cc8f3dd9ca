"""How it is asked under which name several entities are one. Pure."""

from collections.abc import Sequence

from tsuzuri.core.values import Entity
from tsuzuri.tui.choices import Choice
from tsuzuri.tui.present import amount, one_line

MOST = 8
"""So many are made one at once: as many as the window shows."""

MERGE_TITLE = "Are these {} one? Under which name?"


def names(entities: Sequence[Entity]) -> tuple[Choice[Entity], ...]:
    """A choice for each: the name to go on under, and what tells it from the others."""
    return tuple(Choice(one, one_line(one.name), _told(one)) for one in entities)


def _told(entity: Entity) -> str:
    also = f", also {one_line(', '.join(entity.aliases))}" if entity.aliases else ""
    return f"{entity.type.value}, {amount(entity.facts, 'fact')}, {amount(entity.mentions, 'mention')}{also}"
