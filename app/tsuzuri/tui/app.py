"""The terminal interface as a whole: its places, its themes, and the watch on the library."""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tsuzuri.core.clock import Clock
from tsuzuri.core.values import Entity
from tsuzuri.library.pulse import Pulse
from tsuzuri.tui.actions import bindings_of, key_name
from tsuzuri.tui.bridge import Answer, Crashed, Failed, Library, ask
from tsuzuri.tui.calm import CalmApp
from tsuzuri.tui.clipboard import Clipboard, copy_here
from tsuzuri.tui.datasets import DatasetsCame, offered, others
from tsuzuri.tui.deeds import Done, done, keep_theme
from tsuzuri.tui.desk import AsOf, Desk, Standing, Watch
from tsuzuri.tui.keymap import NO_KEYS, Keymap
from tsuzuri.tui.opener import Editor, Opener, edit_at, open_in_desktop
from tsuzuri.tui.palette import ActionsProvider
from tsuzuri.tui.parts import Preferences
from tsuzuri.tui.present import one_line
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES, SETTINGS
from tsuzuri.tui.screens.ask import AskScreen
from tsuzuri.tui.screens.categories import CategoriesScreen
from tsuzuri.tui.screens.entities import EntitiesScreen
from tsuzuri.tui.screens.help import HelpScreen
from tsuzuri.tui.screens.library import LibraryScreen
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.screens.problem import ProblemScreen
from tsuzuri.tui.screens.review import ReviewScreen
from tsuzuri.tui.screens.search import SearchScreen
from tsuzuri.tui.screens.timeline import TimelineScreen
from tsuzuri.tui.theme import DARK, LIGHT
from tsuzuri.tui.wishes import AskFor, ShowCategories, ShowEntity, ShowNeighbours, ShowTimeline, ThemeWanted

if TYPE_CHECKING:
    from tsuzuri.library.datasets import DatasetView

_log = logging.getLogger(__name__)

_WATCH = "watch"
_DATASETS = "datasets"
_SECONDS_BETWEEN_LOOKS = 1.0


class Unchanged(Answer):
    """The library's data is at the version already known."""


