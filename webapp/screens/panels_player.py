"""The panels of a player's page: what all players see, and what only one seat does."""

from collections.abc import Iterator
from functools import partial

from webapp.rules.ruleset import played
from webapp.screens.check_views import MyChecks
from webapp.screens.clock_groups import clock_options
from webapp.screens.panel import Make, Panel, panel, pick
from webapp.screens.panels_shared import clock_panels, free, here, named, names
from webapp.screens.views import ClockView, TableView

LATER = ("", "somebody later")


def player_panels(view: TableView) -> Iterator[Make]:
    yield lambda: panel("title", view.name)
    yield lambda: panel("head", view.name, template="player-head")
    yield lambda: panel("bar", (view.paused, view.paused_by), template="player-bar")
    yield lambda: panel("scene", view.active(), key=(view.active(), here(view.zones)))
    yield lambda: panel("tags", here(view.tags), key=(here(view.tags), view.zones, names(view)))
    yield lambda: panel("cast", view.cast, key=(view.cast, view.tags, view.zones))
    yield lambda: clock_panels(view, "clocks", each="player-clock")
    yield lambda: panel("checks", view.checks)
    yield lambda: panel("bring", view.invite, key=(view.invite, view.name))
    yield lambda: panel("seats", view.seats, key=(view.seats, names(view)))
    yield lambda: pick("claim", "character", [LATER, *named(free(view))])
    yield lambda: pick("propose", "command-character", named(view.cast), required=True)
    yield lambda: pick("propose", "command-clock", clock_options(view), required=True)


def seat_panels(view: TableView, seat: int) -> Iterator[Make]:
    """What only this seat sees: my character, my clocks, my proposals."""
    me = next((each for each in view.seats if each.id == seat), None)
    mine = next((each for each in view.cast if me and each.id == me.character), None)
    tags = (
        tuple(tag for tag in view.tags if me and getattr(tag, "character", None) == me.character)
        if mine
        else ()
    )
    yield lambda: panel("looking-as", me.name if me else "")
    yield lambda: panel("me", mine, key=(me, mine, tags, view.zones, None if mine else named(free(view))))
    yield lambda: _my_clocks(view, seat)
    yield lambda: panel("seats", view.seats, key=(view.seats, names(view)))
    yield lambda: panel("my-checks", view.mine)
    if view.mine is not None and played(view.ruleset).check_form:
        yield partial(_my_hands, view.mine)
        yield partial(_others_checks, view, view.mine)


def _my_clocks(view: TableView, seat: int) -> Panel:
    clocks = tuple(each for each in view.clocks if isinstance(each, ClockView) and each.owner == seat)
    return panel("mine", clocks, key=(clocks, view.proposals))


def _others_checks(view: TableView, mine: MyChecks) -> Panel:
    own = {each.id for each in mine.checks}
    return panel("checks", tuple(each for each in view.checks if each.id not in own))


def _my_hands(mine: MyChecks) -> Iterator[Make]:
    """What the seat's own forms need: the dice to type in, and the last intents as chips."""
    waiting = [each for each in mine.checks if each.ready]
    ready = waiting[0] if waiting else None
    title = f"Real dice: {waiting[0].intent or 'the first of them'}" if len(waiting) > 1 else "Real dice"
    key = (ready.id, ready.count, ready.faces, ready.adds, title) if ready else ()
    yield lambda: panel("my-dice", (ready, title), key=key)
    yield lambda: panel("my-again", mine, key=(mine.intents, mine.approaches, mine.tried))
