"""Describe proposed commands in sentences, as a person would ask for them."""

from collections.abc import Mapping
from typing import Any

from webapp.rules import sheets
from webapp.rules.clocks import Direction
from webapp.rules.game_parts import GameParts
from webapp.state.audience import Audience
from webapp.state.like_names import called
from webapp.state.visibility import Visibility
from webapp.store.models import Clock, Condition
from webapp.store.table_state import TableState

NOUNS = ("scene", "zone", "tag", "character", "condition", "clock", "piece")
OTHER_NOUNS = {"driver": "character"}
"""Maps fields that name a thing by its role to the thing's kind."""
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
    "clock.set": "to set “{clock}” to {filled}",
}
"""The shared commands that may be proposed, with their sentences."""
PROPOSAL_LABELS: GameParts[Mapping[str, str]] = GameParts({})
"""Each game's commands that may be proposed, with the patterns of their sentences."""
UNNAMED = {"condition.add": "a condition for {character}", "tag.add": "a tag for what has changed"}
"""The sentences of proposals for which the GM must still choose a name."""
EDITED = {
    "name": "name",
    "object": "place",
    "source": "source",
    "trigger": "trigger",
    "clears": "way to clear it",
    "severity": "severity",
}
"""The texts that an edit of a tag or condition may change, in words."""
UNBURN = "to unburn the tag “{tag}”"
"""The sentence of a proposed tag.burn with `on` false."""
FIELD_DEFAULTS = {
    "by": 1,
    "amount": 1,
    "count": 1,
    "value": "hp",
    "driver": "nobody",
    "bearer": "somebody",
    "text": "Delay",
}
"""The defaults of fields that a sentence needs and a command may lack."""
NUMBERS = ("by", "amount", "count", "filled")
"""The fields that a range may apply to; the first one that the command has is used."""


def proposable() -> Mapping[str, str]:
    """Map all commands that may be proposed, including the games', to the patterns of their sentences."""
    return {**PROPOSABLE, **game_sentences()}


def game_sentences() -> Mapping[str, str]:
    """Map the games' commands that may be proposed to the patterns of their sentences."""
    return {name: said for own in PROPOSAL_LABELS.all().values() for name, said in own.items()}


def named_kinds(command: Mapping[str, object]) -> tuple[str, ...]:
    """Return the kinds of the things that a command names by id.

    A game's field of the same name may hold a word instead of an id; it is ignored.
    """
    return tuple(noun for noun in NOUNS if isinstance(command.get(noun), int))


def range_field(command: Mapping[str, object], low: int | None, high: int | None) -> str | None:
    """Return the name of the field whose number the GM may change within the range; None if there is none.

    It is the first of `NUMBERS` that the command has, or else the first number within the range that is not
    an id.
    """
    if low is None or high is None:
        return None
    numbers = (name for name, value in command.items() if type(value) is int and low <= value <= high)
    own = next((name for name in numbers if name not in NOUNS and name not in OTHER_NOUNS), None)
    return next((name for name in NUMBERS if name in command), own)


def describe_proposal(state: TableState, command: Mapping[str, Any], audience: Audience) -> str:
    """Describe a proposed command; a thing that this audience may not know is called "something"."""
    usual = {name: value for name, value in FIELD_DEFAULTS.items() if command.get(name) is None}
    fields = {**command, **usual}
    if command.get("text") is None and command.get("stop"):
        fields["text"] = f"lost, arriving at {command['stop']}"
    for noun in named_kinds(command):
        fields[noun] = _name(state, noun, command[noun], audience)
    if command["do"] == "clock.tick":
        fields["by"] = dial_movement(state, command["clock"], fields["by"])
    for part, kind in OTHER_NOUNS.items():
        if command.get(part) is not None:
            fields[part] = _name(state, kind, command[part], audience)
    if command["do"] == "condition.clear":
        carried = state.find_ever(Condition, command["condition"])
        bearer = carried.character if carried is not None else 0
        fields["bearer"] = _name(state, "character", bearer, audience)
    if isinstance(fields.get("value"), str):
        fields["value"] = fields["value"].upper()  # HP, SP, EP, as games write them
    if isinstance(fields.get("stat"), str):
        fields["stat"] = sheets.name_of(state.rules, fields["stat"])
    said = UNNAMED if command.get("name") == "" else proposable()
    unburns = command["do"] == "tag.burn" and command.get("on") is False
    words = (UNBURN if unburns else said[command["do"]]).format(**fields)
    if "“something”" in words:  # what is not known is not described either
        return words.replace("the tag “something”", "a hidden tag").replace("“something”", "something")
    if command["do"] == "character.edit":
        return words + _of_a_sheet(state, command)
    return words + _of_texts(command) if command["do"] in ("tag.edit", "condition.edit") else words


def _of_texts(command: Mapping[str, Any]) -> str:
    """Describe the proposed changes to a tag or condition: ": name “Icy”, effects"; "" if there are none."""
    lines = [
        f"no {word}" if command[field] is None else f"{word} “{command[field]}”"
        for field, word in EDITED.items()
        if field in command
    ]
    lines += ["effects"] if "effects" in command else []
    return f": {', '.join(lines)}" if lines else ""


def _of_a_sheet(state: TableState, command: Mapping[str, Any]) -> str:
    """Describe the proposed changes to a sheet: ": MIG 3, without Climbing"; "" if there are none."""
    game, stats = state.rules, command.get("stats")
    lines = [f"{name} “{command[name]}”" for name in ("name", "look") if command.get(name)]
    for key, new in stats.items() if isinstance(stats, dict) else ():
        name = sheets.name_of(game, key)
        value = {True: "yes", False: "no"}[new] if isinstance(new, bool) else new
        lines.append(f"without {name}" if new is None else f"{name} {value}")
    return f": {', '.join(lines)}" if lines else ""


def dial_movement(state: TableState, clock: int, by: int) -> int:
    """Return the change in drawn segments when a clock ticks; a draining clock loses segments."""
    row = state.find_ever(Clock, clock)
    return -by if row is not None and row.direction == Direction.DRAIN else by


def _name(state: TableState, kind: str, id: int, audience: Audience) -> str:
    row: Any = state.thing(kind, id)
    visibility = Visibility(state, audience)
    known = row is not None and visibility.knows_name(row)
    return (called(row, visibility) if row.name else row.kind) if row is not None and known else "something"
