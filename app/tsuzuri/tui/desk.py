"""What every place works with: the library, the clock, the opener, and the watch on the library's state."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.dom import DOMNode
from textual.signal import Signal

from tsuzuri.core.clock import Clock
from tsuzuri.tui.bridge import Answer, Library
from tsuzuri.tui.opener import Opener

if TYPE_CHECKING:
    from tsuzuri.library.views import Status


class Standing(Answer):
    """The library's state at a version of its data."""

    def __init__(self, version: int, status: "Status") -> None:
        super().__init__()
        self.version = version
        self.status = status


class Watch:
    """The latest known state, and word to the places when it changes."""

    def __init__(self, owner: DOMNode) -> None:
        self.changed: Signal[Standing] = Signal(owner, "standing")
        self.latest: Standing | None = None

    def tell(self, standing: Standing) -> None:
        """Make a new state known."""
        self.latest = standing
        self.changed.publish(standing)


@dataclass(frozen=True, slots=True)
class Desk:
    """What a place is given."""

    library: Library
    clock: Clock
    opener: Opener
    watch: Watch
