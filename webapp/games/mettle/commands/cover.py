"""Commands for Cover: take it, leave it, and Guard a character who agrees."""

from typing import Literal

from pydantic import Field

from webapp.games.api import (
    PLAYER,
    PLAYERS_TOO,
    Actor,
    Character,
    CommandResult,
    Condition,
    GameCommand,
    GameDocument,
    Id,
    Refused,
    Role,
    TableState,
    Visibility,
    audience_knowing,
    command,
    ensure_room_for,
    find,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    add_document,
    merge_game_results,
    person,
    require_document,
)
from webapp.games.mettle.events import CoverChanged, GuardAnswered, NoCover
from webapp.games.mettle.rules.cover import NAMES, Cover, take_cover
from webapp.games.mettle.state import characters, game_state, zone_values
from webapp.games.mettle.state.documents import OfferedGuard, value_of
from webapp.rules.codec import dump_value
from webapp.state.house_events import ConditionEnded, ConditionGained

SAYS = {
    Cover.PARTIAL: "+2 POISE against attacks",
    Cover.TOTAL: "attacks do no damage; attacking makes it Partial",
    Cover.GUARD: "−2 POISE, and +2 for the shielded character",
    Cover.GUARDED: "+2 POISE against attacks",
}


@command("mettle.action.cover", roles=PLAYERS_TOO)
class TakeCover(CharacterCommand):
    """Take Partial or Total Cover, Guard a character in the same Zone, or leave Cover.

    Cover can be left at any time; in a fight, players can take it only at the start of an Action.
    `behind` is a thing in the character's Zone, by default the most solid one; in a Zone, only the GM
    can allow Cover without such a thing. Something easily penetrated gives at most Partial Cover. A
    Guard needs `ward`, the character to shield, and may begin on the turn of either. A player only
    offers it, and the ward's player or the GM accepts (`mettle.guard.accept`); a GM's Guard begins
    at once.
    """

    cover: Literal["none", "partial", "total", "guard"] = Field(
        description="the kind of Cover; “none” leaves Cover"
    )
    ward: Id | None = optional("the character whom a Guard shields; needed for a Guard")
    behind: Id | None = optional("the scenery in the same Zone that gives Cover; default: the most solid")
    penetrable: bool = Field(default=False, description="true: the Cover is never more than Partial")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        ward = find(state, Character, self.ward, actor) if self.ward is not None else None
        if self.cover == "guard" and ward is None:
            raise Refused("Choose the character whom the Guard shields.")
        if self.cover == "guard" and ward is row:
            raise Refused(f"{row.name} can shield only another character.")
        kind, thing = self._kind(state, row, ward, actor)
        _withdraw(state, row)
        if ward is not None and kind is Cover.GUARD:
            return shield(state, row, ward) if actor.role is Role.GM else _ask(state, row, ward)
        results = leave_cover(state, row)
        if kind is not Cover.NONE:
            results.append(behind(state, row, kind, thing=thing))
        return merge_game_results(results or [told(NoCover(ref_of(row)))], {"cover": str(kind)})

    def _kind(
        self, state: TableState, row: Character, ward: Character | None, actor: Actor
    ) -> tuple[Cover, GameDocument | None]:
        """Return the kind of Cover that the character gets, and the thing that gives it, if any."""
        gm, visibility = actor.role is Role.GM, Visibility(state, actor.audience)
        here = [cover for cover in zone_values.covers(state, row.zone) if visibility.knows_name(cover[0])]
        named = find(state, GameDocument, self.behind, actor) if self.behind is not None else None
        found = [(thing, scenery) for thing, scenery in here if named is None or thing is named]
        if named is not None and named.zone == row.zone and not found:
            raise Refused(f"{named.name} gives no Cover.")
        thing, scenery = found[0] if found and self.cover != "guard" else (None, None)
        kind = take_cover(
            Cover(self.cover),
            at_start=gm or _at_start(state, row, ward),
            same_zone=_same(row, ward) and (named is None or bool(found)),
            there=gm or scenery is not None or row.zone is None,
            penetrable=self.penetrable or (scenery is not None and scenery.penetrable),
        )
        return kind, thing


def shield(state: TableState, row: Character, ward: Character) -> CommandResult:
    """Start a Guard: both characters leave their Cover, and the first shields the other."""
    results = [*leave_cover(state, row), *leave_cover(state, ward)]
    results.append(behind(state, row, Cover.GUARD, ward.id))
    results.append(behind(state, ward, Cover.GUARDED, row.id))
    return merge_game_results(results, {"cover": str(Cover.GUARD)})


