"""Render the GM's, the players' and the TV's pages from the panels of their audiences."""

from typing import Any

from flask import render_template, request
from markupsafe import Markup

from webapp.addresses import public_base
from webapp.live.open_screens import screens_of
from webapp.pages.cookies import wants_tour
from webapp.rate_limits import proxy_hint
from webapp.rules.conditions import SEVERITIES
from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.rules.sheets import entries_carried
from webapp.services import services
from webapp.state.audience import Role
from webapp.store.models import Seat
from webapp.store.table_state import TableState
from webapp.table.commands.library import examples_for
from webapp.table.first_steps import first_steps
from webapp.table.grants import Grant
from webapp.table.refusals import load_table
from webapp.table.undo_steps import own_steps
from webapp.views.panel_rendering import draw_journal, draw_panel, newest_line_stamps, newest_lines
from webapp.views.view_types import TableView

VISIBILITIES = {"secret": "Secret", "rumoured": "Rumoured", "masked": "Masked", "shown": "Shown"}


class PagePanels(dict[str, Markup]):
    """The rendered panels of a page.

    `lacking` are the ids of the panels that the page has not used. If some panels could not be made, `unmade`
    is the cursor; missing panels are then replaced by a sentence until a later update.
    """

    def __init__(self, unmade: str = "") -> None:
        super().__init__()
        self.unmade, self.lacking = unmade, set[str]()

    def __getitem__(self, id: str) -> Markup:
        self.lacking.discard(id)
        return super().__getitem__(id)

    def __missing__(self, id: str) -> Markup:
        if not self.unmade:
            raise KeyError(id)
        return Markup(render_template("panels/_unshown.html", id=id, now=self.unmade))  # noqa: S704


def render_page(
    grant: Grant,
    looking: str = "",
    template: str = "",
    preparing: int | None = None,
    refused: bool = False,
    lost: bool = False,
    **more: Any,
) -> str:
    """Render the whole page for this device, complete without scripts; `looking` is a GM's `?as=`.

    `template` and `more` render another page with the same panels (the stream overlay). `preparing` is the
    scene that a GM's page prepares. `refused` says that this device's request for a seat was refused, `lost`
    that its seat has moved to another device.
    """
    state = load_table(grant.table)
    audience = grant.audience
    seen = services().dispatcher.snapshots.for_reading(state).seen
    own = seen[audience.key] if preparing is None else seen[audience.key].while_preparing(preparing)
    sources = [seen[source.key] if source != audience else own for source in audience.sources]
    if audience.role is Role.TV:
        more |= {"base": public_base(request)}
    made = [(projection, projection.panels) for projection in sources]  # made now, on first use
    drawn = PagePanels(own.at if any(source.unshown for source in sources) else "")
    for projection, panels in made:
        drawn |= {panel.id: draw_panel(panel, projection) for panel in panels.values()}
        drawn.lacking |= {panel.id for panel in panels.values() if not panel.within}
    if audience.role is Role.PLAYER:
        more |= {"lost": lost, "asked": render_seat_request(state, grant, own.at, over=refused)}
    if audience.role is not Role.TV:
        page = newest_lines(state, audience)
        drawn["journal"] = draw_journal(page, own)
        if "journal" not in own.unshown:
            seen[audience.key].lines = newest_line_stamps(page.lines, {}, audience)
    return render_template(
        f"pages/{template or audience.role}.html",
        panels=drawn,
        view=own.view,
        now=own.at,
        looking=looking,
        **form_words(own.view) | (_for_the_gm(grant, state) if audience.role is Role.GM else {}),
        **more,
    )


def _for_the_gm(grant: Grant, state: TableState) -> dict[str, Any]:
    """Return the values that only a GM's page needs, besides those of the table."""
    beside = {
        "screens": screens_of(services().presence, grant.table),
        "proxy_hint": proxy_hint(),
        "tour": first_steps(state) if wants_tour() else None,
        "steps": own_steps(state, grant.actor()),
    }
    return beside | {"examples": examples_for(state.table.ruleset)}


def form_words(view: TableView) -> dict[str, Any]:
    """Return values for forms: the game, its conditions and modifiers, and the visibilities."""
    game = load_ruleset_or_stand_in(view.ruleset)
    return {
        "game": game,
        "condition_names": entries_carried(game),
        "modifiers": sorted(game.effect_modifiers),
        "severities": tuple((word, word) for word in SEVERITIES),
        "visibilities": VISIBILITIES,
    }


# ---- seat requests --------------------------------------------------------------------------------


def render_seat_request(
    state: TableState, grant: Grant, now: str, *, over: bool = False, again: bool = False
) -> Markup:
    """Render the seat request that a player's page waits for; `over` says that it waits no longer.

    `again` renders the request as an update of an open page.
    """
    seat = state.find(Seat, grant.asking)
    return Markup(  # noqa: S704  (a template, escaped)
        render_template(
            "parts/asked-again.html" if again else "parts/asked.html",
            table=grant.table,
            seat=seat,
            awake=seat is not None and services().presence.is_awake(grant.table, f"seat:{seat.id}"),
            you=grant.seat,
            now=now,
            over=over,
        )
    )
