from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import english
from tests.tui.worlds import categorised
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.entities import EntitiesScreen
from tsuzuri.tui.screens.neighbourhood import NeighbourhoodScreen


def screen_of(app: TsuzuriApp) -> EntitiesScreen:
    assert isinstance(app.screen, EntitiesScreen)
    return app.screen


def in_entities(scenario: Scenario) -> Scenario:
    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: app.current_mode == "entities" and "> Brinsk" in text_of(app))
        await scenario(app, pilot)

    return run


def test_the_selected_entity_shows_its_card() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j")
        await until(pilot, lambda: "also Ilse, Dr. Varga" in text_of(app))
        shown = text_of(app)
        assert "head of research at Nordlicht Optics" in shown
        assert "since 2024-05" in shown
        assert "former" in shown
        assert "until 2021" in shown

    drive(english(), in_entities(scenario), size=(160, 45))


def test_names_are_filtered_as_one_types() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"var")
        await until(pilot, lambda: screen_of(app).entities.rows == 1)
        await pilot.press("enter")
        assert app.focused is screen_of(app).entities
        await pilot.press("escape")
        await until(pilot, lambda: screen_of(app).entities.rows == 7)

    drive(english(), in_entities(scenario))


def test_a_filter_that_nothing_passes_says_so() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"zzz")
        await until(pilot, lambda: "No entity has such a name." in text_of(app))

    drive(english(), in_entities(scenario))


def test_enter_leads_from_entity_to_fact_to_its_sentence_and_escape_back() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j")
        await settle(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: app.screen.has_class("-right"))
        await pilot.press("enter")
        await until(pilot, lambda: "The coffee machine was repaired on Friday." in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "also Ilse, Dr. Varga" in text_of(app))
        await pilot.press("escape")
        assert app.focused is screen_of(app).entities

    drive(english(), in_entities(scenario), size=(80, 24))


def test_the_last_lines_of_a_card_are_mentions() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "G", "enter")
        await until(pilot, lambda: "ilse-varga.md  line 3, 2025-03-02" in text_of(app))

    drive(english(), in_entities(scenario))


def test_y_copies_the_selected_line_of_the_card() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("y")
        assert app.clipboard == (
            "Ilse Varga lives in Brinsk\nIlse Varga lives in Brinsk.\n(Ilse Varga, ilse-varga.md, line 3, 2025-03-02)"
        )

    drive(english(), in_entities(scenario))


def test_a_new_entity_appears_and_the_selection_stays() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j")
        await settle(pilot)
        library.grow("Aardvark")
        await until(pilot, lambda: screen_of(app).entities.rows == 8)
        current = screen_of(app).entities.current
        assert current is not None
        assert current.name == "Ilse Varga"

    drive(library, in_entities(scenario))


def test_the_selected_entity_leads_to_its_neighbours_its_categories_and_its_timeline() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NeighbourhoodScreen))
        await pilot.press("n", "c")
        await until(pilot, lambda: app.current_mode == "categories" and "What it is in" in text_of(app))
        await pilot.press("2", "t")
        await until(pilot, lambda: app.current_mode == "timeline" and "Brinsk" in text_of(app))

    drive(categorised(), in_entities(scenario), size=(160, 45))


def test_o_opens_the_source_of_the_selected_line() -> None:
    opened: list[str] = []

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j")
        await until(pilot, lambda: "also Ilse, Dr. Varga" in text_of(app))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: screen_of(app).source_uri() != "")
        await pilot.press("o")
        await until(pilot, lambda: opened == [screen_of(app).source_uri()])

    drive(english(), in_entities(scenario), size=(160, 45), opener=opened.append)


def test_y_copies_to_this_machines_clipboard_where_there_is_one() -> None:
    copied: list[str] = []

    def clipboard(text: str) -> bool:
        copied.append(text)
        return True

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j")
        await until(pilot, lambda: "also Ilse, Dr. Varga" in text_of(app))
        await pilot.press("enter", "y")
        await until(pilot, lambda: "Copied to the clipboard." in text_of(app))
        assert copied
        assert app.clipboard == ""

    drive(english(), in_entities(scenario), size=(160, 45), clipboard=clipboard)


def test_m_puts_the_timeline_of_the_selected_entity_beside_those_that_are_shown() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("m")
        await until(pilot, lambda: app.current_mode == "timeline" and "Brinsk  place" in text_of(app))
        await pilot.press("2", "j", "j", "m")
        await until(pilot, lambda: app.current_mode == "timeline" and "Brinsk, Ilse Varga  2 entities" in text_of(app))

    drive(english(), in_entities(scenario), size=(160, 45))
