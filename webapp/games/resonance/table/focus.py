"""Recharge and Recover, Focus actions that take the whole turn; getting up, which takes one action."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from webapp.games.resonance.screens.characters import card, rounds_of, stats_of, values_of
from webapp.games.resonance.table.character_state import Reasoned, end_condition
from webapp.games.resonance.table.deck import about, go_on, going, turn_ends
from webapp.games.resonance.table.deeds import ACTION, doer, does, spent
from webapp.games.resonance.table.pools import Cost, TagName, take_out
from webapp.games.resonance.table.turns import CardCommand, acting_now
from webapp.games.resonance.table.values import given
from webapp.rules.catalogue import slug
from webapp.rules.resonance import book
from webapp.rules.resonance import values as rules
from webapp.rules.resonance.conditions import standing_up
from webapp.rules.resonance.rounds import Rounds
from webapp.store.board import Board
from webapp.store.models import Character, Condition, Piece
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, Report, account, command
from webapp.table.execution import with_more
from webapp.table.fields import CharacterId
from webapp.table.refusals import Refused

Going = tuple[Piece, Rounds] | None


class Focusing(CardCommand):
    """A Focus action for 1 SP: in rounds it is the whole turn, and the next card is drawn."""

    roles = PLAYERS_TOO

    def focus(
        self, board: Board, who: Character, going: Going, actor: Actor, says: Report, sp: int = 1
    ) -> Report:
        """It is declared and paid; then it gives what it does, and the turn goes with it."""
        focused = going[1].focus(card(who.id)) if going is not None else None
        told, lost = does(board, who, ACTION, actor, sp=sp)
        if not lost:
            told += self.gives(board, who, actor)
        if going is None or focused is None or lost:
            return with_more(says, told, board, actor)
        told = [says, *told, *turn_ends(board, going[1], actor)]
        return go_on(board, going[0], focused, told, actor)

    def gives(self, board: Board, who: Character, actor: Actor) -> list[Report]:
        """What it gives back."""
        return []


@command("resonance.round.focus")
class Focus(Focusing):
    """A Focus action costs 1 SP and takes the whole turn: all actions go, and the next card is drawn."""

    sp: Cost = Field(default=1, description="SP that the action costs")

    def play(self, board: Board, actor: Actor) -> Report:
        row, rounds = going(board, actor)
        who = acting_now(board, rounds)
        says = Report(f"{who.name} focuses", about(row, rounds.active))
        return self.focus(board, who, (row, rounds), actor, says, self.sp)


class GivesBack(Focusing):
    """One that somebody takes on the own turn, or where no rounds run."""

    what: ClassVar[str] = ""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        who = doer(board, self.character, actor)
        says = account(f"{who.name} {self.what}", who, character=who.id)
        return self.focus(board, who, _rounds(board, who), actor, says)


@command("resonance.recharge")
class Recharge(GivesBack):
    """Recharge, a whole turn: pay 1 SP, get back SP equal to Brawn or EP equal to Wit; not at 0 SP."""

    what: ClassVar[str] = "recharges"

    value: Literal["sp", "ep"] = Field(default="ep", description="hp, sp or ep")

    def gives(self, board: Board, who: Character, actor: Actor) -> list[Report]:
        return [
            given(
                board, who, rules.recharge(values_of(board, who.id), stats_of(who), rules.Value(self.value))
            )
        ]


@command("resonance.recover")
class Recover(GivesBack):
    """Recover, a whole turn for 1 SP: as many tags of one's choice go as Brawn, Wit or Influence."""

    what: ClassVar[str] = "recovers"

    stat: Literal["brawn", "wit", "influence"] = Field(description="the stat it is about")
    tags: Annotated[list[TagName], Field(min_length=1, max_length=5, description="the tags by their names")]

    def gives(self, board: Board, who: Character, actor: Actor) -> list[Report]:
        rules.ensure_recovered(self.tags, stats_of(who), self.stat)
        return take_out(board, who, self.tags, actor)[1]


@command("resonance.stand", roles=PLAYERS_TOO)
class Stand(Reasoned):
    """Get up, as a Move action of the turn that runs: no longer Prone, no longer Crouching."""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        character = doer(board, self.character, actor)
        own = [row.name for row in board.here(Condition) if row.character == character.id]
        known = [name for name in own if slug(name) in book.catalogue()]
        gone = [name for name in known if slug(name) not in standing_up(known)]
        if not gone:
            raise Refused(f"{character.name} stands already.")
        told, lost = does(board, character, ACTION, actor)
        if not lost:
            told += spent(board, character, ACTION, own_turn=True)
            told += [each for name in gone for each in end_condition(board, character, name)]
        says = account(f"{character.name} gets up", character, character=character.id)
        return with_more(says, told, board, actor)


def _rounds(board: Board, character: Character) -> Going:
    """The rounds, if this one has a card in them."""
    found = rounds_of(board)
    return found if found is not None and card(character.id) in found[1].each else None
