"""What waits for a decision, as it is shown: each question in words, with the evidence of both sides."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tsuzuri.core.access import place_name
from tsuzuri.core.document import Said, Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Item, Question
from tsuzuri.core.values import Entity, Fact, Mention, Passage
from tsuzuri.library.reading import Browser
from tsuzuri.library.views import FactView
from tsuzuri.text.sentences import sentences

_QUOTES = 3
_LOOKED_AT = 24
_SHARED = 8
_SUBJECTS = 3
_DISPUTED = 512
_SHORT = 80


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence and where it stands."""

    text: str
    passage_id: PassageId
    source_uri: str
    locator: str
    said: Said | None


@dataclass(frozen=True, slots=True)
class Named:
    """A name with its other names, and the latest sentences that speak of it."""

    entity: Entity
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class TwoNames:
    """A merge: two names, and the names of what both have to do with."""

    one: Named
    other: Named
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TwoOfOneName:
    """A split: what most say of a name, and what the document says that may speak of somebody else."""

    entity: Entity
    one: tuple[Quote, ...]
    other: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class TwoFacts:
    """A contradiction. A fact that was found wrong is still shown."""

    one: FactView
    other: FactView


@dataclass(frozen=True, slots=True)
class Line:
    """What was not let in, why, and the passage's sentence with both of its ends, or its first."""

    line: str
    reason: str
    quote: Quote


@dataclass(frozen=True, slots=True)
class ManyValues:
    """A relation, and some subjects that have several values of it at a time."""

    relation: str
    subjects: tuple[tuple[FactView, ...], ...]


About = TwoNames | TwoOfOneName | TwoFacts | Line | ManyValues


@dataclass(frozen=True, slots=True)
class ItemView:
    """A question in words, and what it is about; None where a side of it cannot be shown any more."""

    item: Item
    question: str
    about: About | None


def views(backend: Backend, items: Sequence[Item]) -> tuple[ItemView, ...]:
    """The items as they are shown. As many queries for any number of one kind."""
    shown = _Shown(backend, items)
    return tuple(ItemView(item, shown.question(item), shown.about(item)) for item in items)


