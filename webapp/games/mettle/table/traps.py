"""Traps at the table: set behind the scenes, sprung by whoever steps in, hidden until then."""

from typing import Annotated, Literal

from pydantic import Field

from webapp.games.mettle.screens import characters
from webapp.games.mettle.screens.game_state import state_in
from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import (
    Count,
    Faces,
    Written,
    add_piece,
    dice,
    the_piece,
    together,
    unnamed,
)
from webapp.rules.mettle.attacks import spring_on_zone
from webapp.rules.mettle.book import trap as trap_of_the_book
from webapp.rules.mettle.hazards import Hazard, Trap
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Piece, Zone
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command, find, refuse_crowd
from webapp.table.fields import Id, Line, Name, VisibilityLevel, ZoneId, optional
from webapp.table.refusals import Refused


@command("mettle.hazard.trap")
class SetTrap(GameCommand):
    """Set a trap in a zone, secret until it is sprung: one of the book by its name, or one of your own.

    Your own says what sets it off, and rolls a `hazard` (nD+b) or counts `rounds`.
    """

    zone: ZoneId
    name: Name
    trigger: Line | None = optional("when it bites")
    hazard: Written | None = optional("the Hazard as nD+b")
    targets: Literal["one", "zone", "room", "none"] = Field(default="one", description="whom it catches")
    soak: Literal["frame", "poise", "none"] = Field(default="frame", description="what soaks it")
    rounds: Count = Field(default=0, description="how many Rounds it counts down")
    visibility: VisibilityLevel = "secret"

    def play(self, board: Board, actor: Actor) -> Report:
        zone = find(board, Zone, self.zone, actor)
        trap = self._trap()
        data = {**unnamed(trap), "sprung": False}
        row = add_piece(board, "trap", name=trap.name, zone=zone.id, data=data, visibility=self.visibility)
        return account(f"{trap.name} waits in {zone.name}", row, zone, piece=row.id)

    def _trap(self) -> Trap:
        if not self.hazard and not self.rounds:
            return trap_of_the_book(self.name)
        hazard = Hazard.parse(self.hazard) if self.hazard else None
        trigger = self.trigger or "Somebody steps in"
        return Trap(self.name, trigger, hazard, self.targets, self.soak, self.rounds)


@command("mettle.hazard.spring")
class Spring(GameCommand):
    """A trap is sprung: its Score meets POISE, and only a success does its damage. Now everybody knows it.

    Without `characters` a blast takes in everyone in its zone. One that counts Rounds becomes a clock.
    """

    trap: Id = Field(description="the trap")
    characters: Annotated[list[Id], Field(max_length=60, description="the characters it is about")] = []
    dice: Faces | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.trap, actor, "trap")
        if row.data.get("sprung"):
            raise Refused(f"{row.name} was sprung already.")
        trap = state_in(row, Trap, name=row.name or "Trap")
        row.data = {**row.data, "sprung": True}
        row.visibility = "shown"
        told = [account(f"{row.name} is sprung", row, piece=row.id)]
        told += self._counts(board, row, trap) if trap.rounds else self._rolls(board, row, trap, actor)
        return together(told, {"piece": row.id})

    def _counts(self, board: Board, row: Piece, trap: Trap) -> list[Report]:
        refuse_crowd(board, Clock)
        clock = board.add(
            Clock(name=row.name, value=trap.countdown, kind="countdown", scene=board.table.active_scene)
        )
        row.data = {**row.data, "clock": clock.id}
        return [account(f"{row.name}: {trap.rounds} Rounds to go", clock, clock=clock.id)]

    def _rolls(self, board: Board, row: Piece, trap: Trap, actor: Actor) -> list[Report]:
        victims = {str(each.id): each for each in self._victims(board, row, trap, actor)}
        bodies_there = {name: characters.body(board, each) for name, each in victims.items()}
        met = spring_on_zone(trap, bodies_there, dice(board, self.dice))
        told: list[Report] = []
        for name, sprung in met.items():
            victim = victims[name]
            score = f"Score {sprung.result.score} against POISE {sprung.poise}, {sprung.result.edge} Edge"
            if not sprung.caught:
                told.append(account(f"{victim.name} gets clear ({score})", victim, row))
                continue
            does = f"{sprung.damage} damage, {sprung.unsoaked} unsoaked" if trap.harms else "it goes off"
            told.append(account(f"{victim.name} is caught ({score}): {does}", victim, row))
            told += injuries.lose(board, victim, sprung.unsoaked) if sprung.unsoaked else []
        return told

    def _victims(self, board: Board, row: Piece, trap: Trap, actor: Actor) -> list[Character]:
        if self.characters:
            return [find(board, Character, id, actor) for id in dict.fromkeys(self.characters)]
        found = [each for each in board.here(Character) if each.zone == row.zone]
        if trap.targets == "one" and len(found) > 1:
            raise Refused("Say who sprang it.")
        if not found:
            raise Refused("Nobody is there to spring it.")
        return found
