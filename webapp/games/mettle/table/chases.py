"""A chase at the table: the quarry chooses the way, the others follow, and Moves decide at what is in it."""

from typing import Annotated

from pydantic import Field

from webapp.games.mettle.screens import characters, game_state
from webapp.games.mettle.screens.game_state import known_as, why_not
from webapp.games.mettle.table.common import ByName, Count, add_piece, ongoing, person, save
from webapp.rules.mettle.chases import Chase, chase
from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Character, Piece
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.fields import CharacterId, Id, Name, optional
from webapp.table.refusals import Refused


def leave(board: Board, who: str) -> None:
    """Somebody left the table, and the chase; without a quarry or anybody after it, it is over."""
    found = game_state.chase(board)
    if found is not None and who in found[1].at:
        after = found[1].without(who)
        if after is not None:
            save(found[0], after)
        found[0].removed = after is None


@command("mettle.chase.start")
class StartChase(ByName):
    """A chase begins: `quarry` stands in the last Zone of `path`, all `pursuers` its `lead` behind."""

    quarry: Id = Field(description="who is chased")
    pursuers: Annotated[list[Id], Field(min_length=1, max_length=20, description="who is after the quarry")]
    path: list[Name] = Field(
        default=[],
        max_length=20,
        description="the Zones so far; absent: as many as the lead takes",
    )
    lead: Count = Field(default=1, description="how many Zones ahead the quarry is")
    name: Name = "Chase"

    def play(self, board: Board, actor: Actor) -> Report:
        if game_state.chase(board) is not None:
            raise Refused("A chase is on already; end that one first.")
        rows = [find(board, Character, id, actor) for id in (self.quarry, *self.pursuers)]
        names = [str(row.id) for row in rows]
        path = self.path or [f"Zone {place}" for place in range(1, self.lead + 2)]
        begun = chase(names[0], names[1:], path=path, behind=self.lead)
        row = add_piece(board, "chase", name=self.name, scene=board.table.active_scene, data={})
        save(row, begun)
        after = " and ".join(each.name for each in rows[1:])
        verb = "chases" if len(rows) == 2 else "chase"
        return account(f"{after} {verb} {rows[0].name}: {_stands(board, begun)}", row, *rows, chase=row.id)


def _stands(board: Board, running: Chase) -> str:
    """How it stands, in a few words."""
    caught = " and ".join(known_as(board, name) for name in running.caught_by)
    return (
        f"caught by {caught}"
        if caught
        else f"a lead of {running.lead} Zone{'' if running.lead == 1 else 's'}"
    )


class _Run(ByName):
    """One step of somebody in the chase; a player takes their own, in a fight on their turn."""

    roles = PLAYERS_TOO

    def runs(self, board: Board, id: int, checked: bool, actor: Actor) -> Character:
        row = person(board, id, actor)
        if actor.role is not Role.GM:
            if checked:
                raise Refused("Only the GM says that a Move beat what is in the way.")
            found = game_state.fight(board)
            why = why_not(board, found[1], row, "move") if found is not None else ""
            if why:
                raise Refused(why)
        return row

    def told(self, board: Board, piece: Piece, row: Character, after: Chase, words: str) -> Report:
        save(piece, after)
        where = after.path[after.at[str(row.id)]]
        said = f"{row.name} {words.format(where=where)}; {_stands(board, after)}"
        ids = [int(name) for name in after.caught_by if known_as(board, name) != "Somebody"]
        return account(said, piece, row, chase=piece.id, lead=after.lead, caught_by=ids)


@command("mettle.chase.flee")
class Flee(_Run):
    """The quarry decides where to go next: there at once if nothing hinders, else after a Move that beats it.

    `checked`: the Move did, and the quarry is in the Zone it chose before.
    """

    through: Name | None = optional("the Zone that the quarry goes to next")
    difficulty: Count = Field(default=0, description="the Difficulty")
    checked: bool = Field(default=False, description="a Move beat what is in the way")

    def play(self, board: Board, actor: Actor) -> Report:
        piece, running = ongoing(board, Chase)
        row = self.runs(board, int(running.quarry), self.checked, actor)
        if self.checked:
            after = running.go(running.quarry, checked=True)
            return self.told(board, piece, row, after, "gets into {where}")
        through = self.through
        if through is None:
            raise Refused("Say through where.", {"through": "missing"})
        after = running.flee(through, self.difficulty)
        hard = f"flees towards {through}, Difficulty {self.difficulty}"
        return self.told(board, piece, row, after, hard if self.difficulty else "flees to {where}")


@command("mettle.chase.pursue")
class Pursue(_Run):
    """A pursuer follows as far as Speed goes and nothing hinders; `checked`: a Move got past `zones`."""

    character: CharacterId
    zones: Count | None = optional("how many Zones they get along the way")
    checked: bool = Field(default=False, description="a Move beat what is in the way")

    def play(self, board: Board, actor: Actor) -> Report:
        piece, running = ongoing(board, Chase)
        row = self.runs(board, self.character, self.checked, actor)
        if str(row.id) not in running.pursuers:
            raise Refused(f"{row.name} is not after anybody.")
        fastest = max(1, int(characters.speed(board, row)))
        zones = min(self.zones or fastest, fastest)
        after = running.go(str(row.id), zones, checked=self.checked)
        return self.told(board, piece, row, after, "follows to {where}")


@command("mettle.chase.end")
class EndChase(GameCommand):
    """The chase is over: the quarry is caught by whoever shares its Zone, or got away."""

    def play(self, board: Board, actor: Actor) -> Report:
        piece, running = ongoing(board, Chase)
        piece.removed = True
        quarry = board.row(Character, int(running.quarry))
        caught = [row for name in running.caught_by if (row := board.row(Character, int(name))) is not None]
        how = f"caught by {' and '.join(row.name for row in caught)}" if caught else "away"
        ids = [row.id for row in caught]
        who = quarry.name if quarry is not None else "The quarry"
        words = f"The chase is over: {who} is {how}"
        return account(words, piece, quarry, *caught, chase=piece.id, caught_by=ids)
