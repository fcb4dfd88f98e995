"""Zones at a METTLE table: quick ones, how dark they are, what stands in them, and who moves where."""

from typing import Literal

from pydantic import Field

from webapp.games.mettle.screens import characters, game_state, places
from webapp.games.mettle.screens.game_state import why_not
from webapp.games.mettle.table.common import Count, OfSomebody, add_piece, the_piece
from webapp.games.mettle.table.cover import leave_cover
from webapp.games.mettle.table.days import party
from webapp.rules.check import Proposed
from webapp.rules.mettle.zones import MIDDLE, quick
from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Character, Zone
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find, refuse_crowd
from webapp.table.fields import Id, Name, VisibilityLevel, ZoneId
from webapp.table.proposals import propose
from webapp.table.refusals import Refused

Light = Literal["clear", "dim", "dark", "total-dark"]
What = Literal["cover", "obstacle", "climb", "feature"]
REMOVABLE = ("scenery", "hazard", "trap", "weapon", "affliction", "project", "map", "rival", "voucher")


@command("mettle.zone.quick")
class QuickZones(GameCommand):
    """Quick Zones in one step: one for melee in the middle, one for ranged fighters on either side."""

    def play(self, board: Board, actor: Actor) -> Report:
        if any(row.scene == board.table.active_scene for row in board.here(Zone)):
            raise Refused("This scene has zones already; join more to them, or start a new scene.")
        drawn = quick()
        rows = {name: self._add(board, name) for name in drawn.names}
        for name, row in rows.items():
            row.joins = [rows[other].id for other in drawn.neighbours(name)]
        for who in board.here(Character):
            who.zone = rows[MIDDLE].id
        return account("Quick Zones are drawn", *rows.values(), zones=[row.id for row in rows.values()])

    def _add(self, board: Board, name: str) -> Zone:
        refuse_crowd(board, Zone)
        return board.add(Zone(name=name, scene=board.table.active_scene, joins=[]))


@command("mettle.zone.light")
class LightZone(GameCommand):
    """How dark it is in a zone; smoke is no better for any lamp."""

    zone: ZoneId
    light: Light = Field(description="how dark it is")
    smoke: bool = Field(default=False, description="smoke: no lamp helps")

    def play(self, board: Board, actor: Actor) -> Report:
        zone = find(board, Zone, self.zone, actor)
        found = places.pieces(board, "place", zone=zone.id)
        row = found[0] if found else add_piece(board, "place", zone=zone.id, data={})
        level = "" if self.light == "clear" else self.light
        row.data = {**row.data, "light": level, "smoke": self.smoke}
        words = {"clear": "clear", "dim": "dim", "dark": "dark", "total-dark": "totally dark"}[self.light]
        return account(f"{zone.name}: {words}{', smoke' if self.smoke else ''}", zone, row, piece=row.id)


@command("mettle.zone.scenery")
class AddScenery(GameCommand):
    """Something stands in a zone: cover, an obstacle or a climb with its Difficulty, a feature."""

    zone: ZoneId
    name: Name
    what: What = Field(default="cover", description="what it is")
    difficulty: Count = Field(default=0, description="the Difficulty")
    penetrable: bool = Field(default=False, description="easily gone through: never more than Partial Cover")
    visibility: VisibilityLevel = "shown"

    def play(self, board: Board, actor: Actor) -> Report:
        zone = find(board, Zone, self.zone, actor)
        data = {"what": self.what, "difficulty": self.difficulty, "penetrable": self.penetrable}
        row = add_piece(board, "scenery", name=self.name, zone=zone.id, data=data, visibility=self.visibility)
        return account(f"{zone.name}: {self.name}", zone, row, piece=row.id)


@command("mettle.remove")
class RemovePiece(GameCommand):
    """Take something of this game off the table: scenery, a hazard, a trap, a weapon, a map."""

    piece: Id = Field(description="what is taken away")

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.piece, actor, *REMOVABLE)
        row.removed = True
        for rival in places.pieces(board, "rival") if row.kind == "map" else ():
            rival.removed = True
        return account(f"{row.name or row.kind} is gone", row, piece=row.id)


@command("mettle.zone.move", roles=PLAYERS_TOO)
class MoveTo(OfSomebody):
    """Somebody goes to a zone: a free Charge, as far as Speed and obstacles let them in a fight.

    `checked` after a Move that beat what is in the way, `pushed` by a Shove, `free` when the GM just says
    so. A player moves the own character, in a fight on their turn.
    """

    zone: ZoneId
    checked: bool = Field(default=False, description="a Move beat what is in the way")
    pushed: bool = Field(default=False, description="shoved there")
    free: bool = Field(default=False, description="the GM says that nothing hinders it")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        zone = find(board, Zone, self.zone, actor)
        if actor.role is not Role.GM and (self.checked or self.pushed or self.free):
            raise Refused("Only the GM says that nothing hinders a move.")
        if row.zone == zone.id:
            raise Refused(f"{row.name} is in {zone.name} already.")
        if not (self.pushed or self.free) and not self._gets_there(board, row, zone, actor):
            return account(
                f"{row.name} is slow: {zone.name} takes another Round", row, zone, character=row.id
            )
        row.zone = zone.id
        hidden = _step_into(board, row, zone)
        told = account(f"{row.name} goes to {zone.name}", row, zone, character=row.id, zone=zone.id)
        if actor.role is Role.GM:
            told.result["proposals"] = hidden
        return told

    def _gets_there(self, board: Board, row: Character, zone: Zone, actor: Actor) -> bool:
        """Whether this brings them into the zone now; Refused where they cannot go at all."""
        found, known = game_state.fight(board), places.zones(board)
        path = [str(id) for id in places.way(board, row.zone, zone.id)] if row.zone is not None else []
        if found is None or row.zone is None or str(row.id) not in found[1].combatants:
            if not self.checked:  # nobody counts Rounds here; what stands in the way still takes a Move
                known.free(path)
            return True
        piece, fight = found
        why = why_not(board, fight, row, "move")
        if why and actor.role is not Role.GM:
            raise Refused(why)
        if not path:
            raise Refused(f"No way leads from here to {zone.name}.")
        legs = game_state.legs(piece, row.id, characters.speed(board, row))
        after, arrived = legs.go(known, path, checked=self.checked)
        gone = {**piece.data.get("legs", {}), str(row.id): game_state.legs_data(after)}
        piece.data = {**piece.data, "legs": gone}
        return arrived


def _step_into(board: Board, row: Character, zone: Zone) -> list[int]:
    """Cover stays behind; a trap that nobody has sprung yet is put before the GM."""
    leave_cover(board, row)
    traps = [trap for trap in places.pieces(board, "trap", zone=zone.id) if not trap.data.get("sprung")]
    lines = [
        Proposed("mettle.hazard.spring", {"trap": trap.id, "characters": [row.id]}, f"{row.name} steps in")
        for trap in traps
    ]
    return propose(board, lines)


def leave_behind(board: Board) -> None:
    """The players' characters go on with the story; the zones of a scene that is over stay behind."""
    known = {zone.id for zone in places.here(board)}
    for row in party(board):
        row.zone = row.zone if row.zone in known else None
