"""What a rolled Check makes follow at once: the Action is spent, Initiative passes, a race moves on.

What the dice propose is for the GM; this is what the book leaves nobody a choice in.
"""

from webapp.games.mettle.screens import characters, game_state
from webapp.games.mettle.table.common import save
from webapp.games.mettle.table.turn_taken import checked
from webapp.rules.check import Proposed
from webapp.rules.errors import RuleError
from webapp.rules.mettle import stretches as rules
from webapp.rules.mettle.asked import Asked
from webapp.rules.mettle.check import Check as Called
from webapp.rules.mettle.check import Result
from webapp.store.board import Board
from webapp.store.models import Character, Check
from webapp.table.command import Report, account
from webapp.table.proposals import propose


def after_roll(board: Board, check: Check) -> list[Report]:
    """Everything that follows by itself from this Check, in order."""
    told = checked(board, check)
    character = board.find(Character, check.character)
    if character is None or Asked.of(check.asked).action != "race":
        return told
    return told + driven(board, check, character)


# ---- a race ----------------------------------------------------------------------------------


def result_of(check: Check) -> Result:
    """A rolled Check as the rules have it."""
    data = check.result.data
    kept = tuple(data["kept"])
    return Result(Called(len(kept), data["difficulty"]), kept, ())


def driven(board: Board, check: Check, character: Character, *, again: bool = False) -> list[Report]:
    """A driver's Check, or the same `again` after a Twist: in control, or a crash that hurts all aboard."""
    found = game_state.race(board)
    if found is None:
        return []
    piece, stretch = found
    try:
        after = (stretch.again if again else stretch.drive)(str(character.id), result_of(check))
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
