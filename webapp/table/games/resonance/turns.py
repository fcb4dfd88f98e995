"""The turn order at the table: a deck of cards, actions for the round, turns that end and begin."""

from typing import Annotated, Any

from pydantic import Field

from webapp.rules.resonance import rounds as rules
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.rounds import Drawn, Rounds
from webapp.screens.games.resonance.reading import (
    ROUNDS,
    card,
    pool_of,
    rounds_data,
    rounds_from,
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
from webapp.table.games.resonance import nested
from webapp.table.games.resonance.firing import fire_at
from webapp.table.games.resonance.keeping import keep_values
from webapp.table.refusals import Forbidden, Refused
from webapp.table.taking import with_more

Cards = Annotated[list[Id], Field(max_length=40)]
SLOWED = "_slowed"


@command("resonance.round.start")
class StartRounds(GameCommand):
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
        who = _in_play(board, self.characters, actor)
        actions = {card(each.id): stats_of(each).actions for each in who}
        order = rules.shuffled(tuple(actions), board.dice)
        rounds = Rounds.start(actions, order, surprised=[card(id) for id in self.surprised])
        row = board.add(
            Piece(kind=ROUNDS, name="Rounds", scene=board.table.active_scene, data=rounds_data(rounds))
        )
        told = [_braced(board, each) for each in who] if self.brawn else []
        told += _draw(board, row, rounds, actor)
        says = Told("The rounds begin", [("piece", row.id)], {"piece": row.id}, because=self.because)
        return with_more(says, told, board, actor)


@command("resonance.round.turn")
class NextTurn(GameCommand):
    """The turn is over and the next card is drawn; after the last card the round ends and a new one begins.

    The end of a round costs every Race one off its Threat Clock.
    """

    roles = PLAYERS_TOO

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, actor)
        rounds, told = _end_turn(board, row, rounds, actor)
        return _go_on(board, row, rounds, told, actor, self.because)


@command("resonance.round.pass")
class PassTurn(GameCommand):
    """Pass: with actions left the card goes to the bottom of the deck; the next card is drawn."""

    roles = PLAYERS_TOO

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, actor)
        name, who = _name(board, rounds.active), rounds.active
        told = _turn_ends(board, row, rounds, actor)
        rounds = rounds.pass_turn()
        says = [Told(f"{name} passes", _about(row, who)), *told]
        return _go_on(board, row, rounds, says, actor, self.because)


@command("resonance.round.act")
class TakeActions(GameCommand):
    """Whoever has priority takes actions, from the own pool or, riding, from the partner's."""

    roles = PLAYERS_TOO

    actions: Annotated[int, Field(ge=1, le=6)] = 1
    pool: Id | None = None
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, actor)
        payer = card(find(board, "character", self.pool, actor).id) if self.pool is not None else None
        rounds = rounds.act(pool=payer, actions=self.actions)
        _keep(row, rounds)
        who = payer or rounds.active or ""
        says = f"{_name(board, who)}: {rounds.left[who]} action{'s' if rounds.left[who] != 1 else ''} left"
        return Told(
            says,
            [("piece", row.id), ("character", int(who))],
            _result(row, rounds, actor),
            because=self.because,
        )


@command("resonance.round.react")
class React(GameCommand):
    """Somebody reacts outside the own turn, with an action of the own pool."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, None)
        who = find(board, "character", self.character, actor)
        rounds = rounds.react(card(who.id))
        _keep(row, rounds)
        says = f"{who.name} reacts, {rounds.left[card(who.id)]} left"
        return Told(
            says,
            [("piece", row.id), ("character", who.id)],
            _result(row, rounds, actor),
            because=self.because,
        )


@command("resonance.round.focus")
class Focus(GameCommand):
    """A Focus action takes the whole turn: all actions go, and the next card is drawn."""

    roles = PLAYERS_TOO

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, actor)
        name, told = _name(board, rounds.active), _turn_ends(board, row, rounds, actor)
        says = [Told(f"{name} focuses", _about(row, rounds.active)), *told]
        return _go_on(board, row, rounds.focus(), says, actor, self.because)


@command("resonance.round.seize")
class Seize(GameCommand):
    """Somebody seizes priority, as after a Parry: the turn that runs ends, its card lies on top."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, None)
        who = find(board, "character", self.character, actor)
        drawn = rounds.seize(card(who.id))
        _keep(row, drawn.rounds)
        free = ", with one action free" if drawn.free else ""
        says = Told(f"{who.name} seizes priority{free}", [("piece", row.id), ("character", who.id)])
        says.result, says.because = _result(row, drawn.rounds, actor), self.because
        return with_more(says, _begins(board, drawn, actor), board, actor)


