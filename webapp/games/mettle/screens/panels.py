"""METTLE's panels on the three pages."""

from collections.abc import Iterator
from functools import partial

from webapp.games.mettle.screens.characters import COVERS
from webapp.games.mettle.screens.choices import at_hand, choices, holder, waits, ways_on_foot
from webapp.games.mettle.screens.map import (
    combatants,
    conditions,
    newest,
    numbers,
    pieces,
    statuses_of,
    tokens,
    travel_map,
    zone_map,
    zones_in_play,
)
from webapp.games.mettle.screens.underway import (
    asked_of,
    burning,
    own_ride,
    own_run,
    rolled_by_time,
    rolled_by_turn,
    twists,
    ways_on,
    yet_to_drive,
)
from webapp.rules.mettle import statuses as rules
from webapp.rules.mettle.cover import NAMES, offered
from webapp.rules.mettle.sheet import has_sheet
from webapp.rules.mettle.zones import Scenery
from webapp.screens.panel import Make, Option, Panel, Pick, game_panel, pick
from webapp.screens.panels_shared import names
from webapp.screens.views import CharacterView, ClockView, PieceView, TableView


def gm_panels(view: TableView) -> Iterator[Make]:
    """The GM's: the map, the fight, everyone's Mettle, what is dangerous, travel, the race."""
    yield lambda: _gm_fight(view)
    yield lambda: _gm_map(view)
    yield lambda: _panel("m-bodies", tuple((who, numbers(who)) for who in view.people), "gm-bodies")
    yield lambda: _panel("m-dangers", _dangers(view), "gm-dangers", key=(_dangers(view), names(view)))
    yield lambda: _panel("m-twists", (twists(view), tuple(pieces(view, "guard"))), "gm-twists")
    yield lambda: _gm_race(view)
    yield lambda: _newest(view, "chase", "gm-chase")
    yield lambda: _journey(view, "gm-travel", 800, 380)


def gm_sheets(view: TableView) -> Iterator[Make]:
    """What the GM's moves tell and choose from."""
    people, zones = names(view), _zones(view)
    for form in ("act", "move", "arm", "danger", "ignite", "fall", "status", "sheet"):
        yield partial(pick, form, "character", people, required=True)
    for form in ("move", "danger", "trap", "scenery", "light"):
        yield partial(pick, form, "zone", zones, required=True)
    yield lambda: _panel("m-time", _time(view), "gm-time")
    yield lambda: _acts(view)
    yield lambda: pick("act", "weapon", [("", "what reaches"), *_weapons(view)])
    yield lambda: pick("npc", "zone", [("", "no zone"), *zones])
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


def player_panels(view: TableView) -> Iterator[Make]:
    """Every player's: the fight, the map, a race, a chase, a journey, Twists, what an Action asks."""
    yield lambda: _newest(view, "fight", "fight")
    yield lambda: _panel("m-twists", twists(view), "twists")
    yield lambda: _map(view, None)
    yield lambda: _newest(view, "race", "race")
    yield lambda: _newest(view, "chase", "chase")
    yield lambda: _journey(view, "travel", 360, 420, upright=True)
    yield lambda: _acts(view)
    yield lambda: _choice("m-past", "command-foes", _strangers(view))


def seat_panels(view: TableView, seat: int) -> Iterator[Make]:
    """One seat's own: Mettle, what can be done now, a Twist on offer, vouchers."""
    me = next((each for each in view.seats if each.id == seat), None)
    mine = next((each for each in view.cast if me and each.id == me.character), None)
    who = mine if isinstance(mine, CharacterView) else None
    own = [each for each in view.pieces if isinstance(each, PieceView) and who and each.character == who.id]
    held = tuple(each for each in own if each.kind in ("weapon", "voucher", "twist", "guard", "affliction"))
    yield lambda: _me(view, who, held)
    yield lambda: _panel("m-turn", tuple(asked_of(view, who, held)), "turn")
    yield lambda: _map(view, who)
    yield lambda: _panel("m-twists", twists(view), "twists")
    weapons = [(each.id, each.name or "weapon") for each in held if each.kind == "weapon"]
    yield lambda: pick("act", "weapon", [("", "what reaches"), *weapons])
    yield lambda: _panel("m-ride", own_ride(view, who.id) if who else None, "ride")
    yield lambda: _panel("m-run", own_run(view, who.id) if who else None, "run")
    yield lambda: _panel("m-way", ways_on(view) if who else (), "way")


