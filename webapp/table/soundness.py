"""Whether a row can be: its bounds, what it names, and what its game reads of it.

The same is asked of every row that a command leaves behind, of undo and redo, and of a document that comes
back: what is not sound could be written, and then no screen could draw it.
"""

import re
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from webapp.rules.check import AsRolled
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction, comes_round
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import ruleset
from webapp.store.board import Board
from webapp.store.models import Clock
from webapp.table import pack
from webapp.table.changes import Change, plain
from webapp.table.command import parse
from webapp.table.document_rows import columns, shape
from webapp.table.games import game_table
from webapp.table.refusals import Invalid, in_words
from webapp.table.things import named_in

Row = dict[str, Any]
Known = Callable[[str, int], bool]
"""Whether there is a thing of this kind with this id, on the table or not."""


def ensure_sound_changes(board: Board, changes: list[Change]) -> None:
    """Refuse what a command would leave behind that could not be drawn; of an old row only what changed."""
    for change in changes:
        kind, row = change["kind"], _row(board, change)
        names = columns(type(row)) if change.get("new") else change["after"]
        values = {name: plain(getattr(row, name)) for name in names}
        try:
            shape(kind, partial=not change.get("new")).model_validate(values)
        except ValidationError as error:
            raise in_words(error, values) from error
        ensure_sound(kind, values, board.table.ruleset, lambda of, id: board.thing(of, id) is not None)
    for change in changes:
        if change["kind"] == "clock" and {"follows", "removed"} & change["after"].keys():
            ensure_no_circle(change["id"], lambda id: getattr(board.find(Clock, id), "follows", None))


def _row(board: Board, change: Change) -> object:
    return board.table if change["kind"] == "table" else board.thing(change["kind"], change["id"])


def ensure_sound(kind: str, row: Row, game: str, known: Known) -> None:
    """Refuse values that do not go with the game or with the other rows; data is put as the game has it."""
    _ensure_known(kind, row, known)
    if kind == "piece" and {"kind", "data"} <= set(row):
        _ensure_piece(row, game, known)
    ensure = {"clock": _ensure_clock, "saved": _ensure_saved, "check": _ensure_check}
    if kind in ensure:
        ensure[kind](row, game)


def ensure_no_circle(clock: int, leader: Callable[[int], int | None]) -> None:
    """Clocks that follow one another must have a beginning."""
    if comes_round(clock, leader) is not None:
        raise Invalid("These clocks would follow one another in a circle.", {"follows": "a circle"})


def _ensure_known(kind: str, row: Row, known: Known) -> None:
    for other, id in named_in(row):
        if not known(other, id):
            where = f"{kind} {row['id']}" if "id" in row else f"The {kind}"
            raise Invalid(f"{where} names a {other} that is not there.", {"things": f"{other} {id}"})


def _ensure_clock(row: Row, game: str) -> None:
    kinds = {kind.key for kind in ruleset(game).clock_kinds}
    if "kind" in row and row["kind"] not in kinds:
        raise Invalid(
            f"This game has no clock of the kind {row['kind']!r}: {', '.join(sorted(kinds))}.",
            {"kind": "unknown kind"},
        )
    if {"segments", "filled", "direction"} <= set(row):
        try:
            ClockValue(row["segments"], row["filled"], Direction(row["direction"]))
        except RuleError as error:
            raise Invalid(f"This clock cannot be: {error}", {"things": "clock"}) from error


def _ensure_piece(row: Row, game: str, known: Known) -> None:
    """What only one game keeps must be what its rules can read, and speak of what is there."""
    kind, table = row["kind"], game_table(game)
    try:
        row["data"] = table.fitted(kind, row["data"])
    except RuleError as error:
        raise Invalid(f"This {kind} cannot be: {error}", {"things": kind}) from error
    for other, id in table.named_by(kind, row["data"]):
        if not re.fullmatch("[1-9][0-9]{0,9}", str(id)) or not known(other, int(id)):
            raise Invalid(f"This {kind} names a {other} that is not there.", {"things": kind})


def _ensure_saved(row: Row, _: str) -> None:
    if {"kind", "data"} <= set(row):
        row["data"] = pack.row_of(pack.SHAPES[row["kind"]], row["data"]).plain()


def _ensure_check(row: Row, game: str) -> None:
    """What a check asks for, and how it was rolled, must make sense to its game."""
    beside = game_table(game).written_beside
    asked = row.get("asked", {})
    if not all(isinstance(asked[name], str) for name in beside & set(asked)):
        raise Invalid("This check holds something else than words.", {"things": "check"})
    parse({"do": "check.edit", "check": 1, **{name: asked[name] for name in asked if name not in beside}})
    if row.get("rolled"):
        try:
            rules = ruleset(game)
            rules.assess(rules.read(AsRolled.parse(plain(row["rolled"])).check))
        except RuleError as error:
            raise Invalid(f"This check cannot be: {error}", {"things": "check"}) from error
