"""The three sheets: GM, player, TV, each drawn from the panels of its audience."""

from typing import Any

from flask import Flask, render_template, request
from jinja2.runtime import Macro
from markupsafe import Markup

from webapp.addresses import public_base
from webapp.limits import proxy_hint
from webapp.live.devices import screens_of
from webapp.pages.cookies import wants_tour
from webapp.rules.ruleset import played
from webapp.screens import dials
from webapp.screens.audience import Role
from webapp.screens.draw import draw, draw_journal, newest_lines
from webapp.screens.failures import surely
from webapp.screens.games import own_way
from webapp.screens.stamps import newest
from webapp.screens.views import TableView
from webapp.services import services
from webapp.store.board import Board
from webapp.store.models import Seat
from webapp.table.commands.library import examples_for
from webapp.table.grants import Grant
from webapp.table.refusals import loaded
from webapp.table.undo import own_steps

CANNOT = Markup("<li>This cannot be shown just now.</li>")
VISIBILITIES = {"secret": "Secret", "rumoured": "Rumoured", "masked": "Masked", "shown": "Shown"}


class Placed(dict[str, Markup]):
    """The drawn panels of a page. `lacking` are those that it has not asked for, and so does not show. Where
    some could not be made (at the cursor `unmade`), a sentence stands in the place of one that is not there,
    and a later one heals it."""

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


def sheet(
    grant: Grant,
    looking: str = "",
    template: str = "",
    preparing: int | None = None,
    refused: bool = False,
    lost: bool = False,
    **more: Any,
) -> str:
    """The whole page for this device, complete before any script has run; `looking` is a GM's `?as=`.

    `template` and `more` make another page of the same panels (the stream overlay); `preparing` turns a GM's
    desk into that scene; `refused` says that the seat which this device asked for was not given to it, `lost`
    that its own is on another device.
    """
    board = loaded(grant.table)
    audience = grant.audience
    seen = services().road.snapshots.for_reading(board).seen
    own = seen[audience.key] if preparing is None else seen[audience.key].while_preparing(preparing)
    sources = [seen[each.key] if each != audience else own for each in audience.sources]
    if audience.role is Role.TV:
        more |= {"base": public_base(request)}
    made = [(projection, projection.panels) for projection in sources]  # made now, when first asked for
    drawn = Placed(own.at if any(each.unshown for each in sources) else "")
    for projection, panels in made:
        drawn |= {panel.id: draw(panel, projection) for panel in panels.values()}
        drawn.lacking |= {panel.id for panel in panels.values() if not panel.within}
    if audience.role is Role.PLAYER:
        more |= {"lost": lost, "asked": asked_place(board, grant, own.at, over=refused)}
    if audience.role is not Role.TV:
        lines = newest_lines(board, audience)
        drawn["journal"] = draw_journal(lines, audience, own)
        if "journal" not in own.unshown:
            seen[audience.key].lines = newest(lines, {}, audience)
    return render_template(
        f"pages/{template or audience.role}.html",
        panels=drawn,
        view=own.view,
        now=own.at,
        looking=looking,
        **words(own.view) | (_for_the_gm(grant, board) if audience.role is Role.GM else {}),
        **more,
    )


def _for_the_gm(grant: Grant, board: Board) -> dict[str, Any]:
    """What stands on a GM's page beside the table itself."""
    beside = {
        "screens": screens_of(services().presence, grant.table),
        "proxy_hint": proxy_hint(),
        "tour": wants_tour(),
        "steps": own_steps(board, grant.actor()),
    }
    return beside | {"examples": examples_for(board.table.ruleset)}


def words(view: TableView) -> dict[str, Any]:
    """What forms offer: the game's clock kinds, its tags and conditions, its modifiers."""
    game = played(view.ruleset)
    return {
        "game": game,
        "condition_names": game.entries_carried(),
        "modifiers": sorted(game.effect_modifiers),
        "visibilities": VISIBILITIES,
    }


def listed(show: Macro, *of: Any) -> str:
    """A line of a list as a macro prints it, or one that says that it cannot."""
    return surely(f"A {show.name} on paper", lambda: show(*of), lambda: CANNOT)


def add_words(app: Flask) -> None:
    """Templates print without the blank lines of their own logic, and know how dials are drawn."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(dials=dials, nearness=dials.nearness)
    app.jinja_env.globals.update(listed=listed, own_way=own_way)


# ---- a seat that is asked for ---------------------------------------------------------------------


def asked_place(board: Board, grant: Grant, now: str, *, over: bool = False, again: bool = False) -> Markup:
    """Where a player's page says which seat it waits for, and who answers; `over` when it waits no more."""
    seat = board.find(Seat, grant.asking)
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
