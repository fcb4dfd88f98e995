"""The record of a session for one audience, oldest first: journal lines and clock moves.

As in the journal, a change is included only if this audience could see it when it was made and may know
everything that it names now. Undone changes and their undos are left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import load_only

from webapp.rules.events import Event, Ref, Unread, load_event
from webapp.state.audience import Audience
from webapp.state.entry_words import events_of, why_of
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.house_events import ClockMoved, SceneEnded
from webapp.state.reader import Reader
from webapp.store.models import THINGS, Character, Check, Entry, Thing
from webapp.store.table_state import LARGEST_ID, K, TableState
from webapp.views.journal import entries_for, line_for
from webapp.views.view_types import LineView

PAGE = 500
PART = 200
"""The most entries in one part of a record, so that a page is quick to read and render."""
LINE_COLUMNS = (
    "at",
    "who",
    "seat",
    "role",
    "command",
    "summary",
    "masked",
    "because",
    "about",
    "parts",
    "events",
    "undoable",
)
ORDER_COLUMNS = ("serial", "scene", "for_player", "changes", "undoes", "undone_by", "group")


@dataclass(frozen=True)
class ClockMove:
    """A clock's move from `before` to `after`, in filled segments."""

    clock: int
    before: int
    after: int

    @property
    def by(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class StandingChange:
    """A change that was not undone: its entry, its line for this audience, its clock moves and events."""

    entry: Entry
    line: LineView
    moves: tuple[ClockMove, ...]
    events: tuple[Event | Unread, ...]


class Record:
    """The changes of one table that were not undone, for one audience, or a part of them.

    `earlier` is the id of the oldest entry read, if older ones exist; a part ends before the entry with the
    id `before`.
    """

    def __init__(self, state: TableState, audience: Audience) -> None:
        self.state, self.audience = state, audience
        self.reader = Reader(state, audience)
        self.visibility = self.reader.visibility
        self.before: int | None = None
        self.earlier: int | None = None
        self._entries = self._load()
        self._held = self._load_piled()  # loaded now, so that no line needs its own query
        self._shaky = {id for entry in self._entries if entry.undone_by for id in _moved(entry)}
        self._stand = dict(reversed([(id, before) for id, before in self._starts() if id in self._shaky]))

    @property
    def is_whole(self) -> bool:
        """Whether the record is complete, with no entries left out before or after it."""
        return self.before is None and self.earlier is None

    @property
    def checks(self) -> list[Check]:
        """The checks that these entries name; for a complete record, every check of the table."""
        return [row for row in self._held if isinstance(row, Check)]

    def _load(self) -> list[Entry]:
        query = entries_for(self.state.table.id, self.audience).order_by(None).order_by(Entry.serial)
        return self.state.entries(query.options(_needed()).execution_options(yield_per=PAGE))

    def _load_piled(self) -> list[Thing]:
        return [row for model in _piled() for row in self.state.all_ever(model)]

    @cached_property
    def standing_changes(self) -> tuple[StandingChange, ...]:
        """The changes that were not undone and that this audience may read, oldest first."""
        standing = (entry for entry in self._entries if entry.undone_by is None and entry.undoes is None)
        entry_lines = ((entry, line_for(entry, self.reader)) for entry in standing)
        return tuple(
            StandingChange(entry, words, tuple(self._moves(entry)), tuple(events_of(entry, self.reader.load)))
            for entry, words in entry_lines
            if words is not None
        )

    def knows(self, row: Thing | None) -> bool:
        """Return whether this audience may now know a thing in full."""
        return row is not None and self.visibility.level(row) == "shown"

    def counts(self, who: Character) -> bool:
        """Return whether this audience may now know a character and their numbers."""
        return self.knows(who) and self.visibility.disclosure_of(who) is NumbersDisclosure.EXACT

    def find_nameable(self, model: type[K], id: int) -> K | None:
        """Return a thing, even a removed one, if this audience may now know its name; else None."""
        row = self.state.find_ever(model, id)
        return row if row is not None and self.visibility.knows_name(row) else None

    def is_renumbered(self, past: StandingChange) -> bool:
        """Return whether undoing an earlier change made the clock values in this change's words wrong."""
        moved = _moved(past.entry)
        return any(moved[move.clock] != (move.before, move.after) for move in past.moves)

    def why(self, past: StandingChange, clock: int) -> str:
        """Return why a clock moved: the given reason, else what the same entry tells just before, or ""."""
        if past.line.because:
            return past.line.because
        before = list[Event | Unread]()
        for event in past.events:
            if isinstance(event, ClockMoved) and event.clock == ("clock", clock):
                given = self.reader.fact(event, "why")
                return (given or next(iter(self.reader.said(before[-1:])), "")).rstrip(".")
            if not isinstance(event, ClockMoved):
                before.append(event)
        return why_of(past.entry.parts, clock)

    def _starts(self) -> Iterator[tuple[int, int]]:
        """Yield the id of each moved clock with its value before the entry, oldest entry first."""
        for entry in self._entries:
            with suppress(
                KeyError, TypeError, ValueError
            ):  # a damaged entry fails alone, when it is rendered
                yield from ((id, before) for id, (before, _) in _moved(entry).items())

    def _moves(self, entry: Entry) -> Iterator[ClockMove]:
        """Yield the moves of clocks that this audience may know, with values that ignore undone entries."""
        for id, (before, after) in _moved(entry).items():
            if not self.reader.counts(("clock", id)):
                continue
            start = self._stand.get(id, before) if id in self._shaky else before
            self._stand[id] = start + after - before
            yield ClockMove(id, start, self._stand[id])


class RecordPart(Record):
    """A part of the record: at most 200 entries, the newest or those before the entry `before`.

    A part begins with a scene if one begins in its older half, so that few scenes are split.
    """

    def __init__(self, state: TableState, audience: Audience, before: int | None = None) -> None:
        self._asked = before
        super().__init__(state, audience)

    def _load(self) -> list[Entry]:
        query = entries_for(self.state.table.id, self.audience)
        self.before = self._asked
        if self.before is not None:
            last = self.state.entry(self.before)
            query = query.where(Entry.serial < (last.serial if last is not None else 0))
        found = self.state.entries(query.options(_needed()).limit(PART + 1))[::-1]
        if len(found) > PART:
            found = found[_first_of_a_scene(found) :]
            self.earlier = found[0].id
        return found

    def _load_piled(self) -> list[Thing]:
        named: set[tuple[str, int]] = set()
        for entry in self._entries:
            with suppress(
                KeyError, TypeError, ValueError
            ):  # a damaged entry fails alone, when it is rendered
                named.update(_list_named_things(entry))
        rows: list[Thing] = []
        for model in _piled():
            ids = [id for kind, id in named if kind == model.kind_name and 0 < id <= LARGEST_ID]
            asked = select(model).where(model.table_id == self.state.table.id, model.id.in_(ids))
            rows += self.state.session.scalars(asked.order_by(model.order, model.id))
        return rows


def scene_of(entry: Entry, events: Iterable[Event | Unread]) -> int | None:
    """Return the scene that an entry belongs to, or None; the entry that ends a scene belongs to it."""
    ended = (event.scene[1] for event in events if isinstance(event, SceneEnded))
    return next(ended, entry.scene)


def _first_of_a_scene(entries: Sequence[Entry]) -> int:
    """Return the index where a part begins: at a scene's beginning, if one is in the older half."""
    scenes = [scene_of(entry, events_of(entry)) for entry in entries[: PART // 2]]
    return next((at for at in range(1, len(scenes)) if scenes[at] != scenes[at - 1]), 1)


def _list_named_things(entry: Entry) -> Iterator[tuple[str, int]]:
    """Yield the kind and id of each thing that an entry refers to."""
    if entry.group is not None:
        yield "check", entry.group
    yield from things_told(entry)
    yield from ((change["kind"], change["id"]) for change in entry.changes)


def things_told(entry: Entry) -> Iterator[Ref]:
    """Yield the things that an entry tells of."""
    about = (*entry.about, *(thing for part in entry.parts for thing in part["about"]))
    yield from ((kind, id) for kind, id in about)
    for event in map(load_event, entry.events):
        yield from (ref for _, ref in event.refs) if isinstance(event, Event) else ()


def _piled() -> list[type[Thing]]:
    """Return the kinds of things of which a table's state loads only the newest."""
    return [model for model in THINGS.values() if model.newest is not None]


def _needed() -> Any:
    return load_only(*(getattr(Entry, name) for name in (*LINE_COLUMNS, *ORDER_COLUMNS)))


def _moved(entry: Entry) -> dict[int, tuple[int, int]]:
    """Return the values before and after of each clock that an entry changed, by the clock's id."""
    return {
        change["id"]: (change["before"]["filled"], change["after"]["filled"])
        for change in entry.changes
        if change["kind"] == "clock" and "filled" in change["after"]
    }
