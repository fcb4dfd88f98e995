"""Players' changes to the character on their seat: at once, by proposal, or not at all.

The table's setting `sheets` is "free" (the default), "ask" or "locked", and a GM may lock one character. Even
with "free", changes to attributes, skills and levels become proposals once the character has rolled.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from webapp.state.audience import Role
from webapp.state.visibility import Visibility
from webapp.store.models import Character, Check, Seat
from webapp.store.table_state import TableState
from webapp.table.actor import Actor, ensure_no_gm_fields
from webapp.table.check_setup import own_character
from webapp.table.command import Command, find
from webapp.table.commands.proposals import MakeProposal
from webapp.table.player_settings import ASK, LOCKED, sheets_of
from webapp.table.refusals import Forbidden, missing


def resolve_own_command(command: Command, state: TableState, actor: Actor) -> Command:
    """Return the command to execute: the player's own, or a proposal of it if the GM must decide.

    Refuses a player's change to a character that is not on their seat, to a field that only the GM sets, or
    to a locked sheet.
    """
    if actor.role is not Role.PLAYER:
        return command
    if not command.own_sheet:
        return command.for_player(state, actor)
    row = _own(command, state, actor)
    ensure_no_gm_fields(command.model_fields_set & command.gms_fields)
    setting = sheets_of(state.table)
    if row.locked or setting == LOCKED:
        raise Forbidden(f"Your GM locked the sheet of {row.name}. You can propose a change.")
    command = command.with_players_name(state)
    if setting == ASK or (row.rolled and command.changes_ratings(state)):
        return MakeProposal(command=command.worth_asking(state))
    return command


def _own(command: Command, state: TableState, actor: Actor) -> Character:
    """Return the character on the actor's seat; refuse a command that concerns another character."""
    own = own_character(state, actor)
    if own is None and state.find(Seat, actor.seat) is not None:
        raise Forbidden("Your seat has no character now: it may have been removed. Your GM can undo that.")
    if own is None:
        raise Forbidden("Take a seat with a character to change its sheet.")
    row = find(state, Character, command.sheet_of(state, actor), actor)
    if row.id != own.id:
        raise Forbidden(f"Only the GM can do this: you do not play {row.name}. You can propose the change.")
    if Visibility(state, actor.audience).level(row) != "shown":
        raise missing("character")
    return row


@contextmanager
def pin_sheets_of_open_checks(command: Command, state: TableState, actor: Actor) -> Iterator[None]:
    """Store the old sheet in a character's open checks when its player changes the sheet."""
    own = own_character(state, actor) if command.own_sheet and actor.role is Role.PLAYER else None
    if own is None:
        yield
        return
    before = dict(own.stats)
    yield
    if own.stats != before:
        for check in open_checks(state, own):
            check.sheet = before if check.sheet is None else check.sheet


def open_checks(state: TableState, character: Character) -> list[Check]:
    """Return a character's checks that have not been rolled yet."""
    return [row for row in state.find_all(Check) if row.character == character.id and row.state == "called"]
