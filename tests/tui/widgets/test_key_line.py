from textual.pilot import Pilot

from tests.tui.driving import drive, settle, text_of, until
from tests.tui.fake_library import english
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.widgets.key_line import KeyLine, Offer, laid_out


def offer(shown: str, title: str) -> Offer:
    return Offer(shown, shown, title, enabled=True, tooltip="")


def line_of(app: TsuzuriApp) -> str:
    return text_of(app).splitlines()[-1]


def test_what_fits_is_shown_whole_and_the_rest_not_at_all() -> None:
    offers = [offer("q", "Quit"), offer("?", "Help"), offer("^p", "Palette")]
    assert [(one.title, one.begin, one.end) for one in laid_out(offers, 80)] == [
        ("Quit", 0, 8),
        ("Help", 8, 16),
        ("Palette", 16, 28),
    ]
    assert [one.title for one in laid_out(offers, 27)] == ["Quit", "Help", "Palette"]
    assert [one.title for one in laid_out(offers, 26)] == ["Quit", "Help"]
    assert laid_out(offers, 3) == ()


def test_a_click_presses_the_key_that_stands_there() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape")
        await settle(pilot)
        await pilot.click(KeyLine, offset=(line_of(app).index("Help"), 0))
        await until(pilot, lambda: type(app.screen).__name__ == "HelpScreen")

    drive(english(), scenario)


def test_it_follows_the_focus() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: app.current_mode == "library" and "Forget" in line_of(app))
        await pilot.press("slash")
        await until(pilot, lambda: "Forget" not in line_of(app))

    drive(english(), scenario)
