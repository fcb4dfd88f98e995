"""Values for the fields of commands: right ones mostly, odd ones now and then."""

import random
from typing import Any

from tests.soak.board import Board
from webapp.rules.playable_games import ruleset

ODD = 0.04
"""How often something is named that is not there."""
WORDS = [
    "ash",
    "bell",
    "copper",
    "drift",
    "ember",
    "fern",
    "glass",
    "hollow",
    "iron",
    "jade",
    "kelp",
    "lamp",
    "moss",
    "north",
    "oak",
    "pearl",
    "quill",
]


class Values:
    """Draws what fits a schema, with ids from the board."""

    def __init__(self, chance: random.Random, schemas: dict[str, Any]) -> None:
        self.chance, self.schemas = chance, schemas
        self.said = 0

    def fields(self, command: str, state: Board) -> dict[str, Any]:
        """The fields of one command: those of its example as a start, others by chance."""
        schema = self.schemas[command]
        example = schema["examples"][0]
        others = [name for name in schema["properties"] if name != "do" and name not in schema["required"]]
        likely = [name for name in others if name in example and self.chance.random() < 0.6]
        more = self.chance.sample(others, min(len(others), self.chance.choice([0, 0, 1, 1, 2, 3])))
        names = dict.fromkeys([*schema["required"], *likely, *more])
        fields = schema["properties"]
        return {
            name: self.value(name, fields[name], state, example.get(name)) for name in names if name != "do"
        }

    def can(self, command: str, state: Board) -> bool:
        """Whether what the command must name is there; sometimes it is tried all the same."""
        schema = self.schemas[command]
        named = [name for name in schema["required"] if _is_id(schema["properties"][name])]
        return all(state.named_by(name) for name in named) or self.chance.random() < ODD

    def value(self, name: str, schema: dict[str, Any], state: Board, told: Any = None) -> Any:
        """One value; what the example has is as good as any, where it names nothing."""
        if "$ref" in schema:
            return self.value(name, self.schemas[schema["$ref"].rpartition("/")[2]], state, told)
        if "anyOf" in schema:
            return self._one_of(name, schema["anyOf"], state, told)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "array":
            return self._list(name, schema, state, told)
        if kind == "object":
            return self._object(name, schema, state, told)
        if kind == "integer":
            return self._number(name, schema, state, told)
        if kind == "boolean":
            return self.chance.random() < 0.5
        return self._text(name, schema, state, told)

    def _one_of(self, name: str, choices: list[dict[str, Any]], state: Board, told: Any) -> Any:
        kinds = [each for each in choices if each.get("type") != "null"]
        if len(kinds) < len(choices) and self.chance.random() < 0.1:
            return None
        return self.value(name, self.chance.choice(kinds), state, told)

    def _list(self, name: str, schema: dict[str, Any], state: Board, told: Any) -> Any:
        if told and not _is_id(schema["items"]) and self.chance.random() < 0.6:
            return self._with_ids(told, schema["items"], state)
        count = self.chance.choice([1, 1, 2, 2, 3])
        made = [
            self.value(name, schema["items"], state) for _ in range(max(count, schema.get("minItems", 0)))
        ]
        return list(dict.fromkeys(made)) if made and isinstance(made[0], int) and name != "dice" else made

    def _with_ids(self, told: Any, schema: dict[str, Any], state: Board) -> Any:
        """An example's rows with the ids of this table."""
        schema = self.schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        known = schema.get("properties", {})
        return [
            {key: self._again(key, value, known.get(key, {}), state) for key, value in row.items()}
            if isinstance(row, dict)
            else row
            for row in told
        ]

    def _again(self, key: str, value: Any, schema: dict[str, Any], state: Board) -> Any:
        kinds = [schema, *schema.get("anyOf", ()), schema.get("items", {})]
        return self.value(key, schema, state) if any(map(_is_id, kinds)) else value

    def _object(self, name: str, schema: dict[str, Any], state: Board, told: Any) -> Any:
        if "properties" in schema:
            row = {}
            for key, field in schema["properties"].items():
                if key in schema.get("required", ()) or self.chance.random() < 0.4:
                    row[key] = self.value(key, field, state)
            return row
        if name == "stats":
            return self._sheet(state)
        if isinstance(told, dict) and self.chance.random() < 0.7:
            return told
        return {}

    def _sheet(self, state: Board) -> dict[str, Any]:
        """Lines of a sheet as this game has them."""
        game = ruleset(state.game)
        rated = game.attributes + game.sheet_numbers
        sheet = {each.key: self.chance.randint(each.low, each.high) for each in rated}
        return sheet or {"nerve": self.chance.randint(-3, 6), "luck": self.chance.randint(0, 9)}

    def _number(self, name: str, schema: dict[str, Any], state: Board, told: Any) -> int:
        if _is_id(schema):
            return self._id(name, state)
        low, high = schema.get("minimum", 0), schema.get("maximum", 100)
        if isinstance(told, int) and self.chance.random() < 0.4:
            return told
        near = [
            each for each in (low, 1, 2, 3, 4, 5, 6, self.chance.randint(low, high)) if low <= each <= high
        ]
        return self.chance.choice(near)

    def _id(self, name: str, state: Board) -> int:
        found = state.named_by(name)
        if not found or self.chance.random() < ODD:
            return self.chance.randint(1, 2**31 - 1)
        return self.chance.choice(found[-8:] if self.chance.random() < 0.5 else found).id

    def _text(self, name: str, schema: dict[str, Any], state: Board, told: Any) -> str:
        words = book_words(name, state)
        if words and (name in MUST_BE_KNOWN or self.chance.random() < 0.4):
            return self.chance.choice(words)
        if isinstance(told, str) and (schema.get("pattern") or self.chance.random() < 0.4):
            return told
        self.said += 1
        return f"{self.chance.choice(WORDS).title()} {self.said}"


