"""Which boosts a character may spend now: what is happening at this moment, asked one by one."""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.games.resonance.screens.characters import card, last_of, level_of, pool_of, rounds_of, stats_of
from webapp.games.resonance.screens.roll_facts import targets_of
from webapp.rules.check import Source
from webapp.rules.errors import RuleError
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.boosts import Choice, choices
from webapp.rules.resonance.deeds import sp_of
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.open_roll import OpenRoll
from webapp.rules.resonance.outcome import Came
from webapp.store.board import Board
from webapp.store.models import Character, Check, Proposal


class Offer(NamedTuple):
    """A boost that may be spent now, what it would be spent on, and the check if that is one."""

    choice: Choice
    event: Event
    check: Check | None


def waiting_of(board: Board, check: Check) -> OpenRoll:
    """A check of the table as its rules see it."""
    asked = Asked.of(check.asked)
    return OpenRoll(
        roller=check.character,
        kind=asked.roll,
        state=check.state,
        open=_still_open(board, check),
        sp=sp_of(asked),
        ep=asked.ep,
        targets=tuple(row.id for row in targets_of(board, check)),
        sources=tuple(Source(**each) for each in check.sources),
        spent=tuple(asked.spent.split()),
        warded=asked.warded,
    )


def _still_open(board: Board, check: Check) -> bool:
    """Whether a roll may still count for more: nothing of it was applied, and no other came after it."""
    if Came.of(check.result.data).sr is None:
        return False
    applied = any(line.check == check.id and line.state == "accepted" for line in board.here(Proposal))
    newest = board.here(Check)[-1].id == check.id
    return not applied and (check.state == "rolled" or (check.state == "resolved" and newest))


def offers(board: Board, character: int) -> dict[str, Offer]:
    """Every boost that may be spent now, by its key."""
    pool = pool_of(board, character)
    if not pool.of_kind("boost"):
        return {}
    found: dict[str, Offer] = {}
    for event, check in _moments(board, character):
        for choice in choices(pool, event):
            found.setdefault(choice.tag, Offer(choice, event, check))
    return found


def _moments(board: Board, character: int) -> Iterator[tuple[Event, Check | None]]:
    """What is happening to a character right now, the newest first."""
    row = board.find(Character, character)
    level, influence = level_of(row), stats_of(row).influence
    for check in reversed(board.here(Check)):
        for event in waiting_of(board, check).moments(character, level, influence):
            yield event, check
    found = rounds_of(board)
    turn = found[1].own_turn(card(character)) if found is not None else None
    yield from ((event, None) for event in (_last(board, character), turn) if event is not None)


def _last(board: Board, character: int) -> Event | None:
    try:
        return Event.parse(last_of(board, character)["event"])
    except (KeyError, RuleError):
        return None
