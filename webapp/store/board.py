"""Everything on one table, loaded together: what commands change and projections show."""

import secrets
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from sqlalchemy import bindparam, select
from sqlalchemy.orm.attributes import set_committed_value

from webapp.rules.dice import Dice
from webapp.store.db import db
from webapp.store.models import THINGS, Key, Table, Thing
from webapp.store.reads import Kept, Noted
from webapp.store.rows import LINKS, Rows, every

LARGEST_ID = 2**31 - 1
T = TypeVar("T")
K = TypeVar("K", bound=Thing)
TABLE = select(Table).where(Table.id == bindparam("table"))
LOCKED = TABLE.with_for_update().execution_options(populate_existing=True)


class Board:
    """One table and its things. Rows that are written to belong to the current session."""

    def __init__(self, table: Table, rows: Rows | None = None) -> None:
        self.rows = Rows(table) if rows is None else rows
        self.dice: Dice = _no_dice
        self.acting: int | None = None  # the check whose outcome is being applied
        self.unshown: set[str] = set()  # rows of it that no screen can show
        self._kept: Kept | None = None
        self._noted: Table | None = None

    @classmethod
    def load(cls, table_id: str, *, lock: bool = False) -> "Board | None":
        """The board of a table, or None; `lock` keeps other writers of it out (PostgreSQL)."""
        table = db.session.scalar(LOCKED if lock else TABLE, {"table": table_id})
        return cls(table) if table else None

    @classmethod
    def unwritten(cls, table: Table, things: dict[str, dict[int, Thing]]) -> "Board":
        """A board of rows that are in no database yet, to look at before they are written."""
        board = cls(table)
        board.rows.things = {kind: things.get(kind, {}) for kind in THINGS}
        board.rows.links = []
        return board

    @property
    def table(self) -> Table:
        """The table's own row."""
        return self.rows.table if self._noted is None else self._noted

    @contextmanager
    def playing(self, scene: int) -> Iterator[None]:
        """For a while another scene stands for the one being played; the row itself stays as it is."""
        table = self.rows.table
        played = table.active_scene
        set_committed_value(table, "active_scene", scene)
        try:
            yield
        finally:
            set_committed_value(table, "active_scene", played)

    # ---- what is read, and what is kept of it --------------------------------------------------

    @contextmanager
    def keeping(self, kept: Kept) -> Iterator[None]:
        """While nothing changes: what is asked is noted, and what was made of it kept."""
        self._kept, self._noted = kept, cast(Table, Noted(self.rows.table, kept, "table"))
        try:
            yield
        finally:
            self._kept = self._noted = None

    def keep(self, name: Hashable, make: Callable[[], T]) -> T:
        """What was made under this name, while nothing changed that was read for it."""
        return make() if self._kept is None else self._kept.get(name, make)

    @property
    def found(self) -> Callable[[Hashable], Any]:
        """The same, if it is here already; None if it is not."""
        return _nothing if self._kept is None else self._kept.find

    @property
    def keeps(self) -> bool:
        """Whether what is made now is kept."""
        return self._kept is not None

    def note(self, row: Thing) -> None:
        """Somebody looks at a thing that they did not ask for here."""
        self._note((row.kind_name, row.id))

    def by_field(self, row: K) -> K:
        """The same thing, for whoever notes each field that they look at."""
        return row if self._kept is None else cast(K, Noted(row, self._kept, row.kind_name, row.id))

    def _note(self, what: Hashable) -> None:
        if self._kept is not None:
            self._kept.note(what)

    def touched(self, *kinds: str) -> set[int]:
        """Whose things of these kinds were written to, since the command began."""
        keys = (each for each in self.rows.changed if isinstance(each, tuple) and len(each) == 3)
        return {whose for kind, of, whose in keys if kind in kinds and of == "of" and whose is not None}

    # ---- things --------------------------------------------------------------------------------

    def all(self, model: type[K]) -> dict[int, K]:
        """Every thing of a kind by id, the removed ones too.

        Of checks and proposals, which pile up, those that are open and the newest; `row` finds the others.
        """
        kind = model.kind_name
        self._note(kind)
        self.rows.read(kind)
        return self.rows.things[kind]

    def whole(self, model: type[K]) -> list[K]:
        """Every thing of a kind there ever was."""
        known = self.all(model)
        if model.newest is None:
            return sorted(known.values(), key=lambda row: (row.order, row.id))
        old = db.session.scalars(
            every(model.kind_name).where(model.id.not_in(known)), {"table": self.table.id}
        )
        return sorted((*known.values(), *old), key=lambda row: (row.order, row.id))

    def row(self, model: type[K], id: int | str | None) -> K | None:
        """One thing, on the table or not, however old."""
        if id is None:
            return None
        kind = model.kind_name
        self._note((kind, id))
        self.rows.read(kind)
        known: K | None = self.rows.things[kind].get(cast(int, id))
        if known is None and model.newest is not None:
            known = db.session.get(model, (self.table.id, id))
            if known is not None and self._kept is None:
                self.rows.own(known)
        return known

    def here(self, model: type[K]) -> list[K]:
        """The things of a kind that are on the table, in the order shown."""
        self._note(model.kind_name)
        return list(self.rows.here(model))

    def listed(self, model: type[K]) -> list[K]:
        """The same, for whoever notes each of them that is looked at."""
        self._note((model.kind_name, "places"))
        return list(self.rows.here(model))

    def of(self, model: type[K], character: int | None) -> list[K]:
        """What a character has of a kind, in the order shown."""
        kind = model.kind_name
        self._note((kind, "of", character))
        self._note((kind, "owners"))
        return list(self.rows.of(model, character))

    def the(self, model: type[K], id: int | None) -> K:
        """One thing that another names: it is or was on the table, as no row goes while its table lives."""
        row = self.row(model, id)
        if row is None:
            raise LookupError(f"there is no {model.kind_name} {id}")
        return row

    def find(self, model: type[K], id: int | str | None) -> K | None:
        """One thing that is on the table, or None."""
        row = self.row(model, id)
        return row if row is not None and not row.removed else None

    def thing(self, kind: str, id: int | None) -> Thing | None:
        """One thing by the word for its kind, as entries and documents name it, on the table or not."""
        return self.row(THINGS[kind], id)

    def things(self) -> Iterator[Thing]:
        """Every thing of every kind."""
        for model in THINGS.values():
            yield from self.whole(model)

    def add(self, row: K) -> K:
        """Put a new thing on the table, last in its kind's order."""
        row.table_id, row.id = self.table.id, self.new_id()
        row.order = max((other.order for other in self.all(type(row)).values()), default=0) + 1
        db.session.add(row)
        db.session.flush()  # column defaults, so that projections see them
        self.rows.put(row)
        return row

    def new_id(self) -> int:
        """A random id that no thing on this table has.

        Old entries and settled checks are not asked: among two thousand million ids they are not met in
        practice, and the primary key would refuse the command whole.
        """
        while True:
            id = 1 + secrets.randbelow(LARGEST_ID)
            if not any(id in rows for rows in self.rows.things.values()):
                return id

    def links(self) -> list[Key]:
        """The links of this table, the revoked ones too, oldest first."""
        self._note(LINKS)
        return self.rows.read_links()

    def open_links(self, role: str | None = None) -> list[Key]:
        """Those that still open the table, or those of one role."""
        return [link for link in self.links() if not link.revoked and role in (None, link.role)]

    def join_code(self) -> str | None:
        """The code that leads somebody to this table now; None while it is off or no player link is open."""
        return self.keep("join code", self._join_code)

    def _join_code(self) -> str | None:
        leads = self.open_links("player")
        return self.table.join_code if self.table.join_on and leads else None

    def add_link(self, key: Key) -> None:
        """Put a new link beside the others."""
        self.links().append(self.rows.own(key))
        self.rows.changed.add(LINKS)
        db.session.add(key)


def _nothing(_name: Hashable) -> None:
    """Nothing is kept where nothing is noted."""


def _no_dice(count: int, faces: int) -> list[int]:
    """Only the road hands in dice."""
    raise LookupError("a board has no dice of its own")
