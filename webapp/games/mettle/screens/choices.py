"""What somebody may do from where they stand on the map: to whom, with what, into which zone; or why not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webapp.games.mettle.screens.map import (
    combatants,
    conditions,
    newest,
    numbers,
    pieces,
    statuses_of,
    zones_in_play,
)
from webapp.games.mettle.screens.places import zones_of
from webapp.rules.errors import RuleError
from webapp.rules.mettle.check_setup import reaching
from webapp.rules.mettle.facts import Weapon
from webapp.rules.mettle.initiative import Phase
from webapp.rules.mettle.sheet import has_sheet
from webapp.rules.mettle.statuses import burden
from webapp.rules.mettle.zones import Scenery, Zones
from webapp.screens.views import CharacterView, TableView

Fields = Mapping[str, object]
AT_HAND = (("Grapple", "grapple"), ("Disarm", "disarm"), ("Shove", "shove"))
"""The forms of an Attack that need a foe within arm's reach and no weapon of a kind."""


@dataclass(frozen=True)
class Button:
    """One tap: what it says, the command, its fields, and what is said beside it."""

    words: str
    do: str
    fields: Fields
    note: str = ""


@dataclass(frozen=True)
class TargetChoices:
    """What may be done to somebody: the nearest thing first, then the rest; or `why` nothing of it."""

    who: CharacterView
    first: tuple[Button, ...]
    rest: tuple[Button, ...]
    why: str = ""


@dataclass(frozen=True)
class Hand:
    """Who acts when the GM taps somebody on the map, on whom and with what, and where they may go."""

    acts: CharacterView
    on: tuple[TargetChoices, ...]
    go: tuple[Button, ...]


def at_hand(view: TableView, tapped: CharacterView) -> Hand:
    """What the holder of Initiative may do to somebody tapped; where nobody else holds it, what they may do.

    Those within reach come first; who could do nothing at all is left out.
    """
    actor = holder(view) or tapped
    found = choices(view, actor) if has_sheet(actor.stats) else {}
    if actor.id != tapped.id:
        return Hand(actor, tuple(each for id, each in found.items() if id == tapped.id), ())
    near = sorted(
        (each for each in found.values() if each.first or each.rest), key=lambda each: not each.first
    )
    return Hand(actor, tuple(near), tuple(ways_on_foot(view, actor).values()))


def holder(view: TableView) -> CharacterView | None:
    """Who holds Initiative and has not acted, as far as this audience knows them."""
    fight = newest(view, "fight")
    id = fight.shown["holder"] if fight and fight.shown["phase"] == Phase.ACTING else None
    return next((each for each in view.people if each.id == id), None)


def choices(view: TableView, actor: CharacterView) -> dict[int, TargetChoices]:
    """By the id of everybody else whom the actor may know."""
    others = (each for each in view.people if each.id != actor.id)
    known, why = _zones(view), waits(view, actor)
    return {each.id: _choice(view, actor, each, known, why) for each in others}


def ways_on_foot(view: TableView, actor: CharacterView) -> dict[int, Button]:
    """The zones beside the actor's, each as a Charge or, where something is in the way, as a Move."""
    known, at = _zones(view), str(actor.zone)
    if at not in known.names or waits(view, actor, "move"):
        return {}
    zones = zones_in_play(view)
    return {int(id): _step(known, at, id, zones[int(id)].name, actor) for id in known.neighbours(at)}


def _step(known: Zones, at: str, zone: str, name: str, actor: CharacterView) -> Button:
    hindered = known.hindrances((at, zone))
    if not hindered:
        return Button(f"To {name}", "mettle.zone.move", {"character": actor.id, "zone": zone})
    over = hindered[0].name
    asked = {"character": actor.id, "action": "move", "aim": zone}
    return Button(f"Over {over} to {name}", "check.call", asked, "takes a Move")


def _choice(
    view: TableView, actor: CharacterView, other: CharacterView, known: Zones, why: str
) -> TargetChoices:
    if why:
        return TargetChoices(other, (), (), why)
    away = _away(known, actor, other)
    if actor.kind == other.kind:
        return TargetChoices(other, tuple(_for_a_friend(actor, other, away)), ())
    attacks = tuple(_attacks(view, actor, other, away))
    why = "" if attacks else f"{away} Zone{'' if away == 1 else 's'} away: nothing you carry reaches."
    return TargetChoices(other, attacks, tuple(_other_ways(actor, other, away)), why)


def _attacks(view: TableView, actor: CharacterView, foe: CharacterView, away: int | None) -> Iterator[Button]:
    sheet = numbers(actor)
    for way in reaching(_weapons(view, actor), away, sheet["FRAME"] if sheet else 0):
        by = {"weapon": way.weapon} if way.weapon is not None else {"unarmed": "true"}
        note = f"Difficulty +{way.beyond}" if way.beyond else ""
        yield _called(actor, foe, f"Attack with {way.name}", "attack", note, manner=way.form, **by)


def _other_ways(actor: CharacterView, foe: CharacterView, away: int | None) -> Iterator[Button]:
    if not any(each.name == "Rattled" for each in conditions(foe)):
        yield _called(actor, foe, "Rattle", "rattle")
    yield _called(actor, foe, "Sway", "sway")
    for words, form in AT_HAND if not away else ():
        yield _called(actor, foe, words, "attack", manner=form)


def _for_a_friend(actor: CharacterView, friend: CharacterView, away: int | None) -> Iterator[Button]:
    sheet = numbers(friend)
    if sheet is not None and sheet.mettle.current <= 0:
        yield _called(actor, friend, "Heal", "heal")
    if away == 0:
        guard = {"character": actor.id, "cover": "guard", "ward": friend.id}
        yield Button(
            f"Guard {friend.name}", "mettle.action.cover", guard, "they 2 harder to hit, you 2 easier"
        )


def _called(
    actor: CharacterView, other: CharacterView, words: str, action: str, note: str = "", **more: object
) -> Button:
    asked = {"character": actor.id, "action": action, "foes": other.id, **more}
    return Button(words, "check.call", asked, note)


def _weapons(view: TableView, actor: CharacterView) -> dict[int, Weapon]:
    own = (each for each in pieces(view, "weapon") if each.character == actor.id)
    return {each.id: Weapon(each.name or "weapon", **each.shown) for each in own}


def waits(view: TableView, actor: CharacterView, action: str = "attack") -> str:
    """Why they may not act now: as a status has it, or the fight; "" if they may."""
    cannot = burden(statuses_of(actor), "act", sight="none").blocked
    if cannot:
        return f"{', '.join(cannot)}."
    stands = combatants(view).get(actor.id)
    return str(stands["held_back"].get(action, "")) if stands else ""


def _away(known: Zones, actor: CharacterView, other: CharacterView) -> int | None:
    """How many Zones lie between two; None where the map does not say."""
    try:
        return known.distance(str(actor.zone), str(other.zone))
    except RuleError:
        return None


def _zones(view: TableView) -> Zones:
    """The map as this audience knows it, as the rules have it; zones go by their ids."""
    found = ((each, each.shown.get("what", "feature")) for each in pieces(view, "scenery"))
    things = [
        (each.zone, Scenery(each.name or "Something", what, each.shown.get("difficulty", 0)))
        for each, what in found
    ]
    return zones_of({id: zone.joins for id, zone in zones_in_play(view).items()}, things)
