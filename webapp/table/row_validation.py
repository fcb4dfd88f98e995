"""Validate rows: their bounds, their references, and their values by the rules of the game.

Rows are checked after every command, undo and redo, and in every imported document, because a wrong row could
be stored but not rendered.
"""

import re
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from webapp.rules.check import RollRecord
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction, comes_round
from webapp.rules.codec import load_value
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import ruleset
from webapp.store.models import Clock
from webapp.store.table_state import TableState
from webapp.table import pack
from webapp.table.changes import Change, to_plain
from webapp.table.command import parse
from webapp.table.document_format import document_columns, row_model
from webapp.table.game_table import fitted, game_table
from webapp.table.refusals import Invalid, invalid_from, spoken_kind
from webapp.table.thing_fields import references_in

Row = dict[str, Any]
Known = Callable[[str, int], bool]
"""Returns whether a thing of this kind and id exists; it may have been removed from the table."""


def ensure_sound_changes(state: TableState, changes: list[Change]) -> None:
    """Refuse changes with wrong values; in existing rows only the changed fields are checked."""
    for change in changes:
        kind, row = change["kind"], _row(state, change)
        names = document_columns(type(row)) if change.get("new") else change["after"]
        values = {name: to_plain(getattr(row, name)) for name in names}
        try:
            row_model(kind, partial=not change.get("new")).model_validate(values)
        except ValidationError as error:
            raise invalid_from(error, values) from error
        ensure_sound(kind, values, state.table.ruleset, lambda of, id: state.thing(of, id) is not None)
    for change in changes:
        if change["kind"] == "clock" and {"follows", "removed"} & change["after"].keys():
            ensure_no_circle(change["id"], lambda id: getattr(state.find(Clock, id), "follows", None))


def _row(state: TableState, change: Change) -> object:
    return state.table if change["kind"] == "table" else state.thing(change["kind"], change["id"])


def ensure_sound(kind: str, row: Row, game: str, known: Known) -> None:
    """Refuse a row that contradicts the game or names missing things; normalise the data in `row`, if any."""
    _ensure_known(kind, row, known)
    if kind == "piece" and {"kind", "data"} <= set(row):
        _ensure_piece(row, game, known)
    ensure = {"clock": _ensure_clock, "saved": _ensure_saved, "check": _ensure_check}
    if kind in ensure:
        ensure[kind](row, game)


def ensure_no_circle(clock: int, leader: Callable[[int], int | None]) -> None:
    """Refuse clocks that follow one another in a circle."""
    if comes_round(clock, leader) is not None:
        raise Invalid("These clocks would follow one another in a circle.", {"follows": "a circle"})


def _ensure_known(kind: str, row: Row, known: Known) -> None:
    for other, id in references_in(row):
        if not known(other, id):
            spoken = spoken_kind(kind)
            where = f"{spoken.capitalize()} {row['id']}" if "id" in row else f"The {spoken}"
            why = f"{where} refers to a {spoken_kind(other)} that does not exist."
            raise Invalid(why, {"things": f"{other} {id}"})


def _ensure_clock(row: Row, game: str) -> None:
    kinds = {kind.key for kind in ruleset(game).catalogue.clock_kinds}
    if "kind" in row and row["kind"] not in kinds:
        raise Invalid(
            f"This game has no clock kind “{row['kind']}”. Its clock kinds are: {', '.join(sorted(kinds))}.",
            {"kind": "unknown kind"},
        )
    if {"segments", "filled", "direction"} <= set(row):
        try:
            ClockValue(row["segments"], row["filled"], Direction(row["direction"]))
        except RuleError as error:
            raise Invalid(f"This clock is invalid: {error}", {"things": "clock"}) from error


def _ensure_piece(row: Row, game: str, known: Known) -> None:
    """Ensure that the game can parse its own document, and that the things it refers to exist."""
    kind, table = row["kind"], game_table(game)
    try:
        row["data"] = fitted(table, kind, row["data"])
        named = list(table.named_by(kind, row["data"]))
    except RuleError as error:
        raise Invalid(f"The game document “{kind}” is invalid: {error}", {"things": kind}) from error
    for other, id in named:
        if not re.fullmatch("[1-9][0-9]{0,9}", str(id)) or not known(other, int(id)):
            why = f"The game document “{kind}” refers to a {spoken_kind(other)} that does not exist."
            raise Invalid(why, {"things": kind})


def _ensure_saved(row: Row, _: str) -> None:
    if {"kind", "data"} <= set(row):
        row["data"] = pack.parse_row(pack.SHAPES[row["kind"]], row["data"]).plain()


def _ensure_check(row: Row, game: str) -> None:
    """Ensure that the game can read a check's request and its roll."""
    beside = game_table(game).written_beside
    asked = row.get("asked", {})
    for name in sorted(beside & set(asked)):
        if not isinstance(asked[name], str):
            raise Invalid(f"The field “{name}” of this check must be text.", {"things": "check"})
    parse({"do": "check.edit", "check": 1, **{name: asked[name] for name in asked if name not in beside}})
    rules = ruleset(game)
    try:
        rules.request_type.of(asked)
        if row.get("rolled"):
            rules.modifiers_for(load_value(rules.check, RollRecord.parse(to_plain(row["rolled"])).check))
    except RuleError as error:
        raise Invalid(f"This check is invalid: {error}", {"things": "check"}) from error
