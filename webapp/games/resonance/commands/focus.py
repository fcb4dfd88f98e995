"""Commands for the Focus actions Recharge and Recover, and for standing up."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CharacterId,
    CommandResult,
    Condition,
    GameDocument,
    Refused,
    TableState,
    append_results,
    command,
    ref_of,
    slug,
    told,
)
from webapp.games.resonance.commands.character_state import ReasonedCommand, end_condition
from webapp.games.resonance.commands.costs import ACTION, doer, does, ensure_moves, spent
from webapp.games.resonance.commands.deck import go_on, going, turn_ends
from webapp.games.resonance.commands.pools import Cost, TagName, remove_tags
from webapp.games.resonance.commands.turns import acting_now
from webapp.games.resonance.commands.values import given
from webapp.games.resonance.events import Acted
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules import values as rules
from webapp.games.resonance.rules.conditions import standing_up, takes_a_move
from webapp.games.resonance.rules.rounds import Rounds
from webapp.games.resonance.state.characters import rounds_of, stats_of, values_of

Going = tuple[GameDocument, Rounds] | None


class FocusCommand(ReasonedCommand):
    """A Focus action, which costs 1 SP unless another cost is given.

    During rounds it takes the whole turn, and the next card is drawn.
    """

    roles = PLAYERS_TOO
    does: ClassVar[str] = "focuses"

    def focus(
        self, state: TableState, who: Character, going: Going, actor: Actor, sp: int = 1, **result: object
    ) -> CommandResult:
        """Declare and pay a Focus action, apply its effect, and end the turn while rounds run.

        If a Blight takes the action, it has no effect and the turn continues. `result` is the payload.
        """
        focused = going[1].focus(who.id) if going is not None else None
        results, lost = does(state, who, ACTION, actor, sp=sp)
        says = told(Acted(ref_of(who), "does_not_focus" if lost else self.does), **result)
        if not lost:
            results += self.restore(state, who, actor)
        if going is None or focused is None or lost:
            return append_results(says, results, state, actor)
        results = [says, *results, *turn_ends(state, going[1], actor)]
        return go_on(state, going[0], focused, results, actor)

    def restore(self, state: TableState, who: Character, actor: Actor) -> list[CommandResult]:
        """Apply the action's effect, and return the results."""
        return []


@command("resonance.round.focus")
class Focus(FocusCommand):
    """Take a Focus action: it costs SP and the whole turn, with all actions; the next card is drawn."""

    sp: Cost = Field(default=1, description="the SP that the action costs")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row, rounds = going(state, actor)
        who = acting_now(state, rounds)
        return self.focus(state, who, (row, rounds), actor, self.sp)


class RecoveryCommand(FocusCommand):
    """A Focus action of a named character, on their turn or while no rounds run."""

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        who = doer(state, self.character, actor)
        return self.focus(state, who, _rounds(state, who), actor, character=who.id)


@command("resonance.recharge")
class Recharge(RecoveryCommand):
    """Recharge for a whole turn: pay 1 SP, regain SP equal to Brawn or EP equal to Wit; not at 0 SP."""

    does: ClassVar[str] = "recharges"

    value: Literal["sp", "ep"] = Field(default="ep", description="the value to recharge: sp or ep")

    def restore(self, state: TableState, who: Character, actor: Actor) -> list[CommandResult]:
        values = rules.recharge(values_of(state, who.id), stats_of(who), rules.Value(self.value))
        return [given(state, who, values, "recharge")]


@command("resonance.recover")
class Recover(RecoveryCommand):
    """Recover for a whole turn and 1 SP: remove up to Brawn, Wit or Influence tags of your choice."""

    does: ClassVar[str] = "recovers"

    stat: Literal["brawn", "wit", "influence"] = Field(
        description="the stat that recovers: it sets how many tags can be removed"
    )
    tags: Annotated[
        list[TagName], Field(min_length=1, max_length=5, description="the names of the tags to remove")
    ]

    def restore(self, state: TableState, who: Character, actor: Actor) -> list[CommandResult]:
        rules.ensure_recovered(self.tags, stats_of(who), self.stat)
        return remove_tags(state, who, self.tags, actor)[1]


@command("resonance.stand", roles=PLAYERS_TOO)
class Stand(ReasonedCommand):
    """Stand up from Prone (a Move Action) or from a crouch (free).

    An Immobilised character cannot stand up from Prone, unless the GM does it.
    """

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = doer(state, self.character, actor)
        own = [row.name for row in state.find_all(Condition) if row.character == character.id]
        known = [name for name in own if slug(name) in book.catalogue()]
        gone = [name for name in known if slug(name) not in standing_up(known)]
        if not gone:
            raise Refused(f"{character.name} is already standing.")
        results, lost = list[CommandResult](), False
        if takes_a_move(known):
            ensure_moves(state, character, actor)
            results, lost = does(state, character, ACTION, actor)
            results += [] if lost else spent(state, character, ACTION, own_turn=True)
        if not lost:
            results += [result for name in gone for result in end_condition(state, character, name)]
        says = told(Acted(ref_of(character), "stays_down" if lost else "stands"), character=character.id)
        return append_results(says, results, state, actor)


def _rounds(state: TableState, character: Character) -> Going:
    """Return the rounds if this character has a card in them; else None."""
    found = rounds_of(state)
    return found if found is not None and character.id in found[1].each else None
