"""Recharge and Recover, Focus actions that take the whole turn; getting up, which takes one action."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from webapp.rules.catalogue import slug
from webapp.rules.resonance import book
from webapp.rules.resonance import values as rules
from webapp.rules.resonance.conditions import standing_up
from webapp.rules.resonance.rounds import Rounds
from webapp.screens.games.resonance.reading import card, rounds_of, stats_of, values_of
from webapp.store.board import Board
from webapp.store.models import Piece
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, Told, command
from webapp.table.fields import Because, Id
from webapp.table.games.resonance.acting import ACTION, Declared, doer, does, spent
from webapp.table.games.resonance.deck import go_on, turn_ends
from webapp.table.games.resonance.keeping import end_condition
from webapp.table.games.resonance.naming import TagName
from webapp.table.games.resonance.pools import take_out
from webapp.table.games.resonance.rests import given
from webapp.table.games.resonance.turns import CardCommand
from webapp.table.refusals import Refused
from webapp.table.taking import with_more


class Focusing(CardCommand):
    """A Focus action for 1 SP: in rounds it is the whole turn, and the next card is drawn."""

    roles = PLAYERS_TOO
    what: ClassVar[str] = "focuses"

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = doer(board, self.character, actor)
        going = _own_turn(board, character)
        told, lost = self.focused(board, character, actor)
        says = Told(f"{character.name} {self.what}", [("character", character.id)])
        says.result, says.because = {"character": character.id}, self.because
        if going is None or lost:
            return with_more(says, told, board, actor)
        row, rounds = going
        told = [says, *told, *turn_ends(board, row, rounds, actor)]
        return go_on(board, row, rounds.focus(), told, actor, self.because)

    def focused(self, board: Board, character: Any, actor: Actor) -> Declared:
        """What it costs and gives; whether the action was lost before that."""
        raise NotImplementedError


@command("resonance.recharge")
class Recharge(Focusing):
    """Recharge, a whole turn: pay 1 SP, get back SP equal to Brawn or EP equal to Wit; not at 0 SP."""

    what: ClassVar[str] = "recharges"

    value: Literal["sp", "ep"] = "ep"

    def focused(self, board: Board, character: Any, actor: Actor) -> Declared:
        told, lost = does(board, character, ACTION, actor, sp=1)
        if not lost:
            values = rules.recharge(values_of(board, character.id), stats_of(character), self.value)
            told.append(given(board, character, values))
        return told, lost


@command("resonance.recover")
class Recover(Focusing):
    """Recover, a whole turn for 1 SP: as many tags of one's choice go as Brawn, Wit or Influence."""

    what: ClassVar[str] = "recovers"

    stat: Literal["brawn", "wit", "influence"]
    tags: Annotated[list[TagName], Field(min_length=1, max_length=5)]

    def focused(self, board: Board, character: Any, actor: Actor) -> Declared:
        most = rules.recover_count(stats_of(character), self.stat)
        if len(self.tags) > most:
            raise Refused(f"{character.name} recovers {most} tag{'s' if most > 1 else ''} by {self.stat}.")
        told, lost = does(board, character, ACTION, actor, sp=1)
        if not lost:
            told += take_out(board, character, self.tags, actor)[1]
        return told, lost


@command("resonance.stand")
class Stand(CardCommand):
    """Get up, as a Move action of the turn that runs: no longer Prone, no longer Crouching."""

    roles = PLAYERS_TOO

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = doer(board, self.character, actor)
        own = [row.name for row in board.here("condition") if row.character == character.id]
        known = [name for name in own if slug(name) in book.catalogue()]
        gone = [name for name in known if slug(name) not in standing_up(known)]
        if not gone:
            raise Refused(f"{character.name} stands already.")
        told, lost = does(board, character, ACTION, actor)
        if not lost:
            ended = (end_condition(board, character, name) for name in gone)
            told += [*spent(board, character), *(each for each in ended if each is not None)]
        says = Told(f"{character.name} gets up", [("character", character.id)], {"character": character.id})
        says.because = self.because
        return with_more(says, told, board, actor)


def _own_turn(board: Board, character: Any) -> tuple[Piece, Rounds] | None:
    """The rounds, if this one has a card in them; refused on another's turn, or too late on the own."""
    found = rounds_of(board)
    if found is None or card(character.id) not in found[1].each:
        return None
    if found[1].active != card(character.id):
        raise Refused(f"It is not {character.name}'s turn: a Focus action takes the whole of it.")
    found[1].focus()
    return found
