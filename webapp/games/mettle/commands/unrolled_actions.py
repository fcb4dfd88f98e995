"""Commands for Rally, Surge and a trivial Use, split Attacks, weapons, and a party that sneaks."""

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
    Name,
    Refused,
    Role,
    TableState,
    apply_settings,
    command,
    describe_attempt,
    find,
    listed,
    make_result,
    new_check,
    optional,
)
from webapp.games.mettle.commands import injuries
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    Count,
    NamedStateCommand,
    add_document,
    merge_game_results,
    require_ongoing,
)
from webapp.games.mettle.commands.days import party
from webapp.games.mettle.commands.initiative import first_attack, store_fight
from webapp.games.mettle.commands.used_actions import use_action
from webapp.games.mettle.rules import statuses as rules
from webapp.games.mettle.rules.action_effects import group_sneaker, trivial
from webapp.games.mettle.rules.attacks import split_pool
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.state import characters
from webapp.games.mettle.state.documents import Fight
from webapp.table.fields import Saying, TextPattern

SPLIT = "split"
Damage = Annotated[
    str,
    Field(max_length=12),
    TextPattern(r"^(FRAME(\+\d{1,3})?|\d{1,3})$", "written like FRAME+3, FRAME or 7"),
]


@command("mettle.action.rally", roles=PLAYERS_TOO)
class Rally(NamedStateCommand, CharacterCommand):
    """Rally: an Action that doubles Mettle, up to the maximum. It needs at least 1 Mettle."""

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        held, mettle = characters.statuses(state, row.id), characters.sheet(state, row).mettle
        after = mettle.rally()
        if why := rules.no_rally(held, mettle):
            raise Refused(f"{row.name} cannot Rally while {listed(why.split(', '))}.")
        results = injuries.put(state, row, after, f"{row.name} rallies")
        results += use_action(state, row, "rally")
        return merge_game_results(results, {"character": row.id, "mettle": after.current})


@command("mettle.action.surge", roles=PLAYERS_TOO)
class Surge(NamedStateCommand, CharacterCommand):
    """Surge: halve Mettle, rounded up, to get back the Action that was used this Round."""

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        document, fight = require_ongoing(state, Fight)
        held, mettle = characters.statuses(state, row.id), characters.sheet(state, row).mettle
        after = mettle.surge()
        if why := rules.no_surge(held, mettle):
            raise Refused(f"{row.name} cannot Surge while {listed(why.split(', '))}.")
        ready = fight.surge(row.id)
        results = injuries.put(state, row, after, f"{row.name} surges")
        results.append(store_fight(state, document, ready))
        return merge_game_results(results, {"character": row.id, "mettle": after.current})


@command("mettle.action.use", roles=PLAYERS_TOO)
class TrivialUse(NamedStateCommand, CharacterCommand):
    """Use something trivial, such as a lever or a reload, with an Action but without a Check."""

    what: Name = Field(description="what the character uses, such as a lever")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        words = trivial(self.what)
        results = [make_result(f"{row.name}: {words}", row), *use_action(state, row, "use")]
        return merge_game_results(results, {"character": row.id})


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
        result = halved(state, check, actor)
        begun = first_attack(state, check) if check.visibility != "secret" else []
        return merge_game_results([*begun, result], result.payload)


def called(state: TableState, id: int, actor: Actor) -> list[CommandResult]:
    """Prepare a new Check: the first Attack starts a fight, a split Attack on two foes becomes two Checks.

    A player's Attack with a weapon that their character does not carry is refused.
    """
    check = state.require(Check, id)
    _refuse_anothers_weapon(state, check, actor)
    begun = first_attack(state, check) if check.visibility != "secret" else []
    asked = MettleRequest.of(check.asked)
    both = asked.manner == SPLIT and len(asked.foes) == 2
    return [*begun, halved(state, check, actor)] if both else begun


def _refuse_anothers_weapon(state: TableState, check: Check, actor: Actor) -> None:
    """Refuse a player's Attack with a weapon their character does not carry; the GM may lend any."""
    weapon = state.find(GameDocument, MettleRequest.of(check.asked).weapon)
    if actor.role is not Role.GM and weapon is not None and weapon.character != check.character:
        raise Refused(f"You cannot attack with {weapon.name}: your character does not carry it.")


def halved(state: TableState, check: Check, actor: Actor) -> CommandResult:
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
    words = f"{row.name} splits {pool} dice: {parts[0]} and {parts[1]}"
    return make_result(words, row, *targets, *made, checks=[value.id for value in made])


# ---- weapons ---------------------------------------------------------------------------------


@command("mettle.weapon.add", own_sheet=True)
class AddWeapon(CharacterCommand):
    """Give a character a weapon: its damage (such as FRAME+3 or 7), bonus dice and Range in Zones."""

    name: Name
    damage: Damage = Field(default="FRAME", description="weapon damage, such as FRAME+3, FRAME or 7")
    dice: Count = Field(default=0, description="how many dice the weapon adds")
    range: Count = Field(default=0, description="how many Zones the weapon reaches")
    scoped: bool = Field(default=False, description="true: aiming triples the weapon's Range")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        data = {"damage": self.damage, "dice": self.dice, "range": self.range, "scoped": self.scoped}
        new = add_document(state, "weapon", name=self.name, character=row.id, data=data)
        return make_result(f"{row.name} carries {self.name}", row, new, piece=new.id)


# ---- the group sneaks ------------------------------------------------------------------------


@command("mettle.action.sneak")
class SneakTogether(NamedStateCommand):
    """Let a party sneak with one Check, rolled by its character with the lowest pool.

    By default the party is all player characters. Among characters with equal pools, `choice`
    rolls.
    """

    characters: Annotated[
        list[Id], Field(max_length=30, description="the characters who sneak; default: all player characters")
    ] = []
    foes: Annotated[
        list[Id], Field(max_length=60, description="the characters to sneak past; default: nobody")
    ] = []
    choice: Id | None = optional(
        "the character who rolls if several share the lowest pool; default: the first"
    )
    intent: Saying | None = optional("the goal of the Action, in words; default: a sentence about the Action")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        named = [find(state, Character, id, actor) for id in self.characters]
        rows = {row.id: row for row in named or party(state)}
        if len(rows) < 2:
            raise Refused(
                "A party needs at least two characters. For one character, call the Action Sneak instead."
            )
        for id in self.foes:
            find(state, Character, id, actor)
        pools = {id: characters.sheet(state, row)["POISE"] for id, row in rows.items()}
        lowest = rows[group_sneaker(pools, self.choice)]
        check = new_check(state, actor, lowest)
        given = {"intent": self.intent or "Sneak with the party"}
        along = [row.id for row in rows.values() if row.id != lowest.id]
        apply_settings(state, check, given, {"action": "sneak", "foes": self.foes, "party": along}, actor)
        return make_result(f"{lowest.name} sneaks for the party", lowest, check, check=check.id)
