"""Commands for Rally, Surge and a trivial Use, weapons, and a party that sneaks."""

from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CommandResult,
    GameCommand,
    Id,
    Name,
    Refused,
    TableState,
    apply_settings,
    command,
    find,
    listed,
    new_check,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands import injuries
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    Count,
    add_document,
    merge_game_results,
    require_ongoing,
)
from webapp.games.mettle.commands.days import party
from webapp.games.mettle.commands.initiative import store_fight
from webapp.games.mettle.commands.used_actions import use_action
from webapp.games.mettle.people_events import Rallied, Used
from webapp.games.mettle.rules import statuses as rules
from webapp.games.mettle.rules.action_effects import group_sneaker, trivial
from webapp.games.mettle.state import characters
from webapp.games.mettle.state.documents import Fight
from webapp.state.check_events import CheckCalled
from webapp.state.house_events import ThingAdded
from webapp.table.fields import Saying, TextPattern

Damage = Annotated[
    str,
    Field(max_length=12),
    TextPattern(r"^(FRAME(\+\d{1,3})?|\d{1,3})$", "written like FRAME+3, FRAME or 7"),
]


@command("mettle.action.rally", roles=PLAYERS_TOO)
class Rally(CharacterCommand):
    """Rally: an Action that doubles Mettle, up to the maximum. It needs at least 1 Mettle."""

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        held, mettle = characters.statuses(state, row.id), characters.sheet(state, row).mettle
        after = mettle.rally()
        if why := rules.no_rally(held, mettle):
            raise Refused(f"{row.name} cannot Rally while {listed(why.split(', '))}.")
        results = injuries.put(state, row, after, Rallied, how="rallies")
        results += use_action(state, row, "rally")
        return merge_game_results(results, {"character": row.id, "mettle": after.current})


@command("mettle.action.surge", roles=PLAYERS_TOO)
class Surge(CharacterCommand):
    """Surge: halve Mettle, rounded up, to get back the Action that was used this Round."""

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        document, fight = require_ongoing(state, Fight)
        held, mettle = characters.statuses(state, row.id), characters.sheet(state, row).mettle
        after = mettle.surge()
        if why := rules.no_surge(held, mettle):
            raise Refused(f"{row.name} cannot Surge while {listed(why.split(', '))}.")
        ready = fight.surge(row.id)
        results = injuries.put(state, row, after, Rallied, how="surges")
        results.append(store_fight(state, document, ready))
        return merge_game_results(results, {"character": row.id, "mettle": after.current})


@command("mettle.action.use", roles=PLAYERS_TOO)
class TrivialUse(CharacterCommand):
    """Use something trivial, such as a lever or a reload, with an Action but without a Check."""

    what: Name = Field(description="what the character uses, such as a lever")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        used = Used(ref_of(row), trivial(self.what))
        results = [told(used), *use_action(state, row, "use")]
        return merge_game_results(results, {"character": row.id})


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
        return told(ThingAdded(ref_of(new), at=ref_of(row)), piece=new.id)


# ---- the group sneaks ------------------------------------------------------------------------


@command("mettle.action.sneak")
class SneakTogether(GameCommand):
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
        return told(CheckCalled(ref_of(check), ref_of(lowest), described=True, asked=True), check=check.id)
