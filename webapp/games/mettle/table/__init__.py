"""METTLE Core at the table: its commands, the shapes of its pieces, and what follows at once."""

from collections.abc import Mapping

from webapp.games.mettle.table import (
    actions,
    chases,
    cover,
    days,
    injuries,
    projects,
    stretch,
    turn_taken,
    zones,
)
from webapp.games.mettle.table.shapes import CODECS, begun_map, kept_map, named_by, put_on_the_table
from webapp.store.board import Board
from webapp.store.models import Character, Check, Condition, Piece
from webapp.table.actor import Actor
from webapp.table.command import Command, Report
from webapp.table.games import Data, GameTable, Named

GOES_ALONG = ("weapon", "scenery", "hazard", "trap", "place")
FOLLOWING = ("Staggered", "Fallen", "Afflicted")


class MettleTable(GameTable):
    """What the book leaves nobody a choice in happens with the command that brings it on."""

    codecs = CODECS
    written_beside = frozenset({"astray"})
    named_by = staticmethod(named_by)

    def kept(self, piece: Piece) -> Data | None:
        """Weapons go along, and what stands in a zone, its traps set anew; what somebody suffers does not."""
        if piece.kind not in GOES_ALONG:
            return None
        data = {name: each for name, each in piece.data.items() if name != "clock"}
        return data | ({"sprung": False} if piece.kind == "trap" else {})

    def kept_of_scene(self, piece: Piece, clocks: Named, people: Named) -> Data | None:
        """The travel map, as it is drawn."""
        return kept_map(piece.data) if piece.kind == "map" else None

    def begun(self, kind: str, data: Data, clocks: Mapping[str, int], people: Mapping[str, int]) -> Data:
        """The map waits with the group at its start."""
        return begun_map(data) if kind == "map" else super().begun(kind, data, clocks, people)

    def comes_by_itself(self, condition: Condition) -> bool:
        """Staggered, Fallen and Afflicted follow from Mettle and from afflictions."""
        return condition.name in FOLLOWING

    def after(self, command: Command, told: Report, board: Board, actor: Actor) -> list[Report]:
        """A roll spends the Action, a new Scene refills Mettle, Staggered follows Mettle."""
        if command.do == "check.call":
            return actions.called(board, told.result["check"], actor)
        if command.do == "check.roll":
            check = board.row(Check, command.check)  # type: ignore[attr-defined]
            return turn_taken.after_roll(board, check) if check is not None else []
        if command.do == "check.resolve" and command.answer is not None:  # type: ignore[attr-defined]
            check = board.row(Check, command.check)  # type: ignore[attr-defined]
            return turn_taken.checked(board, check) if check is not None else []
        if command.do == "check.cancel":
            return turn_taken.half_cancelled(board, board.the(Check, command.check))  # type: ignore[attr-defined]
        if command.do in ("scene.end", "scene.activate"):
            _end(board)
            zones.leave_behind(board)
        if command.do == "scene.activate":
            return [*put_on_the_table(board), *days.next_scene(board)]
        if command.do == "clock.remove":
            projects.leave(board, told.result["clock"])
        if command.do == "character.remove":
            gone = board.the(Character, told.result["character"])
            stretch.leave(board, str(gone.id))
            chases.leave(board, str(gone.id))
            return [*cover.gone(board, gone), *injuries.in_or_out(board, gone)]
        if command.do in ("condition.add", "condition.clear"):
            carrier = dict(told.about).get("character")
            row = board.find(Character, carrier)
            return injuries.in_or_out(board, row) if row is not None else []
        if command.do in ("character.edit", "character.add") and "stats" in command.model_fields_set:
            row = board.row(Character, told.result.get("character"))
            return injuries.follow_mettle(board, row) if row is not None else []
        return []


def _end(board: Board) -> None:
    """A fight, a chase and a race belong to their scene; what was on when it ended is over."""
    for kind in ("fight", "race", "chase", "twist", "guard"):
        for row in board.here(Piece):
            row.removed = row.removed or (row.kind == kind and row.scene != board.table.active_scene)
    stretch.let_off(board)


TABLE = MettleTable()
"""What the table asks of METTLE Core."""
