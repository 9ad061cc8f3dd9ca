"""What can be done in Categories."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    Action("categories.find", "slash", "Find", "Find categories by a piece of a name", Target.CATEGORIES, "to_line"),
    Action("categories.unfold", "right,l", "Unfold", "Show what is in it", Target.TREE, "screen.unfold", False, False),
    Action("categories.fold", "left,h", "Fold", "Close it, or go up", Target.TREE, "screen.fold", False, False),
    Action("categories.build", "b", "Build", "Build the categories anew, after a question", Target.CATEGORIES, "build"),
    Action("categories.revert", "v", "Revert", "Read the build before again", Target.CATEGORIES, "revert"),
    Action(
        "categories.walk",
        "w",
        "Walk",
        "The last walk of a search down the categories",
        Target.CATEGORIES,
        "walk",
        False,
    ),
    Action(
        "categories.timeline",
        "t",
        "Timeline",
        "The timeline of the selected entity",
        Target.CATEGORIES,
        "timeline",
        False,
    ),
)
