"""How the places look, as pictures; `test_every_look` has them all as text. Look at one before it is accepted."""

from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest
from textual.app import App
from textual.pilot import Pilot

from tests.tui.driving import no_opener, settle, text_of, until
from tests.tui.fake_library import FakeLibrary, clock, empty, english, failing, japanese, watching, watching_japanese
from tests.tui.fake_preferences import FakePreferences
from tests.tui.worlds import (
    asking,
    asking_japanese,
    categorised,
    categorised_japanese,
    conversing,
    conversing_japanese,
    lived,
    lived_japanese,
    walkable,
)
from tsuzuri.tui.app import TsuzuriApp

LANGUAGES = {"en": english, "ja": japanese}
WATCHING = {"en": watching, "ja": watching_japanese}
PLACES = {"search": "1", "entities": "2", "library": "5"}
FORGETTING = {"en": ("j", "j", "f"), "ja": ("j", "j", "j", "f")}
RINA = ("3", "slash", *"Rina", "enter", "j")
BOTH = ("s", "j", "enter", "slash", *"Ilse", "enter")
FARTHER: dict[str, dict[str, tuple[Callable[[], FakeLibrary], tuple[str, ...]]]] = {
    "review": {"en": (asking, ("6", "j")), "ja": (asking_japanese, ("6",))},
    "timeline": {"en": (lived, RINA), "ja": (lived_japanese, ("3", "slash", *"速水", "enter", "j"))},
    "categories": {
        "en": (categorised, ("4", "l", "j", "l", "j", "l", "j")),
        "ja": (categorised_japanese, ("4", "l", "j", "l", "j")),
    },
    "ask": {"en": (conversing, ("7", "escape")), "ja": (conversing_japanese, ("7", "escape", "g"))},
}
WINDOWS: dict[str, tuple[Callable[[], FakeLibrary], tuple[str, ...]]] = {
    "build": (categorised, ("4", "b")),
    "as-of": (lived, (*RINA, "d")),
    "as-of-a-day": (lived, (*RINA, "d", "enter", "plus")),
    "history": (asking, ("6", "h")),
    "document": (asking, ("6", "enter")),
    "beside": (lived, (*RINA, "m", *"Kashi", "enter", "j", "j")),
    "strategies": (english, ("s",)),
    "both-systems": (walkable, (*BOTH, "G")),
    "walk": (walkable, (*BOTH, "4", "w")),
    "no-walk": (english, ("4", "w")),
    "listed": (english, ("2", "j", "j", "n", "v", "j")),
    "no-categories": (english, ("4",)),
    "no-questions": (english, ("6",)),
    "nothing-asked": (english, ("7",)),
    "delete": (conversing, ("7", "escape", "x")),
    "no-timeline": (english, ("3",)),
}
WORDS = {"en": "Ilse", "ja": "波多野"}


class Compare(Protocol):
    def __call__(
        self,
        app: App[None],
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[None]], Awaitable[None]],
    ) -> bool: ...


def app_over(library: FakeLibrary, dark: bool = True) -> TsuzuriApp:
    return TsuzuriApp(library, clock=clock, dark=dark, opener=no_opener, preferences=FakePreferences())


