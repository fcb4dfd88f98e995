"""Razorweave on the screens: who may be treated, and rest, beside the passing of time."""

from collections.abc import Iterable

from webapp.screens.games import GameScreens
from webapp.screens.panel import Panel, game_panel
from webapp.screens.views import CharacterView, ConditionView, TableView


class RazorweaveScreens(GameScreens):
    """What Razorweave adds to the screens."""

    def gm_panels(self, view: TableView) -> Iterable[Panel]:
        """Rest, and care for what care clears."""
        cast = (each for each in view.cast if isinstance(each, CharacterView))
        patients = tuple((who.name, each.id, each.name) for who in cast for each in _treatable(who))
        yield game_panel("care", patients, of="razorweave/care")


def _treatable(who: CharacterView) -> Iterable[ConditionView]:
    return (each for each in who.conditions if isinstance(each, ConditionView) and each.treatable)


SCREENS = RazorweaveScreens()
