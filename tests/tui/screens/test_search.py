from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import FakeLibrary, english, failing, japanese
from tests.tui.worlds import categorised
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.choose import ChooseScreen
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
        there = (("tab", "card-lines"), ("tab", "hits"), ("slash", "line"))
        back = (("escape", "hits"), ("tab", "card-lines"), ("escape", "hits"), ("escape", "hits"))
        for key, place in (*there, *back):
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


def test_the_editor_is_asked_for_the_line_and_where_it_has_no_terminal_the_desktop_opens_it() -> None:
    asked: list[tuple[str, int]] = []
    opened: list[str] = []

    def editor(path: str, line: int) -> list[str]:
        asked.append((path, line))
        return ["true"]

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j")
        await until(pilot, lambda: "since 2024-05, current" in text_of(app))
        await pilot.press("o")
        await until(pilot, lambda: bool(opened))
        assert asked == [("/home/ada/notes/weekly-2024-05-06.md", 12)]

    drive(english(), after_search("Ilse", scenario), size=(160, 45), opener=opened.append, editor=editor)


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


async def with_strategy(app: TsuzuriApp, pilot: Pilot[None], *presses: str) -> None:
    """Choose how enter searches, from the line."""
    await pilot.press("ctrl+s")
    await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
    await pilot.press(*presses, "enter")
    await until(pilot, lambda: isinstance(app.screen, SearchScreen))


def test_by_both_systems_the_first_one_answers_at_once_and_the_second_one_later() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await with_strategy(app, pilot, "j")
        assert "Both systems." in text_of(app)
        await pilot.press(*"Ilse", "enter")
        await until(pilot, lambda: "layer 2: 2 of 2 chosen" in text_of(app), working=True)
        assert screen_of(app).hits.rows == 7
        assert "system2" not in text_of(app)
        library.walks.go_on.set()
        await until(pilot, lambda: screen_of(app).hits.rows == 8)
        shown = text_of(app)
        assert "8 hits, lexical and semantic and system2. from Lens makers. " in shown
        assert "calls or tokens is spent" in shown
        await pilot.press("G")
        await until(pilot, lambda: "The observatory is ours" in text_of(app) and "system2" in text_of(app))

    drive(library, scenario, size=(160, 45))


def test_what_is_typed_is_searched_by_the_first_system_whatever_was_chosen() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await with_strategy(app, pilot, "j")
        await pilot.press(*"Ilse")
        await until(pilot, lambda: ("Ilse", True, True) in library.asked)
        assert library.walks.last is None

    drive(library, scenario)


def test_s_on_the_hits_searches_again_in_the_way_that_is_chosen_and_changed_data_does_not_walk_again() -> None:
    library = english()
    library.walks.go_on.set()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("j", "enter")
        await until(pilot, lambda: library.walks.last is not None)
        walked = library.walks.last
        library.grow("Zeppelin")
        await until(pilot, lambda: "5 facts" in text_of(app))
        await settle(pilot)
        assert library.walks.last is walked
        await pilot.press("r")
        await until(pilot, lambda: library.walks.last is not walked)

    drive(library, after_search("Ilse", scenario))


def test_escape_leaves_the_way_to_search_as_it_is() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("s", "escape")
        await settle(pilot)
        assert "lexical and semantic" in text_of(app)

    drive(english(), after_search("Ilse", scenario))


def test_the_marked_hits_are_copied_with_their_citations() -> None:
    copied: list[str] = []

    def clipboard(text: str) -> bool:
        copied.append(text)
        return True

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Brinsk", "enter")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "hits" and "> entity" in text_of(app))
        await pilot.press("space", "G", "space")
        await until(pilot, lambda: "2 marked" in text_of(app))
        await pilot.press("y")
        await until(pilot, lambda: len(copied) == 1)

    drive(english(), scenario, clipboard=clipboard)
    first, last = copied[0].split("\n\n")
    assert first.splitlines()[0] == "Brinsk"
    assert last.splitlines() == [
        "Ilse Varga lives in Brinsk. Until 2021 she taught optics at the Tessel Institute.",
        "(Ilse Varga, ilse-varga.md, line 3, 2025-03-02)",
    ]


def test_hits_that_are_found_no_longer_are_not_marked() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Brinsk", "enter")
        await until(pilot, lambda: "> entity" in text_of(app))
        await pilot.press("space")
        await until(pilot, lambda: "1 marked" in text_of(app))
        await pilot.press("slash", *"Tessel", "enter")
        await until(pilot, lambda: "marked" not in text_of(app) and "Tessel Institute" in text_of(app))

    drive(english(), scenario)
