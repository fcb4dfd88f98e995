"""The appearance of a dial: its arc, the cuts between segments, a threat's rim, and the kind's mark."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Protocol

from markupsafe import Markup

from webapp.rules.catalogue import ClockKind
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import folder

MOST_SEGMENTS = 24
"""The most segments that are drawn singly; a clock with more is a ring with a number."""
RING = 100
"""The length of a dial's ring (`pathLength`), so that dashes are percentages at any size."""
INNER, OUTER = 30.5, 43.5
"""Distances from the middle of a 100 by 100 drawing where segment lines begin and end (`.cuts` in dial.css).
"""
MARKS = {kind: kind for kind in ("danger", "faction", "personal", "resolve")} | {"countdown": "sand"}
"""Maps each kind of clock that has its own mark to the name of that mark in parts/sprite.html."""
DRAWING = re.compile(r"<svg[^>]*\bviewBox=\"([-0-9. ]+)\"[^>]*>(.*)</svg>", re.DOTALL)
"""Matches an SVG; the groups are its viewBox and its content."""


@dataclass(frozen=True)
class ClockMark:
    """A game's symbol for a kind of clock, from `marks/<kind>.svg` in the game's folder."""

    kind: str
    box: str
    drawing: Markup


@cache
def game_marks() -> Mapping[str, ClockMark]:
    """Return the marks of all games, by kind of clock."""
    return {mark.kind: mark for key in rulesets() for mark in marks_in(folder(key) / "marks")}


def marks_in(place: Path) -> Iterator[ClockMark]:
    """Yield the marks in a game's folder."""
    for file in sorted(place.glob("*.svg")):
        svg = DRAWING.search(file.read_text(encoding="utf-8"))
        if svg:
            yield ClockMark(file.stem, svg[1], Markup(svg[2].strip()))  # noqa: S704


def marks_for(kinds: Iterable[ClockKind]) -> tuple[ClockMark, ...]:
    """Return the games' marks for these kinds of clock."""
    known = game_marks()
    return tuple(known[kind.key] for kind in kinds if kind.key in known and kind.key not in MARKS)


class CountedClock(Protocol):
    """A clock whose numbers an audience may know."""

    segments: int
    filled: int
    direction: str
    kind: str
    complete: bool


@dataclass(frozen=True)
class Face:
    """A dial's appearance: its classes, rim and metal, arc, newest segment, cuts, digits and mark."""

    looks: str
    rim: str
    metal: str
    arc: str
    newest: str
    cuts: str
    digits: str
    mark: str


@dataclass(frozen=True)
class Sample:
    """A clock that belongs to no table, for display only."""

    kind: str
    role: str
    segments: int
    filled: int
    name: str = ""
    direction: str = "fill"
    complete: bool = False


SAMPLE_CLOCKS = (
    Sample("progress", "progress", 4, 1),
    Sample("progress", "progress", 6, 4),
    Sample("danger", "threat", 8, 5),
)
"""Sample clocks: one begun, one more than half full, one threatening."""


def face(clock: CountedClock, role: str | None) -> Face:
    """Return the appearance of a clock with this role; the dial pulses faster near completion."""
    threat, drains = role == "threat", clock.direction == "drain"
    settled = clock.filled if drains else max(clock.filled - 1, 0)
    looks = [role or "progress", clock.direction, "done" if clock.complete else _pulse_class(clock)]
    looks += ["odd"] if clock.filled % 2 else []
    return Face(
        looks=" ".join(filter(None, looks)),
        rim="saw" if threat else "rim",
        metal="ember" if threat else "brass",
        arc=arc(settled, clock.segments),
        newest=newest(settled, clock.segments) if _moved(clock) else "",
        cuts=cuts(clock.segments),
        digits="longest" if clock.segments > 99 else "long" if clock.segments > 9 else "",
        mark=mark(clock.kind, role, clock.direction),
    )


def nearness(clock: CountedClock) -> str:
    """Return a CSS class for a clock's card: "complete", "near" (a quarter or less is left) or ""."""
    if clock.complete:
        return "complete"
    return "near" if _left(clock) * 4 <= clock.segments else ""


def _left(clock: CountedClock) -> int:
    return clock.segments - clock.filled if clock.direction == "fill" else clock.filled


def _moved(clock: CountedClock) -> bool:
    """Return whether a fill clock has a filled segment, or a drain clock an empty one."""
    return clock.filled > 0 if clock.direction == "fill" else clock.filled < clock.segments


def _pulse_class(clock: CountedClock) -> str:
    left = _left(clock)
    beats = 3 if left == 1 else 2 if left * 4 <= clock.segments else 1 if left * 2 <= clock.segments else 0
    return f"beats-{beats}" if beats else ""


def arc(count: int, segments: int) -> str:
    """Return the dash pattern that draws the first `count` segments."""
    return f"{_short(RING * count / segments, 3)} {RING}"


def newest(before: int, segments: int) -> str:
    """Return the dash pattern that draws one segment after `before` others."""
    return f"0 {_short(RING * before / segments, 3)} {_short(RING / segments, 3)} {RING}"


@cache
def cuts(segments: int) -> str:
    """Return the cuts between a dial's segments as path data, the first at twelve o'clock.

    The data is "" for one segment or more than 24. Every tick sends it, so two opposite cuts are one line,
    whose dashes leave out the middle, to save bytes.
    """
    if not 1 < segments <= MOST_SEGMENTS:
        return ""
    faces = segments % 2 == 0
    length = 2 * OUTER if faces else OUTER - INNER
    turns = (360 * place / segments for place in range(segments // 2 if faces else segments))
    return "".join(f"M{_at(OUTER, turn)}l{_towards(-length, turn)}" for turn in turns)


@cache
def blades(count: int = 20, base: float = 44.2, tip: float = 49.8) -> str:
    """Return a threat's rim as closed path data: sickle-shaped blades that point clockwise."""
    step = 360 / count
    parts = [f"M{_at(base, 0)}"]
    for place in range(count):
        turn = place * step
        parts.append(f"Q{_at(base + 2, turn + step * 0.55)} {_at(tip, turn + step)}")
        parts.append(f"Q{_at(base + 1.2, turn + step * 0.93)} {_at(base, turn + step)}")
    return "".join(parts) + "Z"


def mark(kind: str, role: str | None, direction: str) -> str:
    """Return the name of a dial's small mark, by the clock's kind, role or direction."""
    if kind in MARKS or kind in game_marks():
        return MARKS.get(kind, kind)
    if role == "threat":
        return "threat"
    return "sand" if direction == "drain" else "progress"


def _at(distance: float, turn: float) -> str:
    """Return the point at a distance from the centre, `turn` degrees clockwise from twelve o'clock."""
    angle = radians(turn - 90)
    return f"{_short(50 + distance * cos(angle))} {_short(50 + distance * sin(angle))}"


def _towards(distance: float, turn: float) -> str:
    """Return a relative step of a path, outwards at `turn` degrees clockwise from twelve o'clock."""
    angle = radians(turn - 90)
    return f"{_short(distance * cos(angle))} {_short(distance * sin(angle))}".replace(" -", "-")


def _short(number: float, places: int = 1) -> str:
    rounded = round(number, places) + 0.0  # avoid "-0"
    return f"{rounded:.{places}f}".rstrip("0").removesuffix(".")
