"""The light of Lantern: the character who carries it is no longer Shaken."""

from typing import Any

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CommandResult,
    Condition,
    GameCommand,
    GameDocument,
    GameTable,
    Id,
    RuleError,
    TableState,
    command,
    find,
    ref_of,
    told,
)

from .events import LightCarried

Data = dict[str, Any]


def light(data: Data) -> Data:
    """Check the stored data of a light, which is steady or not, and return it."""
    if set(data) != {"steady"} or not isinstance(data["steady"], bool):
        raise RuleError("a light is steady or not.", field="data", value=data)
    return data


@command("lantern.carry", roles=PLAYERS_TOO)
class Carry(GameCommand):
    """Give the light to a character, who is then no longer Shaken."""

    character: Id

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        who = find(state, Character, self.character, actor)
        own = next((row for row in state.find_all(GameDocument) if row.kind == "light"), None)
        own = own or state.add(GameDocument(kind="light", data={"steady": True}, visibility="shown"))
        own.character = who.id
        rows = state.find_all(Condition)
        shaken = [row for row in rows if row.character == who.id and row.name == "Shaken"]
        for row in shaken:
            row.removed = True
        return told(LightCarried(ref_of(who), steadied=bool(shaken)), piece=own.id)


class LanternTable(GameTable):
    """The data and hooks that Lantern adds at the table."""

    schemas = {"light": light}
