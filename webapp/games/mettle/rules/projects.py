"""Use: quick tasks, and long projects that fill up with Edge and start again on a failure.

Source: Scenes, "Use"; Resources, "Repairs".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.games.mettle.rules.argument_checks import Count, different, words
from webapp.games.mettle.rules.check import Result
from webapp.rules.check import ClockRef, ProposalLine, dials
from webapp.rules.clocks import Clock
from webapp.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Project:
    """A long task: its Difficulty, and a clock that Edge fills (1 to 100 segments)."""

    name: str
    difficulty: Count
    clock: Clock

    @classmethod
    def new(cls, name: str, *, difficulty: Count, edge_needed: int) -> "Project":
        """Return a new project that needs this much Edge."""
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
    """Describe a trivial Use (a lever, a reload), which takes an Action and no Check."""
    words(what, "Say what the character uses.", field="what")
    return f"{what} (an Action without a Check)"
