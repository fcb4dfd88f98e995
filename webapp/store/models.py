"""The database rows of a table; those that open it are in `link_models.py`, answers in `answer_model.py`.

The commands (`webapp/table`) say what the fields mean to players. Things are never deleted while their table
exists: `removed` hides them, so that undo can restore the same thing and the journal's references stay valid.
"""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, composite, mapped_column

from webapp.rules.check import Resolved, RollRecord
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction
from webapp.rules.effects import Effect
from webapp.store.column_types import Effects, RuleValue, UtcDateTime, load_dial
from webapp.store.db import Model

Json = dict[str, Any]
"""Plain JSON by key, such as the data of a document."""
Facts = dict[str, str | int | bool]
Flags = dict[str, bool]


class Table(Model):
    """A table: its name, its ruleset and one revision per role; a seat has its own revision.

    `written` is the approximate size of its journal in bytes. `used` says what each seat, and each link's
    guests without a seat, have used of their shares (`webapp/table/shares.py`). `event_forms` says
    by kind how events of a game from outside are read when it is gone (`webapp/rules/event_declarations.py`).
    """

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str]
    ruleset: Mapped[str]
    settings: Mapped[Json] = mapped_column(JSON, default=dict)
    paused: Mapped[bool] = mapped_column(default=False)
    paused_by: Mapped[str | None]
    spotlight: Mapped[int | None]
    active_scene: Mapped[int | None]
    join_code: Mapped[str | None] = mapped_column(String(12), unique=True)
    join_on: Mapped[bool] = mapped_column(default=True)
    epoch: Mapped[str] = mapped_column(String(12))
    rev_gm: Mapped[int] = mapped_column(default=0)
    rev_player: Mapped[int] = mapped_column(default=0)
    rev_tv: Mapped[int] = mapped_column(default=0)
    entries: Mapped[int] = mapped_column(default=0)
    written: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    used: Mapped[Json] = mapped_column(JSON, default=dict, server_default="{}")
    event_forms: Mapped[Json] = mapped_column(JSON, default=dict, server_default="{}")
    created: Mapped[datetime] = mapped_column(UtcDateTime)


class Thing:
    """The base of the rows for things on a table: clocks, tags, characters, notes and others.

    The class name in lower case is the kind in commands, entries and exports, unless the class sets another
    `kind_name`, so it must not change. The id is random, because consecutive ids would reveal the number of
    hidden things. `made_by` is the link, device and seat of the player who made the thing ("5.mark/7"); it is
    None for a GM's things, and neither shown nor exported.
    """

    kind_name: ClassVar[str]
    newest: ClassVar[int | None] = None
    """How many of the newest rows of a growing kind are loaded, besides open ones; None loads all."""

    def __init_subclass__(cls) -> None:
        """Derive the kind from the class name, and the database table's name from the kind."""
        if "kind_name" not in vars(cls):
            cls.kind_name = cls.__name__.lower()
        if "__tablename__" not in vars(cls):
            cls.__tablename__ = cls.kind_name  # type: ignore[attr-defined]
        super().__init_subclass__()

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    order: Mapped[int] = mapped_column(default=0)
    removed: Mapped[bool] = mapped_column(default=False)
    visibility: Mapped[str] = mapped_column(String(10), default="shown")
    made_by: Mapped[str | None] = mapped_column(String(40))


class Scene(Thing, Model):
    """A scene: prepared, active or ended; `played` is true once it has been active."""

    name: Mapped[str]
    description: Mapped[str | None] = mapped_column(Text)
    notes: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(10), default="prepared")
    played: Mapped[bool] = mapped_column(default=False)


class Zone(Thing, Model):
    """A place within a scene; `joins` lists the zones next to it."""

    name: Mapped[str]
    scene: Mapped[int | None]
    joins: Mapped[list[int]] = mapped_column(JSON, default=list)


class Tag(Thing, Model):
    """Something true of a scene, zone, object or character; `only` is the only seat that sees it, if any."""

    name: Mapped[str]
    scene: Mapped[int | None]
    zone: Mapped[int | None]
    object: Mapped[str | None]
    character: Mapped[int | None]
    effects: Mapped[tuple[Effect, ...]] = mapped_column(Effects, default=tuple)
    trigger: Mapped[str | None]
    clears: Mapped[str | None]
    burned: Mapped[bool] = mapped_column(default=False)
    only: Mapped[int | None]
    data: Mapped[Facts] = mapped_column(JSON, default=dict)
    switches: Mapped[Flags] = mapped_column(JSON, default=dict)


class Character(Thing, Model):
    """A character in the game: a player's or the GM's.

    `locked` stops its player from editing the sheet; `rolled` says that the character has made a roll that
    was not secret.
    """

    name: Mapped[str]
    kind: Mapped[str] = mapped_column(String(5), default="pc")
    look: Mapped[str | None]
    stats: Mapped[Json] = mapped_column(JSON, default=dict)
    zone: Mapped[int | None]
    locked: Mapped[bool] = mapped_column(default=False, server_default=false())
    rolled: Mapped[bool] = mapped_column(default=False, server_default=false())


