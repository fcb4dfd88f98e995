"""What stands around a Check of METTLE: foes and their Cover, range, light, the weapon, whose turn it is.

Rows in, facts and things to weigh out; each of them is a switch on the GM's screen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from webapp.rules.check import Held
from webapp.rules.effects import Effect, Modifier
from webapp.rules.errors import RuleError
from webapp.rules.mettle.attacks import out_of_reach, range_difficulty
from webapp.rules.mettle.calling import EMPTY_HANDED, armed, weapon_of
from webapp.rules.mettle.cover import against
from webapp.rules.mettle.facts import Body, Facts, facts_of
from webapp.rules.mettle.kept import kept
from webapp.rules.mettle.minds import not_found_by_knowing
from webapp.rules.mettle.moving import added_up
from webapp.rules.mettle.sneaking import in_plain_sight
from webapp.screens.games.mettle import bodies, keeping, places
from webapp.screens.games.mettle.turns import why_not
from webapp.store.board import Board

Standing = Iterator[tuple[Any, Held, bool]]
AREA, ROLLED = "area", ("rolled", "resolved")


def facts(board: Board, check: Any) -> Mapping[str, Any]:
    """What the rules ask for about this Check, as JSON."""
    return {"facts": kept(_facts(board, check))}


def _facts(board: Board, check: Any) -> Facts:
    asked, character = check.asked, board.row("character", check.character)
    action = asked.get("action")
    if character is None:
        return Facts()
    common: dict[str, Any] = {
        "who": bodies.body(board, character),
        "foes": tuple(_met(board, check, row) for row in foes(board, check)),
        "party": tuple(asked.get("party") or ()),
    }
    more = {"attack": _attack, "move": _move, "race": _race, "travel": _travel, "use": _use}.get(str(action))
    return Facts(**common, **(more(board, check, character) if more else {}))


def _met(board: Board, check: Any, foe: Any) -> Body:
    """Somebody as this Check meets them: Cover that the GM switches off is on their other side."""
    body, off = bodies.body(board, foe), [key for key, use in check.uses.items() if use == "off"]
    held = [f"condition:{row.id}:" for row in bodies.conditions(board, foe.id) if row.name in bodies.COVERS]
    open_side = any(key.startswith(start) for key in off for start in held)
    return replace(body, cover=str(against(body.cover, from_covered_side=not open_side)))


def foes(board: Board, check: Any) -> list[Any]:
    """Whom it is aimed at: those named, or everyone in the zone of an area Attack."""
    asked = check.asked
    named = [board.find("character", id) for id in asked.get("foes") or ()]
    found = [row for row in named if row is not None]
    if asked.get("manner") == AREA and asked.get("aim") and not found:
        found = [row for row in board.here("character") if row.zone == asked["aim"]]
    if asked.get("action") == "heal" and not found:
        own = board.find("character", check.character)
        found = [own] if own is not None else []
    return found


def other_half(board: Board, check: Any) -> Any | None:
    """The other of the two Checks of a split Attack: they were called together, and the first has a share."""
    if check.asked.get("manner") != "split":
        return None
    step = 1 if check.asked.get("share") else -1
    for row in board.here("check"):
        split = row.character == check.character and row.asked.get("manner") == "split"
        if split and row.order == check.order + step and bool(row.asked.get("share")) == (step < 0):
            return row
    return None


def halves(board: Board, check: Any) -> list[Any]:
    """A split Attack is two Checks; any other is one."""
    other = other_half(board, check)
    return [check] if other is None or other.state == "cancelled" else [check, other]


def _second_half(board: Board, check: Any) -> bool:
    """Whether the other half of a split Attack was rolled already: it took the Action of both."""
    other = other_half(board, check)
    return other is not None and other.state in ROLLED


def _attack(board: Board, check: Any, character: Any) -> dict[str, Any]:
    """Its form, how far it goes, and what it is made with."""
    form, weapon, away = armed_with(board, check, character)
    carried = bodies.weapons(board, character.id, weapon)
    return {"form": form, "zones": away, "weapon": carried[weapon] if weapon is not None else None}


def armed_with(board: Board, check: Any, character: Any) -> tuple[str, int | None, int | None]:
    """The form of an Attack, the weapon's id, and how many Zones away whom it is aimed at is."""
    aimed = foes(board, check)
    zone = check.asked.get("aim") if check.asked.get("manner") == AREA else aimed[0].zone if aimed else None
    away = places.distance(board, character.zone, zone)
    carried = bodies.weapons(board, character.id, check.asked.get("weapon"))
    return *armed(check.asked, carried, away, bodies.body(board, character).frame), away


