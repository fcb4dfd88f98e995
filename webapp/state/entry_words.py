"""The words of sentences that are stored in the journal, as one audience may read them.

Earlier releases stored them, and games that return sentences still do.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from webapp.rules.events import Event, Prose, Ref, Unread, load_event
from webapp.state.house_events import SceneBegan, SceneEnded, TagBurned, ThingAdded, ThingRemoved
from webapp.state.visibility import LEVELS, Visibility
from webapp.store.models import Entry

Part: TypeAlias = Mapping[str, Any]
"""A part of an entry: `summary`, `masked` and `about`; some parts also have `change` or `run`.

In entries of earlier releases, the first part of an outcome has a `head`.
"""
Load: TypeAlias = Callable[[list[Any]], Event | Unread]
"""A function that returns a stored event, such as that of the reader of events."""
STANDS = re.compile(r": (?:[+-]\d+, now|stays at) (\d+ of \d+)")
"""Matches the part of a stored sentence that says how a clock moved and where it stands."""
OF_THE_STORY = ("condition.add", "conditions.add", "condition.clear", "time.pass", "proposal.accept")
"""The commands of every game whose sentences the recap tells."""
MADE: dict[str, Callable[[Ref], Event]] = {
    "character.add": ThingAdded,
    "character.remove": ThingRemoved,
    "clock.add": ThingAdded,
    "scene.activate": SceneBegan,
    "scene.end": SceneEnded,
    "tag.add": ThingAdded,
    "tag.remove": ThingRemoved,
}
"""What happened to the first thing that an entry with this command names."""


def events_of(entry: Entry, load: Load = load_event) -> list[Event | Unread]:
    """Return what happened: of an entry of an earlier release, what its command says, and its sentences."""
    return list(map(load, entry.events) if entry.events else _of_earlier(entry))


def _of_earlier(entry: Entry) -> Iterator[Event]:
    """Yield what an entry without events says, without what it says of a check."""
    things = [(kind, id) for kind, id in entry.about]
    command = f"{things[0][0]}.add" if entry.command == "saved.use" and things else entry.command
    if command == "tag.burn" and things:
        yield TagBurned(things[0], all(change["after"].get("burned", True) for change in entry.changes))
    elif command in MADE and things:
        yield MADE[command](things[0])
    elif not entry.parts and not command.startswith("check."):
        yield Prose(entry.summary, entry.masked, tuple(things))
    for part in entry.parts:
        if "check" not in dict(part["about"]):
            yield Prose(part["summary"], part["masked"], tuple((kind, id) for kind, id in part["about"]))


def is_roll(entry: Entry) -> bool:
    """Return whether this entry of an earlier release is a check's roll, or its answer without dice."""
    moved = any(change["kind"] == "clock" for change in entry.changes)
    return entry.command == "check.roll" or (entry.command == "check.resolve" and not (entry.parts or moved))


def is_of_time(entry: Entry) -> bool:
    """Return whether time passed in this entry of an earlier release."""
    return not entry.events and entry.command.startswith(("time.", "scene."))


def has_outcome_line(entry: Entry) -> bool:
    """Return whether this entry of an earlier release has an outcome line, which begins with a head."""
    return bool(entry.parts) and "head" in entry.parts[0]


def part_words(part: Part, visibility: Visibility, level: str | None = None) -> str | None:
    """Return one part of an entry as this audience may read it; None if no words remain for the audience.

    `level` is the level at which the audience knows the part's things, if already known.
    """
    level = level or lowest_level(visibility, part["about"])
    said = {"shown": part["summary"], "masked": part["masked"]}.get(level)
    return visibility.redact_foe_numbers(said, part["about"]) or None if said is not None else None


def why_of(parts: Iterable[Part], clock: int) -> str:
    """Return the sentence before a clock's move that says why it moved; "" if there is none."""
    alone = [part for part in parts if part["about"] == [["clock", clock]] and "run" not in part]
    first, _, more = alone[0]["summary"].partition(". ") if alone else ("", "", "")
    return first if more and not STANDS.search(first) else ""


def lowest_level(visibility: Visibility, about: Iterable[list[Any]]) -> str:
    """Return the lowest level at which an audience knows these things; "shown" if there are none."""
    rows = [visibility.state.thing(kind, id) for kind, id in about]
    known = [visibility.level(row) if row is not None else "secret" for row in rows]
    return min(known, key=LEVELS.index, default="shown")


def after_author(words: str, author: str) -> str:
    """Return a stored sentence without the name of who did it, with which it may begin."""
    return words.removeprefix(f"{author} ")
