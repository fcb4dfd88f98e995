"""METTLE's panels on the GM's and the players' pages, and its parts of character sheets."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from webapp.games.api import (
    CharacterView,
    ClockView,
    Option,
    Panel,
    PanelFactory,
    Pick,
    PieceView,
    TableView,
    character_names,
    game_panel,
    pick,
)
from webapp.games.mettle.rules import statuses as rules
from webapp.games.mettle.rules.cover import NAMES, offered
from webapp.games.mettle.rules.sheet import has_sheet
from webapp.games.mettle.rules.zones import Scenery
from webapp.games.mettle.state.characters import COVERS
from webapp.games.mettle.views.choices import at_hand, choices, holder, waits, ways_on_foot
from webapp.games.mettle.views.map import (
    combatants,
    conditions,
    current_piece,
    numbers,
    pieces,
    statuses_of,
    tokens,
    travel_map,
    zone_map,
    zones_in_play,
)
from webapp.games.mettle.views.pending import (
    asked_of,
    burning,
    offered_to,
    own_ride,
    own_run,
    rolled_by_time,
    rolled_by_turn,
    twists,
    ways_on,
    yet_to_drive,
)


def gm_panels(view: TableView) -> Iterator[PanelFactory]:
    """Yield the GM's panels: fight, map, everyone's Mettle, dangers, Twists, race, chase, journey."""
    yield lambda: _gm_fight(view)
    yield lambda: _gm_map(view)
    yield lambda: _panel("m-bodies", tuple((who, numbers(who)) for who in view.people), "gm-bodies")
    yield lambda: _panel(
        "m-dangers", _dangers(view), "gm-dangers", key=(_dangers(view), character_names(view))
    )
    yield lambda: _panel("m-twists", (twists(view), tuple(pieces(view, "guard"))), "gm-twists")
    yield lambda: _gm_race(view)
    yield lambda: _newest(view, "chase", "gm-chase")
    yield lambda: _journey(view, "gm-travel", 800, 380)


def gm_sheets(view: TableView) -> Iterator[PanelFactory]:
    """Yield the panels of the GM's menu."""
    people, zones = character_names(view), _zones(view)
    for form in ("act", "move", "arm", "danger", "ignite", "fall", "status", "sheet"):
        yield partial(pick, form, "character", people, required=True)
    for form in ("move", "danger", "trap", "scenery", "light"):
        yield partial(pick, form, "zone", zones, required=True)
    yield lambda: _panel("m-time", _time(view), "gm-time")
    yield lambda: _acts(view)
    yield lambda: pick("act", "weapon", [("", "any that reaches the target"), *_weapons(view)])
    yield lambda: pick("npc", "zone", [("", "no Zone"), *zones])
    yield lambda: _panel("m-drivers", people, "drivers", key=people)
    yield lambda: pick("chase", "quarry", people, required=True)
    yield lambda: _choice("m-chasers", "pursuers", people)
    yield lambda: _choice("m-party", "characters", people)
    yield lambda: _choice("m-past", "foes", _strangers(view))
    yield lambda: _choice("m-busy", "busy", _players(view))
    yield lambda: _panel("m-ills", tuple(rolled_by_time(view)), "ills")
    yield lambda: _choice("m-path-one", "one", _stops(view), required=True)
    yield lambda: _choice("m-path-other", "other", _stops(view), required=True)
    yield lambda: pick("pin", "near", _stops(view), required=True)
    yield lambda: pick("rival", "stop", _stops(view), required=True)


def player_panels(view: TableView) -> Iterator[PanelFactory]:
    """Yield every player's panels: fight, map, race, chase, journey, Twists, an Action's choices."""
    yield lambda: _newest(view, "fight", "fight")
    yield lambda: _panel("m-twists", twists(view), "twists")
    yield lambda: _make_map_panel(view, None)
    yield lambda: _make_race_panel(view)
    yield lambda: _newest(view, "chase", "chase")
    yield lambda: _journey(view, "travel", 360, 420, upright=True)
    yield lambda: _acts(view)
    yield lambda: _choice("m-past", "command-foes", _strangers(view))


def seat_panels(view: TableView, seat: int) -> Iterator[PanelFactory]:
    """Yield one seat's panels: Mettle, pending items, map, Twists, weapons, race, chase, journey."""
    me = next((value for value in view.seats if value.id == seat), None)
    mine = next((character for character in view.cast if me and character.id == me.character), None)
    who = mine if isinstance(mine, CharacterView) else None
    own = [
        piece for piece in view.pieces if isinstance(piece, PieceView) and who and piece.character == who.id
    ]
    held = tuple(
        piece for piece in own if piece.kind in ("weapon", "voucher", "twist", "guard", "affliction")
    )
    yield lambda: _me(view, who, held)
    yield lambda: _panel("m-turn", tuple(asked_of(view, who, held)), "turn")
    yield lambda: _panel("m-offer", offered_to(view, held), "offer")
    yield lambda: _make_map_panel(view, who)
    yield lambda: _panel("m-twists", twists(view), "twists")
    weapons = [(piece.id, piece.name or "weapon") for piece in held if piece.kind == "weapon"]
    yield lambda: pick("act", "weapon", [("", "any that reaches the target"), *weapons])
    yield lambda: _panel("m-ride", own_ride(view, who.id) if who else None, "ride")
    yield lambda: _panel("m-run", own_run(view, who.id) if who else None, "run")
    yield lambda: _panel("m-way", ways_on(view) if who else (), "way")


