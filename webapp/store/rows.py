"""The rows of one table in memory, kept from one command to the next, in order and by what they belong to.

They stay outside of the session, however many there are; the table knows which of them were written to.
Every write raises the table's counters, so rows kept at the same counters are those of the database; which
of them another process changed since, its journal tells.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from functools import cache
from operator import itemgetter
from typing import Any, TypeVar

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    Update,
    bindparam,
    exists,
    func,
    inspect,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapper
from sqlalchemy.orm.attributes import instance_state, set_committed_value
from sqlalchemy.orm.exc import StaleDataError

from webapp.store.db import db
from webapp.store.models import THINGS, Key, Table, Thing, Written

STILL_OPEN = ("open", "called", "rolled")
PLACES = frozenset({"removed", "order"})
OWNERS = frozenset({"character"})
"""What things are looked up by, beside their id."""
LINKS = "links"
OWN = ("own_table", "own_id")
"""What the first two columns of a primary key are called, where a row is looked up by them."""
ITS: BindParameter[str] = bindparam("table")
"""Whose rows are read; a statement is built once, since that takes longer than to run it."""
ANEW = {"populate_existing": True}
LINKS_OF = select(Key).where(Key.table_id == ITS).order_by(Key.created, Key.id)
Name = tuple[str, int]
K = TypeVar("K", bound=Thing)
R = TypeVar("R", bound=Written)


class Rows:
    """All that a table holds: its own row, its things by kind, its links.

    `changed` names, as the board notes what is read, all that was written to since it was read or kept;
    `written` are the rows among it that are in the database already.
    """

    def __init__(self, table: Table) -> None:
        self.id = table.id
        self.things: dict[str, dict[int, Any]] = {}
        self.links: list[Key] | None = None
        self.changed: set[Hashable] = set()
        self.written: dict[Written, None] = {}
        self._here: dict[str, list[Any]] = {}
        self._of: dict[str, dict[int | None, list[Any]]] = {}
        self.table = self.own(table)

    def own(self, row: R) -> R:
        """Hear of it when this row is written to."""
        row.__dict__["_home"] = self
        return row

    def adopt(self, kind: str, rows: Iterable[Any]) -> None:
        """Take things that were read from the database; they stay outside of the session."""
        self.things.setdefault(kind, {}).update((row.id, self.own(row)) for row in rows)
        self._forget_places(kind)

    def put(self, row: Thing) -> None:
        """Take a new thing."""
        self.adopt(row.kind_name, [row])
        self._changed(row.kind_name, row.id, {"order", *OWNERS})

    def note(self, row: Written, name: str) -> None:
        """A row was written to; those that are in the session, it knows itself."""
        state = instance_state(row)
        if state.key is not None and state.session_id is None:
            self.written[row] = None
        if isinstance(row, Thing):
            if row.id not in self.things[row.kind_name]:
                self.adopt(row.kind_name, [row])  # an old one
            self._changed(row.kind_name, row.id, {name})
        else:
            self.changed.add(("table", name) if row is self.table else LINKS)

    def _changed(self, kind: str, id: int, names: set[str]) -> None:
        row = self.things[kind].get(id)
        self.changed |= {kind, (kind, id), (kind, "of", getattr(row, "character", None))}
        self.changed.update((kind, id, name) for name in names)
        if names & PLACES:
            self.changed.add((kind, "places"))
        if names & OWNERS:
            self.changed.add((kind, "owners"))
        if names & (PLACES | OWNERS):
            self._forget_places(kind)

    @property
    def touched(self) -> set[Name]:
        """The things among what was written to."""
        pairs = (each for each in self.changed if isinstance(each, tuple) and len(each) == 2)
        return {each for each in pairs if isinstance(each[1], int)}

    def _forget_places(self, kind: str) -> None:
        self._here.pop(kind, None)
        self._of.pop(kind, None)

    def here(self, model: type[K]) -> list[K]:
        """The things of a kind that are on the table, in the order shown."""
        kind = model.kind_name
        if kind not in self._here:
            self.read(kind)
            present = [(row.order, row.id, row) for row in self.things[kind].values() if not row.removed]
            self._here[kind] = [row for _, _, row in sorted(present, key=itemgetter(0, 1))]
        return self._here[kind]

    def of(self, model: type[K], character: int | None) -> list[K]:
        """Those of them that belong to a character."""
        kind = model.kind_name
        if kind not in self._of:
            found: dict[int | None, list[Any]] = defaultdict(list)
            here: list[Any] = self.here(model)
            for row in here:
                found[row.character].append(row)
            self._of[kind] = dict(found)
        return self._of[kind].get(character, [])

    # ---- reading ------------------------------------------------------------------------------

    def read(self, kind: str) -> None:
        """Every thing of a kind; of checks and proposals, which pile up, the open ones and the newest."""
        if not self.things:
            there = db.session.execute(_kinds_there(), {"table": self.id}).one()
            self.things = {kind: {} for kind, any_of_it in there._mapping.items() if not any_of_it}
        if kind not in self.things:
            self.things[kind] = {}
            self.adopt(kind, _outside(_newest(kind, THINGS[kind].newest), self.id))

    def read_links(self) -> list[Key]:
        """The links, the revoked ones too, oldest first."""
        if self.links is None:
            self.links = [self.own(link) for link in _outside(LINKS_OF, self.id)]
        return self.links

    def renew(self, names: Iterable[Name]) -> None:
        """Read some things again, as somebody else has them now."""
        by_kind: dict[str, set[int]] = defaultdict(set)
        for kind, id in names:
            if kind in self.things:
                by_kind[kind].add(id)
        for kind, ids in by_kind.items():
            model = THINGS[kind]
            for id in ids:
                self.things[kind].pop(id, None)
            self.adopt(kind, _outside(select(model).where(model.table_id == ITS, model.id.in_(ids)), self.id))
            for id in ids:
                self._changed(kind, id, set(inspect(model).column_attrs.keys()))

    def trim(self) -> None:
        """Let go of old checks and proposals that were settled by what was written."""
        for kind in {kind for kind, _ in self.touched}:
            self._let_go_of_old(kind)

    def settle(self, connection: Connection) -> None:
        """All that was written is the database's own now; the session is closed after it.

        The unit of work puts new rows in order and takes its time. Where rows were only changed there is no
        order, and each takes one statement that was compiled before. What a new row was not given is in no
        memory yet: a change of it would not tell what was there before.
        """
        session = db.session()
        if session.new or session.deleted:
            session.flush()
        for row in (*session.dirty, *self.written):
            _write(row, connection)
        for row in session:
            state = instance_state(row)
            for name in state.unloaded.intersection(state.mapper.column_attrs.keys()):
                set_committed_value(row, name, None)
        self.begin()

    def begin(self) -> None:
        """What was written so far is no news any more."""
        self.changed, self.written = set(), {}

    def _let_go_of_old(self, kind: str) -> None:
        newest, rows = THINGS[kind].newest, self.things.get(kind, {})
        if newest is None or len(rows) <= newest:
            return
        last = max(row.order for row in rows.values())
        old = [id for id, row in rows.items() if row.state not in STILL_OPEN and row.order <= last - newest]
        for id in old:
            del rows[id]
        if old:
            self._changed(kind, old[0], {"order"})


def _write(row: Any, connection: Connection) -> None:
    """Bring to the database what was written to one row."""
    state = instance_state(row)
    statement, names = _change_of(state.mapper)
    before, values = state.committed_state, state.dict
    changed = {name: values[name] for name in names & before.keys() if values[name] != before[name]}
    if changed:
        own = zip(OWN, state.identity or (), strict=False)
        if connection.execute(statement, changed | dict(own)).rowcount != 1:
            raise StaleDataError(f"a row of {state.mapper.local_table} is not there any more")
    before.clear()


@cache
def _change_of(mapper: Mapper[Any]) -> tuple[Update, frozenset[str]]:
    """The statement that changes one row of a kind, and the columns that it may change."""
    key = (column == bindparam(name) for name, column in zip(OWN, mapper.primary_key, strict=False))
    return update(mapper.class_.__table__).where(*key), frozenset(mapper.column_attrs.keys())


def _outside(query: Select[R], table_id: str) -> list[R]:
    """What is read, as it is now, out of the session."""
    found = list(db.session.scalars(query, {"table": table_id}, execution_options=ANEW))
    for row in found:
        db.session.expunge(row)
    return found


@cache
def _kinds_there() -> Select[Any]:
    """Of each kind, whether a table has anything of it; most tables have nothing of most."""
    found: Any = [exists().where(each.table_id == ITS).label(kind) for kind, each in THINGS.items()]
    return select(*found)


@cache
def every(kind: str) -> Select[Any]:
    """All of a kind there ever was."""
    model = THINGS[kind]
    return select(model).where(model.table_id == ITS).order_by(model.order, model.id)


@cache
def _newest(kind: str, most: int | None) -> Select[Any]:
    model: Any = THINGS[kind]
    if most is None:
        return every(kind)
    last = select(func.max(model.order)).where(model.table_id == ITS).scalar_subquery()
    return every(kind).where(or_(model.state.in_(STILL_OPEN), model.order > last - most))
