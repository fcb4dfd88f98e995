"""Use: quick tasks, and long projects that fill up with Edge and start again on a failure.

Source: Scenes, "Use"; Resources, "Repairs".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.rules.check import Proposed
from webapp.rules.clocks import Clock
from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.needs import Count, different, words


@dataclass(frozen=True, slots=True)
class Project:
    """A long task: its Difficulty, and a clock that Edge fills (1 to 100 segments)."""

    name: str
    difficulty: Count
    clock: Clock

    @classmethod
    def new(cls, name: str, *, difficulty: Count, edge_needed: int) -> "Project":
        """Begin a project that takes this much Edge in all."""
        return cls(name, difficulty, Clock.new(edge_needed))


def split(project: Project, parts: Sequence[tuple[str, int, int]]) -> tuple[Project, ...]:
    """Divide a project that is not begun: `(name, Difficulty, Edge needed)` for each part.

    The parts together need the Edge of the whole; RuleError otherwise.
    """
    if project.clock.filled:
        raise RuleError("Divide a project before it is begun.", field="project", value=project.name)
    if sum(needed for _, _, needed in parts) != project.clock.segments:
        why = f"The parts of {project.name} need {project.clock.segments} Edge together."
        raise RuleError(why, field="parts", value=[list(part) for part in parts])
    different([name for name, _, _ in parts], "part", field="parts")
    return tuple(
        Project.new(name, difficulty=difficulty, edge_needed=needed) for name, difficulty, needed in parts
    )


def tick(clocks: Sequence[int], result: Result) -> tuple[Proposed, ...]:
    """A Use worked on projects, named by their clocks: Edge fills them, and a failure starts them again."""
    if not result.success:
        because = "Use failed: the project starts again"
        return tuple(Proposed("clock.set", {"clock": clock, "filled": 0}, because) for clock in clocks)
    edge = result.edge
    filled = [{"clock": clock, "by": edge} for clock in clocks if edge]
    return tuple(Proposed("clock.tick", fields, f"Use, {edge} Edge", 0, edge) for fields in filled)


def trivial(what: str) -> str:
    """A trivial Use (a lever, a reload) takes the Action and no Check; gives the sentence for it."""
    words(what, "Say what is used.", field="what")
    return f"{what}: takes the Action, no Check."
