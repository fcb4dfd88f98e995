"""Commands for riding, and its two conditions, Riding and Mounted, which begin and end together."""

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    CharacterId,
    CommandResult,
    Condition,
    Id,
    Refused,
    TableState,
    append_results,
    command,
    find,
    own_character,
    ref_of,
    told,
)
from webapp.games.resonance.commands.character_state import (
    ReasonedCommand,
    end_condition,
    find_condition,
    gain_condition,
)
from webapp.games.resonance.events import Acted
from webapp.games.resonance.rules.conditions import dictated_by
from webapp.games.resonance.state.characters import partner_of

PARTNERS = {"Riding": "Mounted", "Mounted": "Riding"}


def pair_of(state: TableState, character: int) -> tuple[list[str], int | None]:
    """Return a character's condition as rider or mount, and the other's id; [] and None without one."""
    for name in PARTNERS:
        row = find_condition(state, character, name)
        if row is not None and (partner := partner_of(row)) is not None:
            return [name], partner
    return [], None


def decider(state: TableState, character: int) -> int:
    """Return the id of the character who decides for a character: themselves, or their rider."""
    return dictated_by(character, *pair_of(state, character))


def dictated(state: TableState, character: int, actor: Actor) -> bool:
    """Return whether this actor decides for a character: the GM, their player, or their rider's."""
    own = own_character(state, actor)
    return actor.role == "gm" or (own is not None and own.id == decider(state, character))


@command("resonance.mount")
class Mount(ReasonedCommand):
    """Mount another character: one is Riding, the other Mounted, and either action pool may pay."""

    character: CharacterId = Field(description="the character who rides")
    mount: Id = Field(description="the character who is ridden")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        rider = find(state, Character, self.character, actor)
        mount = find(state, Character, self.mount, actor)
        if rider.id == mount.id:
            raise Refused("A character cannot ride themselves. Choose another mount.")
        for character in (rider, mount):
            if find_condition(state, character.id, "Riding") or find_condition(
                state, character.id, "Mounted"
            ):
                raise Refused(f"{character.name} is already riding or being ridden.")
        results = [
            *gain_condition(state, rider, "Riding", actor, {"partner_id": mount.id}),
            *gain_condition(state, mount, "Mounted", actor, {"partner_id": rider.id}),
        ]
        rides = Acted(ref_of(rider), "rides", ref_of(mount))
        says = told(rides, character=rider.id, mount=mount.id)
        return append_results(says, results, state, actor)


@command("resonance.dismount")
class Dismount(ReasonedCommand):
    """Separate rider and mount; Riding and Mounted end."""

    character: CharacterId = Field(description="the rider or the mount")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        rider = find(state, Character, self.character, actor)
        if (
            find_condition(state, rider.id, "Riding") is None
            and find_condition(state, rider.id, "Mounted") is None
        ):
            raise Refused(f"{rider.name} is neither riding nor ridden.")
        rides = find_condition(state, rider.id, "Riding") is not None
        does = "dismounts" if rides else "unridden"
        says = told(Acted(ref_of(rider), does), character=rider.id)
        return append_results(says, part(state, rider), state, actor)


def part(state: TableState, character: Character) -> list[CommandResult]:
    """End Riding and Mounted of a character and of their mount or rider."""
    results: list[CommandResult] = []
    for own, other in PARTNERS.items():
        row = find_condition(state, character.id, own)
        partner = state.find(Character, partner_of(row)) if row is not None else None
        results += end_condition(state, character, own)
        if partner is not None:
            results += end_condition(state, partner, other)
    return results


def cleared(state: TableState, condition: Condition) -> list[CommandResult]:
    """End a partner's Riding or Mounted after the other of the two conditions was removed by hand."""
    partner = state.find(Character, partner_of(condition))
    other = PARTNERS.get(condition.name)
    return end_condition(state, partner, other) if partner is not None and other else []


def left(state: TableState, gone: int) -> list[CommandResult]:
    """End the condition of a character whose rider or mount leaves the table."""
    bound = [row for row in state.find_all(Condition) if partner_of(row) == gone]
    ended = (end_condition(state, state.require(Character, row.character), row.name) for row in bound)
    return [result for value in ended for result in value]
