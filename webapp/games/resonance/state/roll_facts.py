"""The facts of the table that affect a Resonance roll, and which of its numbers an audience may know."""

from collections.abc import Iterator
from dataclasses import replace

from webapp.games.api import (
    PLAYER,
    Character,
    Check,
    CheckEvaluation,
    Condition,
    ContextItem,
    Effect,
    Modifier,
    ModifierKind,
    Role,
    RuleError,
    Seat,
    TableState,
    Thing,
    Visibility,
    name_key,
)
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.check import AGAINST_RESISTANCE, FurtherTarget
from webapp.games.resonance.rules.check_request import OpenRoll, ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind, no_move
from webapp.games.resonance.rules.outcome import KnownOutcome
from webapp.games.resonance.rules.pools import TagPool
from webapp.games.resonance.rules.positions import BEYOND, Band
from webapp.games.resonance.rules.rolled_actions import sp_of
from webapp.games.resonance.rules.ruleset import RULESET
from webapp.games.resonance.rules.situations import number_to_beat
from webapp.games.resonance.state.characters import (
    band_between,
    level_of,
    partner_of,
    piece_of,
    pool_of,
    rounds_of,
    stats_of,
)
from webapp.games.resonance.state.documents import HIDING, POOL, HidingPlace, situation_of
from webapp.games.resonance.state.nested_clocks import find_running_situations
from webapp.rules.codec import load_value

MISSED = "miss"
"""The outcome of a roll that fails regardless of its total."""
KEPT_BACK = ("against", "by")
HOW_WELL = (*KEPT_BACK, "bonus", "roll", "sr", "total")
"""The numbers that reveal how well somebody is hidden."""


def targets_of(state: TableState, check: Check) -> list[Character]:
    """Return all characters a check is aimed at, the first target first."""
    found = (state.find(Character, id) for id in ResonanceRequest.of(check.asked).upon)
    return [row for row in found if row is not None]


def standing(
    state: TableState, check: Check, asked: ResonanceRequest
) -> Iterator[tuple[Thing, ContextItem, bool]]:
    """Yield what affects a roll: the roller's Curse or Bind, distance, the target's Mark and conditions."""
    own = piece_of(state, POOL, check.character)
    if own is not None and "curse" in pool_of(state, check.character):
        yield own, _tag("curse"), True
    if own is not None and asked.roll is Kind.HIDE and pool_of(state, check.character).immobilised:
        yield (
            own,
            ContextItem(
                "Bind",
                "status",
                (Effect("anything", ModifierKind.BLOCKS, note=no_move(bound=True).rstrip(".")),),
            ),
            True,
        )
    target = state.find(Character, asked.target)
    if target is None:
        return
    yield from _from_afar(asked, target)
    theirs = piece_of(state, POOL, target.id)
    if theirs is not None and "mark" in pool_of(state, target.id) and asked.roll is Kind.ATTACK:
        yield theirs, _tag("mark"), True
    for row in state.find_all(Condition):
        if row.character == target.id:
            yield (
                row,
                ContextItem(row.name, "condition", row.effects, data={**row.data, "target": True}),
                True,
            )


def _from_afar(asked: ResonanceRequest, target: Character) -> Iterator[tuple[Thing, ContextItem, bool]]:
    """Yield the limits of distance: a block out of range, and a note on an unranged Attack beyond Touch."""
    if asked.roll in AGAINST_RESISTANCE and asked.out_of_range:
        why = f"{target.name} is further away than {Band.DISTANT.label}"
        yield (
            target,
            ContextItem("Out of range", "position", (Effect("anything", ModifierKind.BLOCKS, note=why),)),
            True,
        )
    by_hand = asked.roll is Kind.ATTACK and not asked.ranged and not asked.band
    if by_hand and asked.away not in ("", Band.TOUCH):
        far = "further away than Distant" if asked.away == BEYOND else Band(asked.away).label
        why = f"{target.name} is {far}; an Attack that is not ranged reaches only Touch"
        yield (
            target,
            ContextItem("Distance", "position", (Effect("anything", ModifierKind.NOTE, note=why),)),
            True,
        )


