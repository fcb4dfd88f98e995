"""Razorweave's commands for rest and treatment, and the effects that make characters easy targets."""

from collections.abc import Iterator

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    Check,
    CommandResult,
    Condition,
    ContextItem,
    GameCommand,
    GameTable,
    Refused,
    TableState,
    Tag,
    Thing,
    append_results,
    carried_condition_of,
    command,
    enact,
    find,
    optional,
    ref_of,
    told,
)
from webapp.games.razorweave.events import Rested, Treated
from webapp.games.razorweave.rules import RULESET, edge_against
from webapp.games.razorweave.rules.check import RazorweaveRequest
from webapp.table.fields import Because, ConditionId, Ids

SHORT = 30  # the longest name in a key


@command("razorweave.rest")
class Rest(GameCommand):
    """Let characters rest: a short rest clears most minor conditions, a `long` one also those that need time.

    Conditions that end only with treatment or another event stay. By default the players' characters rest.
    """

    characters: Ids | None = optional("the characters who rest; default: the players' characters")
    long: bool = Field(default=False, description="true: enough time to recover; false: a short rest")
    because: Because | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        resting = self._resting(state, actor)
        held = [
            carried_condition_of(state, row) for row in state.find_all(Condition) if row.character in resting
        ]
        enacted = enact(state, RULESET.rest(held, long=self.long), actor)
        result = told(Rested(self.long, self.characters is None), proposals=enacted.waiting)
        result.because = self.because
        return append_results(result, enacted.results, state, actor)

    def _resting(self, state: TableState, actor: Actor) -> set[int]:
        if self.characters is None:
            return {row.id for row in state.find_all(Character) if row.kind == "pc"}
        return {find(state, Character, id, actor).id for id in self.characters}


@command("razorweave.treat")
class Treat(GameCommand):
    """Treat a condition: it clears at once, or it can heal in time from then on."""

    condition: ConditionId
    because: Because | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find(state, Condition, self.condition, actor)
        held = carried_condition_of(state, row)
        lines = RULESET.treat([held])
        if not lines and row.treated and RULESET.rest([held], long=True):
            raise Refused(f"“{row.name}” is already treated. Use “Time to recover” to clear it.")
        if not lines:
            how = (
                f"How it clears: {row.clears.rstrip('.')}."
                if row.clears
                else "Clear the condition yourself when it is over in the story."
            )
            raise Refused(f"Treatment has no effect on “{row.name}” now. {how}")
        patient = find(state, Character, row.character, actor)
        enacted = enact(state, lines, actor)
        result = told(Treated(ref_of(row), ref_of(patient)), proposals=enacted.waiting)
        result.because = self.because
        return append_results(result, enacted.results, state, actor)


class RazorweaveTable(GameTable[RazorweaveRequest]):
    """Razorweave's hooks at the table."""

    def standing(
        self, state: TableState, check: Check, asked: RazorweaveRequest
    ) -> Iterator[tuple[Thing, ContextItem, bool]]:
        """Yield each condition or tag that makes another character an easy target, with the Edge it gives.

        Each item is the row, the Edge as a context item, and False: as the characters may be in different
        places, the Edge does not count by default.
        """
        scenes = (None, state.table.active_scene)
        tags = [tag for tag in state.find_all(Tag) if tag.scene in scenes and not tag.burned]
        found: list[Tag | Condition] = [*state.find_all(Condition), *tags]
        for row in found:
            who = state.find(Character, row.character)
            if who is not None and who.id != check.character:
                held = ContextItem(row.name, row.kind_name, row.effects, data=row.data)
                if easier := edge_against(held, who.name[:SHORT]):
                    yield row, easier, False
