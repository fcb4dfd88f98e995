"""Commands for zones: Quick Zones, light, scenery, and moves between zones."""

from dataclasses import replace
from typing import Literal

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CommandResult,
    Forbidden,
    GameCommand,
    Id,
    Name,
    ProposalLine,
    Refused,
    Role,
    TableState,
    Zone,
    command,
    ensure_room_for,
    find,
    propose,
    ref_of,
    told,
)
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    Count,
    ZoneId,
    add_document,
    merge_game_results,
    require_document,
    save,
)
from webapp.games.mettle.commands.cover import leave_cover
from webapp.games.mettle.commands.days import party
from webapp.games.mettle.events import LightChanged, WentToZone
from webapp.games.mettle.rules.zones import MIDDLE, QUICK_ZONES, Legs, quick
from webapp.games.mettle.state import characters, game_state, zone_values
from webapp.games.mettle.state.documents import StoredTrap, value_of
from webapp.state.house_events import ThingAdded, ThingRemoved
from webapp.table.fields import VisibilityLevel

Light = Literal["clear", "dim", "dark", "total-dark"]
What = Literal["cover", "obstacle", "climb", "feature"]
REMOVABLE = ("scenery", "hazard", "trap", "weapon", "affliction", "project", "map", "rival", "voucher")


@command("mettle.zone.quick")
class QuickZones(GameCommand):
    """Add three Quick Zones: one for melee in the middle, one for ranged fighters on either side.

    All characters are moved into the middle.
    """

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if any(row.scene == state.table.active_scene for row in state.find_all(Zone)):
            raise Refused("This scene already has Zones; add more, or start a new scene.")
        drawn = quick()
        rows = {zone: self._add(state, QUICK_ZONES[zone]) for zone in drawn.ids}
        for zone, row in rows.items():
            row.joins = [rows[other].id for other in drawn.neighbours(zone)]
        for who in state.find_all(Character):
            who.zone = rows[MIDDLE].id
        added = (ThingAdded(ref_of(row)) for row in rows.values())
        return told(*added, zones=[row.id for row in rows.values()])

    def _add(self, state: TableState, name: str) -> Zone:
        ensure_room_for(state, Zone)
        return state.add(Zone(name=name, scene=state.table.active_scene, joins=[]))


@command("mettle.zone.light")
class LightZone(GameCommand):
    """Set how dark a Zone is, and whether it has smoke, in which lamps do not help."""

    zone: ZoneId
    light: Light = Field(description="how dark the Zone is")
    smoke: bool = Field(default=False, description="true: there is smoke, in which lamps do not help")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        zone = find(state, Zone, self.zone, actor)
        found = zone_values.list_documents(state, "place", zone=zone.id)
        row = found[0] if found else add_document(state, "place", zone=zone.id, data={})
        level = "" if self.light == "clear" else self.light
        row.data = {**row.data, "light": level, "smoke": self.smoke}
        return told(LightChanged(ref_of(zone), self.light, self.smoke), piece=row.id)


@command("mettle.zone.scenery")
class AddScenery(GameCommand):
    """Put a thing into a Zone: cover, a feature, or an obstacle or climb with its Difficulty."""

    zone: ZoneId
    name: Name
    what: What = Field(default="cover", description="the kind of scenery")
    difficulty: Count = Field(default=0, description="the Difficulty of getting past or up")
    penetrable: bool = Field(default=False, description="true: the thing never gives more than Partial Cover")
    visibility: VisibilityLevel = "shown"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        zone = find(state, Zone, self.zone, actor)
        data = {"what": self.what, "difficulty": self.difficulty, "penetrable": self.penetrable}
        document = add_document(
            state, "scenery", name=self.name, zone=zone.id, data=data, visibility=self.visibility
        )
        return told(ThingAdded(ref_of(document), at=ref_of(zone)), piece=document.id)


