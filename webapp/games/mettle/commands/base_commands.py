"""Shared parts of METTLE's commands: the acting character, real dice, its documents, names in refusals."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import Field

from webapp.games.api import (
    GM,
    Actor,
    Character,
    CharacterId,
    CommandResult,
    Forbidden,
    GameCommand,
    GameDocument,
    Id,
    Missing,
    Refused,
    Role,
    RuleError,
    TableState,
    audience_knowing,
    ensure_room_for,
    find,
    own_character,
)
from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.race_stretches import Stretch
from webapp.games.mettle.state.documents import Fight, TravelMap
from webapp.games.mettle.state.game_state import State, find_ongoing
from webapp.games.mettle.state.zone_values import list_documents
from webapp.rules.codec import dump_value
from webapp.table.fields import TextPattern

Entry = TypeVar("Entry")
REAL_DICE = "the faces of real dice; default: the server rolls"
BY_ID = "the faces of real dice, by the affliction's id; default: the server rolls"
FIRES_TOO = (
    "the faces of real dice, by the id of the fire's condition or the affliction; default: the server rolls"
)
RealDice = Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=60, description=REAL_DICE)]
RealDiceById = Annotated[
    dict[str, RealDice],
    Field(max_length=60, description=BY_ID),
]
RealDiceOfRound = Annotated[dict[str, RealDice], Field(max_length=60, description=FIRES_TOO)]
Count = Annotated[int, Field(ge=0, le=60)]
Points = Annotated[int, Field(ge=0, le=1000)]
DiceNotation = Annotated[
    str, Field(max_length=12), TextPattern(r"^\s*\d{1,3}D(\+\d{1,4})?\s*$", "written like 3D+3 or 4D")
]
"""A Hazard as the book writes it: 4D+4."""
NONE_ON: dict[type, str] = {
    Fight: "No fight is running.",
    Stretch: "No race is running.",
    Chase: "No chase is running.",
    TravelMap: "The table has no travel map yet.",
}


ZoneId = Annotated[Id, Field(description="the Zone")]


class CharacterCommand(GameCommand):
    """A command on one character: any character for the GM, only their own for a player."""

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        return self.execute_for(state, person(state, self.character, actor), actor)

    def execute_for(self, state: TableState, row: Character, actor: Actor) -> CommandResult:
        """Execute the command for this character."""
        raise NotImplementedError


def person(state: TableState, id: int | None, actor: Actor) -> Character:
    """Return the character with this id; raise Forbidden for a player who may not act for them."""
    row = find(state, Character, id, actor)
    if actor.role is Role.GM:
        return row
    own = own_character(state, actor)
    if own is None or own.id != row.id:
        raise Forbidden(f"You cannot act for {row.name}.")
    return row


def require_document(state: TableState, id: int, actor: Actor, *kinds: str) -> GameDocument:
    """Return the document with this id; raise Missing without one, or if its kind is not among `kinds`.

    Without `kinds` every kind is allowed.
    """
    row = find(state, GameDocument, id, actor)
    if kinds and row.kind not in kinds:
        known = [f"“{kind}”" for kind in kinds]
        listed = " or ".join([*filter(None, [", ".join(known[:-1])]), known[-1]])
        raise Missing(f"This document is of the kind “{row.kind}”; the command needs {listed}.")
    return row


def require_ongoing(state: TableState, kind: type[State]) -> tuple[GameDocument, State]:
    """Return the document and value of the ongoing fight, race, chase or map; raise Refused without one."""
    found = find_ongoing(state, kind)
    if found is None:
        raise Refused(NONE_ON[kind])
    return found


def add_document(state: TableState, kind: str, **fields: Any) -> GameDocument:
    """Add a document to the table; refuse if its audience has no room for another."""
    whose = state.find_ever(Character, fields.get("character"))
    hidden = fields.get("visibility", "shown") == "secret"
    ensure_room_for(state, GameDocument, GM if hidden else audience_knowing(state, whose))
    return state.add(GameDocument(kind=kind, **fields))


def save(document: GameDocument, value: object) -> None:
    """Store a value in a document's data, without fields that were never set (None)."""
    stored = {name: held for name, held in dump_value(value).items() if held is not None}
    document.data = {**document.data, **stored}


def clear_finish(state: TableState) -> None:
    """Remove the winner of a race from the screens when something else begins or time passes."""
    for row in list_documents(state, "finish"):
        row.removed = True


def unnamed(state: object) -> dict[str, object]:
    """Return the fields of a rules value without its name, which the row has in its own column."""
    return {name: value for name, value in dump_value(state).items() if name != "name"}


def from_book(find_entry: Callable[[str], Entry], name: str) -> Entry:
    """Return an entry of the book; the refusal of an unknown name says what an own one needs."""
    try:
        return find_entry(name)
    except RuleError as error:
        hint = f"{error.message} For one that is not in the book, enter its dice, such as 3D+3."
        raise RuleError(hint, field=error.field, value=error.value) from error


def dice(state: TableState, given: Sequence[int] | None) -> Any:
    """Return the real dice, or the server's if none are given."""
    return list(given) if given else state.dice


def closed(text: str) -> str:
    """Return a text of the table with a full stop, unless it ends a sentence already."""
    return text if text[-1:] in ".!?" else f"{text}."


def merge_game_results(
    parts: Sequence[CommandResult], result: dict[str, object] | None = None
) -> CommandResult:
    """Merge the results of one command into one, with `result` as its payload."""
    return CommandResult(
        payload=dict(result or {}), events=[event for part in parts for event in part.events]
    )
