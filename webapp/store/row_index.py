"""Keep strong references to the rows of one table, by kind, order and character.

A session refers to its rows weakly and finds them only by key. Rows that another process changed are reloaded
into the same objects, with one statement per kind.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from functools import cache
from operator import itemgetter
from typing import Any, TypeVar

from sqlalchemy import BindParameter, Select, bindparam, event, exists, func, inspect, or_, select
from sqlalchemy.orm import Session, object_session, scoped_session

from webapp.rules.name_keys import name_key
from webapp.store.link_models import Link
from webapp.store.models import THINGS, Proposal, Table, Thing
from webapp.store.row_changes import COLUMNS, RowChanges

AnySession = Session | scoped_session[Any]
STILL_OPEN = ("open", "called", "rolled")
PLACES = frozenset({"removed", "order"})
OWNERS = frozenset({"character"})
NAMES = frozenset({"name"})
"""The fields by which things are looked up, besides their id and place."""
LINKS = "links"
INDEX = "tableside.index"
"""The session's key for the index of its rows."""
ITS: BindParameter[str] = bindparam("table")
"""The table's id as a parameter, so that each statement is built once: building takes longer than running."""
ANEW = {"populate_existing": True}
LINKS_OF = select(Link).where(Link.table_id == ITS).order_by(Link.created, Link.id)
Name = tuple[str, int]
K = TypeVar("K", bound=Thing)


class RowIndex:
    """The rows of a table: its own row, its things by kind, its links."""

    def __init__(self, table: Table, session: AnySession) -> None:
        self.id, self.table, self.session = table.id, table, session
        self.things: dict[str, dict[int, Any]] = {}
        self.links: list[Link] | None = None
        self._here: dict[str, list[Any]] = {}
        self._of: dict[str, dict[int | None, list[Any]]] = {}
        self._namesakes: dict[str, set[int]] = {}

    def adopt(self, kind: str, rows: Iterable[Any]) -> None:
        """Keep references to these things of one kind."""
        self.things.setdefault(kind, {}).update((row.id, row) for row in rows)
        self.forget_places(kind)

    def drop(self, row: Thing) -> None:
        """Drop the reference to a thing."""
        self.things.get(row.kind_name, {}).pop(row.id, None)
        self.forget_places(row.kind_name)

    def forget_places(self, kind: str) -> None:
        """Discard the cached order and names of a kind, so that the next read looks at its things again."""
        self._here.pop(kind, None)
        self._of.pop(kind, None)
        self._namesakes.pop(kind, None)

    def find_all(self, model: type[K]) -> list[K]:
        """Return the things of a kind that are on the table, in the order shown."""
        kind = model.kind_name
        if kind not in self._here:
            self.read(kind)
            present = [(row.order, row.id, row) for row in self.things[kind].values() if not row.removed]
            self._here[kind] = [row for _, _, row in sorted(present, key=itemgetter(0, 1))]
        return self._here[kind]

    def of(self, model: type[K], character: int | None) -> list[K]:
        """Return a character's things of a kind that are on the table, in the order shown."""
        kind = model.kind_name
        if kind not in self._of:
            found: dict[int | None, list[Any]] = defaultdict(list)
            here: list[Any] = self.find_all(model)
            for row in here:
                found[row.character].append(row)
            self._of[kind] = dict(found)
        return self._of[kind].get(character, [])

    def namesakes(self, model: type[K]) -> set[int]:
        """Return the ids of the things of a kind on the table that have a name like another one's."""
        kind = model.kind_name
        if kind not in self._namesakes:
            here: list[Any] = self.find_all(model)
            keys = [name_key(row.name) for row in here]
            times = Counter(keys)
            self._namesakes[kind] = {row.id for row, key in zip(here, keys, strict=True) if times[key] > 1}
        return self._namesakes[kind]

    # ---- reading ------------------------------------------------------------------------------

    def read(self, kind: str) -> None:
        """Load the things of a kind once; of checks and proposals, only the open and newest ones."""
        if not self.things:
            there = self.session.execute(_kinds_there(), {"table": self.id}).one()
            self.things = {kind: {} for kind, any_of_it in there._mapping.items() if not any_of_it}
        if kind not in self.things:
            self.things[kind] = {}
            self.adopt(kind, self._anew(_newest(kind, THINGS[kind].newest)))

    def read_links(self) -> list[Link]:
        """Return all links, including revoked ones, oldest first."""
        if self.links is None:
            self.links = self._anew(LINKS_OF)
        return self.links

    def renew(self, names: Iterable[Name]) -> set[Hashable]:
        """Reload these things, if their kind is loaded; return the names of reads that may have changed."""
        by_kind: dict[str, set[int]] = defaultdict(set)
        for kind, id in names:
            if kind in self.things:
                by_kind[kind].add(id)
        changed: set[Hashable] = set()
        for kind, ids in by_kind.items():
            model = THINGS[kind]
            self.adopt(kind, self._anew(select(model).where(model.table_id == ITS, model.id.in_(ids))))
            for id in ids:
                changed |= _names_of(kind, id, self.things[kind].get(id), COLUMNS[model])
        return changed

    def renew_table(self) -> set[Hashable]:
        """Reload the table's row and its links; return the names of the reads that may have changed."""
        row, self.links = self.table, None
        loaded = set(COLUMNS[Table]) - inspect(row).unloaded
        known = {name: getattr(row, name) for name in loaded}
        self.session.get(Table, self.id, populate_existing=True)
        changed = {name for name in COLUMNS[Table] if known.get(name, known) != getattr(row, name)}
        return {LINKS, *(("table", name) for name in changed)}

    def _anew(self, query: Select[Any]) -> list[Any]:
        return list(self.session.scalars(query, {"table": self.id}, execution_options=ANEW))

    # ---- changes by a command -----------------------------------------------------------------

    def follow(self, changes: RowChanges) -> set[Hashable]:
        """Keep references to older things that changed, and drop those to old closed checks and proposals.

        Returns the names of the reads that this changes.
        """
        rows = [row for row in changes.before if isinstance(row, Thing)]
        for row in rows:
            if row.id not in self.things.get(row.kind_name, {}):
                self.adopt(row.kind_name, [row])
        kinds = {row.kind_name for row in (*rows, *changes.added) if isinstance(row, Thing)}
        return set().union(*(self._let_go_of_old(kind) for kind in kinds))

    def _let_go_of_old(self, kind: str) -> set[Hashable]:
        newest, rows = THINGS[kind].newest, self.things.get(kind, {})
        if newest is None or len(rows) <= newest:
            return set()
        last = max(row.order for row in rows.values())
        old = [row for row in rows.values() if row.state not in STILL_OPEN and row.order <= last - newest]
        for row in old:
            self.drop(row)
        return set().union(*(_names_of(kind, row.id, row, ("order",)) for row in old))


