"""The card deck: end turns, draw cards, begin and end rounds."""

from webapp.games.api import (
    Actor,
    Character,
    CommandResult,
    Forbidden,
    GameDocument,
    Refused,
    TableState,
    append_results,
    find,
    own_character,
    ref_of,
    told,
    turns_pass,
)
from webapp.games.resonance.commands import nested_clocks
from webapp.games.resonance.commands.character_state import store_values
from webapp.games.resonance.commands.mounts import dictated
from webapp.games.resonance.commands.triggers import fire_at
from webapp.games.resonance.events import Braced, RoundsPass, TurnTaken
from webapp.games.resonance.rules import rounds as rules
from webapp.games.resonance.rules.pools import Event
from webapp.games.resonance.rules.races import Race
from webapp.games.resonance.rules.rounds import DrawnTurn, Rounds
from webapp.games.resonance.rules.values import start_situation
from webapp.games.resonance.state.characters import (
    pool_of,
    rounds_of,
    stats_of,
    values_of,
)
from webapp.games.resonance.state.documents import rounds_in, store
from webapp.rules.codec import dump_value


def in_play(state: TableState, characters: list[int] | None, actor: Actor) -> list[Character]:
    """Return the named characters; without names all who can act, and refuse if nobody can."""
    if characters is not None:
        return [find(state, Character, id, actor) for id in dict.fromkeys(characters)]
    who: list[Character] = [row for row in state.find_all(Character) if values_of(state, row.id).may_act]
    if not who:
        raise Refused("No character at this table can act. Add a character, or restore someone's HP.")
    return who


def going(state: TableState, actor: Actor | None) -> tuple[GameDocument, Rounds]:
    """Return the document and the turn order of the current rounds; refuse if none run.

    A player who does not decide for the active character is refused too; `actor` None skips this test.
    """
    found = rounds_of(state)
    if found is None:
        raise Refused("No rounds are running.")
    if actor is not None and actor.role != "gm":
        own, active = own_character(state, actor), found[1].active
        if active is None or not dictated(state, active, actor):
            ridden = own is not None and active == own.id
            raise Forbidden("Your rider decides your actions." if ridden else "It is not your turn.")
    return found


def go_on(
    state: TableState, document: GameDocument, rounds: Rounds, results: list[CommandResult], actor: Actor
) -> CommandResult:
    """Draw the next card; if there is none, end the round and begin the next.

    Characters who cannot act are skipped and reported, unless no one can act.
    """
    results = list(results)
    helpless = _helpless(state, rounds)
    while rounds.over or (rounds.active is None and rounds.deck[0] in helpless):
        if rounds.over:
            results += [
                told(RoundsPass(ref_of(document), "over", rounds.number)),
                *nested_clocks.races(state, Race.round_end),
                *turns_pass(state, "round", "a round passes"),
            ]
            rounds = rounds.next_round(rules.shuffled(tuple(rounds.each), state.dice))
        else:
            results.append(tell_turn(document, rounds.deck[0], "passed_over"))
            rounds = rounds.draw().rounds.end_turn()
    results += draw(state, document, rounds, actor)
    first, *rest = results
    first.payload = rounds_for(document, rounds_in(document), actor)
    return append_results(first, rest, state, actor)


def _helpless(state: TableState, rounds: Rounds) -> set[int]:
    """Return the cards of characters who cannot act; none if no character can act."""
    found = {id for id in rounds.each if not values_of(state, id).may_act}
    return found if found < set(rounds.each) else set()


def draw(state: TableState, document: GameDocument, rounds: Rounds, actor: Actor) -> list[CommandResult]:
    """Draw the top card: its owner has priority; a Slow in their pool takes an action, but never the last."""
    who = state.find(Character, rounds.deck[0])
    drawn = rounds.draw(slowed=who is not None and "slow" in pool_of(state, who.id))
    store(document, drawn.rounds)
    return [tell_turn(document, drawn.who, "priority", drawn.actions), *begins(state, drawn, actor)]


def begins(state: TableState, drawn: DrawnTurn, actor: Actor) -> list[CommandResult]:
    """Apply the events of getting priority to the character's tags, and return the results."""
    who = state.find(Character, drawn.who)
    if who is None:
        return []
    return [result for event in drawn.events for result in fire_at(state, who, event, actor, _said(event))]


def _said(event: Event) -> dict[str, object] | None:
    """Return the event's data to store as the pool's last event; None for the start of a round."""
    return None if event.on == "round_start" else {"on": event.on}


def turn_ends(state: TableState, rounds: Rounds, actor: Actor) -> list[CommandResult]:
    """Apply the end of a turn to its character's tags; a Slow that took effect on the turn is removed."""
    who = state.find(Character, rounds.active)
    if who is None:
        return []
    return fire_at(state, who, rounds.turn_end, actor, _said(rounds.turn_end))


def end_turn(
    state: TableState, document: GameDocument, rounds: Rounds, actor: Actor
) -> tuple[Rounds, list[CommandResult]]:
    """End the active turn, whose card is discarded; return the rounds after it and the results."""
    if rounds.active is None:
        return rounds, []
    ended = tell_turn(document, rounds.active, "ends")
    return rounds.end_turn(), [ended, *turn_ends(state, rounds, actor)]


def leave(document: GameDocument, rounds: Rounds, who: int) -> Rounds:
    """Remove a character's card from the deck; without cards the rounds are over."""
    left = rounds.leave(who)
    store(document, left)
    document.removed = not left.each
    return left


def tell_turn(document: GameDocument, who: int, now: str, actions: int | None = None) -> CommandResult:
    """Tell what happened to a character's turn; `now` is a key of the sentences of `resonance.turn`."""
    return told(TurnTaken(("character", who), ref_of(document), now, actions))


def braced(state: TableState, character: Character) -> CommandResult:
    """Add a character's Brawn to their SP, even above the maximum, as rounds begin."""
    before = values_of(state, character.id)
    after = start_situation(before, stats_of(character))
    row = store_values(state, character.id, after)
    return told(Braced(ref_of(character), ref_of(row), after.sp - before.sp, after.sp))


def rounds_for(document: GameDocument, rounds: Rounds, actor: Actor) -> dict[str, object]:
    """Return the id of the rounds' document and the round's number, for the sender's reply.

    The GM also gets the active character and the remaining actions of every card.
    """
    found: dict[str, object] = {"piece": document.id, "round": rounds.number}
    if actor.role != "gm":
        return found
    return {**found, "active": rounds.active, "left": dump_value(rounds)["left"]}
