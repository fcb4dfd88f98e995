"""Turning cards: whose turn ends, who has priority next, what a round that ends costs."""

from webapp.games.resonance.screens.characters import (
    card,
    pool_of,
    rounds_data,
    rounds_from,
    rounds_of,
    stats_of,
    values_of,
)
from webapp.games.resonance.table import nested_clocks
from webapp.games.resonance.table.character_state import keep_values
from webapp.games.resonance.table.mounts import dictated
from webapp.games.resonance.table.triggers import fire_at
from webapp.rules.resonance import rounds as rules
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.race import Race
from webapp.rules.resonance.rounds import Drawn, Rounds
from webapp.rules.resonance.values import start_situation
from webapp.store.board import Board
from webapp.store.models import Character, Piece
from webapp.table.actor import Actor
from webapp.table.check_setup import own_character
from webapp.table.command import Report, account, find
from webapp.table.execution import with_more
from webapp.table.refusals import Forbidden, Refused


def in_play(board: Board, named: list[int] | None, actor: Actor) -> list[Character]:
    """Everybody who can act, or those who are named."""
    if named is not None:
        return [find(board, Character, id, actor) for id in dict.fromkeys(named)]
    who: list[Character] = [row for row in board.here(Character) if values_of(board, row.id).may_act]
    if not who:
        raise Refused("Nobody is here to act.")
    return who


def going(board: Board, actor: Actor | None) -> tuple[Piece, Rounds]:
    """The rounds that run; a player has a say only while the own character, or its mount, has priority."""
    found = rounds_of(board)
    if found is None:
        raise Refused("No rounds are running.")
    if actor is not None and actor.role != "gm":
        own, active = own_character(board, actor), found[1].active
        if active is None or not dictated(board, int(active), actor):
            ridden = own is not None and active == card(own.id)
            raise Forbidden("Whoever rides says what you do." if ridden else "It is not your turn.")
    return found


def go_on(board: Board, row: Piece, rounds: Rounds, told: list[Report], actor: Actor) -> Report:
    """Draw the next card; when there is none the round ends, and the next one begins."""
    if rounds.over:
        told = [
            *told,
            account(f"Round {rounds.number} ends", row),
            *nested_clocks.races(board, Race.round_end),
        ]
        rounds = rounds.next_round(rules.shuffled(tuple(rounds.each), board.dice))
    told = [*told, *draw(board, row, rounds, actor)]
    first, *rest = told
    first.result = stands(row, rounds_from(row.data), actor)
    return with_more(first, rest, board, actor)


def draw(board: Board, row: Piece, rounds: Rounds, actor: Actor) -> list[Report]:
    """The top card is drawn: its owner has priority, one action fewer if a Slow lies in the pool."""
    who = board.find(Character, int(rounds.deck[0]))
    drawn = rounds.draw(slowed=who is not None and "slow" in pool_of(board, who.id))
    keep(row, drawn.rounds)
    name = named(board, drawn.who)
    says = account(f"{name} has priority, {drawn.actions} action{'s' if drawn.actions != 1 else ''}", row)
    if who is not None:
        says.about.append(("character", who.id))
    return [says, *begins(board, drawn, actor)]


def begins(board: Board, drawn: Drawn, actor: Actor) -> list[Report]:
    """What getting priority does to somebody's tags."""
    who = board.find(Character, int(drawn.who))
    if who is None:
        return []
    return [told for event in drawn.events for told in fire_at(board, who, event, actor, _said(event))]


def _said(event: Event) -> dict[str, object] | None:
    """What a pool remembers as the last that happened: a turn that began or ended, if nothing else."""
    return None if event.on == "round_start" else {"on": event.on}


def turn_ends(board: Board, rounds: Rounds, actor: Actor) -> list[Report]:
    """The turn is over: a Slow that bit on it goes."""
    who = board.find(Character, int(rounds.active)) if rounds.active else None
    if who is None:
        return []
    return fire_at(board, who, rounds.turn_end, actor, _said(rounds.turn_end))


def end_turn(board: Board, row: Piece, rounds: Rounds, actor: Actor) -> tuple[Rounds, list[Report]]:
    """The card that is active goes to the pile."""
    if rounds.active is None:
        return rounds, []
    says = Report(f"{named(board, rounds.active)}: the turn ends", about(row, rounds.active))
    return rounds.end_turn(), [says, *turn_ends(board, rounds, actor)]


def leave(row: Piece, rounds: Rounds, who: str) -> Rounds:
    """Somebody's card leaves the deck; with the last one the rounds are over."""
    left = rounds.leave(who)
    keep(row, left)
    row.removed = not left.each
    return left


def keep(row: Piece, rounds: Rounds) -> None:
    """Write the turn order down."""
    row.data = rounds_data(rounds)


def about(row: Piece, who: str | None) -> list[tuple[str, int]]:
    """What a line names: the rounds, and whose card it is."""
    return [("piece", row.id), *([("character", int(who))] if who else [])]


def named(board: Board, who: str | None) -> str:
    """Whose card it is."""
    row = board.find(Character, int(who)) if who else None
    return row.name if row is not None else "Somebody"


def by_name(board: Board, text: str) -> str:
    """A sentence of the rules, which know cards alone, with the names of those they belong to."""
    for row in board.here(Character):
        text = text.replace(card(row.id), row.name)
    return text


def braced(board: Board, character: Character) -> Report:
    """The first cards: SP equal to Brawn on top."""
    before = values_of(board, character.id)
    after = start_situation(before, stats_of(character))
    row = keep_values(board, character.id, after)
    says = f"{character.name} gains {after.sp - before.sp} SP"
    return account(says, character, row)


def stands(row: Piece, rounds: Rounds, actor: Actor) -> dict[str, object]:
    """Where the rounds stand; the cards of all are the GM's to know."""
    found: dict[str, object] = {"piece": row.id, "round": rounds.number}
    if actor.role != "gm":
        return found
    return {**found, "active": int(rounds.active) if rounds.active else None, "left": dict(rounds.left)}
