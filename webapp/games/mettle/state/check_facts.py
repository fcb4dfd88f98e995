"""Collect the facts around a METTLE Check from the table's rows: foes, Cover, range, light, turn.

Each possible modifier is a switch for the GM.
"""

from collections.abc import Iterator
from dataclasses import replace

from webapp.games.api import Character, Check, ContextItem, RuleError, TableState, Thing
from webapp.games.mettle.rules.chases import added_up
from webapp.games.mettle.rules.check_request import Body, MettleRequest, RequestFacts
from webapp.games.mettle.rules.check_setup import armed
from webapp.games.mettle.rules.circumstances import (
    AREA,
    CarriedStatus,
    Circumstances,
    bearing,
    with_counted_cover,
)
from webapp.games.mettle.rules.cover import Cover
from webapp.games.mettle.state import characters, game_state, zone_values
from webapp.games.mettle.state.documents import StoredProject, TravelMap, value_of
from webapp.games.mettle.state.game_state import explain_refusal

Standing = Iterator[tuple[Thing, ContextItem, bool]]
ROLLED = ("rolled", "resolved")


def around(state: TableState, check: Check, asked: MettleRequest) -> MettleRequest:
    """Return the request with the facts that the rules need; unchanged if the roller is unknown."""
    character = state.find_ever(Character, check.character)
    if character is None:
        return asked
    known = RequestFacts(
        who=characters.body(state, character, check.sheet),
        foes=tuple(_foe_body(state, check, row) for row in foes(state, check)),
        party=asked.party,
    )
    more = {"attack": _attack, "move": _moves, "race": _race, "travel": _travel, "use": _use}.get(
        asked.action
    )
    return replace(asked, facts=more(state, check, asked, known, character) if more else known)


def _foe_body(state: TableState, check: Check, foe: Character) -> Body:
    """Return a foe with the Cover that counts against this Check."""
    cover = _cover(state, foe)
    return with_counted_cover(characters.body(state, foe), check.uses, cover[0] if cover else None)


def foes(state: TableState, check: Check) -> list[Character]:
    """Return the targets of a Check: the characters it names who are still at the table.

    If there are none, an area Attack targets everyone in the zone it aims at, a Heal the roller.
    """
    asked = MettleRequest.of(check.asked)
    named = [state.find(Character, id) for id in asked.foes]
    found = [row for row in named if row is not None]
    if asked.manner == AREA and asked.aim and not found:
        found = [row for row in state.find_all(Character) if row.zone == asked.aim]
    if asked.action == "heal" and not found:
        own = state.find(Character, check.character)
        found = [own] if own is not None else []
    return found


def other_half(state: TableState, check: Check) -> Check | None:
    """Return the other Check of a split Attack, called just before or after; None if there is none."""
    asked = MettleRequest.of(check.asked)
    if asked.manner != "split":
        return None
    step = 1 if asked.share else -1
    for row in state.find_all(Check):
        if row.character == check.character and row.order == check.order + step:
            other = MettleRequest.of(row.asked)
            return row if other.manner == "split" and bool(other.share) == (step < 0) else None
    return None


def halves(state: TableState, check: Check) -> list[Check]:
    """Return both Checks of a split Attack.

    Returns this Check alone if it is not split, or if the other half is cancelled.
    """
    other = other_half(state, check)
    return [check] if other is None or other.state == "cancelled" else [check, other]


def _attack(
    state: TableState, check: Check, asked: MettleRequest, facts: RequestFacts, character: Character
) -> RequestFacts:
    """Return the facts with an Attack's form, distance and weapon."""
    form, weapon, away = armed_with(state, check, character)
    carried = characters.weapons(state, character.id, weapon)
    held = carried[weapon] if weapon is not None else None
    return replace(facts, form=form, zones=away, weapon=held)


def armed_with(state: TableState, check: Check, character: Character) -> tuple[str, int | None, int | None]:
    """Return an Attack's form, the weapon's id, and the distance to the target in Zones.

    The id is None for bare hands, and the distance is None if it is unknown.
    """
    asked, aimed = MettleRequest.of(check.asked), foes(state, check)
    zone = asked.aim if asked.manner == AREA else aimed[0].zone if aimed else None
    away = zone_values.distance(state, character.zone, zone)
    carried = characters.weapons(state, character.id, asked.weapon)
    return *armed(asked, carried, away, characters.body(state, character, check.sheet).frame), away


