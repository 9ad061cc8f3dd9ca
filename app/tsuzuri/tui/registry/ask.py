"""What can be done in Ask."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    Action("ask.line", "slash", "Question", "Write a question", Target.ASK, "to_line"),
    Action("ask.stop", "s", "Stop", "Stop the answer under way, as esc does", Target.ASK, "stop", False),
    Action("ask.again", "e", "Again", "Put the selected question into the line again", Target.ASK, "again", False),
    Action("ask.copy", "y", "Copy", "Copy the answer with its citations", Target.ASK, "copy"),
    Action("ask.open", "o", "Source", "Open the source that is shown", Target.ASK, "open_source"),
    Action("ask.delete", "x", "Delete", "Keep the selected question no longer, or none", Target.ASK, "delete"),
)
