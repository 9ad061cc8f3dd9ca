"""A hierarchy is built whole, keeps its rules whatever the model says, and is read only once it is done."""

import random
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.enrich.samples import NOW, SPACE, around, now, remember, state
from tests.fakes import FakeChat
from tsuzuri.core.agenda import Use
from tsuzuri.core.categories import Category
from tsuzuri.core.decoding import Ask, Choice, Response, StopReason
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType
from tsuzuri.enrich.build import EXTRACTIVE, Building, Built
from tsuzuri.enrich.rules import HierarchyRules
from tsuzuri.enrich.wording import has_one_topic, is_name
from tsuzuri.pipeline.budget import Budget
from tsuzuri.store.memory import MemoryBackend

WORDS = ("oak", "elm", "ash", "tea", "rye", "oboe", "cello", "drum", "salt", "iron")
RULES = HierarchyRules()


def silent(sentences: tuple[str, ...]) -> str:
    return ""


def chat(
    respond: Callable[[Ask], str] = lambda ask: "1" if isinstance(ask.form, Choice) else "Things made",
) -> FakeChat:
    return FakeChat(silent, respond=respond)


def building(backend: Backend, rules: HierarchyRules = RULES, model: FakeChat | None = None) -> Building:
    return Building(backend, SPACE, rules, now, chat=model)


def layers(backend: Backend) -> list[tuple[Category, ...]]:
    build = backend.categories.current()
    assert build is not None
    return [backend.categories.layer(build.id, number) for number in range(1, len(build.sizes) + 1)]


def require_rules(backend: Backend, ids: tuple[EntityId, ...], rules: HierarchyRules = RULES) -> None:
    """What every hierarchy holds to, whatever named it."""
    found = layers(backend)
    lent = {one.name for one in backend.graph.entities_by_id(ids)}
    top = backend.categories.top()
    assert set(backend.categories.below([one.id for one in top])) == set(ids)
    assert len(found) <= rules.max_layers
    for below, above in pairwise(found):
        assert len(above) <= len(below)
        children = backend.categories.children([one.id for one in above])
        held = {child.id for of in children.values() for child in of}
        assert held == {one.id for one in below}
        assert all(child.layer == one.layer - 1 for one in above for child in children[one.id])
    for layer in found:
        assert len({one.name for one in layer}) == len(layer)
        for one in layer:
            assert one.children >= rules.n or one.promoted or one.name in ("Speaker", "話者")
            assert one.promoted or is_name(one.name) or one.name in ("Speaker", "話者", *lent)
            assert one.promoted or has_one_topic(one.name)
            assert len(one.tags) <= 5


class TestWithoutAModel:
    def test_families_and_like_things_become_categories(self) -> None:
        backend = MemoryBackend()
        ids = remember(
            backend,
            ["green tea", "black tea", "tea", "oboe", "cello", "hammer", "chisel"],
            around(0, 0, 0, 1, 1, 2, 2),
        )
        built = building(backend).run()
        assert built.build is not None
        assert (built.build.by, built.entities, built.asked, built.ended) == (EXTRACTIVE, 7, 0, "")
        by_name = {one.name: one for one in backend.categories.top()}
        assert backend.categories.below([by_name["tea"].id]) == ids[:3]
        assert by_name["tea"].summary == "black tea, green tea, tea"
        require_rules(backend, ids)

    def test_categories_are_called_what_their_facts_lead_to(self) -> None:
        backend = MemoryBackend()
        names = ["Ken Ito", "Mai Abe", "Rui Oda", "Lumen AG"]
        types = dict.fromkeys(names[:3], EntityType.PERSON) | {"Lumen AG": EntityType.ORGANIZATION}
        ids = remember(backend, names, around(0, 0, 0, 1), types=types)
        for person in ids[:3]:
            state(backend, person, "works_at", ids[3])
        building(backend).run()
        (company,) = backend.categories.top()
        assert (company.name, company.entities) == ("Lumen AG", 4)
        assert company.tags == ("person", "works at", "organization")

    def test_speakers_are_held_together(self) -> None:
        backend = MemoryBackend()
        types = dict.fromkeys(["Ken Ito", "Mai Abe", "Rui Oda"], EntityType.PERSON)
        ids = remember(backend, list(types), around(0, 1, 2), types=types, speakers=["Ken Ito", "MAI ABE", "Nobody"])
        building(backend).run()
        (speakers,) = (one for one in backend.categories.top() if one.name == "Speaker")
        assert backend.categories.below([speakers.id]) == ids[:2]
        require_rules(backend, ids)

    def test_an_empty_library_has_none(self) -> None:
        backend = MemoryBackend()
        assert building(backend).run() == Built(None, 0)

    def test_a_rebuild_reads_the_same_and_takes_the_place_of_the_last(self) -> None:
        backend = MemoryBackend()
        remember(backend, [f"{word} {n}" for word in WORDS for n in "abc"], around(*[0, 1, 2] * 10, spread=0.5))
        building(backend).run()
        first = [[(one.name, one.entities) for one in layer] for layer in layers(backend)]
        building(backend).run()
        assert [[(one.name, one.entities) for one in layer] for layer in layers(backend)] == first
        with backend.transaction():
            assert backend.categories.revert()

    def test_in_a_japanese_library_is_named_in_japanese(self) -> None:
        backend = MemoryBackend()
        types = dict.fromkeys(["速水里奈", "伊藤健", "安部舞"], EntityType.PERSON)
        remember(backend, list(types), around(0, 1, 2), types=types, speakers=["速水里奈", "伊藤健"])
        building(backend).run()
        assert "話者" in [one.name for one in backend.categories.top()]


