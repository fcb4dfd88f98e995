"""What the Checks of Heal, Know, Rattle, Sneak, Sway and Use do, and the effect of light on sight.

Source: Scenes, "Heal", "Know", "Rattle", "Sneak", "Sway", "Use" and "Visibility"; Resources, "Repairs".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from webapp.games.api import ClockRef, ProposalLine, RuleError, dials
from webapp.games.mettle.rules.actions import action
from webapp.games.mettle.rules.argument_checks import MOST, Count, different, words
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.check import Result
from webapp.games.mettle.rules.cover import Cover
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.statuses import Status, Statuses, has
from webapp.rules.clocks import Clock
from webapp.rules.codec import Within, ensure_limits
from webapp.rules.errors import ensure_within, quoted

MOST_GEAR = 60
Gear = Annotated[int, Within(0, MOST_GEAR)]
PLACES = {"hospital": -1, "ordinary": 0, "unsanitary": 1}


@dataclass(frozen=True, slots=True)
class Patient:
    """A patient after a Heal: alive and stable, or dead; and the Mettle that a day's rest restores."""

    alive: bool
    mettle: Mettle
    owed: int = 0


def heal_difficulty(place: str = "ordinary") -> int:
    """Return a Heal's Difficulty: 3 in an ordinary place, 2 in a hospital, 4 in an unsanitary one.

    Raises RuleError for any other place. The GM may set another Difficulty.
    """
    if place not in PLACES:
        raise RuleError(
            f"A Heal's “place” must be hospital, ordinary or unsanitary, not {quoted(place)}.",
            field="place",
            value=place,
        )
    return int(action("heal").usual or 0) + PLACES[place]


def may_be_healed(mettle: Mettle) -> bool:
    """Return whether a character with this Mettle may be healed: at 0 or below."""
    return mettle.current <= 0


def heal(result: Result, mettle: Mettle) -> Patient:
    """Resolve a Heal: on a success the patient is stable, on a failure they die.

    A stable patient regains 1 Mettle for each Edge after a day's rest (`owed`). Raises RuleError
    above 0 Mettle. The Staggered and Fallen may try it on themselves, with their die penalty
    (reading C4.12).
    """
    if not may_be_healed(mettle):
        why = f"Heal is for characters at 0 Mettle or below, not at {mettle.current}."
        raise RuleError(why, field="mettle", value=mettle.current)
    return Patient(True, mettle, result.edge) if result.success else Patient(False, mettle)


NOT_FOUND_BY_KNOWING = ("traps", "loot", "lies", "ambushes")


def not_found_by_knowing(about: str) -> bool:
    """Return whether a Know cannot answer this: traps, loot, lies and ambushes have to be noticed."""
    return about.strip().casefold() in NOT_FOUND_BY_KNOWING


def may_be_rattled(target: Iterable[Status]) -> bool:
    """Return whether this target may be Rattled: not while it is Rattled already."""
    return not has(target, "rattled")


def rattle(result: Result, target: Iterable[Status] = ()) -> Status | None:
    """Return Rattled for the next Action and one more for each Edge (reading C4.2); None on a failure.

    Raises RuleError if the target is already Rattled. The GM decides whether the target
    understands the insult.
    """
    if not may_be_rattled(target):
        raise RuleError(
            "Already Rattled: no other Rattle works until this one ends.", field="target", value="rattled"
        )
    return Status("rattled", 1 + result.edge) if result.success else None


def sway(result: Result) -> Status | None:
    """Return Convinced with the Check's Edge, which makes the belief harder to undo; None on a failure.

    The target may refuse the belief outright; accepting it can earn Experience.
    """
    return Status("convinced", result.edge) if result.success else None


def sneak(result: Result) -> Status | None:
    """Return Unnoticed with the Check's Edge, which adds to damage in a surprise; None on a failure.

    A thief takes or plants one small thing, and one more for each Edge.
    """
    return Status("unnoticed", result.edge) if result.success else None


def in_plain_sight(cover: Cover, watchers: Iterable[Statuses] = (), *, dark: bool = False) -> bool:
    """Return whether a character cannot hide: no Cover, no darkness, and an alert watcher.

    The Blinded and the Deafened are not alert. If no watchers are given, one is assumed.
    """
    alert = [not (has(watcher, "blinded") or has(watcher, "deafened")) for watcher in watchers]
    return cover is Cover.NONE and not dark and (any(alert) or not alert)


