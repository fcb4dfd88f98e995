"""Commands for Initiative: start a fight, pass Initiative, begin Rounds, end the fight."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    PLAYER,
    PLAYERS_TOO,
    Actor,
    Character,
    CharacterId,
    Check,
    Clock,
    CommandResult,
    Condition,
    Forbidden,
    GameCommand,
    GameDocument,
    Id,
    Refused,
    Role,
    TableState,
    Visibility,
    command,
    find,
    is_by_newcomer,
    is_held_back,
    move_clock,
    ref_of,
    told,
)
from webapp.games.mettle.commands import days, injuries
from webapp.games.mettle.commands.base_commands import (
    RealDiceOfRound,
    add_document,
    clear_finish,
    dice,
    merge_game_results,
    person,
    require_ongoing,
    save,
)
from webapp.games.mettle.commands.cover import leave_cover
from webapp.games.mettle.commands.twist_offers import withdraw_twists
from webapp.games.mettle.events import FightChanged, InitiativeHeld, RoundChanged
from webapp.games.mettle.people_events import Harmed
from webapp.games.mettle.rules import durations
from webapp.games.mettle.rules import initiative as rules
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.rules.initiative import Initiative, Phase
from webapp.games.mettle.rules.statuses import may_act
from webapp.games.mettle.state import characters, game_state, zone_values
from webapp.games.mettle.state.check_facts import foes
from webapp.games.mettle.state.documents import Fight, value_of
from webapp.games.mettle.state.game_state import known_as
from webapp.rules.events import Event
from webapp.state.house_events import ConditionEnded

Given = Mapping[str, Sequence[int]]


def next_round(state: TableState, over: Initiative, given: Given) -> list[CommandResult]:
    """Apply the effects between two Rounds in order: surprise, fire, suffocation, time, countdowns."""
    results: list[CommandResult] = []
    for row in state.find_all(Character):
        results += surprise_over(state, row)
        results += _burns(state, row, given)
        results += _suffocates(state, row, over)
    return [*results, *days.turn_over(state, "round", given), *_countdowns(state)]


def surprise_over(state: TableState, row: Character) -> list[CommandResult]:
    """End a character's statuses that last one Round (Surprised, Unnoticed) after a Round or the fight."""
    return injuries.become(state, row, durations.after_round(characters.statuses(state, row.id)))


def _burns(state: TableState, row: Character, given: Given) -> list[CommandResult]:
    held = characters.carried(state, row.id, "Burning")
    return burn(state, row, held, given.get(str(held.id))) if held is not None else []


def burn(
    state: TableState, row: Character, held: Condition, faces: Sequence[int] | None
) -> list[CommandResult]:
    """Roll one Round of fire against a burning character; the fire goes out if it rolls no Edge."""
    hazard = Hazard.parse(str(held.data.get("hazard", "2D+2")))
    harm = hazard.roll(dice(state, faces))
    through = characters.body(state, row).unsoaked(harm.damage)
    who, fire = ref_of(row), ref_of(held)
    burns = Harmed(who, "burns", str(hazard), harm.fell, harm.damage, through, harm.real, source=fire)
    results = [told(burns)]
    results += injuries.lose(state, row, through) if through else []
    if harm.ends:
        held.removed = True
        results.append(told(ConditionEnded(fire, who)))
    return results


def _suffocates(state: TableState, row: Character, over: Initiative) -> list[CommandResult]:
    """Take 1 Mettle from a suffocating character each Round, or every second Round without an Action."""
    held = characters.statuses(state, row.id)
    lost = durations.suffocated(held, over.round, idle=row.id not in over.acted)
    return injuries.lose(state, row, lost) if lost else []


def _countdowns(state: TableState) -> list[CommandResult]:
    """Tick each countdown clock (a flooding room, a fuse) by one segment at the end of a Round.

    Clocks that wait for another clock stay, and those that tick every Round anyway have ticked before.
    """
    scenes = (None, state.table.active_scene)
    counted = (row for row in state.find_all(Clock) if row.kind == "countdown" and row.tempo != "round")
    left = (row for row in counted if row.scene in scenes and not row.value.complete)
    due = [row for row in left if not is_held_back(state, row)]
    return [move_clock(state, clock, clock.value.tick()) for clock in due]


