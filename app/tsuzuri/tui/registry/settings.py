"""What can be done in Settings."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    Action("settings.panes", "tab", "Panes", "To the other side", Target.SETTINGS, "panes", palette=False),
    Action("settings.close", "escape,comma", "Close", "Back to where one was", Target.SETTINGS, "close", palette=False),
    Action("settings.refresh", "r", "Refresh", "Read the settings anew", Target.SETTINGS, "refresh_data", False, False),
)
