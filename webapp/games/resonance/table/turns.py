"""The turn order at the table: a deck of cards, actions for the round, turns that end and begin."""

from typing import Annotated

from pydantic import Field

from webapp.games.resonance.screens.characters import (
    ROUNDS,
    card,
    pool_of,
    rounds_data,
    rounds_from,
    rounds_of,
    stats_of,
)
from webapp.games.resonance.table import deck
from webapp.games.resonance.table.character_state import Reasoned
from webapp.games.resonance.table.deeds import ACTION, REACTION, does, left_of, pools_of
from webapp.games.resonance.table.pools import Cost
from webapp.games.resonance.table.rolls import resisted
from webapp.rules.resonance import book
from webapp.rules.resonance import rounds as rules
from webapp.rules.resonance.rounds import Rounds
from webapp.store.board import Board
from webapp.store.models import Character, Check, Piece
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, Report, account, command, find
from webapp.table.execution import with_more
from webapp.table.fields import CharacterId, Id, optional
from webapp.table.refusals import Forbidden, Refused

Cards = Annotated[list[Id], Field(max_length=40)]


def acting_now(board: Board, rounds: Rounds) -> Character:
    """Who has priority; refused while nobody has."""
    who = board.find(Character, int(rounds.active)) if rounds.active else None
    if who is None:
        raise Refused("Nobody has priority.")
    return who


class CardCommand(Reasoned):
    """A command about the cards: what the rules refuse of a card is told of whoever it belongs to."""

    def said(self, board: Board, words: str) -> str:
        return deck.by_name(board, words)


class OneCard(CardCommand):
    """A command about one card of the rounds that run."""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        row, rounds = deck.going(board, None)
        who = find(board, Character, self.character, actor)
        told = self.turned(board, row, rounds, who, actor)
        told.about = deck.about(row, card(who.id))
        told.result = deck.stands(row, rounds_from(row.data), actor)
        return told

    def turned(self, board: Board, row: Piece, rounds: Rounds, who: Character, actor: Actor) -> Report:
        raise NotImplementedError


@command("resonance.round.start")
class StartRounds(CardCommand):
    """Shuffle the cards and turn the first: everybody in play, or those named; the surprised come last.

    Everyone gains SP equal to Brawn, even above the maximum (`brawn` false leaves that out).
    """

    characters: Cards | None = optional("who is in it; absent: everybody who can act")
    surprised: Cards = Field(default=[], description="who is surprised: their cards come last")
    brawn: bool = Field(
        default=True, description="whether everyone gains SP equal to Brawn as the first cards are drawn"
    )

    def play(self, board: Board, actor: Actor) -> Report:
        if rounds_of(board) is not None:
            raise Refused("The rounds have begun already; end them first.")
        who = deck.in_play(board, self.characters, actor)
        actions = {card(each.id): stats_of(each).actions for each in who}
        order = rules.shuffled(tuple(actions), board.dice)
        caught = [card(find(board, Character, id, actor).id) for id in self.surprised]
        rounds = Rounds.start(actions, order, surprised=[each for each in caught if each in actions])
        row = board.add(
            Piece(kind=ROUNDS, name="Rounds", scene=board.table.active_scene, data=rounds_data(rounds))
        )
        told = [deck.braced(board, each) for each in who] if self.brawn else []
        told += deck.draw(board, row, rounds, actor)
        return with_more(account("The rounds begin", row, piece=row.id), told, board, actor)


@command("resonance.round.turn", roles=PLAYERS_TOO)
class NextTurn(CardCommand):
    """The turn is over and the next card is drawn; after the last card the round ends and a new one begins.

    The end of a round costs every Race one off its Threat Clock.
    """

    def play(self, board: Board, actor: Actor) -> Report:
        row, rounds = deck.going(board, actor)
        rounds, told = deck.end_turn(board, row, rounds, actor)
        return deck.go_on(board, row, rounds, told, actor)


@command("resonance.round.pass", roles=PLAYERS_TOO)
class PassTurn(CardCommand):
    """Pass: with actions left the card goes to the bottom of the deck; the next card is drawn."""

    def play(self, board: Board, actor: Actor) -> Report:
        row, rounds = deck.going(board, actor)
        name, who = deck.named(board, rounds.active), rounds.active
        told = deck.turn_ends(board, rounds, actor)
        rounds = rounds.pass_turn()
        says = [Report(f"{name} passes", deck.about(row, who)), *told]
        return deck.go_on(board, row, rounds, says, actor)


