"""The command that starts a project: a long Use with a clock to fill with Edge, or one clock per part."""

from pydantic import Field

from webapp.games.api import (
    Actor,
    Clock,
    CommandResult,
    GameCommand,
    GameDocument,
    Name,
    TableState,
    command,
    ensure_room_for,
    ref_of,
    told,
)
from webapp.games.mettle.commands.base_commands import Count, add_document
from webapp.games.mettle.rules.action_effects import Project, split
from webapp.games.mettle.state.documents import StoredProject, value_of
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.codec import dump_value
from webapp.state.house_events import ThingAdded
from webapp.table.fields import NamedFields, Segments, VisibilityLevel


class ProjectPart(NamedFields):
    """One part of a project: its Difficulty, and the Edge it needs."""

    name: Name
    difficulty: Count
    edge: Segments


@command("mettle.project.add")
class AddProject(GameCommand):
    """Start a project, which is a long Use: Edge fills its clock, and a failure empties it.

    `parts` split it among helpers: each part has its own clock, and together they need the Edge of
    the whole.
    """

    name: Name
    difficulty: Count = Field(description="the Difficulty of each Use")
    edge: Segments = Field(description="how much Edge the project needs")
    parts: list[ProjectPart] = Field(
        default=[],
        max_length=10,
        description="the parts of the project, each {name, difficulty, edge}; default: not split",
    )
    visibility: VisibilityLevel = "shown"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        whole = Project.new(self.name, difficulty=self.difficulty, edge_needed=self.edge)
        projects: tuple[Project, ...] = (whole,)
        if self.parts:
            rows = [(part.name, part.difficulty, part.edge) for part in self.parts]
            projects = split(whole, rows)
        made = [self._add(state, project, bool(self.parts)) for project in projects]
        begun = (ThingAdded(ref_of(clock), of=clock.segments) for clock in made)
        return told(*begun, clocks=[clock.id for clock in made])

    def _add(self, state: TableState, project: Project, parted: bool) -> Clock:
        ensure_room_for(state, Clock)
        clock: Clock = state.add(
            Clock(
                name=project.name,
                value=ClockValue.new(project.clock.segments),
                kind="project",
                scene=None,
                group=self.name if parted else None,
                visibility=self.visibility,
            )
        )
        data = dump_value(StoredProject(clock.id, project.difficulty))
        add_document(state, "project", name=project.name, data=data, visibility="secret")
        return clock


def leave(state: TableState, clock: int) -> None:
    """Remove the project of a removed clock."""
    for document in state.find_all(GameDocument):
        document.removed = document.removed or (
            document.kind == "project" and value_of(StoredProject, document).clock == clock
        )
