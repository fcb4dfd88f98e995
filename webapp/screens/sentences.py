"""What a proposed command would do, as a person would ask for it."""

from collections.abc import Mapping
from typing import Any

from webapp.screens.audience import Audience
from webapp.screens.games import game_sentences
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Condition

NOUNS = ("scene", "zone", "tag", "character", "condition", "clock", "piece")
OTHER_NOUNS = {"driver": "character"}
"""Fields that name a thing by the part it plays, and the kind of thing it is."""
PROPOSABLE = {
    "tag.add": "a tag “{name}”",
    "tag.edit": "a change to the tag “{tag}”",
    "tag.remove": "to remove the tag “{tag}”",
    "tag.burn": "to burn the tag “{tag}”",
    "condition.add": "“{name}” on {character}",
    "condition.edit": "a change to “{condition}”",
    "condition.clear": "to clear “{condition}” from {bearer}",
    "character.add": "a character “{name}”",
    "character.edit": "a change to {character}",
    "clock.add": "a clock “{name}”",
    "clock.tick": "{by:+d} on “{clock}”",
    "clock.set": "“{clock}” at {filled}",
}
"""Which commands of all games may be proposed, and how each is said."""
UNNAMED = {"condition.add": "a condition for {character}", "tag.add": "a tag: something has changed"}
"""How a line is said that the GM still has to name."""
UNSAID = {"by": 1, "amount": 1, "count": 1, "value": "hp", "driver": "nobody", "bearer": "somebody"}
"""What a command means where it does not say."""
NUMBERS = ("by", "amount", "count", "filled")
"""The fields that a range is about, the first that a command has."""


def proposable() -> Mapping[str, str]:
    """Those, and what the games add to them."""
    return {**PROPOSABLE, **game_sentences()}


def named(command: Mapping[str, object]) -> tuple[str, ...]:
    """The kinds of thing that a command names by id; a game's own field of that name may hold a word."""
    return tuple(noun for noun in NOUNS if isinstance(command.get(noun), int))


def ranged(command: Mapping[str, object]) -> str | None:
    """The field whose number the GM may change within the proposal's range."""
    return next((name for name in NUMBERS if name in command), None)


def asked_for(board: Board, command: Mapping[str, Any], audience: Audience) -> str:
    """A proposal in words; a thing whose name this audience may not know is "something"."""
    fields = {**UNSAID, **command}
    for noun in named(command):
        fields[noun] = _name(board, noun, command[noun], audience)
    for part, kind in OTHER_NOUNS.items():
        if command.get(part) is not None:
            fields[part] = _name(board, kind, command[part], audience)
    if command["do"] == "condition.clear":
        carried = board.row(Condition, command["condition"])
        bearer = carried.character if carried is not None else 0
        fields["bearer"] = _name(board, "character", bearer, audience)
    if isinstance(fields.get("value"), str):
        fields["value"] = fields["value"].upper()  # HP, SP, EP: as a game writes them
    said = UNNAMED if command.get("name") == "" else proposable()
    return said[command["do"]].format(**fields)


def _name(board: Board, kind: str, id: int, audience: Audience) -> str:
    row: Any = board.thing(kind, id)
    known = row is not None and Visibility(board, audience).names(row)
    return str(row.name or row.kind) if row is not None and known else "something"
