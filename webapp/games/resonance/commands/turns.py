"""Commands for the turn order: cards, actions and rounds."""

from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CharacterId,
    Check,
    CommandResult,
    Forbidden,
    GameDocument,
    Id,
    Refused,
    TableState,
    append_results,
    command,
    find,
    optional,
    ref_of,
    told,
)
from webapp.games.resonance.commands import deck
from webapp.games.resonance.commands.character_state import ReasonedCommand
from webapp.games.resonance.commands.costs import ACTION, REACTION, does, ensure_moves, left_of, pools_of
from webapp.games.resonance.commands.pools import Cost
from webapp.games.resonance.commands.rolls import resisted
from webapp.games.resonance.events import RoundsPass
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules import rounds as rules
from webapp.games.resonance.rules.rounds import Rounds
from webapp.games.resonance.state.characters import (
    pool_of,
    rounds_of,
    stats_of,
)
from webapp.games.resonance.state.documents import ROUNDS, rounds_in, store
from webapp.rules.codec import dump_value

Cards = Annotated[list[Id], Field(max_length=40)]


def acting_now(state: TableState, rounds: Rounds) -> Character:
    """Return the character with priority; refuse if nobody has it."""
    who = state.find(Character, rounds.active)
    if who is None:
        raise Refused("Nobody has priority. Go to the next turn first.")
    return who


class OneCard(ReasonedCommand):
    """A command about one card of the current rounds."""

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row, rounds = deck.going(state, None)
        who = find(state, Character, self.character, actor)
        result = self.turned(state, row, rounds, who, actor)
        result.payload = deck.rounds_for(row, rounds_in(row), actor)
        return result

    def turned(
        self, state: TableState, document: GameDocument, rounds: Rounds, who: Character, actor: Actor
    ) -> CommandResult:
        raise NotImplementedError


