"""Commands of a fight: act, wait, interrupt, rejoin, delay, join and leave."""

from collections.abc import Callable
from typing import Annotated, ClassVar

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CommandResult,
    GameCommand,
    Refused,
    TableState,
    command,
    find,
    ref_of,
)
from webapp.games.mettle.commands.base_commands import (
    CharacterCommand,
    merge_game_results,
    require_ongoing,
)
from webapp.games.mettle.commands.initiative import CombatantIds, store_fight
from webapp.games.mettle.commands.injuries import cannot_act
from webapp.games.mettle.commands.used_actions import use_action
from webapp.games.mettle.events import FighterDid
from webapp.games.mettle.rules.initiative import Initiative
from webapp.games.mettle.state.documents import Fight
from webapp.games.mettle.state.game_state import ride
from webapp.rules.events import Ref
from webapp.table.fields import TextPattern

ActionName = Annotated[
    str, TextPattern(r"^[a-z]{2,20}$", "one word of 2 to 20 lowercase letters, such as attack")
]


@command("mettle.initiative.act", roles=PLAYERS_TOO)
class Act(CharacterCommand):
    """Use the holder's Action without a Check, aimed at `targets` or at nobody."""

    targets: CombatantIds = Field(default=[], description="the targets of the Action; default: nobody")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        for id in self.targets:
            find(state, Character, id, actor)
        fight = require_ongoing(state, Fight)[1]
        if ride(state, row.id) is None:
            if row.id not in fight.combatants:
                raise Refused(f"{row.name} is not in this fight.")
            if row.id in fight.out:
                raise Refused(f"{row.name} is out of this fight.")
        results = use_action(state, row, "", self.targets, acts=True)
        return merge_game_results(results, results[0].payload)


class _Step(CharacterCommand):
    """A command that applies one rule of the fight (`does`) to one combatant."""

    roles = PLAYERS_TOO

    does: ClassVar[Callable[[Initiative, int], Initiative]]
    told_as: ClassVar[str]

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        document, fight = require_ongoing(state, Fight)
        self.ensure_possible(state, fight, row)
        after = self.step(fight, row.id)
        return store_fight(state, document, after, self.event(ref_of(row), ref_of(document)))

    def step(self, fight: Initiative, who: int) -> Initiative:
        return type(self).does(fight, who)

    def event(self, who: Ref, fight: Ref) -> FighterDid:
        return FighterDid(who, fight, self.told_as)

    def ensure_possible(self, state: TableState, fight: Initiative, row: Character) -> None:
        """Refuse a step that this combatant cannot take now."""
        if row.id not in fight.combatants:
            raise Refused(f"{row.name} is not in this fight.")


@command("mettle.initiative.wait")
class Wait(_Step):
    """Hold back one kind of Action, to use it later as an interruption, and pass Initiative."""

    action: ActionName = Field(description="the kind of Action to hold back for later, such as “attack”")

    def step(self, fight: Initiative, who: int) -> Initiative:
        return fight.wait(self.action)

    def event(self, who: Ref, fight: Ref) -> FighterDid:
        return FighterDid(who, fight, "waits", self.action)

    def ensure_possible(self, state: TableState, fight: Initiative, row: Character) -> None:
        if (refusal := fight.refusal(row.id)) is not None:
            raise refusal


@command("mettle.initiative.interrupt", roles=PLAYERS_TOO)
class Interrupt(CharacterCommand):
    """Use a held-back Action during somebody else's turn: the Action named when the wait began."""

    action: ActionName = Field(description="the kind of Action that was held back")

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        if row.id not in require_ongoing(state, Fight)[1].waits:
            raise Refused(f"{row.name} is not waiting.")
        results = use_action(state, row, self.action)
        return merge_game_results(results, results[0].payload)


@command("mettle.initiative.rejoin")
class Rejoin(_Step):
    """End a character's Wait at the start of a Round, and give them an Action in turn."""

    does, told_as = Initiative.rejoin, "rejoins"


@command("mettle.initiative.delay", roles=GameCommand.roles)
class Delay(_Step):
    """Remove a character's next Action, as the Twist “Delay” does in a fight."""

    does, told_as = Initiative.delay, "delayed"


@command("mettle.initiative.join", roles=GameCommand.roles)
class Join(_Step):
    """Add a character to the fight, with an Action of their own.

    A character who has left the fight comes back into it, with an Action from the next Round.
    """

    does, told_as = Initiative.join, "joins"

    def step(self, fight: Initiative, who: int) -> Initiative:
        return fight.restore(who) if who in fight.out else fight.join(who)

    def ensure_possible(self, state: TableState, fight: Initiative, row: Character) -> None:
        if row.id in fight.out and cannot_act(state, row):
            raise Refused(f"{row.name} cannot act now, and so cannot join the fight.")
        if row.id in fight.combatants and row.id not in fight.out:
            raise Refused(f"{row.name} is already in this fight.")


@command("mettle.initiative.leave", roles=GameCommand.roles)
class Leave(_Step):
    """Remove from the fight a character who fled or was captured."""

    does, told_as = Initiative.drop, "out"
