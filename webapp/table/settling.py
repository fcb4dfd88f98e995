"""Find the outcomes that apply by themselves, as the table's setting `outcomes` says.

With `at_once`, an outcome that the book leaves no choice about is applied when the dice have fallen, as soon
as nothing that may still change it is open (`GameTable.settles`). It is applied like any other, by
`check.resolve` in an entry of its own, which undo takes back first; then the GM decides.
"""

from typing import ClassVar

from webapp.state.audience import Role
from webapp.store.models import Check, Entry
from webapp.store.table_state import TableState
from webapp.table.actor import BOOK, Actor
from webapp.table.command import Command
from webapp.table.commands.checks import ResolveCheck
from webapp.table.game_table import game_table
from webapp.table.player_settings import applies_at_once
from webapp.table.undo import entries_of
from webapp.table.undo_steps import APPLIED

NOT_AFTER = ("undo", "redo", "table.edit", "table.remove")
"""The commands after which no outcome applies by itself: what they opened is the GM's to decide."""
RULES = Actor(Role.GM, BOOK)
"""Who applies an outcome about which the book leaves no choice."""


class ResolveByItself(ResolveCheck):
    """Apply a rolled check's outcome as the book has it; refused if somebody would die of it."""

    by_itself = True
    ask: ClassVar[bool] = True


def settled_checks(command: Command, state: TableState) -> list[int]:
    """Return the ids of the rolled checks whose outcomes apply by themselves after this command."""
    if not (state.rules.settles_outcomes and applies_at_once(state.table)) or command.do in NOT_AFTER:
        return []
    game = game_table(state.table.ruleset)
    return [
        check.id
        for check in state.find_all(Check)
        if check.state == "rolled"
        and check.visibility == "shown"
        and game.settles(state, check, command.do)
        and _untouched(state, check)
    ]


def _untouched(state: TableState, check: Check) -> bool:
    """Return whether nobody has applied, declined or taken back a part of this check's outcome."""
    if any(line.state in ("accepted", "declined") for line in state.proposals_from(check.id)):
        return False
    taken_back = entries_of(state).where(
        Entry.group == (check.lead or check.id), Entry.command.in_(APPLIED), Entry.undone_by.is_not(None)
    )
    return not state.entries(taken_back.limit(1))
