"""The fifth place: the watched folders, what is left to do, and the sources with what became of each."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from tsuzuri.core.ids import SourceId
from tsuzuri.core.jobs import Job
from tsuzuri.core.orders import SourceOrder
from tsuzuri.core.values import Source
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, ask
from tsuzuri.tui.copying import sources_copied
from tsuzuri.tui.deeds import do_with_folder, failed_job, rest, retry
from tsuzuri.tui.desk import Desk, Standing
from tsuzuri.tui.detail import source_detail
from tsuzuri.tui.drawing import SOURCES
from tsuzuri.tui.folders import Deed, choices, folder_detail
from tsuzuri.tui.listings import sources_of
from tsuzuri.tui.pipeline import overview
from tsuzuri.tui.present import file_name, plain
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.theme import QUIET, TITLE
from tsuzuri.tui.widgets.folder_list import FolderList
from tsuzuri.tui.widgets.growth_chart import GrowthChart
from tsuzuri.tui.widgets.list_line import ListLine
from tsuzuri.tui.widgets.ordered_rows import OrderedRows
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tsuzuri.library.folders import FolderView


class FoldersCame(Answer):
    """The watched folders."""

    def __init__(self, folders: "tuple[FolderView, ...]") -> None:
        super().__init__()
        self.folders = folders


class JobCame(Answer):
    """How a source waits to be read again, None where it does not."""

    def __init__(self, source_id: SourceId, job: Job | None) -> None:
        super().__init__()
        self.source_id = source_id
        self.job = job


class LibraryScreen(PlaceScreen):
    """Folders, and sources by path, filtered as one types. The right side shows the one that was selected last."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "library.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.LIBRARY)
    PLACE = PLACES[4]
    PROMPT = "Press / to filter by a piece of a path or title."

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.folders = FolderList(id="folders")
        order = desk.preferences.orders[0] if desk.preferences else SourceOrder.PLACE
        self.sources = OrderedRows(SOURCES, sources_of(desk.library), order, id="sources")
        self._detail = TextPane(id="source")
        self._growth = GrowthChart(desk)
        self._in_folders = False
        self._failed: JobCame | None = None

    def compose_left(self) -> ComposeResult:
        """Counts, folders and sources."""
        yield Static(id="counts", markup=False)
        yield self._growth
        yield self.folders
        yield ListLine(self.sources)
        yield self.sources

    def compose_right(self) -> ComposeResult:
        """The selected source or folder."""
        yield self._detail

    def on_mount(self) -> None:
        """Read the first sources."""
        self.sources.filter("")
        self.sources.focus()

    def on_screen_resume(self) -> None:
        """Read the folders and the chart of growth, which are not followed while another place or a window is shown."""
        self._read_folders()
        self._growth.reread()

    def enter_left(self) -> None:
        """To the list that was used last."""
        (self.folders if self._in_folders else self.sources).focus()

    def enter_right(self) -> None:
        """To the details."""
        self._detail.focus()

    def reread(self) -> None:
        """Read folders and sources anew."""
        self.sources.reread()
        self._read_folders()

    def action_refresh_data(self) -> None:
        """Read all anew, the chart of growth too: it reads too much to follow every change."""
        self.reread()
        self._growth.reread()

    def source_uri(self) -> str:
        """The selected source or folder."""
        if self._in_folders:
            return self.folders.current.root.path if self.folders.current else ""
        return self.sources.current.uri if self.sources.current else ""

    def copied(self) -> str:
        """Its path, or those of the marked ones."""
        return self.source_uri() if self._in_folders else sources_copied(self.sources.chosen)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show on the right what is selected in the list that has the focus."""
        if event.widget in (self.folders, self.sources):
            self._in_folders = event.widget is self.folders
            self._show_selected()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A source can be forgotten, a folder cannot."""
        return False if action == "forget" and self._in_folders else super().check_action(action, parameters)

    def action_panes(self) -> None:
        """From a list to the details, and from them to the other list."""
        if self.has_class("-right") and self.folders.display:
            self._in_folders = not self._in_folders
        super().action_panes()

    def action_back(self) -> None:
        """From the details to their list, from the folders to the sources; then the filter is emptied."""
        if not self.has_class("-right"):
            self._in_folders = False
            self.line.value = ""
        super().action_back()

    def action_pause(self) -> None:
        """Let the whole library rest, or go on."""
        if (latest := self.desk.watch.latest) is not None:
            self.do(partial(rest, self.desk.library, not latest.status.paused))

    def action_retry(self) -> None:
        """Try again what could not be read, or what of it is marked."""
        self.do(partial(retry, self.desk.library, self.sources.marked))

    def action_sort(self) -> None:
        """Choose the order of the sources."""
        self.sources.sort()

    def action_forget(self) -> None:
        """Show all that goes with the marked sources or the selected one, and forget them if that is wanted."""
        from tsuzuri.tui.screens.forget import ForgetScreen  # a window is not needed for the first frame

        if sources := self.sources.chosen:
            self.app.push_screen(ForgetScreen(self.desk.library, sources), lambda _: self.desk.watch.look())

    def _show_standing(self, standing: Standing) -> None:
        super()._show_standing(standing)
        self.query_one("#counts", Static).update(overview(standing))

    def _read_folders(self) -> None:
        if self.is_current:  # counting what lies in each of them takes its time in a large library
            ask(self, "folders", lambda: FoldersCame(self.desk.library.folders.listed()))

    @on(FoldersCame)
    def _on_folders(self, came: FoldersCame) -> None:
        if self._in_folders and not came.folders:
            self.sources.focus()
        self.folders.hold(came.folders)

    @on(Input.Changed, "#line")
    def _on_typed(self) -> None:
        self.sources.filter(self.line.value.strip())

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        self.sources.focus()

    @on(Moved, "#sources")
    @on(Loaded, "#sources")
    def _on_moved(self) -> None:
        if not self._in_folders:
            self._show_selected()

    @on(Moved, "#folders")
    def _on_folder_moved(self) -> None:
        if self._in_folders:
            self._show_selected()

    @on(Chosen, "#sources")
    def _on_chosen(self) -> None:
        self.action_open_source()

    @on(Chosen, "#folders")
    def _on_folder_chosen(self) -> None:
        from tsuzuri.tui.screens.choose import ChooseScreen  # a window is not needed for the first frame

        if (view := self.folders.current) is not None:
            self.app.push_screen(ChooseScreen(view.root.path, choices(view)), partial(self._do_with, view))

    def _do_with(self, view: "FolderView", deed: Deed | None) -> None:
        if deed is not None:
            self.do(partial(do_with_folder, self.desk.library, view, deed))

    def _show_selected(self) -> None:
        if self._in_folders:
            if (view := self.folders.current) is not None:
                self._detail.show(plain(view.root.path, TITLE), folder_detail(view))
        elif (source := self.sources.current) is not None:
            self._show_source(source)
            self._ask_for_job(source)
        elif self.sources.complete:
            words = "No source has such a path or title." if self.line.value else "No sources yet."
            self._detail.show(Content.styled(words, QUIET), Content())

    def _show_source(self, source: Source) -> None:
        job = self._failed.job if self._failed is not None and self._failed.source_id == source.id else None
        self._detail.show(plain(file_name(source.uri), TITLE), source_detail(source, job))

    def _ask_for_job(self, source: Source) -> None:
        """Ask how it waits to be read again, where any source does."""
        latest = self.desk.watch.latest
        if latest is not None and (latest.status.retrying or latest.status.aside):
            ask(self, "job", lambda: JobCame(source.id, failed_job(self.desk.library, source)))
        else:
            self._failed = None

    @on(JobCame)
    def _on_job(self, came: JobCame) -> None:
        before, self._failed = self._failed, came
        source = self.sources.current
        is_shown = not self._in_folders and source is not None and source.id == came.source_id
        if source is not None and is_shown and (before is None or before.job != came.job):
            self._show_source(source)
