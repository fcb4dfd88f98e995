"""Read a Resonance character's state and place from the rows, as values of the rules."""

from collections.abc import Mapping
from typing import Any, Protocol

from webapp.games.api import PLAYER, Character, Condition, GameDocument, TableState, Visibility, Zone
from webapp.games.resonance.rules.numbers import LEAST_STAT, MOST_LEVEL, MOST_STAT, brought_within
from webapp.games.resonance.rules.pools import TagPool
from webapp.games.resonance.rules.positions import BEYOND, band_of, steps_between
from webapp.games.resonance.rules.rounds import Rounds
from webapp.games.resonance.rules.stats import Stats, names
from webapp.games.resonance.rules.values import Values
from webapp.games.resonance.state.documents import (
    POOL,
    ROUNDS,
    VALUES,
    LastPoolEvent,
    pool_in,
    rounds_in,
    values_in,
)


class HasSheet(Protocol):
    """A character's row or view that has a sheet."""

    @property
    def stats(self) -> Mapping[str, Any]: ...


def piece_of(state: TableState, kind: str, character: int | None) -> GameDocument | None:
    """Return a character's document of this kind; None if there is none."""
    return next((row for row in state.of_character(GameDocument, character) if row.kind == kind), None)


def list_documents(state: TableState, kind: str) -> list[GameDocument]:
    """Return all documents of a kind, in order."""
    return [document for document in state.find_all(GameDocument) if document.kind == kind]


def stats_of(character: HasSheet | None) -> Stats:
    """Return the nine stats of a sheet: 1 if missing, the nearest allowed value if out of range."""
    sheet = {} if character is None else character.stats
    return Stats(**{name: brought_within(sheet.get(name), LEAST_STAT, MOST_STAT) for name in names()})


def level_of(character: HasSheet | None) -> int:
    """Return the level of a sheet, 0 if it has none."""
    return brought_within({} if character is None else character.stats.get("level"), 0, MOST_LEVEL)


def values_of(state: TableState, character: int) -> Values:
    """Return a character's remaining values; full if none are stored yet."""
    row = piece_of(state, VALUES, character)
    return values_in(row) if row is not None else Values()


def pool_of(state: TableState, character: int) -> TagPool:
    """Return a character's tag pool; empty if none is stored yet."""
    row = piece_of(state, POOL, character)
    return pool_in(row).tags if row is not None else TagPool()


def last_of(state: TableState, character: int) -> LastPoolEvent:
    """Return the last event of a character's pool, its words and open choices; empty if there is none."""
    row = piece_of(state, POOL, character)
    return (pool_in(row).last if row is not None else None) or {}


def rounds_of(state: TableState) -> tuple[GameDocument, Rounds] | None:
    """Return the document and the turn order of the current rounds; None while no rounds run."""
    row = next(iter(list_documents(state, ROUNDS)), None)
    return (row, rounds_in(row)) if row is not None else None


def partner_of(condition: Condition) -> int | None:
    """Return the id of the mount or rider that Riding or Mounted names; None for other conditions."""
    partner = condition.data.get("partner_id")
    return partner if isinstance(partner, int) else None


def joins(state: TableState) -> dict[int, list[int]]:
    """Return the ids of the zones of the active scene and the whole table, each with the ids it joins."""
    scenes = (None, state.table.active_scene)
    return {row.id: list(row.joins) for row in state.find_all(Zone) if row.scene in scenes}


def band_between(state: TableState, one: Character | None, other: Character | None) -> str:
    """Return the range band between two characters: "beyond" after the last one, "" if unknown.

    It is unknown if a character has no zone that players know, or if no path joins the two zones.
    """
    zones = [None if who is None else who.zone for who in (one, other)]
    start, goal = zones
    public = Visibility(state, PLAYER)
    if start is None or goal is None or not all(public.may_name("zone", zone) for zone in (start, goal)):
        return ""
    steps = steps_between(joins(state), start, goal)
    if steps is None:
        return ""
    return str(band_of(steps) or BEYOND)
