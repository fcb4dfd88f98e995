"""What a viewer has missed: the panels (or, for programs, the changes) between its cursor and now.

One path serves the first connection, a reply to a POST, a wake from sleep and a server restart.
Every visible entry raises a viewer's revision by one, so "how far behind" is a subtraction, and that
many entries, counted back from where the viewer will stand, are what it missed.
"""

import json
from collections import OrderedDict
from dataclasses import dataclass, replace

from webapp.live.bus import LocalBus
from webapp.live.figures import Metrics
from webapp.live.frames import EventName, frame
from webapp.screens.audience import GM, Audience
from webapp.screens.draw import Missed, draw_message, missed
from webapp.screens.journal import heard_by, line
from webapp.screens.projection import is_prepared
from webapp.screens.stamps import combined, in_order, newest
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.store.one_at_a_time import OneAtATime
from webapp.table.grants import Grant
from webapp.table.projections import revision_of, told_since, touched_since
from webapp.table.road import Road

FAR_BEHIND = 60
KEPT = 400
NOTHING_SHOWN = " "
"""What an audience is sent whose counter a change raised and whose panels it left alone: it moves on, too."""


@dataclass(frozen=True)
class Update:
    """What to send (a reply the `html` alone), and where the viewer then stands; `over` ends the stream."""

    data: bytes
    cursor: str
    over: bool = False
    html: str = ""


@dataclass(frozen=True)
class Viewer:
    """Somebody who watches: by which grant, as a page or as a program, which panels the page lacks, and the
    scene that it prepares."""

    grant: Grant
    as_page: bool = True
    lacks: frozenset[str] = frozenset()
    preparing: int | None = None

    @property
    def audience(self) -> Audience:
        return self.grant.audience

    def missing(self, last: str) -> tuple[str, ...]:
        """What all who miss the same since `last` have in common."""
        kind = f"preparing {self.preparing}" if self.preparing else "page" if self.as_page else "program"
        return self.grant.table, self.audience.key, kind, last


