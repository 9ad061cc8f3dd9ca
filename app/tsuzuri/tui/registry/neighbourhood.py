"""What can be done in the window of an entity's neighbourhood."""

from functools import partial

from tsuzuri.tui.registry.action import Action, Target

_here = partial(Action, target=Target.NEIGHBOURHOOD, palette=False)
_drawn = partial(Action, target=Target.GRAPH, footer=False, palette=False)

ACTIONS = (
    _here("neighbourhood.back", "backspace", "Back", "To the entity before", run="back"),
    _here("neighbourhood.card", "e", "Card", "The card of the selected one", run="card"),
    _here("neighbourhood.view", "v", "View", "Drawn, or as a list with the days", run="view"),
    _here("neighbourhood.close", "escape,n", "Close", "Close the window", run="close"),
    _drawn("graph.open", "enter", "Open", "To the selected one", run="choose"),
    _drawn("graph.left", "left,h", "Left", "To the next one on the left", run="go(-1, 0)"),
    _drawn("graph.right", "right,l", "Right", "To the next one on the right", run="go(1, 0)"),
    _drawn("graph.up", "up,k", "Up", "To the one above", run="go(0, -1)"),
    _drawn("graph.down", "down,j", "Down", "To the one below", run="go(0, 1)"),
)
