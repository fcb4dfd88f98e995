"""The recap: the session as a story, scene by scene, also in Markdown.

It is made only from the record, so each audience reads no more than it may know now.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.state.audience import Audience, Role
from webapp.state.house_events import SceneBegan, SceneEnded, ThingAdded, ThingRemoved
from webapp.store.models import THINGS, Character, Check, Clock, Note, Scene, Seat, Zone
from webapp.views.recap_deeds import RecapDeed, closed, deeds_of
from webapp.views.safe_rendering import render_safely
from webapp.views.session_record import ClockMove, Record, StandingChange, scene_of, things_told

BETWEEN = "Between scenes"
LAST = "The scene ended."


@dataclass(frozen=True)
class ClockPath:
    """A clock's moves in a scene: the value before, the value after, and each step with its cause."""

    name: str
    before: int
    after: int
    segments: int
    steps: tuple[str, ...]


@dataclass(frozen=True)
class SceneStory:
    """The recap of one scene."""

    name: str
    description: str
    people: tuple[str, ...]
    deeds: tuple[RecapDeed, ...]
    clocks: tuple[ClockPath, ...]
    revealed: tuple[str, ...]
    ending: tuple[str, ...]

    @property
    def end_title(self) -> str:
        """The title of `ending`: of a scene that goes on, it has only the completed clocks."""
        return "Ending" if LAST in self.ending else "Completed"


@dataclass(frozen=True)
class Story:
    """The whole recap for one audience."""

    name: str
    game: str
    scenes: tuple[SceneStory, ...]
    notes: tuple[str, ...] = ()


def tell_story(record: Record) -> Story:
    """Return the recap of a record: its scenes, then the shared notes.

    A scene that cannot be told is left out.
    """
    table = record.state.table
    makes = (partial(scene_story, record, scene, run) for scene, run in _by_scene(record))
    scenes = (
        render_safely("The story of a scene", make, lambda: None) for make in makes
    )  # a scene that fails is left out
    played_scenes = tuple(story for story in scenes if story is not None)
    return Story(
        table.name, load_ruleset_or_stand_in(table.ruleset).name, played_scenes, tuple(_notes(record))
    )


def _notes(record: Record) -> Iterator[str]:
    """Yield the shared notes, each with its author.

    Only the newest part of a recap has them, and the TV's version has none.
    """
    if record.before is not None or record.audience.role is Role.TV:
        return
    for row in record.state.find_all(Note):
        if row.visibility == "shown" and record.knows(row):
            seat = record.find_nameable(Seat, row.owner) if row.owner is not None else None
            who = seat.name if seat is not None else ("GM" if row.owner is None else "Somebody")
            yield f"{who}: {' '.join(row.text.split())}"


def _by_scene(record: Record) -> Iterator[tuple[int | None, list[StandingChange]]]:
    """Yield (scene, changes) for each series of consecutive changes of one scene; scene is None in between.

    The change that ends a scene belongs to that scene.
    """
    scene: int | None = None
    run: list[StandingChange] = []
    for past in record.standing_changes:
        now = scene_of(past.entry, past.events)
        if now != scene and run:
            yield scene, run
            run = []
        scene = now
        run.append(past)
    if run:
        yield scene, run


def scene_story(record: Record, scene: int | None, run: list[StandingChange]) -> SceneStory | None:
    """Return the story of a scene; None if nothing in it belongs in the recap."""
    deed_list = tuple(deeds_of(record, run))
    moves = _moves(record, run)
    revealed = tuple(_revealed(record, run))
    ending = tuple(_ending(record, run, moves))
    if not (deed_list or moves or revealed or ending or _begins(scene, run)):
        return None
    row = record.find_nameable(Scene, scene) if scene is not None else None
    return SceneStory(
        name=row.name if row is not None else BETWEEN,
        description=(row.description or "") if row is not None else "",
        people=tuple(_people(record, scene, run)),
        deeds=deed_list,
        clocks=tuple(_way(record, id, steps) for id, steps in moves.items()),
        revealed=revealed,
        ending=ending,
    )