def _move(board: Board, check: Any, character: Any) -> dict[str, Any]:
    """The way to the zone it is aimed at, and what stands on it."""
    goal, name = check.asked.get("aim"), str(character.id)
    chase = keeping.chase(board)
    if chase is not None and name in chase[1].at and goal is None:
        obstacles = chase[1].ahead(name, max(1, int(bodies.speed(board, character))))
        hard = {"difficulty": added_up(obstacles), "from_what": "the chase"} if any(obstacles) else {}
        running = {"chase": chase[0].id, "quarry": name == chase[1].quarry} if hard else {}
        return {"obstacles": obstacles, **running, **hard}
    if goal is None or character.zone is None:
        return {}
    route = places.way(board, character.zone, goal)
    try:
        things = places.zones(board).hindrances([str(id) for id in route])
    except RuleError:
        return {}
    obstacles = tuple(thing.difficulty for thing in things)
    names = ", ".join(thing.name for thing in things)
    number = {"difficulty": added_up(obstacles), "from_what": names} if obstacles else {}
    return {"route": tuple(route), "obstacles": obstacles, **number}


def _race(board: Board, check: Any, character: Any) -> dict[str, Any]:
    running = keeping.race(board)
    if running is None:
        return {}
    row, stretch = running
    try:
        return {"race": row.id, "difficulty": stretch.difficulty(str(character.id))}
    except RuleError:
        return {}


def _travel(board: Board, check: Any, character: Any) -> dict[str, Any]:
    row, goal = keeping.piece(board, "map"), check.asked.get("trip")
    if row is None or not goal or not row.data.get("at"):
        return {}
    try:
        number = keeping.map_of(row).difficulty(row.data["at"], goal)
    except RuleError:
        return {}
    return {"map": row.id, "difficulty": number, "trip": {"start": row.data["at"], "goal": goal}}


def _use(board: Board, check: Any, character: Any) -> dict[str, Any]:
    """A project sets its own Difficulty."""
    for row in places.pieces(board, "project"):
        if row.data.get("clock") in check.targets:
            return {"difficulty": row.data["difficulty"], "from_what": row.name or ""}
    return {}


# ---- what may count --------------------------------------------------------------------------


def standing(board: Board, check: Any) -> Standing:
    """Everything of this game that may bear on the Check."""
    character = board.row("character", check.character)
    if character is None:
        return
    action = check.asked.get("action")
    yield from (
        _ride(board, check, character)
        if keeping.ride(board, character.id)
        else _turn(board, check, character)
    )
    yield from _in_vain(board, check)
    yield from _light(board, check, character)
    if action == "attack":
        yield from _weapon(board, check, character)
        yield from _aimed_at(board, check, character)
    if action == "sneak":
        yield from _in_plain_sight(board, check, character)
    if action == "sway":
        yield from _beliefs(board, check)
    if action in ("race", "attack"):
        yield from _in_a_race(board, check, character)


def _turn(board: Board, check: Any, character: Any) -> Standing:
    """Whether it is their turn; the GM may let it pass."""
    running = keeping.fight(board)
    why = why_not(board, running[1], character, str(check.asked.get("action") or "")) if running else ""
    if running and why and not _second_half(board, check):
        yield running[0], _held("Initiative", "initiative", Modifier.BLOCKS, 1, why), True


def _ride(board: Board, check: Any, character: Any) -> Standing:
    """Aboard in a race nobody needs Initiative; all but the driving takes the Action that a Steady gives."""
    ride = keeping.ride(board, character.id)
    if ride is None or check.asked.get("action") == "race" or str(character.id) in ride[2].acting:
        return
    if _second_half(board, check):
        return
    yield ride[0], _held("The race", "stunt", Modifier.BLOCKS, 1, "acting aboard takes a Steady"), True


def _in_vain(board: Board, check: Any) -> Standing:
    """Nobody who stands is healed, nobody is Rattled twice at once, and to know is not to perceive."""
    action, aimed = check.asked.get("action"), foes(board, check)
    if action == "heal" and all(bodies.sheet(board, foe).mettle.current > 0 for foe in aimed):
        for foe in aimed[:1]:
            yield foe, _held("Heal", "action", Modifier.BLOCKS, 1, "only at 0 Mettle or below"), True
    if action == "know" and not_found_by_knowing(str(check.asked.get("about") or "")):
        row = board.row("character", check.character)
        yield row, _held("Know", "action", Modifier.BLOCKS, 1, "it understands and does not perceive"), True
    held = [bodies.carried(board, foe.id, "Rattled") for foe in aimed] if action == "rattle" else []
    if held and all(row is not None for row in held):
        yield held[0], _held("Rattled", "status", Modifier.BLOCKS, 1, "not again until that is over"), True


def _light(board: Board, check: Any, character: Any) -> Standing:
    """How dark it is where they are, or where an Attack goes, whichever is darker."""
    aimed = foes(board, check) if check.asked.get("action") == "attack" else []
    zones = [zone for zone in (character.zone, *(foe.zone for foe in aimed)) if zone is not None]
    gear = int(check.asked.get("gear") or 0)
    darkest = max(zones, key=lambda zone: places.darkness(board, zone, gear), default=None)
    amount = places.darkness(board, darkest, gear)
    for row in places.pieces(board, "place", zone=darkest) if amount else ():
        yield row, _held("Poor light", "visibility", Modifier.DIFFICULTY, amount, sense="sight"), True