@command("resonance.round.start")
class StartRounds(ReasonedCommand):
    """Start rounds with the cards of all characters in play, or the named ones; the surprised come last.

    Everyone gains SP equal to Brawn, even above the maximum, unless `brawn` is false.
    """

    characters: Cards | None = optional("the characters who get cards; default: everybody who can act")
    surprised: Cards = Field(default=[], description="the surprised characters, whose cards come last")
    brawn: bool = Field(
        default=True, description="whether everyone gains SP equal to Brawn when the first cards are drawn"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if rounds_of(state) is not None:
            raise Refused("Rounds are already running. End them first.")
        who = deck.in_play(state, self.characters, actor)
        actions = {character.id: stats_of(character).actions for character in who}
        order = rules.shuffled(tuple(actions), state.dice)
        caught = [find(state, Character, id, actor).id for id in self.surprised]
        rounds = Rounds.start(actions, order, surprised=[id for id in caught if id in actions])
        row = state.add(
            GameDocument(kind=ROUNDS, name="Rounds", scene=state.table.active_scene, data=dump_value(rounds))
        )
        results = [deck.braced(state, character) for character in who] if self.brawn else []
        results += deck.draw(state, row, rounds, actor)
        return append_results(told(RoundsPass(ref_of(row), "begin"), piece=row.id), results, state, actor)


@command("resonance.round.turn", roles=PLAYERS_TOO)
class NextTurn(ReasonedCommand):
    """End the turn and draw the next card; after the last card the round ends and a new one begins.

    The end of a round takes 1 off the Threat Clock of every running Race.
    """

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row, rounds = deck.going(state, actor)
        rounds, results = deck.end_turn(state, row, rounds, actor)
        return deck.go_on(state, row, rounds, results, actor)


@command("resonance.round.pass", roles=PLAYERS_TOO)
class PassTurn(ReasonedCommand):
    """Pass: with actions left the card goes to the bottom of the deck; the next card is drawn."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row, rounds = deck.going(state, actor)
        passed = rounds.pass_turn()
        results = deck.turn_ends(state, rounds, actor)
        if rounds.active is not None:
            results = [deck.tell_turn(row, rounds.active, "passes"), *results]
        return deck.go_on(state, row, passed, results, actor)


@command("resonance.round.act", roles=PLAYERS_TOO)
class TakeActions(ReasonedCommand):
    """Take actions with priority, from the character's own pool or that of their mount or rider.

    The actions are declared one by one: Blight and other tags take effect at each, and the first
    pays the SP and EP of all. If Blight takes the last HP, that action and those after it are lost.
    An `action` of the book ("shove") costs its SP, unless `sp` says otherwise. A player cannot take
    a Move Action with an Immobilised character.
    """

    actions: Annotated[int, Field(ge=1, le=6, description="how many actions the character uses")] = 1
    action: Annotated[str, Field(max_length=60)] = Field(
        default="", description="the name of the book's action; default: none of them"
    )
    pool: Id | None = optional(
        "the rider or mount whose actions are used; "
        "default: the character's own if it has enough actions, else the other's"
    )
    sp: Cost | None = optional("the SP that the action costs; default: the book's cost of “action”, else 0")
    ep: Cost = Field(default=0, description="the EP that the keywords cost")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row, rounds = deck.going(state, actor)
        who = acting_now(state, rounds)
        if book.is_move(self.action):
            ensure_moves(state, who, actor)
        payer = self._payer(state, actor, rounds, who)
        rounds.act(pool=payer, actions=self.actions)  # refused before any tag takes effect
        results, done = self._declared(state, who, actor)
        after = rounds.act(pool=payer, actions=done)
        store(row, after)
        first, *rest = [*results, left_of(row.id, rounds, after)] if done else results
        first.payload = deck.rounds_for(row, after, actor)
        return append_results(first, rest, state, actor)

    def _declared(self, state: TableState, who: Character, actor: Actor) -> tuple[list[CommandResult], int]:
        """Declare the actions one by one until a Blight takes one; return the results and how many were done.

        The first action pays the cost of all.
        """
        results: list[CommandResult] = []
        sp = self.sp if self.sp is not None else book.sp_of(self.action) if self.action else 0
        for done in range(self.actions):
            costs = {} if done else {"sp": sp, "ep": self.ep}
            more, lost = does(state, who, ACTION, actor, action=self.action, **costs)
            results += more
            if lost:
                return results, done
        return results, self.actions

    def _payer(self, state: TableState, actor: Actor, rounds: Rounds, who: Character) -> int:
        """Return the card whose pool pays: that of `pool`, else the first with enough actions.

        A player may name only the card of the character with priority, or of their rider or mount.
        """
        pools = pools_of(state, who.id)
        if self.pool is None:
            return rounds.payer(pools, self.actions)
        payer = find(state, Character, self.pool, actor)
        if actor.role != "gm" and payer.id not in pools:
            raise Forbidden(f"{payer.name} cannot lend you actions; only your mount or rider can.")
        return payer.id


@command("resonance.round.react")
class React(OneCard):
    """React outside your turn: spend an action from your pool, and its SP and EP.

    To Resist, name the check of the effect in `against`; it must then beat your Resistance plus
    your Level.
    """

    against: Id | None = optional("the check whose effect is resisted; default: no Resist")
    sp: Cost = Field(default=0, description="the SP that the action costs")
    ep: Cost = Field(default=0, description="the EP that the keywords cost")

    def turned(
        self, state: TableState, document: GameDocument, rounds: Rounds, who: Character, actor: Actor
    ) -> CommandResult:
        after = rounds.react(who.id)
        results, lost = does(state, who, REACTION, actor, sp=self.sp, ep=self.ep)
        after = rounds if lost else after
        results += [] if lost else resisted(state, state.find(Check, self.against), who)
        store(document, after)
        says = deck.tell_turn(document, who.id, "no_reaction" if lost else "react", after.left[who.id])
        return append_results(says, results, state, actor)


@command("resonance.round.seize")
class Seize(OneCard):
    """Seize priority, as after a Parry: the current turn ends, and its card goes on top of the deck.

    The reaction itself is declared by its own roll or by `resonance.round.react`.
    """

    def turned(
        self, state: TableState, document: GameDocument, rounds: Rounds, who: Character, actor: Actor
    ) -> CommandResult:
        drawn = rounds.seize(who.id, slowed="slow" in pool_of(state, who.id))
        store(document, drawn.rounds)
        ended = deck.turn_ends(state, rounds, actor)
        says = deck.tell_turn(document, who.id, "seizes_free" if drawn.free else "seizes")
        return append_results(says, [*ended, *deck.begins(state, drawn, actor)], state, actor)


@command("resonance.round.join")
class Join(OneCard):
    """Add a character to the rounds: their card is shuffled into those still to be drawn."""

    def turned(
        self, state: TableState, document: GameDocument, rounds: Rounds, who: Character, actor: Actor
    ) -> CommandResult:
        place = rules.place_among(rounds.deck, state.dice)
        store(document, rounds.join(who.id, stats_of(who).actions, place))
        return deck.tell_turn(document, who.id, "joins")


@command("resonance.round.leave")
class Leave(OneCard):
    """Remove a character, and their card, from the rounds."""

    def turned(
        self, state: TableState, document: GameDocument, rounds: Rounds, who: Character, actor: Actor
    ) -> CommandResult:
        deck.leave(document, rounds, who.id)
        return deck.tell_turn(document, who.id, "leaves")


@command("resonance.round.end")
class EndRounds(ReasonedCommand):
    """End the rounds and remove their cards."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row, rounds = deck.going(state, None)
        row.removed = True
        return told(RoundsPass(ref_of(row), "end", rounds.number), piece=row.id)
