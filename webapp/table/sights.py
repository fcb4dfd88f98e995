"""The projections of one table for all its audiences, kept from one command to the next."""

import re
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from webapp.screens import audience
from webapp.screens.audience import Audience
from webapp.screens.changed import changed_things
from webapp.screens.draw import Missed, missed, rewrites
from webapp.screens.panel import Panel
from webapp.screens.panels import panels, touched
from webapp.screens.project import project, project_seat, project_tv
from webapp.screens.views import TableView
from webapp.store.board import Board
from webapp.store.models import Entry

KEPT = 500
Stamp = tuple[str, str, int]


@dataclass
class Sight:
    """What one audience sees: the view, the panels made of it, the cursor they stand at, and their HTML
    once somebody has drawn it. `stamps` are of the panels drawn now, or before and unchanged since; `unshown`
    says which could not be drawn; `step` is what whoever stood at the cursor before this one has missed."""

    audience: Audience
    view: TableView
    panels: dict[str, Panel]
    at: str = ""
    drawn: dict[str, str] = field(default_factory=dict)
    stamps: dict[str, int] = field(default_factory=dict)
    unshown: set[str] = field(default_factory=set)
    step: tuple[str, Missed] | None = None


@dataclass
class Sights:
    """All audiences of a table at one revision."""

    stamp: Stamp
    seen: dict[str, Sight] = field(default_factory=dict)
    rows_unshown: frozenset[str] = frozenset()

    @classmethod
    def of(cls, board: Board) -> "Sights":
        """Every audience's sight of the board as it is now."""
        sights = cls(stamp_of(board))
        shared = project(board, audience.PLAYER)
        sights._add(audience.GM, project(board, audience.GM))
        sights._add(audience.PLAYER, shared)
        sights._add(audience.TV, project_tv(board, shared))
        for seat in board.here("seat"):
            each = Audience(audience.Role.PLAYER, seat.id)
            sights._add(each, project_seat(board, each, shared))
        sights.rows_unshown = frozenset(board.unshown)
        sights.settle(board)
        return sights

    @property
    def unshown(self) -> set[str]:
        """What of the table cannot be shown to somebody: rows, and panels by whose they are."""
        panels = {f"{key} {id}" for key, each in self.seen.items() for id in each.unshown}
        return panels | self.rows_unshown

    def _add(self, each: Audience, view: TableView) -> None:
        unshown: set[str] = set()
        self.seen[each.key] = Sight(each, view, panels(view, each, unshown=unshown), unshown=unshown)

    def settle(self, board: Board) -> None:
        """Take the counters from the board: those of a command are raised after it was looked at."""
        self.stamp = stamp_of(board)
        for each in (audience.GM, audience.PLAYER, audience.TV):
            self.seen[each.key].at = cursor_of(board, each)
        for seat in board.here("seat"):
            each = Audience(audience.Role.PLAYER, seat.id)
            if each.key in self.seen:
                self.seen[each.key].at = cursor_of(board, each)

    def follow(self, before: "Sights", board: Board, entry: Entry) -> None:
        """Note what the newest entry means for each audience it brought on; most viewers miss just that."""
        self.settle(board)
        self.inherit(before, entry.touched)
        if rewrites(entry):
            return  # the whole journal is to be read again
        for key, now in self.seen.items():
            then = before.seen.get(key)
            if then is not None and then.at != now.at:
                now.step = then.at, missed(board, now.audience, [entry])

    def inherit(self, before: "Sights", touched: Mapping[str, Sequence[str]]) -> None:
        """Take over the stamps of all panels that were not touched."""
        for key, now in self.seen.items():
            changed = set(touched.get(key, ()))
            for id, stamp in list(before.seen[key].stamps.items()) if key in before.seen else ():
                if id in now.panels and not changed & {id, now.panels[id].within}:
                    now.stamps.setdefault(id, stamp)

    def stamps(self, each: Audience, lacks: Collection[str]) -> list[int] | None:
        """Those of all panels of this audience's page but the ones it lacks; None while some are unknown."""
        own = self.seen[each.key].panels
        found = [
            self.seen[source.key].stamps.get(id)
            for source in each.sources
            for id, panel in self.seen[source.key].panels.items()
            if (panel.within or id) not in lacks and (source == each or id not in own)
        ]
        return None if None in found else [stamp for stamp in found if stamp is not None]

    def since(self, before: "Sights") -> dict[str, tuple[list[str], list[str]]]:
        """Per audience: the things changed and the panels touched; an audience without any is left out."""
        news = {}
        for key, now in self.seen.items():
            then = before.seen.get(key)
            if then is None:
                continue
            found = changed_things(then.view, now.view), touched(then.panels, now.panels)
            if any(found):
                news[key] = found
        return news


