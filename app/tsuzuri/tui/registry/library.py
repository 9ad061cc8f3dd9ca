"""What can be done in Library."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    Action(
        "library.filter", "slash", "Filter", "Filter by a piece of a path or title", Target.LIBRARY, "to_line", False
    ),
    Action("library.open", "o", "Source", "Open the selected source", Target.LIBRARY, "open_source", False),
    Action("library.watch", "w", "Watch", "Watch a folder: what lies in it, and what will", Target.LIBRARY, "watch"),
    Action(
        "library.forget",
        "f",
        "Forget",
        "Forget the source, or the marked ones, after a look at what goes with it",
        Target.LIBRARY,
        "forget",
    ),
    Action("library.pause", "p", "Pause", "Let the whole library rest, or go on", Target.LIBRARY, "pause"),
    Action(
        "library.retry",
        "t",
        "Retry",
        "Try again what could not be read, or what of it is marked",
        Target.LIBRARY,
        "retry",
        False,
    ),
    Action("library.sort", "S", "Sort", "Choose the order of the sources", Target.LIBRARY, "sort", False),
    Action(
        "library.copy", "y", "Copy", "Copy the path of the source, or of the marked ones", Target.LIBRARY, "copy", False
    ),
    Action(
        "folders.menu",
        "space",
        "Folder",
        "Pause it, stop watching, or say that files are gone",
        Target.FOLDERS,
        "choose",
        palette=False,
    ),
    Action(
        "welcome.watch", "w", "Watch", "Watch a folder: what lies in it, and what will", Target.WELCOME, "screen.watch"
    ),
)