def _begins(scene: int | None, run: list[StandingChange]) -> bool:
    """Return whether the scene begins with one of these changes.

    A scene that begins is in the recap even if nothing happened in it.
    """
    return any(
        isinstance(event, SceneBegan) and past.entry.scene == scene for past in run for event in past.events
    )


def _people(record: Record, scene: int | None, run: list[StandingChange]) -> Iterator[str]:
    """Yield the names of a scene's characters: those that its changes name and, if it begins here, others.

    The others are the player characters and the characters in the scene's zones as it began.
    """
    named = dict.fromkeys(id for past in run for id in _characters(record, past))
    if scene is not None and _begins(scene, run):
        named |= dict.fromkeys(_there(record, scene, run))
    for id in named:
        row = record.find_nameable(Character, id)
        if row is not None:
            yield row.name


def _there(record: Record, scene: int, run: list[StandingChange]) -> Iterator[int]:
    """Yield the player characters so far, and the characters who were in a scene's zones as it began.

    Characters removed since are included, in the zone where they were then.
    """
    state, began, until = record.state, run[0].entry.serial, run[-1].entry.serial
    zones = {zone.id for zone in state.all_ever(Zone) if zone.scene == scene}
    added, removed = _serials_of(record, ThingAdded), _serials_of(record, ThingRemoved)
    left_later = dict(_zones_left_after(record, began))
    for who in state.all_ever(Character):
        gone = who.removed and removed.get(who.id, 0) < began
        joined = who.kind == "pc" and added.get(who.id, 0) <= until
        if not gone and (joined or left_later.get(who.id, who.zone) in zones):
            yield who.id


def _serials_of(record: Record, kind: type[ThingAdded | ThingRemoved]) -> dict[int, int]:
    """Return the serials of the entries that tell this of a character, by the character's id."""
    return {
        id: past.entry.serial
        for past in record.standing_changes
        for event in past.events
        if isinstance(event, kind)
        for id in _character(event)
    }


def _character(event: ThingAdded | ThingRemoved) -> Iterator[int]:
    kind, id = event.thing
    if kind == Character.kind_name:
        yield id


def _zones_left_after(record: Record, serial: int) -> Iterator[tuple[int, int | None]]:
    """Yield (character, zone left) for each move after this entry, latest first.

    In a dict of these pairs, each character has the zone that they left first.
    """
    later = (past.entry for past in reversed(record.standing_changes) if past.entry.serial > serial)
    for change in (change for entry in later for change in entry.changes):
        if change["kind"] == "character" and "zone" in change["before"]:
            yield change["id"], change["before"]["zone"]


def _characters(record: Record, past: StandingChange) -> Iterator[int]:
    """Yield the characters that a change names, also as those of a check, without who came unseen or left."""
    absent = {
        event.thing
        for event in past.events
        if isinstance(event, ThingRemoved) or (isinstance(event, ThingAdded) and not past.entry.for_player)
    }
    for kind, id in things_told(past.entry):
        row = record.state.thing(kind, id) if kind in ("character", "check") else None
        if row is not None and (kind, id) not in absent:
            yield row.character if isinstance(row, Check) else row.id


# ---- clocks, reveals, the end ------------------------------------------------------------------------

Steps = list[tuple[ClockMove, str]]


def _moves(record: Record, run: list[StandingChange]) -> dict[int, Steps]:
    found: dict[int, Steps] = {}
    for past in run:
        for move in past.moves:
            found.setdefault(move.clock, []).append((move, record.why(past, move.clock)))
    return found


def _way(record: Record, id: int, steps: Steps) -> ClockPath:
    row = record.state.find_ever(Clock, id)
    lines = tuple(f"{move.by:+d}" + (f" ({why})" if why else "") for move, why in steps)
    name, segments = (row.name, row.segments) if row is not None else ("", 0)
    return ClockPath(name, steps[0][0].before, steps[-1][0].after, segments, lines)