def group_sneaker(poises: Mapping[int, Count], choice: int | None = None) -> int:
    """Return who sneaks for a group: the character with the lowest pool; among equals, `choice` or the first.

    Raises RuleError for a `choice` with a higher pool, and for an empty group.
    """
    for who, poise in poises.items():
        ensure_within(f"poises[{who}]", poise, 0, MOST)
    if not poises:
        raise RuleError("Choose at least one character to sneak.", field="poises", value={})
    lowest = min(poises.values())
    tied = [who for who, poise in poises.items() if poise == lowest]
    if choice is not None and choice not in tied:
        why = "Only a character with the lowest pool sneaks for the group. Choose {tied}."
        raise RuleError(why, field="choice", value=choice, tied=tied)
    return choice or tied[0]


def poor_light(light: str | None, *, gear: Gear = 0, smoke: bool = False) -> int:
    """Return the Difficulty that light adds to a Check that needs sight.

    Clear light (None) adds 0, "dim" 1, "dark" 2, "total-dark" 4. `gear` (torches, goggles) takes that
    much off, but not in smoke. Raises RuleError for any other light.
    """
    ensure_within("gear", gear, 0, MOST_GEAR)
    if light is None:
        return 0
    level = int(catalogue().find(light, "visibility").data["level"])
    return level if smoke else max(0, level - gear)


def hides(light: str, *, smoke: bool = False) -> bool:
    """Return whether a Zone is dark or totally dark, or full of smoke, so that a character can hide in it."""
    return smoke or light in ("dark", "total-dark")


@dataclass(frozen=True, slots=True)
class Project:
    """A long task: its Difficulty, and a clock that Edge fills (1 to 100 segments)."""

    name: str
    difficulty: Count
    clock: Clock

    def __post_init__(self) -> None:
        ensure_limits(self)

    @classmethod
    def new(cls, name: str, *, difficulty: Count, edge_needed: int) -> "Project":
        """Return a new project that needs this much Edge."""
        ensure_within("difficulty", difficulty, 0, MOST)
        return cls(name, difficulty, Clock.new(edge_needed))


def split(project: Project, parts: Sequence[tuple[str, int, int]]) -> tuple[Project, ...]:
    """Divide a project into parts, each given as `(name, Difficulty, Edge needed)`.

    Raises RuleError if work on it has begun, or unless the parts together need the Edge of the whole.
    """
    if project.clock.filled:
        raise RuleError("Divide a project before work on it begins.", field="project", value=project.name)
    if sum(needed for _, _, needed in parts) != project.clock.segments:
        why = f"The parts of {project.name} must add up to {project.clock.segments} Edge."
        raise RuleError(why, field="parts", value=[list(part) for part in parts])
    different([name for name, _, _ in parts], "part", field="parts")
    return tuple(
        Project.new(name, difficulty=difficulty, edge_needed=needed) for name, difficulty, needed in parts
    )


def tick(clocks: Sequence[ClockRef | int], outcome: Result) -> tuple[ProposalLine, ...]:
    """Propose the effect of a Use on its projects: Edge fills their clocks, a failure empties them.

    Only clocks that the Use aims at change; a plain id in `clocks` stands for such a clock.
    """
    worked = [dial.id for dial in dials(clocks) if dial.targeted]
    if not outcome.success:
        because = "Use failed: the project starts over"
        return tuple(ProposalLine("clock.set", {"clock": clock, "filled": 0}, because) for clock in worked)
    edge = outcome.edge
    filled = [{"clock": clock, "by": edge} for clock in worked if edge]
    return tuple(ProposalLine("clock.tick", fields, f"Use, {edge} Edge", 0, edge) for fields in filled)


def repair(vehicle: int, result: Result) -> tuple[ProposalLine, ...]:
    """Propose a vehicle's repair by a Use: each Edge removes one segment of damage, a failure none.

    `vehicle` is the id of the clock of its damage. Source: Scenes, "Use", "Race"; that a crash
    fills such a clock is our reading.
    """
    if not result.success or not result.edge:
        return ()
    fields = {"clock": vehicle, "by": -result.edge}
    return (ProposalLine("clock.tick", fields, f"Use, {result.edge} Edge", -result.edge, -1),)


def trivial(what: str) -> str:
    """Return what a trivial Use uses (a lever, a reload), which takes an Action and no Check."""
    return words(what, "Say what the character uses.", field="what")
