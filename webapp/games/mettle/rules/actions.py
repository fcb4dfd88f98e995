"""The book's Actions, read from data, and a group's own Actions in the same form.

Source: Scenes, "Actions".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from webapp.games.api import CatalogueError, RuleError
from webapp.games.mettle.rules.argument_checks import one_of, words
from webapp.games.mettle.rules.book_tables import PACKAGE
from webapp.games.mettle.rules.sheet import Key
from webapp.rules import toml_tables
from webapp.rules.codec import ensure_limits, load_value

FILE = "actions.toml"
REQUIRED: toml_tables.Schema = {"key": str, "name": str, "text": str}
CHECKED: toml_tables.Schema = {
    "ways": list,
    "against": list,
    "success": str,
    "edge": str,
    "failure": str,
    "twists": list,
}
OPTIONAL: toml_tables.Schema = {**CHECKED, "usual": int, "calling": bool, "checked": bool, "disarming": list}
Against = Literal["difficulty", "speed", "CULTURE", "FRAME", "MOTIVE", "NATURE", "POISE"]
AGAINST: tuple[Against, ...] = get_args(Against)


@dataclass(frozen=True, slots=True)
class Way:
    """An Attribute that an Action may be rolled with, and the case in which it is used."""

    attribute: Key
    when: str

    def __post_init__(self) -> None:
        ensure_limits(self)


@dataclass(frozen=True, slots=True)
class Form:
    """A form of an Action: Attack has eight, Move and Sneak have three each, others none."""

    key: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Action:
    """An Action in its formal shape: Check, success, Edge, failure, Twists. A Rally has no Check.

    `against` names what may set the Difficulty: "difficulty" (the GM; `usual` is the book's number, or
    None), "speed", or a passive Attribute.
    """

    key: str
    name: str
    text: str
    ways: tuple[Way, ...] = ()
    against: tuple[Against, ...] = ()
    usual: int | None = None
    calling: bool = False
    success: str = ""
    edge: str = ""
    failure: str = ""
    twists: tuple[str, ...] = ()
    disarming: tuple[str, ...] = ()
    forms: tuple[Form, ...] = ()

    def __post_init__(self) -> None:
        for twist in self.twists:
            words(twist, "Describe each Twist in words.", field="twists")

    @property
    def checked(self) -> bool:
        """Whether the Action takes a Check."""
        return bool(self.ways)

    def attribute(self, when: str | None = None) -> str:
        """Return the Attribute that rolls in the case `when` ("ranged"), by default in the first case.

        Raises RuleError for an unknown case, and for an Action without a Check.
        """
        if not self.checked:
            raise RuleError(f"{self.name} takes no Check.", field="action", value=self.key)
        if when is None:
            return self.ways[0].attribute
        one_of(when, [way.when for way in self.ways], f"case of {self.name}", field="way")
        return next(way.attribute for way in self.ways if way.when == when)


@cache
def all_actions() -> Mapping[str, Action]:
    """Return the eleven Actions by key."""
    forms = toml_tables.rows(PACKAGE, FILE, "form", {"action": str, **REQUIRED})
    label = toml_tables.label(PACKAGE, FILE)
    found = toml_tables.rows(PACKAGE, FILE, "action", REQUIRED, OPTIONAL)
    return {
        row["key"]: _action(row, [form for form in forms if form["action"] == row["key"]], label)
        for row in found
    }


def action(key: str) -> Action:
    """Return the Action with this key; raise RuleError, with the known keys, for any other."""
    return all_actions()[one_of(key, all_actions(), "Action", field="action")]


def custom_action(row: Mapping[str, Any], source: str = "custom") -> Action:
    """Make an Action from a group's own row; with `checked = false` it has no Check.

    Raises CatalogueError, which names the missing, wrong or unknown part.
    """
    name = row.get("name", "?") if isinstance(row, Mapping) else "?"
    plain = isinstance(row, Mapping) and row.get("checked") is False
    required, optional = (REQUIRED, {"checked": bool}) if plain else ({**REQUIRED, **CHECKED}, OPTIONAL)
    toml_tables.check(row, required, optional, file=source, entry=f"action {name!r}")
    return _action(row, [], source)


def _action(row: Mapping[str, Any], forms: list[dict[str, Any]], source: str) -> Action:
    entry = f"action {row['name']!r}"
    if not row.get("checked", True):
        return Action(row["key"], row["name"], row["text"])
    for part in CHECKED:
        if not row.get(part):
            raise CatalogueError("a formal Action needs this part.", file=source, entry=entry, field=part)
    said = {name: value for name, value in row.items() if name != "checked"}
    own = [Form(form["key"], form["name"], form["text"]) for form in forms]
    try:
        return load_value(Action, {"calling": True, **said, "forms": own})
    except RuleError as wrong:
        raise CatalogueError(wrong.message, file=source, entry=entry, field=wrong.field) from None