def _tag(key: str) -> ContextItem:
    """Return a status tag with its effects on a roll."""
    entry = book.catalogue()[key]
    return ContextItem(entry.name, entry.kind, entry.effects)


def around(state: TableState, check: Check, asked: ResonanceRequest) -> ResonanceRequest:
    """Return the request with facts of both sides: tags, surprise, TN, Resistance, distance, hiding."""
    own, target = pool_of(state, check.character), state.find(Character, asked.target)
    asked = replace(
        asked,
        daze=own["daze"],
        silence=own["silence"],
        surprised=_caught(state, check.character) if asked.surprised is None else asked.surprised,
        commanded=_by_the_rider(state, check) if asked.commanded is None else asked.commanded,
        tn=_number_of(state, check, asked) if asked.tn is None else asked.tn,
    )
    asked = replace(asked, unaimed=_at_no_part(state, check, asked))
    if asked.roll is Kind.REACTION and asked.tn is None:
        asked = replace(asked, ahead=bool(effects_upon(state, check)))
    if target is None:
        return asked
    asked = replace(asked, veiled=not Visibility(state, PLAYER).may_name("character", target.id))
    if asked.roll in AGAINST_RESISTANCE:
        return replace(
            asked,
            resistance=stats_of(target).resistance,
            away=band_between(state, state.find(Character, check.character), target),
            resists=_resists(target, asked),
            weaken=pool_of(state, target.id)["weaken"],
            aimed_at=tuple(_faced(state, row, asked) for row in targets_of(state, check)[1:]),
        )
    hidden = piece_of(state, HIDING, target.id) if asked.roll is Kind.SEARCH else None
    return asked if hidden is None else replace(asked, hidden_at=load_value(HidingPlace, hidden.data).tn)


def _number_of(state: TableState, check: Check, asked: ResonanceRequest) -> int | None:
    """Return the TN of the Barriers or Puzzles that a roll works on: the highest, None without one.

    For a reaction, return the total of the effect that it has to beat.
    """
    if asked.roll is Kind.REACTION:
        return _of_the_effect(state, check)
    found = (
        number_to_beat(part.kind, part.tn, situation.level)
        for situation in map(situation_of, find_running_situations(state))
        for part in situation.parts
        if part.clock in check.targets
    )
    return max((tn for tn in found if tn is not None), default=None)


def _at_no_part(state: TableState, check: Check, asked: ResonanceRequest) -> bool:
    """Return whether a player's Effort Roll works on no part of the current Race, so costs no threat."""
    roller = state.find(Character, check.character)
    if asked.roll is not Kind.EFFORT or roller is None or roller.kind != "pc":
        return False
    races = [race for race in map(situation_of, find_running_situations(state)) if race.is_race]
    parts = {part.clock for race in races for part in race.parts}
    return bool(races) and not parts & set(check.targets)


def _of_the_effect(state: TableState, check: Check) -> int | None:
    """Return the total of the effect that a reaction answers; None if no such effect is rolled and open."""
    effect = effect_answered(state, check)
    return None if effect is None else KnownOutcome.of(effect.result.data).total


def effect_answered(state: TableState, reaction: Check) -> Check | None:
    """Return the newest effect on the reacting character that was rolled and not applied, or None."""
    return next((check for check in effects_upon(state, reaction) if check.state == "rolled"), None)


def effects_upon(state: TableState, reaction: Check) -> list[Check]:
    """Return the effects that a reaction may answer, newest first.

    These are the effects on the reacting character that were rolled and not applied, and those called before
    the reaction. Only a secret reaction may answer a secret effect.
    """
    found, earlier = [], False
    for check in reversed(state.find_all(Check)):
        earlier = earlier or check is reaction
        stands = check.state == "rolled" or (earlier and check.state == "called")
        asked = ResonanceRequest.of(check.asked) if stands else ResonanceRequest()
        if asked.is_upon(reaction.character):
            found.append(check)
    return [check for check in found if may_answer(state, reaction, check)]