@command("resonance.round.act", roles=PLAYERS_TOO)
class TakeActions(CardCommand):
    """Whoever has priority takes actions, from the own pool or, riding, from the partner's.

    Every one is declared: Blight and its like bite, SP and EP are paid; with the last HP the rest is lost. An
    `action` of the book ("shove") costs its SP, unless `sp` says otherwise.
    """

    actions: Annotated[int, Field(ge=1, le=6, description="how many actions")] = 1
    action: Annotated[str, Field(max_length=60, description="which action of the book, in words")] = ""
    pool: Id | None = optional("whose actions are used, riding or ridden; absent: the own, then the other's")
    sp: Cost | None = optional("SP that the action costs")
    ep: Cost = Field(default=0, description="EP that the keywords cost")

    def play(self, board: Board, actor: Actor) -> Report:
        row, rounds = deck.going(board, actor)
        who = acting_now(board, rounds)
        payer = self._payer(board, actor, rounds, who)
        rounds.act(pool=payer, actions=self.actions)  # refused before anything bites
        told, done = self._declared(board, who, actor)
        after = rounds.act(pool=payer, actions=done)
        deck.keep(row, after)
        first, *rest = [*told, left_of(board, row.id, rounds, after)] if done else told
        first.result = deck.stands(row, after, actor)
        return with_more(first, rest, board, actor)

    def _declared(self, board: Board, who: Character, actor: Actor) -> tuple[list[Report], int]:
        """One after the other, as long as the holder stands; what they cost is paid with the first."""
        told: list[Report] = []
        sp = self.sp if self.sp is not None else book.sp_of(self.action) if self.action else 0
        for done in range(self.actions):
            costs = {} if done else {"sp": sp, "ep": self.ep}
            more, lost = does(board, who, ACTION, actor, action=self.action, **costs)
            told += more
            if lost:
                return told, done
        return told, self.actions

    def _payer(self, board: Board, actor: Actor, rounds: Rounds, who: Character) -> str:
        """Whose pool pays: anybody's for the GM; for a player that of the rider or of the mount."""
        pools = pools_of(board, who.id)
        if self.pool is None:
            return rounds.payer(pools, self.actions)
        payer = find(board, Character, self.pool, actor)
        if actor.role != "gm" and card(payer.id) not in pools:
            raise Forbidden(f"{payer.name} does not pay for you; only somebody you ride does.")
        return card(payer.id)


@command("resonance.round.react")
class React(OneCard):
    """Somebody reacts outside the own turn, with an action of the own pool; SP and EP are paid.

    A Resist says `against` which effect: it has to beat the Resistance and the Level of whoever resists.
    """

    against: Id | None = optional("the effect that is resisted, a check")
    sp: Cost = Field(default=0, description="SP that the action costs")
    ep: Cost = Field(default=0, description="EP that the keywords cost")

    def turned(self, board: Board, row: Piece, rounds: Rounds, who: Character, actor: Actor) -> Report:
        after = rounds.react(card(who.id))
        told, lost = does(board, who, REACTION, actor, sp=self.sp, ep=self.ep)
        after = rounds if lost else after
        told += [] if lost else resisted(board, board.find(Check, self.against), who)
        deck.keep(row, after)
        says = Report(f"{who.name} reacts, {after.left[card(who.id)]} left", deck.about(row, card(who.id)))
        return with_more(says, told, board, actor)


@command("resonance.round.seize")
class Seize(OneCard):
    """Somebody seizes priority, as after a Parry: the turn that runs ends, its card lies on top.

    What let them is the reaction, declared by its own roll or by `resonance.round.react`.
    """

    def turned(self, board: Board, row: Piece, rounds: Rounds, who: Character, actor: Actor) -> Report:
        drawn = rounds.seize(card(who.id), slowed="slow" in pool_of(board, who.id))
        deck.keep(row, drawn.rounds)
        ended = deck.turn_ends(board, rounds, actor)
        free = ", with one action free" if drawn.free else ""
        says = Report(f"{who.name} seizes priority{free}", deck.about(row, card(who.id)))
        return with_more(says, [*ended, *deck.begins(board, drawn, actor)], board, actor)


@command("resonance.round.join")
class Join(OneCard):
    """Somebody comes in: the card is shuffled among those still to be drawn."""

    def turned(self, board: Board, row: Piece, rounds: Rounds, who: Character, actor: Actor) -> Report:
        place = rules.place_among(rounds.deck, board.dice)
        deck.keep(row, rounds.join(card(who.id), stats_of(who).actions, place))
        return Report(f"{who.name} comes in")


@command("resonance.round.leave")
class Leave(OneCard):
    """Somebody is out of it: the card leaves the deck."""

    def turned(self, board: Board, row: Piece, rounds: Rounds, who: Character, actor: Actor) -> Report:
        deck.leave(row, rounds, card(who.id))
        return Report(f"{who.name} is out of it")


@command("resonance.round.end")
class EndRounds(CardCommand):
    """The fight is over: the cards are put away."""

    def play(self, board: Board, actor: Actor) -> Report:
        row, rounds = deck.going(board, None)
        row.removed = True
        says = f"The rounds end after {rounds.number}"
        return account(says, row, piece=row.id)