class TsuzuriApp(CalmApp):
    """Tsuzuri in a terminal, over a library.

    `clock` says what day it is; `opener` opens a source in the machine's own program, `clipboard` copies a text there,
    `editor` is the person's own; `timer` gives seconds that only grow. `preferences` are None where nothing can be
    set; `keymap` has the person's own keys; `next_dataset` is what is to be opened once this is left. Nothing is asked
    of the library before the first frame, and then only from threads.
    """

    TITLE = "Tsuzuri"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.APP)
    COMMANDS = {ActionsProvider}  # noqa: RUF012 - as Textual declares it
    DEFAULT_MODE = PLACES[0].name

    def __init__(
        self,
        library: Library,
        *,
        clock: Clock,
        dark: bool = True,
        opener: Opener = open_in_desktop,
        clipboard: Clipboard = copy_here,
        editor: Editor = edit_at,
        timer: Callable[[], float] = time.monotonic,
        preferences: Preferences | None = None,
        keymap: Keymap = NO_KEYS,
    ) -> None:
        super().__init__()
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = (DARK if dark else LIGHT).name
        self._library = library
        self._preferences = preferences
        self.next_dataset = ""
        self.keymap = keymap
        self.set_keymap(dict(keymap.keys))
        self._watch = Watch(self, self._look)
        self._pulse = Pulse(timer)
        self._looking = False
        self._desk = desk = Desk(library, clock, opener, self._watch, AsOf(self), clipboard, editor, preferences)
        screens = (
            *(SearchScreen, EntitiesScreen, TimelineScreen, CategoriesScreen),
            *(LibraryScreen, ReviewScreen, AskScreen),
        )
        for place, screen in zip(PLACES, screens, strict=True):
            self.add_mode(place.name, partial(screen, desk))

    def on_mount(self) -> None:
        """Begin to watch the library."""
        self.set_interval(_SECONDS_BETWEEN_LOOKS, self._look)
        self._look()
        for problem in self.keymap.problems:
            self.notify(problem, title="keys.toml", severity="warning", markup=False)

    def get_key_display(self, binding: Binding) -> str:
        """A key as help and footer show it, the person's own too."""
        return binding.key_display or key_name(binding.key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There are settings and other datasets where there are preferences."""
        if action in ("settings", "datasets") and self._preferences is None:
            return False
        return super().check_action(action, parameters)

    def action_settings(self) -> None:
        """Show the settings over the place one is in."""
        from tsuzuri.tui.screens.settings import SettingsScreen  # it is not needed for the first frame

        if self._preferences is None or not isinstance(self.screen, PlaceScreen):
            return
        if not self.is_screen_installed("settings"):
            self.install_screen(SettingsScreen(self._preferences, self.keymap), "settings")
        self.push_screen("settings")

    def action_datasets(self) -> None:
        """Offer the other datasets."""
        preferences = self._preferences
        if preferences is not None and not isinstance(self.screen, ModalScreen):
            ask(self, _DATASETS, lambda: others(preferences))

    @on(DatasetsCame)
    def _on_datasets(self, came: DatasetsCame) -> None:
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        if not came.others:
            self.notify("There is no other dataset yet: tsuzuri datasets create NAME", markup=False)
        elif not isinstance(self.screen, ModalScreen):
            self.push_screen(ChooseScreen("Go to another dataset", offered(came.others)), self._go_to_dataset)

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        if failed.group == _DATASETS:
            self.notify(one_line(failed.error.message), severity="warning", markup=False)

    def _go_to_dataset(self, chosen: "DatasetView | None") -> None:
        if chosen is not None and chosen.problem:
            self.notify(f"{chosen.name} cannot be opened: {one_line(chosen.problem)}", severity="warning", markup=False)
        elif chosen is not None:
            self.next_dataset = chosen.name
            self.exit()

    def _look(self) -> None:
        if not self._looking:
            self._looking = True
            ask(self, _WATCH, self._seen)

    def _seen(self) -> Answer:
        library, latest = self._library, self._watch.latest
        version, problems = library.data_version(), library.keeper_problems()
        if latest is not None and (latest.version, latest.problems) == (version, problems):
            return Unchanged()
        status = library.status()
        beat = self._pulse.at(status.backlog, status.tokens_today) if status.backlog else None
        return Standing(version, status, library.folders.roots(), problems, beat)

    @on(Answer)
    def _on_answer(self, answer: Answer) -> None:
        if answer.group != _WATCH or isinstance(answer, Crashed):  # a crash would come back every second
            return
        self._looking = False
        self._watch.tell(answer)

    @on(Crashed)
    def _on_crashed(self, crashed: Crashed) -> None:
        _log.error("A question to the library failed: %s", crashed.group, exc_info=crashed.error)
        if not isinstance(self.screen, ProblemScreen):
            self.push_screen(ProblemScreen(crashed.error))

    @on(ShowTimeline)
    async def _on_show_timeline(self, asked: ShowTimeline) -> None:
        await self.switch_mode(TimelineScreen.PLACE.name)
        if isinstance(self.screen, TimelineScreen):
            self.screen.show_entities(*asked.entity_ids, beside=asked.beside)

    @on(ShowCategories)
    async def _on_show_categories(self, asked: ShowCategories) -> None:
        await self.switch_mode(CategoriesScreen.PLACE.name)
        if isinstance(self.screen, CategoriesScreen):
            self.screen.show_categories_of(asked.entity_id)

    @on(ShowNeighbours)
    def _on_show_neighbours(self, asked: ShowNeighbours) -> None:
        from tsuzuri.tui.screens.neighbourhood import NeighbourhoodScreen  # a window is not needed for the first frame

        def go(entity: Entity | None) -> None:
            if entity is not None:
                self.post_message(ShowEntity(entity))

        self.push_screen(NeighbourhoodScreen(self._desk, asked.entity_id), go)

    @on(ShowEntity)
    async def _on_show_entity(self, asked: ShowEntity) -> None:
        await self.switch_mode(EntitiesScreen.PLACE.name)
        if isinstance(self.screen, EntitiesScreen):
            self.screen.show_entity(asked.entity)

    @on(AskFor)
    async def _on_ask_for(self, asked: AskFor) -> None:
        await self.switch_mode(AskScreen.PLACE.name)
        if isinstance(self.screen, AskScreen):
            self.screen.ask_for(asked.words)

    async def action_go(self, place: str) -> None:
        """Go to a place."""
        if isinstance(self.screen, ModalScreen):
            return
        if not isinstance(self.screen, PlaceScreen):
            await self.pop_screen()
        await self.switch_mode(place)

    def action_help(self) -> None:
        """Say what the keys do here."""
        if not isinstance(self.screen, ModalScreen):
            here = self.screen.PLACE if isinstance(self.screen, PlaceScreen) else SETTINGS
            self.push_screen(HelpScreen(here, self.keymap))

    def action_turn_theme(self) -> None:
        """From dark to light or back, from now on."""
        chosen = LIGHT if self.theme == DARK.name else DARK
        self.theme = chosen.name
        preferences = self._preferences
        if preferences is not None:
            ask(self, "theme", lambda: done(partial(keep_theme, preferences, dark=chosen.dark)))

    @on(ThemeWanted)
    def _on_theme_wanted(self) -> None:
        self.action_turn_theme()

    @on(Done)
    def _on_done(self, came: Done) -> None:
        if came.failed:
            self.notify(came.words, severity="warning", markup=False)