class UpdateCache:
    """Draws what viewers missed, once for all who miss the same, and hands the same bytes to all."""

    def __init__(self, road: Road, bus: LocalBus, figures: Metrics) -> None:
        self.road, self.bus, self.figures = road, bus, figures
        self._drawing = OneAtATime()
        self._drawn: OrderedDict[tuple[str, ...], Update] = OrderedDict()

    def since(self, viewer: Viewer, last: str) -> Update | None:
        """What this viewer missed after `last`, or None when it is up to date."""
        revisions = self.bus.revisions(viewer.grant.table)
        if revisions is None:
            return Update(frame(event=EventName.GONE), last, over=True)
        now = revisions.cursor(viewer.audience)
        if _is_ahead(last, now):  # another process may just have been quicker
            revisions = self.bus.read_anew(viewer.grant.table) or revisions
            now = revisions.cursor(viewer.audience)
            if viewer.as_page and _is_ahead(last, now):
                return Update(frame(event=EventName.RELOAD), last, over=True)
        if not revisions.admits(viewer.grant) or (now != last and not self._still_prepares(viewer)):
            return Update(frame(event=EventName.RELOAD), last, over=True)
        db.session.remove()  # who waits for another's drawing keeps no connection from whoever draws
        return None if now == last else self._drawn_once(viewer, last, now)

    def _still_prepares(self, viewer: Viewer) -> bool:
        """Whether the scene that they prepare, if any, is still to be played."""
        if viewer.preparing is None:
            return True
        seen = self.road.snapshots.for_reading(_board(viewer)).seen
        return is_prepared(seen[GM.key].view, viewer.preparing)

    def proof(self, viewer: Viewer, at: str) -> dict[str, int]:
        """What the stamps of a page come to that stands there; nothing where they are not all known."""
        table, audience = viewer.grant.table, viewer.audience
        steps = self.road.snapshots.steps(table, audience, at)
        stamps = steps[0].stamps(audience, viewer.lacks) if len(steps) == 1 else None
        if stamps is None or viewer.preparing is not None:
            return {}
        proved = *combined(stamps), *in_order((steps[0].seen[audience.key].lines or {}).values())
        return dict(zip(("count", "stamp", "lines", "told"), proved, strict=True))

    def _drawn_once(self, viewer: Viewer, last: str, now: str) -> Update:
        """Whoever asks meanwhile waits and gets the same bytes."""
        key = (*viewer.missing(last), now)
        with self._drawing.at(key):
            made = self._drawn.get(key)
            if made is None:
                self.figures.drawn.inc()
                make = self._panels if viewer.as_page else self._changes
                made = self._drawn[key] = make(viewer, last, now)
                if len(self._drawn) > KEPT:
                    self._drawn.popitem(last=False)
            return made

    # ---- what was missed ---------------------------------------------------------------------

    def reply(self, viewer: Viewer, last: str) -> str:
        """All panels between where the page stands that somebody pressed on, and now.

        The page's stream brings them again: a reply shows what is, and nothing resumes from it.
        """
        update = self.since(viewer, last)
        return update.html if update is not None else ""

    def _panels(self, viewer: Viewer, last: str, now: str) -> Update:
        html = self._draw(viewer, last, now)
        return Update(frame(html or NOTHING_SHOWN, id=now), now, html=html)

    def _draw(self, viewer: Viewer, last: str, now: str) -> str:
        """From memory, if all that was told since is there."""
        table, audience, snapshots = viewer.grant.table, viewer.audience, self.road.snapshots
        steps = snapshots.steps(table, audience, last)
        lines = told_since(steps, audience, now)
        if lines is not None:
            seen, found = steps[0], Missed(lines)
        else:
            board = _board(viewer)
            found = missed(board, audience, missed_entries(board, audience, last, now))
            seen = snapshots.for_reading(board)
            steps = snapshots.steps(table, audience, last)
        # what the page shows of the journal then, if it is known what it shows of it now
        known = {} if found.rewritten else steps[-1].seen[audience.key].lines if steps else None
        if known is not None and audience.key in seen.seen and seen.seen[audience.key].at == now:
            seen.seen[audience.key].lines = newest(found.lines, known, audience)
        turned = [each.while_preparing(viewer.preparing) for each in (seen, *steps[1:])]
        panels = touched_since(turned, audience) if steps and steps[0] is seen else None
        return draw_message(audience, turned[0], replace(found, panels=panels))

    def _changes(self, viewer: Viewer, last: str, now: str) -> Update:
        """One event per missed entry; one that says "table" when there were too many."""
        board, audience = _board(viewer), viewer.audience
        entries = missed_entries(board, audience, last, now)
        epoch, revision = now.rsplit("-", 1)
        if entries is None:
            whole = {"revision": int(revision), "summary": "", "changed": ["table"]}
            return Update(frame(json.dumps(whole), id=now), now)
        first = int(revision) - len(entries) + 1
        told = (
            frame(json.dumps(_change(entry, board, audience, number)), id=f"{epoch}-{number}")
            for number, entry in enumerate(reversed(entries), start=first)
        )
        return Update(b"".join(told), now)


def _is_ahead(last: str, now: str) -> bool:
    """Whether a page stands where its table is no longer: the cursor went back within its epoch."""
    epoch, _, revision = last.rpartition("-")
    now_epoch, _, current = now.rpartition("-")
    return epoch == now_epoch and revision.isdecimal() and int(revision) > int(current)


def _board(viewer: Viewer) -> Board:
    board = Board.load(viewer.grant.table)
    if board is None:
        raise LookupError("the table was removed while its news was drawn")
    return board


def missed_entries(board: Board, audience: Audience, last: str, now: str) -> list[Entry] | None:
    """The entries between two cursors, newest first; None when only the whole page will do.

    The table may have gone on since `now`: what came later is left out, and told with its own cursor. Board
    and entries are read in one transaction, so they are of one moment.
    """
    epoch, _, revision = last.rpartition("-")
    now_epoch, _, current = now.rpartition("-")
    if epoch != now_epoch or not revision.isdecimal():
        return None
    behind, later = int(current) - int(revision), max(revision_of(board, audience) - int(current), 0)
    if not 0 <= behind <= FAR_BEHIND:
        return None
    heard = heard_by(board.table.id, audience).offset(later).limit(behind)
    entries = list(db.session.scalars(heard))
    return entries if len(entries) == behind else None


def _change(entry: Entry, board: Board, audience: Audience, revision: int) -> dict[str, object]:
    told = line(entry, board, audience)
    things = {*entry.changed.get(str(audience.role), ()), *entry.changed.get(audience.key, ())}
    return {"revision": revision, "summary": told.summary if told else "", "changed": sorted(things)}
