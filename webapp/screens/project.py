"""One table as one audience may see it: rows in, a `TableView` out."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from webapp.screens.audience import PLAYER, Audience, Role
from webapp.screens.checks import Checks, my_checks
from webapp.screens.games import game_screens
from webapp.screens.sentences import asked_for, named, ranged
from webapp.screens.sight import Sight
from webapp.screens.views import (
    ABSENT,
    CharacterView,
    ClockView,
    ConditionView,
    KeyView,
    Masked,
    Maybe,
    PieceView,
    ProposalView,
    Rumour,
    SavedView,
    SceneView,
    SeatView,
    TableView,
    TagView,
    ZoneView,
)
from webapp.screens.weighing import switches_of
from webapp.store.board import Board

ANSWERED = ("accepted", "declined")
KEPT_ANSWERS = 3


def project(board: Board, audience: Audience) -> TableView:
    """The table for this audience; what it may not know is not in there."""
    if audience.seat is not None:
        return project_seat(board, audience, project(board, PLAYER))
    if audience.role is Role.TV:
        return project_tv(board, project(board, PLAYER))
    return _Projector(board, audience).table()


def project_tv(board: Board, shared: TableView) -> TableView:
    """What the TV shows: what all players see, without their odds, and how to join."""
    table = board.table
    return replace(
        shared,
        role=str(Role.TV),
        checks=tuple(replace(each, odds=ABSENT) for each in shared.checks),
        join_code=table.join_code if table.join_on else None,
    )


def project_seat(board: Board, audience: Audience, shared: TableView) -> TableView:
    """What one seat sees: all that the players see, and its own clocks and proposals."""
    made = _Projector(board, audience)
    owned = any(row.owner == audience.seat for row in board.here("clock"))
    return replace(
        shared,
        you=audience.seat,
        clocks=made.each("clock", made.clock) if owned else shared.clocks,
        proposals=tuple(made.proposal(row) for row in made.proposals()),
        mine=my_checks(board, audience.seat, shared.checks),
    )


class _Projector:
    def __init__(self, board: Board, audience: Audience) -> None:
        self.board, self.audience = board, audience
        self.sight = Sight(board, audience)
        self.gm = audience.role is Role.GM

    @cached_property
    def conditions(self) -> dict[int, list[Any]]:
        """The conditions this audience knows of, by who carries them."""
        carried: dict[int, list[Any]] = {}
        for each in self.known("condition"):
            carried.setdefault(each.character, []).append(each)
        return carried

    def table(self) -> TableView:
        table = self.board.table
        proposals = tuple(self.proposal(row) for row in self.proposals())
        view = TableView(
            table=table.id,
            name=table.name,
            ruleset=table.ruleset,
            role=str(self.audience.role),
            paused=table.paused,
            paused_by=table.paused_by,
            spotlight=self.named("clock", table.spotlight) or None,  # a hidden one is as good as none
            scene=table.active_scene,
            scenes=tuple(self.scene(row) for row in self.known("scene")),
            zones=self.each("zone", self.zone),
            tags=self.each("tag", self.tag),
            clocks=self.each("clock", self.clock),
            cast=self.each("character", self.character),
            pieces=tuple(self.piece(row) for row in self.known("piece")),
            checks=Checks(self.board, self.sight, _by_check(proposals)).views(),
            proposals=proposals,
            seats=tuple(self.seat(row) for row in self.board.here("seat")),
        )
        view = replace(view, turn=game_screens(table.ruleset).turn(view))
        return self.with_private_parts(view)

    def with_private_parts(self, view: TableView) -> TableView:
        """What only the GM may have: the settings, the links, the join code, the library."""
        if not self.gm:
            return view
        table = self.board.table
        keys = tuple(
            KeyView(key.id, key.role, key.name, key.created, key.token)
            for key in self.board.links()
            if not key.revoked
        )
        code = table.join_code if table.join_on else None
        saved = tuple(SavedView(row.id, row.kind, row.name, row.data) for row in self.board.here("saved"))
        return replace(view, join_code=code, settings=table.settings, keys=keys, saved=saved)

    # ---- how much of each thing -------------------------------------------------------------

    def known(self, kind: str) -> list[Any]:
        return [row for row in self.board.here(kind) if self.sight.knows(row)]

    def each(self, kind: str, show: Any) -> tuple[Any, ...]:
        return tuple(self.dimmed(row, show) for row in self.known(kind))

    def dimmed(self, row: Any, show: Any) -> Any:
        """The thing itself, its name alone, or that there is something."""
        seen = self.sight.level(row)
        if seen == "rumoured":
            return Rumour(row.id, seen, self.is_here(row))
        if seen == "masked":
            word = row.value.word if row.kind_name == "clock" else ABSENT
            return Masked(row.id, seen, row.name, self.is_here(row), word)
        return show(row)

    def visibility(self, row: Any) -> str:
        """As set, for the GM; as it comes out, for everybody else."""
        return row.visibility if self.gm else self.sight.level(row)

    def named(self, kind: str, id: int | None) -> Maybe[int | None]:
        """A reference, or ABSENT where it would tell of something unknown."""
        if id is None:
            return None
        return id if self.sight.may_name(kind, id) else ABSENT

    def is_here(self, row: Any) -> bool:
        """In play now: on the whole table, or of the active scene."""
        scene = getattr(row, "scene", None)
        return scene is None or scene == self.board.table.active_scene

    # ---- things -----------------------------------------------------------------------------

    def scene(self, row: Any) -> SceneView:
        seen = self.visibility(row) if not self.gm else ("shown" if row.played else "secret")
        notes = row.notes if self.gm else ABSENT
        return SceneView(row.id, seen, row.name, row.description, row.state, notes)

    def zone(self, row: Any) -> ZoneView:
        joins = tuple(id for id in row.joins if self.sight.may_name("zone", id))
        return ZoneView(row.id, self.visibility(row), row.name, row.scene, joins, self.is_here(row))

    def tag(self, row: Any) -> TagView:
        return TagView(
            id=row.id,
            visibility=self.visibility(row),
            name=row.name,
            scene=row.scene,
            zone=self.named("zone", row.zone),
            object=row.object,
            character=self.named("character", row.character),
            effects=row.effects,
            trigger=row.trigger,
            clears=row.clears,
            burned=row.burned,
            switches=switches(row),
            here=self.is_here(row),
        )

    def character(self, row: Any) -> CharacterView:
        carried = self.conditions.get(row.id, ())
        return CharacterView(
            id=row.id,
            visibility=self.visibility(row),
            name=row.name,
            kind=row.kind,
            stats=row.stats,
            zone=self.named("zone", row.zone),
            conditions=tuple(self.dimmed(each, self.condition) for each in carried),
        )

    def condition(self, row: Any) -> ConditionView:
        return ConditionView(
            id=row.id,
            visibility=self.visibility(row),
            character=row.character,
            name=row.name,
            effects=row.effects,
            source=row.source,
            trigger=row.trigger,
            clears=row.clears,
            severity=row.severity,
            treated=row.treated,
            clock=self.named("clock", row.clock),
            goal=self.named("clock", row.goal),
            switches=switches(row),
            count=counted(row),
        )

    def clock(self, row: Any) -> ClockView:
        return ClockView(
            id=row.id,
            visibility=self.visibility(row),
            name=row.name,
            segments=row.segments,
            filled=row.filled,
            direction=str(row.direction),
            kind=row.kind,
            scene=row.scene,
            on_full=row.on_full if self.gm or row.value.complete else ABSENT,
            opposes=self.named("clock", row.opposes),
            follows=self.named("clock", row.follows),
            owner=self.named("seat", row.owner),
            group=row.group,
            character=self.named("character", row.character),
            tempo=row.tempo,
            race=self.race(row),
            word=row.value.word,
            complete=row.value.complete,
            here=self.is_here(row),
        )

    def piece(self, row: Any) -> PieceView | Rumour:
        """What only this game keeps; its own screens say what of it is shown, and what of a masked one."""
        seen, game = self.sight.level(row), game_screens(self.board.table.ruleset)
        if seen == "rumoured":
            return Rumour(row.id, seen, self.is_here(row))
        say = game.masked if seen == "masked" else game.shown
        return PieceView(
            id=row.id,
            visibility=self.visibility(row),
            kind=row.kind,
            name=row.name,
            scene=row.scene,
            zone=self.named("zone", row.zone),
            character=self.named("character", row.character),
            shown=say(row, self.board, self.sight),
            here=self.is_here(row),
        )

    def race(self, row: Any) -> Maybe[str | None]:
        """How a full clock came in against the one it opposes, where that one is known."""
        if self.named("clock", row.opposes) is ABSENT:
            return ABSENT
        return row.race if row.value.complete else None

    # ---- people -----------------------------------------------------------------------------

    def seat(self, row: Any) -> SeatView:
        return SeatView(row.id, row.name, self.named("character", row.character), row.secret is not None)

    def proposals(self) -> list[Any]:
        """The open ones: all of them for the GM, a player's own with the last answers, none for the TV."""
        rows = self.board.here("proposal")
        if self.gm:
            return [row for row in rows if row.state == "open"]
        if self.audience.seat is None:
            return []
        own = [row for row in rows if row.seat == self.audience.seat]
        answered = [row.id for row in own if row.state in ANSWERED][-KEPT_ANSWERS:]
        return [row for row in own if row.state == "open" or row.id in answered]

    def proposal(self, row: Any) -> ProposalView:
        return ProposalView(
            id=row.id,
            seat=row.seat,
            command=row.command,
            because=row.because,
            check=row.check,
            range=(row.low, row.high),
            state=row.state,
            offered=row.offered,
            number=ranged(row.command) if row.low is not None else None,
            gone=any(self.board.find(kind, row.command.get(kind)) is None for kind in named(row.command)),
            words=asked_for(self.board, row.command, self.audience),
        )


def counted(row: Any) -> int | None:
    """What a condition counts (Actions, days, points), if it counts anything."""
    count = row.data.get("count") if row.data.get("counts") else None
    return count if isinstance(count, int) else None


def switches(row: Any) -> dict[str, bool]:
    """The facts a tag or condition depends on, and whether they are true."""
    return {**switches_of(row), **row.switches}


def _by_check(proposals: tuple[ProposalView, ...]) -> dict[int, tuple[ProposalView, ...]]:
    found: dict[int, tuple[ProposalView, ...]] = {}
    for each in proposals:
        if each.check is not None:
            found[each.check] = (*found.get(each.check, ()), each)
    return found
