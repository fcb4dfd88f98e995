"""The projections of one table for all its audiences, kept from one command to the next."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from webapp.screens import audience
from webapp.screens.audience import Audience
from webapp.screens.panels import Panel, changed_things, panels, touched
from webapp.screens.project import project, project_seat
from webapp.screens.views import TableView
from webapp.store.board import Board

KEPT = 500


@dataclass
class Sight:
    """What one audience sees: the view and the panels made of it."""

    view: TableView
    panels: dict[str, Panel]


@dataclass
class Sights:
    """All audiences of a table at one revision; made from the board on first use."""

    stamp: tuple[str, str, int]
    seen: dict[str, Sight] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Board) -> "Sights":
        """Every audience's sight of the board as it is now."""
        sights = cls(stamp_of(board))
        for each in (audience.GM, audience.PLAYER, audience.TV):
            sights._add(each, project(board, each))
        shared = sights.seen["player"].view
        for seat in board.here("seat"):
            each = Audience(audience.Role.PLAYER, seat.id)
            sights._add(each, project_seat(board, each, shared))
        return sights

    def _add(self, each: Audience, view: TableView) -> None:
        self.seen[each.key] = Sight(view, panels(view, each))

    def since(self, before: "Sights") -> dict[str, tuple[list[str], list[str]]]:
        """Per audience: the things that changed and the panels touched; audiences without any are left out."""
        news = {}
        for key, now in self.seen.items():
            then = before.seen.get(key)
            if then is None:
                continue
            found = changed_things(then.view, now.view), touched(then.panels, now.panels)
            if any(found):
                news[key] = found
        return news


def stamp_of(board: Board) -> tuple[str, str, int]:
    table = board.table
    return table.id, table.epoch, table.rev_gm


class Memory:
    """The newest sights of the tables in use, so that a command projects once and not twice."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Sights] = OrderedDict()

    def of(self, board: Board) -> Sights:
        """The sights of this revision, remembered or made."""
        with self._lock:
            kept = self._kept.get(board.table.id)
        return kept if kept is not None and kept.stamp == stamp_of(board) else Sights.of(board)

    def keep(self, sights: Sights) -> None:
        """Remember the newest; the table longest unused is forgotten."""
        with self._lock:
            self._kept[sights.stamp[0]] = sights
            self._kept.move_to_end(sights.stamp[0])
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
