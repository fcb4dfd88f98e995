"""The state of one table: its things, which commands change and projections show."""

import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm.attributes import set_committed_value

from webapp.rules.dice import Dice
from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.rules.ruleset import Ruleset
from webapp.store.db import db
from webapp.store.dependency_cache import DependencyCache, TrackingProxy
from webapp.store.link_models import Link
from webapp.store.models import THINGS, Entry, Proposal, Table, Thing
from webapp.store.row_changes import RowChanges
from webapp.store.row_index import ANEW, LINKS, RowIndex, read_every

LARGEST_ID = 2**31 - 1
RECENT = "recent"
"""The name of the read of the newest entries of the journal."""
T = TypeVar("T")
K = TypeVar("K", bound=Thing)
TABLE = select(Table).where(Table.id == bindparam("table"))
LOCKED = TABLE.with_for_update().execution_options(populate_existing=True)


class TableState:
    """One table and its things, in the request's session or a snapshot's own session."""

    def __init__(self, table: Table, rows: RowIndex | None = None, changes: RowChanges | None = None) -> None:
        self.rows = RowIndex(table, db.session) if rows is None else rows
        self.session = self.rows.session
        self._changes = changes
        self.dice: Dice = _no_dice
        self.maker: str | None = None  # the player's link, device and seat that make new things
        self.now, self.paced = 0.0, False  # the command's time, and whether there are limits
        self.acting: int | None = None  # the check whose outcome is being applied
        self.moment: int | None = None  # the id of the command's moment: a check, or the command's own entry
        self._recent: Sequence[Any] = ()
        self.unshown: set[str] = set()  # the table's rows that failed to render
        self._cache: DependencyCache | None = None
        self._tracked: Table | None = None

    @classmethod
    def load(cls, table_id: str, *, lock: bool = False) -> "TableState | None":
        """Return a table's state, or None if it is missing; `lock` makes other writers wait (PostgreSQL)."""
        table = db.session.scalar(LOCKED if lock else TABLE, {"table": table_id})
        return cls(table) if table else None

    @classmethod
    def unwritten(cls, table: Table, things: dict[str, dict[int, Thing]]) -> "TableState":
        """Return a state of rows that are not in a database yet, to validate them before they are written."""
        state = cls(table)
        state.rows.things = {kind: things.get(kind, {}) for kind in THINGS}
        state.rows.links = []
        return state

    @property
    def table(self) -> Table:
        """The table's own row, with recorded reads inside `while_unchanged`."""
        return self.rows.table if self._tracked is None else self._tracked

    @property
    def rules(self) -> Ruleset:
        """The rules of the table's game; for a missing game, a read-only stand-in."""
        return load_ruleset_or_stand_in(self.table.ruleset)

    @contextmanager
    def with_active_scene(self, scene: int) -> Iterator[None]:
        """Treat another scene as the active one inside a `with` block; the database is not changed."""
        table = self.rows.table
        played = table.active_scene
        set_committed_value(table, "active_scene", scene)
        try:
            yield
        finally:
            set_committed_value(table, "active_scene", played)

    # ---- recorded reads and cached values ------------------------------------------------------

    @contextmanager
    def while_unchanged(self, cache: DependencyCache) -> Iterator[None]:
        """Record reads, and cache the values computed from them, inside a `with` block without changes."""
        self._cache, self._tracked = cache, cast(Table, TrackingProxy(self.rows.table, cache, "table"))
        try:
            yield
        finally:
            self._cache = self._tracked = None

    def cached(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return the value of this name, cached until something that was read to compute it changes."""
        return make() if self._cache is None else self._cache.get(name, make)

    @property
    def cached_or_none(self) -> Callable[[Hashable], Any]:
        """A function that returns the cached value of a name, or None if there is none."""
        return _nothing if self._cache is None else self._cache.find

    def cached_each(self, names: Collection[Hashable]) -> list[Any]:
        """Return the cached values of these names, None for each that has none."""
        return [None] * len(names) if self._cache is None else self._cache.find_each(names)

    @property
    def is_caching(self) -> bool:
        """Whether values computed now are cached."""
        return self._cache is not None

    def note(self, row: Thing) -> None:
        """Record a read of a thing that was not read through this state."""
        self._note((row.kind_name, row.id))

    def tracking_fields(self, row: K) -> K:
        """Return the same thing as a proxy that records reads of its fields, not of the whole thing."""
        if self._cache is None:
            return row
        return cast(K, TrackingProxy(row, self._cache, row.kind_name, row.id))

    def _note(self, what: Hashable) -> None:
        if self._cache is not None:
            self._cache.note(what)

    @property
    def recent(self) -> Sequence[Any]:
        """The newest entries of the journal that are in memory, newest first (`RecentEntry`)."""
        self._note(RECENT)
        return self._recent

    @recent.setter
    def recent(self, entries: Sequence[Any]) -> None:
        self._recent = entries

    def touched(self, *kinds: str) -> set[int]:
        """Return the ids of the characters whose things of these kinds the command has changed."""
        if self._changes is None:
            return set()
        self._changes.collect()
        things = (row for row in self._changes.rows if isinstance(row, Thing) and row.kind_name in kinds)
        return {whose for thing in things if (whose := getattr(thing, "character", None)) is not None}

    # ---- things --------------------------------------------------------------------------------

    def all(self, model: type[K]) -> dict[int, K]:
        """Return the things of a kind by id, including removed ones.

        Of checks and proposals, which grow in number, only the open and newest ones are included; `find_ever`
        finds the others.
        """
        kind = model.kind_name
        self._note(kind)
        self.rows.read(kind)
        return self.rows.things[kind]

    def all_ever(self, model: type[K]) -> list[K]:
        """Return all things of a kind, including removed and old ones, in the order shown."""
        known = self.all(model)
        if model.newest is None:
            return sorted(known.values(), key=lambda row: (row.order, row.id))
        old = self.session.scalars(
            read_every(model.kind_name).where(model.id.not_in(known)), {"table": self.table.id}
        )
        return sorted((*known.values(), *old), key=lambda row: (row.order, row.id))

    def find_ever(self, model: type[K], id: int | str | None) -> K | None:
        """Return one thing, even if it is removed or old; None if there is none with this id."""
        if id is None:
            return None
        kind = model.kind_name
        self._note((kind, id))
        self.rows.read(kind)
        known: K | None = self.rows.things[kind].get(cast(int, id))
        if known is None and model.newest is not None:
            known = self.session.get(model, (self.rows.id, id), populate_existing=True)
        return known

    def load_old(self, named: Iterable[tuple[str, int]]) -> None:
        """Load those of these things that are old, with one statement for each kind that grows in number."""
        by_kind: dict[str, set[int]] = defaultdict(set)
        for kind, id in named:
            by_kind[kind].add(id)
        for kind, ids in by_kind.items():
            model = THINGS.get(kind)
            if model is not None and model.newest is not None:
                old = ids - self.all(model).keys()
                if old:
                    query = select(model).where(model.table_id == self.rows.id, model.id.in_(old))
                    self.rows.adopt(kind, self.session.scalars(query, execution_options=ANEW))

    def find_all(self, model: type[K], *, content: bool = True) -> list[K]:
        """Return the things of a kind that are on the table, in the order shown.

        Without `content`, only which they are and their order count as read; the caller notes what it uses.
        """
        kind = model.kind_name
        self._note(kind if content else (kind, "places"))
        return list(self.rows.find_all(model))

    def of_character(self, model: type[K], character: int | None) -> list[K]:
        """Return a character's things of a kind that are on the table, in the order shown."""
        kind = model.kind_name
        self._note((kind, "of", character))
        self._note((kind, "owners"))
        return list(self.rows.of(model, character))

    def namesakes(self, model: type[K]) -> set[int]:
        """Return the ids of the things of a kind on the table that have a name like another one's."""
        kind = model.kind_name
        self._note((kind, "places"))
        self._note((kind, "names"))
        return self.rows.namesakes(model)

    def proposals_from(self, check: int) -> list[Proposal]:
        """Return the proposals of a check that are on the table, in the order shown."""
        self._note((Proposal.kind_name, "from", check))
        return [row for row in self.rows.find_all(Proposal) if row.check == check]

    def require(self, model: type[K], id: int | None) -> K:
        """Return a thing that another refers to, even if removed; raise LookupError if it is missing."""
        row = self.find_ever(model, id)
        if row is None:
            raise LookupError(f"there is no {model.kind_name} {id}")
        return row

    def find(self, model: type[K], id: int | str | None) -> K | None:
        """Return one thing that is on the table; None if there is none with this id."""
        row = self.find_ever(model, id)
        return row if row is not None and not row.removed else None

    def thing(self, kind: str, id: int | None) -> Thing | None:
        """Return one thing by the word for its kind ("clock"), even if removed; None if there is none."""
        return self.find_ever(THINGS[kind], id)

    def things(self) -> Iterator[Thing]:
        """Yield every thing of every kind, including removed and old ones."""
        for model in THINGS.values():
            yield from self.all_ever(model)

    def add(self, row: K) -> K:
        """Put a new thing on the table, last in its kind's order; return it."""
        row.table_id, row.id, row.made_by = self.table.id, self.new_id(), self.maker
        row.order = max((other.order for other in self.all(type(row)).values()), default=0) + 1
        self.session.add(row)
        self.session.flush()  # column defaults, so that projections see them
        self.rows.adopt(row.kind_name, [row])
        return row

    def new_id(self) -> int:
        """Return a random id that no loaded thing on this table has.

        Entries and finished checks are not compared: among 2,147 million ids a clash is very unlikely, and
        then the primary key refuses the whole command.
        """
        while True:
            id = 1 + secrets.randbelow(LARGEST_ID)
            if not any(id in rows for rows in self.rows.things.values()):
                return id

    def links(self) -> list[Link]:
        """Return the links of this table, including revoked ones, oldest first."""
        self._note(LINKS)
        return self.rows.read_links()

    def open_links(self, role: str | None = None) -> list[Link]:
        """Return the open links, or only those of one role."""
        return [link for link in self.links() if not link.revoked and role in (None, link.role)]

    def join_code(self) -> str | None:
        """Return the join code; None while joining by code is off or no player link is open."""
        return self.cached("join code", self._join_code)

    def _join_code(self) -> str | None:
        leads = self.open_links("player")
        return self.table.join_code if self.table.join_on and leads else None

    def add_link(self, link: Link) -> None:
        """Add a new link to the table."""
        self.links().append(link)
        self.session.add(link)

    # ---- the journal ---------------------------------------------------------------------------

    def entry(self, id: int | None) -> Entry | None:
        """Return the journal entry with this id, reloaded from the database, or None."""
        return self.session.get(Entry, (self.rows.id, id), populate_existing=True)

    def entries(self, query: Select[Entry]) -> list[Entry]:
        """Return the selected journal entries, reloaded from the database."""
        return list(self.session.scalars(query, execution_options=ANEW))


def _nothing(_name: Hashable) -> None:
    """Return None for every name, for a state that caches nothing."""


def _no_dice(count: int, faces: int) -> list[int]:
    """Raise LookupError, because only the dispatcher gives dice to a state."""
    raise LookupError("a table's state has no dice of its own")
