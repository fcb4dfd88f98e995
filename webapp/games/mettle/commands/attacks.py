"""Attacks as they are declared: the first starts a fight, a split pool makes two Checks."""

from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    Check,
    CheckEvaluation,
    CommandResult,
    GameDocument,
    Id,
    Refused,
    Role,
    TableState,
    apply_settings,
    command,
    describe_attempt,
    find,
    new_check,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    Count,
    merge_game_results,
)
from webapp.games.mettle.commands.initiative import first_attack
from webapp.games.mettle.events import AttackSplit
from webapp.games.mettle.rules.attacks import split_pool
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.table.fields import Saying

SPLIT = "split"


@command("mettle.action.split", roles=PLAYERS_TOO)
class SplitAttack(CharacterCommand):
    """Split an Attack's pool between two targets: `dice` for the first Check, the rest for the second."""

    foes: Annotated[list[Id], Field(min_length=2, max_length=2, description="the two targets")]
    dice: Count = Field(description="how many of the dice go to the first target; 0: half, rounded up")
    weapon: Id | None = optional("the weapon used for both Attacks; default: the best one that fits")
    intent: Saying | None = optional("the goal of the Action, in words; default: a sentence about the Action")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        for id in self.foes:
            find(state, Character, id, actor)
        check = new_check(state, actor, row)
        asked = {"action": "attack", "manner": SPLIT, "foes": self.foes, "share": self.dice}
        weapon = {"weapon": self.weapon} if self.weapon else {}
        apply_settings(state, check, {"intent": self.intent or ""}, asked | weapon, actor)
        result = split_check(state, check, actor)
        begun = first_attack(state, check, actor) if check.visibility != "secret" else []
        return merge_game_results([*begun, result], result.payload)


def after_call(state: TableState, id: int, actor: Actor) -> list[CommandResult]:
    """Prepare a new Check: the first Attack starts a fight, a split Attack on two foes becomes two Checks.

    A player's Attack with a weapon that their character does not carry is refused.
    """
    check = state.require(Check, id)
    _refuse_anothers_weapon(state, check, actor)
    begun = first_attack(state, check, actor) if check.visibility != "secret" else []
    asked = MettleRequest.of(check.asked)
    both = asked.manner == SPLIT and len(asked.foes) == 2
    return [*begun, split_check(state, check, actor)] if both else begun


def _refuse_anothers_weapon(state: TableState, check: Check, actor: Actor) -> None:
    """Refuse a player's Attack with a weapon their character does not carry; the GM may lend any."""
    weapon = state.find(GameDocument, MettleRequest.of(check.asked).weapon)
    if actor.role is not Role.GM and weapon is not None and weapon.character != check.character:
        raise Refused(f"You cannot attack with {weapon.name}: your character does not carry it.")


def split_check(state: TableState, check: Check, actor: Actor) -> CommandResult:
    """Split the pool: this Check keeps the first foe and its dice, and a second Check gets the rest."""
    row = state.require(Character, check.character)
    asked = MettleRequest.of(check.asked)
    own_words = check.intent != describe_attempt(state, state.rules, check)
    said = {"intent": check.intent} if own_words else {}
    targets = [find(state, Character, id, actor) for id in asked.foes]
    pool = CheckEvaluation(state, check).bare.pool
    share = asked.share or (pool + 1) // 2
    parts = split_pool(pool, share, (targets[0].id, targets[1].id))
    made = [check, new_check(state, actor, row)]
    made[1].visibility = check.visibility
    for value, target, part, first in zip(made, targets, parts, (parts[0], None), strict=True):
        new = {**check.asked, "foes": [target.id], "pool": part, "share": first}
        apply_settings(state, value, said, new, actor)
    both, aimed = tuple(map(ref_of, made)), tuple(map(ref_of, targets))
    return told(AttackSplit(ref_of(row), aimed, both, pool, *parts), checks=[value.id for value in made])
