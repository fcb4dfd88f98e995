"""Commands that remove what guests or one seat made, in one entry; undo brings back all but the seats."""

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from webapp.rules.events import Ref, as_counts
from webapp.state.guests import (
    KINDS,
    counted,
    counts_of,
    guests_on,
    in_doubt,
    made_by_seat,
    removed_with,
    seats_of,
    too_many,
)
from webapp.state.makers import link_of, made_through
from webapp.state.seat_events import LINK, GuestsCleared
from webapp.store.link_models import Link
from webapp.store.models import Character, Check, Clock, Note, Proposal, Seat, Thing
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, command, find, parse
from webapp.table.commands.seat_requests import clear_request
from webapp.table.execution import execute_with_hooks
from webapp.table.fields import Id, optional
from webapp.table.refusals import Refused, missing
from webapp.table.shares import asker_of, let_stay, lift_shares

Kind = Literal["seat", "proposal", "note", "clock", "check", "character"]
BY_COMMAND: dict[type[Thing], str] = {
    Check: "check.cancel",
    Clock: "clock.remove",
    Character: "character.remove",
}
"""The command that removes a thing of a kind with what belongs to it."""


@command("key.clear")
class ClearLink(Command):
    """Remove the seats of a player link's guests, and what was made from these or from removed seats.

    Open proposals and requests for a seat are declined, open checks cancelled; shares that the guests used up
    are free again. Undo brings back all but the seats; whoever had one is a guest again. People who stay keep
    what they made, and are no longer in doubt for coming late.
    """

    key: Id = Field(description="the link, which may be revoked already")
    keep: list[Id] | None = optional(
        "the seats that stay, with what they made; of removed seats, what they made; default: all, except "
        "removed seats, those of a device that took several, and of those after the table's first few the "
        "ones that used up what one seat may ask or came late, many at a time; if there is none of these and "
        "more than eight seats have no character, the later ones of these go. By default a first seat "
        "stays, but loses the kinds of things of which it made more than one seat is likely to need"
    )
    kinds: Annotated[list[Kind], Field(min_length=1, max_length=6)] | None = optional(
        "the kinds of things to remove; default: all"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        link = next((each for each in state.links() if each.id == self.key), None)
        if link is None:
            raise missing("link")
        rows = guests_things(state, link, self.keep)
        wanted = self.kinds or KINDS
        rows = [row for row in rows if row.kind_name in wanted]
        asked = requests_through(state, link) if self.kinds is None else []
        lift_shares(state, link.id)
        stay, who = let_stay(state, self.keep or ()), guests_on(state, link)
        if stay and not rows and not asked:
            may = f"{counted({'seat': stay})} may stay"
            happened = GuestsCleared(None, (LINK, link.id), stay=stay)
            return CommandResult(undoable=False, answer=f"{who}: {may}", events=[happened])
        return _cleared(state, rows, actor, who, (LINK, link.id), asked)


def guests_things(state: TableState, link: Link, keep: Collection[int] | None) -> list[Thing]:
    """Return what goes with a link's guests; `keep` are the seats that stay, None for those not in doubt."""
    made = made_through(state, link.id)
    if keep is not None:
        going = {seat.id for seat in seats_of(made)}.difference(keep)
        return removed_with(state, made, going, keep)
    doubt = in_doubt(state, made)
    return [*removed_with(state, made, doubt.seats), *too_many(state, made, doubt)]


def requests_through(state: TableState, link: Link) -> list[Seat]:
    """Return the seats, new ones too, that somebody asks for through this link."""
    asked = [seat for seat in state.find_all(Seat) if seat.asking is not None]
    return [seat for seat in asked if link_of(asker_of(state, seat)) == link.id]


@command("seat.clear")
class ClearSeat(Command):
    """Decline all open proposals of a seat, and remove its shared notes, clocks and open checks.

    Characters that it made go unless somebody plays them. The seat stays; undo brings the rest back.
    """

    seat: Id = Field(description="the seat")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        seat = find(state, Seat, self.seat, actor)
        rows = made_by_seat(state, seat)
        return _cleared(state, rows, actor, seat.name, ("seat", seat.id))


def _cleared(
    state: TableState,
    rows: list[Thing],
    actor: Actor,
    whose: str,
    makers: Ref,
    asked: Sequence[Seat] = (),
) -> CommandResult:
    """Remove these things and requests, and say how many of each.

    `makers` is the seat or link that made them, `whose` its name for the GM.
    """
    counts = counts_of(rows) | ({"request": len(asked)} if asked else {})
    if not counts:
        raise Refused(f"{whose}: there is nothing to remove.")
    for seat in asked:
        clear_request(seat)
    remove_things(state, rows, actor)
    lasting = [row for row in rows if not isinstance(row, Seat)]
    then = " Undo brings back all but the seats" if lasting and len(lasting) < len(rows) else ""
    answer = f"{whose}: {counted(counts)} removed{'.' if then else ''}{then}"
    by_seat, link = (None, makers) if makers[0] == LINK else (makers, None)
    happened = GuestsCleared(by_seat, link, removed=as_counts(counts))
    payload = {"removed": counts}
    return CommandResult(payload=payload, undoable=bool(lasting), answer=answer, events=[happened])


def remove_things(state: TableState, rows: Iterable[Thing], actor: Actor) -> None:
    """Remove these things; what one of them takes along when it goes is skipped."""
    for row in sorted(rows, key=lambda row: KINDS.index(row.kind_name)):
        if isinstance(row, Seat):
            _remove_seat(state, row)
        elif isinstance(row, Proposal):
            row.state = "declined"
        elif isinstance(row, Note):
            row.removed = True
        elif not row.removed and getattr(row, "state", "called") == "called":
            command = parse({"do": BY_COMMAND[type(row)], row.kind_name: row.id})
            execute_with_hooks(command, state, actor)


def _remove_seat(state: TableState, seat: Seat) -> None:
    clear_request(seat)
    seat.secret, seat.character, seat.removed = None, None, True
    for clock in state.find_all(Clock):
        clock.owner = None if clock.owner == seat.id else clock.owner