class TestWithAModel:
    def test_it_chooses_a_name_for_what_has_no_head(self) -> None:
        backend = MemoryBackend()
        ids = remember(
            backend, ["green tea", "black tea", "tea", "oboe", "cello", "orchestra"], around(0, 0, 0, 1, 1, 1)
        )
        for player in ids[3:5]:
            state(backend, player, "part_of", ids[5])
        built = building(backend, model=chat(lambda _: "1")).run()
        assert built.build is not None
        assert built.build.by == "fake-model 0 categories-2"
        assert sorted(one.name for one in backend.categories.top()) == ["orchestra", "tea"]
        assert (built.asked, built.tokens_written) == (1, 10)
        assert backend.agenda.used(NOW.astimezone().date()).tokens == built.tokens_read + 10
        require_rules(backend, ids)

    def test_a_name_it_writes_twice_is_one_category(self) -> None:
        backend = MemoryBackend()
        ids = remember(backend, [f"x{n}" for n in range(60)], around(*[0, 1] * 30))
        building(backend, model=chat(lambda ask: "1" if isinstance(ask.form, Choice) else "Goods")).run()
        assert [one.name for one in backend.categories.top() if not one.promoted] == ["Goods"]
        require_rules(backend, ids)

    def test_what_is_over_the_allowance_names_itself(self) -> None:
        backend = MemoryBackend()
        ids = remember(backend, [f"x{n}" for n in range(60)], around(*[0, 1, 2] * 20, spread=0.4))
        rules = HierarchyRules(batch=10, max_calls=3)
        model = chat()
        assert building(backend, rules, model).run().asked <= 3
        assert len(model.questions) <= 3
        require_rules(backend, ids, rules)

    def test_it_waits_where_the_day_is_used_up(self) -> None:
        backend = MemoryBackend()
        remember(backend, ["oboe", "cello"], around(0, 0))
        with backend.transaction():
            backend.agenda.spend(Budget(10).day(NOW), Use(tokens_read=20))
        built = Building(backend, SPACE, RULES, now, chat=chat(), budget=Budget(10)).run()
        assert built.ended.startswith("the model's 10 tokens a day are used up")
        assert backend.categories.current() is backend.categories.unfinished() is None

    @pytest.mark.parametrize("last", [1, 4, 9])
    def test_what_it_read_counts_for_the_day_even_where_it_was_stopped(self, last: int) -> None:
        backend = MemoryBackend()
        remember(backend, [f"x{n}" for n in range(120)], around(*[0, 1, 2, 3] * 30, spread=0.5))
        built = building(backend, HierarchyRules(batch=10), Faint(last)).run()
        assert built.ended == "the model was stopped"
        assert backend.agenda.used(NOW.astimezone().date()).tokens == built.tokens_read + built.tokens_written > 0


