"""The settings: models, how the library lies on the disk, colours and keys. A screen over whichever place one is in."""

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, Failed, ask, hear
from tsuzuri.tui.deeds import Done, done
from tsuzuri.tui.keymap import Keymap
from tsuzuri.tui.parts import Preferences
from tsuzuri.tui.present import one_line
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.settings import SETTINGS, Setting, Wish, coming, settings
from tsuzuri.tui.theme import HEADING, QUIET
from tsuzuri.tui.widgets.key_line import KeyLine
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.widgets.text_pane import TextPane
from tsuzuri.tui.wishes import ThemeWanted

if TYPE_CHECKING:
    from tsuzuri.library.models_here import ModelView
    from tsuzuri.library.preferences import DatasetFile

_GROUP = "settings"


class SettingsCame(Answer):
    """How models and dataset stand."""

    def __init__(self, models: "tuple[ModelView, ...]", dataset: "DatasetFile") -> None:
        super().__init__()
        self.models = models
        self.dataset = dataset


class AtWork(Answer):
    """What is being done with a model; nothing any more where `told` is empty."""

    def __init__(self, model_id: str, told: str) -> None:
        super().__init__()
        self.model_id = model_id
        self.told = told


class SettingsScreen(Screen[None]):
    """Lists the settings. What was begun here goes on when it is closed, and ends with the program."""

    CSS_PATH = "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.SETTINGS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-wide")]  # noqa: RUF012 - as Textual declares it
    AUTO_FOCUS = "#settings"

    def __init__(self, preferences: Preferences, keymap: Keymap) -> None:
        super().__init__()
        self._preferences = preferences
        self._keymap = keymap
        self.settings: RowsView[Setting] = RowsView(SETTINGS, id="settings")
        self._came: SettingsCame | None = None
        self._at_work: dict[str, str] = {}
        self._stopped: dict[str, threading.Event] = {}

    def compose(self) -> ComposeResult:
        """Title, list and text."""
        title = Content.assemble(("Settings", HEADING), ("  all of them in ", QUIET), one_line(self._place))
        yield Static(title, id="title", markup=False)
        with Horizontal(id="sides"):
            yield self.settings
            yield TextPane(id="told")
        yield KeyLine()

    def on_mount(self) -> None:
        """Follow the colours."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())

    def on_screen_resume(self) -> None:
        """Read how things stand."""
        self.action_refresh_data()

    def on_unmount(self) -> None:
        """Stop what was begun."""
        for stop in self._stopped.values():
            stop.set()

    def action_refresh_data(self) -> None:
        """Read the settings anew."""
        ask(self, _GROUP, lambda: SettingsCame(self._preferences.models(), self._preferences.dataset()))

    def action_panes(self) -> None:
        """To the other side."""
        right = self.query_one("#told", TextPane)
        self.set_class(not self.has_class("-right"), "-right")
        (right if self.has_class("-right") else self.settings).focus()

    def action_close(self) -> None:
        """From the text to the list where it is narrow; else back to where one was."""
        if self.has_class("-right"):
            self.action_panes()
        else:
            self.dismiss()

    @property
    def _place(self) -> str:
        return str(self._preferences.file)

    @on(SettingsCame)
    def _on_came(self, came: SettingsCame) -> None:
        self._came = came
        self._show()

    def _show(self) -> None:
        theme = "dark" if self.app.current_theme.dark else "light"
        models, dataset = (self._came.models, self._came.dataset) if self._came is not None else ((), None)
        self.settings.hold(settings(models, dataset, theme, self._keymap, self._at_work, self._place))

    @on(Moved, "#settings")
    def _on_moved(self) -> None:
        setting = self.settings.current
        if setting is not None:
            self.query_one("#told", TextPane).show(setting.head, setting.told)

    @on(Chosen, "#settings")
    def _on_chosen(self) -> None:
        setting = self.settings.current
        if setting is None or not setting.wishes:
            if not self.has_class("-right"):
                self.action_panes()
            return
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        self.app.push_screen(ChooseScreen(setting.name, setting.wishes), partial(self._wished, setting))

    def _wished(self, setting: Setting, wish: Wish | None) -> None:
        match wish:
            case Wish.THEME:
                self.post_message(ThemeWanted())
            case Wish.USE:
                ask(self, "use", lambda: done(partial(self._use, setting.key)))
            case Wish.PULL:
                self._begin(setting.key, self._pull)
            case Wish.BENCH:
                self._begin(setting.key, self._bench)
            case Wish.STOP:
                self._stopped[setting.key].set()
            case None:
                pass

    def _begin(self, model_id: str, work: Callable[[str, Callable[[Answer], None]], Answer]) -> None:
        self._stopped[model_id] = threading.Event()
        self._on_at_work(AtWork(model_id, "beginning"))
        hear(self, f"work-{model_id}", partial(work, model_id))

    @on(AtWork)
    def _on_at_work(self, came: AtWork) -> None:
        if came.told:
            self._at_work[came.model_id] = came.told
        else:
            self._at_work.pop(came.model_id, None)
        self._show()

    @on(Done)
    def _on_done(self, came: Done) -> None:
        came.stop()
        self.app.notify(came.words, severity="warning" if came.failed else "information", markup=False)
        self.action_refresh_data()

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        hint = f" ({failed.error.hint})" if failed.error.hint else ""
        self.app.notify(one_line(f"{failed.error.message}{hint}"), severity="warning", markup=False)

    # done in a thread

    def _use(self, model_id: str) -> str:
        self._preferences.use(model_id)
        return f"{model_id} is in use from the next start on."

    def _pull(self, model_id: str, tell: Callable[[Answer], None]) -> Answer:
        def pull() -> str:
            whole = self._preferences.pull(
                model_id,
                lambda progress: tell(AtWork(model_id, coming(progress))),
                self._stopped[model_id].is_set,
            )
            return f"{model_id} is here and verified." if whole else "Stopped. What has come stays."

        came = done(pull)
        tell(AtWork(model_id, ""))
        return came

    def _bench(self, model_id: str, tell: Callable[[Answer], None]) -> Answer:
        def bench() -> str:
            best = self._preferences.bench(
                model_id,
                lambda one: tell(AtWork(model_id, f"{one.new_per_s:.1f} tokens/s with {one.tuning.threads} threads")),
                self._stopped[model_id].is_set,
            )
            if best is None:
                return "Stopped. What was measured before stays."
            return (
                f"Best: {best.tuning.threads} threads, {best.tuning.width} wide, {best.new_per_s:.1f} tokens/s; kept."
            )

        came = done(bench)
        tell(AtWork(model_id, ""))
        return came
