"""The table itself: its name, a pause, the TV's spotlight, its end."""

from typing import Any

from pydantic import Field

from webapp.screens.foe_numbers import SETTING
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Clock
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, Command, Report, command, find
from webapp.table.commands.edits import edit
from webapp.table.fields import ClockId, Foes, Name, optional
from webapp.table.refusals import Invalid, Refused

SETTINGS: dict[str, type[Any]] = {
    "show_odds": bool,
    "secret_checks": bool,
    "start_small": bool,
    "tour_done": bool,
    SETTING: str,
}
"""What a GM may set for a table, with its type; `POST` of another name is refused."""


@command("table.edit")
class EditTable(Command):
    """Rename the table, pause it, or change its settings (those named; the rest stays)."""

    name: Name | None = None
    paused: bool | None = optional("whether the table is paused")
    settings: dict[str, bool | Foes] | None = optional(
        "the table's settings to change; foes is exact, words or absent; secret_checks makes checks secret "
        "that a GM calls"
    )

    def take(self, board: Board, actor: Actor) -> Report:
        given = self.given()
        if given.get("settings") is not None:
            unknown = sorted(set(given["settings"]) - set(SETTINGS))
            if unknown:
                raise Invalid(f"There is no setting “{unknown[0]}”.", {"settings": "unknown setting"})
            for name, each in given["settings"].items():
                if not isinstance(each, SETTINGS[name]):
                    raise Invalid(f"The setting “{name}” is none of these.", {"settings": f"{name}: {each}"})
        if "paused" in given:
            board.table.paused_by = None
        changed = edit(board.table, given, required=("name", "paused", "settings"))
        return Report(f"The table's {', '.join(changed) or 'settings'} changed")


@command("table.remove", undoable=False)
class RemoveTable(Command):
    """Remove the table and everything on it for good; export it first if in doubt."""

    def take(self, board: Board, actor: Actor) -> Report:
        db.session.delete(board.table)
        return Report(f"“{board.table.name}” is removed")


@command("pause.set", roles=PLAYERS_TOO, undoable=False)
class SetPause(Command):
    """Pause the table or go on; anyone may, and nobody learns who did unless they want to be `named`."""

    on: bool = Field(description="true or false: on or off")
    named: bool = Field(default=False, description="whether everybody may read who paused")

    def take(self, board: Board, actor: Actor) -> Report:
        adds_name = self.on and self.named and board.table.paused_by is None
        if board.table.paused == self.on and not adds_name:
            raise Refused("The table is already paused." if self.on else "The table is not paused.")
        board.table.paused = self.on
        board.table.paused_by = actor.name if self.on and self.named else None
        return Report("The table is paused" if self.on else "The table goes on", anonymous=not self.named)


@command("tv.spotlight")
class Spotlight(Command):
    """Put one clock alone on the TV; without a clock the TV shows all again."""

    clock: ClockId | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        if self.clock is None:
            board.table.spotlight = None
            return Report("The TV shows all clocks")
        clock = find(board, Clock, self.clock, actor)
        board.table.spotlight = clock.id
        shows = f"The TV shows {clock.name}"
        return Report(shows, [("clock", clock.id)], masked=shows)
