"""Use up Actions, with a Check or without: pass Initiative, end statuses, apply a driver's Check.

These are the mandatory effects of the book; optional ones are proposals to the GM.
"""

from collections.abc import Iterable

from webapp.games.api import (
    Actor,
    Character,
    Check,
    Clock,
    CommandResult,
    Condition,
    GameDocument,
    ProposalLine,
    RuleError,
    TableState,
    propose,
    ref_of,
    told,
)
from webapp.games.mettle.commands import injuries
from webapp.games.mettle.commands.base_commands import save
from webapp.games.mettle.commands.cover import behind, leave_cover
from webapp.games.mettle.commands.experience import after_sway
from webapp.games.mettle.commands.initiative import first_attack, store_fight
from webapp.games.mettle.events import Driven, FighterDid, RacerDid
from webapp.games.mettle.rules import durations
from webapp.games.mettle.rules import race_stretches as rules
from webapp.games.mettle.rules.check import KnownOutcome
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.cover import Cover, after_attack
from webapp.games.mettle.rules.race_stretches import Racer, Stretch
from webapp.games.mettle.rules.ruleset import RULESET
from webapp.games.mettle.state import characters, check_facts, game_state
from webapp.rules.codec import load_value

POPPED_OUT = "popped_out"
"""The key of Partial Cover that becomes Total again with the next Action other than an Attack."""
CLEAN = "clean"
"""The Action of a passenger in a race who wipes off mud."""


def use_action(
    state: TableState, row: Character, action: str = "", targets: Iterable[int] = (), *, acts: bool = False
) -> list[CommandResult]:
    """Use up an Action without a Check; refuse it if the character may not act now.

    `acts` says that nothing else tells that the character acts.
    """
    return [*_used(state, row, action, targets, acts=acts), *over(state, row, action)]


def checked(state: TableState, check: Check, actor: Actor) -> list[CommandResult]:
    """Use up the Action of a Check, rolled or answered without a roll; a split Attack's halves use one.

    If the GM let a character roll out of turn, nothing is used up.
    """
    row, asked = state.find(Character, check.character), MettleRequest.of(check.asked)
    if row is None or not asked.action:
        return []
    results, other = first_attack(state, check, actor), check_facts.other_half(state, check)
    if other is None or other.state not in check_facts.ROLLED:
        results += _used(state, row, asked.action, _aimed_at(state, check), let=True)
    if other is None or other.state != "called":
        results += over(state, row, asked.action, aiming=asked.aiming)
    return results


def half_cancelled(state: TableState, check: Check) -> list[CommandResult]:
    """End the Action of a split Attack when one half is cancelled after the other was rolled."""
    other, row = check_facts.other_half(state, check), state.find(Character, check.character)
    if row is None or other is None or other.state not in check_facts.ROLLED:
        return []
    return over(state, row, "attack", aiming=MettleRequest.of(check.asked).aiming)


def _aimed_at(state: TableState, check: Check) -> list[int]:
    return [foe.id for half in check_facts.halves(state, check) for foe in check_facts.foes(state, half)]


def _used(
    state: TableState,
    row: Character,
    action: str,
    targets: Iterable[int] = (),
    *,
    acts: bool = False,
    let: bool = False,
) -> list[CommandResult]:
    """Use up a character's Action of this Round, or aboard a vehicle the one from a Steady.

    Driving uses none. An Action out of turn is refused; with `let` it is allowed and uses up
    nothing.
    """
    ride, fight = game_state.ride(state, row.id), game_state.find_fight(state)
    if ride is not None:
        return [] if action == "race" else _used_aboard(*ride, row, action, let)
    if fight is None or row.id not in fight[1].combatants or row.id in fight[1].out:
        return []
    refusal = fight[1].refusal(row.id, action)
    if refusal is not None and not let:
        raise refusal
    if refusal is not None:
        return []
    does = "interrupts" if row.id in fight[1].waits else "acts" if acts else ""
    did = [FighterDid(ref_of(row), ref_of(fight[0]), does)] if does else []
    return [store_fight(state, fight[0], fight[1].take_action(row.id, action, *targets), *did)]


