"""Nested clocks as value objects of the rules: tasks in a Situation, Situations in a Scene."""

from collections.abc import Iterator, Mapping
from typing import Literal

from webapp.games.api import Character, Clock, GameDocument, Scene, TableState, is_held_back
from webapp.games.resonance.rules.races import Race
from webapp.games.resonance.rules.situations import Situation, dealt_with
from webapp.games.resonance.state.characters import list_documents, values_of
from webapp.games.resonance.state.documents import SITUATION, StoredPart, situation_of

ClockName = Literal["clock", "scene_clock", "threat"]
CLOCKS: Mapping[ClockName, str] = {"threat": "threat", "clock": "situation", "scene_clock": "scene"}
"""The names of a Situation's clocks in its document, and in the rules."""


def find_running_situations(state: TableState) -> Iterator[GameDocument]:
    """Yield the active scene's open Situations, in the order in which they began."""
    scenes = (None, state.table.active_scene)
    for document in list_documents(state, SITUATION):
        if situation_of(document).running and document.scene in scenes:
            yield document


def left_behind(state: TableState) -> Iterator[GameDocument]:
    """Yield Situations that were open when their scene ended."""
    for document in list_documents(state, SITUATION):
        scene = state.find(Scene, document.scene)
        if situation_of(document).running and scene is not None and scene.state == "ended":
            yield document


def clock_of(state: TableState, document: GameDocument, name: ClockName) -> Clock | None:
    """Return one of a Situation's clocks; None if it has none.

    While the Situation runs, a Scene Clock that began after it counts too.
    """
    stored = situation_of(document)
    if name == "scene_clock" and stored.scene_clock is None and stored.running:
        return scene_clock(state)
    return state.find(Clock, getattr(stored, name))


def value_of(state: TableState, document: GameDocument) -> Situation | Race | None:
    """Return a Situation or a Race with its clocks; None once its own clock was removed.

    A Race whose Scene Clock or Threat Clock was removed is returned as a Situation.
    """
    stored = situation_of(document)
    clocks = {rule: clock_of(state, document, name) for name, rule in CLOCKS.items()}
    left = {rule: None if clock is None else clock.filled for rule, clock in clocks.items()}
    held = frozenset(
        rule for rule, clock in clocks.items() if clock is not None and is_held_back(state, clock)
    )
    scene, situation, threat = left["scene"], left["situation"], left["threat"]
    if situation is None:
        return None
    if scene is None or threat is None:
        return Situation(situation, scene, stored.state, stored.why, held)
    return Race(scene, situation, threat, stored.outcome, stored.why, held)


def race_of(state: TableState, document: GameDocument) -> Race | None:
    """Return the three clocks of a Race; None for any other Situation, or if one of them was removed."""
    found = value_of(state, document)
    return found if isinstance(found, Race) else None


def is_done(state: TableState, part: StoredPart) -> bool:
    """Return whether a part of a Situation is dealt with: its task clock is empty, or the foe is down."""
    clock, who = state.find(Clock, part.clock), state.find(Character, part.character)
    left = None if clock is None else 0 if clock.value.complete else clock.filled
    return dealt_with(part.kind, left, None if who is None else values_of(state, who.id).hp)


def scene_clock(state: TableState) -> Clock | None:
    """Return the first incomplete Scene Clock of the active scene or the whole table; None without one."""
    scenes = (None, state.table.active_scene)
    rows = (row for row in state.find_all(Clock) if row.kind == "scene" and row.scene in scenes)
    return next((row for row in rows if not row.value.complete), None)
