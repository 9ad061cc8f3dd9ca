"""What is found in a document before the model: names where they stand, and facts. Spans are into its text."""

from collections.abc import Mapping
from dataclasses import dataclass

from tsuzuri.core.values import Entity, EntityType
from tsuzuri.extract.ground import GroundedFact, Name
from tsuzuri.text.normalise import key


@dataclass(frozen=True, slots=True)
class Given:
    """An entity that a document names. `name.span` covers its name, or the `alias` that stands there for it."""

    name: Name
    alias: str = ""


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A fact that a document states in a form of its own; `by` names the rule and its version."""

    fact: GroundedFact
    by: str


@dataclass(frozen=True, slots=True)
class Findings:
    """All that one document gives, in the order in which it is to be written."""

    names: tuple[Given, ...] = ()
    facts: tuple[GivenFact, ...] = ()

    def __add__(self, other: "Findings") -> "Findings":
        return Findings(self.names + other.names, self.facts + other.facts)


@dataclass(frozen=True, slots=True)
class Known:
    """The entities that the library has, by the keys of a document's names."""

    entities: Mapping[str, tuple[Entity, ...]]

    def type_of(self, name: str) -> EntityType | None:
        """The type of the one entity of that name; None where there is none, several, or one taken for a concept.

        Concept is what a link's target is while nothing tells more.
        """
        found = self.entities.get(key(name), ())
        return found[0].type if len(found) == 1 and found[0].type is not EntityType.CONCEPT else None

    def is_anothers(self, alias: str, name: str) -> bool:
        """Whether the alias is a name of an entity already that does not bear the name."""
        own = {entity.id for entity in self.entities.get(key(name), ())}
        return any(entity.id not in own for entity in self.entities.get(key(alias), ()))
