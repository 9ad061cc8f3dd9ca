from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import FakeLibrary, english
from tests.tui.worlds import categorised, categorised_japanese
from tsuzuri.core.errors import LibraryBusy
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.categories import CategoriesScreen
from tsuzuri.tui.screens.choose import ChooseScreen
from tsuzuri.tui.screens.walk import WalkScreen


def screen_of(app: TsuzuriApp) -> CategoriesScreen:
    assert isinstance(app.screen, CategoriesScreen)
    return app.screen


def in_categories(scenario: Scenario, library: FakeLibrary, size: tuple[int, int] = (160, 45)) -> None:
    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "4")
        await until(pilot, lambda: app.current_mode == "categories")
        await settle(pilot)
        await scenario(app, pilot)

    drive(library, run, size=size)


async def unfold(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


def test_the_tree_opens_to_the_right_and_closes_to_the_left() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "+ Life at Brinsk" in text_of(app)
        await unfold(pilot, "right", "j", "right")
        assert "- Science" in text_of(app)
        assert "+ Lens makers" in text_of(app)
        await unfold(pilot, "j", "left")
        current = screen_of(app).tree_view.current
        assert current is not None
        assert current.category is not None
        assert current.category.name == "Science"
        await unfold(pilot, "h", "h", "h")
        assert "+ Life at Brinsk" in text_of(app)

    in_categories(scenario, categorised())


def test_a_category_in_two_others_is_under_both_and_says_so() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await unfold(pilot, "l", "j", "j", "l", "k", "l")
        assert text_of(app).count("+ Lens makers") == 2
        await unfold(pilot, "j")
        await until(pilot, lambda: "in Science, Places" in text_of(app))
        assert "lenses, glass" in text_of(app)

    in_categories(scenario, categorised())


def test_of_many_entities_the_first_fifty_are_listed() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await unfold(pilot, "l", "j", "l", "j", "j", "l")
        assert "Lens 049" not in text_of(app)
        assert screen_of(app).tree_view.rows == 5 + 50 + 1
        await unfold(pilot, "G", "k")
        assert "and 10 more" in text_of(app)

    in_categories(scenario, categorised())


def test_enter_on_an_entity_goes_to_it() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await unfold(pilot, "enter", "j", "enter", "j", "enter", "j", "j")
        await until(pilot, lambda: "in Lens makers" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "entities" and "> Ilse Varga" in text_of(app))
        await until(pilot, lambda: "also Ilse, Dr. Varga" in text_of(app))

    in_categories(scenario, categorised())


def test_t_shows_the_timeline_of_the_selected_entity() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await unfold(pilot, "l", "j", "l", "j", "l", "j", "j", "t")
        await until(pilot, lambda: app.current_mode == "timeline" and "Ilse Varga  person" in text_of(app))

    in_categories(scenario, categorised())


def test_categories_are_found_by_a_piece_of_their_name() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"lens")
        await until(pilot, lambda: screen_of(app).tree_view.rows == 2)
        await pilot.press("enter")
        assert app.focused is screen_of(app).tree_view
        await pilot.press("escape")
        await until(pilot, lambda: screen_of(app).tree_view.rows == 1)

    in_categories(scenario, categorised())


def test_a_build_is_asked_about_and_told() -> None:
    library = categorised()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, CategoriesScreen))
        assert library.deeds == []
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("j", "enter")
        await until(pilot, lambda: "Built anew: 67 entities, no question to a model." in text_of(app))

    in_categories(scenario, library)
    assert library.deeds == [("build", False)]


def test_why_a_build_cannot_be_made_is_told_once() -> None:
    library = categorised()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        library.error = LibraryBusy("categories are being built just now")
        await pilot.press("j", "enter")
        await until(pilot, lambda: bool(app._notifications))
        told = "The library is busy: categories are being built just now"
        assert [one.message for one in app._notifications] == [told]

    in_categories(scenario, library)


def test_a_build_is_taken_back_after_a_question() -> None:
    library = categorised()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "The build before is read again." in text_of(app))

    in_categories(scenario, library)
    assert library.deeds == [("revert",)]


def test_it_says_where_no_model_named_them_and_where_there_are_none() -> None:
    async def unnamed(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "No model named these" in text_of(app)
        assert "a rebuild is due: 12 entities are new" in text_of(app)

    async def none(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "There are no categories yet. Press b to build them." in text_of(app)

    in_categories(unnamed, categorised_japanese())
    in_categories(none, english())


def test_c_on_an_entity_shows_all_that_it_is_in_and_escape_all_there_is() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: app.current_mode == "entities" and "> Brinsk" in text_of(app))
        await pilot.press("c")
        await until(pilot, lambda: app.current_mode == "categories" and "What it is in" in text_of(app))
        held = [row.category.name for row in screen_of(app)._outline.rows() if row.category]
        assert held
        assert "Life at Brinsk" not in held
        await pilot.press("escape")
        await until(pilot, lambda: "+ Life at Brinsk" in text_of(app) and "What it is in" not in text_of(app))

    drive(categorised(), scenario, size=(160, 45))


def test_w_shows_the_last_walk_or_how_to_come_to_one() -> None:
    library = categorised()
    library.walks.go_on.set()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WalkScreen))
        assert "No search has walked down the categories" in text_of(app)
        await pilot.press("escape", "1", "s")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("j", "enter", "slash", *"Ilse", "enter")
        await until(pilot, lambda: library.walks.last is not None)
        await pilot.press("4", "w")
        await until(pilot, lambda: isinstance(app.screen, WalkScreen))
        assert "passed over: Lens types, Sites" in text_of(app)

    in_categories(scenario, library)
