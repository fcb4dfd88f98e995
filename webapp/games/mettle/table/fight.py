"""Actions of a fight: taken, held back, taken in another's turn, lost; who comes into it or leaves."""

from collections.abc import Callable
from typing import Annotated, ClassVar

from pydantic import Field

from webapp.games.mettle.screens.game_state import ride, why_not
from webapp.games.mettle.table.common import ByName, OfSomebody, ongoing, together
from webapp.games.mettle.table.initiative import People, tell
from webapp.games.mettle.table.turn_taken import take
from webapp.rules.mettle.initiative import Initiative
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, command, find
from webapp.table.refusals import Refused

ActionName = Annotated[str, Field(pattern=r"^[a-z]{2,20}$")]


@command("mettle.initiative.act", roles=PLAYERS_TOO)
class Act(ByName, OfSomebody):
    """The holder takes an Action that needs no Check, at these targets or at nobody in particular."""

    targets: People = Field(default=[], description="the characters it is aimed at")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        for id in self.targets:
            find(board, Character, id, actor)
        fight = ongoing(board, Initiative)[1]
        if str(row.id) not in fight.combatants and ride(board, row.id) is None:
            raise Refused(f"{row.name} is not in this fight.")
        told = take(board, row, "", self.targets, f"{row.name} acts")
        return together(told, told[0].result)


class _Step(ByName, OfSomebody):
    """One step of the fight about one character: what the rules do with it, and how it is told."""

    roles = PLAYERS_TOO

    does: ClassVar[Callable[[Initiative, str], Initiative]]
    says: ClassVar[str]

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        piece, fight = ongoing(board, Initiative)
        why = self.why_not(board, fight, row)
        if why:
            raise Refused(why)
        after = self.step(fight, str(row.id))
        return tell(board, piece, after, f"{row.name} {self.words()}", row)

    def step(self, fight: Initiative, name: str) -> Initiative:
        return type(self).does(fight, name)

    def words(self) -> str:
        return self.says

    def why_not(self, board: Board, fight: Initiative, row: Character) -> str:
        """Why this cannot be; "" where nothing stands against it."""
        return "" if str(row.id) in fight.combatants else f"{row.name} is not in this fight."


@command("mettle.initiative.wait")
class Wait(_Step):
    """The holder holds one kind of Action back for the right moment, and passes on."""

    action: ActionName = Field(description="the kind of Action")

    def step(self, fight: Initiative, name: str) -> Initiative:
        return fight.wait(self.action)

    def words(self) -> str:
        return f"Waits to {self.action}"

    def why_not(self, board: Board, fight: Initiative, row: Character) -> str:
        return why_not(board, fight, row, "")


@command("mettle.initiative.interrupt", roles=PLAYERS_TOO)
class Interrupt(ByName, OfSomebody):
    """Somebody who Waits acts now, in the middle of another's turn; the kind of Action is fixed."""

    action: ActionName = Field(description="the kind of Action")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        if str(row.id) not in ongoing(board, Initiative)[1].waits:
            raise Refused(f"{row.name} is not Waiting.")
        told = take(board, row, self.action)
        return together(told, told[0].result)


@command("mettle.initiative.rejoin")
class Rejoin(_Step):
    """At the start of a Round somebody who Waits takes part as usual again."""

    does, says = Initiative.rejoin, "rejoins"


@command("mettle.initiative.delay", roles=GameCommand.roles)
class Delay(_Step):
    """Somebody loses their next Action: a Twist."""

    does, says = Initiative.delay, "loses the next Action"


@command("mettle.initiative.join", roles=GameCommand.roles)
class Join(_Step):
    """Somebody comes into the fight, with an Action of their own."""

    does, says = Initiative.join, "joins the fight"

    def why_not(self, board: Board, fight: Initiative, row: Character) -> str:
        return f"{row.name} is in this fight already." if str(row.id) in fight.combatants else ""


@command("mettle.initiative.leave", roles=GameCommand.roles)
class Leave(_Step):
    """Somebody is out of the fight: fled, or captured."""

    does, says = Initiative.drop, "is out of the fight"
