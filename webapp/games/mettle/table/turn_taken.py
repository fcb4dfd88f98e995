"""Whoever takes an Action, with a Check or without: Initiative passes on, what lasted ends, a race moves on.

What the dice propose is for the GM; this is what the book leaves nobody a choice in.
"""

from collections.abc import Iterable

from webapp.games.mettle.screens import characters, circumstances, game_state
from webapp.games.mettle.screens.game_state import why_not
from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import save
from webapp.games.mettle.table.cover import behind, leave_cover
from webapp.games.mettle.table.initiative import first_attack, tell
from webapp.rules.check import Proposed
from webapp.rules.errors import RuleError
from webapp.rules.mettle import durations
from webapp.rules.mettle import stretches as rules
from webapp.rules.mettle.check import Came
from webapp.rules.mettle.cover import Cover, after_attack
from webapp.rules.mettle.facts import Asked
from webapp.rules.mettle.stretches import Racer, Stretch
from webapp.store.board import Board
from webapp.store.models import Character, Check, Piece
from webapp.table.command import Report, account
from webapp.table.proposals import propose
from webapp.table.refusals import Refused

CLEAN = "clean"
"""The Action of somebody aboard in a race who wipes off mud."""


def take(
    board: Board, row: Character, action: str = "", targets: Iterable[int] = (), words: str = ""
) -> list[Report]:
    """An Action without a Check: it is used up; Refused if it is not theirs now."""
    return [*_used(board, row, action, targets, words), *over(board, row, action)]


def checked(board: Board, check: Check) -> list[Report]:
    """A Check was rolled or answered: its Action is used up. The halves of a split Attack are one Action.

    Where the GM let somebody out of turn roll, nothing is used up.
    """
    row, asked = board.find(Character, check.character), Asked.of(check.asked)
    if row is None or not asked.action:
        return []
    told, other = first_attack(board, check), circumstances.other_half(board, check)
    if other is None or other.state not in circumstances.ROLLED:
        told += _used(board, row, asked.action, _aimed_at(board, check), let=True)
    if other is None or other.state != "called":
        told += over(board, row, asked.action, aiming=asked.aiming)
    return told


def half_cancelled(board: Board, check: Check) -> list[Report]:
    """One half of a split Attack comes to nothing: the other was all of the Action."""
    other, row = circumstances.other_half(board, check), board.find(Character, check.character)
    if row is None or other is None or other.state not in circumstances.ROLLED:
        return []
    return over(board, row, "attack", aiming=Asked.of(check.asked).aiming)


def _aimed_at(board: Board, check: Check) -> list[int]:
    return [foe.id for each in circumstances.halves(board, check) for foe in circumstances.foes(board, each)]


def _used(
    board: Board, row: Character, action: str, targets: Iterable[int] = (), words: str = "", let: bool = False
) -> list[Report]:
    """The Action of this Round goes; in a race it is the one that a Steady gave, and driving takes none."""
    ride, fight = game_state.ride(board, row.id), game_state.fight(board)
    if ride is not None:
        return [] if action == "race" else _used_aboard(*ride, row, action, let)
    if fight is None or str(row.id) not in fight[1].combatants:
        return []
    why = why_not(board, fight[1], row, action)
    if why and not let:
        raise Refused(why)
    if why:
        return []
    interrupts = f"{row.name} interrupts" if str(row.id) in fight[1].waits else words
    after = fight[1].take(str(row.id), action, *map(str, targets))
    return [tell(board, fight[0], after, interrupts, *([row] if interrupts else []))]


def _used_aboard(
    piece: Piece, stretch: Stretch, racer: Racer, row: Character, action: str, let: bool
) -> list[Report]:
    if let and str(row.id) not in racer.acting:
        return []
    moves, words = (
        (stretch.clean, "wipes off the mud") if action == CLEAN else (stretch.act, "acts in the ride")
    )
    save(piece, moves(racer.name, str(row.id)))
    return [account(f"{row.name} {words}", piece, row)]


def over(board: Board, row: Character, action: str = "", aiming: bool = False) -> list[Report]:
    """What lasts until the next Action is over, Rattled counts down; whoever aims or shoots shows."""
    told = injuries.become(board, row, durations.after_action(characters.statuses(board, row.id)))
    cover = characters.cover_of(board, row.id)
    if action == "attack" and after_attack(cover) is not cover:
        told += [*leave_cover(board, row), behind(board, row, Cover.PARTIAL)]
    return told + (injuries.take_on(board, row, "aiming") if aiming and action == "attack" else [])


def after_roll(board: Board, check: Check) -> list[Report]:
    """Everything that follows by itself from this Check, in order."""
    told = checked(board, check)
    character = board.find(Character, check.character)
    if character is None or Asked.of(check.asked).action != "race":
        return told
    return told + driven(board, check, character)


# ---- a race ----------------------------------------------------------------------------------


def driven(board: Board, check: Check, character: Character, *, again: bool = False) -> list[Report]:
    """A driver's Check, or the same `again` after a Twist: in control, or a crash that hurts all aboard."""
    found = game_state.race(board)
    if found is None:
        return []
    piece, stretch = found
    came = Came.of(check.result.data)
    try:
        after = (stretch.again if again else stretch.drive)(str(character.id), came.result)
    except RuleError:
        return []
    save(piece, after)
    racer = after[str(character.id)]
    if not racer.crashed:
        return [account(f"{character.name} is in control, {racer.edge} Edge", piece, character)]
    speed = stretch[str(character.id)].speed
    damage = rules.crash_damage(speed, board.dice)
    fell = damage - speed  # a real die that fell otherwise is settled in the line, up to its worst
    lines = []
    for id in racer.aboard:
        aboard = board.find(Character, int(id))
        if aboard is not None:
            through = characters.body(board, aboard).unsoaked(damage)
            fields: dict[str, object] = {"character": aboard.id, "by": through}
            worst = through + rules.CRASH_FACES - fell
            lines.append(Proposed("mettle.hurt", fields, f"Crash: {damage} damage", 0, max(worst, 1)))
    propose(board, [line for line in lines if line.fields["by"]], check=check.id)
    if any(line.fields["by"] for line in lines):
        check.state = "rolled"
    return [
        account(f"{character.name} crashes: {damage} damage to the vehicle and all aboard", piece, character)
    ]