CombatantIds = Annotated[list[Id], Field(max_length=100)]


def store_fight(
    table_state: TableState, document: GameDocument, fight: Initiative, *events: Event
) -> CommandResult:
    """Store the fight, and tell these events and then who holds or passes Initiative."""
    save(document, fight)
    state = {"holder": fight.holder, "phase": str(fight.phase), "round": fight.round}
    hidden = {} if known_as(table_state, fight.holder) != "Somebody" else {"holder": None}
    result = told(*events, _stands(document, fight), fight=document.id, **{**state, **hidden})
    result.about = told(*events).about or [ref_of(document)]  # the holder may be "Somebody"
    return result


def _stands(document: GameDocument, fight: Initiative) -> Event:
    """Return who holds or passes Initiative, or that the Round is over."""
    if fight.phase in (Phase.ACTING, Phase.PASSING):
        passes = fight.phase is Phase.PASSING
        return InitiativeHeld(("character", fight.holder), ref_of(document), passes)
    return RoundChanged(ref_of(document), fight.round, over=True)


@command("mettle.initiative.start")
class Start(GameCommand):
    """Start a fight: the first attacker holds Initiative, and each combatant has one Action a Round.

    Without `combatants`, the whole cast takes part. The `surprised` have no Action in Round 1.
    """

    first: Id = Field(description="the character who holds Initiative first")
    combatants: CombatantIds = Field(
        default=[], description="the characters who fight; default: everybody in the cast"
    )
    surprised: CombatantIds = Field(
        default=[],
        description="the surprised characters, who have no Action in the first Round; default: nobody",
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if game_state.find_fight(state) is not None:
            raise Refused("A fight is already running. End it first.")
        people = self.combatants or [row.id for row in state.find_all(Character)]
        rows = [find(state, Character, id, actor) for id in dict.fromkeys((*people, self.first))]
        for other in (find(state, Character, id, actor) for id in self.surprised):
            if other not in rows:
                raise Refused(f"{other.name} is not in this fight.")
        results = begin(state, self.first, rows, self.surprised)
        return merge_game_results(results, results[0].payload)


def begin(
    state: TableState,
    first: int,
    rows: Sequence[Character],
    surprised: Iterable[int] = (),
    check: int | None = None,
) -> list[CommandResult]:
    """Start a fight between these characters; `first` holds Initiative.

    Those in `surprised`, and those already Surprised, have no Action in Round 1. `check` is the open Attack
    that begins it.
    """
    late = {row.id for row in rows if characters.carried(state, row.id, "Surprised")} | set(surprised)
    out = [row.id for row in rows if injuries.cannot_act(state, row)]
    clear_finish(state)
    fight = rules.start([row.id for row in rows], first, surprised=late, out=out)
    data: dict[str, object] = {"legs": {}} | ({"check": check} if check is not None else {})
    document = add_document(state, "fight", scene=state.table.active_scene, data=data)
    results = [store_fight(state, document, fight, FightChanged(ref_of(document), "began", 1))]
    for row in rows:
        if row.id in late and characters.carried(state, row.id, "Surprised") is None:
            results += injuries.take_on(state, row, "surprised")
    return results


def first_attack(state: TableState, check: Check, actor: Actor) -> list[CommandResult]:
    """Start a fight if this Check is an Attack and no fight is running; the attacker holds Initiative.

    The targets take part, and all characters that players see in the scene's zones or in no zone. A
    secret Attack starts the fight only when it is rolled. An attacker who cannot act, or rides in a
    race, starts none. Unless a GM calls or rolls it, neither does an Attack on nobody, nor one of a seat
    that the table does not know yet: once the GM lets it stay, its Attack starts the fight as it is rolled.
    Source: Scenes, "Initiative"; reading C4.9.
    """
    row, visibility = state.find(Character, check.character), Visibility(state, PLAYER)
    if (
        row is None
        or MettleRequest.of(check.asked).action != "attack"
        or game_state.find_fight(state) is not None
    ):
        return []
    unseen = check.state == "called" and visibility.level(check) != "shown"
    idle = not may_act(characters.statuses(state, row.id))
    if unseen or idle or game_state.ride(state, row.id) is not None:
        return []
    aimed = foes(state, check)
    if actor.role is not Role.GM and (not aimed or is_by_newcomer(state, check)):
        return []
    zones = {zone.id for zone in zone_values.list_zones_here(state)}
    there = [
        character
        for character in state.find_all(Character)
        if character.zone is None or character.zone in zones
    ]
    known = [
        character
        for character in there
        if visibility.level(character) == "shown" or character in aimed or character is row
    ]
    fighters = [*known, *(character for character in (*aimed, row) if character not in known)]
    return begin(state, row.id, fighters, check=check.id if check.state == "called" else None)


def attack_cancelled(state: TableState) -> list[CommandResult]:
    """Call off the fight that a cancelled Attack began, if nobody has done anything in it since.

    It stays while its holder has called another Attack, such as the other half of a split one.
    """
    found = game_state.find_fight(state)
    began = state.find_ever(Check, found[1].check) if found is not None else None
    if found is None or began is None or began.state != "cancelled":
        return []
    document, fight = found
    attacks = (
        check
        for check in state.find_all(Check)
        if check.state == "called" and MettleRequest.of(check.asked).action == "attack"
    )
    if not fight.is_fresh or any(check.character == fight.holder for check in attacks):
        return []
    document.removed = True
    return [told(FightChanged(ref_of(document), "called_off", fight.round))]


@command("mettle.initiative.pass", roles=PLAYERS_TOO)
class Pass(GameCommand):
    """Pass Initiative to a character with an Action left; targets of the last Action go first."""

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find(state, Character, self.character, actor)
        document, fight = require_ongoing(state, Fight)
        if actor.role is not Role.GM:
            holder = state.find_ever(Character, fight.holder)
            try:
                person(state, holder.id if holder is not None else 0, actor)
            except Refused as refused:
                raise Forbidden("Only the holder of Initiative can pass Initiative.") from refused
        if row.id not in fight.combatants:
            raise Refused(f"{row.name} is not in this fight.")
        return store_fight(state, document, fight.pass_to(row.id))


@command("mettle.initiative.round")
class NextRound(GameCommand):
    """Begin a Round when no Action is left: fires burn, the Suffocating lose Mettle, six seconds pass.

    Afflictions with a Round as their Interval are checked, and others if they are due. Countdown
    clocks tick. `dice` are real dice for fires and afflictions, by the id of the condition or affliction.
    """

    dice: RealDiceOfRound = {}

    def execute(self, table_state: TableState, actor: Actor) -> CommandResult:
        document, fight = require_ongoing(table_state, Fight)
        if fight.phase is not Phase.ROUND_OVER:
            raise Refused("The next Round begins when no Action is left.")
        fresh = {id: legs.next_round() for id, legs in fight.legs.items()}
        after = replace(fight.next_round(), legs=fresh)
        results = [
            store_fight(table_state, document, after, RoundChanged(ref_of(document), after.round)),
            *next_round(table_state, fight, self.dice),
        ]
        state = value_of(Fight, document)
        return merge_game_results(
            results, {**results[0].payload, "holder": results[0].payload["holder"], "round": state.round}
        )


@command("mettle.initiative.end")
class End(GameCommand):
    """End the fight, and with it Surprise, Cover and offered Twists."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, fight = require_ongoing(state, Fight)
        save(document, fight.end())
        document.removed = True
        results = [told(FightChanged(ref_of(document), "ended", fight.round))]
        for row in state.find_all(Character):
            results += [*surprise_over(state, row), *leave_cover(state, row)]
        withdraw_twists(state, fight.combatants)
        return merge_game_results(results)
