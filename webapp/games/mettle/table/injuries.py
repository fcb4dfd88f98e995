"""What happens to a body: Mettle lost and regained, statuses taken on and ended, Staggered and Fallen."""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from pydantic import Field

from webapp.games.mettle.screens import characters, game_state
from webapp.games.mettle.table.common import OfSomebody, Points, save, together
from webapp.rules.mettle import durations
from webapp.rules.mettle import statuses as rules
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.sheet import METTLE
from webapp.rules.mettle.statuses import Status, Statuses, entry_of
from webapp.store.board import Board
from webapp.store.models import Character, Condition
from webapp.table.actor import Actor
from webapp.table.command import Report, account, command, refuse_crowd
from webapp.table.fields import Because, Line, Name, optional

SEVERE = ("fallen", "dead", "staggered")


def lose(board: Board, row: Character, points: int) -> list[Report]:
    """Unsoaked damage, or breath held too long."""
    before = characters.sheet(board, row).mettle
    return put(board, row, before.lose(points), f"{row.name} loses {points} Mettle")


def regain(board: Board, row: Character, points: int) -> list[Report]:
    """Mettle comes back, up to the maximum."""
    before = characters.sheet(board, row).mettle
    after = before.regain(points)
    return put(board, row, after, f"{row.name} regains {after.current - before.current} Mettle")


def put(board: Board, row: Character, mettle: Mettle, words: str) -> list[Report]:
    """Mettle stands at another value; Staggered and Fallen follow."""
    row.stats = {**row.stats, METTLE: mettle.current}
    at = f", now {mettle.current} of {mettle.maximum}"
    told = [Report(words + at, [("character", row.id)], masked=None)]
    return told + follow_mettle(board, row)


def follow_mettle(board: Board, row: Character) -> list[Report]:
    """Staggered and Fallen come and go with Mettle by themselves; the Fallen have no Action."""
    after = durations.with_state(characters.statuses(board, row.id), characters.sheet(board, row).mettle)
    return become(board, row, after) + in_or_out(board, row)


def in_or_out(board: Board, row: Character) -> list[Report]:
    """Who cannot act is out of the fight; who can again is back with the next Round."""
    found = game_state.fight(board)
    name = str(row.id)
    if found is None or name not in found[1].combatants:
        return []
    piece, fight = found
    gone = row.removed or cannot_act(board, row)
    if gone and name not in fight.out:
        save(piece, fight.drop(name))
        return [account(f"{row.name} is out of the fight", row)]
    if not gone and name in fight.out:
        save(piece, fight.restore(name))
        return [account(f"{row.name} is back in the fight", row)]
    return []


def cannot_act(board: Board, row: Character) -> bool:
    """Whether a status takes all of somebody's Actions."""
    return rules.helpless(characters.statuses(board, row.id))


def become(
    board: Board, row: Character, after: Statuses, source: str | None = None, **data: object
) -> list[Report]:
    """Somebody's statuses are what the rules say now; a new one has this source, and these data."""
    left = list(after)
    told: list[Report] = []
    for held, status in characters.held(board, row.id):
        now = next((each for each in left if each.key == status.key), None)
        if now is None:
            held.removed = True
            told.append(account(f"{row.name} is no longer {held.name}", held, row))
        elif now != status:
            held.data = {**held.data, "count": now.count}
        left.remove(now) if now is not None else None
    return told + [_carries(board, row, each, source, data) for each in left]


def _carries(
    board: Board, row: Character, status: Status, source: str | None, data: dict[str, object]
) -> Report:
    """Somebody takes on a status, as the book has it."""
    refuse_crowd(board, Condition)
    entry = status.entry
    new = board.add(
        Condition(
            character=row.id,
            name=entry.name,
            effects=entry.effects,
            source=source,
            trigger=entry.trigger or None,
            clears=entry.clears or None,
            severity="major" if entry.key in SEVERE else "minor",
            data={**entry.data, "count": status.count, **data},
        )
    )
    return account(f"{row.name} is now {entry.name}", new, row, condition=new.id)


def take_on(
    board: Board, row: Character, name: str, count: int | None = None, source: str | None = None, **data: Any
) -> list[Report]:
    """Give somebody a status of the book; the rules say what becomes of one that is there already."""
    before = characters.statuses(board, row.id)
    status = Status(name, 1 if count is None else count)
    after = rules.add(before, status)
    known = [held for held, each in characters.held(board, row.id) if each.key == status.key]
    told = become(board, row, after, source, **data)
    for held in known if len(after) <= len(before) else ():
        held.source, held.data = source or held.source, {**held.data, **data}
        told.append(account(f"{row.name}: {held.name} is now {status.count}", held, row))
    return told + after_status(board, row)


def end(board: Board, row: Character, *names: str) -> list[Report]:
    """Take these statuses off somebody who has them, with what goes along."""
    keys = [entry_of(name).key for name in names]
    told = become(board, row, rules.remove(characters.statuses(board, row.id), *keys))
    return told + (after_status(board, row) if told else [])


def after_status(board: Board, row: Character) -> list[Report]:
    """Starving lowers the maximum, Incapacitated takes the Action: both follow at once."""
    mettle = characters.sheet(board, row).mettle
    if METTLE in row.stats and row.stats[METTLE] != mettle.current:
        row.stats = {**row.stats, METTLE: mettle.current}
    return follow_mettle(board, row)


def is_gone(board: Board, row: Character) -> bool:
    """Whether somebody is dead."""
    return rules.has(characters.statuses(board, row.id), "dead")


StatusName = Annotated[str, Field(max_length=40)]


class _Points(OfSomebody):
    """So many points of Mettle, up or down."""

    by: Points = Field(description="how many points")
    because: Because | None = None

    moves: ClassVar[Callable[[Board, Character, int], list[Report]]]

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        told = together(type(self).moves(board, row, self.by), {"character": row.id})
        told.result["mettle"] = row.stats["Mettle"]
        return told


@command("mettle.hurt")
class Hurt(_Points):
    """Damage that got through soak lowers Mettle; Staggered and Fallen follow by themselves."""

    moves = lose


@command("mettle.mend")
class Mend(_Points):
    """Mettle comes back, up to the maximum."""

    moves = regain


@command("mettle.status.add")
class AddStatus(OfSomebody):
    """Somebody takes on a status of the book; `count` is what it counts: Actions, days, points."""

    name: Name
    count: Points | None = optional("what it counts: Actions, days, points")
    source: Line | None = optional("where it came from")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        told = take_on(board, row, self.name, self.count, self.source)
        return together(told, {"character": row.id})


@command("mettle.status.end")
class EndStatus(OfSomebody):
    """A status is over: treated, put out, slept off."""

    status: StatusName = Field(description="the status")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        told = end(board, row, self.status)
        return together(told or [Report(f"{row.name} was not {self.status}")], {"character": row.id})
