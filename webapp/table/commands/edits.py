"""Shared parts of the commands that add, edit and remove things."""

from types import NoneType
from typing import Any, ClassVar

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.errors import RuleError
from webapp.rules.word_lists import and_list
from webapp.store.column_types import column_default
from webapp.store.models import Character, Table, Thing
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, Given, ensure_references, find
from webapp.table.fields import optional
from webapp.table.refusals import Invalid, Overtaken
from webapp.table.thing_fields import words_for

BY_NAME = ("settings", "stats", "switches")
"""Fields with keyed values: an absent key stays unchanged, null removes a key."""
REVEALED = {"secret": "secret", "rumoured": "rumoured", "masked": "masked", "shown": "revealed"}
"""The word for a thing whose visibility became this: "tag pool revealed"."""


class FromBase(Command):
    """A change of texts that says from which texts it began, so that nobody's words are lost."""

    base: dict[str, str] | None = optional(
        "the texts from which you began, by field; if somebody changed one that you send too, the answer is "
        "409, with the newer text in “fields”; default: your text replaces any other"
    )

    def given(self) -> Given:
        return {name: new for name, new in super().given().items() if name != "base"}

    def worth_asking(self, state: TableState) -> Given:
        """Return the command as JSON, to propose it; whoever accepts it has read it then."""
        return {name: value for name, value in super().worth_asking(state).items() if name != "base"}

    def merged(self, row: Thing | Table) -> Given:
        """Return the sent fields without texts that the sender left as they began.

        Raises Overtaken if somebody else has changed a text that the sender changed too.
        """
        began, given = self.base or {}, self.given()
        texts = {name: getattr(row, name) or "" for name in began if _is_text(row, name) and name in given}
        mine = {name: new for name, new in given.items() if name not in texts or _differ(new, began[name])}
        newer = {
            name: now
            for name, now in texts.items()
            if name in mine and _differ(now, began[name]) and _differ(now, mine[name])
        }
        if newer:
            words = [words_for("table" if isinstance(row, Table) else row.kind_name, name) for name in newer]
            raise Overtaken(
                f"Somebody else changed the {and_list(words)} meanwhile. Nothing was saved yet, and both "
                "texts are kept.",
                newer,
            )
        return mine


def _is_text(row: Thing | Table, name: str) -> bool:
    return isinstance(getattr(row, name, 0), str | NoneType)


def _differ(one: object, other: object) -> bool:
    """Return whether two texts differ in more than white space."""
    return str(one or "").split() != str(other or "").split()


class Edit(FromBase):
    """Change one thing: an absent field stays unchanged, null clears a field."""

    of: ClassVar[type[Thing]]
    required: ClassVar[tuple[str, ...]] = ("name", "visibility")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        own = self.of.kind_name
        row = find(state, self.of, getattr(self, own), actor)
        given = {name: new for name, new in self.merged(row).items() if name != own}
        ensure_references(state, given, actor)
        return edit_result(row, self.change(state, row, given))

    def change(self, state: TableState, row: Any, given: Given) -> list[str]:
        """Set the given fields; return the names of those whose value changed."""
        return set_fields(row, given, required=self.required)


def set_fields(row: Thing | Table, given: Given, *, required: tuple[str, ...]) -> list[str]:
    """Set the given fields; null clears a field, but a required one cannot be cleared.

    Returns the names of the fields whose value changed.
    """
    changed = []
    for name, new in given.items():
        if new is None and name in required:
            raise Invalid(f"The field “{name}” cannot be empty.", {name: "cannot be empty"})
        new = _stored_value(row, name, new)
        if getattr(row, name) != new:
            setattr(row, name, new)
            changed.append(name)
    return changed


def _stored_value(row: Any, name: str, new: object) -> object:
    """Return what a field stores for this new value."""
    if new is None:
        return column_default(type(row).__table__.columns[name])
    if name in BY_NAME and isinstance(new, dict):
        return {key: value for key, value in (getattr(row, name) | new).items() if value is not None}
    return tuple(new) if isinstance(new, list) and name == "effects" else new


def result_about(row: Any, what: str, because: str | None = None, *, joint: str = ": ") -> CommandResult:
    """Describe a change to one thing: its name, then what happened to it."""
    kind = row.kind_name
    sentence = f"{row.name}{joint}{what}"
    return CommandResult(
        sentence, about=[(kind, row.id)], payload={kind: row.id}, masked=sentence, because=because
    )


def edit_result(row: Thing, changed: list[str]) -> CommandResult:
    """Describe an edit; a change to the visibility, the lock or the player alone has its own words."""
    if changed == ["visibility"]:
        return result_about(row, REVEALED[row.visibility])
    if isinstance(row, Character) and changed == ["locked"]:
        return result_about(row, f"the sheet is {'locked' if row.locked else 'unlocked'}")
    if isinstance(row, Character) and changed == ["kind"]:
        return result_about(row, f"now played by {'the GM' if row.kind == 'npc' else 'a player'}")
    words = list(dict.fromkeys(words_for(row.kind_name, name) for name in changed)) or ["nothing"]
    result = result_about(row, f"{and_list(words)} changed")
    result.masked = None
    return result


# ---- names that the game's catalogue knows --------------------------------------------------------


def find_book_entry(state: TableState, kind: str, name: str) -> CatalogueEntry | None:
    """Return the catalogue's entry of this name, if there is one."""
    game = state.rules
    for text in game.carried if kind == "condition" else (kind,):
        try:
            return game.catalogue.find(name, text)
        except RuleError:
            continue
    return None


def fill_from_book(entry: CatalogueEntry | None, command: Command) -> dict[str, object]:
    """Return the entry's effects, trigger, clearing and severity as far as the command omits them.

    The result also has the entry's other values as `data`; it is empty without an entry.
    """
    if entry is None:
        return {}
    says = {
        "effects": entry.effects,
        "trigger": entry.trigger or None,
        "clears": entry.clears or None,
        "severity": entry.data.get("severity"),
    }
    silent = set(type(command).model_fields) - command.model_fields_set
    return {name: value for name, value in says.items() if name in silent and value} | {
        "data": book_data(entry)
    }


def book_data(entry: CatalogueEntry) -> dict[str, str | int | bool]:
    """Return a catalogue entry's other values that a row can store: text, whole numbers and flags."""
    stored = {name: value for name, value in entry.data.items() if name != WORDED}
    return {name: value for name, value in stored.items() if isinstance(value, str | int | bool)}


WORDED = "worded"
"""The catalogue's field for a condition after "is now" ("in Cover"), if its name does not fit there."""


def describe_state(state: TableState, name: str) -> str:
    """Return a condition's name as it follows "is now" and "is no longer" in a sentence."""
    entry = find_book_entry(state, "condition", name)
    return name if entry is None else str(entry.data.get(WORDED, name))