def at(place: str, language: str, *presses: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Go to a place, have something selected, press on."""

    async def run(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, TsuzuriApp)
        if place == "search":
            await pilot.press(*WORDS[language], "enter")
            await until(pilot, lambda: "hits" in text_of(app))
            await pilot.press("j")
        else:
            await pilot.press("escape", PLACES[place])
            await until(pilot, lambda: app.current_mode == place and "> " in text_of(app))
            await pilot.press("j", "j")
        await settle(pilot)
        for key in presses:
            await pilot.press(key)
            await settle(pilot)
        await settle(pilot)

    return run


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_place(snap_compare: Compare, place: str, language: str) -> None:
    """The list on the left with one row selected, on the right its evidence."""
    app = app_over(LANGUAGES[language]())
    assert snap_compare(app, terminal_size=(100, 30), run_before=at(place, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", FARTHER)
def test_farther_place(snap_compare: Compare, place: str, language: str) -> None:
    """Review with both sides of a question, a life in lanes, categories opened down to an entity, a conversation."""
    library, presses = FARTHER[place][language]
    assert snap_compare(app_over(library()), terminal_size=(160, 45), run_before=pressing(*presses))


@pytest.mark.parametrize("place", FARTHER)
def test_farther_place_in_light(snap_compare: Compare, place: str) -> None:
    """The same on paper, at 80x24 with the evidence."""
    library, presses = FARTHER[place]["en"]
    app = app_over(library(), dark=False)
    assert snap_compare(app, terminal_size=(80, 24), run_before=pressing(*presses, "tab"))


@pytest.mark.parametrize("what", WINDOWS)
def test_window(snap_compare: Compare, what: str) -> None:
    """Of a build, a day, a life as of it, the history, a sentence in its document, two lives, strategies, a walk, .."""
    library, presses = WINDOWS[what]
    assert snap_compare(app_over(library()), terminal_size=(80, 24), run_before=pressing(*presses))


def test_settings(snap_compare: Compare) -> None:
    """Models, the library's file, colours and keys, and what the selected one is."""
    assert snap_compare(app_over(english()), terminal_size=(160, 45), run_before=pressing("2", "comma", "j", "j"))


@pytest.mark.parametrize("presses", [("G", "k", "k", "tab"), ("j", "enter")], ids=["the-file", "what-can-be-done"])
def test_settings_in_light(snap_compare: Compare, presses: tuple[str, ...]) -> None:
    """On paper: how the library lies on the disk; the window with what can be done with a model."""
    app = app_over(english(), dark=False)
    assert snap_compare(app, terminal_size=(80, 24), run_before=pressing("2", "comma", *presses))


def pressing(*presses: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Press key after key, each when the one before is done."""

    async def run(pilot: Pilot[None]) -> None:
        await settle(pilot)
        await pilot.press("escape")
        for key in presses:
            await pilot.press(key)
            await settle(pilot)
        await settle(pilot)

    return run


@pytest.mark.parametrize("place", PLACES)
def test_place_in_light(snap_compare: Compare, place: str) -> None:
    """The same on paper."""
    assert snap_compare(app_over(english(), dark=False), terminal_size=(100, 30), run_before=at(place, "en"))


def in_folders(*presses: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """In the library place with watched folders, press on."""

    async def run(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, TsuzuriApp)
        await pilot.press("escape", "5")
        await until(pilot, lambda: "watched folder" in text_of(app) and text_of(app).count("> ") == 2)
        for key in presses:
            await pilot.press(key)
            await settle(pilot)
        await settle(pilot)

    return run


@pytest.mark.parametrize("language", WATCHING)
def test_folders(snap_compare: Compare, language: str) -> None:
    """Folders above the sources, online, polled, in doubt and offline; one is selected; what is left to do above."""
    app = app_over(WATCHING[language]())
    assert snap_compare(app, terminal_size=(120, 36), run_before=in_folders("tab", "tab", "j", "j"))


def test_folders_in_light(snap_compare: Compare) -> None:
    """The same on paper, with the details of the one in doubt."""
    app = app_over(watching(), dark=False)
    assert snap_compare(app, terminal_size=(80, 24), run_before=in_folders("tab", "tab", "j", "j", "tab"))


@pytest.mark.parametrize("language", WATCHING)
def test_forget(snap_compare: Compare, language: str) -> None:
    """A window with all that would go: numbers, names and statements."""

    app = app_over(WATCHING[language]())

    async def preview(pilot: Pilot[None]) -> None:
        await in_folders(*FORGETTING[language])(pilot)
        await until(pilot, lambda: "Would go" in text_of(app))

    assert snap_compare(app, terminal_size=(120, 36), run_before=preview)


def test_receipt(snap_compare: Compare) -> None:
    """The same window after enter: what went, and that a check found nothing wrong."""

    library = watching()
    library.tells = False
    app = app_over(library)

    async def forget(pilot: Pilot[None]) -> None:
        await in_folders("j", "j", "f")(pilot)
        await until(pilot, lambda: "Would go" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Gone" in text_of(app))

    assert snap_compare(app, terminal_size=(120, 36), run_before=forget)


def test_watch(snap_compare: Compare) -> None:
    """A window with a line for the path, and why that one cannot be watched."""
    run_before = in_folders("w", *"/elsewhere/写真", "enter")
    assert snap_compare(app_over(watching()), terminal_size=(120, 36), run_before=run_before)


def test_folder_menu(snap_compare: Compare) -> None:
    """A window with three things to do with the folder in doubt."""
    run_before = in_folders("tab", "tab", "j", "j", "space")
    assert snap_compare(app_over(watching()), terminal_size=(80, 24), run_before=run_before)


def test_help_of_the_library(snap_compare: Compare) -> None:
    """The keys of the library place, with those on a folder."""
    assert snap_compare(app_over(watching()), terminal_size=(100, 45), run_before=in_folders("question_mark"))


def test_help(snap_compare: Compare) -> None:
    """A window with the keys of the place, in three groups."""
    run_before = at("entities", "en", "question_mark")
    assert snap_compare(app_over(english()), terminal_size=(100, 45), run_before=run_before)


async def _settle(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await settle(pilot)


def test_welcome(snap_compare: Compare) -> None:
    """A greeting in the middle, with the one command to begin with."""
    assert snap_compare(app_over(empty()), terminal_size=(80, 24), run_before=_settle)


def test_trouble(snap_compare: Compare) -> None:
    """The status line says what is wrong and what to do."""
    assert snap_compare(app_over(failing()), terminal_size=(100, 30), run_before=_settle)


@pytest.mark.parametrize("language", LANGUAGES)
def test_neighbourhood(snap_compare: Compare, language: str) -> None:
    """A window with the entity's facts drawn, and the sentence of the selected one."""
    run_before = at("entities", language, "n", "right")
    assert snap_compare(app_over(LANGUAGES[language]()), terminal_size=(120, 36), run_before=run_before)
