"""Nested clocks: store the rules' results for a Situation's clocks."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from webapp.games.api import (
    Actor,
    Character,
    Check,
    CommandResult,
    GameDocument,
    TableState,
    ensure_turn,
    move_clock,
    ref_of,
    told,
)
from webapp.games.resonance.events import ClockPaid, PartDone, SituationEnded
from webapp.games.resonance.rules.races import Ending, Race
from webapp.games.resonance.rules.situations import Defeat, Situation, SituationState, defeated
from webapp.games.resonance.state.characters import list_documents, values_of
from webapp.games.resonance.state.documents import SITUATION, situation_of, store
from webapp.games.resonance.state.nested_clocks import (
    CLOCKS,
    ClockName,
    clock_of,
    find_running_situations,
    is_done,
    left_behind,
    value_of,
)
from webapp.games.resonance.state.roll_facts import waiting_of

Move = Callable[[Any], Situation | Race]


def advance_scene(state: TableState) -> list[CommandResult]:
    """Count the parts of Situations that a clock or a fallen foe finished, and end decided Situations."""
    results: list[CommandResult] = []
    for row in list(find_running_situations(state)):
        found = value_of(state, row)
        if found is not None and "situation" in found.held:
            continue  # its parts are counted once its clock may move
        parts = situation_of(row).parts
        new = [n for n, part in enumerate(parts) if not part.done and is_done(state, part)]
        results += [finish_part(row, n) for n in new]
        results += put(state, row, partial(_counted, parts=len(new)))
    return results


def _counted(found: Situation | Race, parts: int) -> Situation | Race:
    decided = found.settled()
    return decided.resolve(parts) if parts and decided.state is SituationState.RUNNING else decided


def finish_part(document: GameDocument, place: int) -> CommandResult:
    """Mark a part of a Situation as done."""
    stored = situation_of(document)
    part = replace(stored.parts[place], done=True)
    store_changes(document, parts=(*stored.parts[:place], part, *stored.parts[place + 1 :]))
    clock = ("clock", part.clock) if part.clock is not None else None
    foe = ("character", part.character) if part.character is not None else None
    return told(PartDone(ref_of(document), part.name, clock, foe), situation=document.id)


def put(state: TableState, document: GameDocument, move: Move) -> list[CommandResult]:
    """Apply an event to a Situation's clocks, store its end if it ends, and return the results.

    Nothing happens if the Situation's own clock was removed.
    """
    before = value_of(state, document)
    if before is None:
        return []
    after, results = move(before), list[CommandResult]()
    for name, field in CLOCKS.items():
        was, now = getattr(before, field, None), getattr(after, field, None)
        if was is not None and now is not None and was != now:
            results += count_down(state, document, name, was - now)
    return (
        results
        if after == before or after.state is SituationState.RUNNING
        else [*results, _over(document, after)]
    )


def _over(document: GameDocument, after: Situation | Race) -> CommandResult:
    """Store and tell the end of a Situation."""
    failed = after.state is SituationState.FAILED
    outcome = after.ending if isinstance(after, Race) else None
    store_changes(document, state=after.state, outcome=outcome, why=after.why, complication=failed)
    ended = SituationEnded(ref_of(document), str(outcome or after.state), after.reason)
    came = str(outcome or (Ending.FAILURE if failed else Ending.SUCCESS))
    return told(ended, situation=document.id, outcome=came)


def count_down(state: TableState, document: GameDocument, name: ClockName, count: int) -> list[CommandResult]:
    """Take `count` off one of a Situation's clocks (a negative number adds)."""
    clock = clock_of(state, document, name)
    if clock is None:
        return []
    return [move_clock(state, clock, clock.value.tick(count))]


def ensure_free(state: TableState, document: GameDocument, actor: Actor, *names: ClockName) -> None:
    """Refuse an event while one of these clocks of a Situation waits for another clock."""
    for name in names:
        clock = clock_of(state, document, name)
        if clock is not None:
            ensure_turn(state, clock, actor)


def store_changes(document: GameDocument, **changes: Any) -> None:
    """Store changed fields in a Situation's document."""
    store(document, replace(situation_of(document), **changes))


def races(state: TableState, move: Callable[[Race], Race]) -> list[CommandResult]:
    """Apply an event (`move`) to every Race that still runs."""
    results: list[CommandResult] = []
    for row in list(find_running_situations(state)):
        found = value_of(state, row)
        if isinstance(found, Race) and found.settled().state is SituationState.RUNNING:
            results += put(state, row, move)
    return results


def attempted(state: TableState, check: Check) -> list[CommandResult]:
    """Apply a player's Effort Roll at a Race's parts to its Threat Clock."""
    results: list[CommandResult] = []
    kind, roller = waiting_of(state, check).kind, state.find(Character, check.character)
    player = roller is not None and roller.kind == "pc"
    for row in list(find_running_situations(state)):
        at = [part for part in situation_of(row).parts if part.clock in check.targets and not part.done]
        found = value_of(state, row)
        if at and isinstance(found, Race) and found.settled().state is SituationState.RUNNING:
            kinds = [part.kind for part in at]
            moved = put(state, row, partial(Race.tried, kinds=kinds, roll=kind, player=player))
            threat = clock_of(state, row, "threat")
            paid = [told(ClockPaid(ref_of(threat), "attempt"))] if moved and threat is not None else []
            results += [*paid, *moved]
    return results


def all_down(state: TableState) -> list[CommandResult]:
    """Fail the open Situations when all the players' characters are at 0 HP."""
    party = [values_of(state, row.id).hp for row in state.find_all(Character) if row.kind == "pc"]
    if not defeated(party):
        return []
    results: list[CommandResult] = []
    for row in list(find_running_situations(state)):
        results += put(state, row, lambda found: found.fail(Defeat.DEFEATED))
    return results


def scene_over(state: TableState) -> list[CommandResult]:
    """End the Situations of a scene that is over; a Race compares its Scene Clock with its Threat Clock."""
    return [
        result
        for row in list(left_behind(state))
        for result in put(state, row, lambda situation: situation.scene_ends())
    ]


def moves_on(state: TableState) -> None:
    """Drop the open Complications of failed Situations, as play continues."""
    for document in list_documents(state, SITUATION):
        if situation_of(document).complication:
            store_changes(document, complication=False)
