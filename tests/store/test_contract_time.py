"""When facts hold by all that is known, in every store: kept true whatever comes and goes."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.conftest import open_backend
from tests.store.samples import NOW, Stored, evidence, fact_draft, mention, name, said, state, store
from tsuzuri.core.document import Said, SaidKind
from tsuzuri.core.ids import EntityId, FactId, SourceId
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.ports import Backend
from tsuzuri.core.supersession import Rules, Stated, settle
from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.core.values import Evidence, Fact, FactDraft

RULES = Rules(frozenset({"works_at", "age"}), {"left": frozenset({"works_at", "member_of"})})


def since(year: int) -> Interval:
    return Interval(date(year, 1, 1), None, Precision.YEAR)


class World:
    """A person, two firms, and documents that each state one fact."""

    def __init__(self, backend: Backend, rules: Rules = RULES) -> None:
        self.backend = backend
        self.documents: dict[FactId, Stored] = {}
        with backend.transaction():
            self.keep = store(backend, "/keep.txt", ["keep"])
            self.aiko, self.lumen, self.halo = (name(backend, words) for words in ("Aiko", "Lumen", "Halo"))
            backend.graph.add_mentions(
                mention(entity, self.keep.passages[0]) for entity in (self.aiko, self.lumen, self.halo)
            )
            backend.graph.set_rules(rules)

    def tell(self, relation: str, firm: EntityId, valid: Interval, when: Said | None = None) -> FactId:
        with self.backend.transaction():
            number = len(self.documents)
            document = store(self.backend, f"/{number}.txt", [f"told {number}"], [when])
            draft = fact_draft(self.aiko, relation, firm, valid=valid, when=when)
            fact = state(self.backend, draft, evidence(document.passages[0]))
        self.documents[fact] = document
        return fact

    def forget(self, fact: FactId) -> None:
        with self.backend.transaction():
            self.backend.catalog.forget(self.documents[fact].source)
        assert self.backend.check() == ()

    def fact(self, id_: FactId) -> Fact:
        (fact,) = self.backend.graph.facts([id_])
        return fact

    def held(self, id_: FactId) -> tuple[date | None, date | None]:
        interval = self.fact(id_).held
        return interval.start, interval.end


class TestAValueOfASingleRelation:
    def test_is_closed_by_the_next_and_its_words_stay(self, backend: Backend) -> None:
        world = World(backend)
        lumen = world.tell("works_at", world.lumen, since(2000))
        halo = world.tell("works_at", world.halo, since(2010))
        assert world.held(lumen) == (date(2000, 1, 1), date(2010, 1, 1))
        assert world.fact(lumen).closed_by == halo
        assert world.fact(lumen).valid == since(2000)
        assert world.fact(halo).held == since(2010)
        assert backend.check() == ()

    def test_is_closed_by_late_news_of_the_past(self, backend: Backend) -> None:
        world = World(backend)
        halo = world.tell("works_at", world.halo, since(2010))
        lumen = world.tell("works_at", world.lumen, since(2000))
        assert world.fact(lumen).closed_by == halo

    def test_holds_on_when_what_closed_it_is_forgotten(self, backend: Backend) -> None:
        world = World(backend)
        lumen = world.tell("works_at", world.lumen, since(2000))
        world.forget(world.tell("works_at", world.halo, since(2010)))
        assert world.fact(lumen).held == since(2000)
        assert world.fact(lumen).closed_by is None

    def test_ends_where_the_same_is_told_with_an_end_only(self, backend: Backend) -> None:
        world = World(backend)
        until = Interval(None, date(2016, 1, 1), Precision.YEAR)
        for relation in ("works_at", "member_of"):
            lumen = world.tell(relation, world.lumen, UNDATED, said(2013))
            former = world.tell(relation, world.lumen, until, said(2018))
            assert (world.fact(lumen).held, world.fact(lumen).closed_by) == (until, former)
            world.forget(former)
            assert world.fact(lumen).held == UNDATED

    def test_that_cannot_be_true_with_another_is_disputed(self, backend: Backend) -> None:
        world = World(backend)
        one = world.tell("works_at", world.lumen, since(2000), said(2001))
        other = world.tell("works_at", world.halo, since(2000), said(2001))
        assert world.fact(one).disputed_by == other
        assert world.fact(other).disputed_by == one

    def test_was_said_on_a_day_of_one_time_zone(self, backend: Backend) -> None:
        world = World(backend)
        evening = datetime(2001, 1, 1, 23, 0, tzinfo=UTC)
        morning = evening.astimezone(timezone(timedelta(hours=9)))
        one = world.tell("works_at", world.lumen, since(2000), Said(evening, SaidKind.MESSAGE))
        other = world.tell("works_at", world.halo, since(2000), Said(morning, SaidKind.MESSAGE))
        assert world.fact(one).disputed_by == other
        assert world.fact(other).disputed_by == one

    def test_is_a_literal_as_well(self, backend: Backend) -> None:
        world = World(backend)
        forms = [ValueForm(ValueType.AMOUNT, f"{years} year") for years in (41, 42)]
        with backend.transaction():
            drafts = [
                fact_draft(world.aiko, "age", None, value="that old", form=form, valid=since(2020 + n))
                for n, form in enumerate(forms)
            ]
            first, second = (state(backend, draft, evidence(world.keep.passages[0])) for draft in drafts)
        assert world.fact(first).closed_by == second

    def test_is_told_apart_by_subject(self, backend: Backend) -> None:
        world = World(backend)
        lumen = world.tell("works_at", world.lumen, since(2000))
        with backend.transaction():
            other = fact_draft(world.lumen, "works_at", world.halo, valid=since(2010))
            backend.graph.add_fact(other, evidence(world.keep.passages[0]))
        assert world.fact(lumen).held == since(2000)

    def test_follows_what_is_left_of_its_evidence(self, backend: Backend) -> None:
        world = World(backend)
        start = date(2000, 1, 1)
        lumen = world.tell("works_at", world.lumen, Interval(start, None, Precision.DAY))
        with backend.transaction():
            draft = fact_draft(world.aiko, "works_at", world.lumen, valid=since(2000))
            assert backend.graph.add_fact(draft, evidence(world.keep.passages[0])) == lumen
        assert world.fact(lumen).held.precision is Precision.DAY
        world.forget(lumen)
        assert world.fact(lumen).held == since(2000)


class TestAValueOfAnotherRelation:
    def test_is_not_closed_by_the_next(self, backend: Backend) -> None:
        world = World(backend)
        facts = [
            world.tell(relation, firm, since(year))
            for relation in ("member_of", "visited")
            for firm, year in ((world.lumen, 2000), (world.halo, 2010))
        ]
        assert [world.fact(fact).held for fact in facts] == [since(2000), since(2010)] * 2

    def test_is_closed_by_an_ending_of_its_own(self, backend: Backend) -> None:
        world = World(backend)
        lumen, halo = (world.tell("member_of", firm, since(2000)) for firm in (world.lumen, world.halo))
        left = world.tell("left", world.lumen, since(2010))
        assert world.held(lumen) == (date(2000, 1, 1), date(2010, 1, 1))
        assert world.fact(lumen).closed_by == left
        assert world.fact(halo).held == world.fact(halo).valid
        assert world.fact(left).held == since(2010)
        world.forget(left)
        assert world.fact(lumen).held == since(2000)

    def test_is_closed_by_an_ending_that_was_told_before(self, backend: Backend) -> None:
        world = World(backend)
        left = world.tell("left", world.lumen, since(2010))
        lumen = world.tell("member_of", world.lumen, since(2000))
        assert world.fact(lumen).closed_by == left

    def test_without_a_rule_follows_its_evidence(self, backend: Backend) -> None:
        world = World(backend)
        fact = world.tell("visited", world.lumen, Interval(date(2000, 1, 1), None, Precision.DAY))
        with backend.transaction():
            again = fact_draft(world.aiko, "visited", world.lumen, valid=since(2000))
            backend.graph.add_fact(again, evidence(world.keep.passages[0]))
        world.forget(fact)
        assert world.fact(fact).held == since(2000)


class TestRules:
    def test_there_are_none_at_first(self, backend: Backend) -> None:
        assert backend.graph.rules() == Rules()

    def test_for_good_let_nothing_close_and_tell_of_a_dispute(self, backend: Backend) -> None:
        fixed = Rules(frozenset({"works_at"}), {}, frozenset({"works_at"}))
        world = World(backend, fixed)
        assert backend.graph.rules() == fixed
        one, other = world.tell("works_at", world.lumen, since(2019)), world.tell("works_at", world.halo, since(2021))
        assert [world.fact(id_).held for id_ in (one, other)] == [since(2019), since(2021)]
        assert [world.fact(id_).disputed_by for id_ in (one, other)] == [other, one]
        assert backend.check() == ()
        world.forget(one)
        assert world.fact(other).disputed_by is None

    def test_are_given_back_and_tell_whether_they_are_others(self, backend: Backend) -> None:
        with backend.transaction():
            assert backend.graph.set_rules(RULES)
            assert not backend.graph.set_rules(RULES)
        assert backend.graph.rules() == RULES

    def test_settle_what_is_there_already(self, backend: Backend) -> None:
        world = World(backend, Rules())
        lumen = world.tell("works_at", world.lumen, since(2000))
        halo = world.tell("works_at", world.halo, since(2010))
        assert world.fact(lumen).held == since(2000)
        with backend.transaction():
            backend.graph.set_rules(RULES)
        assert world.fact(lumen).closed_by == halo
        with backend.transaction():
            backend.graph.set_rules(Rules(ends={"works_at": frozenset({"age"})}))
        assert world.fact(lumen).held == since(2000)
        assert world.fact(lumen).closed_by is None
        assert backend.check() == ()

    def test_go_with_a_transaction_that_fails(self, backend: Backend) -> None:
        world = World(backend)
        lumen = world.tell("works_at", world.lumen, since(2000))
        world.tell("works_at", world.halo, since(2010))
        before = world.fact(lumen)
        try:
            with backend.transaction():
                backend.graph.set_rules(Rules())
                raise ZeroDivisionError
        except ZeroDivisionError:
            pass
        assert world.fact(lumen) == before
        assert backend.graph.rules() == RULES


class TestFactsOf:
    def test_on_a_day_are_those_that_held(self, backend: Backend) -> None:
        world = World(backend)
        lumen = world.tell("works_at", world.lumen, since(2000))
        halo = world.tell("works_at", world.halo, since(2010))
        for entity, day, expected in (
            (world.aiko, date(2005, 1, 1), [lumen]),
            (world.aiko, date(2010, 1, 1), [halo]),
            (world.aiko, date(1999, 1, 1), []),
            (world.lumen, date(2005, 1, 1), [lumen]),
            (world.lumen, date(2015, 1, 1), []),
        ):
            assert [fact.id for fact in backend.graph.facts_of(entity, as_of=day)] == expected

    def test_are_listed_once_where_both_ends_are_the_entity(self, backend: Backend) -> None:
        world = World(backend)
        own = world.tell("knows", world.aiko, UNDATED)
        first = world.tell("knows", world.lumen, since(2000))
        assert [fact.id for fact in backend.graph.facts_of(world.aiko)] == [first, own]
        assert [fact.id for fact in backend.graph.facts_of(world.aiko, limit=1)] == [first]


class TestWhatWasBelieved:
    def test_is_what_was_learnt_by_then_and_as_it_held_by_that(self, backend: Backend) -> None:
        world = World(backend)
        days = [NOW + timedelta(days=n) for n in range(3)]
        with backend.transaction():
            facts = [
                backend.graph.add_fact(learnt(world.aiko, relation, firm, since(year), day), proof(world))
                for relation, firm, year, day in (
                    ("works_at", world.lumen, 2000, days[0]),
                    ("works_at", world.halo, 2010, days[1]),
                    ("left", world.lumen, 2005, days[2]),
                )
            ]

        def believed(entity: EntityId, moment: datetime) -> dict[FactId, date | None]:
            return {fact.id: fact.held.end for fact in backend.graph.facts_of(entity, believed_on=moment)}

        assert believed(world.aiko, days[0] - timedelta(microseconds=1)) == {}
        assert believed(world.aiko, days[0]) == {facts[0]: None}
        assert believed(world.aiko, days[1]) == {facts[0]: date(2010, 1, 1), facts[1]: None}
        assert believed(world.aiko, days[2]) == {facts[0]: date(2005, 1, 1), facts[2]: None, facts[1]: None}
        assert believed(world.lumen, days[1]) == {facts[0]: date(2010, 1, 1)}
        assert [fact.closed_by for fact in backend.graph.facts_of(world.lumen, believed_on=days[1])] == [facts[1]]

    def test_can_be_asked_of_a_day(self, backend: Backend) -> None:
        world = World(backend)
        with backend.transaction():
            lumen, halo = (
                backend.graph.add_fact(learnt(world.aiko, "works_at", firm, since(year), day), proof(world))
                for firm, year, day in ((world.lumen, 2000, NOW), (world.halo, 2010, NOW + timedelta(days=1)))
            )
        today = date(2020, 1, 1)
        graph = backend.graph
        assert [fact.id for fact in graph.facts_of(world.aiko, as_of=today, believed_on=NOW)] == [lumen]
        tomorrow = NOW + timedelta(days=1)
        assert [fact.id for fact in graph.facts_of(world.aiko, as_of=today, believed_on=tomorrow)] == [halo]
        assert graph.facts_of(world.aiko, believed_on=tomorrow, limit=1)[0].id == lumen


def learnt(subject: EntityId, relation: str, firm: EntityId, valid: Interval, at: datetime) -> FactDraft:
    return FactDraft(subject, relation, firm, "", valid, None, at, 0.5)


def proof(world: World) -> Evidence:
    return evidence(world.keep.passages[0])


days = st.dates(date(2000, 1, 1), date(2000, 1, 8))
intervals = st.builds(
    lambda start, length, precision: Interval(
        start, start + timedelta(days=length) if start and length is not None else None, precision
    ),
    st.none() | days,
    st.none() | st.integers(0, 5),
    st.sampled_from(Precision),
)
moments = st.none() | days.map(lambda day: Said(datetime.combine(day, datetime.min.time(), UTC), SaidKind.MESSAGE))
statements = st.tuples(
    st.sampled_from(["works_at", "member_of", "left", "quit", "age"]), st.integers(0, 2), intervals, moments
)
rules = st.builds(
    lambda single, *ended: Rules(
        frozenset(single), {name: frozenset(some) for name, some in zip(("left", "quit"), ended, strict=True) if some}
    ),
    st.sets(st.sampled_from(["works_at", "age", "left"])),
    st.sets(st.sampled_from(["works_at", "member_of"])),
    st.sets(st.sampled_from(["works_at", "left"])),
)
actions = st.lists(
    st.tuples(st.just("tell"), st.lists(statements, min_size=1, max_size=3))
    | st.tuples(st.just("forget"), st.integers(0, 9))
    | st.tuples(st.just("rule"), rules),
    max_size=12,
)


def expected(facts: Iterable[Fact], rules: Rules) -> Mapping[FactId, tuple[Interval, FactId | None, FactId | None]]:
    """What settling says of each subject and relation, told plainly."""
    everything = tuple(facts)
    found: dict[FactId, tuple[Interval, FactId | None, FactId | None]] = {}
    for subject, relation in {(fact.subject_id, fact.relation) for fact in everything}:
        together = [
            Stated(
                fact.id,
                str(fact.object_id or fact.form),
                fact.valid,
                fact.said.at.date() if fact.said else None,
                fact.relation != relation,
            )
            for fact in everything
            if fact.subject_id == subject
            and (fact.relation == relation or relation in rules.ends.get(fact.relation, frozenset()))
        ]
        for id_, held in settle(together, single=relation in rules.single).items():
            found[id_] = held.interval, held.closed_by, held.disputed_by
    return found


def act(backend: Backend, sequence: Sequence[tuple[str, object]], ends: Sequence[EntityId]) -> None:
    sources: list[SourceId] = []
    for number, (verb, what) in enumerate(sequence):
        with backend.transaction():
            match verb, what:
                case "rule", Rules():
                    backend.graph.set_rules(what)
                case "forget", int() if sources:
                    backend.catalog.forget(sources.pop(what % len(sources)))
                case "tell", list():
                    stored = store(backend, f"/{number}.txt", [f"told {number}"])
                    sources.append(stored.source)
                    for relation, place, valid, when in what:
                        target, value = (ends[place], "") if relation != "age" else (None, f"{place} years")
                        draft = fact_draft(ends[0], relation, target, value=value, valid=valid, when=when)
                        state(backend, draft, evidence(stored.passages[0]))


@settings(max_examples=120, deadline=None)
@given(actions)
def test_whatever_comes_and_goes_every_store_holds_what_settling_says(sequence: Sequence[tuple[str, object]]) -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        told = []
        for flavour in ("memory", "sqlite plain"):
            backend = stack.enter_context(closing(open_backend(flavour, Path(folder) / "library.db")))
            with backend.transaction():
                keep = store(backend, "/keep.txt", ["keep"])
                ends = [name(backend, words) for words in ("Aiko", "Lumen", "Halo")]
                backend.graph.add_mentions(mention(entity, keep.passages[0]) for entity in ends)
            act(backend, sequence, ends)
            facts = backend.graph.all_facts().items
            assert {fact.id: (fact.held, fact.closed_by, fact.disputed_by) for fact in facts} == expected(
                facts, backend.graph.rules()
            )
            assert backend.check() == ()
            assert backend.graph.facts_of(ends[1]) == backend.graph.facts_of(ends[1], believed_on=NOW)
            told.append(facts)
        assert told[0] == told[1]
