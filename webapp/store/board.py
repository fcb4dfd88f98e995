"""Everything on one table, loaded together: what commands change and projections show."""

import secrets
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from sqlalchemy import Select, bindparam, func, or_, select

from webapp.rules.dice import Dice
from webapp.store.db import db
from webapp.store.models import THINGS, Key, Table, Thing

LARGEST_ID = 2**31 - 1
STILL_OPEN = ("open", "called", "rolled")
TABLE = select(Table).where(Table.id == bindparam("table"))
LOCKED = TABLE.with_for_update().execution_options(populate_existing=True)
LINKS = (
    select(Key)
    .where(Key.table_id == bindparam("table"))
    .order_by(Key.created, Key.id)
    .execution_options(populate_existing=True)
)
"""What every command asks, built once."""


class Board:
    """One table and its things. Rows belong to the current session."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.dice: Dice = _no_dice
        self.acting: int | None = None  # the check whose outcome is being applied
        self._things: dict[str, dict[int, Any]] = {}
        self._links: list[Key] | None = None
        self.unshown: set[str] = set()  # rows of it that no screen can show

    @classmethod
    def load(cls, table_id: str, *, lock: bool = False) -> "Board | None":
        """The board of a table, or None; `lock` keeps other writers of it out (PostgreSQL)."""
        table = db.session.scalar(LOCKED if lock else TABLE, {"table": table_id})
        return cls(table) if table else None

    @classmethod
    def unwritten(cls, table: Table, things: dict[str, dict[int, Any]]) -> "Board":
        """A board of rows that are in no database yet, to look at before they are written."""
        board = cls(table)
        board._things = {kind: things.get(kind, {}) for kind in THINGS}
        board._links = []
        return board

    def all(self, kind: str) -> dict[int, Any]:
        """Every thing of a kind by id, the removed ones too.

        Of checks and proposals, which pile up, those that are open and the newest; `row` finds the others.
        """
        if kind not in self._things:
            self._things[kind] = {row.id: row for row in db.session.scalars(self._newest(kind))}
        return self._things[kind]

    def whole(self, kind: str) -> list[Any]:
        """Every thing of a kind there ever was."""
        return list(db.session.scalars(self._every(kind)))

    def row(self, kind: str, id: int | None) -> Any | None:
        """One thing, on the table or not, however old."""
        if id is None:
            return None
        known = self.all(kind).get(id)
        if known is None and THINGS[kind].newest is not None:
            known = db.session.get(THINGS[kind], (self.table.id, id))
        return known

    def _every(self, kind: str) -> Select[Any]:
        model = THINGS[kind]
        return select(model).where(model.table_id == self.table.id).order_by(model.order, model.id)

    def _newest(self, kind: str) -> Select[Any]:
        model = THINGS[kind]
        if model.newest is None:
            return self._every(kind)
        last = select(func.max(model.order)).where(model.table_id == self.table.id).scalar_subquery()
        return self._every(kind).where(or_(model.state.in_(STILL_OPEN), model.order > last - model.newest))

    def here(self, kind: str) -> list[Any]:
        """The things of a kind that are on the table, in the order shown."""
        present = [(row.order, row.id, row) for row in self.all(kind).values() if not row.removed]
        return [row for _, _, row in sorted(present, key=itemgetter(0, 1))]

    def find(self, kind: str, id: int | None) -> Any | None:
        """One thing that is on the table, or None."""
        row = self.row(kind, id)
        return row if row is not None and not row.removed else None

    def things(self) -> Iterator[Thing]:
        """Every thing of every kind."""
        for kind in THINGS:
            yield from self.whole(kind)

    def add(self, row: Any) -> Any:
        """Put a new thing on the table, last in its kind's order."""
        kind = row.kind_name
        row.table_id, row.id = self.table.id, self.new_id()
        row.order = max((other.order for other in self.all(kind).values()), default=0) + 1
        db.session.add(row)
        db.session.flush()  # column defaults, so that projections see them
        self.all(kind)[row.id] = row
        return row

    def new_id(self) -> int:
        """A random id that no thing on this table has.

        Old entries and settled checks are not asked: among two thousand million ids they are not met in
        practice, and the primary key would refuse the command whole.
        """
        while True:
            id = 1 + secrets.randbelow(LARGEST_ID)
            if not any(id in rows for rows in self._things.values()):
                return id

    def links(self) -> list[Key]:
        """The links of this table, the revoked ones too, oldest first."""
        if self._links is None:
            self._links = list(db.session.scalars(LINKS, {"table": self.table.id}))
        return self._links

    def join_code(self) -> str | None:
        """The code that leads somebody to this table now; None while it is off or no player link is open."""
        leads = any(link.role == "player" and not link.revoked for link in self.links())
        return self.table.join_code if self.table.join_on and leads else None

    def add_link(self, key: Key) -> None:
        """Put a new link beside the others."""
        self.links().append(key)
        db.session.add(key)

    # ---- from one command to the next ----------------------------------------------------------

    def take_over(self, things: dict[str, dict[int, Any]]) -> None:
        """Work with rows that an earlier board gave up, instead of reading them again."""
        for row in [each for each in db.session if isinstance(each, Thing)]:
            db.session.expunge(row)  # what the request read before stands in their way
        db.session.add_all(row for rows in things.values() for row in rows.values())
        self._things = things

    def give_up(self) -> dict[str, dict[int, Any]]:
        """All rows, out of the session, as a new board would read them. This board is done then."""
        db.session.flush()
        db.session.expunge_all()
        return {kind: self._without_old(kind, rows) for kind, rows in self._things.items()}

    def _without_old(self, kind: str, rows: dict[int, Any]) -> dict[int, Any]:
        newest = THINGS[kind].newest
        if newest is None:
            return rows
        last = max((row.order for row in rows.values()), default=0)
        return {id: row for id, row in rows.items() if row.state in STILL_OPEN or row.order > last - newest}


def _no_dice(count: int, faces: int) -> list[int]:
    """Only the road hands in dice."""
    raise LookupError("a board has no dice of its own")
