"""From a roll to what it does: the outcome is written down, and its consequences are put before the GM."""

from collections.abc import Sequence
from dataclasses import replace

from webapp.rules import clocks
from webapp.rules.check import AsRolled, Counted, Dial, Proposed, Resolved, merged
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import Ruleset, played
from webapp.screens.audience import PLAYER
from webapp.screens.modifiers import Bearing, Weighing, as_rolled
from webapp.screens.thing_views import carried
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Clock, Condition, Proposal
from webapp.table.proposals import propose
from webapp.table.refusals import Invalid, Refused


def roll(board: Board, weighed: Weighing, dice: Sequence[object] | None) -> Resolved:
    """Roll a check as it stands, with the server's dice or those a person rolled; once rolled it stays so."""
    row = weighed.row
    try:
        resolved = weighed.game.resolve(weighed.check, dice if dice is not None else board.dice)
    except RuleError as error:
        if dice is None:
            raise Refused(error.message) from error
        raise Invalid(error.message, {error.field or "dice": error.message}) from error
    row.rolled = _as_rolled(weighed)
    row.result = resolved
    row.state = "rolled"
    return resolved


def _as_rolled(weighed: Weighing) -> AsRolled:
    return AsRolled(
        check=weighed.game.written(weighed.check),
        dice=weighed.assessment.dice,
        faces=weighed.assessment.faces,
        numbers={name: each for name, each in weighed.assessment.data.items() if name != "hazards"},
        counted=tuple(_counted(each) for each in weighed.bearings if each.counts),
        hazards=weighed.hazards,
    )


def _counted(bearing: Bearing) -> Counted:
    source = bearing.source
    return Counted(source.name, source.modifier, source.amount, source.note, bearing.thing)


# ---- those who belong to one moment --------------------------------------------------------------


def family(board: Board, row: Check) -> list[Check]:
    """The checks of one moment, the leading one first; those that were cancelled are out of it."""
    lead = row.lead or row.id
    together = [each for each in board.here(Check) if lead in (each.id, each.lead)]
    return [each for each in together if each.state != "cancelled"]


def group_of(row: Check) -> int:
    """The journal's group of a check: all entries of one moment are undone together."""
    return row.lead or row.id


def titled(board: Board, row: Check) -> str:
    """A check in a few words: "Mara, “Question the clerk”"."""
    character = board.row(Character, row.character)
    who = character.name if character is not None else "Somebody"
    return f"{who}, “{row.intent}”" if row.intent else f"{who}, a check"


# ---- what follows --------------------------------------------------------------------------------


def follow(board: Board, row: Check) -> Check:
    """Put what follows before the GM, once everyone of this moment has rolled; the check that holds it.

    Several rolls give one set of lines: what the best achieved and what the worst brought about.
    """
    together = family(board, row)
    rolled = [each for each in together if each.state == "rolled"]
    if not rolled or any(each.state == "called" for each in together):
        return row
    holder = rolled[0]
    best = worst = holder
    if len(rolled) > 1:
        best, worst = _combine(board, rolled)
    lines = _lines(board, best) if best is worst else merged(_lines(board, best), _lines(board, worst))
    made = propose(board, lines, check=holder.id)
    made += propose(board, _cleared(board, rolled), check=holder.id)
    made += propose(board, _complications(board, worst), check=holder.id, offered=True)
    for each in rolled:
        each.state = "rolled" if each is holder and made else "resolved"
    return holder


def settle_if_done(board: Board, id: int | None) -> None:
    """A check is over once nothing of it waits for the GM any more."""
    row = board.find(Check, id)
    if row is not None and row.state == "rolled" and not waiting(board, row.id):
        row.state = "resolved"


def waiting(board: Board, check: int) -> list[Proposal]:
    """The lines of a check that wait for the GM, in the order in which they happen."""
    return [each for each in board.here(Proposal) if each.check == check and each.state == "open"]


def cause(game: Ruleset, row: Check) -> str:
    """Why something happens, as the journal tells it: "Partial success, margin -1, on Question the clerk"."""
    return game.cause(row.intent, row.result)


def _combine(board: Board, rolled: list[Check]) -> tuple[Check, Check]:
    game = played(board.table.ruleset)
    names = _names(board, rolled)
    combined = game.combined({name: as_rolled(board, each) for name, each in names.items()})
    if combined is None:
        return rolled[0], rolled[0]
    for each in rolled:
        each.result = replace(each.result, combined=combined.says)
    return names[combined.best], names[combined.worst]


def _names(board: Board, rows: list[Check]) -> dict[str, Check]:
    """Each check by the name of who rolled it; two of one name are told apart by a number.

    Everybody reads how several fared together, so who is hidden is nobody in particular.
    """
    found: dict[str, Check] = {}
    visibility = Visibility(board, PLAYER)
    for row in rows:
        character = board.row(Character, row.character)
        known = character is not None and visibility.level(character) == "shown"
        name = character.name if character is not None and known else "Somebody"
        found[f"{name} {len(found) + 1}" if name in found else name] = row
    return found


def _lines(board: Board, row: Check) -> Sequence[Proposed]:
    """What this outcome proposes for the clocks and whatever else its game moves."""
    game = played(board.table.ruleset)
    lines = game.proposes(as_rolled(board, row), _dials(board, row))
    return tuple(line for line in lines if line.low is None or line.high)


def _dials(board: Board, row: Check) -> list[Dial]:
    """The clocks in play, as the game's flowchart needs them."""
    scenes = (None, board.table.active_scene)
    wounds = {condition.clock for condition in board.here(Condition)}
    return [
        Dial(
            id=clock.id,
            name=clock.name,
            kind=clock.kind,
            targeted=clock.id in row.targets,
            affected=clock.id in row.affected,
            harms=clock.id in wounds,
            complete=clock.value.complete or waits(board, clock),
            opposes=clock.opposes,
        )
        for clock in board.here(Clock)
        if clock.scene in scenes
    ]


def waits(board: Board, clock: Clock) -> bool:
    """Whether a clock waits for the one it follows."""
    leader = board.find(Clock, clock.follows)
    return clocks.waits(leader.value if leader is not None else None)


# ---- conditions ----------------------------------------------------------------------------------


def _cleared(board: Board, rolled: list[Check]) -> list[Proposed]:
    """What these rolls do to the conditions of those who rolled."""
    game, found = played(board.table.ruleset), list[Proposed]()
    for row in rolled:
        own = [carried(each) for each in board.here(Condition) if each.character == row.character]
        found += game.after_check(as_rolled(board, row), own)
    return found


def _complications(board: Board, row: Check) -> tuple[Proposed, ...]:
    if board.find(Character, row.character) is None:
        return ()
    return played(board.table.ruleset).complications(row.result.outcome, row.character)
