"""The journal as one audience may read it.

An audience reads a line only if it could see the change when it was made and may see everything that the line
names now. An audience that knows only a clock's word reads the line's masked words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Select, exists, or_, select

from webapp.rules.copies import altered
from webapp.rules.events import Event, Unread, load_event
from webapp.state.audience import Audience, Role
from webapp.state.entry_words import after_author, events_of
from webapp.state.house_events import ClockMoved
from webapp.state.outcome_lines import first_thing, stored_line
from webapp.state.reader import Reader
from webapp.state.seat_events import SeatChanged, SeatTaken
from webapp.store.db import db
from webapp.store.models import Entry, SeatNotification
from webapp.store.table_state import TableState
from webapp.views.absent import ABSENT
from webapp.views.safe_rendering import render_safely
from webapp.views.view_types import LineView, view_of

Read: TypeAlias = Sequence[Event | Unread]
"""What happened, as an entry stores it; empty for one of an earlier release."""
NEWEST = 50
AT_FIRST = {Role.GM: 6, Role.PLAYER: 6}
"""How many lines a page shows at first; older lines are loaded on request."""
MOST_SEARCHED = 500
"""The most entries that one request for lines searches, if few of them may be shown."""


@dataclass(frozen=True)
class JournalPage:
    """Some journal lines, newest first; `earlier` is the id before which older lines continue, if any.

    If asked for, `events` has what each line tells, as facts in JSON.
    """

    lines: list[LineView]
    earlier: int | None
    events: Sequence[list[dict[str, Any]]] = ()


def journal_lines(
    state: TableState, audience: Audience, before: int | None = None, limit: int = NEWEST
) -> list[LineView]:
    """Return journal lines, newest first; with `before`, only lines older than the entry with this id."""
    return journal_page(state, audience, before, limit).lines


def journal_page(
    state: TableState,
    audience: Audience,
    before: int | None = None,
    limit: int = NEWEST,
    *,
    with_events: bool = False,
) -> JournalPage:
    """Return journal lines, newest first, and the id to continue from, if there are older lines.

    More entries are read in place of hidden ones, until there are `limit` lines or 500 have been searched.
    """
    query = entries_for(state.table.id, audience)
    if before is not None:
        last = state.entry(before)
        query = query.where(Entry.serial < (last.serial if last else 0))
    lines: list[LineView] = []
    told: list[list[dict[str, Any]]] = []
    read, batch, reader = 0, limit, Reader(state, audience)
    while len(lines) < limit and read < MOST_SEARCHED:
        entries = state.entries(query.limit(batch))
        reader.prepare(entries)
        for entry in entries:
            if (line := line_for(entry, reader)) is not None:
                lines.append(line)
                told += [reader.as_json(map(load_event, entry.events))] if with_events else []
        if len(entries) < batch:
            earlier = lines[limit - 1].id if len(lines) > limit else None
            return JournalPage(lines[:limit], earlier, told[:limit])
        query = query.where(Entry.serial < entries[-1].serial)
        read, batch = read + batch, NEWEST
    earlier = lines[limit - 1].id if len(lines) >= limit else entries[-1].id
    return JournalPage(lines[:limit], earlier, told[:limit])


def entries_for(table_id: str, audience: Audience) -> Select[Entry]:
    """Select the entries that changed something for this audience, newest first."""
    query = select(Entry).where(Entry.table_id == table_id).order_by(Entry.serial.desc())
    if audience.role is Role.GM:
        return query
    if audience.role is Role.TV:
        return query.where(Entry.for_tv)
    if audience.seat is None:
        return query.where(Entry.for_player)
    seats = (
        SeatNotification.table_id == table_id,
        SeatNotification.seat == audience.seat,
        SeatNotification.serial == Entry.serial,
    )
    return query.where(or_(Entry.for_player, exists().where(*seats)))


def is_entry_for(table_id: str, audience: Audience, id: int) -> bool:
    """Return whether the entry with this id changed something for this audience."""
    return db.session.scalar(entries_for(table_id, audience).where(Entry.id == id)) is not None


def is_readable(entry: Entry, state: TableState, audience: Audience) -> bool:
    """Return whether this audience's journal has a line for this entry."""
    heard = audience.role is Role.GM or entry.for_player
    if not heard and audience.seat is not None:
        heard = state.session.get(SeatNotification, (state.table.id, audience.seat, entry.serial)) is not None
    return heard and line_for(entry, Reader(state, audience)) is not None


