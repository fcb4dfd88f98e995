"""The zones as a map: who stands where and how, what stands there, how dark it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.rules.mettle.sheet import Sheet, has_sheet, sheet_of
from webapp.screens.games.mettle.drawing import Drawing, drawn, in_columns, spots_of
from webapp.screens.views import CharacterView, ConditionView, PieceView, TableView, ZoneView

MOST, THINGS = 12, 4
"""How many people and things a zone lists where there is no end to the page."""
LETTERS = 10
"""What a line of a zone holds on the TV."""
LIGHTS = {"dim": "dim", "dark": "dark", "total-dark": "total dark"}
MARKS = ("Dead", "Fallen", "Staggered", "Incapacitated")
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

    @property
    def lines(self) -> int:
        """How many lines they take where the screen ends."""
        return 1 + (len(self.name) > LETTERS) + bool(self.ails or self.waits)


@dataclass(frozen=True)
class Place:
    """One zone as it is drawn: what stands there, who, how many more."""

    id: int
    name: str
    light: str
    things: tuple[tuple[int, str, str], ...]
    tokens: tuple[Token, ...]
    more: int


@dataclass(frozen=True)
class ZoneMap:
    """The whole map in columns, the ways between by name and as percent of it, who stands nowhere."""

    columns: tuple[tuple[Place, ...], ...]
    ways: tuple[tuple[str, str], ...]
    lines: tuple[tuple[int, int, int, int], ...]
    elsewhere: tuple[Token, ...]


def pieces(view: TableView, *kinds: str) -> list[PieceView]:
    """What this game keeps of these kinds, as far as this audience knows it."""
    return [each for each in view.pieces if isinstance(each, PieceView) and each.kind in kinds]


def numbers(who: CharacterView) -> Sheet | None:
    """Somebody's sheet, if it is one of this game."""
    carried = [each for each in who.conditions if isinstance(each, ConditionView)]
    starving = sum(each.count or 0 for each in carried if each.name == "Starving")
    return sheet_of(who.stats, starving) if has_sheet(who.stats) else None


def tokens(view: TableView) -> tuple[Token, ...]:
    """Everybody whose name is known here."""
    fights = pieces(view, "fight")
    known = {each["character"]: each for each in fights[-1].shown["combatants"]} if fights else {}
    return tuple(_token(who, known.get(who.id, {})) for who in view.cast if isinstance(who, CharacterView))


def _token(who: CharacterView, stands: Mapping[str, Any]) -> Token:
    sheet, state = numbers(who), stands.get("state", "")
    names = [each.name for each in who.conditions if isinstance(each, ConditionView)]
    return Token(
        id=who.id,
        name=who.name,
        kind=who.kind,
        zone=who.zone if isinstance(who.zone, int) else None,
        mettle=sheet.mettle.current if sheet else None,
        maximum=sheet.mettle.maximum if sheet else None,
        ails=next((name for name in MARKS if name in names), ""),
        state=state,
        waits=f"waits to {stands['waits']}" if stands.get("waits") else STATES.get(state, ""),
    )


def zone_map(view: TableView, lines: int | None = None) -> ZoneMap | None:
    """The zones in play as a map; None where there are none.

    Where the screen ends, `lines` says how many lines of words a column of zones has room for.
    """
    zones = {each.id: each for each in view.zones if isinstance(each, ZoneView) and each.here}
    if not zones:
        return None
    everybody = tokens(view)
    joins = sorted({(min(id, other), max(id, other)) for id, zone in zones.items() for other in zone.joins})
    joins = [(one, other) for one, other in joins if one in zones and other in zones]
    laid = in_columns(list(zones), joins)
    spots = spots_of(laid, 100, 100)
    columns = (_column(view, [zones[id] for id in column], everybody, lines) for column in laid)
    return ZoneMap(
        tuple(columns),
        tuple((zones[a].name, zones[b].name) for a, b in joins),
        tuple((spots[a].x, spots[a].y, spots[b].x, spots[b].y) for a, b in joins),
        tuple(each for each in everybody if each.zone not in zones),
    )


def _column(
    view: TableView, zones: list[ZoneView], everybody: tuple[Token, ...], lines: int | None
) -> tuple[Place, ...]:
    room = None if lines is None else lines // len(zones) - 1
    return tuple(
        _place(view, zone, [each for each in everybody if each.zone == zone.id], room) for zone in zones
    )


def _place(view: TableView, zone: ZoneView, there: list[Token], room: int | None) -> Place:
    """One zone: people first, then what stands there, as far as there is room."""
    things = [each for each in pieces(view, "scenery", "hazard", "trap") if each.zone == zone.id]
    light = _light(view, zone.id)
    room = room - 1 if room and light else room
    shown = _fitting(there, room)
    taken = sum(each.lines for each in shown) + (len(shown) < len(there))
    left = THINGS if room is None else (room - taken) // 2
    return Place(
        zone.id,
        zone.name,
        light,
        tuple((each.id, each.name or each.kind, _kind(each)) for each in things[: max(left, 0)]),
        tuple(shown),
        len(there) - len(shown),
    )


def _fitting(there: list[Token], room: int | None) -> list[Token]:
    """Those for whom there is room, with a line left to say how many more there are."""
    if room is None:
        return there[:MOST]
    if sum(each.lines for each in there) <= room:
        return there
    shown: list[Token] = []
    for each in there:
        if sum(token.lines for token in (*shown, each)) > room - 1:
            break
        shown.append(each)
    return shown


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


Journey = tuple[Drawing[str], Any]


def travel_map(piece: Any, wide: int, high: int, upright: bool = False) -> Journey:
    """Stops and paths laid out in a drawing of this size; upright for a phone."""
    paths = [(path["one"], path["other"]) for path in piece.shown["paths"]]
    return drawn(list(piece.shown["stops"]), paths, wide, high, upright), piece
