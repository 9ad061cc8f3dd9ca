"""Whom a pronoun may stand for where its own passage names nobody: who was spoken of just before, or the title."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType, Passage
from tsuzuri.extract.ground import MEANT, GroundedFact
from tsuzuri.extract.names import StandsFor
from tsuzuri.text.normalise import key

_NAMES = 20

_Named = Mapping[EntityType, frozenset[str]]


class SpokenOf:
    """The names that the passages of one batch may take over from what stands before them.

    That is the only person, or the only organization, that the passage before names under the same heading; where it
    names none, the document's title, if the library knows whom it names. Nobody else is guessed.
    """

    def __init__(self, backend: Backend, passages: Sequence[Passage]) -> None:
        self._graph = backend.graph
        self._previous: dict[PassageId, Passage] = {}
        for content in dict.fromkeys(passage.content_id for passage in passages):
            of_one = backend.catalog.passages_of(content)
            self._previous |= {
                later.id: earlier for earlier, later in pairwise(of_one) if earlier.heading == later.heading
            }
        titles = {passage.title: key(passage.title) for passage in passages if key(passage.title)}
        known = self._graph.entities_by_key(sorted(set(titles.values())))
        self._titles = {title: _by_type((e.type, e.name) for e in known.get(k, ())) for title, k in titles.items()}
        self._told: dict[PassageId, _Named] = {}

    def told(self, passage: Passage, facts: Iterable[GroundedFact]) -> None:
        """These facts of the batch speak of whom the next passage may call "she"."""
        ends = (end for fact in facts for end in (fact.subject, fact.object) if end.type in set(EntityType))
        self._told[passage.id] = _by_type((EntityType(end.type), end.text) for end in ends)

    def before(self, passage: Passage) -> dict[StandsFor, str]:
        """What a pronoun in the passage stands for, if nothing in the passage comes before it."""
        earlier = self._previous.get(passage.id)
        near = self._named(earlier) if earlier else {}
        title = self._titles.get(passage.title, {})
        candidates = ((meaning, near.get(kind) or title.get(kind) or frozenset()) for meaning, kind in MEANT.items())
        return {meaning: next(iter(names)) for meaning, names in candidates if len(names) == 1}

    def _named(self, passage: Passage) -> _Named:
        """Who is named in a passage: by the facts of this batch, else by what the library holds."""
        if passage.id not in self._told:
            stored = self._graph.names_in([passage.id], _NAMES)
            self._told[passage.id] = _by_type((entity.type, entity.name) for entity in stored)
        return self._told[passage.id]


def _by_type(names: Iterable[tuple[EntityType, str]]) -> _Named:
    found: dict[EntityType, frozenset[str]] = {}
    for kind, name in names:
        found[kind] = found.get(kind, frozenset()) | {name}
    return found
