"""The Actions of the book as data, and new ones that a group writes in the same form.

Source: Scenes, "Actions".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from webapp.rules import tables
from webapp.rules.errors import CatalogueError, RuleError
from webapp.rules.mettle.needs import one_of
from webapp.rules.mettle.sheet import KEYS
from webapp.rules.mettle.tables import PACKAGE

FILE = "actions.toml"
REQUIRED: tables.Schema = {"key": str, "name": str, "text": str}
CHECKED: tables.Schema = {
    "ways": list,
    "against": list,
    "success": str,
    "edge": str,
    "failure": str,
    "twists": list,
}
OPTIONAL: tables.Schema = {**CHECKED, "usual": int, "calling": bool, "checked": bool}
AGAINST = ("difficulty", "speed", *(key for key in KEYS if key != "CALLING"))


@dataclass(frozen=True, slots=True)
class Way:
    """One Attribute an Action may be rolled with, and when it is that one."""

    attribute: str
    when: str


@dataclass(frozen=True, slots=True)
class Form:
    """A form of an Action: one of the eight Attacks, the three Moves, the uses of Sneak."""

    key: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Action:
    """An Action in its formal shape: Check, success, Edge, failure, Twists. A Rally has no Check.

    `against` names what sets the Difficulty: "difficulty" (the Guide says; `usual` if the book has a number),
    "speed", or a passive Attribute.
    """

    key: str
    name: str
    text: str
    ways: tuple[Way, ...] = ()
    against: tuple[str, ...] = ()
    usual: int | None = None
    calling: bool = False
    success: str = ""
    edge: str = ""
    failure: str = ""
    twists: tuple[str, ...] = ()
    forms: tuple[Form, ...] = ()

    @property
    def checked(self) -> bool:
        """Whether it takes a Check at all."""
        return bool(self.ways)

    def attribute(self, when: str | None = None) -> str:
        """Which Attribute rolls: the first way, or the one for this case ("ranged"); a Rally has none."""
        if not self.checked:
            raise RuleError(f"{self.name} takes no Check.", field="action", value=self.key)
        if when is None:
            return self.ways[0].attribute
        one_of(when, [way.when for way in self.ways], f"way to {self.name}", field="way")
        return next(way.attribute for way in self.ways if way.when == when)


@cache
def all_actions() -> Mapping[str, Action]:
    """The eleven Actions by key."""
    forms = tables.rows(PACKAGE, FILE, "form", {"action": str, **REQUIRED})
    label = tables.label(PACKAGE, FILE)
    found = tables.rows(PACKAGE, FILE, "action", REQUIRED, OPTIONAL)
    return {
        row["key"]: _action(row, [form for form in forms if form["action"] == row["key"]], label)
        for row in found
    }


def action(key: str) -> Action:
    """One Action by key; RuleError lists those there are."""
    return all_actions()[one_of(key, all_actions(), "Action", field="action")]


def custom_action(row: Mapping[str, Any], source: str = "custom") -> Action:
    """A group's own Action in the formal shape, or with `checked = false` one without a Check.

    CatalogueError says which part is missing, wrong, or has no place there.
    """
    name = row.get("name", "?") if isinstance(row, Mapping) else "?"
    plain = isinstance(row, Mapping) and row.get("checked") is False
    required, optional = (REQUIRED, {"checked": bool}) if plain else ({**REQUIRED, **CHECKED}, OPTIONAL)
    tables.check(row, required, optional, file=source, entry=f"action {name!r}")
    return _action(row, [], source)


def _action(row: Mapping[str, Any], forms: list[dict[str, Any]], source: str) -> Action:
    entry = f"action {row['name']!r}"
    if not row.get("checked", True):
        return Action(row["key"], row["name"], row["text"])
    for part in CHECKED:
        if not row.get(part):
            raise CatalogueError("a formal Action has this part.", file=source, entry=entry, field=part)
    _ensure_listed(row, source, entry)
    return Action(
        row["key"],
        row["name"],
        row["text"],
        ways=tuple(_way(way, source, entry) for way in row["ways"]),
        against=tuple(row["against"]),
        usual=row.get("usual"),
        calling=row.get("calling", True),
        success=row["success"],
        edge=row["edge"],
        failure=row["failure"],
        twists=tuple(row["twists"]),
        forms=tuple(Form(form["key"], form["name"], form["text"]) for form in forms),
    )


def _way(way: object, source: str, entry: str) -> Way:
    tables.check(way, {"attribute": str, "when": str}, {}, file=source, entry=f"{entry}, ways")
    assert isinstance(way, Mapping)
    if way["attribute"] not in KEYS:
        why = f"{way['attribute']!r} is no Attribute."
        raise CatalogueError(why, file=source, entry=entry, field="ways", value=way)
    return Way(way["attribute"], way["when"])


def _ensure_listed(row: Mapping[str, Any], source: str, entry: str) -> None:
    """What it is rolled against is known, and each Twist is told in words."""
    for against in row["against"]:
        if against not in AGAINST:
            why = f"{against!r} is none of {', '.join(AGAINST)}."
            raise CatalogueError(why, file=source, entry=entry, field="against", value=against)
    for twist in row["twists"]:
        if not isinstance(twist, str) or not twist.strip():
            raise CatalogueError("it is not text.", file=source, entry=entry, field="twists", value=twist)
