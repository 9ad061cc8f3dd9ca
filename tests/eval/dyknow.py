"""DyKnow: who held an office when, as timelines of facts that follow each other.

Each start becomes a dated note and each note one stored fact, with no model between: who began when, and nothing of the
end. What athletes play for is a relation of many values (a club and a national team), told by the timeline's category;
all others have one value at a time. An athlete's end is a note too, "left", as nothing else can end a value of many.
After Mousavi et al., "DyKnow: Dynamically Verifying Time-Sensitive Factual Knowledge in LLMs", EMNLP Findings 2024.
"""

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from tests.eval.extraction import Text
from tests.eval.figures import share
from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.supersession import Rules
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import ContentDraft, EntityType, Evidence, Fact, FactDraft, PassageDraft, SourceDraft
from tsuzuri.text.normalise import key

ONE, MANY, LEFT = "held_by", "plays_for", "left"
RULES = Rules(single=frozenset({ONE}), ends={LEFT: frozenset({MANY})})

_LONG = timedelta(days=730)
_BATCH = 20
_PRECISIONS = (Precision.YEAR, Precision.MONTH, Precision.DAY)


@dataclass(frozen=True, slots=True)
class Tenure:
    """A value from one day up to another, as the set has it; `precision` is that of the start."""

    value: str
    start: date
    precision: Precision
    end: date | None
    end_precision: Precision = Precision.DAY

    @property
    def middle(self) -> date | None:
        """The day between the two of what lasted two years or more."""
        long = self.end is not None and self.end - self.start >= _LONG
        return self.start + (self.end - self.start) / 2 if long and self.end is not None else None


@dataclass(frozen=True, slots=True)
class Timeline:
    """What followed what; `single` where there is one value at a time."""

    entity: str
    relation: str
    single: bool
    tenures: tuple[Tenure, ...]

    @property
    def name(self) -> str:
        """What tells it from the others."""
        return f"{self.entity}, {self.relation}"

    @property
    def office(self) -> str:
        """What is held: the relation, with the entity where that is not in its name."""
        return self.relation if " of " in self.relation else f"{self.relation} of {self.entity}"


@dataclass(frozen=True, slots=True)
class Note:
    """One dated note: a value began, or was left."""

    timeline: Timeline
    value: str
    relation: str
    start: date
    precision: Precision
    said: date

    @property
    def text(self) -> str:
        """The note as a record of what is stored."""
        return f"{self.timeline.name} {self.relation} {self.value} since {self.start}"

    @property
    def sentence(self) -> str:
        """The note as a person would write it, for a model to read."""
        when = _in_words(self.start, self.precision)
        if self.timeline.single:
            return f"{self.value} became {self.timeline.office} {when}."
        verb = "left" if self.relation == LEFT else "began to play for"
        return f"{self.timeline.entity} {verb} {self.value} {when}."


@dataclass(frozen=True, slots=True)
class Score:
    """What is kept of the timelines.

    `asked` at the middle of a long tenure: how many are answered by its value alone, how many with it among others
    (`among`), and how many by the newest one.
    `over` are tenures of one value at a time after which another began, `stale` those of them that are left open.
    `handed` are tenures that end where the next begins, or not at all; of those `exact` hold from day to day as the
    set has it. `crossed` are values of many that another value closed, of `stood`.
    """

    asked: int = 0
    right: int = 0
    newest: int = 0
    over: int = 0
    stale: int = 0
    handed: int = 0
    exact: int = 0
    stood: int = 0
    crossed: int = 0
    among: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def metrics(self, prefix: str = "") -> Mapping[str, float]:
        """The names of `eval.md`, `crossed` and `among`."""
        return {
            f"{prefix}asof": share(self.right, self.asked),
            f"{prefix}stale": share(self.stale, self.over),
            f"{prefix}interval_exact": share(self.exact, self.handed),
            f"{prefix}newest_instead": share(self.newest, self.asked),
            f"{prefix}crossed": share(self.crossed, self.stood),
            f"{prefix}among": share(self.among, self.asked),
        }


