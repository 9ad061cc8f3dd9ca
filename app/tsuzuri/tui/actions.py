"""Everything a key can do, once: bindings, footer, help and palette are all drawn from this list."""

from dataclasses import dataclass
from enum import StrEnum

from textual.binding import Binding, BindingType


class Target(StrEnum):
    """What an action acts upon, and where its keys are listened to."""

    APP = "app"
    PLACE = "place"
    SEARCH = "search"
    ENTITIES = "entities"
    TIMELINE = "timeline"
    CATEGORIES = "categories"
    REVIEW = "review"
    LIBRARY = "library"
    LIST = "list"
    FOLDERS = "folders"
    LANES = "lanes"
    TREE = "tree"
    SIDES = "sides"
    WELCOME = "welcome"


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do.

    `keys` are Textual's key names, comma-separated, empty for an action of the palette only. `title` is for the
    footer, `help` a sentence. `run` is the Textual action on the target. `footer` is whether the footer shows it,
    `palette` whether the palette offers it.
    """

    id: str
    keys: str
    title: str
    help: str
    target: Target
    run: str
    footer: bool = True
    palette: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the interface: its key, its name (also its mode) and the target of its own actions.

    `inner` is the target of one of its lists that listens to keys of its own, with the title of that group of keys.
    """

    key: str
    name: str
    title: str
    target: Target
    inner: tuple[str, Target] | None = None


PLACES = (
    Place("1", "search", "Search", Target.SEARCH),
    Place("2", "entities", "Entities", Target.ENTITIES),
    Place("3", "timeline", "Timeline", Target.TIMELINE, ("On the lanes", Target.LANES)),
    Place("4", "categories", "Categories", Target.CATEGORIES, ("In the tree", Target.TREE)),
    Place("5", "library", "Library", Target.LIBRARY, ("On a folder", Target.FOLDERS)),
    Place("6", "review", "Review", Target.REVIEW, ("On the evidence", Target.SIDES)),
)
"""The places, in order."""

