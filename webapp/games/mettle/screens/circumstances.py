"""What stands around a Check of METTLE: foes and their Cover, range, light, the weapon, whose turn it is.

Rows in, facts and things to weigh out; each of them is a switch on the GM's screen. And the sum of a hit, as
far as an audience knows the foe's numbers.
"""

from collections.abc import Iterator
from dataclasses import replace

from webapp.games.mettle.screens import characters, game_state, places
from webapp.games.mettle.screens.game_state import why_not
from webapp.rules.check import Held
from webapp.rules.errors import RuleError
from webapp.rules.mettle.chases import added_up
from webapp.rules.mettle.check import Came
from webapp.rules.mettle.check_setup import armed
from webapp.rules.mettle.circumstances import AREA, CarriedStatus, Circumstances, bearing, met
from webapp.rules.mettle.cover import Cover
from webapp.rules.mettle.facts import Asked, Body, Facts
from webapp.rules.mettle.journeys import Map
from webapp.rules.mettle.outcomes import sums
from webapp.screens.check_views import CheckView
from webapp.screens.foe_numbers import Telling
from webapp.screens.modifiers import as_rolled
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Thing

Standing = Iterator[tuple[Thing, Held, bool]]
ROLLED = ("rolled", "resolved")


def around(board: Board, check: Check, asked: Asked) -> Asked:
    """What it was asked for, with the facts that the rules want to know about it."""
    character = board.row(Character, check.character)
    if character is None:
        return asked
    known = Facts(
        who=characters.body(board, character),
        foes=tuple(_met(board, check, row) for row in foes(board, check)),
        party=asked.party,
    )
    asked = replace(asked, facts=known)
    more = {"attack": _attack, "move": _move, "race": _race, "travel": _travel, "use": _use}.get(asked.action)
    return replace(asked, facts=more(board, check, asked, character)) if more else asked


def _met(board: Board, check: Check, foe: Character) -> Body:
    """Somebody as this Check meets them."""
    cover = _cover(board, foe)
    return met(characters.body(board, foe), check.uses, cover[0] if cover else None)


def foes(board: Board, check: Check) -> list[Character]:
    """Whom it is aimed at: those named, or everyone in the zone of an area Attack."""
    asked = Asked.of(check.asked)
    named = [board.find(Character, id) for id in asked.foes]
    found = [row for row in named if row is not None]
    if asked.manner == AREA and asked.aim and not found:
        found = [row for row in board.here(Character) if row.zone == asked.aim]
    if asked.action == "heal" and not found:
        own = board.find(Character, check.character)
        found = [own] if own is not None else []
    return found


def other_half(board: Board, check: Check) -> Check | None:
    """The other of the two Checks of a split Attack: they were called together, and the first has a share."""
    asked = Asked.of(check.asked)
    if asked.manner != "split":
        return None
    step = 1 if asked.share else -1
    for row in board.here(Check):
        if row.character == check.character and row.order == check.order + step:
            other = Asked.of(row.asked)
            return row if other.manner == "split" and bool(other.share) == (step < 0) else None
    return None


def halves(board: Board, check: Check) -> list[Check]:
    """A split Attack is two Checks; any other is one."""
    other = other_half(board, check)
    return [check] if other is None or other.state == "cancelled" else [check, other]


def _attack(board: Board, check: Check, asked: Asked, character: Character) -> Facts:
    """Its form, how far it goes, and what it is made with."""
    form, weapon, away = armed_with(board, check, character)
    carried = characters.weapons(board, character.id, weapon)
    held = carried[weapon] if weapon is not None else None
    return replace(asked.facts, form=form, zones=away, weapon=held)


def armed_with(board: Board, check: Check, character: Character) -> tuple[str, int | None, int | None]:
    """The form of an Attack, the weapon's id, and how many Zones away whom it is aimed at is."""
    asked, aimed = Asked.of(check.asked), foes(board, check)
    zone = asked.aim if asked.manner == AREA else aimed[0].zone if aimed else None
    away = places.distance(board, character.zone, zone)
    carried = characters.weapons(board, character.id, asked.weapon)
    return *armed(asked, carried, away, characters.body(board, character).frame), away


