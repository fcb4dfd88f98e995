"""What a dial needs that arithmetic has to say: how full, where its segments part, the blades of a threat."""

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from typing import Protocol

MOST_SEGMENTS = 24
"""More than these are a ring with a number: nobody counts them by eye."""
RING = 100
"""How long the ring of a dial counts, whatever its size: a share of it is a dash."""
INNER, OUTER = 30.5, 43.5
"""How far from the middle of a 100 by 100 drawing the lines between segments go (`.cuts` in dial.css)."""
MARKS = {kind: kind for kind in ("danger", "faction", "personal", "resolve")} | {"countdown": "sand"}
"""Kinds of clock that have a mark of their own in parts/sprite.html."""


class CountedClock(Protocol):
    """A clock that can be counted, as any audience sees it."""

    segments: int
    filled: int
    direction: str
    kind: str
    complete: bool


@dataclass(frozen=True)
class Face:
    """How a dial looks: its classes, its rim and metal, how far its arc goes, its cuts, digits and sign."""

    looks: str
    rim: str
    metal: str
    arc: str
    cuts: str
    digits: str
    mark: str


@dataclass(frozen=True)
class Sample:
    """A clock of no table, only to look at."""

    kind: str
    role: str
    segments: int
    filled: int
    name: str = ""
    direction: str = "fill"
    complete: bool = False


GREETING = (
    Sample("progress", "progress", 4, 1),
    Sample("progress", "progress", 6, 4),
    Sample("danger", "threat", 8, 5),
)
"""Something begun, something near, something that threatens."""


def face(clock: CountedClock, role: str | None) -> Face:
    """The dial of a clock that stands for this; one beats the faster, the nearer it is to its end."""
    threat = role == "threat"
    looks = [role or "progress", clock.direction, "done" if clock.complete else _beats(clock)]
    return Face(
        looks=" ".join(filter(None, looks)),
        rim="saw" if threat else "rim",
        metal="ember" if threat else "brass",
        arc=filled(clock.filled, clock.segments),
        cuts=cuts(clock.segments),
        digits="longest" if clock.segments > 99 else "long" if clock.segments > 9 else "",
        mark=mark(clock.kind, role, clock.direction),
    )


def nearness(clock: CountedClock) -> str:
    """A word for the card of a clock: complete, near to it, or none."""
    if clock.complete:
        return "complete"
    return "near" if _left(clock) * 4 <= clock.segments else ""


def _left(clock: CountedClock) -> int:
    return clock.segments - clock.filled if clock.direction == "fill" else clock.filled


def _beats(clock: CountedClock) -> str:
    left = _left(clock)
    beats = 3 if left == 1 else 2 if left * 4 <= clock.segments else 1 if left * 2 <= clock.segments else 0
    return f"beats-{beats}{' odd' if clock.filled % 2 else ''}" if beats else ""


def filled(count: int, segments: int) -> str:
    """The dash that shows how full a dial is, then a rest that is long enough for it to be the only one."""
    return f"{_short(RING * count / segments, 3)} {RING}"


@cache
def cuts(segments: int) -> str:
    """Straight cuts between the segments of a dial, the data of one path; the first is at twelve o'clock.

    "" where nobody would count them. Every tick carries it, so two that face each other are one line, whose
    middle is left out by its dashes.
    """
    if not 1 < segments <= MOST_SEGMENTS:
        return ""
    faces = segments % 2 == 0
    length = 2 * OUTER if faces else OUTER - INNER
    turns = (360 * place / segments for place in range(segments // 2 if faces else segments))
    return "".join(f"M{_at(OUTER, turn)}l{_towards(-length, turn)}" for turn in turns)


@cache
def blades(count: int = 20, base: float = 44.2, tip: float = 49.8) -> str:
    """A rim of sickle blades that turn clockwise, as the data of one path; it closes around the middle."""
    step = 360 / count
    parts = [f"M{_at(base, 0)}"]
    for place in range(count):
        turn = place * step
        parts.append(f"Q{_at(base + 2, turn + step * 0.55)} {_at(tip, turn + step)}")
        parts.append(f"Q{_at(base + 1.2, turn + step * 0.93)} {_at(base, turn + step)}")
    return "".join(parts) + "Z"


def mark(kind: str, role: str | None, direction: str) -> str:
    """The name of the small sign in a dial: of its kind, or of what it is for."""
    if kind in MARKS:
        return MARKS[kind]
    if role == "threat":
        return "threat"
    return "sand" if direction == "drain" else "progress"


def _at(distance: float, turn: float) -> str:
    """A place on the drawing: so far from the middle, so many degrees after twelve."""
    angle = radians(turn - 90)
    return f"{_short(50 + distance * cos(angle))} {_short(50 + distance * sin(angle))}"


def _towards(distance: float, turn: float) -> str:
    """A step outwards."""
    angle = radians(turn - 90)
    return f"{_short(distance * cos(angle))} {_short(distance * sin(angle))}".replace(" -", "-")


def _short(number: float, places: int = 1) -> str:
    rounded = round(number, places) + 0.0  # not "-0"
    return f"{rounded:.{places}f}".rstrip("0").removesuffix(".")
