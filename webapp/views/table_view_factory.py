"""Project a table for one audience: rows in, a `TableView` out.

The module also makes the GM's view of a scene that is being prepared.
"""

from dataclasses import replace
from typing import Any, TypeVar

from webapp.rules.copies import altered
from webapp.state.audience import PLAYER, Audience, Role
from webapp.state.check_context import check_context
from webapp.state.guests import GuestWork, guests_of, with_pauses
from webapp.state.makers import link_of
from webapp.state.proposal_sentences import describe_proposal, named_kinds, range_field
from webapp.store.models import (
    Character,
    Check,
    Clock,
    GameDocument,
    LibraryItem,
    Note,
    Proposal,
    Scene,
    Seat,
    Tag,
    Zone,
)
from webapp.store.table_state import TableState
from webapp.views.absent import ABSENT, Maybe
from webapp.views.check_view_factory import CheckViewFactory, my_checks
from webapp.views.check_views import CheckView, MyChecks, ProposalView
from webapp.views.floods import floods_of, floods_of_seat
from webapp.views.game_screens import game_screens
from webapp.views.moments import moments_of
from webapp.views.safe_rendering import render_safely
from webapp.views.thing_view_factory import ThingViewFactory
from webapp.views.view_types import InPlay, KeyView, SavedView, SeatView, TableView, Turn, view_of

ANSWERED = ("accepted", "declined")
KEPT_ANSWERS = 3
CHECKS = "checks"
V = TypeVar("V", bound=InPlay)


def project(state: TableState, audience: Audience) -> TableView:
    """Return the table's view for this audience; values that the audience may not know are absent."""
    if audience.seat is not None:
        return project_seat(state, audience, project(state, PLAYER))
    if audience.role is Role.TV:
        return project_tv(state, project(state, PLAYER))
    return _TableViewFactory(state, audience).table()


def project_tv(state: TableState, shared: TableView) -> TableView:
    """Return the TV's view: the players' view without odds, suggestions and notes.

    It also has the join code and the theme that the GM has set for the TV.
    """
    return altered(
        shared,
        role=str(Role.TV),
        checks=tuple(_for_tv(check) for check in shared.checks),
        notes=(),
        joining=0,
        join_code=state.join_code(),
        tv_theme="light" if state.table.settings.get("tv_theme") == "light" else "dark",
        tv_sound=state.table.settings.get("tv_sound") == "on",
    )


def _for_tv(check: CheckView) -> CheckView:
    if check.odds is ABSENT and check.suggested is ABSENT:
        return check
    return replace(check, odds=ABSENT, suggested=ABSENT)


def project_seat(state: TableState, audience: Audience, shared: TableView) -> TableView:
    """Return one seat's view: the players' view with the tags, clocks and notes that only the seat may see.

    It also has the seat's proposals and its own checks.
    """
    made = _TableViewFactory(state, audience)
    view = altered(
        shared,
        you=audience.seat,
        tags=made.views_of(Tag, made.tag) if made.knows_more(Tag) else shared.tags,
        clocks=made.views_of(Clock, made.clock) if made.owns_a_clock() else shared.clocks,
        notes=made.all(Note, made.note) if made.knows_more(Note) else shared.notes,
        proposals=made.cache("proposals", made.proposals),
        mine=made.cache("mine", lambda: made.mine(shared.checks)),
        moments=moments_of(state, audience),
    )
    if view.notes == shared.notes:
        return view
    return altered(view, left_out=floods_of_seat(view, _TableViewFactory(state, PLAYER).guests()))