def _move(board: Board, check: Check, asked: Asked, character: Character) -> Facts:
    """The way to the zone it is aimed at, and what stands on it."""
    goal, name = asked.aim, str(character.id)
    chase = game_state.chase(board)
    if chase is not None and name in chase[1].at and goal is None:
        obstacles = chase[1].ahead(name, max(1, int(characters.speed(board, character))))
        ahead = replace(asked.facts, obstacles=obstacles)
        if not any(obstacles):
            return ahead
        hard, quarry = added_up(obstacles), name == chase[1].quarry
        return replace(ahead, chase=chase[0].id, quarry=quarry, difficulty=hard, from_what="the chase")
    if goal is None or character.zone is None:
        return asked.facts
    route = places.way(board, character.zone, goal)
    try:
        things = places.zones(board).hindrances([str(id) for id in route])
    except RuleError:
        return asked.facts
    obstacles = tuple(thing.difficulty for thing in things)
    way = replace(asked.facts, route=tuple(route), obstacles=obstacles)
    names = ", ".join(thing.name for thing in things)
    return replace(way, difficulty=added_up(obstacles), from_what=names) if obstacles else way


def _race(board: Board, check: Check, asked: Asked, character: Character) -> Facts:
    running = game_state.race(board)
    if running is None:
        return asked.facts
    row, stretch = running
    try:
        return replace(asked.facts, race=row.id, difficulty=stretch.difficulty(str(character.id)))
    except RuleError:
        return asked.facts


def _travel(board: Board, check: Check, asked: Asked, character: Character) -> Facts:
    row, goal = game_state.piece(board, "map"), asked.trip
    if row is None or not goal or not row.data.get("at"):
        return asked.facts
    try:
        number = game_state.state_in(row, Map).difficulty(row.data["at"], goal)
    except RuleError:
        return asked.facts
    trip = {"start": row.data["at"], "goal": goal}
    return replace(asked.facts, map=row.id, difficulty=number, trip=trip)


def _use(board: Board, check: Check, asked: Asked, character: Character) -> Facts:
    """A project sets its own Difficulty."""
    for row in places.pieces(board, "project"):
        if row.data.get("clock") in check.targets:
            return replace(asked.facts, difficulty=row.data["difficulty"], from_what=row.name or "")
    return asked.facts


# ---- what may count --------------------------------------------------------------------------


def standing(board: Board, check: Check, asked: Asked) -> Standing:
    """Everything of this game that may bear on the Check."""
    for each in bearing(asked, _scene(board, check, asked)) if asked.facts.who else ():
        row = board.thing(*each.thing)
        if row is not None:
            yield row, each.held, each.counts


def _scene(board: Board, check: Check, asked: Asked) -> Circumstances:
    """The fight and the race, light, what foes carry, the weapon in use."""
    character = board.the(Character, check.character)
    fight, race, second = game_state.fight(board), game_state.race(board), other_half(board, check)
    attack = asked.action == "attack"
    people = [board.row(Character, foe.id) for foe in asked.facts.foes]
    return Circumstances(
        fight=fight[0].id if fight else None,
        why_not=why_not(board, fight[1], character, asked.action) if fight else "",
        race=race[0].id if race else None,
        stretch=race[1] if race else None,
        second=second is not None and second.state in ROLLED,
        lights=places.lights(board),
        carried={row.id: _carried(board, row) for row in people if row is not None},
        covers={row.id: found for row in people if row is not None and (found := _cover(board, row))},
        weapon=armed_with(board, check, character)[1] if attack else None,
        armed=attack and bool(characters.weapons(board, character.id)),
    )


def _carried(board: Board, row: Thing) -> tuple[CarriedStatus, ...]:
    held = characters.held(board, row.id)
    return tuple(CarriedStatus(each.id, status, each.source or "") for each, status in held)


def _cover(board: Board, row: Thing) -> tuple[int, Cover] | None:
    """The condition that Cover is, and of which kind."""
    held = [each for each in characters.conditions(board, row.id) if each.name in characters.COVERS]
    return (held[0].id, characters.COVERS[held[0].name]) if held else None


def told(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """With what it did to each whom it hit; whoever is hidden from this audience is left out."""
    if view.result is None or Came.of(view.result.data).score is None or not check.rolled:
        return view
    said = tuple(_said(check, visibility))
    return replace(view, result=replace(view.result, sentences=(*view.result.sentences, *said)))


def _said(check: Check, visibility: Visibility) -> Iterator[str]:
    for each in sums(as_rolled(visibility.board, check)):
        row = visibility.board.row(Character, each.foe.id)
        if row is not None and visibility.names(row):
            exact = visibility.telling(row) is Telling.EXACT
            yield f"{row.name}: {each if exact else each.in_words}."
