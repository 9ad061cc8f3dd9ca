"""The model names groups and places what is in doubt; code holds it to the rules."""

from collections.abc import Callable

import pytest

from tests.enrich.samples import around
from tests.fakes import FakeChat
from tsuzuri.core.decoding import Ask, Choice, Response, StopReason, Turn
from tsuzuri.core.values import EntityType
from tsuzuri.enrich.asking import Allowance, Asking
from tsuzuri.enrich.clustering import centred
from tsuzuri.enrich.grouping import Group, Node
from tsuzuri.enrich.naming import Language, Names

NAMES = ("oboe", "cello", "flute", "hammer", "chisel", "plane", "violin", "awl")
TIES = {0: "Music", 1: "Music", 2: "Music", 6: "Music", 3: "Workshop", 4: "Workshop", 5: "Workshop", 7: "Workshop"}
THINGS = tuple(Node(at, name, EntityType.THING, ("thing",), (TIES[at],), 9 - at) for at, name in enumerate(NAMES))
VECTORS = centred(around(0, 0, 0, 1, 1, 1, 0, 1))
GROUPS = (Group((0, 1, 2, 6)), Group((3, 4, 5, 7)))
IN_DOUBT = (Group((0, 1, 2, 7)), Group((3, 4, 5, 6)))
"""The awl is among the instruments, and the violin among the tools."""


def silent(sentences: tuple[str, ...]) -> str:
    return ""


def chat(respond: Callable[[Ask], str]) -> FakeChat:
    return FakeChat(silent, respond=respond)


def named(model: FakeChat, groups: tuple[Group, ...] = GROUPS, allowance: Allowance | None = None) -> tuple[Group, ...]:
    asking = Asking(model, Language.ENGLISH, allowance or Allowance(100, 10_000))
    found = asking.named(THINGS, VECTORS, groups, Names(["Tools"]), lambda one: THINGS[one.members[0]].name)
    assert found is not None
    return found


def is_of_a_name(ask: Ask) -> bool:
    return "Which name" in ask.turns[0].text


def the_first_name(ask: Ask) -> str:
    return "1" if is_of_a_name(ask) else "0"


class TestNaming:
    def test_gives_each_group_the_one_of_its_names_that_the_model_chooses(self) -> None:
        model = chat(the_first_name)
        assert named(model) == (Group((0, 1, 2, 6), "Music"), Group((3, 4, 5, 7), "Workshop"))
        first = model.questions[0]
        assert first.form == Choice(("1", "2", "0"))
        assert first.turns[0].text.startswith("1. Music 2. Things Which name is true of numbers 1, 2, 3, 4 together?")
        assert len(model.questions) == 2

    def test_calls_by_the_last_what_no_name_fits_and_makes_one_of_those_of_one_name(self) -> None:
        assert [one.name for one in named(chat(lambda _: "0"))] == ["Things"]

    def test_asks_nothing_where_there_is_one_name_only(self) -> None:
        model = chat(the_first_name)
        assert named(model, (Group((0, 3)), Group((1, 4)))) == (Group((0, 1, 3, 4), "Things"),)
        assert model.questions == []

    def test_lets_the_model_write_a_name_where_a_type_says_too_little(self) -> None:
        model = chat(lambda ask: "Guests" if "P0" in ask.turns[0].text else "person")
        assert self.of_many(model) == ["Guests", "P2"]
        assert model.questions[0].turns[0].text == "What category are P0, P1 together? Answer with its name only."

    @pytest.mark.parametrize("broken", ["Wind and string", "person", "People", "物と人"])
    def test_takes_a_name_from_the_children_where_the_model_breaks_the_rules(self, broken: str) -> None:
        assert self.of_many(chat(lambda _: broken)) == ["P0", "P2"]

    def of_many(self, model: FakeChat) -> list[str]:
        many = tuple(Node(at, f"P{at}", EntityType.PERSON, weight=99 - at) for at in range(41))
        asking = Asking(model, Language.ENGLISH, Allowance(100, 10_000))
        groups = (Group((0, 1)), Group((2, 3)))
        found = asking.named(many, around(*[0] * 41), groups, Names(), lambda one: many[one.members[0]].name)
        assert found is not None
        return [one.name for one in found]

    def test_costs_no_more_than_is_allowed(self) -> None:
        model = chat(the_first_name)
        for allowance in (Allowance(1, 10_000), Allowance(100, 0)):
            assert [one.name for one in named(model, allowance=allowance)] == ["oboe", "hammer"]
        assert model.questions == []
        allowance = Allowance(2, 10_000)
        named(model, allowance=allowance)
        assert (allowance.asked, allowance.tokens_written) == (2, 20)
        assert 120 < allowance.tokens_read < 200

    def test_reads_no_batch_that_might_go_beyond_what_is_allowed(self) -> None:
        model = chat(the_first_name)
        allowance = Allowance(100, 200)
        assert [one.name for one in named(model, allowance=allowance)] == ["oboe", "hammer"]
        assert allowance.tokens_read == 0


class TestPlacing:
    def test_asks_about_what_is_as_near_another_group(self) -> None:
        model = chat(lambda ask: "1" if is_of_a_name(ask) else "2")
        found = named(model, IN_DOUBT)
        asked = [ask for ask in model.questions if not is_of_a_name(ask)]
        assert len(asked) == 1
        assert asked[0].form == Choice(("1", "2", "0"))
        assert found[1].name == "Workshop"
        assert 7 in found[0].members or 6 in found[0].members
        assert {7, 6} & set(found[1].members)

    def test_lets_go_of_what_belongs_to_none(self) -> None:
        found = named(chat(the_first_name), IN_DOUBT)
        assert sum(len(one.members) for one in found) == 7


class Stopped(FakeChat):
    """A model that is told to stop at its first question."""

    def ask(self, prefix: object, requests: object, **_: object) -> tuple[Response, ...]:
        return (Response("", 0.0, (), StopReason.CANCELLED, 5, 0),)


def test_a_model_that_is_told_to_stop_names_nothing() -> None:
    allowance = Allowance(100, 10_000)
    asking = Asking(Stopped(silent), Language.ENGLISH, allowance)
    assert asking.named(THINGS, VECTORS, GROUPS, Names(), lambda _: "x") is None
    assert allowance.tokens_read > 5


def test_a_batch_is_shown_once_with_numbers_names_and_tags() -> None:
    seen: list[tuple[Turn, ...]] = []

    class Watched(FakeChat):
        def ask(self, prefix, requests, **named):  # type: ignore[no-untyped-def]
            seen.append(tuple(prefix))
            return super().ask(prefix, requests, **named)

    named(Watched(silent, respond=the_first_name))
    assert len(set(seen)) == 1
    system, batch = seen[0]
    assert system.own
    assert not batch.own
    assert batch.text.splitlines()[0] == "1. oboe: thing"
    assert batch.text.splitlines()[-1] == "Categories so far: Tools"
