"""Limit the size of a table's journal, and how much of it players may fill.

The GM has room that players cannot take, and each seat has its own. At the limit undoing, removing and ending
things still work, and so do links and the pause. Reading and exporting write nothing and are not limited. A
table that exceeds a lowered limit keeps its data.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from webapp.state.audience import Role
from webapp.store.models import Thing
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.shares import ShareUsedUp, holder_of, note_use, spoken_time, used_by
from webapp.table.table_export import row_as_json

ROW = 430  # the approximate bytes of an entry in an export, without its texts
TEXTS = ("summary", "masked", "because")
VALUES = ("changes", "parts", "events")
CLEARS = ("remove", "clear", "drop", "burn", "leave", "revoke", "cancel", "decline", "end", "undo")
"""The last parts of commands that remove something."""
ALWAYS = ("pause.set", "key.add", "key.edit", "join.set", "tv.code", "seat.give", "seat.answer")
"""Further commands that work at the limit: without them a table would be lost."""
PLAYERS = 5 / 8
"""The part of a table's bytes that all players may write together."""
OWN = 1 / 512
"""The part that a seat may still write when all players together have written theirs."""
AT_ONCE, REFILL = 1 / 64, 6 * 3600.0
"""The part that one seat, or one link's guests, may write at once; it is free again after so many seconds."""
LATER = 3600.0  # seconds


class TableTooLarge(ShareUsedUp):
    """Raised when a table's journal has reached the limit, or the players' part of it."""


def entry_size(entry: Mapping[str, Any]) -> int:
    """Return the approximate size of a journal entry in bytes, as an export has it."""
    return ROW + len(json.dumps([entry[name] for name in (*TEXTS, *VALUES)]))


def thing_size(row: Mapping[str, Any]) -> int:
    """Return the approximate size of a thing in bytes, as an export has it."""
    return len(json.dumps(row, default=str))


def new_things_size(rows: Iterable[object]) -> int:
    """Return the size of new things in bytes, since the journal only says that they are new."""
    return sum(thing_size(row_as_json(row)) for row in rows if isinstance(row, Thing))


def count_bytes(state: TableState, actor: Actor, size: int, most: int) -> None:
    """Add what a command wrote to the table, to what its sender and all players have written."""
    state.table.written += size
    holder = holder_of(actor)
    if holder is None:
        return
    own = used_by(state, holder)
    busy = max(float(own.get("busy", 0.0)), state.now) + size * REFILL / _part(most, AT_ONCE)
    note_use(state, holder, bytes=own.get("bytes", 0) + size, busy=round(busy, 1) if most else None)
    note_use(state, "players", bytes=used_by(state, "players").get("bytes", 0) + size)


def ensure_room_to_write(command: str, state: TableState, actor: Actor, most: int) -> None:
    """Refuse a command beyond its sender's share of `most` bytes (0: no limit), unless it always works."""
    if not most or command in ALWAYS or command.rpartition(".")[2] in CLEARS:
        return
    if state.table.written > most:
        raise TableTooLarge(
            f"This table has stored {_megabytes(most)}, the limit on this server. Undoing, removing, links "
            "and exporting still work; start another table to continue.",
            LATER,
        )
    if actor.role is not Role.GM:
        _ensure_share_to_write(state, actor, most)


def _ensure_share_to_write(state: TableState, actor: Actor, most: int) -> None:
    own, still = used_by(state, holder_of(actor) or ""), "Pausing, leaving and removing still work."
    late = float(own["busy"]) - state.now - REFILL
    if late > 0:
        who = "The guests of your link have" if actor.seat is None else "Your seat has"
        size, wait = _megabytes(most * AT_ONCE), spoken_time(late)
        raise ShareUsedUp(f"{who} written {size} in a short time, a share. Again in {wait}. {still}", late)
    everyone = int(used_by(state, "players")["bytes"])
    if everyone > most * PLAYERS and int(own["bytes"]) > most * OWN:
        raise TableTooLarge(
            f"Players have written {_megabytes(most * PLAYERS)} at this table, their part of it. The rest is "
            f"the GM's: ask your GM to start another table. {still}",
            LATER,
        )


def _part(most: int, part: float) -> float:
    return max(1.0, most * part)


def _megabytes(size: float) -> str:
    return f"{size / 2**20:.3g} MB"
