"""A library with a hierarchy over it, and a chat model that chooses cards by their names."""

import re
from collections.abc import Callable, Mapping, Sequence

from tests.fakes import FakeChat, FakeEmbedder
from tests.stages import NOW, SAID, store_text
from tsuzuri.core.categories import CategoryDraft
from tsuzuri.core.decoding import Ask, Numbers, Response, StopReason, Turn
from tsuzuri.core.document import Span
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ids import CategoryId, EntityId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import EntityType, Evidence, FactDraft, Kind, Mention, Nearness
from tsuzuri.text.normalise import key

_CARD = re.compile(r"^(\d+)\. ([^:\n]+)", re.MULTILINE)

LAYERS: tuple[Mapping[str, tuple[str, ...]], ...] = (
    {
        "Instruments": ("violin", "piano", "cello"),
        "Dishes": ("pasta", "soup", "market"),
        "Places": ("harbour", "mill", "market"),
    },
    {"Arts": ("Instruments",), "Living": ("Dishes", "Places")},
)
"""Each category of a layer with its children; the market is in two."""


class Lenient(FakeEmbedder):
    """An embedder to whom nothing is far."""

    @property
    def near(self) -> Nearness:
        return Nearness(description=0.0, words=0.0, short=0.0)


class Choosing(FakeChat):
    """Chooses by name: `answers` one page after the other, as "Dishes*, Places"; `yes` judges texts."""

    def __init__(
        self, *answers: str, stop: StopReason = StopReason.COMPLETE, yes: Callable[[str], float] = len
    ) -> None:
        super().__init__(lambda _: "")
        self._pages = list(answers)
        self._stop = stop
        self._yes = yes
        self.prefixes: list[tuple[Turn, ...]] = []

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        self.prefixes.append(tuple(prefix))
        self.questions += requests
        return tuple(self._choice(prefix, request) for request in requests)

    def _choice(self, prefix: Sequence[Turn], request: Ask) -> Response:
        if not isinstance(request.form, Numbers):
            share = self._yes(request.turns[0].text)
            return Response("yes" if share > 0.5 else "no", share, (share, 1 - share), StopReason.COMPLETE, 10, 1)
        cards = {name: number for turn in (*prefix, *request.turns) for number, name in _CARD.findall(turn.text)}
        wanted = self._pages.pop(0).split(", ")
        text = ",".join(cards.get(name.rstrip("*"), name.rstrip("*")) + "*" * name.endswith("*") for name in wanted)
        return Response(text if self._stop is StopReason.COMPLETE else "", 0.5, (), self._stop, 10, 4)


class Unavailable(FakeChat):
    """A model that is not on this machine after all."""

    def __init__(self) -> None:
        super().__init__(lambda _: "")

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        raise ModelUnavailable("the chat model is not here")


def remember(backend: Backend, names: Sequence[str], owner: str = "") -> dict[str, EntityId]:
    """Entities by name, each with a passage that names it and, with an owner, a fact that says whose it is."""
    texts = [f"The {name} of {owner or 'the town'} is old." for name in names]
    passages = store_text(backend, f"/notes/{names[0]}.md", texts)
    ids: dict[str, EntityId] = {}
    with backend.transaction():
        graph, space = backend.graph, backend.vectors.space(FakeEmbedder().space)
        owner_id = graph.add_entity(owner, key(owner), EntityType.PERSON, NOW) if owner else None
        for name, text, passage in zip(names, texts, passages, strict=True):
            span = Span(4, 4 + len(name))
            ids[name] = graph.add_entity(name, key(name), EntityType.THING, NOW)
            graph.add_mentions([Mention(ids[name], passage, span)])
            if owner_id is not None:
                at = Span(text.index(owner), text.index(owner) + len(owner))
                graph.add_mentions([Mention(owner_id, passage, at)])
                draft = FactDraft(owner_id, "owns", ids[name], "", UNDATED, SAID, NOW, 0.9)
                fact = graph.add_fact(draft, Evidence(passage, Span(0, len(text)), at, span, None, 0.9, "test"))
                vectors = FakeEmbedder().passages([f"{owner} owns {name}"])
                backend.vectors.put(space, Kind.FACT, [fact], vectors)
        if owner_id is not None:
            ids[owner] = owner_id
        backend.lexical.put(Kind.ENTITY, [LexicalEntry(id_, "", "", name) for name, id_ in ids.items()])
        backend.vectors.put(space, Kind.ENTITY, list(ids.values()), FakeEmbedder().passages(list(ids)))
    return ids


def build(
    backend: Backend, entities: Mapping[str, int], layers: Sequence[Mapping[str, Sequence[str]]] = LAYERS
) -> dict[str, CategoryId]:
    """A published hierarchy over the entities; the categories by name."""
    made: dict[str, CategoryId] = {}
    below: Mapping[str, int] = entities
    with backend.transaction():
        id_ = backend.categories.begin("test", NOW)
        for number, layer in enumerate(layers, 1):
            drafts = [
                CategoryDraft(
                    number, name, tuple(below[child] for child in children), f"All of {name}.", tuple(children)
                )
                for name, children in layer.items()
            ]
            below = dict(zip(layer, backend.categories.add(id_, drafts), strict=True))
            made |= {name: CategoryId(one) for name, one in below.items()}
        backend.categories.publish(id_, NOW)
    return made


def fill(backend: Backend) -> tuple[dict[str, EntityId], dict[str, CategoryId]]:
    """The entities and categories of `LAYERS`."""
    names = list(dict.fromkeys(name for children in LAYERS[0].values() for name in children))
    entities = remember(backend, names)
    return entities, build(backend, entities)
