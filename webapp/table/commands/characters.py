"""Commands for characters and their conditions, which follow them from scene to scene."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.rules import sheets
from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.ruleset import Ruleset
from webapp.state.audience import Role
from webapp.state.house_events import (
    ConditionEnded,
    ConditionGained,
    SheetChanged,
    SheetLine,
    ThingAdded,
    ThingChanged,
    ThingRemoved,
)
from webapp.state.rule_values import find_book_entry
from webapp.state.visibility import LEVELS
from webapp.store.models import Character, Check, Clock, Condition, GameDocument, Seat, Tag, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import (
    Command,
    CommandResult,
    Given,
    command,
    ensure_references,
    ensure_room_for,
    find,
    told,
)
from webapp.table.commands.edits import Edit, fill_from_book, told_of
from webapp.table.consequences import own_clock_fields, own_clock_kind
from webapp.table.fields import (
    SIGHT,
    CharacterId,
    ConditionId,
    Id,
    Switches,
    VisibilityLevel,
    ZoneId,
    optional,
)
from webapp.table.player_names import unlike_characters
from webapp.table.refusals import Refused
from webapp.table.thing_fields import CharacterFields, ConditionFields, editing

Kind = Annotated[
    Literal["pc", "npc"], Field(description="pc: a player's character; npc: one of the GM's characters")
]
OWN_SEGMENTS = 4  # of a condition's own clock, unless the book says otherwise


@command("character.add")
class AddCharacter(CharacterFields, Command):
    """Add a character: a player's (pc), or the GM's own (npc, secret by default)."""

    kind: Kind = "pc"
    zone: ZoneId | None = optional("the zone where the character is")
    visibility: VisibilityLevel | None = optional(
        f"{SIGHT}; default for a new character: shown, or secret for an npc"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_room_for(state, Character)
        ensure_references(state, self.given(), actor)
        visibility = self.visibility or ("secret" if self.kind == "npc" else "shown")
        row = Character(**(self.model_dump() | {"visibility": visibility}))
        state.add(row)
        return told_of(row, ThingAdded(ref_of(row)))

    def with_players_name(self, state: TableState) -> Command:
        return self.model_copy(update={"name": unlike_characters(state, self.name)})


@command("character.edit", own_sheet=True)
@editing(AddCharacter)
class EditCharacter(Edit):
    """Change a character; `stats` replaces only the values that you send.

    A player may change the character on their own seat, except `kind`, `zone`, `visibility` and `locked`. The
    table's setting `sheets` decides whether that happens at once, becomes a proposal, or is refused. A check
    that is already open keeps the old sheet when a player makes the change.
    """

    of = Character
    required = ("name", "kind", "visibility", "locked")
    gms_fields = frozenset({"kind", "zone", "visibility", "locked"})

    character: CharacterId
    locked: bool | None = optional("true: the character's player may not change the sheet (GM only)")

    def changes_ratings(self, state: TableState) -> bool:
        """Return whether the edit changes a rating: an attribute, a skill or a level."""
        game, row = state.rules, state.find(Character, self.character)
        stats = row.stats if row is not None else {}
        return any(_is_rating(game, name, stats.get(name), new) for name, new in self._new(stats).items())

    def worth_asking(self, state: TableState) -> Given:
        """Return the command to propose, with only the changed fields; raise Refused if nothing changes."""
        row, sent = state.find(Character, self.character), super().worth_asking(state)
        unchanged = {
            name: sent[name] for name in sent if name != "stats" and getattr(row, name, None) != sent[name]
        }
        new = self._new(row.stats if row is not None else {})
        unchanged |= {"stats": new} if new else {}
        unchanged |= {"character": self.character}
        if not unchanged.keys() - {"do", "character"}:
            raise Refused("The sheet already has all these values.")
        return unchanged

    def with_players_name(self, state: TableState) -> Command:
        """Return the edit with a number in its new name if another character's looks like it."""
        row, name = state.find(Character, self.character), self.name  # type: ignore[attr-defined]
        if row is None or name in (None, row.name):
            return self
        return self.model_copy(update={"name": unlike_characters(state, name, row)})

    def _new(self, stats: Given) -> Given:
        """Return the sheet's lines that this edit changes, with their new values."""
        given = self.stats or {}  # type: ignore[attr-defined]
        if self.stats is None and "stats" in self.model_fields_set:  # type: ignore[attr-defined]
            given = dict.fromkeys(stats)
        return {name: new for name, new in given.items() if stats.get(name) != new}

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = state.find(Character, self.character)
        before = dict(row.stats) if row is not None else {}
        result = super().execute(state, actor)
        if row is not None and row.stats != before:
            self._counts_at_once(state, row, actor)
            if row.kind == "pc":
                self._tell_each(row, before, result)
        return result

    def _counts_at_once(self, state: TableState, row: Character, actor: Actor) -> None:
        """Apply a GM's change also to open checks that have stored the older sheet."""
        for check in state.find_all(Check) if actor.role is Role.GM else ():
            if check.character == row.id and check.state == "called" and check.sheet is not None:
                sheet = {**check.sheet, **(self.stats or {})}  # type: ignore[attr-defined]
                check.sheet = {name: value for name, value in sheet.items() if value is not None}

    def _tell_each(self, row: Character, before: Given, result: CommandResult) -> None:
        """Name the changed lines of the sheet, with their earlier numbers."""
        changed = [event.fields for event in result.events if isinstance(event, ThingChanged)]
        others = tuple(name for fields in changed if fields != ("stats",) for name in fields)
        result.events = [SheetChanged(ref_of(row), tuple(_sheet_lines(before, row.stats)), others)]


