"""What a dial needs that arithmetic has to say: how full, where its segments part, the blades of a threat."""

from functools import cache
from math import cos, radians, sin

MOST_SEGMENTS = 24
"""More than these are a ring with a number: nobody counts them by eye."""
RING = 100
"""How long the ring of a dial counts, whatever its size: a share of it is a dash."""
INNER, OUTER = 30.5, 43.5
"""How far from the middle of a 100 by 100 drawing the lines between segments go (`.cuts` in dial.css)."""
MARKS = {kind: kind for kind in ("danger", "faction", "personal", "resolve")} | {"countdown": "sand"}
"""Kinds of clock that have a mark of their own in parts/sprite.html."""


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
