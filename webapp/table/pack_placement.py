"""A row of a pack put on the table, through the very commands that put such things there."""

from collections.abc import Sequence
from typing import Any

from webapp.rules.errors import RuleError
from webapp.store.board import Board
from webapp.store.models import Piece
from webapp.table.actor import Actor
from webapp.table.command import Report, refuse_crowd
from webapp.table.commands.characters import AddCharacter, AddCondition
from webapp.table.commands.clocks import AddClock, EditClock
from webapp.table.commands.scenes import AddScene
from webapp.table.commands.tags import AddTag
from webapp.table.commands.zones import AddZone
from webapp.table.execution import carry_out
from webapp.table.games import Data, game_table
from webapp.table.refusals import Refused


class Placing:
    """Puts copies on one board in the name of one actor."""

    def __init__(self, board: Board, actor: Actor) -> None:
        self.board, self.actor = board, actor

    def tag(self, data: Data, **where: Any) -> Report:
        return AddTag(**data, **where).take(self.board, self.actor)

    def clock(self, data: Data, **where: Any) -> Report:
        return AddClock(**data, **where).take(self.board, self.actor)

    def condition(self, data: Data, character: int) -> Report:
        return carry_out(AddCondition(**data, character=character), self.board, self.actor)

    def npc(self, data: Data, zone: int | None = None) -> Report:
        """One of the GM's own, with what they carry."""
        plain = _without(data, "conditions", "tags", "zone", "pieces")
        account = carry_out(AddCharacter(**plain, kind="npc", zone=zone), self.board, self.actor)
        who = account.result["character"]
        self._pieces(data.get("pieces", ()), character=who)
        for condition in data.get("conditions", ()):
            self.condition(condition, who)
        for tag in data.get("tags", ()):
            self.tag(tag, character=who)
        return account

    def _pieces(self, rows: Sequence[Data], **where: int | None) -> None:
        """What only this game keeps of somebody or of a zone, in the place of what everybody starts with."""
        here = self.board.here(Piece)
        fresh = [row for row in here if all(getattr(row, name) == id for name, id in where.items())]
        for row in rows:
            data = self._fitted(row)
            known = next((each for each in fresh if each.kind == row["kind"]), None)
            if known is None:
                refuse_crowd(self.board, Piece)
                known = self.board.add(Piece(kind=row["kind"], **where))
            else:
                fresh.remove(known)
            known.name, known.data = row.get("name"), data
            known.visibility = row.get("visibility", "shown")

    def scene(self, data: Data, name: str | None = None, people: bool = True) -> Report:
        """A prepared scene with all that belongs to it; nobody sees it before it is played."""
        about = {field: data[field] for field in ("description", "notes") if field in data}
        account = AddScene(name=name or data["name"], **about).take(self.board, self.actor)
        scene = account.result["scene"]
        zones = self._zones(data.get("zones", ()), scene)
        for tag in data.get("tags", ()):
            self.tag(_without(tag, "zone"), scene=scene, zone=zones.get(tag.get("zone")))
        clocks = self._clocks(data.get("clocks", ()), scene)
        cast: dict[str, int] = {}
        for person in data.get("npcs", ()) if people else ():
            zone = zones.get(person.get("zone"))
            hidden = {} if zone is not None else {"visibility": "secret"}
            cast[person["name"]] = self.npc(person | hidden, zone).result["character"]
        self._of_scene(data.get("pieces", ()), scene, clocks, cast)
        return account

    def _of_scene(
        self, rows: Sequence[Data], scene: int, clocks: dict[str, int], cast: dict[str, int]
    ) -> None:
        """What this game prepared the scene with, held by the clocks and people that came along."""
        for row in rows:
            data = self._fitted(row, clocks, cast)
            refuse_crowd(self.board, Piece)
            shown = row.get("visibility", "shown")
            self.board.add(
                Piece(kind=row["kind"], name=row.get("name"), scene=scene, data=data, visibility=shown)
            )

    def _fitted(self, row: Data, *named: dict[str, int]) -> Data:
        """What a piece holds, as this game has it; that of a prepared scene names its clocks and people."""
        game, kind, data = game_table(self.board.table.ruleset), row["kind"], row.get("data", {})
        try:
            return game.fitted(kind, game.begun(kind, data, *named) if named else data)
        except RuleError as error:
            raise Refused(f"What is kept here does not fit this game: {error.message}") from error

    def _zones(self, rows: Sequence[Data], scene: int) -> dict[str | None, int]:
        """The zones by name, each joined to those it names."""
        made: dict[str | None, int] = {}
        for row in rows:
            joins = [made[name] for name in row.get("joins", ()) if name in made]
            back = [each["name"] for each in rows if row["name"] in each.get("joins", ())]
            joins += [made[name] for name in back if name in made]
            zone = AddZone(**_without(row, "joins", "pieces"), scene=scene, joins=list(dict.fromkeys(joins)))
            made[row["name"]] = zone.take(self.board, self.actor).result["zone"]
            self._pieces(row.get("pieces", ()), zone=made[row["name"]])
        return made

    def _clocks(self, rows: Sequence[Data], scene: int) -> dict[str, int]:
        made = {
            row["name"]: self.clock(_without(row, "opposes", "follows"), scene=scene).result["clock"]
            for row in rows
        }
        for row in rows:
            links = {field: made[row[field]] for field in ("opposes", "follows") if row.get(field)}
            if links:
                EditClock(clock=made[row["name"]], **links).take(self.board, self.actor)
        return made


def _without(data: Data, *fields: str) -> Data:
    return {name: each for name, each in data.items() if name not in fields}
