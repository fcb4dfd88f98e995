"""Hazards at the table: fires and blasts, falls, traps that wait unseen; of the book, or written nD+b."""

from typing import Annotated

from pydantic import Field

from webapp.games.mettle.screens import characters
from webapp.games.mettle.screens.game_state import state_in
from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import (
    Count,
    Faces,
    OfSomebody,
    Written,
    add_piece,
    dice,
    the_piece,
    together,
    unnamed,
)
from webapp.games.mettle.table.initiative import burn
from webapp.rules.mettle import hazards as rules
from webapp.rules.mettle.attacks import spring_on_zone
from webapp.rules.mettle.book import fire as fire_of_the_book
from webapp.rules.mettle.book import trap as trap_of_the_book
from webapp.rules.mettle.hazards import Harm, Hazard, Soak, Targets, Trap
from webapp.screens.audience import PLAYER
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Piece, Thing, Zone
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command, find, refuse_crowd
from webapp.table.fields import Id, Line, Name, VisibilityLevel, ZoneId, optional
from webapp.table.refusals import Refused

People = Annotated[list[Id], Field(min_length=1, max_length=60)]


@command("mettle.hazard.add")
class AddHazard(GameCommand):
    """A Hazard in a zone: a fire of the book by its name (Campfire, Bonfire, Forge), or `hazard` as nD+b."""

    name: Name
    hazard: Written | None = optional("the Hazard as nD+b")
    zone: ZoneId | None = None
    soak: Soak = Field(default="frame", description="what soaks it")
    burns: bool = Field(default=True, description="whether it can set people on fire")
    visibility: VisibilityLevel = "shown"

    def play(self, board: Board, actor: Actor) -> Report:
        zone = find(board, Zone, self.zone, actor) if self.zone is not None else None
        known = self.hazard
        hazard = Hazard.parse(known) if known else fire_of_the_book(self.name)
        data = {"hazard": str(hazard), "soak": self.soak, "burns": self.burns}
        own = {"name": self.name, "data": data, "visibility": self.visibility}
        row = add_piece(board, "hazard", zone=self.zone, scene=board.table.active_scene, **own)
        where = f"{zone.name}: " if zone is not None else ""
        return account(f"{where}{self.name} ({hazard})", row, zone, piece=row.id)


@command("mettle.hazard.strike")
class Strike(GameCommand):
    """A Hazard, rolled once, hurts these characters: Edge and bonus, less what they and armour soak.

    Who is set on fire (`ignite`) takes Burning and suffers it again each Round; a fire that rolls no Edge
    does not catch, and is out.
    """

    hazard: Id = Field(description="the Hazard that strikes")
    characters: People = Field(description="the characters it is about")
    ignite: bool = Field(default=False, description="it sets them on fire")
    dice: Faces | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.hazard, actor, "hazard")
        hazard = Hazard.parse(row.data["hazard"])
        seen = row.name if Visibility(board, PLAYER).names(row) else None
        told: list[Report] = []
        victims = [find(board, Character, id, actor) for id in dict.fromkeys(self.characters)]
        harm = hazard.roll(dice(board, self.dice))
        for victim in victims:
            told += struck(board, victim, harm, row.data["soak"], row.name or "A hazard", row)
            if self.ignite and not harm.ends:
                told += _on_fire(board, victim, hazard, seen)
        told += [_out(row)] if harm.ends else []
        return together(told, {"piece": row.id, "ends": harm.ends})


def _out(row: Piece) -> Report:
    """No Edge, before its bonus: an ongoing Hazard ends. Source: Scenes, "Scenery"."""
    row.removed = True
    return account(f"No Edge: {row.name or 'the hazard'} is {'out' if row.data['burns'] else 'over'}", row)


def struck(
    board: Board, victim: Character, harm: Harm, soak: str, name: str, *named: Thing | None
) -> list[Report]:
    """One character meets what a Hazard rolled."""
    through = characters.body(board, victim).unsoaked(harm.damage, soak)
    words = f"{name} ({harm.hazard}: {harm.fell}) on {victim.name}: {harm.damage} damage, {through} unsoaked"
    return [account(words, victim, *named), *(injuries.lose(board, victim, through) if through else [])]


def _on_fire(board: Board, victim: Character, hazard: Hazard, what: str | None) -> list[Report]:
    """Somebody takes Burning, with the fire that did it."""
    source = f"{what or 'fire'}, {hazard}"
    return injuries.take_on(board, victim, "burning", source=source, hazard=str(hazard))


@command("mettle.hazard.ignite")
class Ignite(OfSomebody):
    """Somebody catches fire: Burning, no Rally, and the Hazard again each Round until it rolls no Edge."""

    hazard: Written = Field(default="2D+2", description="the Hazard as nD+b")
    dice: Faces | None = None

    def happens(self, board: Board, victim: Character, actor: Actor) -> Report:
        hazard = Hazard.parse(self.hazard.strip())
        told = _on_fire(board, victim, hazard, None)
        held = characters.carried(board, victim.id, "Burning")
        told += burn(board, victim, held, self.dice) if held is not None else []
        return together(told, {"character": victim.id})


@command("mettle.hazard.burn")
class Burn(OfSomebody):
    """One more Round of fire on somebody who burns; without Edge it goes out."""

    dice: Faces | None = None

    def happens(self, board: Board, victim: Character, actor: Actor) -> Report:
        held = characters.carried(board, victim.id, "Burning")
        if held is None:
            raise Refused(f"{victim.name} does not burn.")
        told = burn(board, victim, held, self.dice)
        return together(told, {"character": victim.id, "burning": not held.removed})


@command("mettle.hazard.fall")
class Fall(OfSomebody):
    """Somebody falls: 1D+1 a metre, at most 15D+15, soaked with POISE."""

    metres: Annotated[int, Field(ge=1, le=100_000, description="how deep, in metres")]
    dice: Faces | None = None

    def happens(self, board: Board, victim: Character, actor: Actor) -> Report:
        hazard = rules.fall(self.metres)
        harm = hazard.roll(dice(board, self.dice))
        told = struck(board, victim, harm, "poise", f"A fall of {self.metres} m")
        return together(told, {"character": victim.id, "plummet": rules.plummet(self.metres)})


# ---- traps --------------------------------------------------------------------------------------


@command("mettle.hazard.trap")
class SetTrap(GameCommand):
    """Set a trap in a zone, secret until it is sprung: one of the book by its name, or one of your own.

    Your own says what sets it off, and rolls a `hazard` (nD+b) or counts `rounds`.
    """

    zone: ZoneId
    name: Name
    trigger: Line | None = optional("when it bites")
    hazard: Written | None = optional("the Hazard as nD+b")
    targets: Targets = Field(default="one", description="whom it catches")
    soak: Soak = Field(default="frame", description="what soaks it")
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
