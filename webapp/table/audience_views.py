"""Projections: what each audience of a table sees at one revision, and what changed since another."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from webapp.rules.events import Event
from webapp.state import audience
from webapp.state.audience import Audience
from webapp.state.reader import Reader
from webapp.store.dependency_cache import DependencyCache
from webapp.store.models import Entry, Seat
from webapp.store.table_state import TableState
from webapp.table.recent_entries import NOTHING, RecentEntries
from webapp.views.floods import without_floods
from webapp.views.journal import is_readable, line_for
from webapp.views.panel import Panel
from webapp.views.panel_rendering import NO_JOURNAL, rewrites_older_lines
from webapp.views.panels import make_panels, touched_panels
from webapp.views.table_view_factory import project, project_prepared, project_seat, project_tv
from webapp.views.view_changes import changes_between
from webapp.views.view_types import LineView, TableView


class Stamp(NamedTuple):
    """The identity of a table's state: its epoch, the GM's revision and the length of its journal."""

    epoch: str
    revision: int
    entries: int

    @classmethod
    def of(cls, state: TableState) -> "Stamp":
        """Return the stamp of a table's current state."""
        return cls(state.table.epoch, state.table.rev_gm, state.table.entries)

    def is_before(self, other: "Stamp") -> bool:
        """Return whether `other` is a later state of the same epoch."""
        return self.epoch == other.epoch and self.revision < other.revision


class Projection:
    """One audience's view and, on demand, its panels and their HTML.

    `at` is the projection's cursor. `step` is the previous cursor and the journal lines added since, or None
    instead of the lines if older lines may have changed too. `stamps` has an entry for each panel that was
    rendered, now or earlier without a change since; `unshown` has the ids of panels that failed to render.
    `lines` maps the ids of a page's newest journal lines to their stamps and is None while they are unknown.
    """

    def __init__(
        self,
        audience: Audience,
        view: TableView,
        before: "Projection | None" = None,
        *,
        at: str = "",
    ) -> None:
        self.audience, self.view, self.at = audience, view, at
        self.step: tuple[str, Sequence[LineView] | None] | None = None
        self.drawn: dict[str, str] = {}
        self.stamps: dict[str, int] = {}
        self.unshown: set[str] = set()
        self.lines: dict[int, int] | None = None
        self._panels: dict[str, Panel] | None = None
        self._before = before.known if before is not None else None

    @property
    def known(self) -> "Projection | None":
        """The newest projection whose panels were made: this one, an earlier one, or None."""
        return self if self._panels is not None else self._before

    @cached_property
    def listed(self) -> TableView:
        """The view that the page prints: without what guests flood it with."""
        return without_floods(self.view)

    @property
    def panels(self) -> dict[str, Panel]:
        """The panels by id; unchanged panels keep their stamps."""
        if self._panels is None:
            self._panels = make_panels(self.view, self.audience, self.unshown)
            if self._before is not None:
                self._inherit(self._before)
            self._before = None
        return self._panels

    def outermost(self, ids: Collection[str]) -> list[str]:
        """Return the ids in `ids` that exist and are not inside another of these panels."""
        return [id for id, panel in self.panels.items() if id in ids and panel.within not in ids]

    def while_preparing(self, scene: int) -> "Projection":
        """Return what the GM sees while their page prepares this scene."""
        return Projection(self.audience, project_prepared(self.view, scene), at=self.at)

    def _inherit(self, before: "Projection") -> None:
        changed = set(touched_panels(before.panels, self.panels))
        for id, stamp in list(before.stamps.items()):
            if id in self.panels and not changed & {id, self.panels[id].within}:
                self.stamps.setdefault(id, stamp)


class NewEntry(NamedTuple):
    """A command's entry of the journal, with what happened, and the GM's reader, who has read it already."""

    entry: Entry
    events: Sequence[Event]
    reader: Reader

    def lines_for(self, reader: Audience) -> list[LineView]:
        """Return the entry's line in this audience's journal; no line for the TV and who may not read it."""
        if reader.role in NO_JOURNAL:
            return []
        own = self.reader if reader == audience.GM else Reader(self.reader.state, reader)
        line = line_for(self.entry, own, self.events)
        return [] if line is None else [line]