def may_answer(state: TableState, reaction: Check, effect: Check) -> bool:
    """Return whether a reaction may answer an effect: only a secret one answers a secret effect."""
    public = Visibility(state, PLAYER)
    return public.may_name("check", effect.id) or not public.may_name("check", reaction.id)


def _caught(state: TableState, character: int) -> bool:
    """Return whether a character is surprised this round, so that their reactions have Disadvantage."""
    found = rounds_of(state)
    return found is not None and character in found[1].surprised


def _by_the_rider(state: TableState, check: Check) -> bool:
    """Return whether a mount's rider requested its roll, so that the mount is commanded."""
    seat = state.find(Seat, check.seat)
    mounted = (row for row in state.find_all(Condition) if row.character == check.character)
    riders = [partner_of(row) for row in mounted if row.name == "Mounted"]
    return seat is not None and seat.character in riders


def _resists(target: Character, asked: ResonanceRequest) -> int:
    return level_of(target) if target.id in asked.resisted else 0


def _faced(state: TableState, target: Character, asked: ResonanceRequest) -> FurtherTarget:
    """Return another target of the same effect: Resistance, conditions of the book, and tags that count."""
    known = {name_key(entry.name): entry.key for entry in book.catalogue().entries("condition")}
    carried = [name_key(row.name) for row in state.find_all(Condition) if row.character == target.id]
    pool = pool_of(state, target.id)
    other = FurtherTarget(
        id=target.id,
        against=stats_of(target).resistance,
        conditions=tuple(known[name] for name in carried if name in known),
        pool=TagPool({tag: pool[tag] for tag in ("mark", "weaken") if tag in pool}),
    )
    return other.resists(_resists(target, asked))


def circumstances(check: Check, state: TableState) -> tuple[Modifier, ...]:
    """Return the modifiers of a roll's own facts: range beyond Touch, aim, a Called Shot, surprise.

    Empty for a check that the rules refuse.
    """
    try:
        called = (
            load_value(RULESET.check, check.rolled.check)
            if check.rolled
            else CheckEvaluation(state, check).bare
        )
        return RULESET.modifiers_for(replace(called, sources=())).sources
    except RuleError:
        return ()


def waiting_of(state: TableState, check: Check) -> OpenRoll:
    """Return a check of the table as the rules' `OpenRoll`."""
    asked = ResonanceRequest.of(check.asked)
    return OpenRoll(
        roller=check.character,
        kind=asked.roll,
        state=check.state,
        open=_still_open(state, check),
        sp=sp_of(asked),
        ep=asked.ep,
        targets=tuple(row.id for row in targets_of(state, check)),
        sources=tuple(Modifier(**source) for source in check.sources),
        spent=tuple(asked.spent.split()),
        warded=asked.warded,
    )


def _still_open(state: TableState, check: Check) -> bool:
    """Return whether a roll's result may still change.

    It may if the dice fell and are no miss, no proposal was accepted, and the check either waits for answers
    to its proposals ("rolled") or is resolved and the newest of all.
    """
    if KnownOutcome.of(check.result.data).sr is None or check.result.outcome == MISSED:
        return False
    applied = any(line.state == "accepted" for line in state.proposals_from(check.id))
    newest = state.find_all(Check)[-1].id == check.id
    return not applied and (check.state == "rolled" or (check.state == "resolved" and newest))


def numbers_hidden_from(visibility: Visibility, check: Check) -> tuple[str, ...]:
    """Return the names of a check's numbers that this audience does not see; empty if it sees all."""
    if visibility.audience.role is Role.GM:
        return ()
    asked = ResonanceRequest.of(check.asked)
    if asked.roll is Kind.HIDE:
        seat = visibility.state.find(Seat, visibility.audience.seat)
        return () if seat is not None and seat.character == check.character else HOW_WELL
    unknown = asked.target is not None and not visibility.may_name("character", asked.target)
    return KEPT_BACK if asked.roll is Kind.SEARCH or unknown else ()
