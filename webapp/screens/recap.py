"""The evening as a story, scene by scene; in Markdown too, to keep or to send around.

Made of the record alone, so that each audience is told what it may know now and no more.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from webapp.rules.ruleset import played
from webapp.screens.audience import Audience, Role
from webapp.screens.failures import surely
from webapp.screens.recap_deeds import RecapDeed, closed, deeds
from webapp.screens.record import ClockMove, Past, Record, scene_of
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
    makes = (partial(scene_story, record, scene, run) for scene, run in _by_scene(record))
    told = (surely("The story of a scene", make, lambda: None) for make in makes)  # the others are told
    return Story(table.name, played(table.ruleset).name, tuple(each for each in told if each is not None))


def _by_scene(record: Record) -> Iterator[tuple[int | None, list[Past]]]:
    """The changes of each scene in a row; what ends a scene belongs to it."""
    scene: int | None = None
    run: list[Past] = []
    for past in record.pasts:
        now = scene_of(past.entry)
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
            found.setdefault(move.clock, []).append((move, record.why(past, move.clock)))
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


# ---- in Markdown ----------------------------------------------------------------------------------


VERSIONS = {
    Role.GM: "The GM's version",
    Role.PLAYER: "As the players know it",
    Role.TV: "As the TV showed it",
}
MARKUP = re.compile(r"([\\`*_\[\]<>#|~&])")
AT_THE_START = re.compile(r"^(\s*)([-+]|\d+[.)])")


def version(audience: Audience) -> str:
    """Whose story it is, in words."""
    return VERSIONS[audience.role]


def markdown(story: Story, whose: str) -> str:
    """The whole story; `whose` says for whom ("The GM's version")."""
    head = [f"# {plain(story.name)}", f"*{plain(story.game)}. {plain(whose)}.*"]
    told = [part for scene in story.scenes for part in _scene_lines(scene)]
    return "\n\n".join([*head, *(told or ["Nothing has happened yet."])]) + "\n"


def plain(text: str) -> str:
    """Text that Markdown shows as it was typed, in one line."""
    return AT_THE_START.sub(r"\1\\\2", _within(text))


def _within(text: str) -> str:
    """The same inside a line."""
    return MARKUP.sub(r"\\\1", " ".join(text.split()))


def _scene_lines(scene: SceneStory) -> Iterator[str]:
    yield f"## {plain(scene.name)}"
    if scene.description:
        yield plain(scene.description)
    if scene.people:
        yield f"**There:** {', '.join(map(plain, scene.people))}."
    yield from _listed("What happened", map(_deed_line, scene.deeds))
    yield from _listed("Clocks", map(_way_line, scene.clocks))
    yield from _listed("Came to light", map(plain, scene.revealed))
    if scene.ending:
        yield f"**How it ended:** {' '.join(map(plain, scene.ending))}"


def _listed(title: str, lines: Iterable[str]) -> Iterator[str]:
    listed = [f"- {line}" for line in lines]
    if listed:
        yield f"**{title}**"
        yield "\n".join(listed)


def _deed_line(deed: RecapDeed) -> str:
    if deed.said:
        return plain(deed.said)
    tried = f" tried: *{plain(deed.tried)}*" if deed.tried else " took a chance"
    how = f", {plain(deed.how)}" if deed.how else ""
    then = "".join(f" {plain(each)}" for each in deed.then)
    return f"**{plain(deed.who)}**{tried}{how}. **{plain(deed.outcome)}**.{then}"


def _way_line(way: ClockPath) -> str:
    steps = "; ".join(map(_within, way.steps))
    return f"**{plain(way.name)}**: from {way.before} to {way.after} of {way.segments}: {steps}."
