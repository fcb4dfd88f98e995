"""What happens to a body: Mettle lost and regained, statuses taken on and ended, Staggered and Fallen."""

from typing import Any

from webapp.rules.mettle.meter import Mettle, State
from webapp.rules.mettle.sheet import METTLE
from webapp.rules.mettle.statuses import Status, entry_of
from webapp.screens.games.mettle import bodies, keeping
from webapp.store.board import Board
from webapp.store.models import Condition
from webapp.table.command import Told, refuse_crowd
from webapp.table.games.mettle.common import account, by_the_rules, save
from webapp.table.refusals import Refused

FOLLOWING = {State.STAGGERED: "Staggered", State.FALLEN: "Fallen"}
NO_ACTION = ("Fallen", "Incapacitated", "Dead")
ALONE = ("rattled",)
"""What nobody takes on twice at once."""


def lose(board: Board, row: Any, points: int) -> list[Told]:
    """Unsoaked damage, or breath held too long."""
    before = bodies.sheet(board, row).mettle
    return _set(board, row, before, before.lose(points), f"{row.name} loses {points} Mettle")


def regain(board: Board, row: Any, points: int) -> list[Told]:
    """Mettle comes back, up to the maximum."""
    before = bodies.sheet(board, row).mettle
    after = before.regain(points)
    return _set(board, row, before, after, f"{row.name} regains {after.current - before.current} Mettle")


def put(board: Board, row: Any, mettle: Mettle, words: str) -> list[Told]:
    """Mettle stands at another value by a rule: a Rally, a Surge, a new Scene."""
    return _set(board, row, bodies.sheet(board, row).mettle, mettle, words)


def _set(board: Board, row: Any, before: Mettle, after: Mettle, words: str) -> list[Told]:
    row.stats = {**row.stats, METTLE: after.current}
    at = f", now {after.current} of {after.maximum}"
    told = [Told(words + at, [("character", row.id)], masked=None)]
    return told + follow_mettle(board, row, before)


def follow_mettle(board: Board, row: Any, before: Mettle | None = None) -> list[Told]:
    """Staggered and Fallen come and go with Mettle by themselves; the Fallen have no Action."""
    now = bodies.sheet(board, row).mettle
    wanted = FOLLOWING.get(now.state)
    told = []
    for name in ("Staggered", "Fallen"):
        held = bodies.carried(board, row.id, name)
        if name != wanted and held is not None:
            held.removed = True
            told.append(account(f"{row.name} is no longer {name}", held, row))
        elif name == wanted and held is None:
            told.append(add_status(board, row, Status(name.casefold(), now.penalty)))
        elif name == wanted and held is not None and held.data.get("count") != now.penalty:
            held.data = {**held.data, "count": now.penalty}
    return told + in_or_out(board, row)


def in_or_out(board: Board, row: Any) -> list[Told]:
    """Who cannot act is out of the fight; who can again is back with the next Round."""
    found = keeping.fight(board)
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


def cannot_act(board: Board, row: Any) -> bool:
    """Whether a status takes all of somebody's Actions."""
    return any(bodies.carried(board, row.id, each) for each in NO_ACTION)


def add_status(
    board: Board, row: Any, status: Status, *, source: str | None = None, **data: str | int | bool
) -> Told:
    """Somebody takes on a status; one that is there already is replaced."""
    entry = status.entry
    held = bodies.carried(board, row.id, entry.name)
    if held is not None and status.key in ALONE:
        raise Refused(f"{row.name} is {entry.name} already; not again until that is over.")
    if held is not None:
        held.data = {**held.data, "count": status.count, **data}
        held.source = source or held.source
        return account(f"{row.name}: {entry.name} is now {status.count}", held, row)
    refuse_crowd(board, "condition")
    new = board.add(
        Condition(
            character=row.id,
            name=entry.name,
            effects=entry.effects,
            source=source,
            trigger=entry.trigger or None,
            clears=entry.clears or None,
            severity="major" if entry.key in ("fallen", "dead", "staggered") else "minor",
            data={**entry.data, "count": status.count, **data},
        )
    )
    return account(f"{row.name} is now {entry.name}", new, row, condition=new.id)


def take_on(
    board: Board, row: Any, name: str, count: int | None = None, source: str | None = None, **data: Any
) -> list[Told]:
    """A status by its name in the book; Hungry and Starving replace each other."""
    entry = by_the_rules(lambda: entry_of(name))
    told: list[Told] = []
    if entry.key in ("hungry", "starving"):
        told += end(board, row, "starving" if entry.key == "hungry" else "hungry")
    least = 1 if count is None else count
    status = by_the_rules(lambda: Status(entry.key, least))
    told.append(add_status(board, row, status, source=source, **data))
    return told + after_status(board, row)


def end(board: Board, row: Any, *names: str) -> list[Told]:
    """Statuses are over."""
    told = []
    for name in names:
        entry = by_the_rules(lambda name=name: entry_of(name))  # type: ignore[misc]
        held = bodies.carried(board, row.id, entry.name)
        if held is not None:
            held.removed = True
            told.append(account(f"{row.name} is no longer {entry.name}", held, row))
    return told + (after_status(board, row) if told else [])


def after_status(board: Board, row: Any) -> list[Told]:
    """Starving lowers the maximum, Incapacitated takes the Action: both follow at once."""
    mettle = bodies.sheet(board, row).mettle
    if METTLE in row.stats and row.stats[METTLE] != mettle.current:
        row.stats = {**row.stats, METTLE: mettle.current}
    return follow_mettle(board, row)


def acted(board: Board, row: Any) -> list[Told]:
    """An Action was taken: what lasts until the next Action is over, Rattled counts down."""
    told: list[Told] = []
    for held in bodies.conditions(board, row.id):
        lasts = held.data.get("lasts")
        if lasts == "next action" or (lasts == "actions" and int(held.data.get("count", 1)) <= 1):
            held.removed = True
            told.append(account(f"{row.name} is no longer {held.name}", held, row))
        elif lasts == "actions":
            held.data = {**held.data, "count": int(held.data["count"]) - 1}
    return told


def is_gone(board: Board, row: Any) -> bool:
    """Whether somebody is dead."""
    return bodies.carried(board, row.id, "Dead") is not None
