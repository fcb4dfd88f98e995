"""The panels of a player's page: those for all players, and those for one seat."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.state.visibility import REFERRING
from webapp.views.check_views import CheckView, MyChecks
from webapp.views.clock_groups import clock_options
from webapp.views.floods import counted_floods
from webapp.views.folding import fold_checks, fold_notes, shorten_notes
from webapp.views.game_screens import own_template
from webapp.views.panel import Panel, PanelFactory, panel, pick
from webapp.views.panels_shared import (
    character_names,
    clock_panels,
    free_characters,
    moments_panel,
    name_options,
    things_here,
    workable_clocks,
)
from webapp.views.view_types import ClockView, TableView, TagView

LATER = ("", "choose later")
NOT_YET = {"character": ("", "nobody yet"), "zone": ("", "nowhere yet"), "piece": ("", "nothing yet")}
NO_CLOCK = ("", "no clock")
NEW_ROWS = 2
"""How many newcomers have a row of their own among the seats."""


def player_panels(view: TableView) -> Iterator[PanelFactory]:
    yield lambda: panel("title", view.name)
    yield lambda: panel("head", view.name, template="player-head")
    yield lambda: panel("bar", (view.paused, view.paused_by), template="player-bar")
    yield lambda: panel("scene", view.active(), key=(view.active(), things_here(view.zones)))
    yield lambda: panel(
        "tags", things_here(view.tags), key=(things_here(view.tags), view.zones, character_names(view))
    )
    yield lambda: panel("cast", view.cast, key=(view.cast, view.tags, view.zones))
    yield lambda: clock_panels(view, "clocks", template="player-clock")
    yield lambda: panel("checks", fold_checks(view, view.checks))
    yield lambda: moments_panel(view, "my-moments", view.checks)
    yield lambda: _notes(view)
    yield lambda: panel("bring", view.invite, key=(view.invite, view.name))
    yield lambda: _seats(view)
    yield lambda: panel("claim-says", view.asks_first, key=(view.asks_first, view.joining))
    yield lambda: pick("claim", "character", [LATER, *name_options(free_characters(view))])
    yield partial(_declared, view)
    yield lambda: pick("propose", "command-character", name_options(view.cast), required=True)
    yield lambda: pick("propose", "command-clock", clock_options(view), required=True)


def _declared(view: TableView) -> Iterator[PanelFactory]:
    """Yield the choices in the shared form for declaring a check; none if the game has its own form."""
    game = load_ruleset_or_stand_in(view.ruleset)
    if own_template(view.ruleset, "declare.html"):
        return
    for field in game.check_form:
        if field.player and field.kind in REFERRING:
            several = field.kind == "characters"
            empty = () if several else (NOT_YET[field.kind],)
            options = (*empty, *view.nameable(field.kind))
            yield partial(pick, "declare", field.key, options, several=several)
    if game.players_aim:
        yield lambda: pick("declare", "targets", [NO_CLOCK, *clock_options(view, workable_clocks(view))])


def seat_panels(view: TableView, seat: int) -> Iterator[PanelFactory]:
    """Yield a seat's panels: character, clocks, tags, checks, dice, all seats, and the notes it may read."""
    me = next((value for value in view.seats if value.id == seat), None)
    mine = next((character for character in view.cast if me and character.id == me.character), None)
    tags = (
        tuple(tag for tag in view.tags if me and getattr(tag, "character", None) == me.character)
        if mine
        else ()
    )
    yield lambda: panel("looking-as", me.name if me else "")
    choices = None if mine else name_options(free_characters(view))
    number = view.number_of("character", mine.id) if mine else None
    yield lambda: panel("me", mine, key=(me, mine, tags, view.zones, choices, number))
    yield lambda: _my_clocks(view, seat)
    yield lambda: _seats(view)
    yield lambda: _notes(view)
    yield lambda: _my_tags(view, seat)
    yield lambda: panel("my-checks", view.mine)
    yield lambda: moments_panel(view, "my-moments", _seen_by_its_own(view), me.character if me else None)
    if view.mine is not None and load_ruleset_or_stand_in(view.ruleset).check_form:
        yield partial(_my_hands, view.mine)
        yield partial(_others_checks, view, view.mine)


def _seen_by_its_own(view: TableView) -> Iterator[CheckView]:
    """Yield the checks as this seat sees them, which may know more of its own."""
    own = {check.id: check for check in view.mine.checks} if view.mine is not None else {}
    return (own.get(check.id, check) for check in view.checks)


def _seats(view: TableView) -> Panel:
    """Return the panel of the seats: many newcomers are in one line, and what is left out is counted."""
    new = tuple(seat for seat in view.seats if seat.id in view.newcomers and seat.id != view.you)
    new = new if len(new) > NEW_ROWS else ()
    seats = tuple(seat for seat in view.seats if seat not in new), new, counted_floods(view)
    return panel("seats", seats, key=(seats, character_names(view), view.asks_first))


def _notes(view: TableView) -> Panel:
    """Return the panel of the newest notes; the page of notes has all of them."""
    new = [seat for seat in view.newcomers if seat != view.you]
    notes = shorten_notes(fold_notes(view, view.notes), new)
    notes = replace(notes, more=notes.more + sum(kind == "note" for kind, _ in view.left_out))
    return panel("notes", notes, key=(notes, view.seats))


def _my_clocks(view: TableView, seat: int) -> Panel:
    clocks = tuple(clock for clock in view.clocks if isinstance(clock, ClockView) and clock.owner == seat)
    return panel("mine", clocks, key=(clocks, view.proposals))


def _my_tags(view: TableView, seat: int) -> Panel:
    """Return the panel of the scene's tags that only this seat sees."""
    tags = tuple(tag for tag in things_here(view.tags) if isinstance(tag, TagView) and tag.only == seat)
    return panel("my-tags", tags, key=(tags, view.zones, character_names(view)))


def _others_checks(view: TableView, mine: MyChecks) -> Panel:
    own = {check.id for check in mine.checks}
    others = fold_checks(view, [check for check in view.checks if check.id not in own])
    return panel("checks", others)


def _my_hands(mine: MyChecks) -> Iterator[PanelFactory]:
    """Yield the panels in the seat's forms: its dice, and buttons for its last intents."""
    waiting = [check for check in mine.checks if check.ready]
    ready = waiting[0] if waiting else None
    title = f"Real dice: {waiting[0].intent or 'the first check'}" if len(waiting) > 1 else "Real dice"
    key = (ready.id, ready.count, ready.faces, ready.adds, title) if ready else ()
    yield lambda: panel("my-dice", (ready, title), key=key)
    yield lambda: panel("my-again", mine, key=(mine.intents, mine.approaches, mine.tried))
