"""Which boosts a character may spend now: the events that are open at this moment, asked one by one."""

from collections.abc import Iterator
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.resonance.boosts import Choice, choices
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.events import Event
from webapp.screens.games.resonance.reading import (
    card,
    last_of,
    level_of,
    pool_of,
    rounds_of,
    stats_of,
)
from webapp.screens.games.resonance.standing import targets_of
from webapp.store.board import Board

NO_ACTIONS = (Kind.REACTION,)


def open_events(board: Board, character: int) -> Iterator[Event]:
    """What is happening to a character right now, the newest first."""
    row = board.find("character", character)
    influence = stats_of(row).influence
    for check in reversed(board.here("check")):
        if check.state == "called" and check.character == character:
            yield from _before_roll(row, check)
        if check.character == character and _just_rolled(board, check):
            yield Event("roll_resolved", influence=influence)
        warded = character in (check.asked.get("warded") or ())
        if check.state in ("called", "rolled") and row in targets_of(board, check) and not warded:
            yield Event("targeted")
    yield from _last(board, row)
    yield from _own_turn(board, character)


def _just_rolled(board: Board, check: Any) -> bool:
    """Whether bonuses after the roll are still open: nothing was applied, and nothing came after it."""
    if not check.result or "sr" not in check.result.get("data", {}):
        return False
    applied = any(line.check == check.id and line.state == "accepted" for line in board.here("proposal"))
    newest = board.here("check")[-1].id == check.id
    return not applied and (check.state == "rolled" or (check.state == "resolved" and newest))


def _before_roll(character: Any, check: Any) -> Iterator[Event]:
    asked = check.asked
    sp, ep = asked.get("sp") or 0, asked.get("ep") or 0
    if asked.get("roll") in NO_ACTIONS:
        yield Event("reaction_declared", rolls=True, sp=sp, ep=ep)
    else:
        level = level_of(character)
        yield Event(
            "action_declared", action=asked.get("action") or "", sp=sp, ep=ep, rolls=True, level=level
        )


def _last(board: Board, character: Any) -> Iterator[Event]:
    last = last_of(board, character.id) if character is not None else {}
    if last.get("event"):
        try:
            yield Event.parse(last["event"])
        except RuleError:
            return


def _own_turn(board: Board, character: int) -> Iterator[Event]:
    found = rounds_of(board)
    if found is not None and found[1].active == card(character):
        rounds = found[1]
        used = rounds.taken.get(card(character), 0)
        yield Event("own_turn", actions=min(6, used + rounds.left[card(character)]))


def offers(board: Board, character: int) -> dict[str, tuple[Choice, Event]]:
    """Every boost that may be spent now, by its key, with the event it would be spent on."""
    pool = pool_of(board, character)
    if not pool.of_kind("boost"):
        return {}
    found: dict[str, tuple[Choice, Event]] = {}
    for event in open_events(board, character):
        for choice in choices(pool, event):
            found.setdefault(choice.tag, (choice, event))
    return found
