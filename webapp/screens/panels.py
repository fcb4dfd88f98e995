"""Which panels a page has, and which of them a change has touched.

A panel is one element with a stable id, replaced whole. Its `key` is all that is compared: a panel
that holds other panels (the clocks) leaves their insides out of its own key.
"""

from collections.abc import Iterable
from functools import partial

from webapp.screens.audience import Audience, Role
from webapp.screens.failures import surely
from webapp.screens.games import game_screens
from webapp.screens.panel import Make, Panel
from webapp.screens.panels_gm import gm_panels
from webapp.screens.panels_player import player_panels, seat_panels
from webapp.screens.panels_tv import tv_panels
from webapp.screens.views import TableView


def panels(view: TableView, audience: Audience, unshown: set[str] | None = None) -> dict[str, Panel]:
    """The panels of this audience's page by id; those of a seat are marked by their own audience.

    Of those that cannot be made, `unshown` is told.
    """
    made: dict[str, Panel] = {}
    lost = set() if unshown is None else unshown
    _collect([lambda: _shared_panels(view, audience), lambda: _of_the_game(view, audience)], made, lost)
    return made


def collected(makes: Iterable[Make]) -> dict[str, Panel]:
    """What these make, by id, as far as it can be made."""
    made: dict[str, Panel] = {}
    _collect(makes, made, set())
    return made


def _collect(makes: Iterable[Make], made: dict[str, Panel], unshown: set[str]) -> None:
    """One by one: a panel that cannot be made takes no other with it."""
    for make in makes:
        surely("A panel", partial(_add, make, made, unshown), partial(_lose, make, unshown))


def _add(make: Make, made: dict[str, Panel], unshown: set[str]) -> None:
    panel = make()
    if isinstance(panel, Panel):
        made[panel.id] = panel
    else:
        _collect(panel, made, unshown)


def _lose(make: Make, unshown: set[str]) -> None:
    """By where it stands in the code: what cannot be made is known again."""
    code = getattr(make, "func", make).__code__
    unshown.add(f"made by {code.co_name}:{code.co_firstlineno}")


def _shared_panels(view: TableView, audience: Audience) -> Iterable[Make]:
    role = audience.role
    if audience.seat is not None:
        return seat_panels(view, audience.seat)
    if role is Role.TV:
        return tv_panels(view)
    return gm_panels(view) if role is Role.GM else player_panels(view)


def _of_the_game(view: TableView, audience: Audience) -> Iterable[Make]:
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
