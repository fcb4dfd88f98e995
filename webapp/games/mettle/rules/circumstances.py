"""Factors of a Check besides the roller's statuses: Cover, range, light, mud, beliefs, the turn.

The table passes the facts (`Circumstances`) with the ids of its rows; each factor has its effect,
and whether it counts by default. Source: Scenes, "Initiative", "Attack", "Know", "Race", "Rattle",
"Sneak", "Sway", "Cover", "Visibility".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from webapp.games.api import ContextItem, Effect, ModifierKind
from webapp.games.mettle.rules.action_effects import hides, in_plain_sight, not_found_by_knowing, poor_light
from webapp.games.mettle.rules.attacks import out_of_reach, range_difficulty
from webapp.games.mettle.rules.check_request import Body, MettleRequest
from webapp.games.mettle.rules.check_setup import EMPTY_HANDED, met_by_speed, weapon_of
from webapp.games.mettle.rules.cover import NAMES, Cover, blocks_all_damage, cover_against_attack, defence
from webapp.games.mettle.rules.race_stretches import Stretch
from webapp.games.mettle.rules.statuses import Status

Thing = tuple[str, int]
"""Something at the table: the kind of its row, and its id."""
AREA = "area"
HARDEST = 20
"""The most that distance adds to a Difficulty."""


@dataclass(frozen=True, slots=True)
class Light:
    """The light of a Zone: its level ("" is clear), whether there is smoke, and its document's id."""

    piece: int
    level: str = ""
    smoke: bool = False

    def harder(self, gear: int) -> int:
        """Return the Difficulty that darkness adds to a Check that needs sight."""
        return poor_light(self.level or None, smoke=self.smoke, gear=gear)


