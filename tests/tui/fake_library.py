"""A small library in memory, invented, in English and Japanese, with a fixed clock."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TypeVar

from tests.tui.fake_asking import FakeAsking, FakeHistory
from tsuzuri.core import answers
from tsuzuri.core.categories import Build, Category
from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.errors import TsuzuriError, UsageError
from tsuzuri.core.ids import BuildId, CategoryId, ContentId, EntityId, FactId, PassageId, ReviewId, RootId, SourceId
from tsuzuri.core.jobs import Job, JobCounts, JobState
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.results import CategoryHit, Hit, Outcome, Route, SearchResult, Snippet, Strategy, Timing, TraceStep
from tsuzuri.core.review import YOU, Answer, Item, Question
from tsuzuri.core.roots import Root, RootState
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import (
    Counts,
    Entity,
    EntityType,
    Evidence,
    Fact,
    FactStatus,
    Grown,
    Kind,
    Mention,
    Page,
    Passage,
    Source,
    SourceState,
)
from tsuzuri.enrich.build import Built
from tsuzuri.library.folders import FolderView
from tsuzuri.library.forgetting import Receipt
from tsuzuri.library.hierarchy import HierarchyStatus
from tsuzuri.library.neighbourhood import Branch, Neighbourhood
from tsuzuri.library.questions import ItemView
from tsuzuri.library.queue import Backlog
from tsuzuri.library.step import OnProgress
from tsuzuri.library.tending import Problem
from tsuzuri.library.timeline import Timeline, is_dated, lanes
from tsuzuri.library.views import EntityCard, FactView, MentionView, Reading, Status
from tsuzuri.library.walks import Walk
from tsuzuri.pipeline.progress import Progress

T = TypeVar("T")

NOW = datetime(2025, 9, 12, 9, 30, tzinfo=UTC)


def clock() -> datetime:
    return NOW


@dataclass(frozen=True, slots=True)
class Text:
    """A document of one passage: `before` and `after` stand around it."""

    uri: str
    title: str
    locator: str
    said: date
    passage: str
    before: str = ""
    after: str = ""
    state: SourceState = SourceState.UNDERSTOOD
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact of the sentence that holds both ends verbatim."""

    text: int
    subject: str
    relation: str
    object: str
    sentence: str
    valid: Interval
    status: FactStatus = FactStatus.CURRENT


def since(day: str, precision: Precision = Precision.MONTH) -> Interval:
    return Interval(date.fromisoformat(day), None, precision)


def between(start: str, end: str, precision: Precision = Precision.MONTH) -> Interval:
    return Interval(date.fromisoformat(start), date.fromisoformat(end), precision)


ENGLISH_TEXTS = (
    Text(
        "/home/ada/notes/weekly-2024-05-06.md",
        "Weekly meeting",
        "line 12",
        date(2024, 5, 6),
        "Ilse Varga became head of research at Nordlicht Optics in May 2024. She took over from Tomas Reuel, "
        "who had led the group since 2019. The group moves to the old observatory in Brinsk.",
        "# Weekly meeting\n\nPresent: Ilse, Tomas, Priya. The coffee machine was repaired on Friday.\n\n",
        "\n\nThe next meeting is on the 13th. Priya brings the lens samples and the [/ invoice ]] from the glazier.\n",
    ),
    Text(
        "/home/ada/mail/2025-01-20-observatory.eml",
        "The observatory is ours",
        "message",
        date(2025, 1, 20),
        "The lease of the Brinsk observatory was signed on 17 January 2025. Nordlicht Optics pays the town a rent "
        "of one crown a year, and Priya Sandal keeps the key.",
    ),
    Text("/home/ada/scans/lease-2025.pdf", "", "", date(2025, 1, 17), "-", state=SourceState.NO_TEXT,
         reason="the pages are pictures without a text layer"),
    Text(
        "/home/ada/notes/people/ilse-varga.md",
        "Ilse Varga",
        "line 3",
        date(2025, 3, 2),
        "Ilse Varga lives in Brinsk. Until 2021 she taught optics at the Tessel Institute.",
        state=SourceState.SEARCHABLE,
    ),
    Text("/home/ada/old/backup.zip", "", "", date(2018, 4, 1), "-", state=SourceState.REFUSED,
         reason="no reader for this type"),
)  # fmt: skip

