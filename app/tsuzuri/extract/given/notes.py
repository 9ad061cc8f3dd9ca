"""Front matter: what a note states of the one person, organization or thing it is about."""

from collections.abc import Mapping
from dataclasses import dataclass

from tsuzuri.core.document import Link, Property, Span
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.values import EntityType
from tsuzuri.extract.given import vocabulary
from tsuzuri.extract.given.naming import is_alias, is_name, link_name
from tsuzuri.extract.given.stated import Findings, Given, GivenFact, Known
from tsuzuri.extract.given.stating import Stating, first, value
from tsuzuri.extract.ground import Name
from tsuzuri.extract.kinds import kind_by_form

_TITLE = "title"


@dataclass(frozen=True, slots=True)
class Note:
    """A note's front matter, its links by their place, and what the library knows of the names in it."""

    properties: tuple[Property, ...]
    links: Mapping[Span, Link]
    stating: Stating
    known: Known

    def findings(self) -> Findings:
        """The note's entity with its aliases, and its properties as facts of it.

        Nothing is said of a title whose type is not known: by a property, by its own form (株式会社), or because the
        library has it. It is an entity all the same where the note gives it other names.
        """
        title = first(self.properties, _TITLE)
        if title is None:
            return Findings()
        kind = self._type(title)
        subject = Name(title.value, kind or EntityType.CONCEPT, title.span)
        if not is_name(subject.text, subject.type):
            return Findings()
        aliases = [
            Given(Name(subject.text, subject.type, each.span), each.value)
            for each in self.properties
            if vocabulary.is_aliases(each.name) and is_alias(each.value, subject.text, subject.type, self.known)
        ]
        if kind is None and not aliases:
            return Findings()
        facts = [fact for each in self.properties if kind and (fact := self._fact(subject, each))]
        return Findings((Given(subject), *aliases), tuple(facts))

    def _type(self, title: Property) -> EntityType | None:
        for each in self.properties:
            if vocabulary.is_type(each.name) and (stated := vocabulary.type_of(each.value)):
                return stated
        formed = kind_by_form(title.value)
        return EntityType(formed) if formed else self.known.type_of(title.value)

    def _fact(self, subject: Name, property: Property) -> GivenFact | None:
        """The fact of a property, by the first relation that fits both of its ends."""
        if property.name == _TITLE:
            return None
        for relation in vocabulary.relations_of(property.name):
            if relation in vocabulary.OPEN:
                subjects, objects = frozenset({subject.type}), frozenset({VALUE})
            else:
                subjects, objects = self.stating.ontology.ends_of(relation)
            target = self._target(property, objects) if subject.type in subjects else None
            if target and (fact := self.stating.fact(subject, relation, target)):
                return fact
        return None

    def _target(self, property: Property, allowed: frozenset[str]) -> Name | None:
        """A property's value as the object of a relation; None where its kind is not sure."""
        link = self.links.get(property.span)
        words = link_name(link.target, property.value) if link else property.value
        kinds = allowed - {VALUE}
        kind = kind_by_form(words) or self.known.type_of(words)
        if kind is None and len(kinds) == 1 and VALUE not in allowed:
            (kind,) = kinds
        if kind in kinds and is_name(words, kind):
            return Name(words, kind, property.span)
        return value(property) if VALUE in allowed and link is None else None
