"""What a rolled Check makes follow at once: the Action is spent, Initiative passes, a race moves on.

What the dice propose is for the GM; this is what the book leaves nobody a choice in.
"""

from typing import Any

from webapp.rules.check import Proposed
from webapp.rules.errors import RuleError
from webapp.rules.mettle import race as rules
from webapp.rules.mettle.check import Check, Result
from webapp.rules.mettle.cover import Cover
from webapp.screens.games.mettle import around, keeping
from webapp.screens.games.mettle import bodies as read
from webapp.screens.games.mettle.turns import why_not
from webapp.store.board import Board
from webapp.table.accepting import propose
from webapp.table.command import Told
from webapp.table.games.mettle import bodies
from webapp.table.games.mettle.common import account, save
from webapp.table.games.mettle.cover import behind, leave_cover
from webapp.table.games.mettle.initiative import first_attack, tell


def after_roll(board: Board, check: Any) -> list[Told]:
    """Everything that follows by itself from this Check, in order."""
    character = board.find("character", check.character)
    if character is None or not check.asked.get("action"):
        return []
    told = [*first_attack(board, check), *_before_next(board, check, character)]
    told += _spent(board, check, character)
    if check.asked["action"] == "race":
        told += driven(board, check, character)
    return told


def after_answer(board: Board, check: Any) -> list[Told]:
    """The GM said yes or no without dice: the Action is spent all the same."""
    character = board.find("character", check.character)
    if character is None or not check.asked.get("action"):
        return []
    return [*_before_next(board, check, character), *_spent(board, check, character)]


def _before_next(board: Board, check: Any, character: Any) -> list[Told]:
    """Statuses that last until the next Action are over; whoever aims, or shoots from Total Cover, shows."""
    told = bodies.acted(board, character)
    if check.asked["action"] != "attack":
        return told
    if read.cover_of(board, character.id) is Cover.TOTAL:
        told += [*leave_cover(board, character), behind(board, character, Cover.PARTIAL)]
    if check.asked.get("aiming"):
        told += bodies.take_on(board, character, "aiming")
    return told


def _spent(board: Board, check: Any, character: Any) -> list[Told]:
    """Initiative goes on to the target; a second half of a split Attack costs nothing more.

    Aboard in a race it is the Action that a Steady gave, and the driving costs none.
    """
    ride = keeping.ride(board, character.id)
    if ride is not None:
        return _acted_aboard(*ride, character) if check.asked["action"] != "race" else []
    found, name = keeping.fight(board), str(character.id)
    if found is None or name not in found[1].combatants:
        return []
    piece, fight = found
    if why_not(board, fight, character, check.asked["action"]):
        return []
    if name in fight.waits:
        return [
            tell(
                board,
                piece,
                fight.interrupt(name, fight.waits[name]),
                f"{character.name} interrupts",
                character,
            )
        ]
    targets = [str(row.id) for each in around.halves(board, check) for row in around.foes(board, each)]
    known = [each for each in targets if each in fight.combatants]
    return [tell(board, piece, fight.act(*known))]


def _acted_aboard(piece: Any, stretch: Any, racer: Any, character: Any) -> list[Told]:
    if str(character.id) not in racer.acting:
        return []
    save(piece, stretch.act(racer.name, str(character.id)))
    return [account(f"{character.name} acts in the moving vehicle", piece, character)]


# ---- a race ----------------------------------------------------------------------------------


def result_of(check: Any) -> Result:
    """A rolled Check as the rules have it."""
    data = check.result["data"]
    kept = tuple(data["kept"])
    return Result(Check(len(kept), data["difficulty"]), kept, ())


def driven(board: Board, check: Any, character: Any, *, again: bool = False) -> list[Told]:
    """A driver's Check, or the same `again` after a Twist: in control, or a crash that hurts all aboard."""
    found = keeping.race(board)
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
        aboard = board.find("character", int(id))
        if aboard is not None:
            own = read.sheet(board, aboard)
            through = max(0, damage - own["FRAME"] - own.armour)
            fields: dict[str, object] = {"character": aboard.id, "by": through}
            worst = through + rules.CRASH_FACES - fell
            lines.append(Proposed("mettle.hurt", fields, f"Crash: {damage} damage", 0, max(worst, 1)))
    propose(board, [line for line in lines if line.fields["by"]], check=check.id)
    if any(line.fields["by"] for line in lines):
        check.state = "rolled"
    return [
        account(f"{character.name} crashes: {damage} damage to the vehicle and all aboard", piece, character)
    ]
