"""An effect upon somebody before it is applied: who ignores it, who resists it, its dice read again."""

from dataclasses import replace

from webapp.games.resonance.screens.characters import level_of
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.check import AGAINST_RESISTANCE
from webapp.rules.resonance.check import Check as Called
from webapp.rules.resonance.ruleset import RULESET
from webapp.store.board import Board
from webapp.store.models import Character, Check, Proposal
from webapp.table.command import Report, account
from webapp.table.outcomes import follow, titled, waiting
from webapp.table.refusals import Refused


def untouched(board: Board, check: Check, character: Character) -> list[Report]:
    """Whoever ignores it is not touched, also where its dice are read again: what waits is declined."""
    ignored = (*Asked.of(check.asked).warded, character.id)
    check.asked = {**check.asked, "warded": list(dict.fromkeys(ignored))}
    for line in waiting(board, check.id):
        if line.command.get("character") == character.id:
            line.state = "declined"
    return [account(f"{character.name} is not touched.", character, check)]


def resisted(board: Board, check: Check | None, character: Character) -> list[Report]:
    """Somebody resists it: its dice, fallen or not, have to beat their Resistance and their Level."""
    asked = Asked.of(check.asked) if check is not None else Asked()
    upon = asked.upon if asked.roll in AGAINST_RESISTANCE else ()
    if check is None or check.state not in ("called", "rolled") or character.id not in upon:
        return []
    check.asked = {**check.asked, "resisted": [*asked.resisted, character.id]}
    if check.state == "called":
        return []
    called = RULESET.read(check.rolled.check)
    first = character.id == asked.target
    return read_again(board, check, called.resisted(level_of(character), None if first else character.id))


def read_again(board: Board, check: Check, called: Called) -> list[Report]:
    """Read the dice that fell by other numbers; lines that were proposed and not taken are proposed anew."""
    if any(line.check == check.id and line.state == "accepted" for line in board.here(Proposal)):
        raise Refused("What this roll did has been applied already.")
    resolved = RULESET.resolve(called, check.result.dice)
    check.rolled = replace(check.rolled, check=RULESET.written(called))
    check.result = replace(resolved, real=check.result.real)
    for line in waiting(board, check.id):
        line.state = "void"
    check.state = "rolled"
    follow(board, check)
    sentence = f"{titled(board, check)}: {resolved.label}. {' '.join(resolved.sentences[:1])}"
    return [account(sentence, check)]