@command("resonance.round.join")
class Join(GameCommand):
    """Somebody comes in: the card is shuffled among those still to be drawn."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, None)
        who = find(board, "character", self.character, actor)
        place = rules.place_among(rounds.deck, board.dice)
        rounds = rounds.join(card(who.id), stats_of(who).actions, place)
        _keep(row, rounds)
        says = f"{who.name} comes in"
        return Told(
            says,
            [("piece", row.id), ("character", who.id)],
            _result(row, rounds, actor),
            because=self.because,
        )


@command("resonance.round.leave")
class Leave(GameCommand):
    """Somebody is out of it: the card leaves the deck."""

    character: Id
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, None)
        who = find(board, "character", self.character, actor)
        rounds = rounds.leave(card(who.id))
        _keep(row, rounds)
        says = f"{who.name} is out of it"
        return Told(
            says,
            [("piece", row.id), ("character", who.id)],
            _result(row, rounds, actor),
            because=self.because,
        )


@command("resonance.round.end")
class EndRounds(GameCommand):
    """The fight is over: the cards are put away."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row, rounds = _going(board, None)
        row.removed = True
        says = f"The rounds end after {rounds.number}"
        return Told(says, [("piece", row.id)], {"piece": row.id}, because=self.because)


# ---- turning cards -------------------------------------------------------------------------------


def _in_play(board: Board, named: list[int] | None, actor: Actor) -> list[Any]:
    if named is not None:
        return [find(board, "character", id, actor) for id in dict.fromkeys(named)]
    who: list[Any] = [row for row in board.here("character") if values_of(board, row.id).may_act]
    if not who:
        raise Refused("Nobody is here to act.")
    return who


def _going(board: Board, actor: Actor | None) -> tuple[Piece, Rounds]:
    """The rounds that run; a player has a say only while the own character has priority."""
    found = rounds_of(board)
    if found is None:
        raise Refused("No rounds are running.")
    if actor is not None and actor.role != "gm":
        own = own_character(board, actor)
        if own is None or found[1].active != card(own.id):
            raise Forbidden("It is not your turn.")
    return found


def _go_on(
    board: Board, row: Piece, rounds: Rounds, told: list[Told], actor: Actor, because: str | None
) -> Told:
    """Draw the next card; when there is none the round ends, and the next one begins."""
    if rounds.over:
        told = [*told, Told(f"Round {rounds.number} ends", [("piece", row.id)]), *nested.round_ends(board)]
        rounds = rounds.next_round(rules.shuffled(tuple(rounds.each), board.dice))
    told = [*told, *_draw(board, row, rounds, actor)]
    first, *rest = told
    first.result, first.because = _result(row, rounds_from(row.data), actor), because
    return with_more(first, rest, board, actor)


def _draw(board: Board, row: Piece, rounds: Rounds, actor: Actor) -> list[Told]:
    who = board.find("character", int(rounds.deck[0]))
    slowed = who is not None and "slow" in pool_of(board, who.id)
    drawn = rounds.draw(slowed=slowed)
    _keep(row, drawn.rounds, slowed=drawn.who if slowed else None)
    name = _name(board, drawn.who)
    says = Told(
        f"{name} has priority, {drawn.actions} action{'s' if drawn.actions != 1 else ''}", [("piece", row.id)]
    )
    if who is not None:
        says.about.append(("character", who.id))
    return [says, *_begins(board, drawn, actor)]


def _begins(board: Board, drawn: Drawn, actor: Actor) -> list[Told]:
    """Nullify at the first priority of a round, Slow as the turn starts."""
    who = board.find("character", int(drawn.who))
    if who is None:
        return []
    told = fire_at(board, who, Event("round_start"), actor) if drawn.first else []
    return [*told, *fire_at(board, who, Event("turn_start"), actor, {"on": "turn_start"})]


def _turn_ends(board: Board, row: Piece, rounds: Rounds, actor: Actor) -> list[Told]:
    who = board.find("character", int(rounds.active)) if rounds.active else None
    if who is None:
        return []
    slowed = row.data.get(SLOWED) == rounds.active
    return fire_at(board, who, Event("turn_end", slowed=slowed), actor, {"on": "turn_end"})


def _end_turn(board: Board, row: Piece, rounds: Rounds, actor: Actor) -> tuple[Rounds, list[Told]]:
    if rounds.active is None:
        return rounds, []
    says = Told(f"{_name(board, rounds.active)}: the turn ends", _about(row, rounds.active))
    return rounds.end_turn(), [says, *_turn_ends(board, row, rounds, actor)]


def _keep(row: Piece, rounds: Rounds, slowed: str | None = None) -> None:
    data = rounds_data(rounds)
    kept = slowed if slowed is not None else row.data.get(SLOWED)
    row.data = {**data, **({SLOWED: kept} if kept == rounds.active and kept is not None else {})}


def _about(row: Piece, who: str | None) -> list[tuple[str, int]]:
    """What a line names: the rounds, and whose card it is."""
    return [("piece", row.id), *([("character", int(who))] if who else [])]


def _name(board: Board, who: str | None) -> str:
    row = board.find("character", int(who)) if who else None
    return row.name if row is not None else "Somebody"


def _braced(board: Board, character: Any) -> Told:
    changed = values_of(board, character.id).gain("sp", stats_of(character).brawn, beyond=True)
    row = keep_values(board, character.id, changed.values)
    says = f"{character.name} gains {changed.by} SP"
    return Told(says, [("character", character.id), ("piece", row.id)])


def _result(row: Piece, rounds: Rounds, actor: Actor) -> dict[str, Any]:
    """Where the rounds stand; the cards of all are the GM's to know."""
    found: dict[str, Any] = {"piece": row.id, "round": rounds.number}
    if actor.role != "gm":
        return found
    return {**found, "active": int(rounds.active) if rounds.active else None, "left": dict(rounds.left)}