@dataclass
class Projections:
    """The projections of all audiences at one revision, and the newest journal entries once they are read."""

    stamp: Stamp
    seen: dict[str, Projection] = field(default_factory=dict)
    rows_unshown: frozenset[str] = frozenset()
    recent: RecentEntries = NOTHING

    @classmethod
    def of(
        cls,
        state: TableState,
        cache: DependencyCache | None = None,
        before: "Projections | None" = None,
        recent: RecentEntries | None = None,
        *,
        retold: bool = True,
    ) -> "Projections":
        """Return every audience's projection of the table; cached values are reused.

        `recent` has the newest entries of the journal, which are read if they are not given. Unless screens
        tell of other things since (`retold`), a view that lost old moments alone stays as it was. Cursors are
        assigned later, because a command raises the revisions after its projections are made.
        """
        projections = cls(Stamp.of(state), recent=recent or RecentEntries.read(state))
        state.recent = projections.recent.entries
        state.unshown |= before.rows_unshown if before is not None else set()
        with state.while_unchanged(DependencyCache() if cache is None else cache):
            projections._project_all(state, before.seen if before is not None else {}, retold)
        projections.rows_unshown = frozenset(state.unshown)
        return projections

    def _project_all(self, state: TableState, before: Mapping[str, Projection], retold: bool) -> None:
        shared = project(state, audience.PLAYER)
        views = {
            audience.GM: project(state, audience.GM),
            audience.PLAYER: shared,
            audience.TV: project_tv(state, shared),
        }
        for seat in state.find_all(Seat):
            value = Audience(audience.Role.PLAYER, seat.id)
            views[value] = project_seat(state, value, shared)
        for value, view in views.items():
            then = before.get(value.key)
            same = then.view if then is not None and _is_like(then.view, view, retold) else view
            self.seen[value.key] = Projection(value, same, then)

    def while_preparing(self, scene: int | None) -> "Projections":
        """Return these projections, with the GM's projection preparing `scene` if one is given."""
        if scene is None:
            return self
        return replace(
            self, seen=self.seen | {audience.GM.key: self.seen[audience.GM.key].while_preparing(scene)}
        )

    def recent_entries(self, state: TableState) -> RecentEntries:
        """Return the newest entries of the journal; read them again only if the journal has grown."""
        if self.recent.count != state.table.entries:
            self.recent = RecentEntries.read(state)
        return self.recent

    @property
    def unshown(self) -> set[str]:
        """What failed to render: rows ("character 7"), and panels with their audience's key in front."""
        panels = {f"{key} {id}" for key, projection in self.seen.items() for id in projection.unshown}
        return panels | self.rows_unshown

    def assign_cursors(
        self, state: TableState, before: "Projections | None" = None, new: "NewEntry | None" = None
    ) -> "Projections":
        """Set each projection's cursor from the table's revisions; return these projections.

        An audience whose view and cursor did not change keeps its projection of `before`. The other
        projections get the line of the new entry, unless it rewrites older lines, because most viewers miss
        one entry at a time.
        """
        self.stamp = Stamp.of(state)
        # if older lines are rewritten, the whole journal is read again
        rewritten = new is None or rewrites_older_lines(new.entry, state)
        for key, now in self.seen.items():
            then = before.seen.get(key) if before is not None else None
            now.at = cursor_of(state, now.audience)
            if then is not None and then.at == now.at and then.view is now.view:
                self.seen[key] = then
            elif then is not None and new is not None:
                now.step = then.at, None if rewritten else new.lines_for(now.audience)
        return self

    def line_added(self, audience: Audience, entry: Entry) -> LineView | None:
        """Return the line that an entry added to this audience's journal, if it was made already."""
        seen = self.seen.get(audience.key)
        _, lines = (seen and seen.step) or ("", None)
        return next((line for line in lines or () if line.id == entry.id), None)

    def has_moment(self, audience: Audience, entry: Entry) -> bool:
        """Return whether this audience's screens tell of an entry as a moment."""
        seen = self.seen.get(audience.key)
        return seen is not None and any(moment.entry == entry.id for moment in seen.view.moments)

    def stamps(self, audience: Audience, lacks: Collection[str]) -> list[int] | None:
        """Return the stamps of this audience's panels except those in `lacks`; None if one is unknown."""
        own = self.seen[audience.key].panels
        found = [
            self.seen[source.key].stamps.get(id)
            for source in audience.sources
            for id, panel in self.seen[source.key].panels.items()
            if (panel.within or id) not in lacks and (source == audience or id not in own)
        ]
        return None if None in found else [stamp for stamp in found if stamp is not None]

    def changes_since(self, before: "Projections") -> dict[str, list[str]]:
        """Map the key of each audience whose view changed to its changes ("clock:7", "clocks")."""
        pairs = (
            (key, before.seen[key].view, now.view) for key, now in self.seen.items() if key in before.seen
        )
        return {key: changes_between(then, now) for key, then, now in pairs if then is not now}

    def told_of(self, state: TableState, events: Sequence[Event]) -> dict[str, list[str]]:
        """Map each audience with a journal that reads any of these events, which changed nothing, to [].

        The form of the result is that of `changes_since`.
        """
        seen = [projection.audience for projection in self.seen.values()]
        readers = (Reader(state, reader) for reader in seen if reader.role is not audience.Role.TV)
        return {reader.audience.key: [] for reader in readers if reader.line(events)} if events else {}

    def readers_of(self, state: TableState, undone: Sequence[Entry]) -> dict[str, list[str]]:
        """Map each audience whose journal shows one of the undone entries to an empty list.

        The journal line of such an entry changes. The form of the result is that of `changes_since`.
        """
        seen = [projection.audience for projection in self.seen.values()]
        readers = [reader for reader in seen if reader.role is not audience.Role.TV]
        return {
            reader.key: [] for reader in readers if any(is_readable(entry, state, reader) for entry in undone)
        }