ENGLISH_FACTS = (
    Stated(0, "Ilse Varga", "head of research at", "Nordlicht Optics",
           "Ilse Varga became head of research at Nordlicht Optics in May 2024.", since("2024-05-01")),
    Stated(0, "Tomas Reuel", "head of research at", "Nordlicht Optics",
           "Ilse Varga became head of research at Nordlicht Optics in May 2024. She took over from Tomas Reuel, "
           "who had led the group since 2019.",
           between("2019-01-01", "2024-05-01", Precision.MONTH), FactStatus.SUPERSEDED),
    Stated(1, "Nordlicht Optics", "rents", "Brinsk observatory",
           "The lease of the Brinsk observatory was signed on 17 January 2025. Nordlicht Optics pays the town a rent "
           "of one crown a year", since("2025-01-17", Precision.DAY)),
    Stated(3, "Ilse Varga", "lives in", "Brinsk", "Ilse Varga lives in Brinsk.", Interval()),
    Stated(3, "Ilse Varga", "taught at", "Tessel Institute",
           "Ilse Varga lives in Brinsk. Until 2021 she taught optics at the Tessel Institute.",
           Interval(None, date(2022, 1, 1), Precision.YEAR)),
)  # fmt: skip

ENGLISH_ENTITIES = (
    ("Brinsk", EntityType.PLACE, ()),
    ("Brinsk observatory", EntityType.PLACE, ("the observatory",)),
    ("Ilse Varga", EntityType.PERSON, ("Ilse", "Dr. Varga")),
    ("Nordlicht Optics", EntityType.ORGANIZATION, ("Nordlicht",)),
    ("Priya Sandal", EntityType.PERSON, ("Priya",)),
    ("Tessel Institute", EntityType.ORGANIZATION, ()),
    ("Tomas Reuel", EntityType.PERSON, ("Tomas",)),
)

JAPANESE_TEXTS = (
    Text(
        "/home/aoi/議事録/2024-05-07 定例.md",
        "定例会議",
        "12行目",
        date(2024, 5, 7),
        "2024年5月から波多野 澪が霧島光学の研究部長を務めている。前任の古城 健は2019年から部を率いてきた。"
        "研究室は白瀬の旧天文台に移る。",
        "# 定例会議\n\n出席: 波多野、古城、三田村。\n\n",
        "\n\n次回は5月14日。三田村がレンズの試料を持参する。\n",
    ),
    Text(
        "/home/aoi/メール/2025-01-20 旧天文台.eml",
        "旧天文台の契約について",
        "本文",
        date(2025, 1, 20),
        "旧天文台の賃貸契約は2025年1月17日に締結された。霧島光学は町に年百円を支払い、鍵は三田村が預かる。",
    ),
    Text("/home/aoi/スキャン/契約書.pdf", "", "", date(2025, 1, 17), "-", state=SourceState.NO_TEXT,
         reason="the pages are pictures without a text layer"),
    Text(
        "/home/aoi/人物/波多野澪.md",
        "波多野 澪",
        "3行目",
        date(2025, 3, 2),
        "波多野 澪は白瀬に住んでいる。2021年まで手取工科大学で光学を教えた。",
        state=SourceState.SEARCHABLE,
    ),
)  # fmt: skip

JAPANESE_FACTS = (
    Stated(0, "波多野 澪", "研究部長", "霧島光学", "2024年5月から波多野 澪が霧島光学の研究部長を務めている。",
           since("2024-05-01")),
    Stated(1, "霧島光学", "賃借", "旧天文台",
           "旧天文台の賃貸契約は2025年1月17日に締結された。霧島光学は町に年百円を支払い",
           since("2025-01-17", Precision.DAY)),
    Stated(3, "波多野 澪", "居住地", "白瀬", "波多野 澪は白瀬に住んでいる。", Interval()),
    Stated(3, "波多野 澪", "教えた", "手取工科大学",
           "波多野 澪は白瀬に住んでいる。2021年まで手取工科大学で光学を教えた。",
           Interval(None, date(2022, 1, 1), Precision.YEAR)),
)  # fmt: skip

JAPANESE_ENTITIES = (
    ("三田村", EntityType.PERSON, ()),
    ("手取工科大学", EntityType.ORGANIZATION, ("手取工大",)),
    ("旧天文台", EntityType.PLACE, ()),
    ("波多野 澪", EntityType.PERSON, ("波多野",)),
    ("白瀬", EntityType.PLACE, ()),
    ("霧島光学", EntityType.ORGANIZATION, ("霧島光学株式会社",)),
)


