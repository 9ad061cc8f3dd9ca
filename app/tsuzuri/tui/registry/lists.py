"""What can be done in any list."""

from tsuzuri.tui.registry.action import Action, Target

ACTIONS = (
    Action("list.open", "enter", "Open", "Open the selected row", Target.LIST, "choose", palette=False),
    Action("list.down", "j,down", "Down", "One row down", Target.LIST, "move(1)", False, False),
    Action("list.up", "k,up", "Up", "One row up", Target.LIST, "move(-1)", False, False),
    Action("list.page_down", "pagedown,ctrl+d", "Page down", "A page down", Target.LIST, "page(1)", False, False),
    Action("list.page_up", "pageup,ctrl+u", "Page up", "A page up", Target.LIST, "page(-1)", False, False),
    Action("list.first", "g,home", "First", "To the first row", Target.LIST, "first", False, False),
    Action("list.last", "G,end", "Last", "To the last row, however far", Target.LIST, "last", False, False),
)