def _is_like(then: TableView, now: TableView, retold: bool) -> bool:
    """Return whether two views are alike; unless `retold`, the later one may have lost the oldest moments.

    They are over by then, and that other entries have followed them is nothing that an audience may hear of.
    """
    if then == now:
        return True
    forgets = len(now.moments) < len(then.moments) and then.moments[: len(now.moments)] == now.moments
    return not retold and forgets and replace(now, moments=then.moments) == then


def lines_since(steps: Sequence[Projections], audience: Audience, now: str) -> list[LineView] | None:
    """Return the journal lines that `steps` added for this audience; None if some are unknown.

    `steps` and the lines are newest first; `now` is the cursor that the first step must have.
    """
    found: list[LineView] = []
    seen = [step.seen[audience.key] for step in steps]
    for after, before in pairwise(seen):
        if after.at != before.at:
            at, lines = after.step or ("", None)
            if at != before.at or lines is None:
                return None
            found += lines
    return found if seen and seen[0].at == now else None


def touched_since(steps: Sequence[Projections], audience: Audience) -> dict[str, list[str]] | None:
    """Return the ids of the panels that changed during `steps`, by audience; None if unknown.

    `steps` are newest first. A panel that changed and changed back is included, because a reply may have
    shown the page the state in between.
    """
    found: dict[str, set[str]] = {source.key: set() for source in audience.sources}
    for after, before in pairwise(steps):
        for key, ids in found.items():
            if key not in before.seen:
                return None
            if before.seen[key] is not after.seen[key]:
                ids.update(touched_panels(before.seen[key].panels, after.seen[key].panels))
    return {key: steps[0].seen[key].outermost(ids) for key, ids in found.items()}


def revision_of(state: TableState, audience: Audience) -> int:
    """Return how many changes this audience could see; a seat's number includes the players' changes."""
    shared: int = getattr(state.table, f"rev_{audience.role}")
    seat = state.find(Seat, audience.seat) if audience.seat is not None else None
    return shared + (seat.revision if seat is not None else 0)


CURSOR = re.compile(r"[0-9a-z]{1,16}-[0-9]{1,18}")
"""The form of a cursor in a request."""


def cursor_of(state: TableState, audience: Audience) -> str:
    """Return this audience's cursor: `<epoch>-<revision>`."""
    return f"{state.table.epoch}-{revision_of(state, audience)}"
