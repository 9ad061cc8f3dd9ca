"""The fifth place: how much the library holds, its sources, and why one was refused."""

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from tsuzuri.core.values import Counts, Page, Source
from tsuzuri.tui.actions import PLACES, Target, bindings_of
from tsuzuri.tui.bridge import Library
from tsuzuri.tui.desk import Desk, Standing
from tsuzuri.tui.detail import source_detail
from tsuzuri.tui.drawing import SOURCES
from tsuzuri.tui.present import amount, file_name, plain
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.theme import QUIET, TITLE
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.widgets.text_pane import TextPane


class LibraryScreen(PlaceScreen):
    """Sources by path, filtered as one types."""

    CSS_PATH: ClassVar[list[str]] = ["place.tcss", "library.tcss"]  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.LIBRARY)
    PLACE = PLACES[2]
    PROMPT = "Press / to filter by a piece of a path or title."

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.sources: RowsView[Source] = RowsView(SOURCES, id="sources")
        self._detail = TextPane(id="source")

    def compose_left(self) -> ComposeResult:
        """Counts and sources."""
        yield Static(id="counts", markup=False)
        yield self.sources

    def compose_right(self) -> ComposeResult:
        """The selected source."""
        yield self._detail

    def on_mount(self) -> None:
        """Read the first sources."""
        self.sources.show(partial(_page, self.desk.library, ""))
        self.sources.focus()

    def enter_left(self) -> None:
        """To the sources."""
        self.sources.focus()

    def enter_right(self) -> None:
        """To the details."""
        self._detail.focus()

    def reread(self) -> None:
        """Read the sources anew."""
        self.sources.reread()

    def source_uri(self) -> str:
        """The selected source."""
        return self.sources.current.uri if self.sources.current else ""

    def copied(self) -> str:
        """Its path."""
        return self.source_uri()

    def action_back(self) -> None:
        """From the details to the list; then the filter is emptied."""
        if not self.has_class("-right"):
            self.line.value = ""
        super().action_back()

    def _show_standing(self, standing: Standing) -> None:
        super()._show_standing(standing)
        self.query_one("#counts", Static).update(_counts(standing.status.counts))

    @on(Input.Changed, "#line")
    def _on_typed(self) -> None:
        self.sources.show(partial(_page, self.desk.library, self.line.value.strip()))

    @on(Input.Submitted, "#line")
    def _on_entered(self) -> None:
        self.sources.focus()

    @on(Moved, "#sources")
    @on(Loaded, "#sources")
    def _on_moved(self) -> None:
        source = self.sources.current
        if source is not None:
            self._detail.show(plain(file_name(source.uri), TITLE), source_detail(source))
        elif self.sources.complete:
            self._detail.show(Content.styled("No source has such a path or title.", QUIET), Content())

    @on(Chosen, "#sources")
    def _on_chosen(self) -> None:
        self.action_open_source()


def _counts(counts: Counts) -> Content:
    """How much there is, and what stands in the way of more."""
    held = (
        (f"{counts.sources:,}", "source" if counts.sources == 1 else "sources"),
        (f"{counts.passages:,}", "passages"),
        (f"{counts.entities:,}", "entities"),
        (f"{counts.facts:,}", "facts"),
    )
    open_ends = (
        (counts.pending, f"{amount(counts.pending, 'passage')} to understand"),
        (counts.refused, f"{amount(counts.refused, 'source')} refused"),
        (counts.set_aside, f"{amount(counts.set_aside, 'passage')} set aside"),
        (counts.quarantined, f"{amount(counts.quarantined, 'line')} in quarantine"),
    )
    first = Content("  ").join([Content.assemble((number, TITLE), " ", (noun, QUIET)) for number, noun in held])
    second = ", ".join(words for count, words in open_ends if count) or "all understood, nothing refused"
    return Content.assemble(first, "\n", (second, QUIET))


def _page(library: Library, contains: str, after: str | None, limit: int) -> Page[Source]:
    return library.sources(contains=contains, after=after, limit=limit)
