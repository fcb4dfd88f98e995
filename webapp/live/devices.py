"""The screens of a table as its GM reads them: here, behind, asleep or gone."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from webapp.live.presence import ASLEEP, GONE, HERE, LastWord, Presence
from webapp.screens.audience import Audience, Role
from webapp.screens.journal import heard_by
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry, Seat
from webapp.table.revisions import Revisions

BEHIND, AWAY, OLD = "behind", "away", -1
"""Two more states, and how far behind a page is whose epoch is over."""
ROLES = {"gm": "GM", "tv": "TV", "player": "guests"}
GRACE = 5.0  # seconds that a change may take to a screen and its word back
MANY = 100  # changes
BEST = (HERE, BEHIND, ASLEEP, GONE)


@dataclass(frozen=True)
class Screen:
    """One line of the list: whose screen, how it is, since when, how far behind (-1: in another epoch)."""

    name: str
    what: str
    state: str
    since: float | None = None
    behind: int = 0
    count: int = 1


def screens_of(presence: Presence, table_id: str) -> list[Screen]:
    """Every seat and every link's screens, seats first."""
    board = Board.load(table_id)
    if board is None:
        return []
    now = Revisions.of(board)
    reports: dict[str, list[LastWord]] = {}
    for report in presence.of(table_id).values():
        reports.setdefault(report.holder, []).append(report)
    seats = [
        _screen(seat.name, "seat", Audience(Role.PLAYER, seat.id), reports.get(f"seat:{seat.id}", []), now)
        for seat in board.here(Seat)
    ]
    links = [
        _screen(link.name, ROLES[link.role], Audience(Role(link.role)), found, now)
        for link in board.open_links()
        if (found := reports.get(f"{link.role}:{link.id}", []))
    ]
    return seats + links


def opened_by(presence: Presence, table_id: str, link: str) -> tuple[set[int], int]:
    """The seats whose screens were opened by this link, and how many screens of others were."""
    reports = [each for each in presence.of(table_id).values() if each.link == link and each.state != GONE]
    seats = {int(each.holder.removeprefix("seat:")) for each in reports if each.holder.startswith("seat:")}
    return seats, sum(not each.holder.startswith("seat:") for each in reports)


# ---- one line ------------------------------------------------------------------------------------


def _screen(name: str, what: str, audience: Audience, reports: list[LastWord], now: Revisions) -> Screen:
    """The line of one holder, by the screen of theirs that is in the best state."""
    if not reports:
        return Screen(name, what, AWAY)
    told = [(_state(report, audience, now), report) for report in reports]
    (state, behind), best = min(told, key=lambda each: (BEST.index(each[0][0]), -each[1].at))
    if state == GONE and best.is_awake(time.time()):
        state = HERE
    count = sum(report.state == HERE for report in reports)
    since = best.since if state in (ASLEEP, GONE) else None
    return Screen(name, what, state, since, behind, max(count, 1))


def _state(report: LastWord, audience: Audience, revisions: Revisions) -> tuple[str, int]:
    """How a screen is; one that shows an older state has a few seconds to follow."""
    if report.state != HERE:
        return report.state, 0
    epoch, _, shown = report.cursor.rpartition("-")
    now_epoch, _, now = revisions.cursor(audience).rpartition("-")
    if epoch != now_epoch:
        return BEHIND, OLD
    behind = int(now) - int(shown)
    if behind <= 0 or _is_fresh(revisions.table, audience, behind):
        return HERE, 0
    return BEHIND, behind


def _is_fresh(table_id: str, audience: Audience, behind: int) -> bool:
    """Whether the oldest change that a screen misses was made just now."""
    if behind > MANY:
        return False  # nobody makes so many changes in a moment
    entry: Entry | None = db.session.scalar(heard_by(table_id, audience).offset(behind - 1).limit(1))
    return entry is not None and datetime.now(UTC) - entry.at < timedelta(seconds=GRACE)
