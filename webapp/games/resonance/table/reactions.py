"""What Resonance makes follow at once from any command at its table."""

from collections.abc import Callable, Mapping

from webapp.games.resonance.screens.characters import POOL, VALUES, card, rounds_of, values_of
from webapp.games.resonance.screens.checks import kept_from
from webapp.games.resonance.table import deck, mounts, nested_clocks, rolls
from webapp.games.resonance.table.character_state import (
    DERIVED,
    come_out,
    keep_values,
    own_piece,
    settle_conditions,
)
from webapp.rules.resonance.npcs import sheet
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Condition, Proposal
from webapp.table.actor import Actor
from webapp.table.command import Command, Report
from webapp.table.games import Before

MOVES_ON = (
    "scene.end",
    "scene.activate",
    "resonance.situation.start",
    "resonance.race.start",
    "resonance.travel",
    "resonance.rest",
    "resonance.downtime",
)
Reaction = Callable[[Report, Board, Actor], list[Report]]


def before(command: Command, board: Board, actor: Actor) -> Before:
    """What comes first: an action is declared when its dice are thrown."""
    if command.do == "check.roll":
        return rolls.before_roll(board, board.find(Check, getattr(command, "check", None)), actor)
    return Before()


def after(command: Command, told: Report, board: Board, actor: Actor) -> list[Report]:
    """What follows, in order: the command's own consequences, then what values and clocks settle."""
    react = REACTIONS.get(command.do)
    followed = react(told, board, actor) if react is not None else []
    followed += nested_clocks.settle(board)
    conditions = settle_conditions(board, actor)
    fell = any("condition" in each.result for each in conditions)
    return [*followed, *conditions, *(nested_clocks.all_down(board) if fell else ())]


def _character_added(told: Report, board: Board, actor: Actor) -> list[Report]:
    """Everybody has values and a tag pool from the start; whose sheet is empty starts as just awakened."""
    row = board.find(Character, told.result["character"])
    if row is not None and not row.stats:
        row.stats = {**sheet("character", 1)}
    for kind in (VALUES, POOL):
        own_piece(board, kind, told.result["character"])
    return []


def _condition_added(told: Report, board: Board, actor: Actor) -> list[Report]:
    """Injured lowers what one holds; Unconscious by hand is sleep."""
    row = board.find(Condition, told.result.get("condition"))
    if row is None or row.data.get(DERIVED):
        return []
    values = values_of(board, row.character)
    after = values.suffers(row.name.casefold())
    if after is not values:
        keep_values(board, row.character, after)
        row.data = {**row.data, DERIVED: True}
    return []


def _condition_cleared(told: Report, board: Board, actor: Actor) -> list[Report]:
    """A wound that healed, a sleeper who woke, somebody found, a rider who fell."""
    row = board.row(Condition, told.result.get("condition"))
    if row is None:
        return []
    values, name = values_of(board, row.character), row.name.casefold()
    after = values.recovers(name)
    if after != values:
        keep_values(board, row.character, after)
    character = board.find(Character, row.character)
    found = come_out(board, character) if name == "hidden" and character is not None else []
    return [*found, *mounts.cleared(board, row)]


def _character_removed(told: Report, board: Board, actor: Actor) -> list[Report]:
    """Whoever leaves the table leaves whom they rode, and the deck."""
    gone = told.result["character"]
    found = rounds_of(board)
    if found is not None and card(gone) in found[1].each:
        deck.leave(*found, card(gone))
    return mounts.left(board, gone)


def _rolled(told: Report, board: Board, actor: Actor) -> list[Report]:
    row = board.find(Check, told.result.get("check"))
    if row is not None and "data" in told.result:
        kept_back = kept_from(Visibility(board, actor.audience), row)
        data = {name: each for name, each in told.result["data"].items() if name not in kept_back}
        told.result = {**told.result, "data": data}
    if row is None:
        return []
    lost = row.result.outcome == "lost"
    came = [] if lost else [*rolls.after_roll(board, row, actor), *nested_clocks.attempted(board, row)]
    return [*came, *rolls.unanswered(board, row)]


def _check_over(told: Report, board: Board, actor: Actor) -> list[Report]:
    """A check that was cancelled, or settled as a whole."""
    return rolls.unanswered(board, board.row(Check, told.result.get("check")))


def _line_over(told: Report, board: Board, actor: Actor) -> list[Report]:
    """One line of what came of a check was taken or refused."""
    line = board.row(Proposal, told.result.get("proposal"))
    return rolls.unanswered(board, board.row(Check, line.check) if line is not None else None)


def _moves_on(told: Report, board: Board, actor: Actor) -> list[Report]:
    """What is over needs no Complication once play goes on; a Situation of a scene that ends is over."""
    over = nested_clocks.scene_over(board)
    nested_clocks.moves_on(board)
    return over


REACTIONS: Mapping[str, Reaction] = {
    "character.add": _character_added,
    "character.remove": _character_removed,
    "condition.add": _condition_added,
    "condition.clear": _condition_cleared,
    "check.roll": _rolled,
    "check.cancel": _check_over,
    "check.resolve": _check_over,
    "proposal.accept": _line_over,
    "proposal.decline": _line_over,
    **dict.fromkeys(MOVES_ON, _moves_on),
}
