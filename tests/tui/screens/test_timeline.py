from datetime import date

from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import FakeLibrary
from tests.tui.worlds import lived, lived_japanese
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.as_of import AsOfScreen
from tsuzuri.tui.screens.neighbourhood import NeighbourhoodScreen
from tsuzuri.tui.screens.timeline import TimelineScreen

KASHI = "Rina Hayami works at Kashi Foundry"


def screen_of(app: TsuzuriApp) -> TimelineScreen:
    assert isinstance(app.screen, TimelineScreen)
    return app.screen


def in_life(scenario: Scenario, library: FakeLibrary, words: str = "Rina", size: tuple[int, int] = (100, 30)) -> None:
    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "3")
        await until(pilot, lambda: app.current_mode == "timeline")
        await pilot.press("slash", *words, "enter")
        await until(pilot, lambda: screen_of(app).lanes.rows > 0)
        await scenario(app, pilot)

    drive(library, run, size=size)


def axis_of(app: TsuzuriApp) -> tuple[date, date]:
    axis = screen_of(app).lanes.axis
    assert axis is not None
    return axis.start, axis.end


def test_t_shows_the_timeline_of_the_selected_entity() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: app.current_mode == "entities" and "> Chess Club" in text_of(app))
        await pilot.press("G", "t")
        await until(pilot, lambda: app.current_mode == "timeline" and "Rina Hayami  person  3 lanes" in text_of(app))
        shown = text_of(app)
        assert "|== Lumen AG" in shown
        assert "no date" in shown

    drive(lived(), scenario)


def test_t_on_a_hit_shows_the_timeline_of_its_entity() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Rina Hayami", "enter")
        await until(pilot, lambda: "hits" in text_of(app) and "also Rina" in text_of(app))
        await pilot.press("t")
        await until(pilot, lambda: app.current_mode == "timeline" and "3 lanes" in text_of(app))

    drive(lived(), scenario)


def test_down_goes_from_bar_to_bar_and_the_sentence_below_follows() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Rina Hayami works at Lumen AG" in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: KASHI in text_of(app))
        await pilot.press("j", "j")
        await until(pilot, lambda: "since 2019, current" in text_of(app))
        await pilot.press("k")
        await until(pilot, lambda: "Rina Hayami works at Ostra GmbH" in text_of(app))
        await pilot.press("G")
        await until(pilot, lambda: "undated, current" in text_of(app))

    in_life(scenario, lived())


def test_plus_minus_and_0_change_the_time_in_sight() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        start, end = axis_of(app)
        await pilot.press("plus")
        closer = axis_of(app)
        assert (closer[1] - closer[0]) * 2 - (end - start) < (end - start) / 100
        await pilot.press("minus", "minus")
        assert axis_of(app)[1] - axis_of(app)[0] > end - start
        await pilot.press("0")
        assert axis_of(app) == (start, end)

    in_life(scenario, lived())


def test_arrows_look_earlier_and_later() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        start, end = axis_of(app)
        await pilot.press("right")
        assert axis_of(app)[0] > start
        await pilot.press("left", "h")
        assert axis_of(app)[0] < start
        await pilot.press("l")
        assert axis_of(app) == (start, end)

    in_life(scenario, lived())


def test_what_is_selected_stays_selected_while_the_time_in_sight_changes() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "plus", "plus")
        await settle(pilot)
        assert KASHI in text_of(app)

    in_life(scenario, lived())


def test_a_sets_the_day_for_all_places_and_capital_a_clears_it() -> None:
    library = lived()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "d")
        await until(pilot, lambda: isinstance(app.screen, AsOfScreen) and "as of 2019-07-01" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "main  as of 2019-07-01" in text_of(app))
        await pilot.press("2")
        await until(pilot, lambda: app.current_mode == "entities" and "main  as of 2019-07-01" in text_of(app))
        await pilot.press("G")
        await until(pilot, lambda: library.as_of == date(2019, 7, 1) and "works at Kashi" in text_of(app))
        shown = text_of(app)
        assert "works at Lumen" not in shown
        assert "former" not in shown
        await pilot.press("D")
        await until(pilot, lambda: "as of" not in text_of(app) and "works at Lumen" in text_of(app))
        assert library.as_of is None

    in_life(scenario, library, size=(160, 45))


