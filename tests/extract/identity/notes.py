"""A store that is easy to fill with notes in which people and things are named."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.fakes import SteppingClock
from tests.store.samples import NOW, content_draft, passage_drafts, source_draft
from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Item
from tsuzuri.core.temporal import UNDATED, Interval
from tsuzuri.core.values import EntityType, Evidence, FactDraft, Mention, NameKind
from tsuzuri.extract.identity.matching import Matched, Matching
from tsuzuri.text.normalise import key

PERSON = EntityType.PERSON


@dataclass(frozen=True, slots=True)
class Note:
    """A note that was stored: one passage that names some."""

    uri: str
    content: ContentId
    passage: PassageId


@dataclass
class Notes:
    """Notes in a store. A name is one entity in all of them, as the resolver makes it."""

    backend: Backend
    clock: SteppingClock = field(default_factory=SteppingClock)
    ids: dict[str, EntityId] = field(default_factory=dict)

    def note(self, uri: str, *names: str, type: EntityType = PERSON) -> Note:
        """Write a note that names these, side by side."""
        text = " ".join((uri, *names))
        with self.backend.transaction():
            source = self.backend.catalog.put_sources([source_draft(uri)], NOW)[0]
            content, (passage,) = self.backend.catalog.put_content(source, content_draft(text), passage_drafts([text]))
            for name in names:
                start = text.index(name)
                span = Span(start, start + len(name))
                self.backend.graph.add_mentions([Mention(self.entity(name, type), passage, span)])
        return Note(uri, content, passage)

    def entity(self, name: str, type: EntityType = PERSON) -> EntityId:
        """The entity of that name, made inside a transaction."""
        if name not in self.ids:
            self.ids[name] = self.backend.graph.add_entity(name, key(name), type, NOW)
        return self.ids[name]

    def alias(self, name: str, alias: str, note: Note) -> None:
        with self.backend.transaction():
            self.backend.graph.add_alias(self.ids[name], alias, key(alias), NameKind.STATED, note.passage)

    def state(self, name: str, relation: str, other: str, note: Note, valid: Interval = UNDATED) -> FactId:
        """A fact between two, of whom the first is named in the note."""
        with self.backend.transaction():
            target = self.entity(other, EntityType.ORGANIZATION)
            draft = FactDraft(self.ids[name], relation, target, "", valid, None, NOW, 0.9)
            return self.backend.graph.add_fact(draft, self._evidence(note))

    def address(self, name: str, address: str, note: Note) -> None:
        with self.backend.transaction():
            form = ValueForm(ValueType.EMAIL, address)
            draft = FactDraft(self.ids[name], "e_mail", None, address, UNDATED, None, NOW, 1.0, form)
            self.backend.graph.add_fact(draft, self._evidence(note))

    def forget(self) -> None:
        """Forget all notes, and with them all that they named."""
        with self.backend.transaction():
            for source in self.backend.catalog.sources(limit=1000).items:
                self.backend.catalog.forget(source.id)
        self.ids.clear()

    def match(self, *, step: int = 100) -> Matched:
        return Matching(self.backend, self.clock, step=step).run()

    def together(self, *names: str) -> bool:
        """Whether those are all one."""
        roots = {self.backend.identities.members([self.ids[name]])[self.ids[name]][0].id for name in names}
        return len(roots) == 1

    def waiting(self) -> tuple[Item, ...]:
        return self.backend.reviews.waiting(limit=1000).items

    def decided(self) -> tuple[Item, ...]:
        return self.backend.reviews.decided(limit=1000).items

    def answer(self, items: Iterable[Item], answer: Answer) -> None:
        """A person answers, and what it means is done."""
        with self.backend.transaction():
            for item in items:
                self.backend.reviews.answer(item.id, answer, "you", NOW)
                if answer is Answer.YES:
                    self.backend.identities.unite(EntityId(item.one), EntityId(item.other))

    @staticmethod
    def _evidence(note: Note) -> Evidence:
        return Evidence(note.passage, Span(0, 2), Span(0, 1), Span(1, 2), None, 0.9, "rule 1")