@command("character.remove")
class RemoveCharacter(Command):
    """Remove a character with its conditions, tags, own clocks and checks that have not been rolled yet.

    Its seat stays, without a character.
    """

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        for row in [character, *_carried(state, character)]:
            row.removed = True
        for seat in state.find_all(Seat):
            seat.character = None if seat.character == character.id else seat.character
        return told_of(character, ThingRemoved(ref_of(character)))


def _carried(state: TableState, character: Character) -> list[Any]:
    kinds: tuple[type[Any], ...] = (Condition, Tag, Clock, GameDocument, Check)
    held = [row for kind in kinds for row in state.find_all(kind) if row.character == character.id]
    return [row for row in held if row.kind_name != "check" or row.state == "called"]


@command("condition.add")
class AddCondition(ConditionFields, Command):
    """Give a character a condition, which lasts until it is cleared.

    For a condition from the game's catalogue, omitted fields are as in the book, including its own clock.
    """

    character: CharacterId
    clock: Id | None = optional("the clock that belongs to the condition")
    goal: Id | None = optional("the clock whose completion may clear the condition")
    own_clock: bool | None = optional("true: the condition gets its own clock; default: as in the book")
    visibility: VisibilityLevel = "shown"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_room_for(state, Condition, actor.audience)
        character = find(state, Character, self.character, actor)
        ensure_references(state, self.given(), actor)
        entry = find_book_entry(state, "condition", self.name)
        says = self.model_dump(exclude={"effects", "own_clock"}) | {"effects": tuple(self.effects)}
        row = state.add(Condition(**(says | fill_from_book(entry, self))))
        result = told(ConditionGained(ref_of(row), ref_of(character)), condition=row.id)
        if self._wants_clock(entry):
            row.clock = result.payload["clock"] = _start_clock(state, row, actor)
        return result

    def _wants_clock(self, entry: CatalogueEntry | None) -> bool:
        if self.own_clock is not None or self.clock is not None:
            return bool(self.own_clock) and self.clock is None
        return entry is not None and bool(entry.data.get("segments"))


@command("condition.edit")
@editing(AddCondition, without=("character", "own_clock"))
class EditCondition(Edit):
    """Change a condition; an absent field stays unchanged, null clears a field."""

    of = Condition
    required = ("name", "severity", "visibility")

    condition: ConditionId
    treated: bool | None = optional("whether the condition was treated")
    switches: Switches | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        result = super().execute(state, actor)
        result.about.append(("character", state.require(Condition, self.condition).character))
        return result

    def change(self, state: TableState, row: Condition, given: Given) -> list[str]:
        changed, own = super().change(state, row, given), _own_clock(state, row)
        if own is not None and "visibility" in given:  # the clock has the condition's name
            own.visibility = min(own.visibility, row.visibility, key=LEVELS.index)
        return changed


@command("condition.clear")
class ClearCondition(Command):
    """End a condition, and its own clock with it."""

    condition: ConditionId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        condition = find(state, Condition, self.condition, actor)
        character = find(state, Character, condition.character, actor)
        condition.removed = True
        own = _own_clock(state, condition)
        if own is not None:
            own.removed = True
        return told(ConditionEnded(ref_of(condition), ref_of(character)), condition=condition.id)


def _own_clock(state: TableState, condition: Condition) -> Clock | None:
    """Return a condition's own clock, if it has one."""
    clock = state.find(Clock, condition.clock)
    return clock if clock is not None and clock.character == condition.character else None


def _start_clock(state: TableState, condition: Condition, actor: Actor) -> int:
    """Start a condition's own clock; return the clock's id."""
    ensure_room_for(state, Clock, actor.audience)
    fields = {
        name: value for name, value in own_clock_fields(state, condition).items() if name != "condition"
    }
    dial = ClockValue.new(int(condition.data.get("segments", OWN_SEGMENTS)))
    return state.add(Clock(**fields, value=dial, kind=own_clock_kind(state))).id


# ---- a sheet, as the journal tells its changes ----


def _sheet_lines(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[SheetLine]:
    """Yield the lines of a sheet that differ, as parts of an event."""
    for key in (*after, *(key for key in before if key not in after)):
        was, now = before.get(key), after.get(key)
        if was != now:
            yield SheetLine(key, _number(was), _number(now), gone=now is None)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _is_rating(rules: Ruleset, key: str, was: object, now: object) -> bool:
    """Return whether a changed line is a rating: an attribute, a skill, a level."""
    line = sheets.line_of(rules, key)
    if line is not None:
        return line.rating
    return rules.skills and any(isinstance(value, int) for value in (was, now))