ACTIONS = (
    Action("list.open", "enter", "Open", "Open the selected row", Target.LIST, "choose", palette=False),
    Action("list.down", "j,down", "Down", "One row down", Target.LIST, "move(1)", False, False),
    Action("list.up", "k,up", "Up", "One row up", Target.LIST, "move(-1)", False, False),
    Action("list.page_down", "pagedown,ctrl+d", "Page down", "A page down", Target.LIST, "page(1)", False, False),
    Action("list.page_up", "pageup,ctrl+u", "Page up", "A page up", Target.LIST, "page(-1)", False, False),
    Action("list.first", "g,home", "First", "To the first row", Target.LIST, "first", False, False),
    Action("list.last", "G,end", "Last", "To the last row, however far", Target.LIST, "last", False, False),
    Action("search.line", "slash", "Search", "Go to the search line", Target.SEARCH, "to_line"),
    Action(
        "search.open",
        "o",
        "Source",
        "Open the source in this machine's own program",
        Target.SEARCH,
        "open_source",
        False,
    ),
    Action("search.copy", "y", "Copy", "Copy the text with its citation", Target.SEARCH, "copy"),
    Action(
        "search.timeline", "t", "Timeline", "The timeline of the entity that is shown", Target.SEARCH, "timeline", False
    ),
    Action("entities.filter", "slash", "Filter", "Filter by a piece of a name", Target.ENTITIES, "to_line"),
    Action("entities.open", "o", "Source", "Open the source that is shown", Target.ENTITIES, "open_source"),
    Action("entities.copy", "y", "Copy", "Copy the text with its citation", Target.ENTITIES, "copy"),
    Action("entities.timeline", "t", "Timeline", "The timeline of the entity", Target.ENTITIES, "timeline"),
    Action("timeline.find", "slash", "Find", "Find the entity to show", Target.TIMELINE, "to_line"),
    Action("timeline.closer", "plus,equals_sign", "Closer", "Show a shorter time", Target.TIMELINE, "zoom(-1)"),
    Action("timeline.wider", "minus", "Wider", "Show a longer time", Target.TIMELINE, "zoom(1)"),
    Action(
        "timeline.earlier", "left,h", "Earlier", "Show what was before", Target.LANES, "screen.pan(-1)", False, False
    ),
    Action("timeline.later", "right,l", "Later", "Show what came after", Target.LANES, "screen.pan(1)", False, False),
    Action("timeline.all", "0", "All", "Show all of the time", Target.TIMELINE, "fit", False),
    Action("timeline.open", "o", "Source", "Open the source that is shown", Target.TIMELINE, "open_source", False),
    Action("timeline.copy", "y", "Copy", "Copy the sentence with its citation", Target.TIMELINE, "copy", False),
    Action("categories.find", "slash", "Find", "Find categories by a piece of a name", Target.CATEGORIES, "to_line"),
    Action("categories.unfold", "right,l", "Unfold", "Show what is in it", Target.TREE, "screen.unfold", False, False),
    Action("categories.fold", "left,h", "Fold", "Close it, or go up", Target.TREE, "screen.fold", False, False),
    Action("categories.build", "b", "Build", "Build the categories anew, after a question", Target.CATEGORIES, "build"),
    Action("categories.revert", "v", "Revert", "Read the build before again", Target.CATEGORIES, "revert"),
    Action(
        "categories.timeline",
        "t",
        "Timeline",
        "The timeline of the selected entity",
        Target.CATEGORIES,
        "timeline",
        False,
    ),
    Action("review.yes", "y", "Yes", "Yes; of two facts, the second is wrong", Target.REVIEW, "answer('yes')"),
    Action("review.no", "n", "No", "No; of two facts, both are right", Target.REVIEW, "answer('no')"),
    Action(
        "review.other", "x", "First wrong", "Of two facts, the first is wrong", Target.REVIEW, "answer('other')", False
    ),
    Action("review.later", "l", "Later", "Put it off to the end", Target.REVIEW, "answer('later')"),
    Action(
        "review.undo",
        "u",
        "Undo",
        "Take your last decision back; in the history, the selected one",
        Target.REVIEW,
        "undo",
    ),
    Action("review.history", "h", "History", "What was decided, or again what waits", Target.REVIEW, "history"),
    Action(
        "review.evidence",
        "enter,space",
        "Document",
        "Show the next sentence in its document",
        Target.SIDES,
        "screen.next_evidence",
        True,
        False,
    ),
    Action("review.open", "o", "Source", "Open the source that is shown", Target.REVIEW, "open_source", False),
    Action(
        "library.filter", "slash", "Filter", "Filter by a piece of a path or title", Target.LIBRARY, "to_line", False
    ),
    Action("library.open", "o", "Source", "Open the selected source", Target.LIBRARY, "open_source", False),
    Action("library.watch", "w", "Watch", "Watch a folder: what lies in it, and what will", Target.LIBRARY, "watch"),
    Action(
        "library.forget",
        "f",
        "Forget",
        "Forget the source, after a look at what goes with it",
        Target.LIBRARY,
        "forget",
    ),
    Action("library.pause", "p", "Pause", "Let the whole library rest, or go on", Target.LIBRARY, "pause"),
    Action("library.retry", "t", "Retry", "Try again what could not be read", Target.LIBRARY, "retry", False),
    Action("library.copy", "y", "Copy", "Copy the path of the source", Target.LIBRARY, "copy", False),
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
    Action("place.panes", "tab", "Panes", "To the other side", Target.PLACE, "panes", palette=False),
    Action("place.back", "escape", "Back", "One step back", Target.PLACE, "back", False, False),
    Action("place.as_of", "a", "As of", "See all as of a day", Target.PLACE, "as_of", False),
    Action("place.now", "A", "Now", "See all as it is now again", Target.PLACE, "now", False),
    Action("place.refresh", "r", "Refresh", "Read what is shown anew", Target.PLACE, "refresh_data", False),
    *(
        Action(
            f"go.{place.name}",
            place.key,
            place.title,
            f"Go to {place.title}",
            Target.APP,
            f"go('{place.name}')",
            footer=False,
        )
        for place in PLACES
    ),
    Action("app.help", "question_mark,f1", "Help", "What the keys do here", Target.APP, "help"),
    Action("app.palette", "ctrl+p", "Palette", "Find an action by name", Target.APP, "command_palette", palette=False),
    Action("app.theme", "", "Theme", "Change between light and dark", Target.APP, "turn_theme", False),
    Action("app.quit", "q,ctrl+q", "Quit", "Leave Tsuzuri", Target.APP, "quit"),
)
"""All actions, in the order in which they are shown."""


def actions_of(*targets: Target) -> tuple[Action, ...]:
    """The actions of these targets, in order."""
    return tuple(action for action in ACTIONS if action.target in targets)


def bindings_of(*targets: Target) -> list[BindingType]:
    """Textual's bindings for the actions of these targets.

    A target that is not the app or a list is a screen: its bindings belong on the screen.
    """
    return [
        Binding(
            action.keys,
            action.run,
            action.title,
            show=action.footer,
            key_display=key_name(action.keys.split(",")[0]),
            tooltip=action.help,
            id=action.id,
        )
        for action in actions_of(*targets)
        if action.keys
    ]


def key_name(key: str) -> str:
    """A key as a person reads it: `question_mark` is "?", `ctrl+p` is "^p"."""
    if key.startswith("ctrl+"):
        return "^" + key.removeprefix("ctrl+")
    return _KEY_NAMES.get(key, key)


_KEY_NAMES = {
    "question_mark": "?",
    "slash": "/",
    "escape": "esc",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "plus": "+",
    "minus": "-",
} | {"equals_sign": "="}