@command("mettle.remove", own_sheet=True)
class RemovePiece(GameCommand):
    """Remove something of this game from the table, such as scenery, a hazard, a trap, a weapon or a map.

    Players may remove only weapons of their own character.
    """

    piece: Id = Field(description="the thing to remove")

    def sheet_of(self, state: TableState, actor: Actor) -> int | None:
        """Return the id of a weapon's carrier; raise Forbidden for everything but carried weapons."""
        document = require_document(state, self.piece, actor)
        if document.kind != "weapon" or document.character is None:
            raise Forbidden("Only the GM can remove this. You can propose it.")
        return document.character

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.piece, actor, *REMOVABLE)
        document.removed = True
        for rival in zone_values.list_documents(state, "rival") if document.kind == "map" else ():
            rival.removed = True
        return told(ThingRemoved(ref_of(document)), piece=document.id)


@command("mettle.zone.move", roles=PLAYERS_TOO)
class MoveTo(CharacterCommand):
    """Move a character to a Zone, as far as obstacles, and in a fight Speed, allow.

    `checked` means that a Move beat the obstacles, `pushed` that a Shove moves the character, `free`
    that nothing hinders the move; only the GM may send these three. Players move their own character,
    in a fight on their turn.
    """

    zone: ZoneId
    checked: bool = Field(default=False, description="true: a successful Move beat the obstacles (GM only)")
    pushed: bool = Field(default=False, description="true: the character was shoved into the Zone (GM only)")
    free: bool = Field(default=False, description="true: nothing hinders the move (GM only)")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        zone = find(state, Zone, self.zone, actor)
        if actor.role is not Role.GM and (self.checked or self.pushed or self.free):
            raise Refused("Only the GM can let a move ignore obstacles.")
        if row.zone == zone.id:
            raise Refused(f"{row.name} is in {zone.name} already.")
        if not (self.pushed or self.free) and not self._gets_there(state, row, zone, actor):
            return told(WentToZone(ref_of(row), ref_of(zone), slow=True), character=row.id)
        row.zone = zone.id
        left, hidden = leave_cover(state, row), _spring_traps(state, row, zone)
        went = told(WentToZone(ref_of(row), ref_of(zone)))
        result = merge_game_results([went, *left], {"character": row.id, "zone": zone.id})
        if actor.role is Role.GM:
            result.payload["proposals"] = hidden
        return result

    def _gets_there(self, state: TableState, row: Character, zone: Zone, actor: Actor) -> bool:
        """Use the character's Speed in a fight, and return whether they reach the zone.

        Raises Refused if the move is impossible.
        """
        found, known = game_state.find_fight(state), zone_values.zones(state)
        path = zone_values.shortest_path(state, row.zone, zone.id) if row.zone is not None else []
        if found is None or row.zone is None or row.id not in found[1].combatants:
            if not self.checked:  # no Rounds here; obstacles still need a Move
                known.free(path)
            return True
        piece, fight = found
        refusal = fight.refusal(row.id, "move")
        if refusal is not None and actor.role is not Role.GM:
            raise refusal
        if not path:
            raise Refused(f"No way leads from {row.name}'s Zone to {zone.name}.")
        legs = replace(fight.legs.get(row.id, Legs()), speed=characters.speed(state, row))
        after, arrived = legs.go(known, path, checked=self.checked)
        save(piece, replace(fight, legs={**fight.legs, row.id: after}))
        return arrived


def _spring_traps(state: TableState, row: Character, zone: Zone) -> list[int]:
    """Propose to spring the zone's traps on a character who enters it; return the proposals' ids."""
    traps = [
        trap
        for trap in zone_values.list_documents(state, "trap", zone=zone.id)
        if not value_of(StoredTrap, trap).sprung
    ]
    lines = [
        ProposalLine(
            "mettle.hazard.spring",
            {"trap": trap.id, "characters": [row.id]},
            f"{row.name} enters {zone.name}",
        )
        for trap in traps
    ]
    return propose(state, lines)


def leave_behind(state: TableState) -> None:
    """Remove the player characters from the zones of a scene that has ended."""
    known = {zone.id for zone in zone_values.list_zones_here(state)}
    for row in party(state):
        row.zone = row.zone if row.zone in known else None
