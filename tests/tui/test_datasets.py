from datetime import UTC, datetime

from textual.pilot import Pilot

from tests.tui.driving import drive, settle, text_of, until
from tests.tui.fake_library import english
from tests.tui.fake_preferences import FakePreferences
from tsuzuri.core.values import Counts
from tsuzuri.library.datasets import DatasetView
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.choose import ChooseScreen

COUNTS = Counts(12, 0, 40, 0, 0, 9, 1, 20, 0, 50)


def dataset(name: str, counts: Counts | None = COUNTS, problem: str = "") -> DatasetView:
    return DatasetView(name, False, True, "available", 1000, datetime(2026, 3, 1, tzinfo=UTC), counts, problem)


WORK, LOCKED = dataset("work"), dataset("old", None, "its key is locked")


async def offer(app: TsuzuriApp, pilot: Pilot[None]) -> None:
    await pilot.press("ctrl+l")
    await until(pilot, lambda: isinstance(app.screen, ChooseScreen))


def test_another_one_is_chosen_from_those_beside_this_and_opened_next() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await offer(app, pilot)
        told = text_of(app)
        assert "12 sources, 1 fact, encrypted" in told
        assert "its key is locked" in told
        assert "main" not in told.partition("Go to another dataset")[2].partition("enter does it")[0]
        await pilot.press("enter")
        await until(pilot, lambda: not app.is_running)
        assert app.next_dataset == "work"

    drive(english(), scenario, preferences=FakePreferences(others=(dataset("main"), WORK, LOCKED)))


def test_one_that_cannot_be_opened_says_so_and_one_stays() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await offer(app, pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "old cannot be opened: its key is locked" in text_of(app))
        assert app.next_dataset == ""

    drive(english(), scenario, preferences=FakePreferences(others=(LOCKED,)))


def test_where_there_is_no_other_the_way_to_one_is_told() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+l")
        await until(pilot, lambda: "There is no other dataset yet" in text_of(app))

    drive(english(), scenario, preferences=FakePreferences(others=(dataset("main"),)))


def test_when_they_cannot_be_listed_the_reason_is_told() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+l")
        await until(pilot, lambda: "not what Tsuzuri wrote" in text_of(app))

    drive(english(), scenario, preferences=FakePreferences(fails=True))


def test_without_settings_there_is_nothing_to_choose_from() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert not isinstance(app.screen, ChooseScreen)

    drive(english(), scenario)
