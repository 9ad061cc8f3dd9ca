"""What is copied of several rows: a line or a block for each. Pure."""

from collections.abc import Sequence

from tsuzuri.core.results import Hit
from tsuzuri.core.values import Entity, Source
from tsuzuri.tui.present import amount, citation, day, one_line, said_on, validity


def entities_copied(entities: Sequence[Entity]) -> str:
    """A line for each entity: what it is called and what is known of it."""
    return "\n".join(map(_entity_line, entities))


def sources_copied(sources: Sequence[Source]) -> str:
    """The paths, a line each."""
    return "\n".join(source.uri for source in sources)


def hits_copied(hits: Sequence[Hit]) -> str:
    """The words of each hit with their citation, and when it held if it is a fact."""
    return "\n\n".join(map(_hit_block, hits))


def _entity_line(entity: Entity) -> str:
    also = f" ({', '.join(map(one_line, entity.aliases))})" if entity.aliases else ""
    last = f"last said {day(entity.last_said)}" if entity.last_said else ""
    known = (entity.type.value, amount(entity.facts, "fact"), amount(entity.mentions, "mention"), last)
    return ", ".join(part for part in (f"{one_line(entity.name)}{also}", *known) if part)


def _hit_block(hit: Hit) -> str:
    held = f" [{validity(hit.valid) or 'undated'}]" if hit.valid is not None else ""
    title = "" if hit.kind.value == "passage" else f"{one_line(hit.title)}{held}\n"
    where = citation(hit.title if not title else "", hit.source_uri, hit.locator, said_on(hit.said))
    return f"{title}{hit.snippet.text}\n({where})"