def _me(view: TableView, who: CharacterView | None, held: tuple[PieceView, ...]) -> Panel:
    state = next((each for each in tokens(view) if who and each.id == who.id), None)
    it: dict[str, object] = {"who": who, "sheet": numbers(who) if who else None, "held": held, "token": state}
    it["fight"] = newest(view, "fight")
    it["covered"] = who is not None and _covered(who)
    it["covers"] = tuple(_covers(view, who)) if who is not None else ()
    it["helpless"] = who is not None and rules.helpless(statuses_of(who))
    it["rally"] = _no_rally(view, who) if who is not None else None
    key = (who, held, state, it["fight"], view.zones, it["covers"])
    return _panel("m-me", it, "me", key=key)


def _map(view: TableView, who: CharacterView | None) -> Panel:
    """The zones; for whoever plays somebody, with what they may do from there."""
    it: dict[str, object] = {"map": zone_map(view), "does": {}, "go": {}}
    if who is not None and it["map"] is not None and has_sheet(who.stats):
        it |= {"does": choices(view, who), "go": ways_on_foot(view, who)}
    return _panel("m-map", it, "map")


def _gm_map(view: TableView) -> Panel:
    """The zones; whoever holds Initiative goes where a zone is tapped."""
    acting = holder(view)
    it: dict[str, object] = {"map": zone_map(view), "go": ways_on_foot(view, acting) if acting else {}}
    return _panel("m-map", it, "gm-map")


def _no_rally(view: TableView, who: CharacterView) -> str | None:
    """What keeps somebody from a Rally, "" if nothing does; None where none is theirs to make, or of use."""
    sheet = numbers(who)
    if sheet is None or sheet.mettle.unhurt:
        return None
    return rules.no_rally(statuses_of(who), sheet.mettle, waits(view, who))


def _covered(who: CharacterView) -> bool:
    return any(each.name in COVERS for each in conditions(who))


Covers = tuple[int | None, str, tuple[tuple[str, str], ...]]


def _covers(view: TableView, who: CharacterView) -> Iterator[Covers]:
    """What somebody may take Cover behind now: what their zone holds; without zones what the story has."""
    stands = combatants(view).get(who.id)
    things: list[tuple[int | None, Scenery]] = [(None, Scenery("", "cover"))]
    if who.zone in zones_in_play(view):
        things = [(each.id, _thing(each)) for each in pieces(view, "scenery") if each.zone == who.zone]
    for id, thing in things:
        kinds = offered(thing, at_start=stands is None or stands["at_start"])
        if kinds:
            yield id, thing.name, tuple((str(kind), NAMES[kind]) for kind in kinds)


def _thing(piece: PieceView) -> Scenery:
    return Scenery(piece.name or "", piece.shown["what"], penetrable=bool(piece.shown.get("penetrable")))


# ---- parts -----------------------------------------------------------------------------------


def _panel(id: str, it: object, of: str, key: object = None) -> Panel:
    return game_panel(id, it, of=f"mettle/{of}", key=it if key is None else key)


def _choice(id: str, field: str, options: tuple[Option, ...], required: bool = False) -> Panel:
    """Pills to tap: several at once, or the one that is required."""
    return _panel(id, Pick(field, options, required), "foes")


def _acts(view: TableView) -> Iterator[Make]:
    """What the form of an Action chooses from, on the GM's page as on a player's."""
    yield lambda: _choice("m-foes", "foes", names(view))
    yield lambda: pick("act", "aim", [("", "nowhere in particular"), *_zones(view)])
    yield lambda: pick("act", "trip", [("", "nowhere yet"), *((stop, stop) for stop, _, _ in ways_on(view))])
    yield lambda: pick("act", "targets", [("", "no project"), *_projects(view)])


