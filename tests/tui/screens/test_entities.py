from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import english
from tests.tui.fake_preferences import FakePreferences
from tests.tui.worlds import categorised
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.values import EntityType
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


def test_the_marked_are_put_beside_each_other_in_time() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j", "space", "space")
        await until(pilot, lambda: "2 marked, esc unmarks" in text_of(app))
        await pilot.press("m")
        await until(pilot, lambda: app.current_mode == "timeline" and "Ilse Varga" in text_of(app))
        await until(pilot, lambda: "Nordlicht Optics" in text_of(app))

    drive(english(), in_entities(scenario))


def test_of_more_than_fit_beside_each_other_it_says_so() -> None:
    library = english()
    library.names = tuple((f"N{n}", EntityType.THING, ()) for n in range(9))

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: "> N0" in text_of(app))
        await pilot.press("asterisk")
        await until(pilot, lambda: "9 marked" in text_of(app))
        await pilot.press("m")
        await until(pilot, lambda: "8 of 9 are shown: no more fit." in text_of(app))

    drive(library, scenario)


def test_the_marked_are_one_after_a_question_for_the_name() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "space", "space", "M")
        await until(pilot, lambda: "Are these 3 one? Under which name?" in text_of(app))
        await pilot.press("j", "enter")
        await until(pilot, lambda: "3 are one from now on: Brinsk observatory." in text_of(app))
        assert "takes it back, 2 times." in text_of(app)
        await until(pilot, lambda: "1 marked" in text_of(app) and screen_of(app).entities.rows == 5)

    drive(library, in_entities(scenario))
    assert library.deeds == [("merge", "Brinsk observatory", "Brinsk", "Ilse Varga")]


def test_one_alone_is_not_made_one_and_escape_lets_them_be() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "M")
        await until(pilot, lambda: "Mark 2 to 8 of them first" in text_of(app))
        await pilot.press("space", "M")
        await until(pilot, lambda: "Are these 2 one?" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "marked" not in text_of(app).replace("Mark 2", ""))

    drive(library, in_entities(scenario))
    assert library.deeds == []


def test_the_marked_lines_are_copied() -> None:
    copied: list[str] = []

    def clipboard(text: str) -> bool:
        copied.append(text)
        return True

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "j", "space", "y")
        await until(pilot, lambda: len(copied) == 1)

    drive(english(), in_entities(scenario), clipboard=clipboard)
    assert copied == [
        "Brinsk, place, 1 fact, 3 mentions, last said 2025-03-02\n"
        "Ilse Varga (Ilse, Dr. Varga), person, 3 facts, 2 mentions, last said 2025-03-02"
    ]


def test_another_order_is_chosen_kept_and_stays_on_the_selected_one() -> None:
    preferences = FakePreferences()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "space", "S")
        await until(pilot, lambda: "In which order?" in text_of(app))
        await pilot.press("G", "enter")
        await until(pilot, lambda: "in order: newest" in text_of(app))
        assert "1 marked" in text_of(app)
        entity = screen_of(app).entities.current
        assert entity is not None
        assert (entity.name, screen_of(app).entities.cursor) == ("Ilse Varga", 4)
        await until(pilot, lambda: preferences.deeds == [("order", "newest")])
        await pilot.press("slash", *"sandal")
        await until(pilot, lambda: screen_of(app).entities.rows == 1)
        assert "in order: newest" in text_of(app)

    drive(english(), in_entities(scenario), preferences=preferences)


def test_it_begins_in_the_order_that_was_kept() -> None:
    preferences = FakePreferences(begins_with=(SourceOrder.PLACE, EntityOrder.TYPE))

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: "in order: by type" in text_of(app) and "> Tomas Reuel" in text_of(app))

    drive(english(), scenario, preferences=preferences)
