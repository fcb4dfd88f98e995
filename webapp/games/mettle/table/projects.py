"""Projects: long Uses whose clock is filled by Edge, whole or split among helpers."""

from pydantic import Field

from webapp.games.mettle.table.common import Count, add_piece
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.mettle.projects import Project, split
from webapp.store.board import Board
from webapp.store.models import Clock, Piece
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command, refuse_crowd
from webapp.table.fields import Name, NamedFields, Segments, VisibilityLevel


class ProjectPart(NamedFields):
    """One part of a project: its Difficulty, and the Edge it needs."""

    name: Name
    difficulty: Count
    edge: Segments


@command("mettle.project.add")
class AddProject(GameCommand):
    """A long Use: a clock that Edge fills and a failure empties; `parts` split it among helpers.

    The parts need the Edge of the whole together, and each has a clock of its own.
    """

    name: Name
    difficulty: Count = Field(description="the Difficulty")
    edge: Segments = Field(description="how much Edge")
    parts: list[ProjectPart] = Field(
        default=[], max_length=10, description="the parts of a project: {name, difficulty, edge} each"
    )
    visibility: VisibilityLevel = "shown"

    def play(self, board: Board, actor: Actor) -> Report:
        whole = Project.new(self.name, difficulty=self.difficulty, edge_needed=self.edge)
        projects: tuple[Project, ...] = (whole,)
        if self.parts:
            rows = [(part.name, part.difficulty, part.edge) for part in self.parts]
            projects = split(whole, rows)
        made = [self._add(board, project, bool(self.parts)) for project in projects]
        words = f"{self.name}: a project of {self.edge} Edge"
        return account(words, *made, clocks=[each.id for each in made])

    def _add(self, board: Board, project: Project, parted: bool) -> Clock:
        refuse_crowd(board, Clock)
        clock: Clock = board.add(
            Clock(
                name=project.name,
                value=ClockValue.new(project.clock.segments),
                kind="project",
                scene=None,
                group=self.name if parted else None,
                visibility=self.visibility,
            )
        )
        data = {"clock": clock.id, "difficulty": project.difficulty}
        add_piece(board, "project", name=project.name, data=data, visibility="secret")
        return clock


def leave(board: Board, clock: int) -> None:
    """A project goes with its clock."""
    for row in board.here(Piece):
        row.removed = row.removed or (row.kind == "project" and row.data.get("clock") == clock)