def _revealed(record: Record, run: list[StandingChange]) -> Iterator[str]:
    """Yield the names of the things that were revealed, each once."""
    found = {
        (change["kind"], change["id"]): None
        for past in run
        for change in past.entry.changes
        if "visibility" in change["before"] and change["after"].get("visibility") == "shown"
    }
    for kind, id in found:
        row = record.find_nameable(THINGS[kind], id)
        if name := getattr(row, "name", None):
            yield name


def _ending(record: Record, run: list[StandingChange], moves: dict[int, Steps]) -> Iterator[str]:
    for id, steps in moves.items():
        row = record.state.find_ever(Clock, id)
        if row is not None and row.value.complete and steps[-1][0].after == row.filled:
            kind = record.state.rules.catalogue.clock_kind(row.kind)
            word = "filled up" if row.direction == "fill" else kind.emptied
            yield closed(f"{row.name} {word}" + (f": {row.on_full}" if row.on_full else ""))
    if any(isinstance(event, SceneEnded) for past in run for event in past.events):
        yield LAST


# ---- in Markdown ----------------------------------------------------------------------------------


VERSIONS = {
    Role.GM: "The GM's version",
    Role.PLAYER: "The players' version",
    Role.TV: "The TV's version",
}
OF_A_SEAT = "One player's version"
MARKUP = re.compile(r"([\\`*_\[\]<>#|~&])")
AT_THE_START = re.compile(r"^(\s*)([-+]|\d+[.)])")


def version_title(audience: Audience) -> str:
    """Return the title of an audience's version; a seat's may have more than other players may know."""
    return VERSIONS[audience.role] if audience.seat is None else OF_A_SEAT


def to_markdown(story: Story, whose: str) -> str:
    """Return the whole recap as Markdown; `whose` names its version ("The GM's version")."""
    head = [f"# {escape_markdown(story.name)}", f"*{escape_markdown(story.game)}. {escape_markdown(whose)}.*"]
    lines = [part for scene in story.scenes for part in _scene_lines(scene)]
    lines += ["## Notes", *_bulleted(map(escape_markdown, story.notes))] if story.notes else []
    return "\n\n".join([*head, *(lines or ["Nothing has happened yet."])]) + "\n"


def escape_markdown(text: str) -> str:
    """Escape text so that Markdown shows it as typed, on one line."""
    return AT_THE_START.sub(r"\1\\\2", _within(text))


def _within(text: str) -> str:
    """Escape text for use inside a line of Markdown."""
    return MARKUP.sub(r"\\\1", " ".join(text.split()))


def _scene_lines(scene: SceneStory) -> Iterator[str]:
    yield f"## {escape_markdown(scene.name)}"
    if scene.description:
        yield escape_markdown(scene.description)
    if scene.people:
        yield f"**Present:** {', '.join(map(escape_markdown, scene.people))}."
    yield from _listed("What happened", (escape_markdown(deed.said) for deed in scene.deeds))
    yield from _listed("Clocks", map(_way_line, scene.clocks))
    yield from _listed("Revealed", map(escape_markdown, scene.revealed))
    if scene.ending:
        yield f"**{scene.end_title}:** {' '.join(map(escape_markdown, scene.ending))}"


def _listed(title: str, lines: Iterable[str]) -> Iterator[str]:
    listed = _bulleted(lines)
    if listed:
        yield f"**{title}**"
        yield from listed


def _bulleted(lines: Iterable[str]) -> list[str]:
    """Return a list with one text, the lines as a Markdown list; an empty list if there are no lines."""
    listed = [f"- {line}" for line in lines]
    return ["\n".join(listed)] if listed else []


def _way_line(way: ClockPath) -> str:
    steps = "; ".join(map(_within, way.steps))
    return f"**{escape_markdown(way.name)}**: from {way.before} to {way.after} of {way.segments}: {steps}."
