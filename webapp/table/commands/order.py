"""The order in which things are shown."""

from typing import Annotated

from pydantic import Field

from webapp.store.board import Board
from webapp.store.models import THINGS
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, command
from webapp.table.fields import Id
from webapp.table.refusals import Invalid, missing


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
