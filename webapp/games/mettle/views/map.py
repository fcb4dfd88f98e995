"""The zones as a map: characters and their states, things, and light."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from webapp.games.api import CharacterView, ConditionView, PieceView, TableView, ZoneView
from webapp.games.mettle.rules.sheet import Sheet, has_sheet, sheet_of
from webapp.games.mettle.rules.statuses import Statuses, ailments, starved
from webapp.games.mettle.state.characters import status_named
from webapp.games.mettle.state.game_state import describe_wait
from webapp.games.mettle.views.map_layout import Drawing, drawn, folded, in_columns, spots_of

MOST, THINGS, ACROSS = 12, 4, 3
"""The most characters and things listed in a zone, and the most columns."""
LIGHTS = {"dim": "dim", "dark": "dark", "total-dark": "totally dark"}
STATES = {"surprised": "surprised", "delayed": "loses their next Action", "lost": "no Action this Round"}


@dataclass(frozen=True)
class Token:
    """A character on the map: name, side, Mettle, ailments, state in the Round.

    `fares` describes in words a character whose numbers are hidden. `waits` says which Action
    they hold back, or why they have no Action; else it is "". `apart` says that a fight is running
    without them.
    """

    id: int
    name: str
    kind: str
    zone: int | None
    mettle: int | None
    maximum: int | None
    ails: str
    state: str
    waits: str = ""
    fares: str = ""
    apart: bool = False

    @property
    def is_wrong(self) -> bool:
        """Whether this is a player character with an ailment."""
        return bool(self.ails) and self.kind == "pc"


@dataclass(frozen=True)
class ZoneOnMap:
    """One zone as it is drawn: light, things, characters, how many `more` characters, and neighbours."""

    id: int
    name: str
    light: str
    things: tuple[tuple[int, str, str], ...]
    tokens: tuple[Token, ...]
    more: int
    to: tuple[str, ...]


@dataclass(frozen=True)
class ZoneMap:
    """The zones in columns, the joins between them, and the characters who are in no zone.

    `ways` are the joins by name; `lines` are the joins by id, with their ends in percent of the
    map. `folded` is whether the zones do not fit into columns by distance.
    """

    columns: tuple[tuple[ZoneOnMap, ...], ...]
    ways: tuple[tuple[str, str], ...]
    lines: tuple[tuple[int, int, int, int, int, int], ...]
    elsewhere: tuple[Token, ...]
    folded: bool = False


def pieces(view: TableView, *kinds: str) -> list[PieceView]:
    """Return this game's documents of these kinds in play, as far as this audience knows them.

    Documents of a scene that is over, or only prepared, are not in play.
    """
    return [
        piece for piece in view.pieces if isinstance(piece, PieceView) and piece.kind in kinds and piece.here
    ]


def current_piece(view: TableView, kind: str) -> PieceView | None:
    """Return the current document of this kind; None if this audience knows of none."""
    return next(reversed(pieces(view, kind)), None)


def zones_in_play(view: TableView) -> dict[int, ZoneView]:
    """Return the zones in play by id, as far as this audience knows them."""
    return {zone.id: zone for zone in view.zones if isinstance(zone, ZoneView) and zone.here}


def combatants(view: TableView) -> dict[int, Mapping[str, Any]]:
    """Return the state of every known combatant in the current fight, by character id."""
    fight = current_piece(view, "fight")
    return {combatant["character"]: combatant for combatant in fight.shown["combatants"]} if fight else {}


def conditions(who: CharacterView) -> list[ConditionView]:
    """Return a character's known conditions."""
    return [condition for condition in who.conditions if isinstance(condition, ConditionView)]


def numbers(who: CharacterView) -> Sheet | None:
    """Return a character's sheet with Starving applied; None without numbers of this game."""
    return sheet_of(who.stats, starved(statuses_of(who))) if has_sheet(who.stats) else None


def statuses_of(who: CharacterView) -> Statuses:
    """Return a character's known statuses of the book."""
    found = (
        status_named(condition.name, 1 if condition.count is None else condition.count)
        for condition in conditions(who)
    )
    return tuple(status for status in found if status is not None)


