"""Render the changes between a viewer's cursor and now: panels for a page, events for a program.

First connections, replies to a POST, and pages that return after sleep or a server restart all use this
module; `broadcast.py` and `stream_endpoint.py` send the result. Every visible entry raises a viewer's
revision by one, so the difference of two revisions is the number of entries missed.
"""

import json
from collections import OrderedDict
from dataclasses import dataclass, replace

from flask import render_template

from webapp.live.bus import LocalBus
from webapp.live.metrics import Metrics
from webapp.live.stream import EventName, Viewer, frame
from webapp.live.under_way import calling_games
from webapp.rules.events import load_event
from webapp.state.audience import GM, Audience
from webapp.state.reader import Reader
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.store.named_locks import NamedLocks
from webapp.store.table_state import TableState
from webapp.table.audience_views import lines_since, revision_of, touched_since
from webapp.table.dispatcher import Dispatcher
from webapp.table.undo_steps import own_steps
from webapp.views.journal import entries_for, line_for
from webapp.views.panel_rendering import (
    MissedChanges,
    collect_missed,
    combine_line_stamps,
    combine_stamps,
    draw_message,
    newest_line_stamps,
)
from webapp.views.table_view_factory import is_prepared

FAR_BEHIND = 60
MOST_CACHED = 400
MOST_EVENTS = 50
"""The most events in one message for a program."""
NOTHING_SHOWN = " "
"""Sent to an audience whose revision rose without a changed panel, so that its cursor advances."""


@dataclass(frozen=True)
class Update:
    """The data to send and the viewer's new cursor.

    `html` is the page's part of the data, which a reply to a POST uses; `over` ends the stream.
    """

    data: bytes
    cursor: str
    over: bool = False
    html: str = ""


class UpdateCache:
    """Renders missed changes once for all viewers who missed the same ones, and shares the bytes."""

    def __init__(self, dispatcher: Dispatcher, bus: LocalBus, figures: Metrics) -> None:
        self.dispatcher, self.bus, self.figures = dispatcher, bus, figures
        self._render_locks = NamedLocks()
        self._rendered: OrderedDict[tuple[str, ...], Update] = OrderedDict()

    @calling_games()
    def render_delta(self, viewer: Viewer, last: str) -> Update | None:
        """Return the changes after `last`, or an event that ends the stream; None if nothing was missed."""
        revisions = self.bus.revisions(viewer.grant.table)
        if revisions is None:
            return Update(frame(event=EventName.GONE), last, over=True)
        now = revisions.cursor(viewer.audience)
        if _is_ahead(last, now):  # another process may have written since
            revisions = self.bus.read_anew(viewer.grant.table) or revisions
            now = revisions.cursor(viewer.audience)
            if viewer.as_page and _is_ahead(last, now):
                return Update(frame(event=EventName.RELOAD), last, over=True)
        if not revisions.admits(viewer.grant) or (now != last and not self._still_prepares(viewer)):
            return Update(frame(event=EventName.RELOAD), last, over=True)
        db.session.remove()  # hold no connection while another greenlet renders
        if now == last:
            return None
        update = self._render_once(viewer, last, now)
        return self._with_own_steps(viewer, last, update) if viewer.device else update

    def _with_own_steps(self, viewer: Viewer, last: str, update: Update) -> Update:
        """Return the update with the device's next undo and redo, if they may have changed since `last`."""
        actor = viewer.grant.actor()
        steps = self.dispatcher.snapshots.steps(viewer.grant.table, viewer.audience, last)
        recent, before = (steps[0].recent, steps[-1].recent) if steps else (None, None)
        if recent is not None and before is not None and not recent.may_change_steps(before.count, actor):
            return update
        known = recent.own_steps(actor) if recent is not None else None
        newest = known or own_steps(_load_state(viewer), actor)  # an older entry, or a check
        html = update.html + render_template("parts/own-steps-again.html", steps=newest, now=update.cursor)
        return replace(update, data=frame(html, id=update.cursor), html=html)

    def _still_prepares(self, viewer: Viewer) -> bool:
        """Return whether the scene that the page prepares, if any, is still prepared."""
        if viewer.preparing is None:
            return True
        seen = self.dispatcher.snapshots.for_reading(_load_state(viewer)).seen
        return is_prepared(seen[GM.key].view, viewer.preparing)

    def proof(self, viewer: Viewer, at: str) -> dict[str, int]:
        """Return the number and combined stamps of a page's panels and lines; empty if some are unknown."""
        table, audience = viewer.grant.table, viewer.audience
        steps = self.dispatcher.snapshots.steps(table, audience, at)
        stamps = steps[0].stamps(audience, viewer.lacks) if len(steps) == 1 else None
        if stamps is None or viewer.preparing is not None:
            return {}
        proved = (
            *combine_stamps(stamps),
            *combine_line_stamps((steps[0].seen[audience.key].lines or {}).values()),
        )
        return dict(zip(("count", "stamp", "lines", "told"), proved, strict=True))

    def _render_once(self, viewer: Viewer, last: str, now: str) -> Update:
        """Return an update, rendered once; concurrent callers wait and get the same bytes."""
        key = (*viewer.panels_key(), last, now)
        with self._render_locks.at(key):
            made = self._rendered.get(key)
            if made is None:
                self.figures.drawn.inc()
                render = self._panels if viewer.as_page else self._changes
                made = self._rendered[key] = render(viewer, last, now)
                if len(self._rendered) > MOST_CACHED:
                    self._rendered.popitem(last=False)
            return made

    # ---- missed changes ----------------------------------------------------------------------

    def reply(self, viewer: Viewer, last: str) -> str:
        """Return the HTML of all panels that changed between the sending page's cursor and now.

        The page's stream sends them again, because a page never resumes from the cursor of a reply.
        """
        update = self.render_delta(viewer, last)
        return update.html if update is not None else ""

    def _panels(self, viewer: Viewer, last: str, now: str) -> Update:
        html = self._draw(viewer, last, now)
        return Update(frame(html or NOTHING_SHOWN, id=now), now, html=html)

    def _draw(self, viewer: Viewer, last: str, now: str) -> str:
        """Render the changed panels, from cached revisions if all since `last` are cached."""
        table, audience, snapshots = viewer.grant.table, viewer.audience, self.dispatcher.snapshots
        steps = snapshots.steps(table, audience, last)
        lines = lines_since(steps, audience, now)
        if lines is not None:
            seen, found = steps[0], MissedChanges(lines)
        else:
            state = _load_state(viewer)
            found = collect_missed(state, audience, missed_entries(state, audience, last, now))
            seen = snapshots.for_reading(state)
            steps = snapshots.steps(table, audience, last)
        # store the page's journal lines after this update, if the present ones are known
        known = {} if found.rewritten else steps[-1].seen[audience.key].lines if steps else None
        if known is not None and audience.key in seen.seen and seen.seen[audience.key].at == now:
            seen.seen[audience.key].lines = newest_line_stamps(found.lines, known, audience)
        turned = [projections.while_preparing(viewer.preparing) for projections in (seen, *steps[1:])]
        panels = touched_since(turned, audience) if steps and steps[0] is seen else None
        return draw_message(audience, turned[0], replace(found, panels=panels, until=now))

    def _changes(self, viewer: Viewer, last: str, now: str) -> Update:
        """Return an event for each missed entry, or one that names "table" if they cannot be listed."""
        state, audience = _load_state(viewer), viewer.audience
        entries = missed_entries(state, audience, last, now)
        epoch, revision = now.rsplit("-", 1)
        if entries is None:
            whole = {"revision": int(revision), "summary": "", "changed": ["table"], "events": []}
            return Update(frame(json.dumps(whole), id=now), now)
        first = int(revision) - len(entries) + 1
        frames = (
            frame(json.dumps(_change(entry, state, audience, number)), id=f"{epoch}-{number}")
            for number, entry in enumerate(reversed(entries), start=first)
        )
        return Update(b"".join(frames), now)


