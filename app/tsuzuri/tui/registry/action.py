"""What an action and a place are."""

from dataclasses import dataclass
from enum import StrEnum


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
    ASK = "ask"
    SETTINGS = "settings"
    LIST = "list"
    MARKS = "marks"
    MARKED = "marked"
    FOLDERS = "folders"
    LANES = "lanes"
    TREE = "tree"
    SIDES = "sides"
    NEIGHBOURHOOD = "neighbourhood"
    GRAPH = "graph"
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
    `marks` is whether rows of its list can be marked.
    """

    key: str
    name: str
    title: str
    target: Target
    inner: tuple[str, Target] | None = None
    marks: bool = False
