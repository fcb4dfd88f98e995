"""Make a Check from its request: the Action sets pool and Difficulty, unless the request does.

Also find the weapons that reach an Attack's target, the best first.

```python
>>> [way.name for way in reaching({1: Weapon("Sword", "FRAME+3"), 2: Weapon("Bow", "7", range=2)}, 1, 3)]
['Bow']
>>> [way.name for way in reaching({1: Weapon("Sword", "FRAME+3")}, 0, 3)]
['Sword', 'bare hands']

```

Source: Scenes, "Actions", "Attack"; Resources, "Weapons"; readings C4.3 (Know), C4.7 (area).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from webapp.games.api import Assessment, ContextItem, RuleError, held_by_name, listed
from webapp.games.mettle.rules.action_effects import heal_difficulty
from webapp.games.mettle.rules.actions import Action
from webapp.games.mettle.rules.argument_checks import MOST, MOST_DICE, Count, one_of
from webapp.games.mettle.rules.attacks import FAR, damage_of, range_difficulty
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.chases import climb_difficulty
from webapp.games.mettle.rules.check import FACES, HIGHEST_SCORING_FACE, Check
from webapp.games.mettle.rules.check_request import Body, CalledCheck, MettleRequest, Weapon
from webapp.games.mettle.rules.sheet import HUMAN_SPEED, KEYS, sheet_of
from webapp.games.mettle.rules.statuses import Status
from webapp.rules.errors import ensure_within

RANGED, WITHOUT_EYES = "ranged", frozenset({"know", "rattle", "sway"})
EMPTY_HANDED = frozenset({"grapple", "vehicle"})
EXTINGUISH, CLIMBING = "extinguish", "climbing"
AT = {"attack": "on", "sneak": "past", "know": "about", "use": "on", "move": "onto"}
"""The word between an Action and its target."""
AREA_SUCCEEDS = "Difficulty 0 always succeeds, except against targets in Cover."
BARE_HANDS = Weapon("bare hands")
NOBODYS = MettleRequest()
"""An empty request: neither aimed nor through a scope."""


def fitting(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the request without a form that belongs to another Action."""
    said = MettleRequest.of(asked)
    if said.book_action is None or said.manner in forms_of(said.book_action):
        return dict(asked)
    return {name: value for name, value in asked.items() if name != "manner"}


def tries(asked: MettleRequest, aimed: Sequence[str]) -> str:
    """Describe an Action: "Ranged Attack on Bog", "Sneak past Bog (surprise)", "Travel to The mine".

    It is "" for a request without an Action of the book.
    """
    action = asked.book_action
    if action is None:
        return ""
    form = next((value.name for value in action.forms if value.key == asked.manner), "")
    ahead = form and action.key == "attack"
    words = f"{form} {action.name}" if ahead else action.name
    if aimed:
        words += f" {AT.get(action.key, '')} {listed(aimed)}".replace("  ", " ")
    if asked.trip:
        words += f" to {asked.trip}"
    return f"{words} ({form.casefold()})" if form and not ahead else words


def forms_of(action: Action) -> tuple[str, ...]:
    """Return the keys of an Action's forms; a Use has "extinguish", which puts out a fire."""
    return (*(form.key for form in action.forms), *((EXTINGUISH,) if action.key == "use" else ()))


def called(asked: MettleRequest, stats: Mapping[str, Any]) -> CalledCheck:
    """Return the Check of a request: pool and Difficulty from the Action, the sheet and the facts.

    Numbers in the request take precedence. A Difficulty that has not been set yet is 0 (`missing` asks
    for it).
    """
    sheet, attribute = sheet_of(stats), attribute_of(asked)
    damage_of(weapon_of(asked).damage, sheet["FRAME"])
    pool = asked.pool if asked.pool is not None else sheet[attribute] if attribute else 0
    return CalledCheck(
        pool=min(pool, MOST_DICE),
        difficulty=difficulty_of(asked) or 0,
        action=asked.action,
        words=f"{attribute} {asked.manner}".strip(),
        sight=asked.sight or ("none" if asked.action in WITHOUT_EYES else "partly"),
        hearing=asked.hearing,
        facts=asked.facts,
    )