MUST_BE_KNOWN = {"kind", "attribute", "stat", "action", "roll", "stop", "near", "one", "other", "modifier"}
MUST_BE_KNOWN |= {"tag", "tags", "status", "manner", "gives", "value", "band", "against", "hazard", "damage"}
FIXED = {
    "roll": ["effort", "attack", "effect", "hide", "search", "reaction"],
    "manner": ["melee", "ranged", "area", "surprise"],
    "value": ["hp", "sp", "ep"],
    "hazard": ["2D", "1D+2", "3D+4"],
    "damage": ["FRAME", "FRAME+2", "7"],
    "on": [
        "rolls",
        "acts",
        "is attacked",
        "turn ends",
        "turn begins",
        "loses",
        "round ends",
        "part resolved",
    ],
    "band": ["melee", "close", "medium", "far"],
    "trip": ["on", "off"],
}


def book_words(name: str, state: Board) -> list[str]:
    """What may stand in a field of this name, where its game has words for it."""
    game = ruleset(state.game)
    if name == "kind":
        return [each.key for each in game.catalogue.clock_kinds]
    if name in ("attribute", "stat", "against"):
        return [each.key for each in game.attributes]
    if name == "action":
        return [each.key for each in game.actions]
    if name == "modifier":
        return sorted(game.effect_modifiers)
    if name in ("stop", "near", "one", "other"):
        return stops(state)
    if name in ("name", "tag", "tags", "gives", "status", "spend", "remove"):
        return [each.name for each in game.catalogue.values() if each.kind != "clock"]
    return FIXED.get(name, [])


def stops(state: Board) -> list[str]:
    """The places of the journeys at this table."""
    maps = [each.row for each in state.of("piece") if each.row["kind"] == "map"]
    return [
        str(stop.get("name") if isinstance(stop, dict) else stop)
        for row in maps
        for stop in row.get("stops", ())
    ]


def _is_id(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "integer" and schema.get("exclusiveMaximum") == 2**31