def test_a_search_is_as_of_the_day_too() -> None:
    library = lived()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("d", *["backspace"] * 10, *"2021-03", "enter")
        await until(pilot, lambda: "as of 2021-03-01" in text_of(app))
        await pilot.press("1", "slash", *"Rina", "enter")
        await until(pilot, lambda: "hits" in text_of(app))
        assert library.as_of == date(2021, 3, 1)

    in_life(scenario, library)


def test_what_is_no_day_is_not_taken_for_one() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("d", *["backspace"] * 10, *"xyz", "enter")
        await until(pilot, lambda: "That is no day." in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen.is_current and not isinstance(app.screen, AsOfScreen))
        assert "as of" not in text_of(app)

    in_life(scenario, lived())


def test_enter_goes_to_the_sentence_y_copies_it_and_escape_goes_back() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Rina Hayami works at Lumen AG" in text_of(app))
        await pilot.press("enter")
        assert app.focused is not screen_of(app).lanes
        await pilot.press("y")
        assert app.clipboard.startswith("Rina Hayami was with Lumen AG from April 2016 to June 2019.")
        assert screen_of(app).source_uri() == "/home/ada/notes/rina.md"
        await pilot.press("escape")
        assert app.focused is screen_of(app).lanes

    in_life(scenario, lived(), size=(80, 24))


def test_a_name_that_nobody_has_is_said() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"zzz", "enter")
        await until(pilot, lambda: "Nothing in the library is called zzz." in text_of(app))

    in_life(scenario, lived_japanese(), "速水")


def test_its_entity_leads_to_its_neighbours_and_its_categories_and_o_opens_the_source() -> None:
    opened: list[str] = []

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: screen_of(app).source_uri() != "")
        await pilot.press("o")
        await until(pilot, lambda: opened == [screen_of(app).source_uri()])
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NeighbourhoodScreen))
        await pilot.press("escape", "c")
        await until(pilot, lambda: app.current_mode == "categories")

    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "3")
        await until(pilot, lambda: app.current_mode == "timeline")
        await pilot.press("slash", *"Rina", "enter")
        await until(pilot, lambda: screen_of(app).lanes.rows > 0)
        await scenario(app, pilot)

    drive(lived(), run, opener=opened.append)


def test_square_brackets_move_the_day_as_of_which_everything_is_seen() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        desk = screen_of(app).desk
        await pilot.press("right_square_bracket")
        await settle(pilot)
        first = desk.as_of.day
        assert first is not None
        await pilot.press("left_square_bracket", "left_square_bracket")
        await settle(pilot)
        earlier = desk.as_of.day
        assert earlier is not None
        assert earlier < first
        await pilot.press("right_square_bracket", "right_square_bracket")
        await until(pilot, lambda: desk.as_of.day == first)
        assert f"as of {first}" in text_of(app)

    in_life(scenario, lived())


def test_m_shows_another_entity_below_and_x_drops_the_selected_one() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        start, _ = axis_of(app)
        await pilot.press("m")
        assert screen_of(app).line.value == "+"
        await pilot.press(*"Kashi", "enter")
        await until(pilot, lambda: "Rina Hayami, Kashi Foundry  2 entities  4 lanes" in text_of(app))
        lines = [line.strip() for line in text_of(app).splitlines()]
        assert "> Rina Hayami" in lines or "Rina Hayami" in lines
        assert "Kashi Foundry" in lines
        assert axis_of(app)[0] == start
        await pilot.press("G")
        await settle(pilot)
        assert screen_of(app).shown_entity() == screen_of(app).desk.library.named("Kashi")[0].id
        await until(pilot, lambda: KASHI in text_of(app))
        await pilot.press("x")
        await until(pilot, lambda: "Rina Hayami  person" in text_of(app))
        await pilot.press("x")
        await settle(pilot)
        assert "Rina Hayami  person" in text_of(app)

    in_life(scenario, lived())


def test_the_name_of_one_of_several_shows_its_card_and_a_shared_fact_stays_where_it_was_selected() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *["backspace"] * 9, *"+Kashi", "enter")
        await until(pilot, lambda: "2 entities" in text_of(app))
        await pilot.press("g")
        await until(pilot, lambda: "also Rina" in text_of(app))
        await pilot.press("G")
        await settle(pilot)
        last = screen_of(app).lanes.cursor
        await pilot.press("right_square_bracket")
        await settle(pilot)
        assert screen_of(app).lanes.cursor == last

    in_life(scenario, lived())