def _used_aboard(
    document: GameDocument, stretch: Stretch, racer: Racer, row: Character, action: str, let: bool
) -> list[CommandResult]:
    if let and row.id not in racer.acting:
        return []
    moves, does = (stretch.clean, "cleans") if action == CLEAN else (stretch.act, "acts")
    save(document, moves(racer.name, row.id))
    return [told(RacerDid(ref_of(row), ref_of(document), does))]


def over(state: TableState, row: Character, action: str = "", aiming: bool = False) -> list[CommandResult]:
    """End statuses that last until the next Action, count Rattled down, and update Cover and Aiming."""
    results = injuries.become(state, row, durations.after_action(characters.statuses(state, row.id)))
    found = characters.cover_held(state, row.id)
    if found is not None:
        results += _shown(state, row, *found, attacks=action == "attack")
    return results + (injuries.take_on(state, row, "aiming") if aiming and action == "attack" else [])


def _shown(
    state: TableState, row: Character, held: Condition, cover: Cover, *, attacks: bool
) -> list[CommandResult]:
    """Reduce an attacker's Total Cover to Partial; the next Action without an Attack restores it."""
    popped = bool(held.data.get(POPPED_OUT))
    if attacks and after_attack(cover) is not cover:
        left, kind = leave_cover(state, row), Cover.PARTIAL
    elif popped and not attacks:
        left, kind = leave_cover(state, row), Cover.TOTAL
    else:
        return []
    result = behind(state, row, kind, source=held.source)
    new = characters.cover_held(state, row.id)
    if new is not None and kind is Cover.PARTIAL:
        new[0].data = {**new[0].data, POPPED_OUT: True}
    return [*left, result]


def after_roll(state: TableState, check: Check, actor: Actor) -> list[CommandResult]:
    """Apply everything that follows automatically from this Check, in order."""
    results = checked(state, check, actor)
    after_sway(state, check)
    character = state.find(Character, check.character)
    if character is None or not MettleRequest.of(check.asked).drives:
        return results
    return results + driven(state, check, character)


# ---- a race ----------------------------------------------------------------------------------


def _body(state: TableState, driver: Character) -> int | None:
    """Return the id of the clock that tracks the damage of a driver's vehicle; None if there is none."""
    own = (row for row in state.find_all(Clock) if row.kind == rules.VEHICLE and row.character == driver.id)
    return next((row.id for row in own), None)


def after_telling(state: TableState, check: Check) -> list[CommandResult]:
    """Apply a driver's secret Check to the race once it is shown, if its Stretch is still on."""
    character, race = state.find(Character, check.character), game_state.find_race(state)
    if character is None or race is None or check.visibility == "secret":
        return []
    if check.state not in check_facts.ROLLED or not check.rolled:
        return []
    facts = load_value(RULESET.check, check.rolled.check).facts
    here = (facts.race, facts.stretch) == (race[0].id, race[1].number)
    return driven(state, check, character) if here else []


def driven(
    state: TableState, check: Check, character: Character, *, again: bool = False
) -> list[CommandResult]:
    """Apply a driver's Check to the race; a crash proposes damage to the vehicle and all aboard.

    `again` means that a Twist has changed the result of the same Check.
    """
    found = game_state.find_race(state)
    if found is None:
        return []
    document, stretch = found
    came = KnownOutcome.of(check.result.data)
    try:
        after = (stretch.again if again else stretch.drive)(character.id, came.result)
    except RuleError:
        return []
    save(document, after)
    racer, who, race = after[character.id], ref_of(character), ref_of(document)
    if not racer.crashed:
        return [told(Driven(who, race, racer.edge))]
    speed = stretch[character.id].speed
    damage = rules.crash_damage(speed, state.dice)
    fell = damage - speed  # the GM edits the line for other real dice, up to the worst
    lines = []
    for id in racer.aboard:
        aboard = state.find(Character, id)
        if aboard is not None:
            through = characters.body(state, aboard).unsoaked(damage)
            fields: dict[str, object] = {"character": aboard.id, "by": through}
            worst = through + rules.CRASH_FACES - fell
            lines.append(ProposalLine("mettle.hurt", fields, f"Crash: {damage} damage", 0, max(worst, 1)))
    hurt = [line for line in lines if line.fields["by"]]
    hurt.append(rules.battered(character.id, character.name, _body(state, character), damage))
    propose(state, hurt, check=check.id)
    check.state = "rolled"
    return [told(Driven(who, race, 0, crashed=True, damage=damage))]