def changed_names(changes: RowChanges) -> set[Hashable]:
    """Return the names of all changed reads, in the form in which reads are recorded."""
    names: set[Hashable] = set()
    for row in changes.added:
        names |= _names(row, ("order", "character"))
    for row, before in changes.before.items():
        names |= _names(row, before)
    return names


def _names(row: Any, columns: Iterable[str]) -> set[Hashable]:
    if isinstance(row, Thing):
        return _names_of(row.kind_name, row.id, row, columns)
    if isinstance(row, Table):
        return {("table", name) for name in columns}
    return {LINKS} if isinstance(row, Link) else set()


def _names_of(kind: str, id: int, row: Any, columns: Iterable[str]) -> set[Hashable]:
    names: set[Hashable] = {kind, (kind, id), (kind, "of", getattr(row, "character", None))}
    if isinstance(row, Proposal):
        names.add((kind, "from", row.check))
    names.update((kind, id, name) for name in columns)
    if not PLACES.isdisjoint(columns):
        names.add((kind, "places"))
    if not OWNERS.isdisjoint(columns):
        names.add((kind, "owners"))
    if not NAMES.isdisjoint(columns):
        names.add((kind, "names"))
    return names


def changed_things(changes: RowChanges) -> set[Name]:
    """Return the kind and id of each thing that was added or changed."""
    return {(row.kind_name, row.id) for row in changes.rows if isinstance(row, Thing)}


def _forget_places(row: Thing, _value: object, _old: object, _initiator: object) -> None:
    """Discard the cached order and names of a kind when a field changes by which its things are looked up."""
    session = object_session(row)
    index: RowIndex | None = session.info.get(INDEX) if session is not None else None
    if index is not None:
        index.forget_places(row.kind_name)


for model in THINGS.values():
    for name in (PLACES | OWNERS | NAMES).intersection(COLUMNS[model]):
        event.listen(getattr(model, name), "set", _forget_places)


@cache
def _kinds_there() -> Select[Any]:
    """Return a query that tells which kinds of thing the table has, since most tables lack most kinds."""
    found: Any = [exists().where(value.table_id == ITS).label(kind) for kind, value in THINGS.items()]
    return select(*found)


@cache
def read_every(kind: str) -> Select[Any]:
    """Return a query for all things of a kind in their order, including removed ones."""
    model = THINGS[kind]
    return select(model).where(model.table_id == ITS).order_by(model.order, model.id)


@cache
def _newest(kind: str, most: int | None) -> Select[Any]:
    model: Any = THINGS[kind]
    if most is None:
        return read_every(kind)
    last = select(func.max(model.order)).where(model.table_id == ITS).scalar_subquery()
    return read_every(kind).where(or_(model.state.in_(STILL_OPEN), model.order > last - most))
