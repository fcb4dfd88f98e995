"""What somebody missed while their phone slept: few calm sentences, in the words of their audience."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webapp.screens.audience import Audience
from webapp.screens.journal import heard_by, line
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry

MOST_READ = 400
MOST_TOLD = 12
MOVES = ("clock.tick", "clock.set")
ON_THE_WAY = ("check.edit",)
"""How a check was settled before it fell: what came of it is told, not each step to it."""
STEP = re.compile(r": [+-]\d+, now ")


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
