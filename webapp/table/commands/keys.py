"""Links: made, named and revoked by the GM; the join code on and off."""

from datetime import UTC, datetime
from typing import Literal

from pydantic import Field

from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Key
from webapp.table.actor import Actor
from webapp.table.codes import device_code
from webapp.table.command import Command, Report, command
from webapp.table.fields import Id, Name
from webapp.table.refusals import Crowded, Refused, missing
from webapp.table.secrets import hashed, new_code, new_token

MOST_LINKS = 40


def make_key(board: Board, role: Role, name: str) -> tuple[Key, str]:
    """A new link of this table and its token; a GM's token is kept nowhere."""
    token = new_token()
    key = Key(
        id=board.new_id(),
        table_id=board.table.id,
        role=str(role),
        name=name,
        hashed=hashed(token),
        token=None if role is Role.GM else token,
        created=datetime.now(UTC),
    )
    board.add_link(key)
    return key, token


@command("key.add", undoable=False)
class AddKey(Command):
    """Make a further link for a role; the answer shows it, a GM's for the only time."""

    role: Literal["gm", "player", "tv"] = Field(description="whose link it is")
    name: Name

    def take(self, board: Board, actor: Actor) -> Report:
        if len(board.open_links()) >= MOST_LINKS:
            raise Crowded(f"A table has at most {MOST_LINKS} open links. Revoke one that nobody needs.")
        key, token = make_key(board, Role(self.role), self.name)
        result = {"key": key.id, "role": self.role, "name": self.name, "link": f"/k/{token}"}
        return Report(f"New {self.role} link “{self.name}”", result=result)


@command("key.edit", undoable=False)
class EditKey(Command):
    """Give a link another name."""

    key: Id = Field(description="the link")
    name: Name

    def take(self, board: Board, actor: Actor) -> Report:
        key = open_link(board, self.key)
        before, key.name = key.name, self.name
        return Report(f"Link “{before}” is now “{self.name}”", result={"key": key.id})


@command("key.revoke", undoable=False)
class RevokeKey(Command):
    """Close a link for good: whoever came by it is out at once, and its open streams end."""

    key: Id = Field(description="the link")

    def take(self, board: Board, actor: Actor) -> Report:
        key = open_link(board, self.key)
        if key.role == "gm" and board.open_links("gm") == [key]:
            raise Refused("This is the last GM link; make another one first, or nobody can run the table.")
        key.revoked = True
        return Report(f"Link “{key.name}” revoked", result={"key": key.id})


@command("tv.code", undoable=False)
class TvCode(Command):
    """Ask for six digits that open the TV link: typed at /join on the TV, once, within ten minutes."""

    def take(self, board: Board, actor: Actor) -> Report:
        link = next(iter(board.open_links("tv")), None)
        if link is None:
            raise Refused("A code leads to a TV link, and none is open. Make a TV link first.")
        return Report("A code for a TV, good for ten minutes", result={**device_code(board, link.id)})


@command("join.set", undoable=False)
class SetJoin(Command):
    """Switch joining by code on or off; switching on makes a new code, which leads to an open player link."""

    on: bool = Field(description="true or false: on or off")

    def take(self, board: Board, actor: Actor) -> Report:
        board.table.join_on = self.on
        if self.on:
            board.table.join_code = new_code()
            if board.join_code() is None:
                raise Refused("A code leads to a player link, and none is open. Make a player link first.")
        result = {"join_code": board.join_code()}
        return Report("A new join code is on" if self.on else "Joining by code is off", result=result)


def open_link(board: Board, id: int) -> Key:
    """The link with this id, unless it opens nothing any more."""
    key = next((each for each in board.open_links() if each.id == id), None)
    if key is None:
        raise missing("link")
    return key
