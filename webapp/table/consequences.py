"""What follows when a scene ends, time passes or a clock moves; what needs the GM's yes is proposed."""

from dataclasses import replace

from webapp.rules.check import Proposed
from webapp.rules.clocks import CameIn, Opposed, Ticked, raced
from webapp.rules.play import CarriedCondition
from webapp.rules.ruleset import played
from webapp.screens.audience import PLAYER, Role
from webapp.screens.thing_views import carried
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Condition
from webapp.table.actor import Actor
from webapp.table.command import Report
from webapp.table.outcomes import waits
from webapp.table.proposals import propose


def scene_passes(board: Board) -> list[int]:
    """The scene being played ends: wounds bleed on, what lasts no longer clears, clocks of scenes tick."""
    game = played(board.table.ruleset)
    found: list[Proposed] = []
    for row in board.here(Condition):
        found += [_whole(board, row, line) for line in game.scene_ends([told(board, row)])]
    return propose(board, [*found, *game.time_passes(_timed(board, "scene"), "a scene passes")])


def told(board: Board, condition: Condition) -> CarriedCondition:
    """A condition as a cause may name it: causes are told wherever what follows is seen."""
    known = Visibility(board, PLAYER).level(condition) == "shown"
    return carried(condition, condition.name if known else "something")


def time_passes(board: Board, why: str) -> list[int]:
    """Time passes in the story: every clock that time moves may tick."""
    return propose(board, played(board.table.ruleset).time_passes(_timed(board, "time"), why))


def _timed(board: Board, tempo: str) -> list[int]:
    """The clocks in play that time moves so, and that may still move."""
    scenes = (None, board.table.active_scene)
    rows = (row for row in board.here(Clock) if row.tempo == tempo and row.scene in scenes)
    return [row.id for row in rows if not (row.value.complete or waits(board, row))]


def _whole(board: Board, condition: Condition, line: Proposed) -> Proposed:
    """A clock that is proposed for a condition belongs to it and to whoever carries it."""
    if line.do != "clock.add":
        return line
    return replace(line, fields={**line.fields, **personal(board, condition)})


def personal_kind(board: Board) -> str:
    """A personal clock where the game knows that kind, else its plainest."""
    return played(board.table.ruleset).clock_kind_for("personal")


def personal(board: Board, condition: Condition) -> dict[str, object]:
    """The fields of a condition's own clock: it goes where the character goes, seen as the condition is."""
    character = board.row(Character, condition.character)
    name = f"{condition.name} ({character.name})" if character is not None else condition.name
    return {
        "name": name[:80],
        "scene": None,
        "character": condition.character,
        "condition": condition.id,
        "visibility": condition.visibility,
    }


# ---- a clock's move -------------------------------------------------------------------------------


def follow_up(board: Board, clock: Clock, ticked: Ticked, account: Report, actor: Actor) -> Report:
    """Add to the account of a move what it decided; conditions that hang on the clock become proposals."""
    rival = board.find(Clock, clock.opposes)
    if rival is not None:
        _race(board, clock, rival, ticked, account, actor)
    _conditions(board, clock, ticked)
    return account


def _race(board: Board, clock: Clock, rival: Clock, ticked: Ticked, account: Report, actor: Actor) -> None:
    """Write down who came in first, and say so."""
    came = raced(_opposed(clock), _opposed(rival), ticked, board.acting)
    for row, after in zip((clock, rival), came, strict=True):
        row.race, row.completed_by = after.came and str(after.came), after.by
    if not ticked.completed:
        return
    if actor.role is Role.GM:
        account.result["race"] = {"against": rival.id, "came": clock.race}
    _tell(clock, rival, account)


def _opposed(row: Clock) -> Opposed:
    return Opposed(row.value, CameIn(row.race) if row.race else None, row.completed_by)


def _tell(clock: Clock, rival: Clock, account: Report) -> None:
    said = {
        "first": f"“{clock.name}” is complete first and decides against “{rival.name}”",
        "second": f"“{rival.name}” was complete first and has decided",
        "both": f"“{clock.name}” and “{rival.name}” are complete at once: the GM decides",
    }[str(clock.race)]
    move = Report(account.summary, account.about, masked=account.masked)
    outcome = Report(said, [("clock", clock.id), ("clock", rival.id)], {"came": clock.race}, masked=said)
    account.parts = [move, outcome]
    account.summary = f"{account.summary} {said}."


def said_once(parts: list[Report]) -> list[Report]:
    """Of one race the last word holds: a roll that fills both clocks does not say first that one decides."""
    last = {frozenset(each.about): each for each in parts if "came" in each.result}
    return [each for each in parts if "came" not in each.result or last[frozenset(each.about)] is each]


def _conditions(board: Board, clock: Clock, ticked: Ticked) -> None:
    """A condition whose own clock moved may worsen; one whose goal was reached may be cleared."""
    game = played(board.table.ruleset)
    for row in board.here(Condition):
        if row.clock == clock.id:
            propose(board, game.clock_full(carried(row), ticked), check=board.acting)
        if row.goal == clock.id:
            propose(board, game.goal_reached(carried(row), ticked), check=board.acting)
