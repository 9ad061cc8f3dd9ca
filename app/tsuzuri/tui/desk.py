"""What every place works with: the library, the clock, what opens sources, the watch, and the day it is seen as of."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from textual.dom import DOMNode
from textual.signal import Signal

from tsuzuri.core.clock import Clock
from tsuzuri.core.roots import Root
from tsuzuri.tui.bridge import Answer, Failed, Library
from tsuzuri.tui.clipboard import Clipboard
from tsuzuri.tui.opener import Editor, Opener
from tsuzuri.tui.parts import Preferences

if TYPE_CHECKING:
    from tsuzuri.library.pulse import Beat
    from tsuzuri.library.tending import Problem
    from tsuzuri.library.views import Status


class Standing(Answer):
    """The library's state at a version of its data: its folders, what stands in the way, and how fast it goes."""

    def __init__(
        self,
        version: int,
        status: "Status",
        roots: tuple[Root, ...],
        problems: "tuple[Problem, ...]",
        beat: "Beat | None",
    ) -> None:
        super().__init__()
        self.version = version
        self.status = status
        self.roots = roots
        self.problems = problems
        self.beat = beat
        """None where nothing is known of what is left to do."""


class Watch:
    """The latest known state, and word to the places of every look at the library. `look` has it looked at now."""

    def __init__(self, owner: DOMNode, look: Callable[[], None]) -> None:
        self.look = look
        self.looked: Signal[Answer] = Signal(owner, "looked")
        self.latest: Standing | None = None
        self.failed: Failed | None = None
        """Why the last look failed, None if it did not."""

    def tell(self, answer: Answer) -> None:
        """Make known what a look brought: a `Standing`, a failure, or that nothing has changed."""
        if isinstance(answer, Standing):
            self.latest = answer
        self.failed = answer if isinstance(answer, Failed) else None
        self.looked.publish(answer)


class AsOf:
    """The day as of which everything is shown, None for now, and word to the places when it changes."""

    def __init__(self, owner: DOMNode) -> None:
        self.changed: Signal[date | None] = Signal(owner, "as-of")
        self.day: date | None = None

    def set(self, day: date | None) -> None:
        """Show everything as of that day."""
        self.day = day
        self.changed.publish(day)


@dataclass(frozen=True, slots=True)
class Desk:
    """What a place is given."""

    library: Library
    clock: Clock
    opener: Opener
    watch: Watch
    as_of: AsOf
    clipboard: Clipboard
    editor: Editor
    preferences: Preferences | None
    """None where nothing can be set."""
