"""What all audiences of a table see at one revision, and what one step of it changes for each."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from webapp.screens import audience
from webapp.screens.audience import Audience
from webapp.screens.changed import changed_things
from webapp.screens.draw import rewrites, told
from webapp.screens.panel import Panel
from webapp.screens.panels import panels, touched
from webapp.screens.projection import prepared, project, project_seat, project_tv
from webapp.screens.views import LineView, TableView
from webapp.store.board import Board
from webapp.store.models import Entry, Seat
from webapp.store.reads import Kept


class Stamp(NamedTuple):
    """Which state of a table this is: its epoch, the GM's counter, and how many entries its journal has."""

    epoch: str
    revision: int
    entries: int

    @classmethod
    def of(cls, board: Board) -> "Stamp":
        """That of a board as it is now."""
        return cls(board.table.epoch, board.table.rev_gm, board.table.entries)

    def is_before(self, other: "Stamp") -> bool:
        """Whether the other one is a later state of the same epoch."""
        return self.epoch == other.epoch and self.revision < other.revision


class Projection:
    """What one audience sees: the view, and once somebody asks, the panels made of it and their
    HTML.

    `at` is the cursor they stand at, `step` the one they stood at before and the lines told since, None where
    older lines may read differently now. `stamps` are of the panels drawn now, or before and unchanged since;
    `unshown` says which could not be drawn. `lines` are the stamps, by their ids, of the newest lines of the
    journal of a page that stands there, None while they are not known.
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
        """The newest one, up to this, whose panels were asked for."""
        return self if self._panels is not None else self._before

    @property
    def panels(self) -> dict[str, Panel]:
        """The panels by id; those that stand as they stood keep their stamps."""
        if self._panels is None:
            self._panels = panels(self.view, self.audience, self.unshown)
            if self._before is not None:
                self._inherit(self._before)
            self._before = None
        return self._panels

    def outermost(self, ids: Collection[str]) -> list[str]:
        """Those of these panels that there are, and that no other of them brings along."""
        return [id for id, panel in self.panels.items() if id in ids and panel.within not in ids]

    def while_preparing(self, scene: int) -> "Projection":
        """What the GM sees whose desk is turned into this scene."""
        return Projection(self.audience, prepared(self.view, scene), at=self.at)

    def _inherit(self, before: "Projection") -> None:
        changed = set(touched(before.panels, self.panels))
        for id, stamp in list(before.stamps.items()):
            if id in self.panels and not changed & {id, self.panels[id].within}:
                self.stamps.setdefault(id, stamp)


@dataclass
class Projections:
    """All audiences of a table at one revision."""

    stamp: Stamp
    seen: dict[str, Projection] = field(default_factory=dict)
    rows_unshown: frozenset[str] = frozenset()

    @classmethod
    def of(cls, board: Board, kept: Kept | None = None, before: "Projections | None" = None) -> "Projections":
        """Every audience's sight of the board as it is now; what was kept of it is not made again.

        Where each of them stands is not said yet: a command raises the counters after it was looked at.
        """
        projections = cls(Stamp.of(board))
        board.unshown |= before.rows_unshown if before is not None else set()
        with board.keeping(Kept() if kept is None else kept):
            projections._look(board, before.seen if before is not None else {})
        projections.rows_unshown = frozenset(board.unshown)
        return projections

    def _look(self, board: Board, before: Mapping[str, Projection]) -> None:
        shared = project(board, audience.PLAYER)
        views = {
            audience.GM: project(board, audience.GM),
            audience.PLAYER: shared,
            audience.TV: project_tv(board, shared),
        }
        for seat in board.here(Seat):
            each = Audience(audience.Role.PLAYER, seat.id)
            views[each] = project_seat(board, each, shared)
        for each, view in views.items():
            then = before.get(each.key)
            same = then.view if then is not None and then.view == view else view
            self.seen[each.key] = Projection(each, same, then)

    def while_preparing(self, scene: int | None) -> "Projections":
        """The same with the GM's desk turned into this scene, if it is into any."""
        if scene is None:
            return self
        return replace(
            self, seen=self.seen | {audience.GM.key: self.seen[audience.GM.key].while_preparing(scene)}
        )

    @property
    def unshown(self) -> set[str]:
        """What of the table cannot be shown to somebody: rows, and panels by whose they are."""
        panels = {f"{key} {id}" for key, each in self.seen.items() for id in each.unshown}
        return panels | self.rows_unshown

    def settle(
        self, board: Board, before: "Projections | None" = None, entry: Entry | None = None
    ) -> "Projections":
        """Take the counters from the board. Whom nothing changed for sees what they saw `before`; the others
        were told of this entry, if it is what came in between, and most viewers miss just that."""
        self.stamp = Stamp.of(board)
        rewritten = entry is None or rewrites(entry)  # then the whole journal is to be read again
        for key, now in self.seen.items():
            then = before.seen.get(key) if before is not None else None
            now.at = cursor_of(board, now.audience)
            if then is not None and then.at == now.at and then.view is now.view:
                self.seen[key] = then
            elif then is not None and entry is not None:
                now.step = then.at, None if rewritten else told(board, now.audience, [entry])
        return self

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

    def since(self, before: "Projections") -> dict[str, list[str]]:
        """The things that changed for each audience; one for whom nothing did is left out."""
        pairs = (
            (key, before.seen[key].view, now.view) for key, now in self.seen.items() if key in before.seen
        )
        return {key: changed_things(then, now) for key, then, now in pairs if then is not now}


def told_since(steps: Sequence[Projections], each: Audience, now: str) -> list[LineView] | None:
    """What this audience was told on its way to `now`, newest first; None where that is not all known."""
    found: list[LineView] = []
    seen = [step.seen[each.key] for step in steps]
    for after, before in pairwise(seen):
        if after.at != before.at:
            at, lines = after.step or ("", None)
            if at != before.at or lines is None:
                return None
            found += lines
    return found if seen and seen[0].at == now else None


def touched_since(steps: Sequence[Projections], each: Audience) -> dict[str, list[str]] | None:
    """The panels that differed at any of these steps, the newest first; None where that is not known.

    What is again as it was is among them: the page may have shown what was between, from a reply.
    """
    found: dict[str, set[str]] = {source.key: set() for source in each.sources}
    for after, before in pairwise(steps):
        for key, ids in found.items():
            if key not in before.seen:
                return None
            if before.seen[key] is not after.seen[key]:
                ids.update(touched(before.seen[key].panels, after.seen[key].panels))
    return {key: steps[0].seen[key].outermost(ids) for key, ids in found.items()}


def revision_of(board: Board, each: Audience) -> int:
    """How many changes this audience could see; a seat counts the players' and its own."""
    shared: int = getattr(board.table, f"rev_{each.role}")
    seat = board.find(Seat, each.seat) if each.seat is not None else None
    return shared + (seat.revision if seat is not None else 0)


CURSOR = re.compile(r"[0-9a-z]{1,16}-[0-9]{1,18}")
"""What a cursor looks like that came from outside."""


def cursor_of(board: Board, each: Audience) -> str:
    """Where this audience stands: `<epoch>-<revision>`."""
    return f"{board.table.epoch}-{revision_of(board, each)}"