def revision_of(board: Board, each: Audience) -> int:
    """How many changes this audience could see; a seat counts the players' and its own."""
    shared: int = getattr(board.table, f"rev_{each.role}")
    seat = board.find("seat", each.seat)
    return shared + (seat.revision if seat is not None else 0)


CURSOR = re.compile(r"[0-9a-z]{1,16}-[0-9]{1,18}")
"""What a cursor looks like that came from outside."""


def cursor_of(board: Board, each: Audience) -> str:
    """Where this audience stands: `<epoch>-<revision>`."""
    return f"{board.table.epoch}-{revision_of(board, each)}"


def stamp_of(board: Board) -> Stamp:
    """Which state of which table this is."""
    table = board.table
    return table.id, table.epoch, table.rev_gm


class Memory:
    """The newest sights of the tables in use: a command projects once and not twice, a page not at all.

    What the road wrote and what readers made are kept apart: only the road's is sure to be one state.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._written: OrderedDict[str, Sights] = OrderedDict()
        self._read: OrderedDict[str, Sights] = OrderedDict()

    def __len__(self) -> int:
        """How many tables are kept here."""
        with self._lock:
            return len(self._written.keys() | self._read.keys())

    def of(self, board: Board) -> Sights:
        """The sights of this revision for the road, remembered or made."""
        return self._known(board, self._written) or Sights.of(board)

    def for_reading(self, board: Board) -> Sights:
        """The sights of this revision for drawing."""
        known = self._known(board, self._written) or self._known(board, self._read)
        if known is None:
            known = Sights.of(board)
            self._inherit(known)
            self._keep(known, self._read)
        return known

    def step(self, table_id: str, each: Audience, last: str, now: str) -> tuple[Sights, Missed] | None:
        """What whoever stood at `last` has missed up to `now`, if that is just the newest command."""
        with self._lock:
            sights = self._written.get(table_id)
        seen = sights.seen.get(each.key) if sights is not None else None
        if sights is None or seen is None or seen.step is None or (seen.step[0], seen.at) != (last, now):
            return None
        return sights, seen.step[1]

    def stamps(self, table_id: str, each: Audience, at: str, lacks: Collection[str]) -> list[int] | None:
        """The stamps of a page that stands there and lacks these panels; None while some are unknown."""
        with self._lock:
            kept = [sights for found in (self._written, self._read) if (sights := found.get(table_id))]
        standing = (sights for sights in kept if each.key in sights.seen and sights.seen[each.key].at == at)
        return next((found for sights in standing if (found := sights.stamps(each, lacks)) is not None), None)

    def keep(self, sights: Sights) -> None:
        """Remember what a command left behind, now that it is committed."""
        self._keep(sights, self._written)

    def _inherit(self, read: Sights) -> None:
        """Another process wrote: whatever its change left as it was keeps its stamp."""
        with self._lock:
            before = self._read.get(read.stamp[0]) or self._written.get(read.stamp[0])
        if before is None:
            return
        was, now = before.seen, read.seen
        read.inherit(before, {key: touched(was[key].panels, now[key].panels) for key in was.keys() & now})

    def _known(self, board: Board, kept: OrderedDict[str, Sights]) -> Sights | None:
        with self._lock:
            sights = kept.get(board.table.id)
        return sights if sights is not None and sights.stamp == stamp_of(board) else None

    def _keep(self, sights: Sights, kept: OrderedDict[str, Sights]) -> None:
        with self._lock:
            kept[sights.stamp[0]] = sights
            kept.move_to_end(sights.stamp[0])
            while len(kept) > KEPT:
                kept.popitem(last=False)
