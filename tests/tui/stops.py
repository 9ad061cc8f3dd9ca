"""A walk through every place and window of the interface, in each state that a library can be in."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event

from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.driving import finish, settle
from tests.tui.fake_library import FakeLibrary, empty, failing, watching, watching_japanese
from tests.tui.portraits import Screen, cells_of
from tests.tui.worlds import (
    asking,
    asking_japanese,
    categorised,
    categorised_japanese,
    conversed,
)
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.theme import DARK, LIGHT

NAMES = {"en": "Ilse", "ja": "波多野"}
QUESTIONS = {
    "en": ("who is Ilse?", "who is Ilsebill?", "who leads the Tessel Institute?"),
    "ja": ("波多野 澪はどこに住んでいますか", "古城 健太はどこで働いていますか"),
}


@dataclass(frozen=True, slots=True)
class Stop:
    """Where to look: the keys that lead there from the stop before, and those that lead `back` to it.

    A word is typed where a key would be pressed.
    """

    name: str
    keys: tuple[str, ...]
    back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """A screen, by the name of its class, in both themes."""

    screen: str
    dark: Screen
    light: Screen


def full(language: str) -> FakeLibrary:
    """A library in which there is something of everything."""
    if language == "ja":
        library, asked, held = watching_japanese(), asking_japanese(), categorised_japanese()
    else:
        library, asked, held = watching(), asking(), categorised()
    library.names, library.sorted = held.names, held.sorted
    library.waiting, library.decided = asked.waiting, asked.decided
    library.walks.go_on.set()
    library.tells = False
    return conversed(library, *QUESTIONS[language])


def loading(_: str) -> FakeLibrary:
    """A library that answers nothing until its `gate` is set."""
    return replace(FakeLibrary(), gate=Event())


def refusing(_: str) -> FakeLibrary:
    """A library that answers every question with an error of ours."""
    return failing()


def crashing(_: str) -> FakeLibrary:
    """A library in which there is a fault."""
    return FakeLibrary(error=ValueError("a fault of the test"))


LIBRARIES: dict[str, Callable[[str], FakeLibrary]] = {
    "full": full,
    "empty": lambda _: empty(),
    "loading": loading,
    "error": refusing,
    "crash": crashing,
}


def stops(state: str, language: str) -> tuple[Stop, ...]:
    """The walk through a library in a state."""
    name = NAMES[language]
    if state == "full":
        return tuple(_through_a_full_library(name))
    if state == "crash":
        return (Stop("problem", ()),)
    return (
        Stop("begin", ("escape",)),
        Stop("search", ("slash", name, "enter"), back=("escape",)),
        *(Stop(place, (key,)) for key, place in enumerate_places()),
        *((_window("watch", "w", before=("escape", "5")),) if state != "loading" else ()),
        *((Stop("settings", ("comma",)),) if state == "empty" else ()),
    )


def enumerate_places() -> Iterator[tuple[str, str]]:
    """The key and name of each place but the first."""
    places = ("entities", "timeline", "categories", "library", "review", "ask")
    return ((str(number), place) for number, place in enumerate(places, 2))


def _window(name: str, *keys: str, before: tuple[str, ...] = ()) -> Stop:
    return Stop(name, (*before, *keys), back=("escape",))


def _right(place: str, back: str = "tab") -> Stop:
    return Stop(f"{place}-right", ("tab",), back=(back,))


def _through_a_full_library(name: str) -> Iterator[Stop]:
    yield Stop("search", (name, "enter", "j"))
    yield _right("search")
    yield Stop("search-marked", ("space", "space"), back=("escape",))
    yield _window("search-help", "question_mark")
    yield _window("palette", "ctrl+p")
    yield _window("as-of", "d")
    yield Stop("search-by-both", ("s", "j", "enter", "slash", name, "enter"))
    yield _window("strategies", "s")
    yield Stop("entities", ("2", "j", "j"))
    yield _right("entities")
    yield _window("entities-help", "question_mark")
    yield _window("neighbours", "n")
    yield _window("neighbours-listed", "n", "v")
    yield Stop("entities-marked", ("space", "space"))
    yield _window("merge", "M")
    yield _window("order-of-entities", "S")
    yield Stop("timeline", ("escape", "3", "slash", name, "enter", "j"))
    yield _right("timeline")
    yield _window("timeline-help", "question_mark")
    yield Stop("as-of-a-day", ("d", "enter"), back=("D",))
    yield Stop("categories", ("4", "l", "j", "l", "j"))
    yield _right("categories")
    yield _window("categories-help", "question_mark")
    yield _window("build", "b")
    yield _window("walk", "w")
    yield Stop("library", ("5", "j", "j"))
    yield _right("library", back="escape")  # tab goes on to the folders
    yield _window("library-help", "question_mark")
    yield _window("forget", "f")
    yield _window("watch", "w")
    yield _window("order-of-sources", "S")
    yield Stop("library-marked", ("space", "space"), back=("escape",))
    yield Stop("folders", ("tab", "tab", "j"))
    yield _window("folder-menu", "space")
    yield Stop("review", ("6", "j"))
    yield _right("review")
    yield _window("review-help", "question_mark")
    yield _window("review-document", "enter")
    yield Stop("history", ("h",), back=("h",))
    yield Stop("ask", ("7", "escape"))
    yield _right("ask")
    yield _window("ask-help", "question_mark")
    yield _window("delete", "x")
    yield _window("datasets", "ctrl+l")
    yield Stop("settings", ("comma", "j"))
    yield _right("settings")
    yield _window("settings-help", "question_mark")
    yield _window("model", "enter")


async def walk(app: TsuzuriApp, pilot: Pilot[None], way: tuple[Stop, ...], *, waits: bool) -> dict[str, Look]:
    """What is seen at each stop. What is under way is done first where the library is one that `waits` for nothing."""
    go_on, rest = (finish, settle) if waits else (_pause, _pause)
    seen = {}
    await rest(pilot)
    for stop in way:
        await _press(pilot, stop.keys, go_on)
        dark = await _seen_in(app, pilot, DARK.name, rest)
        light = await _seen_in(app, pilot, LIGHT.name, rest)
        seen[stop.name] = Look(type(app.screen).__name__, dark, light)
        app.theme = DARK.name
        await _press(pilot, stop.back, go_on)
        # Those go by the clock.
        app.clear_notifications()
    return seen


Rest = Callable[[Pilot[None]], Awaitable[None]]


async def _press(pilot: Pilot[None], keys: tuple[str, ...], rest: Rest) -> None:
    for key in keys:
        if key in NAMES.values():
            await pilot.press(*key)
        else:
            pilot.app.simulate_key(key)  # without the 40 ms that the pilot waits for each
        await rest(pilot)


async def _seen_in(app: TsuzuriApp, pilot: Pilot[None], theme: str, rest: Rest) -> Screen:
    for line in app.screen.query(Input):
        line.cursor_blink = False
    app.theme = theme
    await rest(pilot)
    return cells_of(app)


async def _pause(pilot: Pilot[None]) -> None:
    for _ in range(2):
        await pilot.pause()
