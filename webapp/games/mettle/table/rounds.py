"""What a new Round brings by itself: fire, want of air, six seconds, countdowns; surprise is over."""

from collections.abc import Iterator, Mapping, Sequence

from webapp.games.mettle.screens import characters
from webapp.games.mettle.table import days, injuries
from webapp.games.mettle.table.common import dice
from webapp.rules.mettle import durations
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.initiative import Initiative
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Condition
from webapp.table.command import Report, account

Given = Mapping[str, Sequence[int]]


def next_round(board: Board, over: Initiative, given: Given) -> list[Report]:
    """All that happens between the Round that is over and the next, in order."""
    told: list[Report] = []
    for row in board.here(Character):
        told += surprise_over(board, row)
        told += _burns(board, row, given)
        told += _suffocates(board, row, over)
    return [*told, *days.turn_over(board, "round", given), *_countdowns(board)]


def surprise_over(board: Board, row: Character) -> list[Report]:
    """With the first Round, or with the fight, nobody is surprised any more."""
    return injuries.become(board, row, durations.after_round(characters.statuses(board, row.id)))


def _burns(board: Board, row: Character, given: Given) -> list[Report]:
    held = characters.carried(board, row.id, "Burning")
    return burn(board, row, held, given.get(str(held.id))) if held is not None else []


def burn(board: Board, row: Character, held: Condition, faces: Sequence[int] | None) -> list[Report]:
    """A Round on fire: it hurts, and without Edge it goes out."""
    hazard = Hazard.parse(str(held.data.get("hazard", "2D+2")))
    harm = hazard.roll(dice(board, faces))
    through = characters.body(board, row).unsoaked(harm.damage)
    rolled = ", ".join(map(str, harm.dice))
    real = ", real dice" if harm.real else ""
    words = f"{row.name} burns ({hazard}: {rolled}{real}): {harm.edge} Edge, {through} unsoaked"
    told = [account(words, held, row), *(injuries.lose(board, row, through) if through else [])]
    if harm.ends:
        held.removed = True
        told.append(account(f"No Edge: the fire on {row.name} is out", held, row))
    return told


def _suffocates(board: Board, row: Character, over: Initiative) -> list[Report]:
    """1 Mettle a Round, every second one for who kept still and took no Action."""
    held = characters.statuses(board, row.id)
    lost = durations.suffocated(held, over.round, idle=str(row.id) not in over.acted)
    return injuries.lose(board, row, lost) if lost else []


def _countdowns(board: Board) -> Iterator[Report]:
    """A room that floods, a fuse: one segment a Round."""
    scenes = (None, board.table.active_scene)
    for clock in board.here(Clock):
        if clock.kind == "countdown" and clock.scene in scenes and not clock.value.complete:
            word, clock.value = clock.value.word, clock.value.tick(1).clock
            now = clock.value.word
            yield Report(
                f"{clock.name}: {clock.filled} of {clock.segments}",
                [("clock", clock.id)],
                masked=f"{clock.name}: {now}" if now != word else None,
            )
