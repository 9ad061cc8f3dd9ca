from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import FakeLibrary, english, failing, japanese
from tests.tui.worlds import categorised
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.neighbourhood import NeighbourhoodScreen
from tsuzuri.tui.screens.search import SearchScreen


def screen_of(app: TsuzuriApp) -> SearchScreen:
    assert isinstance(app.screen, SearchScreen)
    return app.screen


def focused(app: TsuzuriApp) -> str | None:
    return app.focused.id if app.focused else None


def after_search(words: str, scenario: Scenario) -> Scenario:
    """The scenario, begun when the hits of a search have come."""

    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*words, "enter")
        await until(pilot, lambda: screen_of(app).hits.rows > 0)
        await scenario(app, pilot)

    return run


def test_words_are_searched_as_one_types_and_by_meaning_after_a_pause() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Ilse")
        await until(pilot, lambda: len(library.asked) == 2)
        assert library.asked == [("Ilse", False, True), ("Ilse", True, True)]

    drive(library, scenario)


def test_enter_searches_by_meaning_at_once() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert library.asked[-1] == ("Ilse", True, False)
        assert "lexical and semantic" in text_of(app)

    drive(library, after_search("Ilse", scenario))


def test_a_hit_shows_its_evidence() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "named 2 times" in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: "since 2024-05, current, confidence 93%" in text_of(app))
        assert "weekly-2024-05-06.md  line 12, 2024-05-06" in text_of(app)
        await pilot.press("G")
        await until(pilot, lambda: "Ilse Varga lives in Brinsk. Until 2021 she taught" in text_of(app))

    drive(english(), after_search("Ilse", scenario), size=(160, 45))


def test_japanese_is_found_and_shown() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j")
        await until(pilot, lambda: "波多野 澪 居住地 白瀬" in text_of(app))

    drive(japanese(), after_search("白瀬", scenario))


def test_a_search_without_hits_says_why() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"zebra", "enter")
        await until(pilot, lambda: 'Nothing in your library says "zebra".' in text_of(app))

    drive(english(), scenario)


def test_a_failed_search_says_why() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"zebra", "enter")
        await until(pilot, lambda: text_of(app).count("the library is being mended") == 2)

    drive(failing(), scenario)


def test_emptying_the_line_empties_the_hits() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *["backspace"] * 4)
        await until(pilot, lambda: screen_of(app).hits.rows == 0)
        assert "What is selected on the left" in text_of(app)

    drive(english(), after_search("Ilse", scenario))


def test_escape_and_tab_go_between_line_and_sides() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "named 2 times" in text_of(app))
        assert focused(app) == "hits"
        steps = (("tab", "card-lines"), ("tab", "hits"), ("escape", "line"), ("escape", "hits"), ("slash", "line"))
        for key, place in steps:
            await pilot.press(key)
            assert focused(app) == place

    drive(english(), after_search("Ilse", scenario))


def test_a_narrow_terminal_shows_one_side_at_a_time() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        left, right = app.screen.query_one("#left"), app.screen.query_one("#right")
        assert (left.display, right.display) == (True, False)
        await pilot.press("tab")
        await settle(pilot)
        assert (left.display, right.display) == (False, True)
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert (left.display, right.display) == (True, False)

    drive(english(), after_search("Ilse", scenario), size=(80, 24))


def test_a_line_of_a_card_opens_in_its_passage_and_back() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "named 2 times" in text_of(app))
        await pilot.press("tab", "enter")
        await until(pilot, lambda: "confidence 93%" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "named 2 times" in text_of(app))

    drive(english(), after_search("Ilse", scenario))


def test_enter_opens_the_source() -> None:
    opened: list[str] = []

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: opened == ["/home/ada/notes/weekly-2024-05-06.md"])

    drive(english(), after_search("Ilse", scenario), opener=opened.append)


def test_a_source_that_cannot_be_opened_says_so() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await until(pilot, lambda: "The source could not be opened:" in text_of(app))

    drive(english(), after_search("Ilse", scenario), size=(160, 45))


def test_y_copies_the_text_with_its_citation() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("G")
        await until(pilot, lambda: "ilse-varga.md  line 3" in text_of(app))
        await pilot.press("y")
        assert app.clipboard == (
            "Ilse Varga lives in Brinsk. Until 2021 she taught optics at the Tessel Institute.\n"
            "(Ilse Varga, ilse-varga.md, line 3, 2025-03-02)"
        )

    drive(english(), after_search("Ilse", scenario))


def test_changed_data_is_searched_again_and_the_selection_stays() -> None:
    library: FakeLibrary = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j")
        await settle(pilot)
        selected, searches = screen_of(app).hits.current, len(library.asked)
        library.grow("Zeppelin")
        await until(pilot, lambda: len(library.asked) > searches)
        assert screen_of(app).hits.current == selected

    drive(library, after_search("Ilse", scenario))


def test_the_entity_of_a_hit_leads_to_its_neighbours_its_categories_and_its_timeline() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NeighbourhoodScreen))
        await pilot.press("escape", "c")
        await until(pilot, lambda: app.current_mode == "categories" and "What it is in" in text_of(app))
        await pilot.press("1", "t")
        await until(pilot, lambda: app.current_mode == "timeline" and "Ilse Varga" in text_of(app))

    drive(categorised(), after_search("Ilse", scenario), size=(160, 45))
