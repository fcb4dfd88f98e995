"""A character's possible actions on the map: targets, weapons and zones, or why there are none."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webapp.games.mettle.rules.check_setup import reaching
from webapp.games.mettle.rules.facts import Weapon
from webapp.games.mettle.rules.initiative import Phase
from webapp.games.mettle.rules.sheet import has_sheet
from webapp.games.mettle.rules.statuses import burden
from webapp.games.mettle.rules.zones import Scenery, Zones
from webapp.games.mettle.state.zone_values import zones_of
from webapp.games.mettle.views.map import (
    combatants,
    conditions,
    current_piece,
    numbers,
    pieces,
    statuses_of,
    zones_in_play,
)
from webapp.rules.errors import RuleError
from webapp.views.views import CharacterView, TableView

Fields = Mapping[str, object]
AT_HAND = (("Grapple", "grapple"), ("Disarm", "disarm"), ("Shove", "shove"))
"""The forms of an Attack that need a foe within arm's reach and no certain weapon."""


@dataclass(frozen=True)
class Button:
    """One tap: its label, the command, its fields, and its note."""

    words: str
    do: str
    fields: Fields
    note: str = ""


@dataclass(frozen=True)
class TargetChoices:
    """The possible actions against a target, the likeliest first; or `why` there are none."""

    who: CharacterView
    first: tuple[Button, ...]
    rest: tuple[Button, ...]
    why: str = ""


@dataclass(frozen=True)
class Hand:
    """The acting character when the GM taps one on the map, with possible actions and zones."""

    acts: CharacterView
    on: tuple[TargetChoices, ...]
    go: tuple[Button, ...]


def at_hand(view: TableView, tapped: CharacterView) -> Hand:
    """Return what the holder of Initiative may do to a tapped character.

    If no one else holds Initiative, these are the tapped character's own actions. Targets within reach come
    first; those without possible actions are left out.
    """
    actor = holder(view) or tapped
    found = choices(view, actor) if has_sheet(actor.stats) else {}
    if actor.id != tapped.id:
        return Hand(actor, tuple(target for id, target in found.items() if id == tapped.id), ())
    near = sorted(
        (target for target in found.values() if target.first or target.rest),
        key=lambda target: not target.first,
    )
    return Hand(actor, tuple(near), tuple(ways_on_foot(view, actor).values()))


def holder(view: TableView) -> CharacterView | None:
    """Return the holder of Initiative who has not acted, as far as this audience knows them."""
    fight = current_piece(view, "fight")
    id = fight.shown["holder"] if fight and fight.shown["phase"] == Phase.ACTING else None
    return next((character for character in view.people if character.id == id), None)


def choices(view: TableView, actor: CharacterView) -> dict[int, TargetChoices]:
    """Return the choices by the id of every other character the actor may know."""
    others = (character for character in view.people if character.id != actor.id)
    known, why = _zones(view), waits(view, actor)
    return {character.id: _choice(view, actor, character, known, why) for character in others}


def ways_on_foot(view: TableView, actor: CharacterView) -> dict[int, Button]:
    """Return the zones next to the actor's, each as a Charge or, past an obstacle, as a Move."""
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
    if not any(condition.name == "Rattled" for condition in conditions(foe)):
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
    own = (piece for piece in pieces(view, "weapon") if piece.character == actor.id)
    return {piece.id: Weapon(piece.name or "weapon", **piece.shown) for piece in own}


def waits(view: TableView, actor: CharacterView, action: str = "attack") -> str:
    """Return why they may not act now, by a status or the fight; "" if they may."""
    cannot = burden(statuses_of(actor), "act", sight="none").blocked
    if cannot:
        return f"{', '.join(cannot)}."
    stands = combatants(view).get(actor.id)
    return str(stands["held_back"].get(action, "")) if stands else ""


def _away(known: Zones, actor: CharacterView, other: CharacterView) -> int | None:
    """Return how many Zones are between two; None if the map does not say."""
    try:
        return known.distance(str(actor.zone), str(other.zone))
    except RuleError:
        return None


def _zones(view: TableView) -> Zones:
    """Return the map as this audience knows it, for the rules; zones are named by their ids."""
    found = ((piece, piece.shown.get("what", "feature")) for piece in pieces(view, "scenery"))
    things = [
        (piece.zone, Scenery(piece.name or "Something", what, piece.shown.get("difficulty", 0)))
        for piece, what in found
    ]
    return zones_of({id: zone.joins for id, zone in zones_in_play(view).items()}, things)