def _moves(
    state: TableState, check: Check, asked: MettleRequest, facts: RequestFacts, character: Character
) -> RequestFacts:
    """Return the facts with a Move's obstacles and the sum of their Difficulties.

    A Move to a zone also gets its route. Without a chase or a goal, the facts stay unchanged.
    """
    goal = asked.aim
    chase = game_state.find_chase(state)
    if chase is not None and character.id in chase[1].at and goal is None:
        obstacles = chase[1].ahead(character.id, max(1, int(characters.speed(state, character))))
        ahead = replace(facts, obstacles=obstacles)
        if not any(obstacles):
            return ahead
        hard, quarry = added_up(obstacles), character.id == chase[1].quarry
        return replace(ahead, chase=chase[0].id, quarry=quarry, difficulty=hard, from_what="the chase")
    if goal is None or character.zone is None:
        return facts
    route = zone_values.shortest_path(state, character.zone, goal)
    try:
        things = zone_values.zones(state).hindrances(route)
    except RuleError:
        return facts
    obstacles = tuple(thing.difficulty for thing in things)
    way = replace(facts, route=tuple(route), obstacles=obstacles)
    names = ", ".join(thing.name for thing in things)
    return replace(way, difficulty=added_up(obstacles), from_what=names) if obstacles else way


def _race(
    state: TableState, check: Check, asked: MettleRequest, facts: RequestFacts, character: Character
) -> RequestFacts:
    race = game_state.find_race(state)
    if race is None:
        return facts
    row, stretch = race
    try:
        hard = stretch.difficulty(character.id)
        return replace(facts, race=row.id, stretch=stretch.number, difficulty=hard)
    except RuleError:
        return facts


def _travel(
    state: TableState, check: Check, asked: MettleRequest, facts: RequestFacts, character: Character
) -> RequestFacts:
    found, goal = game_state.find_ongoing(state, TravelMap), asked.trip
    if found is None or not goal or not found[1].at:
        return facts
    document, known = found
    start = str(known.at)
    try:
        number = known.difficulty(start, goal)
    except RuleError:
        return facts
    trip = {"start": start, "goal": goal}
    return replace(facts, map=document.id, difficulty=number, trip=trip)


def _use(
    state: TableState, check: Check, asked: MettleRequest, facts: RequestFacts, character: Character
) -> RequestFacts:
    """Return the facts with the Difficulty of the project that a Use works on."""
    for document in zone_values.list_documents(state, "project"):
        project = value_of(StoredProject, document)
        if project.clock in check.targets:
            return replace(facts, difficulty=project.difficulty, from_what=document.name or "")
    return facts


# ---- what may count --------------------------------------------------------------------------


def standing(state: TableState, check: Check, asked: MettleRequest) -> Standing:
    """Yield each thing that may affect the Check, its effect, and whether it counts by default."""
    for factor in bearing(asked, _scene(state, check, asked)) if asked.facts.who else ():
        row = state.thing(*factor.thing)
        if row is not None:
            yield row, factor.held, factor.counts


def _scene(state: TableState, check: Check, asked: MettleRequest) -> Circumstances:
    """Return the circumstances of a Check: fight, race, light, statuses, Cover and the weapon in use."""
    character = state.require(Character, check.character)
    fight, race, second = game_state.find_fight(state), game_state.find_race(state), other_half(state, check)
    attack = asked.action == "attack"
    people = [state.find_ever(Character, foe.id) for foe in asked.facts.foes]
    return Circumstances(
        fight=fight[0].id if fight else None,
        refusal=explain_refusal(state, fight[1], character.id, asked.action) if fight else "",
        race=race[0].id if race else None,
        stretch=race[1] if race else None,
        second=second is not None and second.state in ROLLED,
        lights=zone_values.lights(state),
        carried={row.id: _carried(state, row) for row in (*people, character) if row is not None},
        covers={row.id: found for row in people if row is not None and (found := _cover(state, row))},
        weapon=armed_with(state, check, character)[1] if attack else None,
        armed=attack and bool(characters.weapons(state, character.id)),
    )


def _carried(state: TableState, row: Thing) -> tuple[CarriedStatus, ...]:
    held = characters.held(state, row.id)
    return tuple(CarriedStatus(condition.id, status, condition.source or "") for condition, status in held)


def _cover(state: TableState, row: Thing) -> tuple[int, Cover] | None:
    """Return a character's Cover as the condition's id and the kind; None without Cover."""
    found = characters.cover_held(state, row.id)
    return (found[0].id, found[1]) if found else None
