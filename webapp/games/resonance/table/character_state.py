"""Writing down what Resonance keeps of a character: values, the tag pool, and conditions that follow."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from webapp.games.resonance.screens.characters import (
    HIDING,
    LAST,
    POOL,
    VALUES,
    piece_of,
    pool_data,
    values_of,
)
from webapp.rules.resonance import book
from webapp.rules.resonance.achieved import Hiding
from webapp.rules.resonance.pool import TagPool
from webapp.rules.resonance.values import Changed, Values
from webapp.store.board import Board
from webapp.store.models import Character, Condition, Piece
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, refuse_crowd
from webapp.table.commands.characters import AddCondition
from webapp.table.fields import Because

DERIVED = "derived"
"""Marks a condition that came by itself and goes by itself."""


class Reasoned(GameCommand):
    """A command that may say why, as the journal tells it."""

    because: Because | None = None


def own_piece(board: Board, kind: str, character: int, visibility: str = "shown") -> Piece:
    """The piece of this kind that a character has, made now if there is none."""
    known = piece_of(board, kind, character)
    if known is not None:
        return known
    refuse_crowd(board, Piece)
    data = asdict(Values()) if kind == VALUES else {}
    row: Piece = board.add(Piece(kind=kind, character=character, data=data, visibility=visibility))
    return row


def keep_values(board: Board, character: int, values: Values) -> Piece:
    """Write down what a character has left."""
    row = own_piece(board, VALUES, character)
    row.data = asdict(values)
    return row


def keep_change(board: Board, character: Character, changed: Changed, says: str) -> Report:
    """Write down what moved, and say it."""
    row = keep_values(board, character.id, changed.values)
    return account(says, character, row)


def keep_pool(board: Board, character: int, pool: TagPool) -> Piece:
    """Write down the tags of a character."""
    row = own_piece(board, POOL, character)
    row.data = {**pool_data(pool), **({LAST: row.data[LAST]} if LAST in row.data else {})}
    return row


def keep_last(
    board: Board, character: int, name: str, event: Mapping[str, object], says: Sequence[str]
) -> None:
    """Remember what happened to a pool last, so that every screen can show what it did and why."""
    row = own_piece(board, POOL, character)
    row.data = {**row.data, LAST: {"name": name, "event": dict(event), "says": list(says)}}


def keep_over(board: Board, character: int) -> None:
    """What happened last is over: it leaves nothing to spend boosts on."""
    row = piece_of(board, POOL, character)
    if row is not None and LAST in row.data:
        row.data = {**row.data, LAST: {**row.data[LAST], "event": {}}}


def owe(board: Board, character: int, count: int, options: Iterable[str]) -> None:
    """Remember that the holder still has to pick so many boosts that a Nullify takes."""
    row = own_piece(board, POOL, character)
    last = dict(row.data.get(LAST) or {"name": "gains a tag", "event": {}, "says": []})
    if count:
        last["must"] = {"count": count, "options": list(options)}
    else:
        last.pop("must", None)
    row.data = {**row.data, LAST: last}


# ---- conditions ----------------------------------------------------------------------------------


def carries(board: Board, character: int, name: str) -> Condition | None:
    """The condition of this name that a character carries."""
    rows = board.of(Condition, character)
    return next((row for row in rows if row.name.casefold() == name.casefold()), None)


def gain_condition(
    board: Board, character: Character, name: str, actor: Actor, data: Mapping[str, Any] | None = None
) -> list[Report]:
    """Give a character a condition of the book, once."""
    if carries(board, character.id, name) is not None:
        return []
    told = AddCondition(character=character.id, name=name).take(board, actor)
    row = board.find(Condition, told.result["condition"])
    if row is not None and data:
        row.data = {**row.data, **data}
    return [told]


def end_condition(board: Board, character: Character, name: str) -> list[Report]:
    """Take a condition of the book from a character, if it is there."""
    row = carries(board, character.id, name)
    if row is None:
        return []
    row.removed = True
    sentence = f"{character.name} is no longer {row.name}"
    return [Report(sentence, [("condition", row.id), ("character", character.id)], masked=sentence)]


def settle_conditions(board: Board, actor: Actor) -> list[Report]:
    """Exhausted, Silenced, Unconscious and Injured come and go with the values they follow from: those of
    whom this command has changed."""
    told: list[Report] = []
    touched = board.touched("piece", "condition")
    for character in board.here(Character) if touched else ():
        if character.id not in touched or piece_of(board, VALUES, character.id) is None:
            continue
        wanted = values_of(board, character.id).conditions
        for key in derived_conditions():
            name = book.catalogue()[key].name
            if key in wanted:
                told += gain_condition(board, character, name, actor, {DERIVED: True})
            elif (row := carries(board, character.id, name)) is not None and row.data.get(DERIVED):
                told += end_condition(board, character, name)
    return told


def derived_conditions() -> tuple[str, ...]:
    """The keys of the conditions that follow from values."""
    entries = book.catalogue().entries("condition")
    return (*(entry.key for entry in entries if entry.data.get("derived_from")), "injured")


def hide_at(board: Board, character: Character, hiding: Hiding, actor: Actor) -> list[Report]:
    """Somebody is hidden: players see that, the GM alone what it takes to find them."""
    row = piece_of(board, HIDING, character.id)
    if row is None:
        row = own_piece(board, HIDING, character.id, "secret")
    row.data = {"tn": hiding.tn}
    names = (book.catalogue()[key].name for key in hiding.conditions)
    told = [each for name in names for each in gain_condition(board, character, name, actor)]
    return [*told, account(f"Finding {character.name} takes more than {hiding.tn}", row)]


def come_out(board: Board, character: Character) -> list[Report]:
    """Somebody is hidden no longer."""
    row = piece_of(board, HIDING, character.id)
    if row is not None:
        row.removed = True
    return end_condition(board, character, "Hidden")