def _weapon(board: Board, check: Any, character: Any) -> Standing:
    """What it is made with, and the dice that brings; armed people are told when it is bare hands.

    To hold somebody, bare hands do, unless the GM counts the weapon all the same.
    """
    form, weapon, _ = armed_with(board, check, character)
    row = board.find("piece", weapon)
    if row is not None:
        counts, name = form != "grapple", row.name or "Weapon"
        amount = row.data.get("dice", 0)
        as_it_is = _held(name, "weapon", Modifier.NOTE, 1, f"damage {row.data.get('damage', 'FRAME')}")
        yield row, _held(name, "weapon", Modifier.DICE, amount) if amount else as_it_is, counts
    elif form not in EMPTY_HANDED and bodies.weapons(board, character.id) and not check.asked.get("damage"):
        yield character, _held("Bare hands", "weapon", Modifier.NOTE, 1, "no weapon in use reaches"), True


def _aimed_at(board: Board, check: Any, character: Any) -> Standing:
    """Cover of the one it is aimed at, and the zones between."""
    aimed = foes(board, check)
    form, _, away = armed_with(board, check, character)
    for foe in aimed if form == AREA or (len(aimed) == 1 and form != "vehicle") else ():
        yield from _cover(board, foe, each=form == AREA)
    row = aimed[0] if aimed else character
    if away is None:
        return
    weapon = weapon_of(check.asked, facts_of(facts(board, check)))
    if out_of_reach(form, away, shoots=bool(weapon.range)):
        far = f"{away} Zone{'' if away == 1 else 's'} away"
        yield row, _held("Out of reach", "range", Modifier.BLOCKS, 1, far), True
        return
    aiming = bool(check.asked.get("aiming"))
    beyond = range_difficulty(away, weapon.range, aiming=aiming, scoped=weapon.scoped)
    if beyond:
        yield row, _held("Beyond Range", "range", Modifier.DIFFICULTY, min(beyond, 20)), True


def _cover(board: Board, foe: Any, each: bool) -> Standing:
    """What shields a foe; against an area `each` meets the Score with their own."""
    held = [row for row in bodies.conditions(board, foe.id) if row.name in bodies.COVERS]
    for row in held[:1]:
        amount = bodies.cover_difficulty(board, foe.id)
        if amount and not each:
            yield row, _held(row.name, "cover", Modifier.DIFFICULTY, amount), True
        elif amount or row.name == "Total Cover":
            does = f"{amount:+d} for them" if amount else "no damage gets through"
            yield row, _held(row.name, "cover", Modifier.NOTE, 1, does), True


def _in_plain_sight(board: Board, check: Any, character: Any) -> Standing:
    """Hiding takes Cover, darkness, or watchers who do not see or hear; so does passing them in their zone.

    Invisibility is the GM's to allow.
    """
    aimed, form = foes(board, check), check.asked.get("manner")
    near = [foe for foe in aimed if foe.zone is not None and foe.zone == character.zone]
    if form != "hiding" and (form or not near):
        return
    level, smoke = places.light(board, character.zone)
    watchers = [bodies.statuses(board, foe.id) for foe in aimed]
    dark = smoke or level in ("dark", "total-dark")
    if in_plain_sight(bodies.cover_of(board, character.id), watchers, dark=dark):
        words = "nobody hides in plain sight; find Cover first"
        yield character, _held("Sneak", "action", Modifier.BLOCKS, 1, words), True


def _beliefs(board: Board, check: Any) -> Standing:
    """What somebody was won over to is harder to undo; whether it is about that, the GM says."""
    for foe in foes(board, check):
        for row, belief in bodies.held(board, foe.id):
            if belief.key == "convinced" and belief.count:
                name = f"Convinced: {row.source}" if row.source else "Convinced"
                yield row, _held(name, "belief", Modifier.DIFFICULTY, belief.count), False


def _in_a_race(board: Board, check: Any, character: Any) -> Standing:
    """Mud in one's own eyes, and a vehicle that swerves."""
    running = keeping.race(board)
    if running is None:
        return
    row, stretch = running
    for racer in stretch.racers:
        if str(character.id) in racer.aboard and racer.mud(str(character.id)):
            mud = racer.mud(str(character.id))
            yield row, _held("Splattered", "condition", Modifier.DIFFICULTY, mud, sense="sight"), True
        aimed = {str(id) for id in check.asked.get("foes") or ()}
        if check.asked.get("action") == "attack" and aimed & set(racer.aboard) and racer.swerve:
            yield row, _held("Swerve", "stunt", Modifier.DIFFICULTY, racer.swerve), True


def _held(name: str, kind: str, modifier: Modifier, amount: int, note: str = "", sense: str = "") -> Held:
    return Held(
        name, kind, (Effect("anything", modifier, amount, note),), data={"sense": sense} if sense else {}
    )
