"""Commands for positions: zones one range band apart, and moves between them."""

from itertools import pairwise

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CharacterId,
    CommandResult,
    Condition,
    GameCommand,
    Refused,
    Role,
    TableState,
    Zone,
    append_results,
    command,
    ensure_room_for,
    find,
    ref_of,
    told,
)
from webapp.games.resonance.commands.character_state import ReasonedCommand
from webapp.games.resonance.commands.costs import doer, ensure_moves, pools_of
from webapp.games.resonance.commands.mounts import pair_of
from webapp.games.resonance.commands.turns import TakeActions
from webapp.games.resonance.events import Acted, MovedTo
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.conditions import movement
from webapp.games.resonance.rules.positions import ROW, steps_between
from webapp.games.resonance.state.characters import joins, rounds_of, stats_of, values_of
from webapp.state.house_events import ThingAdded
from webapp.table.fields import ZoneId


@command("resonance.zone.quick")
class QuickZones(GameCommand):
    """Add five zones in a row, one range band apart; all characters start in the first."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if any(row.scene == state.table.active_scene for row in state.find_all(Zone)):
            raise Refused("This scene already has zones; add more, or start a new scene.")
        rows = [self._add(state, name) for name in ROW]
        for row, after in pairwise(rows):
            row.joins, after.joins = [*row.joins, after.id], [row.id]
        for who in state.find_all(Character):
            who.zone = rows[0].id
        return told(*(ThingAdded(ref_of(row)) for row in rows), zones=[row.id for row in rows])

    def _add(self, state: TableState, name: str) -> Zone:
        ensure_room_for(state, Zone)
        return state.add(Zone(name=name, scene=state.table.active_scene, joins=[]))


@command("resonance.move", roles=PLAYERS_TOO)
class MoveTo(ReasonedCommand):
    """Move a character to a zone, at most as many range bands away as their Movement allows.

    While rounds run this is an action; a GM's move out of turn costs none. Their mount or rider moves
    with them. A player cannot move an Immobilised character. `free` (GM only) ignores distance and a
    Bind, and costs no action.
    """

    character: CharacterId
    zone: ZoneId
    free: bool = Field(
        default=False,
        description="true: distance and Bind do not matter, and the move costs no action (GM only)",
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        who, zone = doer(state, self.character, actor), find(state, Zone, self.zone, actor)
        if self.free and actor.role is not Role.GM:
            raise Refused("Only the GM can let a move ignore distance and Bind.")
        if who.zone == zone.id:
            raise Refused(f"{who.name} is in {zone.name} already.")
        results = [] if self.free else self._moved(state, who, zone, actor)
        if not values_of(state, who.id).may_act:  # a Blight took the last HP, and the action with it
            return append_results(told(Acted(ref_of(who), "stays"), character=who.id), results, state, actor)
        for value in (who, self._partner(state, who)):
            if value is not None:
                value.zone = zone.id
        says = told(MovedTo(ref_of(who), ref_of(zone)), character=who.id, zone=zone.id)
        return append_results(says, results, state, actor)

    def _partner(self, state: TableState, who: Character) -> Character | None:
        """Return a character's mount or rider, who moves with them; None if there is none."""
        _, partner = pair_of(state, who.id)
        return state.find(Character, partner)

    def _moved(self, state: TableState, who: Character, zone: Zone, actor: Actor) -> list[CommandResult]:
        """Use an action for the Move while rounds run; refuse a zone out of reach.

        Out of turn, a player's move is refused, and the GM's costs no action.
        """
        ensure_moves(state, who, actor)
        bands = _bands(state, who)
        steps = None if who.zone is None else steps_between(joins(state), who.zone, zone.id)
        if who.zone is not None and steps is None:
            raise Refused(f"{zone.name} is out of reach: it is not connected to {who.name}'s zone.")
        if steps is not None and steps > bands:
            raise Refused(
                f"{zone.name} is out of reach: {who.name} can move {bands} band{'s'[: bands != 1]}."
            )
        rounds = rounds_of(state)
        if rounds is None or (actor.role is Role.GM and rounds[1].active not in pools_of(state, who.id)):
            return []
        if rounds[1].active not in pools_of(state, who.id):
            raise Refused(f"It is not {who.name}'s turn.")
        return [TakeActions(action="Move").execute(state, actor)]


def _bands(state: TableState, who: Character) -> int:
    """Return how many range bands one Move of a character crosses, given the character's conditions."""
    known = {entry.name for entry in book.catalogue().entries("condition")}
    held = [row.name for row in state.find_all(Condition) if row.character == who.id and row.name in known]
    return movement(stats_of(who).movement, held)