def parse(row: Mapping[str, Any]) -> Timeline:
    """A line of the file; its tenures in order of their start, without those that have none."""
    tenures = [
        Tenure(each["value"], *_day(each["start"]), *(_day(each["end"]) if each.get("end") else (None, Precision.DAY)))
        for each in row["seq"]
        if "start" in each
    ]
    single = not row["category"].startswith("athletes")
    return Timeline(row["entity"], row["relation"], single, tuple(sorted(tenures, key=lambda one: one.start)))


def _in_words(day: date, precision: Precision) -> str:
    if precision is Precision.DAY:
        return f"on {day:%B} {day.day}, {day.year}"
    return f"in {day:%B %Y}" if precision is Precision.MONTH else f"in {day.year}"


def _day(text: str) -> tuple[date, Precision]:
    parts = [int(part) for part in text.split("-")]
    return date(*[*parts, 1, 1][:3]), _PRECISIONS[len(parts) - 1]


def notes_in_order(timelines: Iterable[Timeline], seed: int) -> list[Note]:
    """Notes written on the day they speak of; those of one timeline in order of time, the timelines mixed."""
    notes = {one.name: _notes(one) for one in timelines}
    mixed = [name for name, of_one in notes.items() for _ in of_one]
    random.Random(seed).shuffle(mixed)
    following = {name: iter(sorted(of_one, key=lambda note: note.start)) for name, of_one in notes.items()}
    return [next(following[name]) for name in mixed]


def notes_out_of_order(timelines: Iterable[Timeline], seed: int) -> list[Note]:
    """The same in any order, one a day when all is past: nothing but the words tells what was when."""
    notes = [note for one in timelines for note in _notes(one)]
    random.Random(seed).shuffle(notes)
    first = max(note.said for note in notes) + timedelta(days=1)
    return [replace(note, said=first + timedelta(days=number)) for number, note in enumerate(notes)]


def _notes(timeline: Timeline) -> list[Note]:
    relation = ONE if timeline.single else MANY
    notes = [Note(timeline, one.value, relation, one.start, one.precision, one.start) for one in timeline.tenures]
    if timeline.single:
        return notes
    ended = [(one.value, one.end, one.end_precision) for one in timeline.tenures if one.end]
    return notes + [Note(timeline, value, LEFT, end, precision, end) for value, end, precision in ended]


def store_notes(backend: Backend, notes: Sequence[Note], now: datetime) -> Mapping[str, EntityId]:
    """Write each note as a passage with its fact, in that order, into an empty store; gives the timelines' subjects."""
    entities: dict[str, EntityId] = {}
    with backend.transaction():
        backend.graph.set_rules(RULES)
    for begin in range(0, len(notes), _BATCH):
        with backend.transaction():
            for number, note in enumerate(notes[begin : begin + _BATCH], begin):
                for name in (note.timeline.name, note.value):
                    if name not in entities:
                        entities[name] = backend.graph.add_entity(name, key(name), EntityType.CONCEPT, now)
                passage = _passage(backend, note, number, now)
                backend.graph.add_fact(_draft(note, entities, now), _evidence(note, passage))
    return {note.timeline.name: entities[note.timeline.name] for note in notes}


def texts(notes: Sequence[Note]) -> list[Text]:
    """The notes for a model to read, in that order, each written on its day."""
    return [Text(f"{number:05}", note.sentence, _said(note)) for number, note in enumerate(notes)]


def score_read(timelines: Sequence[Timeline], backend: Backend) -> Score:
    """Ask a store that a model has filled from the notes who held what at the middle of each long tenure.

    A value holds on a day as far as a fact that joins it with the office, or with the one who plays, held on it.
    """
    facts, after = list[Fact](), None
    while True:
        page = backend.graph.all_facts(after=after)
        facts += page.items
        if (after := page.after) is None:
            break
    total = Score()
    for timeline in timelines:
        values = {key(one.value): one.value for one in timeline.tenures}
        others = [key(name) for name in (timeline.entity, timeline.relation)]
        joined = [(value, fact) for fact in facts for value in _joined(fact, values, others)]
        for one in timeline.tenures:
            if (middle := one.middle) is not None:
                held = {value for value, fact in joined if fact.held.holds_on(middle)}
                total += _answered(timeline, one, middle, held)
    return total


