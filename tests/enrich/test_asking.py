"""The model names groups and places what is in doubt; code holds it to the rules."""

from collections.abc import Callable

from tests.enrich.samples import around, nodes
from tests.fakes import FakeChat
from tsuzuri.core.decoding import Ask, Choice, Response, StopReason, Turn
from tsuzuri.enrich.asking import Allowance, Asking
from tsuzuri.enrich.clustering import centred
from tsuzuri.enrich.grouping import Group
from tsuzuri.enrich.naming import Language, Names

THINGS = nodes("oboe", "cello", "flute", "hammer", "chisel", "plane", "violin", "awl")
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


def by_first_number(ask: Ask) -> str:
    if isinstance(ask.form, Choice):
        return "0"
    return "Instruments" if "numbers 1," in ask.turns[0].text else "Tools"


class TestNaming:
    def test_gives_each_group_what_the_model_calls_it(self) -> None:
        model = chat(by_first_number)
        assert named(model) == (Group((0, 1, 2, 6), "Instruments"), Group((3, 4, 5, 7), "Tools"))
        assert len(model.questions) == 2
        assert "numbers 1, 2, 3, 4 together" in model.questions[0].turns[0].text

    def test_takes_a_name_from_the_children_where_the_model_breaks_the_rules(self) -> None:
        found = named(chat(lambda _: "Wind and string instruments"))
        assert [one.name for one in found] == ["oboe", "hammer"]

    def test_costs_no_more_than_is_allowed(self) -> None:
        model = chat(by_first_number)
        for allowance in (Allowance(1, 10_000), Allowance(100, 0)):
            assert [one.name for one in named(model, allowance=allowance)] == ["oboe", "hammer"]
        assert model.questions == []
        allowance = Allowance(2, 10_000)
        named(model, allowance=allowance)
        assert (allowance.asked, allowance.tokens_written) == (2, 20)
        assert 150 < allowance.tokens_read < 250

    def test_reads_no_batch_that_might_go_beyond_what_is_allowed(self) -> None:
        model = chat(by_first_number)
        allowance = Allowance(100, 200)
        assert [one.name for one in named(model, allowance=allowance)] == ["oboe", "hammer"]
        assert allowance.tokens_read == 0


class TestPlacing:
    def test_asks_about_what_is_as_near_another_group(self) -> None:
        model = chat(lambda ask: "2" if isinstance(ask.form, Choice) else by_first_number(ask))
        found = named(model, IN_DOUBT)
        asked = [ask for ask in model.questions if isinstance(ask.form, Choice)]
        assert len(asked) == 1
        assert asked[0].form == Choice(("1", "2", "0"))
        assert found[1].name == "Tools"
        assert 7 in found[0].members or 6 in found[0].members
        assert {7, 6} & set(found[1].members)

    def test_lets_go_of_what_belongs_to_none(self) -> None:
        found = named(chat(by_first_number), IN_DOUBT)
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

    named(Watched(silent, respond=by_first_number))
    assert len(set(seen)) == 1
    system, batch = seen[0]
    assert system.own
    assert not batch.own
    assert batch.text.splitlines()[0] == "1. oboe: concept"
    assert batch.text.splitlines()[-1] == "Categories so far: Tools"
