"""The journal as one audience may read it.

A line reaches an audience only if the change was visible to it then, and everything the line names
is visible to it now; who knows a clock by a word alone reads the line's masked words.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, exists, or_, select

from webapp.screens.absent import ABSENT
from webapp.screens.audience import Audience, Role
from webapp.screens.failures import surely
from webapp.screens.views import LineView, view_of
from webapp.screens.visibility import LEVELS, Visibility
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry, Heard

NEWEST = 50
AT_FIRST = {Role.GM: 8, Role.PLAYER: 20}
"""How many lines a page tells by itself; older ones come when they are asked for."""
MOST_SEARCHED = 500
"""Entries that one read of the journal goes through at most, where it finds few that may be told."""
MOST_READ = 400
MOST_TOLD = 12
MOVES = ("clock.tick", "clock.set")
ON_THE_WAY = ("check.edit",)
"""How a check was settled before it fell: what came of it is told, not each step to it."""
STEP = re.compile(r": [+-]\d+, now ")


@dataclass(frozen=True)
class JournalPage:
    """Some lines, the newest first; `earlier` is the id to read on before, where there may be older ones."""

    lines: list[LineView]
    earlier: int | None


def journal(
    board: Board, audience: Audience, before: int | None = None, limit: int = NEWEST
) -> list[LineView]:
    """The newest lines first; `before` is the id of a line this audience has read."""
    return journal_page(board, audience, before, limit).lines


def journal_page(
    board: Board, audience: Audience, before: int | None = None, limit: int = NEWEST
) -> JournalPage:
    """The same, with the place to read on from.

    Lines that were hidden since leave no hole: older ones take their place, as far as one read goes.
    """
    query = heard_by(board.table.id, audience)
    if before is not None:
        last = db.session.get(Entry, (board.table.id, before))
        query = query.where(Entry.serial < (last.serial if last else 0))
    lines: list[LineView] = []
    read, batch = 0, limit
    while len(lines) < limit and read < MOST_SEARCHED:
        entries = list(db.session.scalars(query.limit(batch)))
        lines += [told for entry in entries if (told := line(entry, board, audience)) is not None]
        if len(entries) < batch:
            return JournalPage(lines[:limit], lines[limit - 1].id if len(lines) > limit else None)
        query = query.where(Entry.serial < entries[-1].serial)
        read, batch = read + batch, NEWEST
    return JournalPage(lines[:limit], lines[limit - 1].id if len(lines) >= limit else entries[-1].id)


def heard_by(table_id: str, audience: Audience) -> Select[Entry]:
    """The entries that changed something for this audience, newest first."""
    query = select(Entry).where(Entry.table_id == table_id).order_by(Entry.serial.desc())
    if audience.role is Role.GM:
        return query
    if audience.role is Role.TV:
        return query.where(Entry.for_tv)
    if audience.seat is None:
        return query.where(Entry.for_player)
    seats = (Heard.table_id == table_id, Heard.seat == audience.seat, Heard.serial == Entry.serial)
    return query.where(or_(Entry.for_player, exists().where(*seats)))


def is_heard(table_id: str, audience: Audience, id: int) -> bool:
    """Whether the entry with this id changed something for this audience."""
    return db.session.scalar(heard_by(table_id, audience).where(Entry.id == id)) is not None


def reads(entry: Entry, board: Board, audience: Audience) -> bool:
    """Whether this entry is a line of this audience's journal."""
    heard = audience.role is Role.GM or entry.for_player
    if not heard and audience.seat is not None:
        heard = db.session.get(Heard, (board.table.id, audience.seat, entry.serial)) is not None
    return heard and line(entry, board, audience) is not None


def line(entry: Entry, board: Board, audience: Audience) -> LineView | None:
    """One entry in the words this audience may read, or None."""
    return surely("A line of the journal", lambda: exact_line(entry, board, audience), lambda: None)


def exact_line(entry: Entry, board: Board, audience: Audience) -> LineView | None:
    """The same; an entry that cannot be told raises whatever is wrong with it."""
    words, whole = _words(entry, board, audience)
    if words is None:
        return None
    gm = audience.role is Role.GM
    command = entry.command if gm else _known_command(entry, Visibility(board, audience))
    return view_of(
        LineView,
        entry,
        summary=words,
        command=command,
        because=_told_why(entry, board, audience) if whole else None,
        undone=entry.undone_by is not None,
        undoable=(entry.undoable and entry.undone_by is None and entry.undoes is None) if gm else ABSENT,
    )