class Condition(Thing, Model):
    """A state that a character carries from scene to scene until it clears.

    `clock` is its own clock (Bleeding), `goal` the clock whose completion clears it. `data` has the values of
    its catalogue entry, `switches` the facts on which it depends ("threat visible").
    """

    character: Mapped[int]
    name: Mapped[str]
    effects: Mapped[tuple[Effect, ...]] = mapped_column(Effects, default=tuple)
    source: Mapped[str | None]
    trigger: Mapped[str | None]
    clears: Mapped[str | None]
    severity: Mapped[str] = mapped_column(String(8), default="minor")
    treated: Mapped[bool] = mapped_column(default=False)
    clock: Mapped[int | None]
    goal: Mapped[int | None]
    data: Mapped[Facts] = mapped_column(JSON, default=dict)
    switches: Mapped[Flags] = mapped_column(JSON, default=dict)


class Clock(Thing, Model):
    """A dial whose segments show progress or a threat.

    `owner` is the seat that may tick it besides the GM; `shared` says whether every seat may. `tempo` says
    what ticks it automatically ("round", "scene", "day", "time"). `race` is its finish against the clock it
    opposes ("first", "second", "both"), `completed_by` the moment that completed it: the id of a check, or
    that of another command's journal entry.
    """

    name: Mapped[str]
    segments: Mapped[int]
    filled: Mapped[int]
    direction: Mapped[Direction] = mapped_column(String(5), default=Direction.FILL)
    value: Mapped[ClockValue] = composite(load_dial, "segments", "filled", "direction")
    kind: Mapped[str] = mapped_column(String(20), default="progress")
    scene: Mapped[int | None]
    on_full: Mapped[str | None] = mapped_column(Text)
    opposes: Mapped[int | None]
    follows: Mapped[int | None]
    owner: Mapped[int | None]
    shared: Mapped[bool] = mapped_column(default=False, server_default=false())
    group: Mapped[str | None]
    character: Mapped[int | None]
    tempo: Mapped[str | None] = mapped_column(String(8))
    race: Mapped[str | None] = mapped_column(String(8))
    completed_by: Mapped[int | None]


class GameDocument(Thing, Model):
    """A document that only one game has: a tag pool, a race, the turn order.

    `kind` names it in the words of its game; `data` is a value of that game's rules, read and written by the
    game's schema (`GameTable.schemas`). To change `data`, assign a new value; its content is compared key by
    key.
    """

    kind_name = "piece"

    kind: Mapped[str] = mapped_column(String(20))
    name: Mapped[str | None]
    scene: Mapped[int | None]
    zone: Mapped[int | None]
    character: Mapped[int | None]
    data: Mapped[Json] = mapped_column(JSON, default=dict)


class Note(Thing, Model):
    """A note for its author or for the table.

    `owner` is the seat that wrote it, or None for the GM. A "secret" note is for its author only; a "shown"
    one is for the seat in `only`, or for all if that is None. A note may be about one thing of the table.
    """

    text: Mapped[str] = mapped_column(Text)
    owner: Mapped[int | None]
    only: Mapped[int | None]
    scene: Mapped[int | None]
    zone: Mapped[int | None]
    tag: Mapped[int | None]
    character: Mapped[int | None]
    condition: Mapped[int | None]
    clock: Mapped[int | None]

    @property
    def is_private(self) -> bool:
        """Whether the note is a player's private one, which not even the GM reads."""
        return self.owner is not None and self.visibility == "secret"


class LibraryItem(Thing, Model):
    """A saved thing to use again; `data` is one row of a pack (`webapp/table/pack.py`)."""

    kind_name = "saved"

    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str]
    data: Mapped[Json] = mapped_column(JSON, default=dict)


class Seat(Thing, Model):
    """A seat at the table. Its secret is stored hashed and changes when another device gets the seat.

    `asking` is the hashed secret of a device that requests the seat, and `asking_name` that person's name.
    `came` is the time (Unix) at which a player made the seat; the first seat's, once a GM let it stay; 0
    once a GM let stay what was made from a removed seat.
    """

    name: Mapped[str]
    character: Mapped[int | None]
    secret: Mapped[str | None] = mapped_column(String(64), index=True)
    revision: Mapped[int] = mapped_column(default=0)
    asking: Mapped[str | None] = mapped_column(String(64))
    asking_name: Mapped[str | None]
    came: Mapped[float | None]

    @property
    def waits(self) -> bool:
        """Whether this is only a guest's request to join, which nobody but the GM sees."""
        return self.visibility == "secret"

    @property
    def left_well(self) -> bool:
        """Whether the seat is gone, and a GM let stay what was made from it."""
        return self.removed and self.came == 0

    @property
    def asker(self) -> str | None:
        """A public id of the current request for the seat, which gives no access; None without a request."""
        return self.asking[:8] if self.asking else None


