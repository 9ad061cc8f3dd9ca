"""What can be done in Review."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
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
)