@dataclass
class _Shown:
    """What some items are about, looked up together."""

    backend: Backend
    items: Sequence[Item]
    _names: dict[EntityId, Entity] = field(default_factory=dict)
    _mentions: Mapping[EntityId, tuple[Mention, ...]] = field(default_factory=dict)
    _told: Mapping[ContentId, tuple[Mention, ...]] = field(default_factory=dict)
    _near: Mapping[EntityId, frozenset[EntityId]] = field(default_factory=dict)
    _near_names: dict[EntityId, str] = field(default_factory=dict)
    _roots: dict[EntityId, EntityId] = field(default_factory=dict)
    _passages: dict[PassageId, Passage] = field(default_factory=dict)
    _facts: dict[FactId, FactView] = field(default_factory=dict)
    _disputed: dict[str, list[Fact]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._look_up_names()
        self._look_up_facts()
        wanted = [PassageId(item.one) for item in self._of(Question.QUARANTINE)]
        wanted += [mention.passage_id for found in self._mentions.values() for mention in found]
        wanted += [mention.passage_id for found in self._told.values() for mention in found]
        self._passages = {one.id: one for one in self.backend.catalog.passages(list(dict.fromkeys(wanted)))}

    def question(self, item: Item) -> str:
        """What is asked, in a sentence."""
        match item.question:
            case Question.MERGE:
                already = " (they are one by now)" if not item.answered_by and self._are_one(item) else ""
                return f"Are {self._called(item.one)} and {self._called(item.other)} the same?{already}"
            case Question.SPLIT:
                return f"Are there two called {self._called(item.one)}?"
            case Question.CONTRADICTION:
                return f"Is one of these two wrong: {self._stated(item.one)}; {self._stated(item.other)}?"
            case Question.QUARANTINE:
                return f"Shall this line be let in: {_short(item.detail)}?"
            case Question.RULE:
                return f"May something have several values of {item.detail.replace('_', ' ')} at a time?"

    def about(self, item: Item) -> About | None:
        """Both sides of it."""
        match item.question:
            case Question.MERGE:
                return self._two_names(EntityId(item.one), EntityId(item.other))
            case Question.SPLIT:
                return self._two_of_one_name(EntityId(item.one), ContentId(item.other))
            case Question.CONTRADICTION:
                sides = self._facts.get(FactId(item.one)), self._facts.get(FactId(item.other))
                return TwoFacts(sides[0], sides[1]) if sides[0] and sides[1] else None
            case Question.QUARANTINE:
                return self._line(item)
            case Question.RULE:
                return ManyValues(item.detail, tuple(self._subjects(item.detail)))

    def _of(self, *questions: Question) -> list[Item]:
        return [item for item in self.items if item.question in questions]

    def _look_up_names(self) -> None:
        merges, splits = self._of(Question.MERGE), self._of(Question.SPLIT)
        if not (merges or splits):
            return
        pairs = [EntityId(id_) for item in merges for id_ in (item.one, item.other)]
        ids = list(dict.fromkeys([*pairs, *(EntityId(item.one) for item in splits)]))
        for asked, members in self.backend.identities.members(ids).items():
            self._names |= {one.id: one for one in members if one.id == asked}
            self._roots |= {one.id: members[0].id for one in members}
        self._mentions = self.backend.graph.mentions_of(ids, limit_each=_LOOKED_AT)
        if splits:
            self._told = self.backend.links.told(list(dict.fromkeys(ContentId(item.other) for item in splits)))
        self._near = self.backend.identities.neighbours(list(dict.fromkeys(pairs))) if pairs else {}
        near = sorted({id_ for found in self._near.values() for id_ in found})
        self._near_names = {one.id: one.name for one in self.backend.graph.entities_by_id(near)}

    def _look_up_facts(self) -> None:
        ids = [FactId(id_) for item in self._of(Question.CONTRADICTION) for id_ in (item.one, item.other)]
        facts = {one.id: one for one in self.backend.graph.facts(list(dict.fromkeys(ids)))} if ids else {}
        if self._of(Question.RULE):
            for fact in self.backend.graph.disputed(limit=_DISPUTED).items:
                self._disputed.setdefault(fact.relation, []).append(fact)
            shown = [fact for item in self._of(Question.RULE) for fact in self._disputed.get(item.detail, [])]
            rivals = [fact.disputed_by for fact in shown if fact.disputed_by is not None]
            facts |= {fact.id: fact for fact in (*shown, *self.backend.graph.facts(list(dict.fromkeys(rivals))))}
        if facts:
            self._facts = {view.fact.id: view for view in Browser(self.backend).fact_views(list(facts.values()))}

    def _are_one(self, item: Item) -> bool:
        one, other = self._roots.get(EntityId(item.one)), self._roots.get(EntityId(item.other))
        return one is not None and one == other

    def _called(self, id_: int) -> str:
        entity = self._names.get(EntityId(id_))
        return f"{entity.name} ({entity.type})" if entity is not None else "what is gone"

    def _stated(self, id_: int) -> str:
        view = self._facts.get(FactId(id_))
        return _short(view.fact.statement) if view is not None else "what is gone"

    def _two_names(self, one: EntityId, other: EntityId) -> TwoNames | None:
        if not {one, other} <= self._names.keys():
            return None
        shared = self._near.get(one, frozenset()) & self._near.get(other, frozenset())
        names = [self._near_names[id_] for id_ in sorted(shared - {one, other}) if id_ in self._near_names]
        return TwoNames(self._named(one), self._named(other), tuple(names[:_SHARED]))

    def _named(self, id_: EntityId) -> Named:
        return Named(self._names[id_], self._quotes(self._mentions.get(id_, ())))

    def _two_of_one_name(self, id_: EntityId, content_id: ContentId) -> TwoOfOneName | None:
        if id_ not in self._names:
            return None
        root = self._roots[id_]
        in_it = [one for one in self._told.get(content_id, ()) if self._roots.get(one.entity_id) == root]
        others = [
            one
            for one in self._mentions.get(id_, ())
            if (passage := self._passages.get(one.passage_id)) is not None and passage.content_id != content_id
        ]
        return TwoOfOneName(self._names[id_], self._quotes(others), self._quotes(in_it))

    def _quotes(self, mentions: Sequence[Mention]) -> tuple[Quote, ...]:
        """The sentences of the first mentions, each once."""
        quotes: dict[tuple[PassageId, str], Quote] = {}
        for mention in mentions:
            if len(quotes) < _QUOTES and (passage := self._passages.get(mention.passage_id)) is not None:
                quote = _quote(passage, mention.span)
                quotes.setdefault((quote.passage_id, quote.text), quote)
        return tuple(quotes.values())

    def _line(self, item: Item) -> Line | None:
        passage = self._passages.get(PassageId(item.one))
        if passage is None:
            return None
        ends = [part for i, part in enumerate(item.detail.split(" | ")) if i in (0, 3)]
        spans = sentences(passage.text) or (Span(0, len(passage.text)),)
        best = max(spans, key=lambda span: sum(end in span.of(passage.text) for end in ends))
        return Line(item.detail, item.reason, _quote(passage, Span(best.start, best.start)))

    def _subjects(self, relation: str) -> Iterator[tuple[FactView, ...]]:
        """The values of some subjects, those with the most first."""
        of_relation = sorted(self._disputed.get(relation, []), key=lambda fact: (fact.subject_id, fact.id))
        groups = [list(facts) for _, facts in groupby(of_relation, key=lambda fact: fact.subject_id)]
        for facts in sorted(groups, key=lambda found: -len(found))[:_SUBJECTS]:
            ids = dict.fromkeys(id_ for fact in facts for id_ in (fact.id, fact.disputed_by) if id_ is not None)
            yield tuple(self._facts[id_] for id_ in ids if id_ in self._facts)


def place(quote: Quote) -> str:
    """Where a sentence stands, in a few words."""
    name = place_name(quote.source_uri)
    return f"{name}, {quote.locator}" if quote.locator else name


def _short(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= _SHORT else f"{plain[: _SHORT - 2]}.."


def _quote(passage: Passage, span: Span) -> Quote:
    """The sentence around a place of a passage."""
    around = (one for one in sentences(passage.text) if one.start <= span.start < one.end)
    text = next(around, Span(0, len(passage.text))).of(passage.text)
    return Quote(" ".join(text.split()), passage.id, passage.source_uri, passage.locator, passage.said)