def _known_command(entry: Entry, visibility: Visibility) -> str:
    """Return the command of an entry as this audience may read it, which names no hidden check."""
    if not entry.parts or not is_of_a_hidden_check(entry, visibility):
        return str(entry.command)
    known = [part for part in entry.parts if part_words(part, visibility) is not None]
    ticks = all(kind == "clock" for part in known for kind, _ in part["about"][:1])
    return "clock.tick" if ticks else "proposal.accept"


def is_of_a_hidden_check(entry: Entry, visibility: Visibility) -> bool:
    """Whether an entry is about a check that this audience may not know of."""
    return _lowest(visibility, [each for each in entry.about if each[0] == "check"]) != "shown"


def _words(entry: Entry, board: Board, audience: Audience) -> tuple[str | None, bool]:
    """The words this audience may read, and whether it may read the cause as well."""
    if audience.role is Role.GM:
        return entry.summary, True
    visibility = Visibility(board, audience)
    lowest = _lowest(visibility, entry.about)
    if not entry.parts:
        whole = {"summary": entry.summary, "masked": entry.masked, "about": entry.about}
        return part_words(whole, visibility, lowest), lowest == "shown"
    levels = [_lowest(visibility, part["about"]) for part in entry.parts]
    told = joined(said for part in entry.parts if (said := part_words(part, visibility)) is not None)
    return told or None, lowest == "shown" and "shown" in levels


def part_words(part: Mapping[str, Any], visibility: Visibility, level: str | None = None) -> str | None:
    """One thing that a line tells, in the words this audience may read; `level` says how much it knows."""
    level = level or _lowest(visibility, part["about"])
    said = {"shown": part["summary"], "masked": part["masked"]}.get(level)
    return visibility.without_theirs(said, part["about"]) or None if said is not None else None


def _told_why(entry: Entry, board: Board, audience: Audience) -> str | None:
    """The cause, unless it counts what this audience is not told."""
    if not entry.because:
        return entry.because
    about = [*entry.about, *(each for part in entry.parts for each in part["about"])]
    return None if Visibility(board, audience).counts_theirs(entry.because, about) else entry.because


def _lowest(visibility: Visibility, about: Iterable[list[Any]]) -> str:
    rows = [visibility.board.thing(kind, id) for kind, id in about]
    known = [visibility.level(row) if row is not None else "secret" for row in rows]
    return min(known, key=LEVELS.index, default="shown")


def joined(sentences: Iterable[str]) -> str:
    """Several sentences as one line of the journal."""
    line = ""
    for each in sentences:
        line += ("" if not line else " " if line[-1] in ".!" else "; ") + each
    return line


# ---- what somebody missed while their phone slept -------------------------------------------------


@dataclass(frozen=True)
class Summary:
    """Sentences, oldest first; `more` were left out before them. `restored`: another table than before."""

    sentences: tuple[str, ...] = ()
    more: int = 0
    restored: bool = False


def missed_since(board: Board, audience: Audience, last: str, now: str) -> Summary | None:
    """What happened after the cursor `last`; None when there is nothing to tell.

    What one did oneself is left out, as is what was done and taken back meanwhile; a clock that moved
    several times is told once, as it stands.
    """
    epoch, _, seen = last.rpartition("-")
    now_epoch, _, newest = now.rpartition("-")
    if epoch != now_epoch or not seen.isdecimal():
        return Summary(restored=True)
    behind = int(newest) - int(seen)
    if behind <= 0:
        return None
    query = heard_by(board.table.id, audience).limit(min(behind, MOST_READ))
    told = _sentences(_standing(list(db.session.scalars(query))), board, audience)
    more = max(len(told) - MOST_TOLD, 0)
    return Summary(tuple(told[more:]), more) if told else None


def _standing(entries: Sequence[Entry]) -> list[Entry]:
    """Oldest first, without what was undone within them and without those undos."""
    ids = {entry.id for entry in entries}
    return [entry for entry in reversed(entries) if entry.undone_by not in ids and entry.undoes not in ids]


def _sentences(entries: Sequence[Entry], board: Board, audience: Audience) -> list[str]:
    told: dict[str, tuple[str, int]] = {}
    for entry in entries:
        words = line(entry, board, audience)
        own = entry.seat is not None and entry.seat == audience.seat
        if words is None or own or entry.command in ON_THE_WAY:
            continue
        about = str(entry.about) if entry.command in MOVES else str(entry.id)
        _, times = told.pop(about, ("", 0))
        told[about] = words.summary, times + 1
    return [_said(summary, times) for summary, times in told.values()]


def _said(summary: str, times: int) -> str:
    return summary if times == 1 else f"{STEP.sub(': now ', summary)}, after {times} moves"