class Faint(FakeChat):
    """A model that stops at its n-th call."""

    calls = 0

    def __init__(self, last: int) -> None:
        super().__init__(silent, respond=lambda ask: "1" if isinstance(ask.form, Choice) else f"Kind {self.letter()}")
        self._last = last

    def letter(self) -> str:
        return chr(ord("A") + len(self.questions) % 26) * (1 + len(self.questions) // 26)

    def ask(self, prefix, requests, **named):  # type: ignore[no-untyped-def]
        self.calls += 1
        if self.calls == self._last:
            return tuple(Response("", 0.0, (), StopReason.CANCELLED, 1, 0) for _ in requests)
        return super().ask(prefix, requests, **named)


class TestABrokenOffBuild:
    RULES = HierarchyRules(batch=10)

    def test_goes_on_with_what_is_left(self) -> None:
        backend = MemoryBackend()
        ids = remember(backend, [f"x{n}" for n in range(120)], around(*[0, 1, 2, 3] * 30, spread=0.5))
        tired = Faint(4)
        assert building(backend, self.RULES, tired).run().ended == "the model was stopped"
        assert backend.categories.current() is None
        before = backend.categories.unfinished()
        assert before is not None
        assert before.sizes[0] > 0
        fresh = Faint(-1)
        assert building(backend, self.RULES, fresh).run().ended == ""
        after = backend.categories.current()
        assert after is not None
        assert after.id == before.id
        assert len(fresh.questions) < 120
        require_rules(backend, ids, self.RULES)

    def test_is_begun_anew_by_another_maker(self) -> None:
        backend = MemoryBackend()
        remember(backend, [f"x{n}" for n in range(60)], around(*[0, 1, 2] * 20, spread=0.5))
        building(backend, self.RULES, Faint(2)).run()
        before = backend.categories.unfinished()
        built = building(backend, self.RULES).run()
        assert before is not None
        assert built.build is not None
        assert built.build.id != before.id

    def test_leaves_what_is_read_as_it_was(self) -> None:
        backend = MemoryBackend()
        remember(backend, ["oboe", "cello"], around(0, 0))
        building(backend).run()
        names = [one.name for one in backend.categories.top()]
        built = building(backend).run(stop=lambda: True)
        assert built.ended == "it was stopped"
        assert [one.name for one in backend.categories.top()] == names

    def test_tells_how_far_it_is(self) -> None:
        backend = MemoryBackend()
        remember(backend, [f"x{n}" for n in range(60)], around(*[0, 1, 2] * 20, spread=0.5))
        told: list[tuple[int, int]] = []
        building(backend, self.RULES).run(on_progress=lambda done, total: told.append((done, total)))
        assert told[0] == (0, 60)
        assert told[-1] == (60, 60)
        assert [done for done, _ in told] == sorted(done for done, _ in told)


@settings(max_examples=30, deadline=timedelta(seconds=5))
@given(
    names=st.lists(
        st.one_of(
            st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)).map(" ".join),
            st.sampled_from(WORDS),
            st.sampled_from(["緑茶", "紅茶", "茶", "東都大学", "北浜大学", "大学", "salt and iron"]),
            st.integers(0, 200).map(lambda n: f"x{n}"),
        ),
        min_size=1,
        max_size=90,
        unique=True,
    ),
    seed=st.integers(0, 1000),
    n=st.integers(2, 4),
    with_model=st.booleans(),
)
def test_whatever_the_model_says_the_rules_hold(names: list[str], seed: int, n: int, with_model: bool) -> None:
    chance = random.Random(seed)
    answers = ["Goods", "Tools", "Tools and goods", "tools", "oak", "", "x1", "道具", "A b c d e", "Some kind"]

    def respond(ask: Ask) -> str:
        return chance.choice(ask.form.options if isinstance(ask.form, Choice) else answers)

    backend = MemoryBackend()
    vectors = around(*[chance.randrange(8) for _ in names], spread=0.3)
    types = {name: chance.choice(list(EntityType)) for name in names}
    ids = remember(backend, names, vectors, types=types, speakers=names[:2] if seed % 3 == 0 else ())
    rules = HierarchyRules(n=n, batch=20, max_layers=1 + seed % 4)
    building(backend, rules, chat(respond) if with_model else None).run()
    require_rules(backend, ids, rules)


@pytest.mark.parametrize("size", [0, 1, 2])
def test_a_library_of_next_to_nothing_is_no_trouble(size: int) -> None:
    backend = MemoryBackend()
    ids = remember(backend, ["oboe", "cello"][:size])
    building(backend).run()
    if ids:
        require_rules(backend, ids)
