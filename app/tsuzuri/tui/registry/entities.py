"""What can be done in Entities."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    Action("entities.filter", "slash", "Filter", "Filter by a piece of a name", Target.ENTITIES, "to_line"),
    Action("entities.open", "o", "Source", "Open the source that is shown", Target.ENTITIES, "open_source"),
    Action(
        "entities.copy", "y", "Copy", "Copy the text with its citation, or the marked lines", Target.ENTITIES, "copy"
    ),
    Action("entities.timeline", "t", "Timeline", "The timeline of the entity", Target.ENTITIES, "timeline"),
    Action(
        "entities.beside",
        "m",
        "Beside",
        "Its timeline below those that are shown; of the marked ones, beside each other",
        Target.ENTITIES,
        "beside",
        False,
    ),
    Action(
        "entities.merge", "M", "Merge", "Make the marked ones one, after a question", Target.ENTITIES, "merge", False
    ),
    Action("entities.sort", "S", "Sort", "Choose the order of the list", Target.ENTITIES, "sort", False),
    Action(
        "entities.neighbours", "n", "Neighbours", "What the entity is joined to", Target.ENTITIES, "neighbours", False
    ),
    Action("entities.homes", "c", "Categories", "The categories that it is in", Target.ENTITIES, "homes", False),
)
