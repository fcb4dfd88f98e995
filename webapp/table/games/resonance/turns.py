"""The turn order at the table: a deck of cards, actions for the round, turns that end and begin."""

from typing import Annotated

from pydantic import Field

from webapp.rules.resonance import rounds as rules
from webapp.rules.resonance.rounds import Rounds
from webapp.screens.games.resonance.reading import (
    ROUNDS,
    card,
    rounds_data,
    rounds_of,
    stats_of,
    values_of,
)
from webapp.store.board import Board
from webapp.store.models import Piece
from webapp.table.actor import Actor
from webapp.table.calling import own_character
from webapp.table.command import PLAYERS_TOO, GameCommand, Told, command, find
from webapp.table.fields import Because, Id
from webapp.table.games.resonance.deck import (
    about,
    begins,
    braced,
    by_name,
    draw,
    end_turn,
    go_on,
    going,
    in_play,
    keep,
    leave,
    named,
    stands,
    turn_ends,
)
from webapp.table.games.resonance.keeping import carries
from webapp.table.refusals import Forbidden, Refused
from webapp.table.taking import with_more

Cards = Annotated[list[Id], Field(max_length=40)]


def awake(board: Board, who: str | None) -> None:
    """Refused for somebody unconscious."""
    if who is not None and not values_of(board, int(who)).may_act:
        raise Refused(f"{named(board, who)} is unconscious and cannot act.")


class CardCommand(GameCommand):
    """A command about the cards: what the rules refuse of a card is told of whoever it belongs to."""

    def take(self, board: Board, actor: Actor) -> Told:
        try:
            return super().take(board, actor)
        except Refused as refused:
            fields = {name: by_name(board, why) for name, why in refused.fields.items()}
            raise type(refused)(by_name(board, refused.message), fields) from refused


@command("resonance.round.start")
class StartRounds(CardCommand):
    """Shuffle the cards and turn the first: everybody in play, or those named; the surprised come last.

    Everyone gains SP equal to Brawn, even above the maximum (`brawn` false leaves that out).
    """

    characters: Cards | None = None
    surprised: Cards = []
    brawn: bool = True
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        if rounds_of(board) is not None:
            raise Refused("The rounds have begun already; end them first.")
        who = in_play(board, self.characters, actor)
        actions = {card(each.id): stats_of(each).actions for each in who}
        order = rules.shuffled(tuple(actions), board.dice)
        caught = [card(find(board, "character", id, actor).id) for id in self.surprised]
        rounds = Rounds.start(actions, order, surprised=[each for each in caught if each in actions])
        row = board.add(
            Piece(kind=ROUNDS, name="Rounds", scene=board.table.active_scene, data=rounds_data(rounds))
        )
        told = [braced(board, each) for each in who] if self.brawn else []
        told += draw(board, row, rounds, actor)
        says = Told("The rounds begin", [("piece", row.id)], {"piece": row.id}, because=self.because)
        return with_more(says, told, board, actor)


@command("resonance.round.turn")
class NextTurn(CardCommand):
    """The turn is over and the next card is drawn; after the last card the round ends and a new one begins.

    The end of a round costs every Race one off its Threat Clock.
    """

    roles = PLAYERS_TOO

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, actor)
        rounds, told = end_turn(board, row, rounds, actor)
        return go_on(board, row, rounds, told, actor, self.because)


@command("resonance.round.pass")
class PassTurn(CardCommand):
    """Pass: with actions left the card goes to the bottom of the deck; the next card is drawn."""

    roles = PLAYERS_TOO

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, actor)
        name, who = named(board, rounds.active), rounds.active
        told = turn_ends(board, row, rounds, actor)
        rounds = rounds.pass_turn()
        says = [Told(f"{name} passes", about(row, who)), *told]
        return go_on(board, row, rounds, says, actor, self.because)


@command("resonance.round.act")
class TakeActions(CardCommand):
    """Whoever has priority takes actions, from the own pool or, riding, from the partner's."""

    roles = PLAYERS_TOO

    actions: Annotated[int, Field(ge=1, le=6)] = 1
    pool: Id | None = None
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, actor)
        payer = self._payer(board, actor)
        awake(board, rounds.active)
        rounds = rounds.act(pool=payer, actions=self.actions)
        keep(row, rounds)
        who = payer or rounds.active or ""
        says = f"{named(board, who)}: {rounds.left[who]} action{'s' if rounds.left[who] != 1 else ''} left"
        return Told(says, about(row, who), stands(row, rounds, actor), because=self.because)

    def _payer(self, board: Board, actor: Actor) -> str | None:
        """Whose pool pays: anybody's for the GM; for a player the own one or, riding, the partner's."""
        if self.pool is None:
            return None
        payer, own = find(board, "character", self.pool, actor), own_character(board, actor)
        if actor.role != "gm" and own is not None and payer.id != own.id:
            riding = carries(board, own.id, "Riding")
            if riding is None or riding.data.get("partner_id") != payer.id:
                raise Forbidden(f"{payer.name} does not pay for you; only somebody you ride does.")
        return card(payer.id)


@command("resonance.round.react")
class React(CardCommand):
    """Somebody reacts outside the own turn, with an action of the own pool."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, None)
        who = find(board, "character", self.character, actor)
        awake(board, card(who.id))
        rounds = rounds.react(card(who.id))
        keep(row, rounds)
        says = f"{who.name} reacts, {rounds.left[card(who.id)]} left"
        return Told(says, about(row, card(who.id)), stands(row, rounds, actor), because=self.because)


@command("resonance.round.focus")
class Focus(CardCommand):
    """A Focus action takes the whole turn: all actions go, and the next card is drawn."""

    roles = PLAYERS_TOO

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, actor)
        name, told = named(board, rounds.active), turn_ends(board, row, rounds, actor)
        says = [Told(f"{name} focuses", about(row, rounds.active)), *told]
        return go_on(board, row, rounds.focus(), says, actor, self.because)


@command("resonance.round.seize")
class Seize(CardCommand):
    """Somebody seizes priority, as after a Parry: the turn that runs ends, its card lies on top."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, None)
        who = find(board, "character", self.character, actor)
        drawn = rounds.seize(card(who.id))
        keep(row, drawn.rounds)
        free = ", with one action free" if drawn.free else ""
        says = Told(f"{who.name} seizes priority{free}", [("piece", row.id), ("character", who.id)])
        says.result, says.because = stands(row, drawn.rounds, actor), self.because
        return with_more(says, begins(board, drawn, actor), board, actor)


@command("resonance.round.join")
class Join(CardCommand):
    """Somebody comes in: the card is shuffled among those still to be drawn."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, None)
        who = find(board, "character", self.character, actor)
        place = rules.place_among(rounds.deck, board.dice)
        rounds = rounds.join(card(who.id), stats_of(who).actions, place)
        keep(row, rounds)
        says = f"{who.name} comes in"
        return Told(says, about(row, card(who.id)), stands(row, rounds, actor), because=self.because)


@command("resonance.round.leave")
class Leave(CardCommand):
    """Somebody is out of it: the card leaves the deck."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, None)
        who = find(board, "character", self.character, actor)
        rounds = leave(row, rounds, card(who.id))
        says = f"{who.name} is out of it"
        return Told(says, about(row, card(who.id)), stands(row, rounds, actor), because=self.because)


@command("resonance.round.end")
class EndRounds(CardCommand):
    """The fight is over: the cards are put away."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = going(board, None)
        row.removed = True
        says = f"The rounds end after {rounds.number}"
        return Told(says, [("piece", row.id)], {"piece": row.id}, because=self.because)
