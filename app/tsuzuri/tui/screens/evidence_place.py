"""What the places share whose right side is a pane of evidence: a card, or a passage opened from it."""

from textual.app import ComposeResult

from tsuzuri.tui.desk import Desk
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.widgets.evidence_pane import EvidencePane


class EvidencePlace(PlaceScreen):
    """A place with its list on the left and the evidence of what is selected on the right."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._evidence = EvidencePane(desk, id="evidence")

    def compose_right(self) -> ComposeResult:
        """The evidence."""
        yield self._evidence

    def enter_right(self) -> None:
        """To the evidence."""
        self._evidence.enter()

    def source_uri(self) -> str:
        """The source of the passage that is shown, or of the card's selected line."""
        return self._evidence.detail.uri if self._evidence.detail else ""

    def source_line(self) -> int | None:
        """The line of what is shown."""
        return self._evidence.detail.line if self._evidence.detail else None

    def copied(self) -> str:
        """What is shown, or the card's selected line, with its citation."""
        return self._evidence.detail.copied if self._evidence.detail else ""

    def reset(self) -> None:
        """What one step back does from the left side: by itself, the words that were looked for go."""
        self.line.value = ""
        self.enter_left()

    def action_back(self) -> None:
        """From a passage to the card, from the card to the left side; what was looked for goes last."""
        if not self.has_class("-right"):
            self.reset()
        elif not self._evidence.back():
            super().action_back()