def _me(view: TableView, who: CharacterView | None, held: tuple[PieceView, ...]) -> Panel:
    state = next((token for token in tokens(view) if who and token.id == who.id), None)
    value: dict[str, object] = {
        "who": who,
        "sheet": numbers(who) if who else None,
        "held": held,
        "token": state,
    }
    value["fight"] = current_piece(view, "fight")
    value["covered"] = who is not None and _covered(who)
    value["covers"] = tuple(_covers(view, who)) if who is not None else ()
    value["helpless"] = who is not None and rules.helpless(statuses_of(who))
    value["rally"] = _no_rally(view, who) if who is not None else None
    value["foes"] = tuple(_foes(view, who)) if who is not None else ()
    key = (who, held, state, value["fight"], view.zones, value["covers"], value["foes"])
    return _panel("m-me", value, "me", key=key)


def _foes(view: TableView, who: CharacterView) -> Iterator[tuple[int, str]]:
    """Yield the id and name of each foe within reach of a character's Attacks; none without zones."""
    if has_sheet(who.stats) and zones_in_play(view):
        for id, choice in choices(view, who).items():
            if choice.first and choice.who.kind != who.kind:
                yield id, choice.who.name


def _make_map_panel(view: TableView, who: CharacterView | None) -> Panel:
    """Return the panel of the map; for a player's character, with their possible actions."""
    value: dict[str, object] = {"map": zone_map(view), "does": {}, "go": {}}
    if who is not None and value["map"] is not None and has_sheet(who.stats):
        value |= {"does": choices(view, who), "go": ways_on_foot(view, who)}
    return _panel("m-map", value, "map")


def _gm_map(view: TableView) -> Panel:
    """Return the GM's panel of the map, with buttons that move the holder of Initiative."""
    acting = holder(view)
    value: dict[str, object] = {"map": zone_map(view), "go": ways_on_foot(view, acting) if acting else {}}
    return _panel("m-map", value, "gm-map")


def _no_rally(view: TableView, who: CharacterView) -> str | None:
    """Return the statuses that prevent a Rally, "" if none does.

    None without a sheet, at full Mettle, below 1 Mettle, or if the character may not act now.
    """
    sheet = numbers(who)
    if sheet is None or sheet.mettle.unhurt:
        return None
    return rules.no_rally(statuses_of(who), sheet.mettle, waits(view, who))


def _covered(who: CharacterView) -> bool:
    return any(condition.name in COVERS for condition in conditions(who))


Covers = tuple[int | None, str, tuple[tuple[str, str], ...]]


def _covers(view: TableView, who: CharacterView) -> Iterator[Covers]:
    """Yield the things that can give a character Cover: each one's id, name and possible kinds of Cover.

    They are the things in the character's zone; outside any zone, one thing without id and name.
    """
    stands = combatants(view).get(who.id)
    things: list[tuple[int | None, Scenery]] = [(None, Scenery("", "cover"))]
    if who.zone in zones_in_play(view):
        things = [(piece.id, _thing(piece)) for piece in pieces(view, "scenery") if piece.zone == who.zone]
    for id, thing in things:
        kinds = offered(thing, at_start=stands is None or stands["at_start"])
        if kinds:
            yield id, thing.name, tuple((str(kind), NAMES[kind]) for kind in kinds)


def _thing(piece: PieceView) -> Scenery:
    """Return the scenery as this audience knows it; a masked thing counts as a feature without Cover."""
    what, penetrable = piece.shown.get("what", "feature"), bool(piece.shown.get("penetrable"))
    return Scenery(piece.name or "", what, penetrable=penetrable)


# ---- parts -----------------------------------------------------------------------------------


def _panel(id: str, value: object, of: str, key: object = None) -> Panel:
    return game_panel(id, value, of=f"mettle/{of}", key=value if key is None else key)


def _choice(id: str, field: str, options: tuple[Option, ...], required: bool = False) -> Panel:
    """Return a panel of options to tap: any number of them, or one if `required`."""
    return _panel(id, Pick(field, options, required), "pick")


def _acts(view: TableView) -> Iterator[PanelFactory]:
    """Yield the choices of an Action's form, on the GM's and the players' pages."""
    yield lambda: _choice("m-foes", "foes", character_names(view))
    yield lambda: pick("act", "aim", [("", "no Zone"), *_zones(view)])
    yield lambda: pick("act", "trip", [("", "nowhere yet"), *((stop, stop) for stop, _, _ in ways_on(view))])
    yield lambda: pick("act", "targets", [("", "no project"), *_projects(view)])


def _newest(view: TableView, kind: str, of: str) -> Panel:
    """Return the panel of the current fight or chase; it is empty without one."""
    piece = current_piece(view, kind)
    return _panel(f"m-{kind}", piece, of, key=(piece, character_names(view)))


