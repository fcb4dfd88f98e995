"""Merge a person's consecutive ticks of one clock into one journal line."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from webapp.table.actor import Actor
from webapp.table.changes import Change
from webapp.table.command import CommandResult
from webapp.table.recent_entries import RecentEntries, RecentEntry, moved

TICK = "clock.tick"
WITHIN = timedelta(seconds=10)


def mark_run(
    recent: RecentEntries,
    do: str,
    result: CommandResult,
    changes: Sequence[Change],
    actor: Actor,
    now: datetime,
) -> None:
    """Store the sum of a run's moves on a tick that continues the run of the previous entry.

    A run has ticks of one clock by one person without reasons, each within 10 seconds of the previous one.
    """
    if do != TICK or result.parts or result.because or not result.about:
        return
    before = next(iter(recent.entries), None)
    if before is None or not _goes_on(before, result, actor, now):
        return
    run = before.parts[0].get("run", before.moved) if before.parts else before.moved
    itself = CommandResult(
        result.summary, result.about, masked=result.masked, run=run + sum(map(moved, changes))
    )
    result.parts = [itself]


def _goes_on(before: RecentEntry, result: CommandResult, actor: Actor, now: datetime) -> bool:
    same = before.command == TICK and [tuple(thing) for thing in before.about] == result.about
    whose = (before.role, before.seat, before.device) == (str(actor.role), actor.seat, actor.device)
    alone = not before.because and len(before.parts) <= 1 and before.undone_by is None
    return same and whose and alone and now - before.at <= WITHIN
