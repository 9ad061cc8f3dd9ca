"""The palette's entries, drawn from the one list of actions."""

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from tsuzuri.tui.actions import actions_of
from tsuzuri.tui.registry.action import Action, Target
from tsuzuri.tui.registry.places import PLACES
from tsuzuri.tui.screens.place import PlaceScreen


class ActionsProvider(Provider):
    """Offers the actions of the app and of the place that one is in."""

    async def discover(self) -> Hits:
        """All of them."""
        for action in self._actions():
            yield DiscoveryHit(_title(action), partial(self.screen.run_action, _run(action)), help=action.help)

    async def search(self, query: str) -> Hits:
        """Those that match."""
        matcher = self.matcher(query)
        for action in self._actions():
            score = matcher.match(_title(action))
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(_title(action)),
                    partial(self.screen.run_action, _run(action)),
                    help=action.help,
                )

    def _actions(self) -> tuple[Action, ...]:
        here = [place.target for place in PLACES if place.name == self.app.current_mode]
        in_place = isinstance(self.screen, PlaceScreen)
        targets = (*here, Target.PLACE, Target.APP) if in_place else (Target.APP,)
        return tuple(action for action in actions_of(*targets) if action.palette)


def _title(action: Action) -> str:
    group, _, _ = action.id.partition(".")
    return f"{group.capitalize()}: {action.title.lower()}"


def _run(action: Action) -> str:
    return f"app.{action.run}" if action.target is Target.APP else action.run