def _gm_fight(view: TableView) -> Panel:
    """Return the panel of the fight, with one-tap steps; NPCs that may Surge are listed apart."""
    may_surge = {id for id, stands in combatants(view).items() if stands["may_surge"]}
    surging = [character for character in view.people if character.id in may_surge]
    acts = holder(view)
    fighting = combatants(view)
    value = {
        "fight": current_piece(view, "fight"),
        "ills": tuple(rolled_by_turn(view, "round")),
        "no_rally": _no_rally(view, acts) if acts is not None else None,
        "npcs": tuple(character.id for character in surging if character.kind == "npc"),
        "others": tuple(character.id for character in surging if character.kind != "npc"),
        "apart": tuple(character.id for character in view.people if _may_join(character, fighting)),
    }
    return _panel("m-fight", value, "gm-fight", key=(value, character_names(view)))


def _may_join(who: CharacterView, fighting: Mapping[int, Mapping[str, Any]]) -> bool:
    """Return whether a character takes no part in the fight, or has left it and can act."""
    left = who.id in fighting and fighting[who.id]["state"] == "out"
    return who.id not in fighting or (left and not rules.helpless(statuses_of(who)))


def on_somebody(view: TableView, who: CharacterView) -> tuple[object, ...] | None:
    """Return what the inspector shows of a character; None without a sheet.

    It is their numbers, weapons, whether they can Rally, the one-tap actions, whether they are in Cover,
    and the characters in the same zone, whom they may Guard.
    """
    sheet = numbers(who)
    weapons = tuple(piece for piece in pieces(view, "weapon") if piece.character == who.id)
    others = (character for character in view.people if character.id != who.id)
    beside = tuple(
        character for character in others if character.zone is not None and character.zone == who.zone
    )
    rally = _no_rally(view, who) == ""
    return (sheet, weapons, rally, at_hand(view, who), _covered(who), beside) if sheet else None


def on_own_sheet(view: TableView, who: CharacterView) -> tuple[PieceView, ...]:
    """Return the weapons that a character carries."""
    return tuple(piece for piece in pieces(view, "weapon") if piece.character == who.id)


def _dangers(view: TableView) -> dict[str, tuple[object, ...]]:
    kinds = ("hazard", "affliction", "trap", "scenery")
    zones = {None, *(id for id, _ in _zones(view))}
    found: dict[str, tuple[object, ...]] = {
        kind: tuple(piece for piece in pieces(view, kind) if piece.zone in zones) for kind in kinds
    }
    found["burning"] = tuple((who.id, who.name, fire) for who, _, fire in burning(view))
    return found | {"people": tuple((who.id, who.name, who.zone) for who in view.people)}


def _make_race_panel(view: TableView) -> Panel:
    """Return the panel of the race, or of the winner of the last one."""
    on = current_piece(view, "race") or current_piece(view, "finish")
    return _panel("m-race", on, "race", key=(on, character_names(view)))


def _gm_race(view: TableView) -> Panel:
    value = (current_piece(view, "race"), tuple(rolled_by_turn(view, "stretch")), yet_to_drive(view))
    return _panel("m-race", value, "gm-race", key=(value, character_names(view)))


def _journey(view: TableView, of: str, wide: int, high: int, upright: bool = False) -> Panel:
    on, rivals = current_piece(view, "map"), tuple(pieces(view, "rival"))
    journey = travel_map(on, wide, high, upright)._replace(rivals=rivals) if on else None
    return _panel("m-travel", journey, of, key=(journey, character_names(view)))


def _time(view: TableView) -> dict[str, object]:
    return {
        "time": current_piece(view, "time"),
        "vouchers": tuple(pieces(view, "voucher")),
        "ills": tuple(rolled_by_time(view)),
    }


def _players(view: TableView) -> tuple[Option, ...]:
    return tuple((who.id, who.name) for who in view.people if who.kind == "pc")


def _strangers(view: TableView) -> tuple[Option, ...]:
    """Return the characters outside the party as options."""
    party = _players(view)
    return tuple(name for name in character_names(view) if name not in party)


def _stops(view: TableView) -> tuple[Option, ...]:
    """Return the stops of the travel map in play as options."""
    journey = current_piece(view, "map")
    return tuple((stop, stop) for stop in journey.shown["stops"]) if journey else ()


def _projects(view: TableView) -> Iterator[Option]:
    """Yield the unfinished projects whose clocks this audience knows, as options."""
    for clock in view.clocks:
        if isinstance(clock, ClockView) and clock.kind == "project" and not clock.complete:
            yield clock.id, f"{clock.name} ({clock.filled} of {clock.segments})"


def _zones(view: TableView) -> tuple[Option, ...]:
    return tuple((id, zone.name) for id, zone in zones_in_play(view).items())


def _weapons(view: TableView) -> list[Option]:
    carriers = dict(character_names(view))
    return [
        (piece.id, f"{piece.name} ({carriers[piece.character]})")
        for piece in pieces(view, "weapon")
        if isinstance(piece.character, int) and piece.character in carriers
    ]