class Proposal(Thing, Model):
    """A command that a player or a check proposes to the GM."""

    newest = 100

    seat: Mapped[int | None]
    check: Mapped[int | None]
    command: Mapped[Json] = mapped_column(JSON)
    because: Mapped[str | None] = mapped_column(Text)
    low: Mapped[int | None]
    high: Mapped[int | None]
    offered: Mapped[bool] = mapped_column(default=False)
    state: Mapped[str] = mapped_column(String(10), default="open")


class Check(Thing, Model):
    """A check and its state: called, rolled, resolved, cancelled, or void once undone.

    `asked` has the fields of its game, `uses` how each source counts. `rolled` is the check exactly as it was
    rolled, `result` its outcome. `lead` is the first of several checks that are rolled together. `sheet` is
    the character's earlier sheet, stored if its player changed the sheet while the check was open.
    """

    __tablename__ = "checks"  # the word alone is reserved in SQL
    newest = 60

    character: Mapped[int]
    seat: Mapped[int | None]
    scene: Mapped[int | None]
    state: Mapped[str] = mapped_column(String(10), default="called")
    intent: Mapped[str] = mapped_column(Text, default="")
    approach: Mapped[str] = mapped_column(Text, default="")
    changed: Mapped[str | None] = mapped_column(Text)
    asked: Mapped[Json] = mapped_column(JSON, default=dict)
    sources: Mapped[list[Json]] = mapped_column(JSON, default=list)
    uses: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    switches: Mapped[Flags] = mapped_column(JSON, default=dict)
    gate: Mapped[Flags] = mapped_column(JSON, default=dict)
    targets: Mapped[list[int]] = mapped_column(JSON, default=list)
    affected: Mapped[list[int]] = mapped_column(JSON, default=list)
    group: Mapped[str | None]
    helpers: Mapped[list[int]] = mapped_column(JSON, default=list)
    lead: Mapped[int | None]
    sheet: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    rolled: Mapped[RollRecord] = mapped_column(RuleValue(RollRecord), default=RollRecord())
    result: Mapped[Resolved] = mapped_column(RuleValue(Resolved), default=Resolved.parse({}))


class Entry(Model):
    """One journal entry: who did what, why, and the rows' values before and after.

    `events` says what happened, and each audience reads what it may know of it; an entry without events is
    of an earlier release, or partly of a game that returns sentences, and each audience reads only those in
    `parts` that it may read. Entries of one `group` (a check) are
    undone together. `device` is the link and device that made the change, so that each device can undo its
    own; it is neither shown nor exported. Older entries, made before devices were recorded, have none.
    """

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("table_id", "serial"),
        Index("entry_player", "table_id", "for_player", "serial"),
        Index("entry_tv", "table_id", "for_tv", "serial"),
        Index("entry_device", "table_id", "device", "serial"),
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    serial: Mapped[int]
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    role: Mapped[str] = mapped_column(String(8))
    who: Mapped[str]
    seat: Mapped[int | None]
    device: Mapped[str | None] = mapped_column(String(40))
    command: Mapped[str] = mapped_column(String(40))
    summary: Mapped[str] = mapped_column(Text)
    masked: Mapped[str | None] = mapped_column(Text)
    because: Mapped[str | None] = mapped_column(Text)
    about: Mapped[list[list[Any]]] = mapped_column(JSON, default=list)
    parts: Mapped[list[Json]] = mapped_column(JSON, default=list)
    events: Mapped[list[list[Any]]] = mapped_column(JSON, default=list)
    changes: Mapped[list[Json]] = mapped_column(JSON, default=list)
    touched: Mapped[dict[str, list[str]]] = mapped_column(JSON, default=dict)
    changed: Mapped[dict[str, list[str]]] = mapped_column(JSON, default=dict)
    for_player: Mapped[bool] = mapped_column(default=False)
    for_tv: Mapped[bool] = mapped_column(default=False)
    scene: Mapped[int | None]
    undoable: Mapped[bool] = mapped_column(default=True)
    undoes: Mapped[int | None]
    undone_by: Mapped[int | None]
    group: Mapped[int | None]


class SeatNotification(Model):
    """Records that a seat could see an entry that not all players could see."""

    __tablename__ = "heard"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    serial: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


THINGS: dict[str, type[Thing]] = {
    model.kind_name: model
    for model in (
        Scene,
        Zone,
        Tag,
        Character,
        Condition,
        Clock,
        GameDocument,
        LibraryItem,
        Note,
        Seat,
        Check,
        Proposal,
    )
}


def ref_of(row: Thing) -> tuple[str, int]:
    """Return a thing's kind and id, as events name it."""
    return row.kind_name, row.id