@dataclass
class FakeLibrary:
    """Satisfies `bridge.Library`. Set `error` to have every question fail, `search_error` or
    `forget_error` only those.

    `asked` records what was searched, and how; `deeds` what was done to it; `calls_from` from which threads.
    """

    texts: tuple[Text, ...] = ENGLISH_TEXTS
    stated: tuple[Stated, ...] = ENGLISH_FACTS
    names: tuple[tuple[str, EntityType, tuple[str, ...]], ...] = ENGLISH_ENTITIES
    version: int = 1
    tells: bool = True
    """Whether what is done to it is seen by the next look, once a second: a picture must not depend on when that is."""
    error: Exception | None = None
    search_error: Exception | None = None
    forget_error: Exception | None = None
    views: tuple[FolderView, ...] = ()
    failed: tuple[Job, ...] = ()
    problems: tuple[Problem, ...] = ()
    unread: int = 0
    unembedded: int = 0
    missing: dict[str, datetime] = field(default_factory=dict)
    remarks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    eta_s: float | None = None
    paused: bool = False
    kept_by: str = "here"
    waiting: tuple[ItemView, ...] = ()
    decided: tuple[ItemView, ...] = ()
    sorted: "Sorted | None" = None
    single: frozenset[str] = frozenset({"head of research at", "works at"})
    as_of: date | None = None
    """The day of the last question that could name one."""
    asked: list[tuple[str, bool, bool]] = field(default_factory=list)
    deeds: list[tuple[object, ...]] = field(default_factory=list)
    calls_from: set[int] = field(default_factory=set)
    asking: FakeAsking = field(default_factory=FakeAsking)
    ids: dict[str, EntityId] = field(default_factory=dict)
    source_ids: dict[str, SourceId] = field(default_factory=dict)
    gate: threading.Event | None = None
    """Where there is one, every question waits until it is set."""
    walks: "FakeWalks" = field(default_factory=lambda: FakeWalks())

    def data_version(self) -> int:
        self._check()
        return self.version

    def status(self) -> Status:
        self._check()
        kept = [self._source(i) for i in range(len(self.texts))]
        counts = Counts(
            sources=len(kept),
            refused=sum(source.state in (SourceState.REFUSED, SourceState.NO_TEXT) for source in kept),
            passages=sum(source.passages for source in kept),
            pending=sum(source.pending for source in kept),
            set_aside=0,
            entities=len(self.names),
            facts=len(self.stated),
            mentions=sum(len(self._mentions(name)) for name, _, _ in self.names),
            quarantined=0,
            vectors=0,
            missing=len(self.missing),
        )
        aside = sum(job.state is JobState.ASIDE for job in self.failed)
        retrying = len(self.failed) - aside
        reading = JobCounts(self.unread + retrying, retrying, 0, aside, 0)
        left = counts.pending, counts.passages - counts.pending
        backlog = Backlog(self.paused, reading, self.unembedded, 0, *left, 0)
        return Status(
            "main", True, counts, "qwen3-4b", True, "nano-e5",
            eta_s=self.eta_s, backlog=backlog, kept_by=self.kept_by, questions=len(self.waiting),
        )  # fmt: skip

    @property
    def folders(self) -> "FakeFolders":
        return FakeFolders(self)

    @property
    def queue(self) -> "FakeQueue":
        return FakeQueue(self)

    @property
    def review(self) -> "FakeReview":
        return FakeReview(self)

    @property
    def hierarchy(self) -> "FakeHierarchy":
        return FakeHierarchy(self)

    @property
    def history(self) -> FakeHistory:
        return FakeHistory(self.asking, NOW, self.done)

    def ask(
        self,
        question: str,
        *,
        as_of: date | None = None,
        history: Sequence[answers.Answer] = (),
        on_step: Callable[[str], None] | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> answers.Answer:
        self._check()
        return self.asking.ask(self, question, as_of, history, on_step or _unheard, on_text or _unheard)

    def stop_asking(self) -> None:
        self.asking.stopped.set()

    def passages(self) -> tuple[Passage, ...]:
        """The passages of all that has text."""
        return tuple(self._passage(i) for i in range(len(self.texts)) if self.texts[i].passage != "-")

    def named(self, name: str) -> tuple[Entity, ...]:
        return self.entities(contains=name).items

    def neighbourhood(self, entity_id: EntityId, *, as_of: date | None = None) -> Neighbourhood | None:
        def branches(of: EntityId, but: frozenset[FactId]) -> tuple[Branch, ...]:
            card = self.card(of, as_of=as_of)
            facts = [view.fact for view in card.facts if view.fact.id not in but] if card else []
            made = []
            for fact in facts:
                inward = fact.subject_id != of
                other = fact.subject_id if inward else fact.object_id
                found = next((one for one in map(self._entity, range(len(self.names))) if one.id == other), None)
                onward = branches(found.id, frozenset(one.id for one in facts)) if found and not but else ()
                made.append(Branch(fact, inward, found, onward))
            return tuple(made)

        centre = next((one for one in map(self._entity, range(len(self.names))) if one.id == entity_id), None)
        return None if centre is None else Neighbourhood(centre, branches(entity_id, frozenset()), 0)

    def timeline(self, entity_id: EntityId) -> Timeline | None:
        card = self.card(entity_id)
        if card is None:
            return None
        undated = tuple(view for view in card.facts if not is_dated(view.fact))
        return Timeline(card.entity, lanes(card.entity, card.facts, self.single), undated)

    def keeper_problems(self) -> tuple[Problem, ...]:
        self._check()
        return self.problems

    def forget(self, source_ids: Sequence[SourceId], *, dry_run: bool = False) -> Receipt:
        self._check()
        if self.forget_error is not None:
            raise self.forget_error
        sources = [self._source(i) for i in range(len(self.texts)) if self._source(i).id in source_ids]
        uris = tuple(source.uri for source in sources)
        passages = sum(source.passages for source in sources)
        said_in = [self._view(i) for i in range(len(self.stated)) if self._view(i).passage.source_uri in uris]
        words = " ".join(text.passage for text in self.texts if text.uri in uris)
        names = tuple(name for name, _, _ in self.names if name in words)
        receipt = Receipt(
            dry_run=dry_run,
            sources=uris,
            passages=passages,
            facts=len(said_in),
            facts_weakened=1,
            entities=len(names),
            mentions=len(names) + 2,
            vectors=passages + len(said_in) + len(names),
            names=names,
            statements=tuple(view.fact.statement for view in said_in),
            excluded=uris if self.views else (),
        )
        if not dry_run:
            self.done("forget", *uris)
            self.texts = tuple(text for text in self.texts if text.uri not in uris)
            self.stated = ()
        return receipt

    def done(self, *deed: object) -> None:
        """Something was done to it."""
        self.deeds.append(deed)
        self.version += self.tells

    def growth(self) -> tuple[Grown, ...]:
        self._check()
        days = (date(2025, 8, 1), date(2025, 8, 20), NOW.date())
        return (Grown(days[0], len(self.texts) - 1, 2), Grown(days[1], 0, 1), Grown(days[2], 1, len(self.stated) - 3))

    def sources(
        self,
        *,
        contains: str = "",
        order: SourceOrder = SourceOrder.PLACE,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Source]:
        self._check()
        found = sorted((self._source(i) for i in range(len(self.texts))), key=lambda source: source.uri)
        if order is not SourceOrder.PLACE:
            found.sort(key=lambda source: -source.size)
        return paged([source for source in found if contains in source.uri + source.title], after, limit)

    def sources_by_id(self, ids: Sequence[SourceId]) -> tuple[Source, ...]:
        self._check()
        found = {source.id: source for source in map(self._source, range(len(self.texts)))}
        return tuple(found[id_] for id_ in ids if id_ in found)

    def entities(
        self,
        *,
        contains: str = "",
        type: EntityType | None = None,
        order: EntityOrder = EntityOrder.NAME,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Entity]:
        self._check()
        found = [self._entity(i) for i in range(len(self.names))]
        if order is not EntityOrder.NAME:
            found.reverse()
        wanted = [e for e in found if contains.lower() in " ".join((e.name, *e.aliases)).lower()]
        return paged(wanted, after, limit)

    def entities_by_id(self, ids: Sequence[EntityId]) -> tuple[Entity, ...]:
        self._check()
        found = {entity.id: entity for entity in map(self._entity, range(len(self.names)))}
        return tuple(found[id_] for id_ in ids if id_ in found)

    def card(self, entity_id: EntityId, *, as_of: date | None = None) -> EntityCard | None:
        self._check()
        self.as_of = as_of
        entity = next((e for e in map(self._entity, range(len(self.names))) if e.id == entity_id), None)
        if entity is None:
            return None
        views = [self._view(i) for i in range(len(self.stated))]
        facts = tuple(
            view
            for view in views
            if entity.name in (view.fact.subject_name, view.fact.object_name)
            and (as_of is None or view.fact.held.holds_on(as_of))
        )
        return EntityCard(entity, facts, self._mentions(entity.name))

    def fact_view(self, fact_id: FactId) -> FactView | None:
        self._check()
        return self._view(fact_id - 1) if fact_id <= len(self.stated) else None

    def reading(self, passage_id: PassageId) -> Reading | None:
        self._check()
        if passage_id > len(self.texts):
            return None
        text = self.texts[passage_id - 1]
        span = Span(len(text.before), len(text.before) + len(text.passage))
        return Reading(self._passage(passage_id - 1), text.before + text.passage + text.after, span)

    def search(
        self,
        words: str,
        *,
        strategy: Strategy = Strategy.SYSTEM1,
        limit: int = 20,
        semantic: bool = True,
        typing: bool = False,
        as_of: date | None = None,
        on_step: Callable[[TraceStep], None] | None = None,
    ) -> SearchResult:
        self._check()
        self.as_of = as_of
        if strategy in WALKING:
            return self.walks.search(self, words, strategy, as_of, on_step)
        if self.search_error is not None:
            raise self.search_error
        self.asked.append((words, semantic, typing))
        routes = (Route.LEXICAL, Route.SEMANTIC) if semantic else (Route.LEXICAL,)
        hits = (*self._entity_hits(words, routes), *self._fact_hits(words, routes), *self._passage_hits(words, routes))
        outcome = Outcome.FOUND if hits else Outcome.EMPTY
        message = "" if hits else f'Nothing in your library says "{words}".'
        return SearchResult(outcome, hits[:limit], routes, strategy, (), (), "s-1", message)

    def entity(self, name: str) -> Entity:
        """The entity of that name."""
        return next(self._entity(i) for i in range(len(self.names)) if self.names[i][0] == name)

    def fact(self, i: int) -> FactView:
        """The i-th fact."""
        return self._view(i)

    def passage(self, i: int) -> Passage:
        """The passage of the i-th text."""
        return self._passage(i)

    def grow(self, name: str) -> None:
        """Another entity is written, in its place in the order of names."""
        self.names = tuple(sorted((*self.names, (name, EntityType.THING, ()))))
        self.version += 1

    def check(self) -> None:
        """Every question begins with this."""
        self._check()

    def _check(self) -> None:
        self.calls_from.add(threading.get_ident())
        if self.gate is not None:
            self.gate.wait(timeout=60)
        if self.error is not None:
            raise self.error

    def _entity_hits(self, words: str, routes: tuple[Route, ...]) -> list[Hit]:
        hits = []
        for i in range(len(self.names)):
            entity = self._entity(i)
            mentions = self._mentions(entity.name)
            if words in entity.name and mentions:
                passage = mentions[0].passage
                snippet = Snippet(passage.text, (mentions[0].mention.span,))
                hits.append(
                    Hit(Kind.ENTITY, entity.id, 3.0, routes, entity.name, snippet, passage.id, passage.source_uri,
                        passage.locator, passage.said)
                )  # fmt: skip
        return hits

    def _fact_hits(self, words: str, routes: tuple[Route, ...]) -> list[Hit]:
        hits = []
        for view in (self._view(i) for i in range(len(self.stated))):
            marks = spans_of(words, view.sentence)
            if marks:
                fact, passage = view.fact, view.passage
                title = f"{fact.subject_name} {fact.relation} {fact.object_name}"
                hits.append(
                    Hit(Kind.FACT, fact.id, 2.0, routes, title, Snippet(view.sentence, marks), passage.id,
                        passage.source_uri, passage.locator, passage.said, fact.valid)
                )  # fmt: skip
        return hits

    def _passage_hits(self, words: str, routes: tuple[Route, ...]) -> list[Hit]:
        hits = []
        for passage in (self._passage(i) for i in range(len(self.texts))):
            marks = spans_of(words, passage.text)
            if marks:
                hits.append(
                    Hit(Kind.PASSAGE, passage.id, 1.0, routes[:1], passage.title, Snippet(passage.text, marks),
                        passage.id, passage.source_uri, passage.locator, passage.said)
                )  # fmt: skip
        return hits

    def _source_id(self, uri: str) -> SourceId:
        for text in self.texts:
            self.source_ids.setdefault(text.uri, SourceId(len(self.source_ids) + 1))
        return self.source_ids[uri]

    def _source(self, i: int) -> Source:
        text = self.texts[i]
        refused = text.state in (SourceState.REFUSED, SourceState.NO_TEXT)
        return Source(
            id=self._source_id(text.uri),
            uri=text.uri,
            size=1200 + i,
            modified=NOW,
            state=text.state,
            reason=text.reason,
            content_id=None if refused else ContentId(i + 1),
            title=text.title,
            media_type="text/markdown",
            language="",
            said=said(text.said),
            added_at=NOW,
            passages=0 if refused else 1,
            pending=int(text.state is SourceState.SEARCHABLE),
            facts=sum(stated.text == i for stated in self.stated),
            missing_since=self.missing.get(text.uri),
            remarks=self.remarks.get(text.uri, ()),
        )

    def _id(self, name: str) -> EntityId:
        return self.ids.setdefault(name, EntityId(len(self.ids) + 1))

    def _entity(self, i: int) -> Entity:
        name, kind, aliases = self.names[i]
        mentions = self._mentions(name)
        facts = sum(name in (stated.subject, stated.object) for stated in self.stated)
        last = max((view.passage.said.at for view in mentions if view.passage.said), default=None)
        return Entity(self._id(name), name, kind, aliases, facts, len(mentions), last)

    def _passage(self, i: int) -> Passage:
        text = self.texts[i]
        return Passage(
            id=PassageId(i + 1),
            content_id=ContentId(i + 1),
            source_id=self._source_id(text.uri),
            source_uri=text.uri,
            title=text.title,
            ordinal=0,
            span=Span(len(text.before), len(text.before) + len(text.passage)),
            text=text.passage,
            heading="",
            locator=text.locator,
            speaker="",
            said=said(text.said),
        )

    def _mentions(self, name: str) -> tuple[MentionView, ...]:
        return tuple(
            MentionView(Mention(self._id(name), PassageId(i + 1), span), self._passage(i))
            for i in range(len(self.texts))
            for span in spans_of(name, self.texts[i].passage)[:1]
        )

    def _view(self, i: int) -> FactView:
        stated = self.stated[i]
        passage = self._passage(stated.text)
        fact = Fact(
            id=FactId(i + 1),
            subject_id=self._id(stated.subject),
            subject_name=stated.subject,
            relation=stated.relation,
            object_id=self._id(stated.object),
            object_name=stated.object,
            valid=stated.valid,
            held=stated.valid,
            said=passage.said,
            learnt_at=NOW,
            unlearnt_at=None,
            confidence=0.93 - i / 100,
            status=stated.status,
            evidence=1,
        )
        (statement,) = spans_of(stated.sentence, passage.text)[:1]
        (subject,) = spans_of(stated.subject, passage.text)[:1]
        other = next(iter(spans_of(stated.object, passage.text)), subject)
        return FactView(fact, Evidence(passage.id, statement, subject, other, None, 0.93, "qwen3-4b"), passage)


WALKING = (Strategy.DUAL, Strategy.GLOBAL, Strategy.AUTO)


@dataclass
class FakeWalks:
    """Satisfies `parts.Walks`. Of two steps the second waits until `go_on` is set; what the walk finds besides is one
    passage.
    """

    last: Walk | None = None
    go_on: threading.Event = field(default_factory=threading.Event)

    def search(
        self,
        library: "FakeLibrary",
        words: str,
        strategy: Strategy,
        as_of: date | None,
        on_step: Callable[[TraceStep], None] | None,
    ) -> SearchResult:
        steps = (
            TraceStep(2, 2, ("Science",), ("Places",), "model and embedding", 640.0, 312, ("Science", "Places")),
            TraceStep(1, 3, ("Lens makers",), (), "embedding", 8.0, 0, ("Lens makers", "Lens types", "Sites")),
        )
        tell = on_step or _unheard
        tell(steps[0])
        self.go_on.wait(timeout=5)
        tell(steps[1])
        found = library.search(words)
        passage = library.passage(1)
        hit = Hit(Kind.PASSAGE, passage.id, 0.5, (Route.SYSTEM2,), passage.title, Snippet(passage.text, ()), passage.id,
                  passage.source_uri, passage.locator, passage.said)  # fmt: skip
        category = CategoryHit(CategoryId(4), 1, 0.5, "Lens makers", "", (), 3)
        routes = (*found.routes, Route.SYSTEM2)
        message = "the walk ended early, for its budget of calls or tokens is spent"
        result = SearchResult(Outcome.FOUND, (*found.hits, hit), routes, strategy, (Timing("walk", 652.0),), (), "s-2",
                              message, (category,))  # fmt: skip
        self.last = Walk(words, as_of, NOW, steps, result)
        return result


def _unheard(_: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class FakeReview:
    """Satisfies `parts.Review`. Answers move questions between what waits and what was decided."""

    library: FakeLibrary

    def waiting(self, *, after: str | None = None, limit: int = 20) -> Page[ItemView]:
        self.library.check()
        return paged(self.library.waiting, after, limit)

    def history(self, *, after: str | None = None, limit: int = 20) -> Page[ItemView]:
        self.library.check()
        return paged(self.library.decided, after, limit)

    def answer(self, id: ReviewId, answer: Answer) -> Item:
        self.library.check()
        view = next(one for one in (*self.library.waiting, *self.library.decided) if one.item.id == id)
        item = replace(view.item, answer=answer, answered_at=NOW, answered_by=YOU)
        rest = tuple(one for one in self.library.waiting if one is not view)
        answered = replace(view, item=item)
        if answer is Answer.LATER:
            self.library.waiting = (*rest, answered)
        else:
            self.library.waiting, self.library.decided = rest, (answered, *self.library.decided)
        self.library.done("answer", id, answer)
        return item

    def merge_all(self, kept: EntityId, others: Sequence[EntityId]) -> tuple[Item, ...]:
        self.library.check()
        by_id = {self.library.ids[name]: name for name, _, _ in self.library.names}
        gone = [by_id[id_] for id_ in others]
        self.library.names = tuple(one for one in self.library.names if one[0] not in gone)
        self.library.done("merge", by_id[kept], *gone)
        decided = (YOU, "", NOW, Answer.YES, NOW, YOU)
        return tuple(
            Item(ReviewId(n), Question.MERGE, n, int(kept), int(id_), 1.0, "by hand", *decided)
            for n, id_ in enumerate(others, 90)
        )

    def undo(self, id: ReviewId | None = None) -> Item:
        self.library.check()
        if not self.library.decided:
            raise UsageError("you have decided nothing", hint="see: tsuzuri review history")
        view = next(one for one in self.library.decided if id in (None, one.item.id))
        item = replace(view.item, answer=None, answered_at=None, answered_by="")
        self.library.decided = tuple(one for one in self.library.decided if one is not view)
        self.library.waiting = (replace(view, item=item), *self.library.waiting)
        self.library.done("undo", item.id)
        return item


@dataclass(frozen=True, slots=True)
class Sorted:
    """A hierarchy: categories with the names of what is directly in each, from the top. `by` is what named them."""

    inside: tuple[tuple[str, int, tuple[str, ...]], ...]
    by: str = "qwen3-4b"
    summary: str = ""
    uncategorised: int = 0
    due: str = ""


@dataclass(frozen=True, slots=True)
class FakeHierarchy:
    """Satisfies `parts.Hierarchy`."""

    library: FakeLibrary

    def status(self) -> HierarchyStatus:
        self.library.check()
        held = self._held
        if held is None:
            return HierarchyStatus(None, len(self.library.names), "", None)
        sizes = tuple(sum(layer == n for _, layer, _ in held.inside) for n in range(1, self._layers + 1))
        build = Build(BuildId(1), held.by, NOW, NOW, sizes)
        return HierarchyStatus(build, held.uncategorised, held.due, None)

    def top(self) -> tuple[Category, ...]:
        self.library.check()
        return tuple(one for one in self._all() if one.layer == self._layers)

    def children(self, ids: Sequence[CategoryId]) -> dict[CategoryId, tuple[Category, ...]]:
        self.library.check()
        by_name = {one.name: one for one in self._all()}
        layers = {one.id: one for one in by_name.values()}
        return {
            id_: tuple(by_name[name] for name in self._names(id_))
            for id_ in ids
            if id_ in layers and layers[id_].layer > 1
        }

    def entities(self, ids: Sequence[CategoryId], *, limit_each: int = 1000) -> dict[CategoryId, tuple[Entity, ...]]:
        self.library.check()
        lowest = {one.id for one in self._all() if one.layer == 1}
        return {
            id_: tuple(self.library.entity(name) for name in self._names(id_)[:limit_each])
            for id_ in ids
            if id_ in lowest
        }

    def of_entity(self, entity_id: EntityId) -> tuple[Category, ...]:
        self.library.check()
        held = self._held.inside if self._held else ()
        names = {name for name, layer, inside in held if layer == 1 for one in inside
                 if self.library.entity(one).id == entity_id}  # fmt: skip
        return tuple(one for one in self._all() if one.name in names)

    def named(self, name: str) -> tuple[Category, ...]:
        self.library.check()
        return tuple(one for one in self._all() if name.lower() in one.name.lower())

    def build(self, *, model: bool = True, on_progress: OnProgress | None = None) -> Built:
        self.library.check()
        if on_progress is not None:
            on_progress("sorting", Progress(1, 2, 0.0, None))
        self.library.done("build", model)
        return Built(None, len(self.library.names), 12 if model else 0)

    def revert(self) -> bool:
        self.library.check()
        self.library.done("revert")
        return self._held is not None

    @property
    def _held(self) -> Sorted | None:
        return self.library.sorted

    @property
    def _layers(self) -> int:
        return max((layer for _, layer, _ in self._held.inside), default=0) if self._held else 0

    def _all(self) -> tuple[Category, ...]:
        held = self._held
        if held is None:
            return ()
        return tuple(
            Category(CategoryId(i), layer, name, held.summary, ("lenses", "glass") if held.summary else (), len(inside),
                     len(self._below(name)))
            for i, (name, layer, inside) in enumerate(held.inside, 1)
        )  # fmt: skip

    def _names(self, id_: CategoryId) -> tuple[str, ...]:
        return self._held.inside[id_ - 1][2] if self._held else ()

    def _below(self, name: str) -> set[str]:
        held = self._held.inside if self._held else ()
        found = next(((layer, inside) for one, layer, inside in held if one == name), (0, ()))
        return set(found[1]) if found[0] == 1 else {below for child in found[1] for below in self._below(child)}


@dataclass(frozen=True, slots=True)
class FakeFolders:
    """Satisfies `bridge.Folders`. A folder under /elsewhere cannot be watched."""

    library: FakeLibrary

    def roots(self) -> tuple[Root, ...]:
        self.library.check()
        return tuple(view.root for view in self.library.views)

    def listed(self) -> tuple[FolderView, ...]:
        self.library.check()
        return self.library.views

    def add(self, path: Path) -> Root:
        self.library.check()
        if path.is_relative_to("/elsewhere"):
            raise UsageError(f"{path} is not there", hint="make it first, or mount what holds it")
        view = folder(str(path), RootState.NEW, known=0)
        self.library.views = (*self.library.views, view)
        self.library.done("watch", str(path))
        return view.root

    def remove(self, path: Path) -> Root:
        view = self._view(path)
        self.library.views = tuple(one for one in self.library.views if one is not view)
        self.library.done("unwatch", str(path))
        return view.root

    def pause(self, path: Path, paused: bool) -> Root:
        view = self._view(path)
        root = replace(view.root, paused=paused)
        self.library.views = tuple(replace(one, root=root) if one is view else one for one in self.library.views)
        self.library.done("pause" if paused else "resume", str(path))
        return root

    def confirm(self, path: Path) -> int:
        self.library.done("confirm", str(path))
        return self._view(path).missing

    def _view(self, path: Path) -> FolderView:
        self.library.check()
        return next(view for view in self.library.views if view.root.path == str(path))


@dataclass(frozen=True, slots=True)
class FakeQueue:
    """Satisfies `bridge.Queue`."""

    library: FakeLibrary

    def jobs(self, state: JobState) -> Iterator[Job]:
        self.library.check()
        return (job for job in self.library.failed if job.state is state)

    def retrying(self) -> Iterator[Job]:
        return (job for job in self.jobs(JobState.WAITING) if job.tries)

    def retry(self, paths: Sequence[Path] = ()) -> int:
        self.library.check()
        count = len(self.library.failed)
        self.library.failed = ()
        self.library.done("retry", *map(str, paths))
        return count

    def pause(self, paused: bool) -> None:
        self.library.check()
        self.library.paused = paused
        self.library.done("rest" if paused else "go on")


def folder(
    path: str, state: RootState, reason: str = "", *, known: int, missing: int = 0, waiting: int = 0,
    polled: bool = False, paused: bool = False,
) -> FolderView:  # fmt: skip
    looked_at = None if state is RootState.NEW else NOW
    root = Root(RootId(sum(path.encode())), path, polled, paused, state, reason, NOW, looked_at, known)
    return FolderView(root, known, missing, waiting)


def failed(i: int, uri: str, state: JobState, reason: str, tries: int) -> Job:
    return Job(SourceId(i), uri, state, 0, tries, None, reason, NOW, 1200)


def english() -> FakeLibrary:
    return FakeLibrary()


def japanese() -> FakeLibrary:
    return FakeLibrary(JAPANESE_TEXTS, JAPANESE_FACTS, JAPANESE_ENTITIES)


def watching() -> FakeLibrary:
    """The English library with folders in every state, work in every stage, and things that went wrong."""
    views = (
        folder("/home/ada/mail", RootState.ONLINE, known=1, waiting=3),
        folder("/home/ada/notes", RootState.ONLINE, known=2, polled=True),
        folder(
            "/home/ada/old", RootState.DOUBTED,
            "812 files are gone at once; they are forgotten if they still are at 09:40", known=1_204, missing=812,
        ),
        folder(
            "/home/ada/scans", RootState.OFFLINE,
            "it is not there; what it held stays in the library until it is back", known=1,
        ),
        folder("/home/ada/work", RootState.ONLINE, known=0, paused=True),
    )  # fmt: skip
    return FakeLibrary(
        views=views,
        failed=(
            failed(5, "/home/ada/old/backup.zip", JobState.ASIDE, "the reader took more than 60 s", 3),
            failed(2, "/home/ada/mail/2025-01-20-observatory.eml", JobState.WAITING, "it is being written", 1),
        ),
        problems=(Problem("understanding", "the model's process ended", "fetch the model again", NOW),),
        unread=3,
        unembedded=12,
        eta_s=420.0,
        missing={"/home/ada/notes/people/ilse-varga.md": NOW},
        remarks={"/home/ada/notes/weekly-2024-05-06.md": ("page 3 is a picture without text",)},
        kept_by="process 1234",
    )


def watching_japanese() -> FakeLibrary:
    """The Japanese library with two folders."""
    views = (
        folder("/home/aoi/メール", RootState.ONLINE, known=1, waiting=3),
        folder(
            "/home/aoi/議事録", RootState.OFFLINE,
            "it is not there; what it held stays in the library until it is back", known=1,
        ),
    )  # fmt: skip
    return FakeLibrary(JAPANESE_TEXTS, JAPANESE_FACTS, JAPANESE_ENTITIES, views=views, unread=3, eta_s=90.0)


def empty() -> FakeLibrary:
    return FakeLibrary((), (), ())


def hostile() -> FakeLibrary:
    """Names and texts that markup, terminals and widths choke on."""
    nasty = "[/] [b +  [[x]] \x1b[31m\x07 か\u3099 [red]"
    texts = tuple(replace(text, title=nasty, passage=f"{nasty} {text.passage}") for text in ENGLISH_TEXTS)
    return FakeLibrary(texts, ENGLISH_FACTS, (*ENGLISH_ENTITIES, (nasty, EntityType.THING, (nasty,))))


def failing() -> FakeLibrary:
    return FakeLibrary(error=TsuzuriError("the library is being mended", hint="wait a minute and press r"))


def said(day: date) -> Said:
    return Said(datetime(day.year, day.month, day.day, tzinfo=UTC), SaidKind.FRONT_MATTER)


def spans_of(words: str, text: str) -> tuple[Span, ...]:
    found = []
    start = text.find(words)
    while words and start >= 0:
        found.append(Span(start, start + len(words)))
        start = text.find(words, start + len(words))
    return tuple(found)


def paged(items: Sequence[T], after: str | None, limit: int) -> Page[T]:
    start = int(after or 0)
    stop = start + limit
    return Page(tuple(items[start:stop]), str(stop) if stop < len(items) else None)
