"""Commands for the table itself: its name, settings, pause, the TV's spotlight, and its removal."""

from typing import Any, get_args

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, field_validator

from webapp.rules.word_lists import or_list
from webapp.state.foe_numbers import SETTING
from webapp.state.house_events import SpotlightMoved, TableChanged, TablePaused
from webapp.store.models import Clock, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import PLAYERS_TOO, Actor
from webapp.table.command import Command, CommandResult, command, find, told
from webapp.table.commands.edits import NOTHING_CHANGED, FromBase, set_fields
from webapp.table.fields import (
    ClockId,
    Foes,
    Name,
    NewGuests,
    Outcomes,
    PlayersClocks,
    Setting,
    SheetEditing,
    TvSound,
    TvTheme,
    optional,
)
from webapp.table.refusals import Invalid, Refused
from webapp.table.shares import spend

ON_OR_OFF = (True, False)
SETTINGS: dict[str, tuple[bool | str, ...]] = {
    "show_odds": ON_OR_OFF,
    "secret_checks": ON_OR_OFF,
    "fatal_at_zero": ON_OR_OFF,
    "start_small": ON_OR_OFF,
    "tour_done": ON_OR_OFF,
    SETTING: get_args(Foes),
    "sheets": get_args(SheetEditing),
    "players_clocks": get_args(PlayersClocks),
    "guests": get_args(NewGuests),
    "tv_theme": get_args(TvTheme),
    "outcomes": get_args(Outcomes),
    "tv_sound": get_args(TvSound),
}
"""The settings of a table, with their values; other names are refused."""
TIPS = {"start_small", "tour_done"}
"""The settings that say which tips were read: to read one is no change of the table and no step of undo."""


@command("table.edit")
class EditTable(FromBase):
    """Rename the table, pause it, or change the settings that you send; the others stay."""

    name: Name | None = None
    paused: bool | None = optional("whether the table is paused")
    settings: dict[str, Setting] | None = optional(
        "the table's settings to change; show_odds: whether players see the odds (default: false); foes: how "
        "players see foes' numbers: exact (the default), words or absent; secret_checks: whether a GM's "
        "checks are secret unless the GM says otherwise (default: false); start_small: whether the GM's "
        "screen shows the first steps until a clock and two tags are in play (default: true); "
        "fatal_at_zero: if true, unconscious characters die only from a loss at 0 HP (default: false); "
        "sheets: how players edit their own characters: free (the default), ask or locked (with free, "
        "changes to attributes, skills and levels need the GM's approval once the character has rolled); "
        "players_clocks: whether players start shared clocks freely (free) or ask first (ask, the default); "
        "guests: whether guests take their first seat freely (free, the default) or need a GM's yes (ask); "
        "tv_theme: the theme of the TV: dark (the default) or light; outcomes: whether what the book leaves "
        "no choice about is applied at_once, as soon as nothing can change it any more (every new table), or "
        "waits for the GM (ask, the default of a table without this setting); "
        "tv_sound: whether the TV makes sounds for dice, full clocks and whoever goes down: off (the "
        "default) or on"
    )

    @field_validator("settings", mode="wrap")
    @classmethod
    def _ensure_settings(cls, sent: Any, parse: ValidatorFunctionWrapHandler) -> Any:
        """Raise ValueError that names a wrong setting and its allowed values, not those of all settings."""
        try:
            return parse(sent)
        except ValidationError:
            if isinstance(sent, dict) and (problem := _explain_settings(sent)):
                raise ValueError(problem) from None
            raise

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        given = self.merged(state.table)
        if problem := _explain_settings(given.get("settings") or {}):
            raise Invalid(problem, {"settings": problem})
        if "paused" in given:
            state.table.paused_by = None
        before = state.table.settings
        changed = set_fields(state.table, given, required=("name", "paused", "settings"))
        turned = {name for name, _ in before.items() ^ state.table.settings.items()}
        is_tip = changed == ["settings"] and turned <= TIPS
        happened = TableChanged(() if is_tip else tuple(changed))
        result = told(TablePaused(state.table.paused) if changed == ["paused"] else happened)
        result.answer = None if changed else NOTHING_CHANGED
        result.undoable = not is_tip
        return result


def _explain_settings(settings: dict[str, object]) -> str:
    """Return which of these settings does not exist or has a wrong value; "" if there is none."""
    for name, value in settings.items():
        if name not in SETTINGS:
            return f"The table has no setting “{name[:60]}”."
        if not any(type(value) is type(known) and value == known for known in SETTINGS[name]):
            allowed = or_list(str(known).lower() for known in SETTINGS[name])
            return f"The setting “{name}” must be {allowed}."
    return ""


@command("table.remove", undoable=False)
class RemoveTable(Command):
    """Remove the table and everything on it for good; export it first if in doubt."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        state.session.delete(state.table)
        return CommandResult(answer=f"“{state.table.name}” was removed")


@command("pause.set", roles=PLAYERS_TOO, undoable=False)
class SetPause(Command):
    """Pause or resume the table, as any player or GM; anonymously unless `named` is set."""

    on: bool = Field(description="true pauses the table, false resumes it")
    named: bool = Field(default=False, description="whether everybody sees who paused or resumed the table")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        adds_name = self.on and self.named and state.table.paused_by is None
        if state.table.paused == self.on and not adds_name:
            raise Refused("The table is already paused." if self.on else "The table is not paused.")
        spend(state, actor, "pauses" if self.on else "resumes")
        state.table.paused = self.on
        state.table.paused_by = actor.name if self.on and self.named else None
        return CommandResult(anonymous=not self.named, events=[TablePaused(self.on)])


@command("tv.spotlight")
class Spotlight(Command):
    """Enlarge one clock on the TV beside the others; without a clock, the TV shows all clocks alike."""

    clock: ClockId | None = optional("the clock to enlarge; default: none")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if self.clock is None:
            state.table.spotlight = None
            return told(SpotlightMoved())
        clock = find(state, Clock, self.clock, actor)
        state.table.spotlight = clock.id
        return told(SpotlightMoved(ref_of(clock)))