class _TableViewFactory(ThingViewFactory):
    """Projects a whole table for one audience."""

    def table(self) -> TableView:
        view = TableView(
            **self.cache("itself", self.itself),
            scenes=self.all(Scene, self.scene),
            zones=self.views_of(Zone, self.zone),
            tags=self.views_of(Tag, self.tag),
            clocks=self.views_of(Clock, self.clock),
            cast=self.views_of(Character, self.character),
            pieces=self.all(GameDocument, self.piece),
            checks=self.cache(CHECKS, lambda: CheckViewFactory(self, self.proposals_of).views()),
            proposals=self.cache("proposals", self.proposals),
            seats=self.cache("seats", lambda: self.some(self.state.find_all(Seat, content=False), self.seat)),
            notes=self.all(Note, self.note),
            guests=with_pauses(self.state, self.guests()) if self.gm else (),
            moments=moments_of(self.state, self.audience),
        )
        if not self.gm:
            new = tuple(id for each in self.guests() for id in each.new_of("seat"))
            view = altered(view, left_out=floods_of(view, self.guests()), newcomers=new)
        turn = self.turn(view)
        return view if turn is ABSENT else altered(view, turn=turn)

    def guests(self) -> tuple[GuestWork, ...]:
        return self.state.cached("guests", lambda: guests_of(self.state))

    def itself(self) -> dict[str, Any]:
        """Return the values of the table itself, without the things on it.

        Only the GM gets the settings, the links and the library; players get the join code, so that they can
        invite others.
        """
        table, code = self.state.table, self.state.join_code()
        own = {
            "table": table.id,
            "name": table.name,
            "ruleset": table.ruleset,
            "role": str(self.audience.role),
            "paused": table.paused,
            "paused_by": table.paused_by,
            "spotlight": self.reference_to("clock", table.spotlight) or None,  # a hidden clock counts as none
            "scene": table.active_scene,
            "asks_first": table.settings.get("guests") == "ask",
            "joining": sum(seat.visibility == "secret" for seat in self.state.find_all(Seat)),
        }
        if not self.gm:
            return own | {"invite": code}
        keys = tuple(view_of(KeyView, key) for key in self.state.open_links())
        saved = self.cache("saved", self.saved)
        return own | {"join_code": code, "settings": table.settings, "keys": keys, "saved": saved}

    def turn(self, view: TableView) -> Maybe[Turn]:
        """Return the current turn; ABSENT in a game without turns, or if it cannot be made."""
        game = game_screens(self.state.table.ruleset)
        return render_safely("The turn", lambda: game.turn(view), self._no_turn)

    def _no_turn(self) -> Maybe[Turn]:
        self.state.unshown.add("turn")
        return ABSENT

    def saved(self) -> tuple[SavedView, ...]:
        return tuple(view_of(SavedView, row) for row in self.state.find_all(LibraryItem))

    def proposals_of(self, id: int) -> tuple[ProposalView, ...]:
        """Return the open proposals of a check as views."""
        return self.some([row for row in self.state.proposals_from(id) if row.state == "open"], self.proposal)

    # ---- one seat ---------------------------------------------------------------------------

    def owns_a_clock(self) -> bool:
        seat = self.audience.seat
        return self.cache("owns", lambda: any(row.owner == seat for row in self.state.find_all(Clock)))

    def knows_more(self, model: type[Tag] | type[Note]) -> bool:
        """Return whether this seat may know things of a kind that other players may not."""
        seat = self.audience.seat
        return self.cache(
            f"more {model.kind_name}",
            lambda: any(
                seat in (row.only, getattr(row, "owner", None)) for row in self.state.find_all(model)
            ),
        )

    def mine(self, shared: tuple[CheckView, ...]) -> MyChecks:
        """Return this seat's checks and the choices of its form.

        A game may show a seat more of its own checks than others see.
        """
        known = self.state.cached((CHECKS, PLAYER.key, 0), lambda: shared)
        mine = my_checks(self.state, self.audience.seat, known)
        own = {check.id: self._to_its_own(check) for check in mine.checks}
        return replace(mine, checks=tuple(own.values()))

    def _to_its_own(self, view: CheckView) -> CheckView:
        """Return a check as its roller's seat sees it; if that fails, as all players see it."""
        game, row = game_screens(self.game.key), self.state.require(Check, view.id)
        own = render_safely(
            "A check for its roller", lambda: game.reveal_check_to_roller(view, row), lambda: view
        )
        return view if own is view else CheckViewFactory(self).with_card(own, row)

    # ---- people -----------------------------------------------------------------------------

    def seat(self, row: Seat) -> SeatView | None:
        """Return a seat's view; None for players if its guest waits for the GM's yes."""
        if row.waits and not self.gm:
            return None
        through = link_of(row.made_by) if row.waits else None
        played = self.reference_to("character", row.character)
        asked = row.asking_name or ABSENT
        asker = row.asker or ABSENT
        return SeatView(row.id, row.name, played, row.secret is not None, asked, asker, row.waits, through)

    def proposals(self) -> tuple[ProposalView, ...]:
        return self.some(self._proposed(), self.proposal)

    def _proposed(self) -> list[Proposal]:
        """Return all open proposals for the GM; for a seat, its own open ones and its last three answered."""
        rows = self.state.find_all(Proposal)
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
            number=range_field(row.command, row.low, row.high),
            gone=not all(
                self.visibility.may_name(kind, row.command.get(kind)) for kind in named_kinds(row.command)
            ),
            words=describe_proposal(self.state, row.command, self.audience),
            deadly=check_context(self.state.rules.key).kills(self.state, row.command),
        )


# ---- the GM's view of a prepared scene ------------------------------------------------------------


def project_prepared(view: TableView, scene: int) -> TableView:
    """Return the GM's view with the things of a prepared scene, instead of the active one's, in play."""
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
    """Return whether this scene is prepared but has not begun yet."""
    return any(value.id == scene and value.state == "prepared" for value in view.scenes)


def _here(things: tuple[V, ...], scene: int) -> tuple[V, ...]:
    return tuple(replace(zone, here=getattr(zone, "scene", None) in (None, scene)) for zone in things)
