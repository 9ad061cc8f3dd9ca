"""How a watched folder looks in its list and on the right side, and what can be done with it. Pure."""

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.roots import Root, RootState
from tsuzuri.tui.choices import Choice
from tsuzuri.tui.present import amount, day, file_name, folder, one_line, plain, shown
from tsuzuri.tui.theme import HEADING, QUIET, TITLE, TROUBLE
from tsuzuri.tui.widgets.shapes import Column, Table

if TYPE_CHECKING:
    from tsuzuri.library.folders import FolderView

_STATES = {
    RootState.NEW: "new",
    RootState.ONLINE: "online",
    RootState.OFFLINE: "offline",
    RootState.DOUBTED: "in doubt",
}
_ADVICE = {
    RootState.NEW: "It has not been looked through yet.",
    RootState.ONLINE: "What changes in it is taken in by itself.",
    RootState.OFFLINE: "Nothing of it is forgotten. It is looked through again once it is back.",
    RootState.DOUBTED: "Nothing of it is forgotten before a second look agrees. Press space if you know that the "
    "files are gone.",
}


def root_state(root: Root) -> Content:
    """How a folder stands, in a word or two."""
    if root.paused:
        return Content.styled("paused", QUIET)
    return Content.styled(_words(root), TROUBLE if _is_troubled(root) else "")


FOLDERS: "Table[FolderView]" = Table(
    (
        Column("watched folder", lambda view: plain(file_name(view.root.path) or view.root.path, TITLE), 14, share=2),
        Column("state", lambda view: root_state(view.root), 14),
        Column("reason", lambda view: plain(view.root.reason, QUIET), 10, share=4, from_width=60),
        Column("files", lambda view: Content(f"{view.known:,}"), 7, right=True),
        Column(
            "missing", lambda view: Content(f"{view.missing:,}" if view.missing else ""), 7, right=True, from_width=96
        ),
        Column(
            "to read", lambda view: Content(f"{view.waiting:,}" if view.waiting else ""), 7, right=True, from_width=96
        ),
    ),
    lambda view: view.root.id,
)
"""Watched folders as rows."""


def folder_detail(view: "FolderView") -> Content:
    """All that is known of a folder but its name."""
    root = view.root
    facts = (
        ("folder", folder(root.path)),
        ("files", f"{view.known:,}"),
        ("missing", amount(view.missing, "file") if view.missing else ""),
        ("to read", amount(view.waiting, "file") if view.waiting else ""),
        ("changes", "looked for every few minutes" if root.polled else "told by the system"),
        ("last look", _moment(root.looked_at) or "none yet"),
        ("added", day(root.added_at)),
    )
    reason = f": {one_line(root.reason)}" if root.reason else ""
    style = TROUBLE if _is_troubled(root) else HEADING
    advice = "It is not looked at. Press space to go on." if root.paused else _ADVICE[root.state]
    if root.polled and not root.paused and root.state is RootState.ONLINE:
        advice = "The system tells of no changes here, so it is looked through every few minutes."
    word = "Paused" if root.paused else _STATES[root.state].capitalize()
    lines = [Content.styled(f"{word}{reason}", style), Content(advice), Content()]
    lines += [Content.assemble((name.ljust(10), QUIET), shown(value)) for name, value in facts if value]
    return Content("\n").join(lines)


class Deed(StrEnum):
    """What can be done with a watched folder."""

    PAUSE = "pause"
    RESUME = "resume"
    CONFIRM = "confirm"
    UNWATCH = "unwatch"


def choices(view: "FolderView") -> tuple[Choice[Deed], ...]:
    """What can be done with this folder."""
    found = [
        Choice(Deed.RESUME, "Go on", "Look at it again.")
        if view.root.paused
        else Choice(Deed.PAUSE, "Pause", "Do not look at it for now.")
    ]
    if view.missing:
        gone = f"Forget {amount(view.missing, 'missing file')} at the next look, if still not there."
        found.append(Choice(Deed.CONFIRM, "The missing files are gone", gone))
    found.append(Choice(Deed.UNWATCH, "Stop watching", "What was read of it stays in the library."))
    return tuple(found)


def _words(root: Root) -> str:
    polled = root.polled and root.state is RootState.ONLINE
    return f"{_STATES[root.state]}{', polled' if polled else ''}"


def _is_troubled(root: Root) -> bool:
    return not root.paused and root.state in (RootState.OFFLINE, RootState.DOUBTED)


def _moment(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC" if at else ""
