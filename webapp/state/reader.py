"""The reader of events: what one audience may read of what happened, and in which words.

The reader alone decides whether a thing may be mentioned, by which name, and with which numbers. It looks up
names when it reads, so that a rename or a reveal changes every line, and removed things keep their names.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import select

from webapp.rules.event_declarations import load_declared
from webapp.rules.event_forms import LINE, Form, Place, after_name, first_said
from webapp.rules.events import (
    DOCUMENT,
    ENTRY,
    Event,
    Prose,
    Ref,
    Unread,
    facts_of,
    load_event,
)
from webapp.rules.outcome_line import join_sentences
from webapp.state import house_events
from webapp.state.audience import Audience, Role
from webapp.state.check_events import CheckDecided
from webapp.state.entry_words import part_words
from webapp.state.event_kinds import NONE, forms, forms_of, may_weigh
from webapp.state.field_words import GM_ALONE, STATS, words_for
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.known_facts import NAMED, STRICTNESS, KnownFacts
from webapp.state.like_names import called
from webapp.state.outcome_lines import check_title, outcome_line, stored_line
from webapp.state.proposal_sentences import describe_proposal, named_kinds
from webapp.state.rule_values import describe_state
from webapp.state.seat_events import LINK
from webapp.state.visibility import LEVELS, Visibility, people_of
from webapp.store.link_models import Link
from webapp.store.models import THINGS, Check, Condition, Entry, GameDocument, Proposal, Thing
from webapp.store.table_state import LARGEST_ID, TableState

NAMEABLE = (*THINGS, LINK)
"""The kinds of things that events may name."""
MOST_KEPT = 50
"""Of how many events a reader keeps the words, since a recap reads a whole journal."""
E = TypeVar("E", bound=Event | Unread)


class Reader:
    """What one audience may read of a table's events; valid until the table changes.

    Of a thing that `changed` since the events it is not said how it stood after them.
    """

    def __init__(self, state: TableState, audience: Audience, changed: Collection[Ref] = ()) -> None:
        self.state: TableState = state
        self.audience, self.changed = audience, changed
        self.visibility = Visibility(state, audience)
        self.entries: dict[int, Entry | None] = {}
        self._found: dict[Ref, Thing | Link | None] = {}
        self._known: dict[Ref, str] = {}
        self._numbers: dict[Ref, NumbersDisclosure] = {}
        self._facts: dict[int, KnownFacts] = {}

    def load(self, stored: list[Any]) -> Event | Unread:
        """Return a stored event; one of a game that is gone by what the table stores of its kind."""
        event = load_event(stored)
        declared = self.state.table.event_forms.get(event.kind) if event.kind not in forms() else None
        if declared is None:
            return event
        read = load_declared(stored, declared)
        named = read.refs if isinstance(read, Event) else ()
        sound = all(kind in NAMEABLE and 0 <= id <= LARGEST_ID for _, (kind, id) in named)
        return read if sound else event

    def line(self, events: Iterable[Event | Unread]) -> str | None:
        """Return what happened as one line; None if this reader may read none of it."""
        told = list(events)
        decided = next((event for event in told if isinstance(event, CheckDecided)), None)
        if decided is not None and self.level(decided.check) == "shown":
            return outcome_line(self, decided, [event for event in told if event is not decided])
        return join_sentences(self.said(told)) or None

    def said(self, events: Iterable[Event | Unread]) -> list[str]:
        """Return in words what this reader may read of these events; like ones are told together."""
        return [words for alike in alike_of(events) for words in self.told_together(alike)]

    def because(self, stored: Iterable[list[Any]]) -> str | None:
        """Return why these events happened, if one of them says so and this reader may know it."""
        for facts in stored:
            known = forms().get(facts[0])
            event = self.load(facts) if known is None or known.because else None
            if isinstance(event, Event) and forms_of(event).because and self.level_of(event) == "shown":
                return first_said(forms_of(event).because, self.facts(event))
        return None

    def told_together(self, alike: Sequence[Event | Unread]) -> list[str]:
        """Return events that differ in their first fact alone in words: as one sentence if they have one."""
        if len(alike) > 1:
            known = [
                event
                for event in alike
                if isinstance(event, Event) and self.level_of(event) in NAMED and self.words(event)
            ]
            if len(known) > 1:
                forms_of_kind = forms_of(known[0])
                together = KnownFacts(self, known[0], forms_of_kind, known)
                said = first_said(forms_of_kind.several, together)
                if said is not None:
                    return [said]
        return [words for event in alike if (words := self.words(event)) is not None]

    def words(self, event: Event | Unread) -> str | None:
        """Return one event in words; None if this reader may not know of it or has no form for it."""
        if isinstance(event, Prose):
            return part_words(asdict(event), self.visibility)
        if isinstance(event, Unread):
            return None
        return self.facts(event).sentence

    def facts(self, event: Event) -> KnownFacts:
        """Return the facts of an event as this reader knows them; they are read and worded once."""
        key = id(event)  # what is known of an event keeps it, so that no other has its id
        if key not in self._facts:
            if len(self._facts) == MOST_KEPT:
                self._facts.clear()
            self._facts[key] = KnownFacts(self, event, forms_of(event))
        return self._facts[key]

    def short(self, event: Event | Unread) -> str | None:
        """Return an event as a line says it that has named its first thing; None if it has no such words."""
        forms_of_kind = forms_of(event) if isinstance(event, Event) else NONE
        if isinstance(event, Unread) or not forms_of_kind.short:
            return None
        known = self.facts(event)
        return first_said(forms_of_kind.short, known) if known.level in NAMED else None

    def head(self, alike: Sequence[Event]) -> str | None:
        """Return in a few words what happened, of several alike together; None without such words."""
        forms_of_kind = forms_of(alike[0])
        return first_said(
            forms_of_kind.head, KnownFacts(self, alike[0], forms_of_kind, alike if len(alike) > 1 else ())
        )

    def below(self, event: Event) -> str | None:
        """Return what stands below the head of an event; None for its words."""
        forms_of_kind = forms_of(event)
        return first_said(forms_of_kind.below, KnownFacts(self, event, forms_of_kind))

    def folded(self, event: Event, times: int) -> str | None:
        """Return how several events of one kind about one thing are said, of which this is the newest."""
        forms_of_kind = forms_of(event)
        return first_said(forms_of_kind.folded, KnownFacts(self, event, forms_of_kind, times=times))

    def as_json(self, events: Iterable[Event | Unread]) -> list[dict[str, Any]]:
        """Return the events of which this reader has a line, with the facts that they may know."""
        found: list[dict[str, Any]] = []
        for event in events:
            if isinstance(event, Event) and not isinstance(event, Prose) and self.words(event) is not None:
                found.append({"kind": event.kind, **self.facts(event).as_json()})
        return found

    def recap(self, events: Sequence[Event | Unread]) -> str | None:
        """Return one event, or several alike, as the recap tells them; None if it does not.

        Several are alike if a sentence tells them together: the recap's own, or without one the journal's.
        """
        first, *others = events
        said = self.words(first)
        if said is None or isinstance(first, Unread | Prose):
            return None if others else said
        if not all(_is_like(first, other) and self.words(other) is not None for other in others):
            return None
        alike = [first, *(other for other in others if isinstance(other, Event))] if others else []
        known = KnownFacts(self, first, forms_of(first), alike, times=len(events))
        known.most_named = None
        own = forms_of(first).recap_of(known)
        if own != "":
            return own
        return self._in_the_journals_words(alike, known) if others else said

    def _in_the_journals_words(self, alike: Sequence[Event], known: KnownFacts) -> str | None:
        """Return one sentence that tells several events about different things, as the journal tells them."""
        things = {next(event.refs)[1] for event in alike}
        one_run = len(list(alike_of(alike))) == 1 and len(things) == len(alike)
        if not one_run or any(self.level_of(event) not in NAMED for event in alike):
            return None
        return first_said(forms_of(alike[0]).several, known)

    def fact(self, event: Event, name: str) -> str | None:
        """Return one fact of an event in words; None if there is none or this reader may not know it."""
        return self.facts(event).words(Place(name))

    def words_after(self, event: Event | Unread, thing: Ref) -> str | None:
        """Return an event's words after this thing's name; None if they do not begin with it."""
        if not isinstance(event, Event) or thing not in vars(event).values():
            return None
        known = self.facts(event)
        said = (form for form in forms_of(event).by_level.get(known.level, ()) if first_said([form], known))
        name, rest = after_name(next(said, Form((), ())))
        return first_said([rest], known) if name and getattr(event, name) == thing else None

    def reason(self, text: str | None, about: Iterable[Ref]) -> str | None:
        """Return a reason that somebody typed; None if it may tell a number that this reader may not know."""
        return None if text and self.visibility.has_foe_numbers(text, map(list, about)) else text

    def level_of(self, event: Event | Unread) -> str:
        """Return the lowest level at which this reader knows what an event cannot do without."""
        if isinstance(event, Unread):
            return "secret"
        if isinstance(event, Prose):
            return self.lowest(event.about)
        return self.facts(event).level

    def weight(self, event: Event) -> str | None:
        """Return how much an event weighs for this reader: line, card or stage; None if they read nothing."""
        known = self.facts(event)
        return forms_of(event).weight_of(known) if known.sentence is not None else None

    def tone(self, event: Event) -> str:
        """Return the tone of an event for the party, as far as this reader knows its facts."""
        return forms_of(event).tone_of(self.facts(event))

    def has_moment(self, events: Iterable[Event]) -> bool:
        """Return whether one of these events weighs more than a line of the journal, whether read or not."""
        return any(self._weighs(event) for event in events if may_weigh(event.kind))

    def is_more_than_a_line(self, events: Sequence[Event]) -> bool:
        """Return whether a screen or the recap tells any of these events, so that undo can take it back."""
        return self.has_moment(events) or any(self.recap([event]) is not None for event in events)

    def _weighs(self, event: Event) -> bool:
        return forms_of(event).weight_of(self.facts(event)) != LINE

    def prepare(self, entries: Iterable[Entry]) -> None:
        """Load what the events of these entries name and quote, so that no line needs its own statements."""
        read = [self.load(stored) for entry in entries for stored in entry.events]
        events = [event for event in read if isinstance(event, Event)]
        quoted = {
            getattr(event, name)
            for event in events
            for name, fact in facts_of(type(event)).items()
            if fact.mark == ENTRY
        } - self.entries.keys()
        if quoted:
            query = select(Entry).where(Entry.table_id == self.state.table.id, Entry.id.in_(quoted))
            self.entries |= dict.fromkeys(quoted) | {entry.id: entry for entry in self.state.entries(query)}
        self.state.load_old({ref for event in events for _, ref in event.refs})

    def words_of_entry(self, id: int) -> str | None:
        """Return what another entry of the journal says to this reader.

        A forged journal may quote in circles, so what an entry quotes itself is left out.
        """
        if id not in self.entries:
            self.entries[id] = self.state.entry(id)
        entry = self.entries[id]
        if entry is None or not entry.events:
            return None if entry is None else stored_line(self, entry)[0]
        events = map(self.load, entry.events)
        return self.line(event for event in events if event.kind != house_events.ChangeUndone.kind)

    # ---- what may be mentioned ------------------------------------------------------------------

    def level(self, ref: Ref) -> str:
        """Return the level at which this reader knows a thing, also a removed one; "secret" for none.

        Only the GM knows the links.
        """
        if ref not in self._known:
            row = self._find(ref)
            if isinstance(row, Link):
                level = "shown" if self.audience.role is Role.GM else "secret"
            else:
                level = self.visibility.level(row) if row is not None else "secret"
            self._known[ref] = level
        return self._known[ref]

    def lowest(self, refs: Iterable[Ref]) -> str:
        """Return the lowest level at which this reader knows these things; "shown" if there are none."""
        return min(map(self.level, refs), key=LEVELS.index, default="shown")

    def _find(self, ref: Ref) -> Thing | Link | None:
        if ref not in self._found:
            kind, id = ref
            links = (link for link in self.state.links() if link.id == id) if kind == LINK else None
            self._found[ref] = self.state.thing(kind, id) if links is None else next(links, None)
        return self._found[ref]

    def name(self, ref: Ref) -> str | None:
        """Return a thing's name, or None if this reader may not know it.

        A check is called by its title, and a game's document without a name by its kind.
        """
        row = self.row(ref)
        if isinstance(row, Check):
            return check_title(self.state, row) if self.level(ref) == "shown" else None
        if isinstance(row, GameDocument):
            return row.name or row.kind
        return None if row is None else getattr(row, "name", None)

    def called(self, ref: Ref) -> str | None:
        """Return a thing's name as this reader's screens show it, where like names have numbers, or None."""
        row = self.row(ref)
        plain = row is None or isinstance(row, Check | GameDocument | Link)
        return self.name(ref) if plain else called(row, self.visibility)

    def row(self, ref: Ref) -> Thing | Link | None:
        """Return a thing or link whose name this reader may know; else None."""
        return self._find(ref) if self.level(ref) in NAMED else None

    def said_of(self, ref: Ref, what: str) -> str | None:
        """Return what a sentence may say of a thing besides its name; None if this reader may not know it.

        Of a proposal that is what is asked; of a condition, how its name follows "is now"; of a check, its
        intent.
        """
        row = self.row(ref)
        if what == "asked" and isinstance(row, Proposal):
            named = ((noun, row.command[noun]) for noun in named_kinds(row.command))
            known = all(self.level(thing) in NAMED for thing in named)
            return describe_proposal(self.state, row.command, self.audience) if known else None
        if what == "intent" and isinstance(row, Check):
            return row.intent or None if self.level(ref) == "shown" else None
        if what == "worded" and isinstance(row, Condition):
            return describe_state(self.state, row.name)
        return None

    def field(self, event: Event, key: str) -> str | None:
        """Return the words for a changed field; None if this reader may not know of it.

        Of a field that refers to things, they must know one that it gained or lost.
        """
        (_, ref), *_ = event.refs
        if self.audience.role is not Role.GM and f"{ref[0]}.{key}" in GM_ALONE:
            return None
        if f"{key}.".startswith(STATS) and self.numbers(ref) is NumbersDisclosure.ABSENT:
            return None
        to = [part.to for part in getattr(event, "referred", ()) if part.field == key]
        return words_for(ref[0], key) if not to or any(self.level(ref) in NAMED for ref in to) else None

    def counts(self, ref: Ref) -> bool:
        """Return whether this reader knows a thing's numbers exactly."""
        return self.numbers(ref) is NumbersDisclosure.EXACT

    def stands(self, ref: Ref) -> bool:
        """Return whether a thing is still as the events left it."""
        return ref not in self.changed

    def numbers(self, ref: Ref) -> NumbersDisclosure:
        """Return how this reader sees a thing's numbers."""
        if ref not in self._numbers:
            self._numbers[ref] = self._disclosure(ref)
        return self._numbers[ref]

    def _disclosure(self, ref: Ref) -> NumbersDisclosure:
        level = self.level(ref)
        row = self._find(ref) if level in NAMED else None
        if row is None:
            return NumbersDisclosure.ABSENT
        if isinstance(row, Link) or (level == "shown" and not self.visibility.withholds):
            return NumbersDisclosure.EXACT
        found = [self.visibility.disclosure_of(who) for who in people_of(row, self.state)]
        if level != "shown":
            found.append(NumbersDisclosure.WORDS)
        return max(found, key=STRICTNESS.index, default=NumbersDisclosure.EXACT)


def alike_of(events: Iterable[E]) -> Iterator[list[E]]:
    """Yield runs of events that are told together: they differ in their first fact and its document alone."""
    for _, group in groupby(events, key=_all_but_the_first):
        yield list(group)


def _is_like(one: Event, other: Event | Unread) -> bool:
    """Return whether two events are of one kind, about a thing of one kind."""
    if type(one) is not type(other):
        return False
    first = [ref[0] for _, ref in one.refs][:1]
    return bool(first) and first == [ref[0] for _, ref in other.refs][:1]


def _all_but_the_first(event: Event | Unread) -> object:
    if isinstance(event, Unread) or not forms_of(event).several:
        return id(event)
    first, *others = vars(event)
    thing = getattr(event, first)
    return (
        event.kind,
        id(event) if thing is None else thing[0],
        *(getattr(event, name) for name in others if name != DOCUMENT),
    )
