"""What can be done in Timeline."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    Action("timeline.find", "slash", "Find", "Find the entity to show", Target.TIMELINE, "to_line"),
    Action("timeline.closer", "plus,equals_sign", "Closer", "Show a shorter time", Target.TIMELINE, "zoom(-1)"),
    Action("timeline.wider", "minus", "Wider", "Show a longer time", Target.TIMELINE, "zoom(1)"),
    Action(
        "timeline.earlier", "left,h", "Earlier", "Show what was before", Target.LANES, "screen.pan(-1)", False, False
    ),
    Action("timeline.later", "right,l", "Later", "Show what came after", Target.LANES, "screen.pan(1)", False, False),
    Action("timeline.all", "0", "All", "Show all of the time", Target.TIMELINE, "fit", False),
    Action(
        "timeline.beside", "m", "Beside", "Show another entity below, by its name", Target.TIMELINE, "beside", False
    ),
    Action(
        "timeline.drop", "x", "Drop", "Show the selected entity no longer, of several", Target.TIMELINE, "drop", False
    ),
    Action("timeline.open", "o", "Source", "Open the source that is shown", Target.TIMELINE, "open_source", False),
    Action("timeline.copy", "y", "Copy", "Copy the sentence with its citation", Target.TIMELINE, "copy", False),
    Action(
        "timeline.neighbours", "n", "Neighbours", "What the entity is joined to", Target.TIMELINE, "neighbours", False
    ),
    Action("timeline.homes", "c", "Categories", "The categories that it is in", Target.TIMELINE, "homes", False),
    Action(
        "timeline.day_before",
        "left_square_bracket",
        "Day back",
        "See all as of earlier",
        Target.TIMELINE,
        "day(-1)",
        False,
    ),
    Action(
        "timeline.day_after", "right_square_bracket", "Day on", "See all as of later", Target.TIMELINE, "day(1)", False
    ),
)
