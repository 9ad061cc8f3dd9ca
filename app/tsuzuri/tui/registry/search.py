"""What can be done in Search."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
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
    Action(
        "search.strategy", "s,ctrl+s", "Ways", "How enter searches: one system, both, ..", Target.SEARCH, "strategy"
    ),
    Action("search.copy", "y", "Copy", "Copy the text with its citation, or the marked hits", Target.SEARCH, "copy"),
    Action(
        "search.timeline", "t", "Timeline", "The timeline of the entity that is shown", Target.SEARCH, "timeline", False
    ),
    Action("search.neighbours", "n", "Neighbours", "What the entity is joined to", Target.SEARCH, "neighbours", False),
    Action("search.homes", "c", "Categories", "The categories that the entity is in", Target.SEARCH, "homes", False),
)
