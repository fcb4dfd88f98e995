"""The zones as a map: who stands where and how, what stands there, how dark it is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from webapp.games.mettle.screens.characters import status_named
from webapp.games.mettle.screens.map_layout import (
    TALLEST,
    Drawing,
    Letters,
    Room,
    drawn,
    folded,
    in_columns,
    shared_out,
    taken,
)
from webapp.rules.mettle.sheet import Sheet, has_sheet, sheet_of
from webapp.rules.mettle.statuses import Statuses
from webapp.screens.views import CharacterView, ConditionView, PieceView, TableView, ZoneView

MOST, THINGS, ACROSS = 12, 4, 3
"""How many people and things a zone lists, and how many columns there are, where the page has no end."""
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

    def lines(self, letters: int) -> int:
        """How many lines they take where a line holds so many letters of a name."""
        return 1 + (len(self.name) > letters) + bool(self.ails or self.waits)


@dataclass(frozen=True)
class ZoneOnMap:
    """One zone as it is drawn: what stands there, who, how many more; the zones it joins by name.

    `long` says that there is room for a name of two lines, `tight` that everybody has one and light is a
    sign beside the name, `lines` how much all of it takes.
    """

    id: int
    name: str
    light: str
    things: tuple[tuple[int, str, str], ...]
    tokens: tuple[Token, ...]
    more: int
    to: tuple[str, ...]
    long: bool = True
    tight: bool = False
    lines: int = 1


@dataclass(frozen=True)
class ZoneMap:
    """The whole map in columns, the ways between by name and as percent of it, who stands nowhere.

    `folded` where it has too many zones for columns by distance.
    """

    columns: tuple[tuple[ZoneOnMap, ...], ...]
    ways: tuple[tuple[str, str], ...]
    lines: tuple[tuple[int, int, int, int], ...]
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


def zone_map(view: TableView, room: Room | None = None) -> ZoneMap | None:
    """The zones in play as a map; None where there are none. `room` is that of a screen that ends."""
    zones = zones_in_play(view)
    if not zones:
        return None
    everybody = tokens(view)
    joins = sorted({(min(id, other), max(id, other)) for id, zone in zones.items() for other in zone.joins})
    joins = [(one, other) for one, other in joins if one in zones and other in zones]
    by_distance = in_columns(list(zones), joins)
    laid = folded(by_distance, room.across if room else ACROSS)
    whole = [[_place(view, zones, zones[id], everybody) for id in column] for column in laid]
    columns = tuple(_fitted(each, room, room.letters(len(laid))) if room else tuple(each) for each in whole)
    spots = _middles(columns, room)
    return ZoneMap(
        columns,
        tuple((zones[a].name, zones[b].name) for a, b in joins),
        tuple((*spots[a], *spots[b]) for a, b in joins),
        tuple(each for each in everybody if each.zone not in zones),
        laid != by_distance,
    )


def _place(
    view: TableView, zones: Mapping[int, ZoneView], zone: ZoneView, everybody: tuple[Token, ...]
) -> ZoneOnMap:
    """One zone with all that stands there, as far as a page without end lists it."""
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


def _fitted(column: list[ZoneOnMap], room: Room, letters: Letters) -> tuple[ZoneOnMap, ...]:
    """A column of zones on a screen that ends; tight where nobody of some zone could be shown otherwise."""
    if len(column) < TALLEST:
        loose = _drawn_in(column, room, letters, tight=False)
        if all(each.tokens or not each.more for each in loose):
            return loose
    return _drawn_in(column, room, letters, tight=True)


def _drawn_in(column: list[ZoneOnMap], room: Room, letters: Letters, tight: bool) -> tuple[ZoneOnMap, ...]:
    """Every name first, then people in turn, then what stands there."""
    left = room.lines(len(column)) - len(column) - sum(bool(each.light) and not tight for each in column)
    heights = [[1 if tight else who.lines(letters.person) for who in each.tokens] for each in column]
    reserved = sum(taken(heights, [0] * len(column)))
    long = _two_lines(column, letters.place, left - reserved)
    left -= sum(long)
    shown = shared_out(heights, left)
    used = taken(heights, shown)
    left -= sum(used)
    made = []
    for place, each in enumerate(column):
        things = each.things[: max(left, 0) // 2]
        left -= 2 * len(things)
        light = bool(each.light) and not tight
        made.append(
            replace(
                each,
                things=things,
                tokens=each.tokens[: shown[place]],
                more=each.more + len(each.tokens) - shown[place],
                long=long[place],
                tight=tight,
                lines=1 + long[place] + light + used[place] + 2 * len(things),
            )
        )
    return tuple(made)


def _two_lines(column: list[ZoneOnMap], letters: int, left: int) -> list[bool]:
    """Which names have two lines, as long as there is room."""
    found: list[bool] = []
    for each in column:
        found.append(len(each.name) > letters and sum(found) < left)
    return found


def _middles(columns: tuple[tuple[ZoneOnMap, ...], ...], room: Room | None) -> dict[int, tuple[int, int]]:
    """Where the middle of each zone lies, as percent of the map."""
    spots = {}
    for at, column in enumerate(columns):
        weights = [each.lines if room else 1 for each in column]
        spare = max(room.lines(len(column)) - sum(weights), 0) / len(column) if room else 0
        whole, down = sum(weights) + spare * len(column), 0.0
        for each, weight in zip(column, weights, strict=True):
            middle = down + (weight + spare) / 2
            spots[each.id] = (100 * (2 * at + 1) // (2 * len(columns)), round(100 * middle / whole))
            down += weight + spare
    return spots


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