def line_for(entry: Entry, reader: Reader, events: Read | None = None) -> LineView | None:
    """Return an entry as a line for this reader; None if they may not read it or rendering fails.

    `events` are those that the entry stores, if they are at hand.
    """
    return render_safely("A line of the journal", lambda: strict_line(entry, reader, events), lambda: None)


def strict_line(entry: Entry, reader: Reader, events: Read | None = None) -> LineView | None:
    """Return an entry as a line for this reader, or None; raise the error if rendering fails."""
    events = list(map(reader.load, entry.events)) if events is None else events
    words, whole = _words(entry, events, reader)
    if words is None:
        return None
    gm = reader.audience.role is Role.GM
    command = entry.command if gm else _known_command(entry, reader)
    who, moved = _who(entry, events, reader), _moved_together(events, reader)
    author = "" if _names_its_author(entry, events) else who
    after = _after_author(entry, events, reader) if events else after_author(words, author)
    return view_of(
        LineView,
        entry,
        who=who,
        summary=words,
        command=command,
        because=_cause_for(entry, events, reader) if whole else reader.because(entry.events),
        author=author,
        words=moved or (after if author and after else words),
        goes_on=moved is not None,
        undone=entry.undone_by is not None,
        undoable=(entry.undoable and entry.undone_by is None and entry.undoes is None) if gm else ABSENT,
    )


def _who(entry: Entry, events: Read, reader: Reader) -> str:
    """Return who did it: where the line is about their own seat, by the name that it has there."""
    own = ("seat", entry.seat)
    is_about_it = any(own in vars(event).values() for event in events if isinstance(event, Event))
    named = reader.name(("seat", entry.seat)) if entry.seat and is_about_it else None
    return named or entry.who


def _names_its_author(entry: Entry, events: Read) -> bool:
    """Return whether the words name who did it: a guest who takes a seat, or a seat with a new name."""
    own = ("seat", entry.seat)
    return any(
        (isinstance(event, SeatTaken) and entry.seat is None)
        or (isinstance(event, SeatChanged) and event.now == "renamed" and event.seat == own)
        for event in events
    )


def _after_author(entry: Entry, events: Read, reader: Reader) -> str | None:
    """Return the words after the name of who did it; None if they do not begin with it."""
    return reader.words_after(events[0], ("seat", entry.seat)) if entry.seat and len(events) == 1 else None


def _moved_together(events: Read, reader: Reader) -> str | None:
    """Return how a tick is said with those that it continues; None if it continues none."""
    tick = events[0] if len(events) == 1 else None
    if not isinstance(tick, ClockMoved) or tick.run is None or not reader.counts(tick.clock):
        return None
    return reader.words(altered(tick, by=tick.run))


def _known_command(entry: Entry, reader: Reader) -> str:
    """Return an entry's command for this audience, or another one that conceals a hidden check.

    That is `clock.tick` if all that the audience may read is about clocks, else `proposal.accept`.
    """
    if not is_of_a_hidden_check(entry, reader):
        return str(entry.command)
    known = [first_thing(event) for event in events_of(entry, reader.load) if reader.words(event) is not None]
    return "clock.tick" if all(thing and thing[0] == "clock" for thing in known) else "proposal.accept"


def is_of_a_hidden_check(entry: Entry, reader: Reader) -> bool:
    """Return whether an entry is about a check that this audience may not know of."""
    return reader.lowest((kind, id) for kind, id in entry.about if kind == "check") != "shown"


def _words(entry: Entry, events: Read, reader: Reader) -> tuple[str | None, bool]:
    """Return the words that this audience may read, or None, and whether it may read the reason too.

    The reason is for whoever knows all that the command named.
    """
    if not events:
        return stored_line(reader, entry)
    words = reader.line(events)
    if not entry.because or reader.lowest((kind, id) for kind, id in entry.about) != "shown":
        return words, False
    return words, any(reader.level_of(event) == "shown" for event in events)


def _cause_for(entry: Entry, events: Read, reader: Reader) -> str | None:
    """Return an entry's reason; None if it has none, or has a number hidden from this audience."""
    about = [*entry.about, *(thing for part in entry.parts for thing in part["about"])]
    named = [ref for event in events if isinstance(event, Event) for _, ref in event.refs]
    return reader.reason(entry.because, [*((kind, id) for kind, id in about), *named])
