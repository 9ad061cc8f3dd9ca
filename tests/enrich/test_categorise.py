"""The hierarchy is kept up: attached to at once, built anew when it is due."""

from datetime import timedelta

from tests.enrich.samples import NOW, SPACE, around, now, remember
from tests.fakes import FakeChat
from tsuzuri.core.agenda import Use
from tsuzuri.core.decoding import Choice
from tsuzuri.core.models import ChatModel
from tsuzuri.enrich.build import EXTRACTIVE
from tsuzuri.enrich.categorise import Categorising, Kept
from tsuzuri.enrich.rules import HierarchyRules
from tsuzuri.pipeline.budget import Budget
from tsuzuri.store.memory import MemoryBackend


def filled(number: int) -> MemoryBackend:
    backend = MemoryBackend()
    remember(backend, [f"x{n}" for n in range(number)], around(*[n % 3 for n in range(number)]))
    return backend


def categorising(
    backend: MemoryBackend, rules: HierarchyRules | None = None, chat: ChatModel | None = None
) -> Categorising:
    return Categorising(backend, SPACE, rules or HierarchyRules(), now, chat=chat)


class TestKeepingUp:
    def test_waits_until_there_is_enough(self) -> None:
        assert categorising(filled(19)).keep_up() == Kept(0)

    def test_builds_when_there_is(self) -> None:
        kept = categorising(filled(20)).keep_up()
        assert kept.due == "20 entities are new"
        assert kept.built is not None
        assert kept.built.build is not None
        assert kept.built.entities == 20

    def test_builds_the_first_without_the_model_where_the_day_is_used_up(self) -> None:
        backend, budget = filled(20), Budget(10)
        with backend.transaction():
            backend.agenda.spend(budget.day(NOW), Use(tokens_read=20))
        chat = FakeChat(lambda _: "")
        keeping = Categorising(backend, SPACE, HierarchyRules(), now, chat=chat, budget=budget)
        keeping.keep_up()
        build = backend.categories.current()
        assert build is not None
        assert (build.by, chat.questions) == (EXTRACTIVE, [])
        assert keeping.keep_up() == Kept(0)

    def test_attaches_what_comes_later(self) -> None:
        backend = filled(30)
        keeping = categorising(backend)
        keeping.keep_up()
        remember(backend, ["y"], around(0), uri="/more.txt")
        assert keeping.keep_up() == Kept(1)
        assert keeping.keep_up() == Kept(0)

    def test_builds_anew_after_a_day(self) -> None:
        backend = filled(30)
        categorising(backend).keep_up()
        remember(backend, ["y"], around(0), uri="/more.txt")
        later = Categorising(backend, SPACE, HierarchyRules(), lambda: NOW + timedelta(days=1))
        kept = later.keep_up()
        assert (kept.attached, kept.due) == (1, "1 entities are new since 2026-11-30")
        current = backend.categories.current()
        assert current is not None
        assert current.attached == 0

    def test_goes_on_with_a_build_that_was_broken_off(self) -> None:
        backend = filled(30)
        keeping = categorising(backend)
        keeping.build(stop=lambda: True)
        assert keeping.due() == "a build was broken off"
        kept = keeping.keep_up()
        assert kept.built is not None
        assert kept.built.ended == ""
        assert keeping.due() == ""

    def test_does_nothing_where_no_hierarchy_is_wanted(self) -> None:
        assert categorising(filled(30), HierarchyRules(enabled=False)).keep_up() == Kept(0)


class TestTheModel:
    CHAT = FakeChat(lambda _: "", respond=lambda ask: "1" if isinstance(ask.form, Choice) else "Goods")

    def test_names_where_there_is_one(self) -> None:
        built = categorising(filled(30), chat=self.CHAT).build()
        assert built.build is not None
        assert built.build.by == "fake-model 0 categories-2"

    def test_may_be_left_out(self) -> None:
        built = categorising(filled(30), chat=self.CHAT).build(model=False)
        assert built.build is not None
        assert built.build.by == EXTRACTIVE
