"""Walking from an entity to what it is joined to."""

from textual.pilot import Pilot

from tests.tui.driving import drive, settle, text_of, until
from tests.tui.fake_library import english, japanese
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.entities import EntitiesScreen
from tsuzuri.tui.screens.neighbourhood import NeighbourhoodScreen


async def opened(app: TsuzuriApp, pilot: Pilot[None]) -> NeighbourhoodScreen:
    await pilot.press("escape", "2")
    await until(pilot, lambda: app.current_mode == "entities" and "> Brinsk" in text_of(app))
    await pilot.press("j", "j", "n")
    await until(pilot, lambda: isinstance(app.screen, NeighbourhoodScreen) and app.screen.tree_.rows > 1)
    screen = app.screen
    assert isinstance(screen, NeighbourhoodScreen)
    return screen


async def listed(app: TsuzuriApp, pilot: Pilot[None]) -> NeighbourhoodScreen:
    screen = await opened(app, pilot)
    await pilot.press("v")
    await until(pilot, lambda: app.focused is screen.tree_)
    return screen


def name(screen: NeighbourhoodScreen) -> str:
    assert screen.graph.selected is not None
    return screen.graph.selected.label


async def step(pilot: Pilot[None], screen: NeighbourhoodScreen, key: str, there: str) -> None:
    await pilot.press(key)
    assert name(screen) == there


def test_it_is_drawn_and_walked_with_the_arrows_and_the_sentence_of_each_step_is_told() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        screen = await opened(app, pilot)
        assert "─> Nordlicht Optics─┬< " in text_of(app)
        await step(pilot, screen, "right", "Nordlicht Optics")
        await step(pilot, screen, "up", "Nordlicht Optics")
        await step(pilot, screen, "l", "Tomas Reuel")
        await until(pilot, lambda: "She took over from Tomas Reuel" in text_of(app))
        assert "meeting, 2019-01 to 2024-04" in text_of(app)
        await step(pilot, screen, "j", "Brinsk observatory")
        await step(pilot, screen, "h", "Nordlicht Optics")
        await step(pilot, screen, "down", "Brinsk")
        await step(pilot, screen, "k", "Nordlicht Optics")
        await step(pilot, screen, "left", "Ilse Varga")
        await until(pilot, lambda: "She took over from" not in text_of(app))

    drive(english(), scenario, size=(160, 45))


def test_enter_in_the_picture_makes_the_selected_one_its_centre() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        screen = await opened(app, pilot)
        await pilot.press("right", "enter")
        await until(pilot, lambda: name(screen) == "Nordlicht Optics" and "Tomas Reuel ── head" in text_of(app))
        await pilot.press("backspace")
        await until(pilot, lambda: name(screen) == "Ilse Varga")

    drive(english(), scenario, size=(160, 45))


def test_a_double_click_goes_to_a_name() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        screen = await opened(app, pilot)
        lines = text_of(app).splitlines()
        y, line = next((y, line) for y, line in enumerate(lines) if "> Nordlicht Optics" in line)
        await pilot.click(offset=(line.index("Nordlicht") + 2, y), times=2)
        await until(pilot, lambda: name(screen) == "Nordlicht Optics" and "Tomas Reuel ── head" in text_of(app))

    drive(english(), scenario, size=(160, 45))


def test_v_lists_it_as_a_tree_with_the_sentence_of_the_selected_fact() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await listed(app, pilot)
        shown = text_of(app)
        assert "> Ilse Varga" in shown
        assert "├─ " in shown
        assert "└─ " in shown
        await pilot.press("j")
        await until(pilot, lambda: "Ilse Varga" in text_of(app).split("└─")[-1])

    drive(english(), scenario, size=(120, 40))


def test_enter_goes_there_backspace_comes_back_and_escape_closes() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        screen = await listed(app, pilot)
        while not (screen.tree_.current and screen.tree_.current.fact and screen.tree_.current.entity):
            await pilot.press("j")
            await settle(pilot)
        there = screen.tree_.current.entity
        await pilot.press("enter")
        await until(pilot, lambda: f"> {there.name}" in text_of(app))
        await pilot.press("backspace")
        await until(pilot, lambda: "> Ilse Varga" in text_of(app))
        await pilot.press("backspace")
        await settle(pilot)
        assert app.screen is screen
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EntitiesScreen))

    drive(english(), scenario)


def test_e_shows_the_card_of_the_selected_one() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        screen = await listed(app, pilot)
        while not (screen.tree_.current and screen.tree_.current.fact and screen.tree_.current.entity):
            await pilot.press("j")
            await settle(pilot)
        there = screen.tree_.current.entity
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, EntitiesScreen) and app.screen.line.value == there.name)

    drive(english(), scenario)


def test_a_library_in_japanese_keeps_its_columns() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: app.current_mode == "entities")
        await settle(pilot)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NeighbourhoodScreen) and app.screen.tree_.rows > 0)
        assert all(strip.cell_length == 80 for strip in app.screen._compositor.render_strips())
        await pilot.press("v")
        await settle(pilot)
        assert all(strip.cell_length == 80 for strip in app.screen._compositor.render_strips())

    drive(japanese(), scenario, size=(80, 24))
