"""Which panels a page has, and which of them a change has touched.

A panel is one element with a stable id, replaced whole. Its `key` is all that is compared: a panel
that holds other panels (the clocks) leaves their insides out of its own key.
"""

from collections.abc import Iterable

from webapp.screens.audience import Audience, Role
from webapp.screens.failing import surely
from webapp.screens.games import game_screens
from webapp.screens.panel import Panel
from webapp.screens.panels_gm import gm_panels
from webapp.screens.panels_player import player_panels, seat_panels
from webapp.screens.panels_tv import tv_panels
from webapp.screens.views import TableView


def panels(
    view: TableView, audience: Audience, page: int = 1, unshown: set[str] | None = None
) -> dict[str, Panel]:
    """The panels of this audience's page by id; those of a seat are marked by their own audience.

    `page` is the one of the TV's pages that is drawn open, for browsers without scripts. Of those that cannot
    be made, `unshown` is told.
    """
    made: dict[str, Panel] = {}
    for what, make in (("all games", _shared_panels), ("the game", _of_the_game)):
        surely(
            f"A panel of {what}",
            lambda make=make: _collect(make(view, audience, page), made),  # type: ignore[misc]
            lambda what=what: None if unshown is None else unshown.add(what),  # type: ignore[misc]
        )
    return made


def _collect(panels: Iterable[Panel], made: dict[str, Panel]) -> None:
    """One by one: a panel that cannot be made takes none with it that were made before."""
    for panel in panels:
        made[panel.id] = panel


def _shared_panels(view: TableView, audience: Audience, page: int) -> Iterable[Panel]:
    role = audience.role
    if audience.seat is not None:
        return seat_panels(view, audience.seat)
    if role is Role.TV:
        return tv_panels(view, page)
    return gm_panels(view) if role is Role.GM else player_panels(view)


def _of_the_game(view: TableView, audience: Audience, _: int) -> Iterable[Panel]:
    """What this table's game adds to this audience's page."""
    game = game_screens(view.ruleset)
    if audience.seat is not None:
        return game.seat_panels(view, audience.seat)
    return {Role.GM: game.gm_panels, Role.PLAYER: game.player_panels, Role.TV: game.tv_panels}[audience.role](
        view
    )


def touched(before: dict[str, Panel], after: dict[str, Panel]) -> list[str]:
    """The panels to send: those whose content differs and whose frame is not sent anyway."""
    differs = {id for id in after if id not in before or before[id].key != after[id].key}
    return [id for id in after if id in differs and after[id].within not in differs]
