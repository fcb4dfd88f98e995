"""Apply the consequences of a scene's end and of passing time.

Mandatory effects happen at once; effects that need the GM's consent become proposals.
"""

from collections.abc import Iterable
from dataclasses import replace

from webapp.rules.check import ProposalLine
from webapp.rules.conditions import CarriedCondition
from webapp.state.audience import PLAYER, Role
from webapp.state.rule_values import carried_condition
from webapp.state.visibility import Visibility
from webapp.state.waiting_clocks import is_held_back
from webapp.store.models import Character, Clock, Condition
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import CommandResult
from webapp.table.proposals import EnactedProposals, enact, propose

MOST_STEPS = 100
"""The most segments by which one tick moves a clock."""
ALONG = ("personal", "faction")
"""The kinds of clock that stay in play when their scene ends."""


def apply_scene_end(state: TableState, actor: Actor) -> EnactedProposals:
    """Apply the end of the active scene: wounds bleed, conditions expire, clocks of the tempo "scene" tick.

    Effects that the book leaves open ("may") become proposals for the GM.
    """
    game = state.rules
    found: list[ProposalLine] = []
    for row in state.find_all(Condition):
        lines = game.scene_ends([carried_condition_of(state, row)])
        found += [_whole(state, row, line) for line in lines if not _waits(state, line)]
    offered = [value for value in found if value.low == 0 or value.do == "clock.add"]
    ticks = _ticks(_clocks_of_tempo(state, "scene"), "a scene passes")
    enacted = enact(state, [*(value for value in found if value not in offered), *ticks], actor)
    enacted.waiting += propose(state, offered)
    return enacted


def _waits(state: TableState, line: ProposalLine) -> bool:
    """Return whether a line would tick a clock that waits for another one."""
    id = line.fields.get("clock")
    clock = state.find(Clock, id) if line.do == "clock.tick" and isinstance(id, int) else None
    return clock is not None and is_held_back(state, clock)


def release_clocks(state: TableState, scene: int) -> tuple[list[Clock], list[Clock]]:
    """Return the clocks that stay in play after a scene, and those that stay with it.

    Clocks that stay in play belong to the whole table from then on.
    """
    held = [row for row in state.find_all(Clock) if row.scene == scene]
    along = [row for row in held if row.kind in ALONG or row.owner or row.character]
    for row in along:
        row.scene = None
    return along, [row for row in held if row not in along]


def carried_condition_of(state: TableState, condition: Condition) -> CarriedCondition:
    """Return a condition for the rules, named "something" unless players see it.

    The name appears in the cause of a change, which all may read.
    """
    known = Visibility(state, PLAYER).level(condition) == "shown"
    return carried_condition(condition, condition.name if known else "something")


def _ticks(clocks: Iterable[int], why: str) -> list[ProposalLine]:
    return [ProposalLine("clock.tick", {"clock": clock, "by": 1}, why, 0, 1) for clock in clocks]


def apply_time(state: TableState, why: str, actor: Actor, tempo: str = "time") -> EnactedProposals:
    """Tick the clocks in play with this tempo, but not complete or waiting ones; return the effects."""
    return enact(
        state,
        _ticks(_clocks_of_tempo(state, tempo), why),
        actor,
    )


def turns_pass(state: TableState, tempo: str, why: str, times: int = 1) -> list[CommandResult]:
    """Tick the clocks in play with this tempo, when a game's own round or day ends.

    Each clock moves by `times` segments, at most 100. The results describe decided races only in words, not
    in their payloads.
    """
    lines = _ticks(_clocks_of_tempo(state, tempo), why) if times else ()
    by = min(times, MOST_STEPS)
    ticks = [replace(line, fields={**line.fields, "by": by}) for line in lines]
    results = enact(state, ticks, Actor(Role.GM, "GM")).results
    for result in results:
        result.payload.pop("race", None)
    return results


def _clocks_of_tempo(state: TableState, tempo: str) -> list[int]:
    """Return the ids of the clocks in play with this tempo that are neither complete nor waiting."""
    scenes = (None, state.table.active_scene)
    rows = (row for row in state.find_all(Clock) if row.tempo == tempo and row.scene in scenes)
    return [row.id for row in rows if not (row.value.complete or is_held_back(state, row))]


def _whole(state: TableState, condition: Condition, line: ProposalLine) -> ProposalLine:
    """Return a proposed line; if it adds a clock, with the fields of the condition's own clock."""
    if line.do != "clock.add":
        return line
    return replace(line, fields={**line.fields, **own_clock_fields(state, condition)})


def own_clock_kind(state: TableState) -> str:
    """Return the game's kind for personal clocks, or its default kind if it has none."""
    return state.rules.catalogue.clock_kind_for("personal")


def own_clock_fields(state: TableState, condition: Condition) -> dict[str, object]:
    """Return the fields of a condition's own clock, which has the condition's visibility."""
    character = state.find_ever(Character, condition.character)
    name = f"{condition.name} ({character.name})" if character is not None else condition.name
    return {
        "name": name[:80],
        "scene": None,
        "character": condition.character,
        "condition": condition.id,
        "visibility": condition.visibility,
    }
