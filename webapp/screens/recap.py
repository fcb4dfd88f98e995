"""The evening as a story, scene by scene.

Made of the record alone, so that each audience is told what it may know now and no more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from webapp.rules.ruleset import played
from webapp.screens.failures import surely
from webapp.screens.recap_deeds import RecapDeed, closed, deeds
from webapp.screens.record import ClockMove, Past, Record
from webapp.store.models import THINGS, Character, Check, Clock, Scene

BETWEEN = "Between the scenes"
LAST = "The scene ended."


@dataclass(frozen=True)
class ClockPath:
    """A clock's way through a scene: from, to, and each step with its reason."""

    name: str
    before: int
    after: int
    segments: int
    steps: tuple[str, ...]


@dataclass(frozen=True)
class SceneStory:
    """One scene as it was played."""

    name: str
    description: str
    people: tuple[str, ...]
    deeds: tuple[RecapDeed, ...]
    clocks: tuple[ClockPath, ...]
    revealed: tuple[str, ...]
    ending: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """All of it, for one audience."""

    name: str
    game: str
    scenes: tuple[SceneStory, ...]


def story(record: Record) -> Story:
    """Tell what happened at a table: who was there, what was tried, how clocks moved, how it ended."""
    table = record.board.table
    told = (_surely(record, scene, run) for scene, run in _by_scene(record))
    return Story(table.name, played(table.ruleset).name, tuple(each for each in told if each is not None))


def _surely(record: Record, scene: int | None, run: list[Past]) -> SceneStory | None:
    """A scene that cannot be told is left out, and the others are told."""
    return surely("The story of a scene", lambda: scene_story(record, scene, run), lambda: None)


def _by_scene(record: Record) -> Iterator[tuple[int | None, list[Past]]]:
    """The changes of each scene in a row; what ends a scene belongs to it."""
    scene: int | None = None
    run: list[Past] = []
    for past in record.pasts:
        ends = past.entry.command == "scene.end" and past.entry.about
        now = past.entry.about[0][1] if ends else past.entry.scene
        if now != scene and run:
            yield scene, run
            run = []
        scene = now
        run.append(past)
    if run:
        yield scene, run


def scene_story(record: Record, scene: int | None, run: list[Past]) -> SceneStory | None:
    """What happened in a scene, or None where nothing is worth telling."""
    told = tuple(deeds(record, run))
    moves = _moves(record, run)
    revealed = tuple(_revealed(record, run))
    ending = tuple(_ending(record, run, moves))
    if not (told or moves or revealed or ending):
        return None
    row = record.named(Scene, scene) if scene is not None else None
    return SceneStory(
        name=row.name if row is not None else BETWEEN,
        description=(row.description or "") if row is not None else "",
        people=tuple(_people(record, run)),
        deeds=told,
        clocks=tuple(_way(record, id, steps) for id, steps in moves.items()),
        revealed=revealed,
        ending=ending,
    )


def _people(record: Record, run: list[Past]) -> Iterator[str]:
    """Those whom this scene names, each once."""
    named = dict.fromkeys(id for past in run for id in _characters(record, past))
    for id in named:
        row = record.named(Character, id)
        if row is not None:
            yield row.name


def _characters(record: Record, past: Past) -> Iterator[int]:
    about = [*past.entry.about, *(each for part in past.entry.parts for each in part["about"])]
    for kind, id in about:
        row = record.board.thing(kind, id) if kind in ("character", "check") else None
        if row is not None:
            yield row.character if isinstance(row, Check) else row.id


# ---- clocks, reveals, the end ------------------------------------------------------------------------

Steps = list[tuple[ClockMove, str]]


def _moves(record: Record, run: list[Past]) -> dict[int, Steps]:
    found: dict[int, Steps] = {}
    for past in run:
        for move in past.moves:
            found.setdefault(move.clock, []).append((move, record.why(past, move)))
    return found


def _way(record: Record, id: int, steps: Steps) -> ClockPath:
    row = record.board.row(Clock, id)
    told = tuple(f"{move.by:+d}" + (f" ({why})" if why else "") for move, why in steps)
    name, segments = (row.name, row.segments) if row is not None else ("", 0)
    return ClockPath(name, steps[0][0].before, steps[-1][0].after, segments, told)


def _revealed(record: Record, run: list[Past]) -> Iterator[str]:
    """The things that came to light, each once."""
    found = {(change["kind"], change["id"]): None for past in run for change in _uncovered(past)}
    for kind, id in found:
        row = record.named(THINGS[kind], id)
        if name := getattr(row, "name", None):
            yield name


def _uncovered(past: Past) -> Iterator[dict[str, Any]]:
    for change in past.entry.changes:
        if "visibility" in change["before"] and change["after"].get("visibility") == "shown":
            yield change


def _ending(record: Record, run: list[Past], moves: dict[int, Steps]) -> Iterator[str]:
    for id, steps in moves.items():
        row = record.board.row(Clock, id)
        if row is not None and row.value.complete and steps[-1][0].after == row.filled:
            word = (
                "was full" if row.direction == "fill" else "was done" if _is_won(record, row) else "ran out"
            )
            yield closed(f"{row.name} {word}" + (f": {row.on_full}" if row.on_full else ""))
    if any(past.entry.command == "scene.end" for past in run):
        yield LAST


def _is_won(record: Record, clock: Clock) -> bool:
    """Whether a clock that runs down to nothing is something that was achieved: a door, a Situation."""
    kinds = played(record.board.table.ruleset).clock_kinds
    return any(kind.key == clock.kind and kind.role == "progress" for kind in kinds)