@dataclass(frozen=True, slots=True)
class CarriedStatus:
    """A character's status, the id of its condition, and its source."""

    row: int
    status: Status
    source: str = ""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The facts that may affect a Check: the turn, the race, light, statuses, Cover, the weapon.

    `RequestFacts` has the facts of the request itself (foes, distance, route). `refusal` says why
    the roller may not act in the `fight` now. `second` means that the first half of this split
    Attack was already rolled. By character id, `carried` has the statuses of foes and roller, and
    `covers` the Cover of foes (the condition's id and the kind of Cover). `lights` has the light of
    each Zone by its id. `weapon` is the id of the one in use, and `armed` is whether the roller
    carries any.
    """

    fight: int | None = None
    refusal: str = ""
    race: int | None = None
    stretch: Stretch | None = None
    second: bool = False
    lights: Mapping[int, Light] = field(default_factory=dict)
    carried: Mapping[int, tuple[CarriedStatus, ...]] = field(default_factory=dict)
    covers: Mapping[int, tuple[int, Cover]] = field(default_factory=dict)
    weapon: int | None = None
    armed: bool = False


@dataclass(frozen=True, slots=True)
class CheckFactor:
    """A factor of a Check: its effect, and whether it counts unless the GM decides otherwise."""

    thing: Thing
    held: ContextItem
    counts: bool = True


def bearing(asked: MettleRequest, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield all factors of this game that may affect the Check; none without a roller."""
    action, who = asked.action, asked.facts.who
    if who is None:
        return
    yield from _turn(asked, who, scene)
    yield from FACTORS_BY_ACTION[action](asked, who, scene) if action in FACTORS_BY_ACTION else ()
    yield from _light(asked, who, scene)
    if action == "attack":
        yield from _weapon(asked, who, scene)
        yield from _aimed_at(asked, who, scene)
    yield from _in_a_race(asked, who, scene)


def _turn(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield a block if it is not the roller's turn; in a race, if no Steady lets a character aboard act."""
    racer = scene.stretch.ride(who.id) if scene.stretch else None
    if scene.second:
        return
    if racer is not None and scene.race is not None:
        if not asked.drives and who.id not in racer.acting:
            why = "acting aboard needs a Steady from the driver"
            yield _blocks(("piece", scene.race), "The race", "stunt", why)
    elif scene.fight is not None and scene.refusal:
        yield _blocks(("piece", scene.fight), "Not their turn", "initiative", scene.refusal)


def _heal(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield a block on a Heal if all its targets are above 0 Mettle."""
    if asked.facts.foes and all(foe.current > 0 for foe in asked.facts.foes):
        yield _blocks(
            ("character", asked.facts.foes[0].id),
            "Heal",
            "action",
            "the patient must be at 0 Mettle or below",
        )


def _know(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield a block on a Know about something that a character would have to notice."""
    if not_found_by_knowing(asked.about):
        yield _blocks(("character", who.id), "Know", "action", "it finds no traps, loot, lies or ambushes")


def _rattle(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield a block on a Rattle against characters who are all Rattled already."""
    held = [_carried_statuses(scene, foe, "rattled") for foe in asked.facts.foes]
    if held and all(held):
        yield _blocks(
            ("condition", held[0][0].row),
            "Rattled",
            "status",
            "the target cannot be Rattled again until the Rattle ends",
        )


def _sneak(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield a block on hiding from alert watchers without Cover or darkness.

    It also applies to a Sneak without a form if a target is in the roller's Zone. The GM may allow
    it, for example for an invisible character.
    """
    form, near = asked.manner, [foe for foe in asked.facts.foes if foe.zone and foe.zone == who.zone]
    if form != "hiding" and (form or not near):
        return
    light = scene.lights.get(who.zone or 0)
    watchers = [tuple(status.status for status in scene.carried.get(foe.id, ())) for foe in asked.facts.foes]
    dark = light is not None and hides(light.level, smoke=light.smoke)
    if in_plain_sight(who.cover, watchers, dark=dark):
        words = "nobody hides in plain sight; find Cover first"
        yield _blocks(("character", who.id), "Sneak", "action", words)


def _sway(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield the beliefs that make a Sway harder; the GM says whether the Sway is about one of them."""
    for foe in asked.facts.foes:
        for belief in _carried_statuses(scene, foe, "convinced"):
            if belief.status.count:
                name = f"Convinced: {belief.source}" if belief.source else "Convinced"
                does = _item(name, "belief", ModifierKind.DIFFICULTY, belief.status.count)
                yield CheckFactor(("condition", belief.row), does, False)


FACTORS_BY_ACTION = {"heal": _heal, "know": _know, "rattle": _rattle, "sneak": _sneak, "sway": _sway}


def _carried_statuses(scene: Circumstances, foe: Body, key: str) -> list[CarriedStatus]:
    return [status for status in scene.carried.get(foe.id, ()) if status.status.key == key]


def _light(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield the darkness of the roller's Zone; an Attack takes the darkest of that and the targets' Zones.

    It counts by default for an Action that needs sight, but not for the Blinded, whose own penalty
    is no smaller.
    """
    gear, aimed = asked.gear, asked.facts.foes if asked.action == "attack" else ()
    zones = [zone for zone in (who.zone, *(foe.zone for foe in aimed)) if zone is not None]
    found = [scene.lights[zone] for zone in zones if zone in scene.lights]
    darkest = max(found, key=lambda light: light.harder(gear), default=None)
    if darkest is not None and darkest.harder(gear):
        does = _item("Poor light", "visibility", ModifierKind.DIFFICULTY, darkest.harder(gear), sense="sight")
        blinded = bool(_carried_statuses(scene, who, "blinded"))
        yield CheckFactor(
            ("piece", darkest.piece), does, not blinded and (bool(asked.sight) or _needs_eyes(asked))
        )


def _needs_eyes(asked: MettleRequest) -> bool:
    """Return whether an Action needs sight: all but Sneak and a Grapple."""
    return asked.action != "sneak" and (asked.facts.form or asked.manner) != "grapple"


def _weapon(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield the weapon and its dice; for an armed character without a weapon in use, a note on bare hands.

    In a Grapple the weapon counts only if the GM says so.
    """
    weapon = asked.facts.weapon
    if scene.weapon is not None and weapon is not None:
        as_it_is = _item(weapon.name, "weapon", ModifierKind.NOTE, 1, f"damage {weapon.damage}")
        does = _item(weapon.name, "weapon", ModifierKind.DICE, weapon.dice) if weapon.dice else as_it_is
        yield CheckFactor(("piece", scene.weapon), does, asked.facts.form != "grapple")
    elif asked.facts.form not in EMPTY_HANDED and scene.armed and not asked.damage:
        does = _item("Bare hands", "weapon", ModifierKind.NOTE, 1, "no weapon is used")
        yield CheckFactor(("character", who.id), does)


def _aimed_at(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield the targets' Cover, and the effect of distance: harder beyond Range, blocked out of reach.

    Cover counts for a single target (but not against ramming a vehicle) and in an area Attack.
    """
    form, away = asked.facts.form, asked.facts.zones
    single = len(asked.facts.foes) == 1 and not met_by_speed(form, asked.facts.foes[0])
    for foe in asked.facts.foes if form == AREA or single else ():
        yield from _cover(foe, scene, in_area=form == AREA)
    thing = ("character", asked.facts.foes[0].id if asked.facts.foes else who.id)
    weapon = weapon_of(asked)
    if away is None:
        return
    if out_of_reach(form, away, shoots=bool(weapon.range)):
        yield _blocks(thing, "Out of reach", "range", f"{away} Zone{'' if away == 1 else 's'} away")
        return
    beyond = range_difficulty(away, weapon.range, aiming=asked.aiming, scoped=weapon.scoped)
    if beyond:
        yield CheckFactor(
            thing, _item("Beyond Range", "range", ModifierKind.DIFFICULTY, min(beyond, HARDEST))
        )


def _cover(foe: Body, scene: Circumstances, in_area: bool) -> Iterator[CheckFactor]:
    """Yield a foe's Cover as Difficulty; Total Cover, and any Cover in an area Attack, as a note.

    In an area Attack it counts for that foe alone.
    """
    if foe.id not in scene.covers:
        return
    row, kind = scene.covers[foe.id]
    thing, name, amount = ("condition", row), NAMES[kind], defence(kind)
    if amount and not in_area:
        yield CheckFactor(thing, _item(name, "cover", ModifierKind.DIFFICULTY, amount))
    elif amount or blocks_all_damage(kind):
        does = f"{amount:+d} Difficulty for this target" if amount else "no damage gets through"
        yield CheckFactor(thing, _item(name, "cover", ModifierKind.NOTE, 1, does))


def with_counted_cover(foe: Body, uses: Mapping[str, str], condition: int | None) -> Body:
    """Return a target with the Cover that counts: no Partial or Total Cover if the GM switched it off."""
    start = f"condition:{condition}:"
    off = condition is not None and any(use == "off" and key.startswith(start) for key, use in uses.items())
    return replace(foe, cover=cover_against_attack(foe.cover, from_covered_side=not off))


def _in_a_race(asked: MettleRequest, who: Body, scene: Circumstances) -> Iterator[CheckFactor]:
    """Yield the mud on the roller and the Swerve of a target's vehicle, each as added Difficulty."""
    if scene.stretch is None or scene.race is None:
        return
    aimed = {foe.id for foe in asked.facts.foes} if asked.action == "attack" else set()
    for racer in scene.stretch.racers:
        mud = racer.mud(who.id) if who.id in racer.aboard else 0
        if mud:
            does = _item("Splattered", "condition", ModifierKind.DIFFICULTY, mud, sense="sight")
            yield CheckFactor(("piece", scene.race), does)
        if aimed & set(racer.aboard) and racer.swerve:
            yield CheckFactor(
                ("piece", scene.race), _item("Swerve", "stunt", ModifierKind.DIFFICULTY, racer.swerve)
            )


def _blocks(thing: Thing, name: str, kind: str, why: str) -> CheckFactor:
    return CheckFactor(thing, _item(name, kind, ModifierKind.BLOCKS, 1, why))


def _item(
    name: str, kind: str, modifier: ModifierKind, amount: int, note: str = "", sense: str = ""
) -> ContextItem:
    data = {"sense": sense} if sense else {}
    return ContextItem(name, kind, (Effect("anything", modifier, amount, note),), data=data)
