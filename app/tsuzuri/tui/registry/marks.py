"""What can be done in a list whose rows can be marked."""

from functools import partial

from tsuzuri.tui.registry.action import Action, Target

_here = partial(Action, target=Target.MARKS, footer=False, palette=False)

ACTIONS = (
    _here("marks.mark", "space", "Mark", "Mark the row, or not, and go one down", run="mark", footer=True),
    _here("marks.down", "shift+down,J", "Mark down", "Mark the row and the one below", run="extend(1)"),
    _here("marks.up", "shift+up,K", "Mark up", "Mark the row and the one above", run="extend(-1)"),
    _here("marks.all", "asterisk,ctrl+a", "Mark all", "Mark all that the filter shows, 1,000 at most", run="mark_all"),
    Action("marks.clear", "escape", "Unmark", "Mark none", Target.MARKED, "unmark", False, False),
)
"""The last one is listened to while something is marked, before what its key does otherwise."""
