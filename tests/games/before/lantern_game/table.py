"""What Lantern keeps: who carries the light. Whoever does cannot be shaken."""

from webapp.rules.errors import RuleError
from webapp.store.models import Character, Condition, GameDocument
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, CommandResult, GameCommand, command, find
from webapp.table.fields import Id
from webapp.table.game_hooks import Data, GameTable


def light(data: Data) -> Data:
    """The light as it is kept."""
    if set(data) != {"steady"} or not isinstance(data["steady"], bool):
        raise RuleError("a light is steady or not.", field="data", value=data)
    return data


@command("lantern.carry", roles=PLAYERS_TOO)
class Carry(GameCommand):
    """Somebody takes the light, and whoever is shaken is so no longer."""

    character: Id

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        who = find(state, Character, self.character, actor)
        own = next((row for row in state.here(GameDocument) if row.kind == "light"), None)
        own = own or state.add(GameDocument(kind="light", data={"steady": True}, visibility="shown"))
        own.character = who.id
        for row in state.here(Condition):
            row.removed = row.removed or (row.character == who.id and row.name == "Shaken")
        return CommandResult(f"{who.name} carries the light", [("character", who.id)], {"piece": own.id})


class LanternTable(GameTable):
    """What Lantern adds at the table."""

    codecs = {"light": light}


TABLE = LanternTable()
