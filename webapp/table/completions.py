"""What a clock's move brings with it: who won the race, and what a condition's own clock does when full."""

from webapp.rules.clocks import Came, Opposed, Ticked, raced
from webapp.rules.ruleset import played
from webapp.screens.audience import Role
from webapp.screens.carried import carried
from webapp.store.board import Board
from webapp.store.models import Clock, Condition
from webapp.table.actor import Actor
from webapp.table.command import Report
from webapp.table.proposals import propose


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
    return Opposed(row.value, Came(row.race) if row.race else None, row.completed_by)


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