def _is_ahead(last: str, now: str) -> bool:
    """Return whether cursor `last` is ahead of `now` in one epoch, as after a return to an older database."""
    epoch, _, revision = last.rpartition("-")
    now_epoch, _, current = now.rpartition("-")
    return epoch == now_epoch and revision.isdecimal() and int(revision) > int(current)


def _load_state(viewer: Viewer) -> TableState:
    state = TableState.load(viewer.grant.table)
    if state is None:
        raise LookupError("the table was removed while its update was rendered")
    return state


def missed_entries(state: TableState, audience: Audience, last: str, now: str) -> list[Entry] | None:
    """Return the entries between two cursors, newest first; None if the whole page must be sent.

    Entries after `now` are left out; they are sent with their own cursor. The table and its entries are read
    in one transaction, so they are consistent with each other.
    """
    epoch, _, revision = last.rpartition("-")
    now_epoch, _, current = now.rpartition("-")
    if epoch != now_epoch or not revision.isdecimal():
        return None
    behind, later = int(current) - int(revision), max(revision_of(state, audience) - int(current), 0)
    if not 0 <= behind <= FAR_BEHIND:
        return None
    heard = entries_for(state.table.id, audience).offset(later).limit(behind)
    entries = state.entries(heard)
    return entries if len(entries) == behind else None


def _change(entry: Entry, state: TableState, audience: Audience, revision: int) -> dict[str, object]:
    reader = Reader(state, audience)
    journal_line = line_for(entry, reader)
    things = {*entry.changed.get(str(audience.role), ()), *entry.changed.get(audience.key, ())}
    return {
        "revision": revision,
        "summary": journal_line.summary if journal_line else "",
        "changed": sorted(things),
        "events": reader.as_json(map(load_event, entry.events))[:MOST_EVENTS] if journal_line else [],
    }