def attribute_of(asked: MettleRequest) -> str:
    """Return the Attribute that rolls: the requested one, else the Action's for this form; "" if neither."""
    action, known = asked.book_action, asked.facts
    if asked.attribute or action is None or not action.checked:
        return asked.attribute
    shot = (known.form or asked.manner) in FAR or bool(known.zones and known.form == "split")
    far = shot and any(way.when == RANGED for way in action.ways)
    return action.attribute(RANGED) if far else action.attribute()


def against_of(asked: MettleRequest) -> str:
    """Return what sets the Difficulty: "difficulty", "speed", or the targets' passive Attribute."""
    if asked.against:
        return asked.against
    action = asked.book_action
    if action is None or not action.against:
        return "difficulty"
    people = [value for value in action.against if value not in ("difficulty", "speed")]
    aimed = asked.facts.foes or "difficulty" not in action.against
    return people[0] if people and aimed else action.against[0]


def passive(key: str, values: Sequence[Count]) -> int:
    """Return the Difficulty that an Attribute sets for a Check against a group: its highest value.

    Raises RuleError for CALLING, which is never passive, and without any values.
    """
    for place, value in enumerate(values):
        ensure_within(f"values[{place}]", value, 0, MOST)
    one_of(str(key).upper(), KEYS, "Attribute", field="against")
    if key.upper() == "CALLING":
        raise RuleError(
            "CALLING cannot be the Difficulty of another character's Check.", field="against", value=key
        )
    if not values:
        raise RuleError("An opposed Check needs an opponent.", field="against", value=list(values))
    return max(values)


def difficulty_of(asked: MettleRequest) -> int | None:
    """Return the Difficulty before modifiers; None if it has not been set yet."""
    known = asked.facts
    if asked.difficulty is not None:
        return asked.difficulty
    if asked.manner == "area":
        return 0
    against = against_of(asked)
    if against not in ("difficulty", "speed") and known.foes:
        if met_by_speed(asked.manner, known.foes[0]):
            return known.foes[0].speed
        return passive(against, [body.passive(against) for body in known.foes])
    if asked.manner == CLIMBING and known.foes:
        return _climbed(known.foes[0])
    return heal_difficulty(asked.place) if asked.action == "heal" else known.difficulty


def met_by_speed(form: object, foe: Body) -> bool:
    """Return whether the target's Speed sets the Difficulty: when ramming a target with a Speed above 1.

    Ramming a slower target, such as a person on foot, is against POISE, as any Attack is.
    """
    return form == "vehicle" and foe.speed > HUMAN_SPEED


def _climbed(huge: Body) -> int:
    """Return a climb's Difficulty: the POISE of what is climbed, or its Speed if it has no POISE."""
    if huge.poise:
        return climb_difficulty(poise=huge.poise)
    return climb_difficulty(top_speed=huge.speed)


def weapon_of(asked: MettleRequest) -> Weapon:
    """Return the weapon of an Attack: the carried one or bare hands, with the values typed for this Check."""
    held = asked.facts.weapon or BARE_HANDS
    reach = held.range if asked.reach is None else asked.reach
    return Weapon(held.name, asked.damage or held.damage, held.dice, reach, held.scoped or asked.scoped)


def armed(
    asked: MettleRequest, carried: Mapping[int, Weapon], zones: int | None, frame: int
) -> tuple[str, int | None]:
    """Return an Attack's form and the id of its weapon: as requested, else the best that is carried.

    A form that was not requested depends on the distance and the weapons. The id is None for bare
    hands, and if no weapon fits the form.
    """
    named = {id: weapon for id, weapon in carried.items() if id == asked.weapon}
    open_to_all = named or ({} if asked.unarmed else dict(carried))
    form = asked.manner or _nearest(open_to_all, zones)
    if named or form in EMPTY_HANDED:
        return form, next(iter(named), None)
    far = form in FAR or (form == "split" and bool(zones))
    fit = {id: weapon for id, weapon in open_to_all.items() if form == "split" or far == bool(weapon.range)}
    return form, max(fit, key=lambda id: _worth(fit[id], zones or 0, frame, asked), default=None)


def _nearest(weapons: Mapping[int, Weapon], zones: int | None) -> str:
    shoots = [bool(weapon.range) for weapon in weapons.values()]
    return RANGED if any(shoots) and (zones or all(shoots)) else "melee"


