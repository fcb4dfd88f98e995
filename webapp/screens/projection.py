"""One table as one audience may see it: rows in, a `TableView` out; and the GM's turned into a scene that is
being prepared."""

from dataclasses import replace
from typing import Any, TypeVar

from webapp.screens.absent import ABSENT, Maybe
from webapp.screens.audience import PLAYER, Audience, Role
from webapp.screens.check_views import CheckView, MyChecks, ProposalView
from webapp.screens.checks import Checks, my_checks
from webapp.screens.failures import surely
from webapp.screens.games import game_screens
from webapp.screens.sentences import asked_for, named, ranged
from webapp.screens.thing_views import Showing
from webapp.screens.views import InPlay, KeyView, SavedView, SeatView, TableView, Turn, view_of
from webapp.store.board import Board
from webapp.store.models import Character, Check, Clock, Piece, Proposal, Saved, Scene, Seat, Tag, Zone

ANSWERED = ("accepted", "declined")
KEPT_ANSWERS = 3
CHECKS = "checks"
V = TypeVar("V", bound=InPlay)


def project(board: Board, audience: Audience) -> TableView:
    """The table for this audience; what it may not know is not in there."""
    if audience.seat is not None:
        return project_seat(board, audience, project(board, PLAYER))
    if audience.role is Role.TV:
        return project_tv(board, project(board, PLAYER))
    return _Projector(board, audience).table()


def project_tv(board: Board, shared: TableView) -> TableView:
    """What the TV shows: what all players see, without their odds, and how to join."""
    return _but(
        shared,
        role=str(Role.TV),
        checks=tuple(each if each.odds is ABSENT else replace(each, odds=ABSENT) for each in shared.checks),
        join_code=board.join_code(),
    )


def project_seat(board: Board, audience: Audience, shared: TableView) -> TableView:
    """What one seat sees: all that the players see, and its own clocks and proposals."""
    made = _Projector(board, audience)
    return _but(
        shared,
        you=audience.seat,
        clocks=made.each(Clock, made.clock) if made.owns_a_clock() else shared.clocks,
        proposals=made.keep("proposals", made.proposals),
        mine=made.keep("mine", lambda: made.mine(shared.checks)),
    )


def _but(view: TableView, **other: object) -> TableView:
    """The same view with other fields; `replace` asks for each of the many by its name."""
    return TableView(**(vars(view) | other))


class _Projector(Showing):
    """The whole table for one audience."""

    def table(self) -> TableView:
        view = TableView(
            **self.keep("itself", self.itself),
            scenes=self.all(Scene, self.scene),
            zones=self.each(Zone, self.zone),
            tags=self.each(Tag, self.tag),
            clocks=self.each(Clock, self.clock),
            cast=self.each(Character, self.character),
            pieces=self.all(Piece, self.piece),
            checks=self.keep(CHECKS, lambda: Checks(self, self.of_check).views()),
            proposals=self.keep("proposals", self.proposals),
            seats=self.keep("seats", lambda: self.some(self.board.listed(Seat), self.seat)),
        )
        turn = self.turn(view)
        return view if turn is ABSENT else _but(view, turn=turn)

    def itself(self) -> dict[str, Any]:
        """What stands of the table itself, beside what lies on it.

        Only the GM has the settings, the links, the join code and the library; a player's page has the code
        to bring somebody along.
        """
        table, code = self.board.table, self.board.join_code()
        own = {
            "table": table.id,
            "name": table.name,
            "ruleset": table.ruleset,
            "role": str(self.audience.role),
            "paused": table.paused,
            "paused_by": table.paused_by,
            "spotlight": self.named("clock", table.spotlight) or None,  # a hidden one is as good as none
            "scene": table.active_scene,
        }
        if not self.gm:
            return own | {"invite": code}
        keys = tuple(view_of(KeyView, key) for key in self.board.open_links())
        saved = self.keep("saved", self.saved)
        return own | {"join_code": code, "settings": table.settings, "keys": keys, "saved": saved}

    def turn(self, view: TableView) -> Maybe[Turn]:
        """Whose turn it is, in a game that takes turns."""
        game = game_screens(self.board.table.ruleset)
        return surely("The turn", lambda: game.turn(view), self._no_turn)

    def _no_turn(self) -> Maybe[Turn]:
        self.board.unshown.add("turn")
        return ABSENT

    def saved(self) -> tuple[SavedView, ...]:
        return tuple(view_of(SavedView, row) for row in self.board.here(Saved))

    def of_check(self, id: int) -> tuple[ProposalView, ...]:
        return tuple(each for each in self.keep("proposals", self.proposals) if each.check == id)

    # ---- one seat ---------------------------------------------------------------------------

    def owns_a_clock(self) -> bool:
        seat = self.audience.seat
        return self.keep("owns", lambda: any(row.owner == seat for row in self.board.here(Clock)))

    def mine(self, shared: tuple[CheckView, ...]) -> MyChecks:
        """The checks of this seat, as much as it may know of them."""
        known = self.board.keep((CHECKS, PLAYER.key, 0), lambda: shared)
        mine = my_checks(self.board, self.audience.seat, known)
        return replace(mine, checks=tuple(map(self._to_its_own, mine.checks)))

    def _to_its_own(self, view: CheckView) -> CheckView:
        """A check as its own seat sees it; what everybody is told of it, where more cannot be."""
        game, row = game_screens(self.game.key), self.board.the(Check, view.id)
        return surely("A check to its own", lambda: game.to_its_own(view, row), lambda: view)

    # ---- people -----------------------------------------------------------------------------

    def seat(self, row: Seat) -> SeatView:
        played = self.named("character", row.character)
        return SeatView(row.id, row.name, played, row.secret is not None, row.asking_name or ABSENT)

    def proposals(self) -> tuple[ProposalView, ...]:
        return self.some(self._proposed(), self.proposal)

    def _proposed(self) -> list[Proposal]:
        """The open ones: all of them for the GM, a player's own with the last answers, none for the TV."""
        rows = self.board.here(Proposal)
        if self.gm:
            return [row for row in rows if row.state == "open"]
        if self.audience.seat is None:
            return []
        own = [row for row in rows if row.seat == self.audience.seat]
        answered = [row.id for row in own if row.state in ANSWERED][-KEPT_ANSWERS:]
        return [row for row in own if row.state == "open" or row.id in answered]

    def proposal(self, row: Proposal) -> ProposalView:
        return view_of(
            ProposalView,
            row,
            range=(row.low, row.high),
            number=ranged(row.command) if row.low is not None else None,
            gone=not all(
                self.visibility.may_name(kind, row.command.get(kind)) for kind in named(row.command)
            ),
            words=asked_for(self.board, row.command, self.audience),
        )


# ---- the GM's desk turned into a scene ------------------------------------------------------------


def prepared(view: TableView, scene: int) -> TableView:
    """The GM's view with what belongs to this scene in the place of what is being played."""
    return replace(
        view,
        scene=scene,
        preparing=scene,
        zones=_here(view.zones, scene),
        tags=_here(view.tags, scene),
        clocks=_here(view.clocks, scene),
        pieces=_here(view.pieces, scene),
    )


def is_prepared(view: TableView, scene: int) -> bool:
    """Whether this scene still waits to be played for the first time."""
    return any(each.id == scene and each.state == "prepared" for each in view.scenes)


def _here(things: tuple[V, ...], scene: int) -> tuple[V, ...]:
    return tuple(replace(each, here=getattr(each, "scene", None) in (None, scene)) for each in things)
