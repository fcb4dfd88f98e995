"""The state of a table's screens, as the GM sees it: here, behind, asleep, gone or away."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from webapp.live.presence import ASLEEP, GONE, HERE, PageReport, Presence
from webapp.state.audience import Audience, Role
from webapp.state.guests import newcomers
from webapp.store.db import db
from webapp.store.models import Entry, Seat
from webapp.store.table_state import TableState
from webapp.table.revisions import Revisions
from webapp.views.journal import entries_for

BEHIND, AWAY, OLD = "behind", "away", -1
"""Two states that no page reports, and the value of `behind` for a page from an earlier epoch."""
ROLES = {"gm": "GM", "tv": "TV", "player": "guests"}
GRACE = 5.0  # seconds for a change to reach a screen and for the screen to report it
MANY = 100  # changes
MOST_AWAY = 8
"""How many seats without a page are listed; the others, and all that are new to the table, are counted."""
BEST = (HERE, BEHIND, ASLEEP, GONE)


@dataclass(frozen=True)
class Screen:
    """One holder's line in the list of screens.

    `state` is "here", "behind", "asleep", "gone" or, if no page has reported, "away". `since` is when a page
    fell asleep or disappeared, in seconds since the epoch. `behind` counts the missed changes (-1: the page
    is from another epoch), `count` the holder's pages that are here (1 if there are none).
    """

    name: str
    what: str
    state: str
    since: float | None = None
    behind: int = 0
    count: int = 1


def screens_of(presence: Presence, table_id: str) -> list[Screen]:
    """Return the screens of a table: one for each seat, then one for each open link that has reported."""
    state = TableState.load(table_id)
    if state is None:
        return []
    now = Revisions.of(state)
    reports: dict[str, list[PageReport]] = {}
    for report in presence.of(table_id).values():
        reports.setdefault(report.holder, []).append(report)
    new = newcomers(state)
    away = [seat for seat in state.find_all(Seat) if f"seat:{seat.id}" not in reports]
    counted = [seat for seat in away if seat.id in new]
    counted += [seat for seat in away if seat.id not in new][MOST_AWAY:]
    seats = [
        _screen(seat.name, "seat", Audience(Role.PLAYER, seat.id), reports.get(f"seat:{seat.id}", []), now)
        for seat in state.find_all(Seat)
        if seat not in counted
    ]
    if more := len(counted):
        seats.append(Screen(f"{more} more seat{'s' if more > 1 else ''}", "seat", AWAY))
    links = [
        _screen(link.name, ROLES[link.role], Audience(Role(link.role)), found, now)
        for link in state.open_links()
        if (found := reports.get(f"{link.role}:{link.id}", []))
    ]
    return seats + links


def opened_by(presence: Presence, table_id: str, link: str) -> tuple[set[int], int]:
    """Return the ids of seats whose pages this link opened, and the number of its other pages.

    Pages that are gone do not count.
    """
    reports = [
        report for report in presence.of(table_id).values() if report.link == link and report.state != GONE
    ]
    seats = {
        int(report.holder.removeprefix("seat:")) for report in reports if report.holder.startswith("seat:")
    }
    return seats, sum(not report.holder.startswith("seat:") for report in reports)


# ---- one line ------------------------------------------------------------------------------------


def _screen(name: str, what: str, audience: Audience, reports: list[PageReport], now: Revisions) -> Screen:
    """Return the line of one holder, from the page in the best state; "away" without reports."""
    if not reports:
        return Screen(name, what, AWAY)
    states = [(_judge_screen(report, audience, now), report) for report in reports]
    (state, behind), best = min(states, key=lambda value: (BEST.index(value[0][0]), -value[1].at))
    if state == GONE and best.is_awake(time.time()):
        state = HERE
    count = sum(report.state == HERE for report in reports)
    since = best.since if state in (ASLEEP, GONE) else None
    return Screen(name, what, state, since, behind, max(count, 1))


def _judge_screen(report: PageReport, audience: Audience, revisions: Revisions) -> tuple[str, int]:
    """Return a screen's state, and how many changes it is behind (-1: it is from another epoch).

    A screen that shows an older state has a few seconds to catch up before it counts as behind.
    """
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
    """Return whether the oldest change that a screen has missed was made in the last five seconds."""
    if behind > MANY:
        return False  # so many changes take longer than the grace period
    entry: Entry | None = db.session.scalar(entries_for(table_id, audience).offset(behind - 1).limit(1))
    return entry is not None and datetime.now(UTC) - entry.at < timedelta(seconds=GRACE)
