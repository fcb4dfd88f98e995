"""The journal as one audience may read it.

A line reaches an audience only if the change was visible to it then, and everything the line names
is visible to it now; who knows a clock by a word alone reads the line's masked words.
"""

from typing import Any

from sqlalchemy import or_, select

from webapp.screens.audience import Audience, Role
from webapp.screens.sight import LEVELS, level
from webapp.screens.views import ABSENT, LineView
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry, Heard

NEWEST = 50


def journal(
    board: Board, audience: Audience, before: int | None = None, limit: int = NEWEST
) -> list[LineView]:
    """The newest lines first; `before` is the id of a line this audience has read.

    Lines that were hidden since leave no hole: older ones take their place.
    """
    query = heard_by(board.table.id, audience)
    if before is not None:
        last = db.session.get(Entry, (board.table.id, before))
        query = query.where(Entry.serial < (last.serial if last else 0))
    lines: list[LineView] = []
    while len(lines) < limit:
        entries = list(db.session.scalars(query.limit(limit)))
        lines += [told for entry in entries if (told := line(entry, board, audience)) is not None]
        if len(entries) < limit:
            break
        query = query.where(Entry.serial < entries[-1].serial)
    return lines[:limit]


def heard_by(table_id: str, audience: Audience) -> Any:
    """The entries that changed something for this audience, newest first."""
    query = select(Entry).where(Entry.table_id == table_id).order_by(Entry.serial.desc())
    if audience.role is Role.GM:
        return query
    if audience.role is Role.TV:
        return query.where(Entry.for_tv)
    if audience.seat is None:
        return query.where(Entry.for_player)
    own = select(Heard.serial).where(Heard.table_id == table_id, Heard.seat == audience.seat)
    return query.where(or_(Entry.for_player, Entry.serial.in_(own)))


def line(entry: Entry, board: Board, audience: Audience) -> LineView | None:
    """One entry in the words this audience may read, or None."""
    words = _words(entry, board, audience)
    if words is None:
        return None
    gm = audience.role is Role.GM
    return LineView(
        id=entry.id,
        at=entry.at,
        who=entry.who,
        role=entry.role,
        command=entry.command,
        summary=words,
        because=entry.because if words == entry.summary else None,
        undone=entry.undone_by is not None,
        undoable=(entry.undoable and entry.undone_by is None and entry.undoes is None) if gm else ABSENT,
    )


def _words(entry: Entry, board: Board, audience: Audience) -> str | None:
    if audience.role is Role.GM:
        return entry.summary
    known = [_known(board, kind, id, audience) for kind, id in entry.about]
    lowest = min(known, key=LEVELS.index, default="shown")
    if lowest == "shown":
        return entry.summary
    return entry.masked if lowest == "masked" else None


def _known(board: Board, kind: str, id: int, audience: Audience) -> str:
    row = board.all(kind).get(id)
    return level(row, board, audience) if row is not None else "secret"
