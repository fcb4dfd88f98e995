"""The immediate consequences of any command at a Resonance table."""

from collections.abc import Callable, Mapping

from webapp.games.api import (
    Actor,
    Character,
    Check,
    Command,
    CommandResult,
    Condition,
    PreCommandResult,
    Proposal,
    TableState,
    Visibility,
    name_key,
)
from webapp.games.resonance.commands import deck, mounts, nested_clocks, rolls
from webapp.games.resonance.commands.character_state import (
    DERIVED,
    apply_derived_conditions,
    as_fall,
    own_piece,
    store_values,
)
from webapp.games.resonance.commands.hide_and_seek import come_out
from webapp.games.resonance.rules.npcs import sheet
from webapp.games.resonance.state.characters import rounds_of, values_of
from webapp.games.resonance.state.documents import POOL, VALUES
from webapp.games.resonance.state.roll_facts import numbers_hidden_from

MOVES_ON = (
    "scene.end",
    "scene.activate",
    "resonance.situation.start",
    "resonance.race.start",
    "resonance.travel",
    "resonance.rest",
    "resonance.downtime",
)
Reaction = Callable[[CommandResult, TableState, Actor], list[CommandResult]]


def before(command: Command, state: TableState, actor: Actor) -> PreCommandResult:
    """Declare the action of a roll before its dice; nothing happens before other commands."""
    if command.do == "check.roll":
        return rolls.before_roll(state, state.find(Check, getattr(command, "check", None)), actor)
    return PreCommandResult()


def after(command: Command, result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Apply and return a command's consequences: its own, those of clocks, those of values, then a defeat."""
    react = REACTIONS.get(command.do)
    followed = react(result, state, actor) if react is not None else []
    followed += nested_clocks.advance_scene(state)
    conditions = apply_derived_conditions(state, actor)
    fell = any("condition" in condition.payload for condition in conditions)
    notable = [  # the conditions of the dead need no sentence
        condition
        for condition in conditions
        if not any(values_of(state, id).dead for kind, id in condition.about if kind == "character")
    ]
    return [*followed, *notable, *(nested_clocks.all_down(state) if fell else ())]


def _character_added(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Give a new character values and a tag pool, and a level 1 sheet if theirs is empty."""
    row = state.find(Character, result.payload["character"])
    if row is not None and not row.stats:
        row.stats = {**sheet("character", 1)}
    for kind in (VALUES, POOL):
        own_piece(state, kind, result.payload["character"])
    return []


def _condition_added(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Apply a condition added by hand to the values: Injured lowers maxima, Unconscious means asleep."""
    row = state.find(Condition, result.payload.get("condition"))
    if row is not None:
        result.events = [as_fall(event, row.name) for event in result.events]
    if row is None or row.data.get(DERIVED):
        return []
    values = values_of(state, row.character)
    after = values.suffers(name_key(row.name))
    if after is not values:
        store_values(state, row.character, after)
        row.data = {**row.data, DERIVED: True}
    return []


def _condition_cleared(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Apply the end of a condition: a healed wound, a woken sleeper, a found hider, a dismounted rider."""
    row = state.find_ever(Condition, result.payload.get("condition"))
    if row is None:
        return []
    result.events = [as_fall(event, row.name) for event in result.events]
    values, name = values_of(state, row.character), name_key(row.name)
    after = values.recovers(name)
    if after != values:
        store_values(state, row.character, after)
    character = state.find(Character, row.character)
    found = come_out(state, character) if name == "hidden" and character is not None else []
    return [*found, *mounts.cleared(state, row)]


def _character_removed(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Remove the card of a removed character, and end the condition of their rider or mount."""
    gone = result.payload["character"]
    found = rounds_of(state)
    if found is not None and gone in found[1].each:
        deck.leave(*found, gone)
    return mounts.left(state, gone)


def _rolled(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    row = state.find(Check, result.payload.get("check"))
    if row is not None and "data" in result.payload:
        kept_back = numbers_hidden_from(Visibility(state, actor.audience), row)
        data = {name: value for name, value in result.payload["data"].items() if name not in kept_back}
        result.payload = {**result.payload, "data": data}
    if row is None:
        return []
    lost = row.result.outcome == "lost"
    came = [] if lost else [*rolls.after_roll(state, row, actor), *nested_clocks.attempted(state, row)]
    return [*came, *rolls.unanswered(state, row)]


def _check_over(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Cancel open reactions to a check that was cancelled or resolved."""
    return rolls.unanswered(state, state.find_ever(Check, result.payload.get("check")))


def _line_over(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Cancel open reactions to a check that is over after one of its proposals was answered."""
    line = state.find_ever(Proposal, result.payload.get("proposal"))
    return rolls.unanswered(state, state.find_ever(Check, line.check) if line is not None else None)


def _moves_on(result: CommandResult, state: TableState, actor: Actor) -> list[CommandResult]:
    """Drop open Complications as play continues; end Situations with their scene."""
    over = nested_clocks.scene_over(state)
    nested_clocks.moves_on(state)
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