def _joined(fact: Fact, values: Mapping[str, str], others: Sequence[str]) -> list[str]:
    """The values that a fact joins with one of the others."""
    ends = key(fact.subject_name), key(fact.object_name)
    return [
        values[end]
        for end, other in (ends, ends[::-1])
        if end in values and any(name in other or other in name for name in others)
    ]


def _said(note: Note) -> Said:
    return Said(datetime.combine(note.said, time(), UTC), SaidKind.FRONT_MATTER)


def _passage(backend: Backend, note: Note, number: int, now: datetime) -> PassageId:
    sha256 = hashlib.sha256(f"{number} {note.text}".encode()).digest()
    content = ContentDraft(sha256, note.text, "text/plain", "", "en", "utf-8", _said(note))
    source = backend.catalog.put_sources([SourceDraft(f"{number:05}", len(note.text), _said(note).at)], now)[0]
    passage = PassageDraft(0, Span(0, len(note.text)), note.text, said=_said(note))
    content_id, _ = backend.catalog.put_content(source, content, [passage])
    return backend.catalog.passages_of(content_id)[0].id


def _draft(note: Note, entities: Mapping[str, EntityId], now: datetime) -> FactDraft:
    valid = Interval(note.start, None, note.precision)
    ends = entities[note.timeline.name], note.relation, entities[note.value]
    return FactDraft(*ends, "", valid, _said(note), now, 0.9)


def _evidence(note: Note, passage: PassageId) -> Evidence:
    object_ = note.text.index(note.value, len(note.timeline.name))
    places = Span(0, len(note.timeline.name)), Span(object_, object_ + len(note.value))
    return Evidence(passage, Span(0, len(note.text)), *places, None, 0.9, "dyknow")


def score(timeline: Timeline, subject: EntityId, backend: Backend) -> Score:
    """Ask the store for what it holds of a timeline."""
    facts = [fact for fact in backend.graph.facts_of(subject) if fact.relation != LEFT]
    total = _kept(timeline, {(fact.object_name, fact.valid.start): fact for fact in facts}, backend)
    for one in timeline.tenures:
        if (middle := one.middle) is not None:
            found = backend.graph.facts_of(subject, as_of=middle)
            total += _answered(timeline, one, middle, {fact.object_name for fact in found if fact.relation != LEFT})
    return total


def _answered(timeline: Timeline, asked: Tenure, day: date, values: set[str]) -> Score:
    """Of one value at a time only the one asked for is right; of many, all that the set has on that day."""
    together = {one.value for one in timeline.tenures if one.start <= day and (one.end is None or day < one.end)}
    right = values == ({asked.value} if timeline.single else together)
    newest = timeline.tenures[-1].value
    instead = not right and newest != asked.value and newest in values - together
    return Score(asked=1, right=right, newest=instead, among=asked.value in values)


def _kept(timeline: Timeline, facts: Mapping[tuple[str, date | None], Fact], backend: Backend) -> Score:
    by_id = {fact.id: fact for fact in facts.values()}
    total = Score()
    for one in timeline.tenures:
        fact = facts[one.value, one.start]
        if not timeline.single:
            total += Score(stood=1, crossed=fact.closed_by in by_id)
            continue
        later = [other for other in timeline.tenures if other.start > one.start and other.value != one.value]
        total += Score(over=bool(later), stale=bool(later) and fact.held.end is None)
        if one.end in {other.start for other in later} or (one.end is None and not later):
            total += Score(handed=1, exact=(fact.held.start, fact.held.end) == (one.start, one.end))
    return total
