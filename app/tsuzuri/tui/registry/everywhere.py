"""What can be done in every place."""

from tsuzuri.tui.registry.action import Action, Target
from tsuzuri.tui.registry.places import PLACES

ACTIONS = (
    Action("place.panes", "tab", "Panes", "To the other side", Target.PLACE, "panes", palette=False),
    Action("place.back", "escape", "Back", "One step back", Target.PLACE, "back", False, False),
    Action("place.ask", "a", "Ask", "Ask; in Search, what stands in the line", Target.PLACE, "ask", False),
    Action("place.as_of", "d", "As of", "See all as of a day", Target.PLACE, "as_of", False),
    Action("place.now", "D", "Now", "See all as it is now again", Target.PLACE, "now", False),
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
    Action(
        "app.settings", "comma", "Settings", "Models, the library's file, colours, keys", Target.APP, "settings", False
    ),
    Action("app.datasets", "ctrl+l", "Datasets", "Go to another dataset", Target.APP, "datasets", False),
    Action("app.theme", "", "Theme", "Change between light and dark", Target.APP, "turn_theme", False),
    Action("app.quit", "q,ctrl+q", "Quit", "Leave Tsuzuri", Target.APP, "quit"),
)
