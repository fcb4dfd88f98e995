"""A character's possible actions on the map, as buttons: targets, weapons, zones, or why there are none."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from webapp.games.api import CharacterView, RuleError, TableView
from webapp.games.mettle.rules import choices as rules
from webapp.games.mettle.rules.check_request import Weapon
from webapp.games.mettle.rules.initiative import Phase
from webapp.games.mettle.rules.sheet import has_sheet
from webapp.games.mettle.rules.statuses import why_no_action
from webapp.games.mettle.rules.zones import Scenery, Zones
from webapp.games.mettle.state.zone_values import zones_of
from webapp.games.mettle.views.map import (
    combatants,
    current_piece,
    numbers,
    pieces,
    statuses_of,
    zones_in_play,
)

Fields = Mapping[str, object]


@dataclass(frozen=True)
class Button:
    """A button: its label, its command, the command's fields, and a note."""

    words: str
    do: str
    fields: Fields
    note: str = ""


@dataclass(frozen=True)
class TargetChoices:
    """The possible actions on one character, the likeliest in `first`.

    `why` says why there is no Attack, or no action at all; "" otherwise.
    """

    who: CharacterView
    first: tuple[Button, ...]
    rest: tuple[Button, ...]
    why: str = ""


@dataclass(frozen=True)
class Hand:
    """The acting character on the GM's map, with possible actions on others and zones to go to."""

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
    """Return the holder of Initiative who has not acted; None if this audience knows of none."""
    fight = current_piece(view, "fight")
    id = fight.shown["holder"] if fight and fight.shown["phase"] == Phase.ACTING else None
    return next((character for character in view.people if character.id == id), None)


def choices(view: TableView, actor: CharacterView) -> dict[int, TargetChoices]:
    """Return the actor's choices towards every other known character, by that character's id."""
    others = (character for character in view.people if character.id != actor.id)
    known, why = _zones(view), waits(view, actor)
    return {character.id: _choice(view, actor, character, known, why) for character in others}


def ways_on_foot(view: TableView, actor: CharacterView) -> dict[int, Button]:
    """Return a button for each zone next to the actor's, by id: a Charge or, past an obstacle, a Move."""
    known, at = _zones(view), actor.zone
    if not isinstance(at, int) or at not in known.ids or waits(view, actor, "move"):
        return {}
    zones = zones_in_play(view)
    return {id: _step(known, at, id, zones[id].name, actor) for id in known.neighbours(at)}


def _step(known: Zones, at: int, zone: int, name: str, actor: CharacterView) -> Button:
    hindered = known.hindrances((at, zone))
    if not hindered:
        return Button(f"To {name}", "mettle.zone.move", {"character": actor.id, "zone": zone})
    over = hindered[0].name
    asked = {"character": actor.id, "action": "move", "aim": zone}
    return Button(f"Over {over} to {name}", "check.call", asked, "takes a Move")


def _choice(
    view: TableView, actor: CharacterView, other: CharacterView, known: Zones, why: str
) -> TargetChoices:
    """Return the buttons for the actions that the rules allow towards one other character."""
    acts = replace(_fighter(actor), carried=_weapons(view, actor))
    found = rules.choices(acts, _fighter(other), _away(known, actor, other), why)
    first, rest = (
        tuple(_button(actor, other, choice) for choice in part) for part in (found.first, found.rest)
    )
    return TargetChoices(other, first, rest, found.why)


def _fighter(who: CharacterView) -> rules.Fighter:
    """Return a character as the rules' `Fighter`, as far as this audience knows them."""
    sheet = numbers(who)
    frame, mettle = (sheet["FRAME"], sheet.mettle) if sheet else (0, None)
    return rules.Fighter(who.kind, frame, mettle, statuses_of(who))


def _button(actor: CharacterView, other: CharacterView, choice: rules.Choice) -> Button:
    """Return a choice as a button: a Guard takes Cover, everything else calls a Check."""
    if choice.action == rules.GUARD:
        guard = {"character": actor.id, "cover": "guard", "ward": other.id}
        return Button(f"{choice.words} {other.name}", "mettle.action.cover", guard, choice.note)
    asked: dict[str, object] = {"character": actor.id, "action": choice.action, "foes": other.id}
    if choice.form:
        asked["manner"] = choice.form
    if choice.weapon is not None:
        asked["weapon"] = choice.weapon
    if choice.bare:
        asked["unarmed"] = "true"
    return Button(choice.words, "check.call", asked, choice.note)


def _weapons(view: TableView, actor: CharacterView) -> dict[int, Weapon]:
    own = (piece for piece in pieces(view, "weapon") if piece.character == actor.id)
    return {piece.id: Weapon(piece.name or "weapon", **piece.shown) for piece in own}


def waits(view: TableView, actor: CharacterView, action: str = "attack") -> str:
    """Return why a character may not take an Action now, because of a status or the fight; "" if they may."""
    stands = combatants(view).get(actor.id)
    held_back = str(stands["held_back"].get(action, "")) if stands else ""
    return why_no_action(statuses_of(actor)) or held_back


def _away(known: Zones, actor: CharacterView, other: CharacterView) -> int | None:
    """Return how many Zones apart two characters are; None if the map does not say."""
    one, two = actor.zone, other.zone
    if not isinstance(one, int) or not isinstance(two, int):
        return None
    try:
        return known.distance(one, two)
    except RuleError:
        return None


def _zones(view: TableView) -> Zones:
    """Return the map as this audience knows it, for the rules."""
    found = ((piece, piece.shown.get("what", "feature")) for piece in pieces(view, "scenery"))
    things = [
        (piece.zone, Scenery(piece.name or "something", what, piece.shown.get("difficulty", 0)))
        for piece, what in found
    ]
    return zones_of({id: zone.joins for id, zone in zones_in_play(view).items()}, things)