def tokens(view: TableView) -> tuple[Token, ...]:
    """Return the tokens of all characters whose names this audience knows."""
    known = combatants(view)
    return tuple(_token(who, known.get(who.id, {}), apart=bool(known)) for who in view.people)


def _token(who: CharacterView, stands: Mapping[str, Any], apart: bool) -> Token:
    sheet, state = numbers(who), stands.get("state", "")
    return Token(
        id=who.id,
        name=who.name,
        kind=who.kind,
        zone=who.zone if isinstance(who.zone, int) else None,
        mettle=sheet.mettle.current if sheet else None,
        maximum=sheet.mettle.maximum if sheet else None,
        ails=", ".join(ailments([condition.name for condition in conditions(who)], statuses_of(who))),
        state=state,
        waits=describe_wait(stands["waits"]) if stands.get("waits") else STATES.get(state, ""),
        fares=str(who.stands or ""),
        apart=apart and not stands,
    )


def zone_map(view: TableView, across: int = ACROSS) -> ZoneMap | None:
    """Return the zones in play as a map of at most `across` columns; None without zones."""
    zones = zones_in_play(view)
    if not zones:
        return None
    everybody = tokens(view)
    joins = sorted({(min(id, other), max(id, other)) for id, zone in zones.items() for other in zone.joins})
    joins = [(one, other) for one, other in joins if one in zones and other in zones]
    by_distance = in_columns(list(zones), joins)
    laid = folded(by_distance, across)
    spots = spots_of(laid, 100, 100)
    return ZoneMap(
        tuple(tuple(_place(view, zones, zones[id], everybody) for id in column) for column in laid),
        tuple((zones[a].name, zones[b].name) for a, b in joins),
        tuple((a, b, spots[a].x, spots[a].y, spots[b].x, spots[b].y) for a, b in joins),
        tuple(token for token in everybody if token.zone not in zones),
        laid != by_distance,
    )


def _place(
    view: TableView, zones: Mapping[int, ZoneView], zone: ZoneView, everybody: tuple[Token, ...]
) -> ZoneOnMap:
    """Return one zone with its first things and characters, and the number of further characters."""
    there = [token for token in everybody if token.zone == zone.id]
    things = [piece for piece in pieces(view, "scenery", "hazard", "trap") if piece.zone == zone.id]
    return ZoneOnMap(
        zone.id,
        zone.name,
        _light(view, zone.id),
        tuple((piece.id, piece.name or piece.kind, _kind(piece)) for piece in things[:THINGS]),
        tuple(there[:MOST]),
        len(there[MOST:]),
        tuple(zones[id].name for id in zone.joins if id in zones),
    )


def _kind(piece: PieceView) -> str:
    """Return the kind of a thing as the map shows it: "obstacle 3", "3D+3", "trap, sprung"."""
    if piece.kind == "scenery":
        number = piece.shown.get("difficulty")
        return f"{piece.shown.get('what', 'feature')}{f' {number}' if number else ''}"
    if piece.kind == "hazard":
        return str(piece.shown.get("hazard", "hazard"))
    return "trap, sprung" if piece.shown.get("sprung") else "trap"


def _light(view: TableView, zone: int) -> str:
    for piece in pieces(view, "place"):
        if piece.zone == zone:
            words = [
                LIGHTS.get(str(piece.shown.get("light")), ""),
                "smoke" if piece.shown.get("smoke") else "",
            ]
            return ", ".join(word for word in words if word)
    return ""


class Journey(NamedTuple):
    """A travel map laid out for drawing, its document, and the rivals who travel on it."""

    map: Drawing[str]
    piece: PieceView
    rivals: tuple[PieceView, ...] = ()


def travel_map(piece: PieceView, wide: int, high: int, upright: bool = False) -> Journey:
    """Return a travel map with its stops laid out in this size, upright for a phone, and without rivals."""
    paths = [(path["one"], path["other"]) for path in piece.shown["paths"]]
    return Journey(drawn(list(piece.shown["stops"]), paths, wide, high, upright), piece)