def leave_cover(state: TableState, row: Character) -> list[CommandResult]:
    """Remove a character's Cover; a Guard ends for both characters."""
    results = []
    for held in characters.conditions(state, row.id):
        if held.name in characters.COVERS:
            held.removed = True
            cover, who = ref_of(held), ref_of(row)
            guarded = held.name == NAMES[Cover.GUARDED]
            left = ConditionEnded(cover, who) if guarded else CoverChanged(cover, who, left=True)
            results.append(told(left))
            results += _left_alone(state, held, row)
    return results


def _left_alone(state: TableState, held: Condition, row: Character) -> list[CommandResult]:
    other = state.find(Character, held.data.get("partner"))
    found = characters.conditions(state, other.id) if other is not None else []
    bound = any(condition.data.get("partner") == row.id for condition in found)
    return leave_cover(state, other) if other is not None and bound else []


def behind(
    state: TableState,
    row: Character,
    kind: Cover,
    partner: int | None = None,
    thing: GameDocument | None = None,
    source: str | None = None,
) -> CommandResult:
    """Put a character into Cover behind a thing, or into a Guard with a partner."""
    ensure_room_for(state, Condition, audience_knowing(state, row))
    data = {"partner": partner} if partner is not None else {}
    clears = f"Leaving Cover; until then, {SAYS[kind]}"
    if thing is not None and Visibility(state, PLAYER).knows_name(thing):
        source = thing.name
    new = state.add(Condition(character=row.id, name=NAMES[kind], clears=clears, source=source, data=data))
    if kind is Cover.GUARDED:
        return told(ConditionGained(ref_of(new), ref_of(row)))
    return told(CoverChanged(ref_of(new), ref_of(row), cause=ref_of(thing) if thing is not None else None))


def _at_start(state: TableState, row: Character, ward: Character | None) -> bool:
    """Return whether the character, or for a Guard either one, is about to act; True outside a fight."""
    found = game_state.find_fight(state)
    if found is None or row.id not in found[1].combatants:
        return True
    return found[1].at_start(*(character.id for character in (row, ward) if character is not None))


def _same(row: Character, ward: Character | None) -> bool:
    return ward is None or (row.zone is not None and ward.zone == row.zone)


# ---- both must agree -------------------------------------------------------------------------


def _ask(state: TableState, row: Character, ward: Character) -> CommandResult:
    """Record a character's offer to shield `ward`, which the ward's player or the GM may accept."""
    data = dump_value(OfferedGuard(row.id))
    asked = add_document(state, "guard", scene=state.table.active_scene, character=ward.id, data=data)
    offered = GuardAnswered(ref_of(row), ref_of(ward), "offered", ref_of(asked))
    return told(offered, piece=asked.id)


def _withdraw(state: TableState, row: Character) -> None:
    """Withdraw the Guards that this character has offered."""
    for document in zone_values.list_documents(state, "guard"):
        document.removed = document.removed or value_of(OfferedGuard, document).by == row.id


def end_guards_of(state: TableState, row: Character) -> list[CommandResult]:
    """End the Guards of a character who leaves the table: all offers, and the partner's Cover."""
    for document in zone_values.list_documents(state, "guard"):
        document.removed = document.removed or row.id in (
            document.character,
            value_of(OfferedGuard, document).by,
        )
    left = (
        condition.character
        for condition in state.find_all(Condition)
        if condition.data.get("partner") == row.id
    )
    return [line for id in left for line in leave_cover(state, state.require(Character, id))]


class _Answer(GameCommand):
    roles = PLAYERS_TOO

    guard: Id = Field(description="the offer to shield somebody")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        asked = require_document(state, self.guard, actor, "guard")
        ward = person(state, asked.character, actor)
        row = find(state, Character, value_of(OfferedGuard, asked).by, actor)
        asked.removed = True
        return self.answer(state, row, ward)

    def answer(self, state: TableState, row: Character, ward: Character) -> CommandResult:
        raise NotImplementedError


@command("mettle.guard.accept")
class AcceptGuard(_Answer):
    """Accept an offered Guard in the same Zone: +2 POISE against attacks for the ward, −2 for the guard."""

    def answer(self, state: TableState, row: Character, ward: Character) -> CommandResult:
        take_cover(Cover.GUARD, same_zone=_same(row, ward))
        return shield(state, row, ward)


@command("mettle.guard.refuse")
class RefuseGuard(_Answer):
    """Decline an offered Guard."""

    def answer(self, state: TableState, row: Character, ward: Character) -> CommandResult:
        return told(GuardAnswered(ref_of(row), ref_of(ward), "declined"))
