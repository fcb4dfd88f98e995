"""METTLE's characters as values of its rules: sheet numbers with the effects of statuses."""

from collections.abc import Mapping
from fractions import Fraction

from webapp.games.api import Character, Condition, GameDocument, RuleError, TableState, name_key
from webapp.games.mettle.rules import statuses as rules
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.check_request import Body, Weapon
from webapp.games.mettle.rules.cover import NAMES, Cover, can_guard
from webapp.games.mettle.rules.sheet import Sheet, experience_of, sheet_of
from webapp.games.mettle.rules.statuses import Status, Statuses
from webapp.games.mettle.state import game_state
from webapp.games.mettle.state.documents import StoredWeapon, value_of

COVERS = {name: kind for kind, name in NAMES.items()}


def conditions(state: TableState, character: int) -> list[Condition]:
    """Return a character's conditions."""
    return [row for row in state.find_all(Condition) if row.character == character]


def carried(state: TableState, character: int, name: str) -> Condition | None:
    """Return a character's condition of this name; None if they have none."""
    wanted = name_key(name)
    return next((row for row in conditions(state, character) if name_key(row.name) == wanted), None)


def status_named(name: str, count: int) -> Status | None:
    """Return the book's status of this name and count; None if there is none, or the count is not allowed."""
    if catalogue().find_or_none(name) is None:
        return None
    try:
        return Status(name, count)
    except RuleError:
        return None


def held(state: TableState, character: int) -> list[tuple[Condition, Status]]:
    """Return a character's conditions that are statuses of the book, each with its status."""
    found = [
        (row, status_named(row.name, int(row.data.get("count", 1)))) for row in conditions(state, character)
    ]
    return [(row, status) for row, status in found if status is not None]


def statuses(state: TableState, character: int) -> Statuses:
    """Return a character's statuses of the book."""
    return tuple(status for _, status in held(state, character))


def sheet(state: TableState, row: Character, stats: Mapping[str, object] | None = None) -> Sheet:
    """Return a character's numbers with Starving applied, from their sheet or from `stats` if given."""
    return sheet_of(row.stats if stats is None else stats, rules.starved(statuses(state, row.id)))


def experience(row: Character) -> int:
    """Return a character's unspent Experience."""
    return experience_of(row.stats)


def cover_of(state: TableState, character: int) -> Cover:
    """Return a character's current kind of Cover; `Cover.NONE` without any."""
    found = cover_held(state, character)
    return found[1] if found else Cover.NONE


def cover_held(state: TableState, character: int) -> tuple[Condition, Cover] | None:
    """Return a character's Cover as condition and kind; None without any, or if a Guard has no effect."""
    held = next((row for row in conditions(state, character) if row.name in COVERS), None)
    if held is None or not _shields(state, held, COVERS[held.name]):
        return None
    return held, COVERS[held.name]


def _shields(state: TableState, held: Condition, kind: Cover) -> bool:
    """Return whether a Cover has an effect; Partial and Total Cover always have one.

    A Guard has one while both characters are in the same zone and the guard is not Fallen,
    Incapacitated or dead. Guard Cover without a partner counts, too.
    """
    pair = [state.find(Character, id) for id in (held.character, held.data.get("partner"))]
    if kind not in (Cover.GUARD, Cover.GUARDED) or (kind is Cover.GUARD and "partner" not in held.data):
        return True
    guard, ward = pair if kind is Cover.GUARD else reversed(pair)
    if guard is None or ward is None:
        return False
    return can_guard(statuses(state, guard.id), same_zone=guard.zone == ward.zone)


def body(state: TableState, row: Character, stats: Mapping[str, object] | None = None) -> Body:
    """Return a character as roller or target of a Check, with the numbers of their sheet or of `stats`.

    `poise` does not include Cover. Aboard a vehicle in a race, `speed` is the vehicle's.
    """
    own, held = sheet(state, row, stats), statuses(state, row.id)
    counted, ride = {status.key: status.count for status in held}, game_state.ride(state, row.id)
    return Body(
        id=row.id,
        name=row.name,
        frame=own["FRAME"],
        armour=own.armour,
        proof=own.proof,
        poise=rules.poise(held, own["POISE"]),
        motive=own["MOTIVE"],
        nature=own["NATURE"],
        culture=own["CULTURE"],
        current=own.mettle.current,
        maximum=own.mettle.maximum,
        cover=cover_of(state, row.id),
        surprised="surprised" in counted,
        unnoticed=counted.get("unnoticed", 0),
        rattled="rattled" in counted,
        burning="burning" in counted,
        zone=row.zone,
        speed=ride[2].speed if ride else int(rules.speed(held, own.speed)),
    )


def weapons(state: TableState, character: int, named: int | None = None) -> dict[int, Weapon]:
    """Return a character's possible weapons by id: those they carry, and the weapon with the id `named`."""
    rows = [row for row in state.find_all(GameDocument) if row.kind == "weapon"]
    own = [row for row in rows if row.character == character or row.id == named]
    held = [(row, value_of(StoredWeapon, row)) for row in own]
    return {
        row.id: Weapon(row.name or "weapon", value.damage, value.dice, value.range, value.scoped)
        for row, value in held
    }


def speed(state: TableState, row: Character) -> Fraction:
    """Return how many Zones a character may cross in a Round, with statuses such as Encumbered."""
    return rules.speed(statuses(state, row.id), sheet(state, row).speed)
