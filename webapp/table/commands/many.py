"""Several things at once: one command, one line in the journal, taken back as one; and their order."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from webapp.store.board import Board
from webapp.store.models import THINGS, Character, Clock, Condition, Tag
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, command, parse, together
from webapp.table.execution import carry_out
from webapp.table.fields import Id, SceneId, VisibilityLevel
from webapp.table.refusals import Invalid, missing

TOGETHER = (Clock, Tag, Condition, Character)
"""What may be picked together, in the order it is worked through: a character takes its own along."""
TAKES_OFF = {"condition": "condition.clear"}
IN_SCENES = ("clock", "tag")


@command("things.edit")
class EditThings(Command):
    """Change several tags, clocks, conditions and characters at once, of all kinds together.

    `visibility` and `scene` as in their own edits, `remove` takes them off (a condition is cleared). If one
    of them refuses, nothing is changed.
    """

    ids: Annotated[list[Id], Field(min_length=1, max_length=300, description="the things")]
    visibility: VisibilityLevel | None = None
    scene: SceneId | None = None
    remove: bool = Field(default=False, description="true takes them off; a condition is cleared")

    def take(self, board: Board, actor: Actor) -> Report:
        changes = {name: new for name, new in self.given().items() if name in ("visibility", "scene")}
        if self.remove == bool(changes):
            raise Invalid("Say what to change: the visibility, the scene, or to remove them.")
        picked = list(_picked(board, self.ids))
        if "scene" in changes and any(kind not in IN_SCENES for kind, _ in picked):
            raise Invalid("Only clocks and tags belong to a scene; characters and conditions go along.")
        done = [carry_out(_one(kind, id, changes), board, actor) for kind, id in picked]
        told = together(done, ids=[id for _, id in picked])
        happened = [more for each in done for more in each.result.get("happened", ())]
        if happened:
            told.result["happened"] = happened
        return told


def _picked(board: Board, ids: list[int]) -> Iterator[tuple[str, int]]:
    """What was picked, each once, by kind."""
    left = dict.fromkeys(ids)
    for model in TOGETHER:
        for id in [id for id in left if board.find(model, id) is not None]:
            del left[id]
            yield model.kind_name, id
    if left:
        raise missing("thing")


def _one(kind: str, id: int, changes: dict[str, object]) -> Command:
    """The command that does it for one thing alone."""
    name = f"{kind}.edit" if changes else TAKES_OFF.get(kind, f"{kind}.remove")
    return parse({"do": name, kind: id, **changes})


@command("order.set")
class SetOrder(Command):
    """Show these things of one kind in this order; those not named follow, as they stood."""

    ids: Annotated[
        list[Id], Field(min_length=1, max_length=300, description="the things, in the order wanted")
    ]

    def take(self, board: Board, actor: Actor) -> Report:
        ordered = (kind for kind in THINGS.values() if kind.newest is None)
        kind = next((kind for kind in ordered if board.find(kind, self.ids[0])), None)
        if kind is None:
            raise missing("thing")
        named = dict.fromkeys(self.ids)
        rows = [row for id in named if (row := board.find(kind, id)) is not None]
        if len(rows) < len(named):
            raise Invalid(
                "Only things of one kind can be put in order together.", {"ids": "mixed or unknown"}
            )
        rest = [row for row in board.here(kind) if row not in rows]
        for place, row in enumerate([*rows, *rest], start=1):
            row.order = place
        return Report(f"The {kind.kind_name}s were put in order", result={"ids": [row.id for row in rows]})
