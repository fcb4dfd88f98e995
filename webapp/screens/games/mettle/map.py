"""The zones as a map: who stands where and how, what stands there, how dark it is."""

from dataclasses import dataclass
from typing import Any

from webapp.rules.mettle.sheet import Sheet, has_sheet, sheet_of
from webapp.screens.games.mettle.drawing import Drawing, drawn
from webapp.screens.views import CharacterView, ConditionView, PieceView, TableView, ZoneView

ACROSS, DOWN, ROW, WORD = 300, 150, 46, 32
MOST = 6
LIGHTS = {"dim": "dim", "dark": "dark", "total-dark": "total dark"}
MARKS = ("Dead", "Fallen", "Staggered", "Incapacitated")


@dataclass(frozen=True)
class Token:
    """Somebody on the map: name, side, Mettle, the worst that ails them, how they stand in the Round."""

    id: int
    name: str
    kind: str
    zone: int | None
    mettle: int | None
    maximum: int | None
    ails: str
    state: str


@dataclass(frozen=True)
class Place:
    """One zone as it is drawn."""

    id: int
    name: str
    x: int
    y: int
    light: str
    things: tuple[tuple[int, str, str], ...]
    tokens: tuple[tuple[Token, int], ...]
    more: int


@dataclass(frozen=True)
class ZoneMap:
    """The whole map, and those who stand nowhere in particular."""

    width: int
    height: int
    tall: int
    places: tuple[Place, ...]
    lines: tuple[tuple[int, int, int, int], ...]
    elsewhere: tuple[Token, ...]

    @property
    def told(self) -> str:
        """The map in words, for those who hear it."""
        return "; ".join(_told(place) for place in self.places)


def _told(place: Place) -> str:
    there = ", ".join(token.name for token, _ in place.tokens) or "nobody"
    return f"{place.name}{f' ({place.light})' if place.light else ''}: {there}"


def pieces(view: TableView, *kinds: str) -> list[PieceView]:
    """What this game keeps of these kinds, as far as this audience knows it."""
    return [each for each in view.pieces if isinstance(each, PieceView) and each.kind in kinds]


def numbers(who: CharacterView) -> Sheet | None:
    """Somebody's sheet, if it is one of this game."""
    starving = [each.name for each in who.conditions if isinstance(each, ConditionView)]
    return sheet_of(who.stats, starving.count("Starving")) if has_sheet(who.stats) else None


def tokens(view: TableView) -> tuple[Token, ...]:
    """Everybody whose name is known here."""
    fights = pieces(view, "fight")
    states = {each["character"]: each["state"] for each in fights[-1].shown["combatants"]} if fights else {}
    return tuple(_token(who, states) for who in view.cast if isinstance(who, CharacterView))


def _token(who: CharacterView, states: dict[int, str]) -> Token:
    sheet = numbers(who)
    names = [each.name for each in who.conditions if isinstance(each, ConditionView)]
    return Token(
        id=who.id,
        name=who.name,
        kind=who.kind,
        zone=who.zone if isinstance(who.zone, int) else None,
        mettle=sheet.mettle.current if sheet else None,
        maximum=sheet.mettle.maximum if sheet else None,
        ails=next((name for name in MARKS if name in names), ""),
        state=states.get(who.id, ""),
    )


def zone_map(view: TableView) -> ZoneMap | None:
    """The zones in play as a map; None where there are none."""
    zones = [each for each in view.zones if isinstance(each, ZoneView) and each.here]
    if not zones:
        return None
    everybody = tokens(view)
    standing = {zone.id: [each for each in everybody if each.zone == zone.id] for zone in zones}
    tall = DOWN + max(2 * ROW, *(_height(each[:MOST]) for each in standing.values()))
    joins = sorted({tuple(sorted((zone.id, other))) for zone in zones for other in zone.joins})
    laid: Drawing[int] = drawn([zone.id for zone in zones], [(a, b) for a, b in joins], ACROSS, tall + 24)
    known = {zone.id for zone in zones}
    return ZoneMap(
        laid.width,
        laid.height,
        tall,
        tuple(_place(view, zone, laid, standing[zone.id]) for zone in zones),
        tuple((line.one.x, line.one.y, line.other.x, line.other.y) for line in laid.lines),
        tuple(each for each in everybody if each.zone not in known),
    )


def _place(view: TableView, zone: ZoneView, laid: Drawing[int], there: list[Token]) -> Place:
    spot = laid.spot(zone.id)
    things = [each for each in pieces(view, "scenery", "hazard", "trap") if each.zone == zone.id]
    return Place(
        zone.id,
        zone.name,
        spot.x,
        spot.y,
        _light(view, zone.id),
        tuple((each.id, each.name or each.kind, _kind(each)) for each in things),
        _stacked(there[:MOST]),
        max(0, len(there) - MOST),
    )


def _height(there: list[Token]) -> int:
    """A line for each, and one more for what ails them."""
    return sum(ROW + (WORD if each.ails else 0) for each in there)


def _stacked(there: list[Token]) -> tuple[tuple[Token, int], ...]:
    """Each with how far down they stand."""
    return tuple((each, _height(there[:place])) for place, each in enumerate(there))


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


def travel_map(piece: Any) -> tuple[Drawing[str], Any]:
    """Stops and paths laid out."""
    paths = [(path["one"], path["other"]) for path in piece.shown["paths"]]
    return drawn(list(piece.shown["stops"]), paths, 270, 250), piece
