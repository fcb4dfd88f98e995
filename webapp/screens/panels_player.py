"""The panels of a player's page: what all players see, and what only one seat does."""

from collections.abc import Iterator

from webapp.rules.ruleset import ruleset
from webapp.screens.apart import clock_options
from webapp.screens.check_views import MyChecks
from webapp.screens.panel import Panel, panel, pick
from webapp.screens.panels_shared import clock_panels, free, here, named, names
from webapp.screens.views import ClockView, TableView

LATER = ("", "somebody later")


def player_panels(view: TableView) -> Iterator[Panel]:
    yield panel("title", view.name)
    yield panel("head", view.name, template="player-head")
    yield panel("bar", (view.paused, view.paused_by), template="player-bar")
    yield panel("scene", view.active(), key=(view.active(), here(view.zones)))
    yield panel("tags", here(view.tags), key=(here(view.tags), view.zones, names(view)))
    yield panel("cast", view.cast, key=(view.cast, view.tags, view.zones))
    yield from clock_panels(view, "clocks", each="player-clock")
    yield panel("checks", view.checks)
    yield panel("bring", view.invite, key=(view.invite, view.name))
    yield panel("seats", view.seats, key=(view.seats, names(view)))
    yield pick("claim", "character", [LATER, *named(free(view))])
    yield pick("propose", "command-character", named(view.cast), required=True)
    yield pick("propose", "command-clock", clock_options(view), required=True)


def seat_panels(view: TableView, seat: int) -> Iterator[Panel]:
    """What only this seat sees: my character, my clocks, my proposals."""
    me = next((each for each in view.seats if each.id == seat), None)
    mine = next((each for each in view.cast if me and each.id == me.character), None)
    tags = (
        tuple(tag for tag in view.tags if me and getattr(tag, "character", None) == me.character)
        if mine
        else ()
    )
    yield panel("looking-as", me.name if me else "")
    yield panel("me", mine, key=(me, mine, tags, view.zones, None if mine else named(free(view))))
    clocks = tuple(each for each in view.clocks if isinstance(each, ClockView) and each.owner == seat)
    yield panel("mine", clocks, key=(clocks, view.proposals))
    yield panel("seats", view.seats, key=(view.seats, names(view)))
    yield panel("my-checks", view.mine)
    if view.mine is not None and ruleset(view.ruleset).check_form:
        yield from _my_hands(view.mine)
        own = {each.id for each in view.mine.checks}
        yield panel("checks", tuple(each for each in view.checks if each.id not in own))


def _my_hands(mine: MyChecks) -> Iterator[Panel]:
    """What the seat's own forms need: the dice to type in, and the last intents as chips."""
    waiting = [each for each in mine.checks if each.ready]
    ready = waiting[0] if waiting else None
    title = f"Real dice: {waiting[0].intent or 'the first of them'}" if len(waiting) > 1 else "Real dice"
    key = (ready.id, ready.count, ready.faces, title) if ready else ()
    yield panel("my-dice", (ready, title), key=key)
    yield panel("my-again", mine, key=(mine.intents, mine.approaches, mine.tried))