def _worth(weapon: Weapon, zones: int, frame: int, asked: MettleRequest = NOBODYS) -> tuple[int, int, int]:
    """Return a weapon's rank: the Zones beyond its Range, as a negative number; damage; bonus dice."""
    scoped = weapon.scoped or asked.scoped
    beyond = range_difficulty(zones, weapon.range, aiming=asked.aiming, scoped=scoped)
    return -beyond, damage_of(weapon.damage, frame), weapon.dice


def missing(asked: MettleRequest) -> str:
    """Return what must be set before the roll, in a sentence; "" if nothing is missing."""
    if not attribute_of(asked) and asked.pool is None:
        return "Choose an Action, or the Attribute that rolls."
    if difficulty_of(asked) is not None:
        return ""
    against = against_of(asked)
    if against in ("difficulty", "speed"):
        return "The GM still has to set the Difficulty."
    return f"Choose a target: their {against} is the Difficulty."


MELEE = "melee"


@dataclass(frozen=True, slots=True)
class AttackWay:
    """One way to attack: form, the weapon's id (None for bare hands) and name, Zones beyond its Range."""

    form: str
    weapon: int | None
    name: str
    beyond: int = 0


def reaching(carried: Mapping[int, Weapon], zones: int | None, frame: int) -> tuple[AttackWay, ...]:
    """Return the ways to attack a target this many Zones away (None: unknown), the best first.

    In the same Zone, or at an unknown distance, melee weapons precede ranged ones, and bare hands
    are last. In another Zone only ranged weapons are listed: fewer Zones beyond their Range first,
    then more damage, then more bonus dice.
    """
    away = zones or 0
    found = [(id, weapon) for id, weapon in carried.items() if weapon.range or not away]
    found.sort(
        key=lambda target: (not (away or target[1].range), *_worth(target[1], away, frame)), reverse=True
    )
    ways = (
        AttackWay(RANGED if weapon.range else MELEE, id, weapon.name, range_difficulty(away, weapon.range))
        for id, weapon in found
    )
    return (*ways, *(() if away else (AttackWay(MELEE, None, BARE_HANDS.name),)))


Around = ContextItem | Status


def assess(check: Check, around: Iterable[Around] = ()) -> Assessment:
    """Return what affects a Check (`around`: statuses and tags), why it is blocked, and its numbers.

    The Check's own modifiers come first; the numbers have all modifiers applied.
    """
    held = check.burden(around)
    whole = replace(check, sources=check.sources + held.sources)
    ready = whole.ready
    return Assessment(
        sources=whole.sources,
        blocked=held.blocked,
        warnings=tuple(_warnings(ready)),
        dice=f"{ready.pool}d6",
        count=ready.pool,
        faces=FACES,
        data={
            "pool": ready.pool,
            "difficulty": ready.difficulty,
            "discard": None if ready.discard is None else str(ready.discard),
            "automatic": ready.automatic,
            "impossible": ready.impossible,
            "may_be_assumed": ready.may_be_assumed,
        },
    )


def _warnings(check: Check) -> Iterator[str]:
    if check.automatic:
        area = "area" in check.words.split()
        yield AREA_SUCCEEDS if area else "Difficulty 0 always succeeds; the dice only decide the Edge."
    elif check.impossible:
        most = HIGHEST_SCORING_FACE * check.pool
        needed = f"Difficulty {check.difficulty} cannot be reached"
        yield f"With {check.pool}d6, the Score is at most {most}; {needed}."
    elif check.may_be_assumed:
        yield "The pool is larger than the Difficulty: the GM may grant success without a roll."


KINDS_BY_NAME = ("status", "condition", "visibility")
"""The kinds of the catalogue that are accepted by name."""


def modifiers_for(check: Check, around: object = ()) -> Assessment:
    """Return what affects a Check and which dice to roll, as `assess` does.

    `around` may be names, with counts: `modifiers_for(check, ["Rattled", "Hungry 2", "Dim
    light"])`. Poor light does not hinder a sneaker. Source: Scenes, "Sneak".
    """
    held = held_by_name(around, catalogue(), KINDS_BY_NAME)
    unseen = check.action == "sneak"
    return assess(check, [value for value in held if not (unseen and value.kind == "visibility")])


def with_modifiers(check: Check, around: object = ()) -> Check:
    """Return the Check with the modifiers of everything that affects it, ready to roll."""
    return replace(check, sources=modifiers_for(check, around).sources)
