"""A question with the evidence of both sides: beside each other, or one below the other where it is narrow."""

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.desk import Desk
from tsuzuri.tui.questions import Seen, head, sides
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.theme import QUIET
from tsuzuri.tui.widgets.evidence_pane import EvidencePane
from tsuzuri.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tsuzuri.library.questions import ItemView

_WIDE = 64
"""Cells from which on two sides stand beside each other."""


class SidesView(Vertical):
    """The question, and either its sides or a sentence of theirs in its document."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.SIDES)
    DEFAULT_CSS = """
    SidesView {
        & > .sides--head { width: 100%; height: auto; padding: 0 1; margin-bottom: 1; }
        & > Container { height: 1fr; layout: vertical; }
        & > Container > TextPane { height: 1fr; width: 1fr; }
        & > EvidencePane { height: 1fr; display: none; }
        &.-beside > Container { layout: horizontal; }
        &.-opened > Container { display: none; }
        &.-opened > EvidencePane { display: block; }
    }
    """

    def __init__(self, desk: Desk, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.evidence = EvidencePane(desk)
        self._panes = (TextPane(id="one"), TextPane(id="other"))
        self._view: ItemView | None = None
        self._seen: tuple[Seen, ...] = ()
        self._opened: int | None = None

    def compose(self) -> ComposeResult:
        """Head, sides and document."""
        yield Static(classes="sides--head", markup=False)
        with Container():
            yield from self._panes
        yield self.evidence

    @property
    def is_opened(self) -> bool:
        """Whether a sentence is shown in its document."""
        return self._opened is not None

    def show(self, view: "ItemView") -> None:
        """Show a question. A document opened from the same one stays."""
        if self._view is None or self._view.item.id != view.item.id:
            self.close()
        elif self._view == view:
            return
        self._view = view
        self.query_one(".sides--head", Static).update(head(view))
        found = sides(view)
        self._seen = tuple(seen for side in found for seen in side.seen)
        for pane, side in zip(self._panes, found, strict=False):
            pane.show(side.title, side.text)
        self._panes[1].display = len(found) > 1

    def show_nothing(self, words: str) -> None:
        """Show only a quiet sentence."""
        self.close()
        self._view, self._seen = None, ()
        self.query_one(".sides--head", Static).update(Content.styled(words, QUIET))
        for pane in self._panes:
            pane.display = False

    def enter(self) -> None:
        """Put the focus on what is shown."""
        if self.is_opened:
            self.evidence.enter()
        else:
            self._panes[0].focus()

    def open_next(self) -> None:
        """Show the first of the sentences in its document, or the one after the one that is shown."""
        if self._seen:
            self._opened = 0 if self._opened is None else (self._opened + 1) % len(self._seen)
            self.evidence.show_sentence(self._seen[self._opened].passage_id, self._seen[self._opened].sentence)
            self.add_class("-opened")

    def close(self) -> None:
        """Back to the sides."""
        self._opened = None
        self.remove_class("-opened")

    def on_resize(self, event: events.Resize) -> None:
        """Put the sides where there is room for them."""
        self.set_class(event.size.width >= _WIDE, "-beside")
