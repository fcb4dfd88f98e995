"""What a viewer has missed: the panels (or, for programs, the changes) between its cursor and now.

One path serves the first connection, a reply to a POST, a wake from sleep and a server restart.
Every visible entry raises a viewer's revision by one, so "how far behind" is a subtraction, and that
many entries, counted back from where the viewer will stand, are what it missed.
"""

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from webapp.live.bus import LocalBus
from webapp.live.figures import Figures
from webapp.live.frames import Event, frame
from webapp.screens.audience import GM, Audience
from webapp.screens.draw import Missed, draw_message, missed
from webapp.screens.journal import heard_by, line
from webapp.screens.preparation import is_prepared
from webapp.screens.stamps import LineStamps, combined, in_order
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.store.one_at_a_time import OneAtATime
from webapp.table.grants import Grant
from webapp.table.projections import Projections, revision_of
from webapp.table.road import Road

FAR_BEHIND = 60
KEPT = 400
NOTHING_SHOWN = " "
"""What an audience is sent whose counter a change raised and whose panels it left alone: it moves on, too."""


@dataclass(frozen=True)
class Update:
    """What to send, and where the viewer stands after it; `over` ends the stream."""

    data: bytes
    cursor: str
    over: bool = False


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

    def __init__(self, road: Road, bus: LocalBus, figures: Figures) -> None:
        self.road, self.bus, self.figures, self.lines = road, bus, figures, LineStamps()
        self._drawing = OneAtATime()
        self._drawn: OrderedDict[tuple[str, ...], bytes] = OrderedDict()

    def since(self, viewer: Viewer, last: str) -> Update | None:
        """What this viewer missed after `last`, or None when it is up to date."""
        revisions = self.bus.revisions(viewer.grant.table)
        if revisions is None:
            return Update(frame(event=Event.GONE), last, over=True)
        if not revisions.admits(viewer.grant):
            return Update(frame(event=Event.RELOAD), last, over=True)
        now = revisions.cursor(viewer.audience)
        if now != last and viewer.preparing is not None and not self._is_prepared(viewer):
            return Update(frame(event=Event.RELOAD), last, over=True)
        db.session.remove()  # who waits for another's drawing keeps no connection from whoever draws
        return None if now == last else Update(self._message(viewer, last, now), now)

    def _is_prepared(self, viewer: Viewer) -> bool:
        view = self.road.snapshots.for_reading(_board(viewer)).seen[GM.key].view
        return viewer.preparing is not None and is_prepared(view, viewer.preparing)

    def proof(self, viewer: Viewer, at: str) -> dict[str, int]:
        """What the stamps of a page come to that stands there; nothing where they are not all known."""
        table, audience = viewer.grant.table, viewer.audience
        stamps = self.road.snapshots.stamps(table, audience, at, viewer.lacks)
        if stamps is None or viewer.preparing is not None:
            return {}
        proved = *combined(stamps), *in_order(self.lines.at(table, audience, at))
        return dict(zip(("count", "stamp", "lines", "told"), proved, strict=True))

    def ready(self, viewer: Viewer, last: str) -> Update | None:
        """What this viewer missed, if it lies here drawn; needs no app context, as nothing is read."""
        revisions = self.bus.at_hand(viewer.grant.table)
        if revisions is None or not revisions.admits(viewer.grant):
            return None
        now = revisions.cursor(viewer.audience)
        drawn = self._drawn.get((*viewer.missing(last), now))
        return None if drawn is None else Update(drawn, now)

    def _message(self, viewer: Viewer, last: str, now: str) -> bytes:
        def make() -> bytes:
            self.figures.drawn.inc()
            return (self._panels if viewer.as_page else self._changes)(viewer, last, now)

        return self._once((*viewer.missing(last), now), make)

    def _once(self, key: tuple[str, ...], make: Callable[[], bytes]) -> bytes:
        """Make it once; whoever asks meanwhile waits and gets the same bytes."""
        with self._drawing.at(key):
            made = self._drawn.get(key)
            if made is None:
                made = self._drawn[key] = make()
                if len(self._drawn) > KEPT:
                    self._drawn.popitem(last=False)
            return made

    # ---- what was missed ---------------------------------------------------------------------

    def reply(self, viewer: Viewer, last: str) -> str:
        """All panels between where the page stands that somebody pressed on, and now.

        The page's stream brings them again: a reply shows what is, and nothing resumes from it.
        """
        revisions = self.bus.revisions(viewer.grant.table)
        if revisions is None or not revisions.admits(viewer.grant):
            return ""
        now = revisions.cursor(viewer.audience)
        db.session.remove()  # what this request saw before may be older than that
        return "" if now == last else self._html(viewer, last, now)

    def _panels(self, viewer: Viewer, last: str, now: str) -> bytes:
        return frame(self._html(viewer, last, now) or NOTHING_SHOWN, id=now)

    def _html(self, viewer: Viewer, last: str, now: str) -> str:
        """The same for a reply and for the streams of that audience."""
        key = (*viewer.missing(last), now, "html")
        return self._once(key, lambda: self._draw(viewer, last, now).encode()).decode()

    def _draw(self, viewer: Viewer, last: str, now: str) -> str:
        table, audience = viewer.grant.table, viewer.audience
        projections, found = self._missed(viewer, last, now)
        if found.rewritten:
            self.lines.begin(table, audience, now, found.lines)
        else:
            self.lines.go_on(table, audience, last, now, found.lines)
        seen = projections.while_preparing(viewer.preparing)
        panels = self.road.snapshots.touched(table, seen, audience, last, viewer.preparing)
        return draw_message(audience, seen, replace(found, panels=panels))

    def _missed(self, viewer: Viewer, last: str, now: str) -> tuple[Projections, Missed]:
        """What is seen now, and the lines told since; from memory, if they are all there."""
        table, audience, snapshots = viewer.grant.table, viewer.audience, self.road.snapshots
        found = snapshots.lines(table, audience, last, now)
        if found is not None:
            return found[0], Missed(found[1])
        board = _board(viewer)
        entries = missed_entries(board, audience, last, now)
        return snapshots.for_reading(board), missed(board, audience, entries)

    def _changes(self, viewer: Viewer, last: str, now: str) -> bytes:
        """One event per missed entry; one that says "table" when there were too many."""
        board, audience = _board(viewer), viewer.audience
        entries = missed_entries(board, audience, last, now)
        epoch, revision = now.rsplit("-", 1)
        if entries is None:
            whole = {"revision": int(revision), "summary": "", "changed": ["table"]}
            return frame(json.dumps(whole), id=now)
        first = int(revision) - len(entries) + 1
        numbered = enumerate(reversed(entries), start=first)
        return b"".join(
            frame(json.dumps(_change(entry, board, audience, number)), id=f"{epoch}-{number}")
            for number, entry in numbered
        )


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
