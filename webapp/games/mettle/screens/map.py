"""The zones as a map: who stands where and how, what stands there, how dark it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from webapp.games.mettle.screens.characters import status_named
from webapp.games.mettle.screens.map_layout import Drawing, drawn, folded, in_columns, spots_of
from webapp.rules.mettle.sheet import Sheet, has_sheet, sheet_of
from webapp.rules.mettle.statuses import Statuses
from webapp.screens.views import CharacterView, ConditionView, PieceView, TableView, ZoneView

MOST, THINGS, ACROSS = 12, 4, 3
"""How many people and things a zone lists, and how many columns there are at most."""
LIGHTS = {"dim": "dim", "dark": "dark", "total-dark": "total dark"}
MARKS = ("Dead", "Fallen", "Staggered", "Incapacitated")
AILS = ("status", "condition")
WELL = ("unnoticed", "stable")
STATES = {"surprised": "surprised", "delayed": "loses this Action"}


@dataclass(frozen=True)
class Token:
    """Somebody on the map: name, side, Mettle, the worst that ails them, how they stand in the Round.

    `waits` says what they hold back, or why they have no Action.
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


@dataclass(frozen=True)
class ZoneOnMap:
    """One zone as it is drawn: what stands there, who, how many more; the zones it joins by name."""

    id: int
    name: str
    light: str
    things: tuple[tuple[int, str, str], ...]
    tokens: tuple[Token, ...]
    more: int
    to: tuple[str, ...]


@dataclass(frozen=True)
class ZoneMap:
    """The whole map in columns, who stands nowhere; the ways between by name, and as ids and percent of it.

    `folded` where it has too many zones for columns by distance.
    """

    columns: tuple[tuple[ZoneOnMap, ...], ...]
    ways: tuple[tuple[str, str], ...]
    lines: tuple[tuple[int, int, int, int, int, int], ...]
    elsewhere: tuple[Token, ...]
    folded: bool = False


def pieces(view: TableView, *kinds: str) -> list[PieceView]:
    """What this game keeps of these kinds and is in play, as far as this audience knows it.

    What belongs to a scene that is over, or waits in a prepared one, is not in play.
    """
    return [each for each in view.pieces if isinstance(each, PieceView) and each.kind in kinds and each.here]


def newest(view: TableView, kind: str) -> PieceView | None:
    """The one of this kind that is on."""
    return next(reversed(pieces(view, kind)), None)


def zones_in_play(view: TableView) -> dict[int, ZoneView]:
    """The zones where play is now, by id, as far as this audience knows them."""
    return {each.id: each for each in view.zones if isinstance(each, ZoneView) and each.here}


def combatants(view: TableView) -> dict[int, Mapping[str, Any]]:
    """How everybody known stands in the fight that is on, by id."""
    fight = newest(view, "fight")
    return {each["character"]: each for each in fight.shown["combatants"]} if fight else {}


def conditions(who: CharacterView) -> list[ConditionView]:
    """What is known of what somebody carries."""
    return [each for each in who.conditions if isinstance(each, ConditionView)]


def numbers(who: CharacterView) -> Sheet | None:
    """Somebody's sheet, if it is one of this game."""
    starving = sum(each.count or 0 for each in conditions(who) if each.name == "Starving")
    return sheet_of(who.stats, starving) if has_sheet(who.stats) else None


def statuses_of(who: CharacterView) -> Statuses:
    """The statuses of the book that are known on somebody."""
    found = (status_named(each.name, 1 if each.count is None else each.count) for each in conditions(who))
    return tuple(status for status in found if status is not None)


def tokens(view: TableView) -> tuple[Token, ...]:
    """Everybody whose name is known here."""
    known = combatants(view)
    return tuple(_token(who, known.get(who.id, {})) for who in view.people)


def _token(who: CharacterView, stands: Mapping[str, Any]) -> Token:
    sheet, state = numbers(who), stands.get("state", "")
    return Token(
        id=who.id,
        name=who.name,
        kind=who.kind,
        zone=who.zone if isinstance(who.zone, int) else None,
        mettle=sheet.mettle.current if sheet else None,
        maximum=sheet.mettle.maximum if sheet else None,
        ails=_ails([each.name for each in conditions(who)], statuses_of(who)) or str(who.stands or ""),
        state=state,
        waits=f"waits to {stands['waits']}" if stands.get("waits") else STATES.get(state, ""),
    )


def _ails(names: list[str], held: Statuses) -> str:
    """What ails somebody in one line, the worst first; Cover, Unnoticed and Stable are no ailment."""
    marks = [name for name in MARKS if name in names]
    rest = (each.entry.name for each in held if each.entry.kind in AILS and each.key not in (*STATES, *WELL))
    return ", ".join(dict.fromkeys([*marks, *rest]))


def zone_map(view: TableView, across: int = ACROSS) -> ZoneMap | None:
    """The zones in play as a map of so many columns at most; None where there are none."""
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
        tuple(each for each in everybody if each.zone not in zones),
        laid != by_distance,
    )


def _place(
    view: TableView, zones: Mapping[int, ZoneView], zone: ZoneView, everybody: tuple[Token, ...]
) -> ZoneOnMap:
    """One zone with all that stands there, as far as it is listed."""
    there = [each for each in everybody if each.zone == zone.id]
    things = [each for each in pieces(view, "scenery", "hazard", "trap") if each.zone == zone.id]
    return ZoneOnMap(
        zone.id,
        zone.name,
        _light(view, zone.id),
        tuple((each.id, each.name or each.kind, _kind(each)) for each in things[:THINGS]),
        tuple(there[:MOST]),
        len(there[MOST:]),
        tuple(zones[id].name for id in zone.joins if id in zones),
    )


def _kind(piece: PieceView) -> str:
    """What a thing is, in a word."""
    if piece.kind == "scenery":
        number = piece.shown.get("difficulty")
        return f"{piece.shown.get('what', 'feature')}{f' {number}' if number else ''}"
    if piece.kind == "hazard":
        return str(piece.shown.get("hazard", "hazard"))
    return "trap, sprung" if piece.shown.get("sprung") else "trap"


def _light(view: TableView, zone: int) -> str:
    for each in pieces(view, "place"):
        if each.zone == zone:
            words = [LIGHTS.get(str(each.shown.get("light")), ""), "smoke" if each.shown.get("smoke") else ""]
            return ", ".join(word for word in words if word)
    return ""


class Journey(NamedTuple):
    """A travel map laid out, and who else travels on it."""

    map: Drawing[str]
    piece: PieceView
    rivals: tuple[PieceView, ...] = ()


def travel_map(piece: PieceView, wide: int, high: int, upright: bool = False) -> Journey:
    """Stops and paths laid out in a drawing of this size; upright for a phone."""
    paths = [(path["one"], path["other"]) for path in piece.shown["paths"]]
    return Journey(drawn(list(piece.shown["stops"]), paths, wide, high, upright), piece)
