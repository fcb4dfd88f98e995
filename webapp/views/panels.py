"""The panels of each page, and the selection of those that a change touches.

A panel is one element with a stable id, replaced as a whole. Only its `key` is compared, so a panel that
contains other panels (the clocks) leaves them out of its own key.
"""

import logging
from collections.abc import Iterable
from functools import cache, partial

from webapp.state.audience import Audience, Role
from webapp.views.floods import without_floods
from webapp.views.game_screens import game_screens
from webapp.views.panel import Panel, PanelFactory, is_own_id
from webapp.views.panels_gm import gm_panels
from webapp.views.panels_player import player_panels, seat_panels
from webapp.views.panels_tv import tv_panels
from webapp.views.safe_rendering import render_safely
from webapp.views.view_types import TableView

log = logging.getLogger(__name__)
CLASH = "A panel was left out: its id “%s”, in the game %s, is one of Tableside's own; use “%s-%s”."
STRAY = "A panel has a wrong id: “%s” in the game %s must begin with the game's key; use “%s-%s”."


def make_panels(view: TableView, audience: Audience, unshown: set[str] | None = None) -> dict[str, Panel]:
    """Return the panels of this audience's page by id; `unshown` collects those that fail."""
    made: dict[str, Panel] = {}
    lost = set() if unshown is None else unshown
    own: dict[str, Panel] = {}
    _collect([lambda: _shared_panels(view, audience)], made, lost)
    _collect([lambda: _of_the_game(view, audience)], own, lost)
    for id in own:
        if id in made:
            _log_once(CLASH, view.ruleset, id)
        elif not is_own_id(view.ruleset, id):
            _log_once(STRAY, view.ruleset, id)
    return made | {id: panel for id, panel in own.items() if id not in made}


@cache
def _log_once(words: str, game: str, id: str) -> None:
    """Log, once for each panel, that a game's panel has an id that it may not have."""
    log.error(words, id, game, game, id)


def collect_panels(makes: Iterable[PanelFactory]) -> dict[str, Panel]:
    """Return these panels by id, without those that fail."""
    made: dict[str, Panel] = {}
    _collect(makes, made, set())
    return made


def _collect(makes: Iterable[PanelFactory], made: dict[str, Panel], unshown: set[str]) -> None:
    """Make panels one by one, so that a failing panel affects no other."""
    for make in makes:
        render_safely("A panel", partial(_add, make, made, unshown), partial(_lose, make, unshown))


def _add(make: PanelFactory, made: dict[str, Panel], unshown: set[str]) -> None:
    panel = make()
    if isinstance(panel, Panel):
        made[panel.id] = panel
    else:
        _collect(panel, made, unshown)


def _lose(make: PanelFactory, unshown: set[str]) -> None:
    """Record a failing panel by its place in the code, so that the same failure is recognised later."""
    code = getattr(make, "func", make).__code__
    unshown.add(f"made by {code.co_name}:{code.co_firstlineno}")


def _shared_panels(view: TableView, audience: Audience) -> Iterable[PanelFactory]:
    role, view = audience.role, view if audience.role is Role.GM else without_floods(view)
    if audience.seat is not None:
        return seat_panels(view, audience.seat)
    if role is Role.TV:
        return tv_panels(view)
    return gm_panels(view) if role is Role.GM else player_panels(view)


def _of_the_game(view: TableView, audience: Audience) -> Iterable[PanelFactory]:
    """Return the panels that this table's game adds to this audience's page."""
    game = game_screens(view.ruleset)
    view = without_floods(view)
    if audience.seat is not None:
        return game.seat_panels(view, audience.seat)
    return {Role.GM: game.gm_panels, Role.PLAYER: game.player_panels, Role.TV: game.tv_panels}[audience.role](
        view
    )


def touched_panels(before: dict[str, Panel], after: dict[str, Panel]) -> list[str]:
    """Return the ids of the panels to send: those that changed, without those inside another of them."""
    differs = {id for id in after if id not in before or before[id].key != after[id].key}
    return [id for id in after if id in differs and after[id].within not in differs]
