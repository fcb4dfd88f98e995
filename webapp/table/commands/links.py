"""Commands for links and the join code: the GM makes, names and revokes links."""

from datetime import UTC, datetime
from typing import Literal

from pydantic import Field

from webapp.rules.events import as_counts
from webapp.state.audience import Role
from webapp.state.guests import counted_rows, counts_of, guests_on
from webapp.state.seat_events import LINK, CodeChanged, LinkChanged
from webapp.store.link_models import Link
from webapp.store.models import Thing
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, command, told
from webapp.table.commands.guests import guests_things, remove_things, requests_through
from webapp.table.commands.seat_requests import clear_request
from webapp.table.fields import Id, Name, optional
from webapp.table.refusals import Refused, TableFull, missing
from webapp.table.shares import lift_shares
from webapp.table.tokens import hash_token, new_token
from webapp.table.typed_codes import make_device_code, new_join_code

MOST_LINKS = 40


def make_link(state: TableState, role: Role, name: str) -> tuple[Link, str]:
    """Make a new link for this table; return it and its token. For a GM link, only a hash is stored."""
    token = new_token()
    link = Link(
        id=state.new_id(),
        table_id=state.table.id,
        role=str(role),
        name=name,
        hashed=hash_token(token),
        token=None if role is Role.GM else token,
        created=datetime.now(UTC),
    )
    state.add_link(link)
    return link, token


@command("key.add", undoable=False)
class AddLink(Command):
    """Make another link for a role. The response contains the link; a GM link is shown only once."""

    role: Literal["gm", "player", "tv"] = Field(description="the link's role")
    name: Name

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if len(state.open_links()) >= MOST_LINKS:
            raise TableFull(f"A table has at most {MOST_LINKS} open links. Revoke a link that nobody needs.")
        link, token = make_link(state, Role(self.role), self.name)
        result = {"key": link.id, "role": self.role, "name": self.name, "link": f"/k/{token}"}
        return CommandResult(payload=result, events=[LinkChanged((LINK, link.id), "added", self.role)])


@command("key.edit", undoable=False)
class EditLink(Command):
    """Give a link another name."""

    key: Id = Field(description="the link")
    name: Name

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        link = open_link(state, self.key)
        before, link.name = link.name, self.name
        renamed = LinkChanged((LINK, link.id), "renamed", link.role, before)
        return CommandResult(payload={"key": link.id}, events=[renamed])


@command("key.revoke", undoable=False)
class RevokeLink(Command):
    """Close a link for good: its devices lose access at once, their streams end, their requests are dropped.

    With `clear` or `keep`, also remove what its guests made, as `key.clear` does; none of it can be undone.
    """

    key: Id = Field(description="the link")
    clear: bool = Field(default=False, description="true: also remove what its guests made")
    keep: list[Id] | None = optional("the seats that stay, as in key.clear")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        link = open_link(state, self.key)
        if link.role == "gm" and state.open_links("gm") == [link]:
            raise Refused(
                "This is the last GM link. Make another GM link first, or nobody can run the table."
            )
        link.revoked = True
        for seat in requests_through(state, link):
            clear_request(seat)
        clears = self.clear or self.keep is not None
        rows = guests_things(state, link, self.keep) if clears else []
        remove_things(state, rows, actor)
        return _revoked_with(rows, link)


def _revoked_with(rows: list[Thing], link: Link) -> CommandResult:
    """Return the result, with the link's name for the GM alone; everybody reads what was removed."""
    counts = counts_of(rows)
    then = f"; {counted_rows(rows)} removed" if counts else ""
    return CommandResult(
        payload={"key": link.id, **({"removed": counts} if counts else {})},
        answer=f"Link “{link.name}” revoked{then}",
        events=[LinkChanged((LINK, link.id), "revoked", link.role, removed=as_counts(counts))],
    )


@command("key.lift", undoable=False)
class LiftShares(Command):
    """Let the guests of a player link take seats, ask for seats and pause again at once."""

    key: Id = Field(description="the link")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        link = open_link(state, self.key)
        lift_shares(state, link.id)
        answer = f"{guests_on(state, link)} can go on"
        lifted = LinkChanged((LINK, link.id), "lifted", link.role)
        return CommandResult(payload={"key": link.id}, answer=answer, events=[lifted])


@command("tv.code", undoable=False)
class TvCode(Command):
    """Request digits that open the TV link, typed at /join on the TV once within ten minutes."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        link = next(iter(state.open_links("tv")), None)
        if link is None:
            raise Refused("A TV code needs an open TV link. Make a TV link first.")
        return told(CodeChanged("tv"), **make_device_code(state, link.id))


@command("join.set", undoable=False)
class SetJoin(Command):
    """Switch joining by code on or off; switching on makes a new code, which leads to an open player link."""

    on: bool = Field(description="true switches joining by code on (with a new code); false switches it off")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        was_on, state.table.join_on = state.table.join_on, self.on
        if self.on:
            state.table.join_code = new_join_code()
            if state.join_code() is None:
                raise Refused("A join code needs an open player link. Make a player link first.")
        now = "new" if self.on and was_on else "on" if self.on else "off"
        return told(CodeChanged("join", now), join_code=state.join_code())


def open_link(state: TableState, id: int) -> Link:
    """Return the link with this id; refuse one that is revoked."""
    link = next((each for each in state.open_links() if each.id == id), None)
    if link is None:
        raise missing("link")
    return link