def _newest(view: TableView, kind: str, of: str) -> Panel:
    """The fight, the race or the chase that is on, with the names of those in it."""
    it = newest(view, kind)
    return _panel(f"m-{kind}", it, of, key=(it, names(view)))


def _gm_fight(view: TableView) -> Panel:
    """Whose turn it is and what comes of it with one tap; NPCs that may surge stand before the others."""
    may_surge = {id for id, stands in combatants(view).items() if stands["may_surge"]}
    surging = [each for each in view.people if each.id in may_surge]
    acts = holder(view)
    it = {
        "fight": newest(view, "fight"),
        "ills": tuple(rolled_by_turn(view, "round")),
        "may_rally": acts is not None and _no_rally(view, acts) == "",
        "npcs": tuple(each.id for each in surging if each.kind == "npc"),
        "others": tuple(each.id for each in surging if each.kind != "npc"),
    }
    return _panel("m-fight", it, "gm-fight", key=(it, names(view)))


def on_somebody(view: TableView, who: CharacterView) -> tuple[object, ...] | None:
    """The numbers of somebody with a sheet, their weapons, a Rally of theirs, what a tap does, their Cover,
    and whom beside them they may guard."""
    sheet = numbers(who)
    weapons = tuple(each for each in pieces(view, "weapon") if each.character == who.id)
    others = (each for each in view.people if each.id != who.id)
    beside = tuple(each for each in others if each.zone is not None and each.zone == who.zone)
    rally = _no_rally(view, who) == ""
    return (sheet, weapons, rally, at_hand(view, who), _covered(who), beside) if sheet else None


def _dangers(view: TableView) -> dict[str, tuple[object, ...]]:
    kinds = ("hazard", "affliction", "trap", "scenery")
    zones = {None, *(id for id, _ in _zones(view))}
    kept = {kind: tuple(each for each in pieces(view, kind) if each.zone in zones) for kind in kinds}
    return kept | {"burning": tuple((who.id, who.name, fire) for who, _, fire in burning(view))}


def _gm_race(view: TableView) -> Panel:
    it = (newest(view, "race"), tuple(rolled_by_turn(view, "stretch")), yet_to_drive(view))
    return _panel("m-race", it, "gm-race", key=(it, names(view)))


def _journey(view: TableView, of: str, wide: int, high: int, upright: bool = False) -> Panel:
    on, rivals = newest(view, "map"), tuple(pieces(view, "rival"))
    it = travel_map(on, wide, high, upright)._replace(rivals=rivals) if on else None
    return _panel("m-travel", it, of, key=(it, names(view)))


def _time(view: TableView) -> dict[str, object]:
    return {
        "time": newest(view, "time"),
        "vouchers": tuple(pieces(view, "voucher")),
        "ills": tuple(rolled_by_time(view)),
    }


def _players(view: TableView) -> tuple[Option, ...]:
    return tuple((who.id, who.name) for who in view.people if who.kind == "pc")


def _strangers(view: TableView) -> tuple[Option, ...]:
    """Everybody but the party."""
    party = _players(view)
    return tuple(each for each in names(view) if each not in party)


def _stops(view: TableView) -> tuple[Option, ...]:
    """The stops of the journey in play."""
    journey = newest(view, "map")
    return tuple((stop, stop) for stop in journey.shown["stops"]) if journey else ()


def _projects(view: TableView) -> Iterator[Option]:
    """The long projects under way whose clocks are known here."""
    for each in view.clocks:
        if isinstance(each, ClockView) and each.kind == "project" and not each.complete:
            yield each.id, f"{each.name} ({each.filled} of {each.segments})"


def _zones(view: TableView) -> tuple[Option, ...]:
    return tuple((id, zone.name) for id, zone in zones_in_play(view).items())


def _weapons(view: TableView) -> list[Option]:
    carriers = dict(names(view))
    return [
        (each.id, f"{each.name} ({carriers[each.character]})")
        for each in pieces(view, "weapon")
        if isinstance(each.character, int) and each.character in carriers
    ]
