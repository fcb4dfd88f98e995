"""Shared parts of the commands that add, edit and remove things."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType, NoneType
from typing import Any, ClassVar

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.events import Event, Ref
from webapp.rules.word_lists import and_list
from webapp.state.field_words import STATS, words_for
from webapp.state.house_events import CharacterPassed, Referred, SheetLocked, ThingChanged, ThingSeen
from webapp.state.rule_values import WORDED
from webapp.store.column_types import column_default
from webapp.store.models import Character, Table, Thing, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, Given, ensure_references, find
from webapp.table.fields import optional
from webapp.table.refusals import Invalid, Overtaken
from webapp.table.thing_fields import REFERENCES, references_in

BY_NAME = ("settings", "stats", "switches")
"""Fields with keyed values: an absent key stays unchanged, null removes a key."""
REVEALED = {"secret": "secret", "rumoured": "rumoured", "masked": "masked", "shown": "revealed"}
"""The word for a thing whose visibility became this: "tag pool revealed"."""
NOTHING_CHANGED = "Nothing changed."
"""The answer to an edit that the journal has no line for."""


class FromBase(Command):
    """A change that says from which values it began, so that nobody's words are lost."""

    base: dict[str, str] | None = optional(
        "the values from which you began, as text, by field (a sheet's line is “stats.Gear”): a field that "
        "you send as it began is left as it is now; if somebody changed a text that you change too, the "
        "answer is 409, with the newer text in “fields”; default: what you send replaces what is there"
    )

    def given(self) -> Given:
        return {name: new for name, new in super().given().items() if name != "base"}

    def worth_asking(self, state: TableState) -> Given:
        """Return the command as JSON, to propose it; whoever accepts it has read it then."""
        return {name: value for name, value in super().worth_asking(state).items() if name != "base"}

    def merged(self, row: Thing | Table) -> Given:
        """Return the sent fields without those that the sender left as they began.

        Raises Overtaken if a text that the sender changed was changed elsewhere too.
        """
        given, newer = self.given(), {}
        if isinstance(given.get("stats"), dict):
            given["stats"] = dict(given["stats"])
        for name, began in (self.base or {}).items():
            values, now, key = _place_of(name, given, row)
            if key not in values:
                continue
            if _words(values[key]) == _words(began):
                del values[key]
            elif (
                _is_text(now)
                and _is_text(values[key])
                and _words(now) not in (_words(began), _words(values[key]))
            ):
                newer[name] = now or ""
        if newer:
            kind = "table" if isinstance(row, Table) else row.kind_name
            words = and_list(words_for(kind, name) for name in newer)
            raise Overtaken(
                f"The {words} changed elsewhere meanwhile. Nothing was saved yet, and both texts are kept.",
                newer,
            )
        return given


def _place_of(name: str, given: Given, row: Thing | Table) -> tuple[Given, Any, str]:
    """Return where a field's sent value is, its present value, and its key there."""
    if not name.startswith(STATS):
        return given, getattr(row, name, None), name
    key = name.removeprefix(STATS)
    return given.get("stats") or {}, getattr(row, "stats", {}).get(key), key


def _is_text(value: object) -> bool:
    return isinstance(value, str | NoneType) and not isinstance(value, Enum)


def _words(value: object) -> list[str]:
    """Return a value as the words of a form: white space does not matter."""
    if isinstance(value, bool):
        return [str(value).lower()]
    return [] if value is None else str(value.value if isinstance(value, Enum) else value).split()


class Edit(FromBase):
    """Change one thing: an absent field stays unchanged, null clears a field."""

    of: ClassVar[type[Thing]]
    required: ClassVar[tuple[str, ...]] = ("name", "visibility")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        own = self.of.kind_name
        row = find(state, self.of, getattr(self, own), actor)
        given = {name: new for name, new in self.merged(row).items() if name != own}
        ensure_references(state, given, actor)
        before = {name: _referred(row, name) for name in given if name in REFERENCES}
        return edit_result(row, self.change(state, row, given), before)

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


def told_of(row: Thing, event: Event, because: str | None = None) -> CommandResult:
    """Make the result of a change to one thing from what happened to it."""
    ref = ref_of(row)
    return CommandResult(about=[ref], payload={ref[0]: ref[1]}, because=because, events=[event])


def _referred(row: Thing, name: str) -> set[Ref]:
    """Return the things to which a field refers."""
    return set(references_in({name: getattr(row, name, None)}))


def edit_result(
    row: Thing, changed: list[str], before: Mapping[str, set[Ref]] = MappingProxyType({})
) -> CommandResult:
    """Return the result of an edit; a change of visibility, lock or player alone has a kind of its own.

    `before` has the things to which the row's fields referred before.
    """
    ref = ref_of(row)
    if changed == ["visibility"]:
        return told_of(row, ThingSeen(ref, row.visibility))
    if isinstance(row, Character) and changed == ["locked"]:
        return told_of(row, SheetLocked(ref, bool(row.locked)))
    if isinstance(row, Character) and changed == ["kind"]:
        return told_of(row, CharacterPassed(ref, row.kind))
    referred = (
        Referred(name, to) for name, was in before.items() for to in sorted(was ^ _referred(row, name))
    )
    result = told_of(row, ThingChanged(ref, tuple(changed), tuple(referred)))
    result.answer = None if changed else NOTHING_CHANGED
    return result


# ---- names that the game's catalogue knows --------------------------------------------------------


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
