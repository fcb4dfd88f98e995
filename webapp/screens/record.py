"""What stands of an evening for one audience, oldest first: the journal's lines, and how far clocks went.

It reads what the journal reads: a change counts only if this audience heard of it then and may know now
everything it names. What was undone is left out, and so is the undoing.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import load_only

from webapp.screens.audience import Audience
from webapp.screens.foe_numbers import Telling
from webapp.screens.journal import heard_by, line
from webapp.screens.views import LineView
from webapp.screens.visibility import Visibility
from webapp.store.board import Board, K
from webapp.store.db import db
from webapp.store.models import THINGS, Character, Check, Clock, Entry, Thing

PAGE = 500
PART = 200
"""Entries that one part of a record holds at most: a page that is read and drawn at once."""
TOLD = ("at", "who", "role", "command", "summary", "masked", "because", "about", "parts", "undoable")
STANDS = ("serial", "scene", "changes", "undoes", "undone_by", "group")


@dataclass(frozen=True)
class ClockMove:
    """A clock went from `before` to `after`."""

    clock: int
    before: int
    after: int

    @property
    def by(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Past:
    """One change that stands: its entry, the words this audience reads, the clocks it moved."""

    entry: Entry
    line: LineView
    moves: tuple[ClockMove, ...]

    @property
    def command(self) -> str:
        """What was done; what comes out of the library is added like anything else."""
        if self.entry.command == "saved.use" and self.entry.about:
            return f"{self.entry.about[0][0]}.add"
        return str(self.entry.command)


class Record:
    """The standing changes of one table for one audience, all of them unless it is a part.

    `earlier` is the id of the oldest entry read where older ones exist, `before` that of the entry a part
    ends before.
    """

    def __init__(self, board: Board, audience: Audience) -> None:
        self.board, self.audience = board, audience
        self.visibility = Visibility(board, audience)
        self.before: int | None = None
        self.earlier: int | None = None
        self._entries = self._load()
        self._held = self._load_piled()  # so that no line asks the database for its own
        self._shaky = {id for entry in self._entries if entry.undone_by for id in _moved(entry)}
        self._stand: dict[int, int] = {}

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out, before it or after it."""
        return self.before is None and self.earlier is None

    @property
    def checks(self) -> list[Check]:
        """The checks that these entries name; every check of the table for the whole record."""
        return [row for row in self._held if isinstance(row, Check)]

    def _load(self) -> list[Entry]:
        query = heard_by(self.board.table.id, self.audience).order_by(None).order_by(Entry.serial)
        return list(db.session.scalars(query.options(_needed()).execution_options(yield_per=PAGE)))

    def _load_piled(self) -> list[Thing]:
        return [row for model in _piled() for row in self.board.whole(model)]

    @cached_property
    def pasts(self) -> tuple[Past, ...]:
        """Every change that stands, oldest first."""
        standing = (entry for entry in self._entries if entry.undone_by is None and entry.undoes is None)
        told = ((entry, line(entry, self.board, self.audience)) for entry in standing)
        return tuple(
            Past(entry, words, tuple(self._moves(entry))) for entry, words in told if words is not None
        )

    def knows(self, row: Thing | None) -> bool:
        """Whether this audience may know a thing in full now."""
        return row is not None and self.visibility.level(row) == "shown"

    def counts(self, who: Character) -> bool:
        """Whether this audience may know somebody's numbers now."""
        return self.knows(who) and self.visibility.telling(who) is Telling.EXACT

    def named(self, model: type[K], id: int) -> K | None:
        """A thing that this audience may call by its name now, on the table or not."""
        row = self.board.row(model, id)
        return row if row is not None and self.visibility.names(row) else None

    def why(self, past: Past, clock: int) -> str:
        """Why a clock moved: what was said, or what the part that moved it says beside the numbers."""
        if past.line.because:
            return past.line.because
        alone = [part for part in past.entry.parts if part["about"] == [["clock", clock]]]
        first, _, more = alone[0]["summary"].partition(". ") if alone else ("", "", "")
        return first if more else ""

    def _moves(self, entry: Entry) -> Iterator[ClockMove]:
        """How far this entry moved the clocks this audience can read, as if nothing had been undone."""
        for id, (before, after) in _moved(entry).items():
            if not self.knows(self.board.row(Clock, id)):
                continue
            start = self._stand.get(id, before) if id in self._shaky else before
            self._stand[id] = start + after - before
            yield ClockMove(id, start, self._stand[id])


class RecordPart(Record):
    """At most `PART` entries: the newest, or those before the entry with the id `before`.

    A part begins with a scene where one begins in its older half, so that few scenes are told in pieces.
    """

    def __init__(self, board: Board, audience: Audience, before: int | None = None) -> None:
        self._asked = before
        super().__init__(board, audience)

    def _load(self) -> list[Entry]:
        query = heard_by(self.board.table.id, self.audience)
        self.before = self._asked
        if self.before is not None:
            last = db.session.get(Entry, (self.board.table.id, self.before))
            query = query.where(Entry.serial < (last.serial if last is not None else 0))
        found = list(db.session.scalars(query.options(_needed()).limit(PART + 1)))[::-1]
        if len(found) > PART:
            found = found[_first_of_a_scene(found) :]
            self.earlier = found[0].id
        return found

    def _load_piled(self) -> list[Thing]:
        named: set[tuple[str, int]] = set()
        for entry in self._entries:
            with suppress(KeyError, TypeError, ValueError):  # a damaged one fails alone, where it is drawn
                named.update(_named(entry))
        rows: list[Thing] = []
        for model in _piled():
            ids = [id for kind, id in named if kind == model.kind_name]
            asked = select(model).where(model.table_id == self.board.table.id, model.id.in_(ids))
            rows += db.session.scalars(asked.order_by(model.order, model.id))
        return rows


def scene_of(entry: Entry) -> int | None:
    """The scene that an entry belongs to; what ends a scene is its last."""
    ends = entry.command == "scene.end" and entry.about
    scene: int | None = entry.about[0][1] if ends else entry.scene
    return scene


def _first_of_a_scene(entries: Sequence[Entry]) -> int:
    """Where a part begins: with a scene, if one begins in the older half."""
    begins = (at for at in range(1, PART // 2) if scene_of(entries[at]) != scene_of(entries[at - 1]))
    return next(begins, 1)


def _named(entry: Entry) -> Iterator[tuple[str, int]]:
    """The things that an entry speaks of."""
    if entry.group is not None:
        yield "check", entry.group
    about = (*entry.about, *(each for part in entry.parts for each in part["about"]))
    yield from ((kind, id) for kind, id in about)
    yield from ((change["kind"], change["id"]) for change in entry.changes)


def _piled() -> list[type[Thing]]:
    """The kinds of which a board does not load all."""
    return [model for model in THINGS.values() if model.newest is not None]


def _needed() -> Any:
    return load_only(*(getattr(Entry, name) for name in (*TOLD, *STANDS)))


def _moved(entry: Entry) -> dict[int, tuple[int, int]]:
    """The clocks whose filling an entry changed: from, to."""
    return {
        change["id"]: (change["before"]["filled"], change["after"]["filled"])
        for change in entry.changes
        if change["kind"] == "clock" and "filled" in change["after"]
    }
