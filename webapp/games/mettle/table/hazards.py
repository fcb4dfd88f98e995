"""Hazards at the table: fires and blasts, falls, afflictions, traps; each from the book or written nD+b."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from webapp.games.mettle.screens import characters
from webapp.games.mettle.table import afflictions, injuries
from webapp.games.mettle.table.common import Faces, OfSomebody, Written, add_piece, dice, the_piece, together
from webapp.games.mettle.table.initiative import burn
from webapp.rules.mettle import hazards as rules
from webapp.rules.mettle.afflictions import Affliction
from webapp.rules.mettle.book import affliction
from webapp.rules.mettle.book import fire as fire_of_the_book
from webapp.rules.mettle.hazards import Harm, Hazard
from webapp.screens.audience import PLAYER
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Piece, Thing, Zone
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command, find
from webapp.table.fields import Id, Name, VisibilityLevel, ZoneId, optional
from webapp.table.refusals import Refused

Soak = Literal["frame", "poise", "none"]
People = Annotated[list[Id], Field(min_length=1, max_length=60)]
BookName = Annotated[str, Field(max_length=40)]
Interval = Literal["round", "minute", "hour", "day", "week"]


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
        harm = harmed(board, hazard, self.dice)
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


def harmed(board: Board, hazard: Hazard, faces: Sequence[int] | None) -> Harm:
    """A Hazard is rolled once, here or on the real table."""
    return hazard.roll(dice(board, faces))


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
        harm = harmed(board, hazard, self.dice)
        told = struck(board, victim, harm, "poise", f"A fall of {self.metres} m")
        return together(told, {"character": victim.id, "plummet": rules.plummet(self.metres)})


# ---- afflictions -----------------------------------------------------------------------------


@command("mettle.hazard.expose")
class Expose(OfSomebody):
    """Somebody meets a poison or disease: one of the book by `name`, or written with potence and Interval."""

    name: BookName = Field(description="what it is called")
    hazard: Written | None = optional("the Hazard as nD+b")
    soaked: bool = Field(default=True, description="whether FRAME soaks it")
    interval: Interval = Field(default="hour", description="how often it is checked again")
    death_at: int = Field(
        default=1, ge=1, le=10, description="how many times maximum Mettle the Difficulty must exceed to kill"
    )
    dice: Faces | None = None

    def happens(self, board: Board, victim: Character, actor: Actor) -> Report:
        what = (
            Affliction(self.name, Hazard.parse(self.hazard), self.soaked, self.interval, self.death_at)
            if self.hazard
            else affliction(self.name)
        )
        told = afflictions.expose(board, victim, what, self.dice)
        return together(told, told[0].result)


@command("mettle.hazard.check")
class CheckAffliction(GameCommand):
    """An Interval has passed: the affliction is checked again."""

    affliction: Id = Field(description="the affliction")
    dice: Faces | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.affliction, actor, "affliction")
        told = afflictions.check_again(board, row, self.dice)
        return together(told, told[0].result)


@command("mettle.hazard.treat")
class Treat(GameCommand):
    """A Treatment clears an affliction."""

    affliction: Id = Field(description="the affliction")

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.affliction, actor, "affliction")
        return together(afflictions.treat(board, row), {"piece": row.id})
