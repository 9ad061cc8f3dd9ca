"""What can be done in the window of an entity's neighbourhood."""

from functools import partial

from tsuzuri.tui.registry.action import Action, Target

_here = partial(Action, target=Target.NEIGHBOURHOOD, palette=False)

ACTIONS = (
    _here("neighbourhood.back", "backspace", "Back", "To the entity before", run="back"),
    _here("neighbourhood.card", "e", "Card", "The card of the selected one", run="card"),
    _here("neighbourhood.close", "escape,n", "Close", "Close the window", run="close"),
)
