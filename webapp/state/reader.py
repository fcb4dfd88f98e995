"""The reader of events: what one audience may read of what happened, and in which words.

The reader alone decides whether a thing may be mentioned, by which name, and with which numbers. It looks up
names when it reads, so that a rename or a reveal changes every line, and removed things keep their names.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from sqlalchemy import select

from webapp.rules import sheets
from webapp.rules.catalogue import Catalogue
from webapp.rules.event_forms import TIMES, EventForms, Place, first_said, number_words
from webapp.rules.events import (
    CAUSE,
    DOCUMENT,
    ENTRY,
    FOR_GM,
    TYPED,
    Event,
    Fact,
    KeyOf,
    NumberOf,
    Prose,
    Ref,
    Unread,
    WordOf,
    facts_of,
    load_event,
)
from webapp.rules.outcome_line import MOST_NAMED, join_sentences
from webapp.rules.word_lists import and_list
from webapp.state import house_events
from webapp.state.audience import Audience, Role
from webapp.state.check_events import CheckDecided
from webapp.state.entry_words import check_title, part_words
from webapp.state.event_kinds import forms
from webapp.state.field_words import GM_ALONE, STATS, check_field_words, words_for
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.house_events import LINK
from webapp.state.outcome_lines import outcome_line, stored_line
from webapp.state.proposal_sentences import describe_proposal, named_kinds
from webapp.state.rule_values import describe_state
from webapp.state.visibility import LEVELS, Visibility, people_of
from webapp.store.link_models import Link
from webapp.store.models import Check, Condition, Entry, GameDocument, Proposal, Thing
from webapp.store.table_state import TableState

NAMED = ("masked", "shown")
STRICTNESS = tuple(NumbersDisclosure)
DIGITS = re.compile(r"\s*[-+]?\d+(?:[.,/:]\d+)*")


def _entry_name(catalogue: Catalogue, key: str) -> str:
    """Return the name of a catalogue's entry; of one that the game does not have, its key."""
    found = catalogue.find_or_none(key)
    return key if found is None else found.name


LOOKUPS: dict[str, Callable[["Reader", Event, str], Any]] = {
    "check field": lambda reader, _event, key: check_field_words(reader.state.rules.check_form, key),
    "clock kind": lambda reader, _event, key: reader.state.rules.catalogue.clock_kind(key),
    "entry": lambda reader, _event, key: _entry_name(reader.state.rules.catalogue, key),
    "field": lambda reader, event, key: reader.field(event, key),
    "sheet line": lambda reader, _event, key: sheets.name_of(reader.state.rules, key),
}
"""The tables in which the reader looks up keys: each returns words, or a value whose fields have them.

None stands for a key that the reader may not know.
"""


class Reader:
    """What one audience may read of a table's events; valid until the table changes."""

    def __init__(self, state: TableState, audience: Audience) -> None:
        self.state: TableState = state
        self.audience = audience
        self.visibility = Visibility(state, audience)
        self.entries: dict[int, Entry | None] = {}
        self._known: dict[Ref, str] = {}
        self._numbers: dict[Ref, NumbersDisclosure] = {}

    def line(self, events: Iterable[Event | Unread]) -> str | None:
        """Return what happened as one line; None if this reader may read none of it."""
        told = list(events)
        decided = next((event for event in told if isinstance(event, CheckDecided)), None)
        if decided is not None and self.level(decided.check) == "shown":
            return outcome_line(self, decided, [event for event in told if event is not decided])
        return join_sentences(self.said(told)) or None

    def said(self, events: Iterable[Event | Unread]) -> list[str]:
        """Return in words what this reader may read of these events; like ones are told together."""
        return [words for alike in _alike(events) for words in self._told_together(alike)]

    def because(self, stored: Iterable[list[Any]]) -> str | None:
        """Return why these events happened, if one of them says so and this reader may know it."""
        for facts in stored:
            forms_of_kind = forms().get(facts[0])
            event = load_event(facts) if forms_of_kind is not None and forms_of_kind.because else None
            if forms_of_kind is not None and isinstance(event, Event) and self.level_of(event) == "shown":
                return first_said(forms_of_kind.because, KnownFacts(self, event, forms_of_kind))
        return None

    def _told_together(self, alike: list[Event | Unread]) -> list[str]:
        """Return events that differ in their first fact alone in words: as one sentence if they have one."""
        if len(alike) > 1:
            known = [
                event
                for event in alike
                if isinstance(event, Event) and self.level_of(event) in NAMED and self.words(event)
            ]
            if len(known) > 1:
                forms_of_kind = forms()[known[0].kind]
                together = KnownFacts(self, known[0], forms_of_kind, known)
                said = first_said(forms_of_kind.several, together)
                if said is not None:
                    return [said]
        return [words for event in alike if (words := self.words(event)) is not None]

    def words(self, event: Event | Unread) -> str | None:
        """Return one event in words; None if this reader may not know of it or has no form for it."""
        if isinstance(event, Prose):
            return part_words(asdict(event), self.visibility)
        forms_of_kind = forms().get(event.kind)
        if forms_of_kind is None or isinstance(event, Unread):
            return None
        known = KnownFacts(self, event, forms_of_kind)
        return forms_of_kind.said(known.level, known)

    def short(self, event: Event | Unread) -> str | None:
        """Return an event as a line says it that has named its first thing; None if it has no such words."""
        forms_of_kind = forms().get(event.kind)
        if forms_of_kind is None or not forms_of_kind.short or not isinstance(event, Event):
            return None
        known = KnownFacts(self, event, forms_of_kind)
        return first_said(forms_of_kind.short, known) if known.level in NAMED else None

    def folded(self, event: Event, times: int) -> str | None:
        """Return how several events of one kind about one thing are said, of which this is the newest."""
        forms_of_kind = forms()[event.kind]
        return first_said(forms_of_kind.folded, KnownFacts(self, event, forms_of_kind, times=times))

    def level_of(self, event: Event | Unread) -> str:
        """Return the lowest level at which this reader knows what an event cannot do without."""
        if isinstance(event, Unread):
            return "secret"
        if isinstance(event, Prose):
            return min(map(self.level, event.about), key=LEVELS.index, default="shown")
        return KnownFacts(self, event, EventForms()).level

    def weight(self, event: Event) -> str | None:
        """Return how much an event weighs for this reader: line, card or stage; None if they read nothing."""
        forms_of_kind = forms()[event.kind]
        known = KnownFacts(self, event, forms_of_kind)
        return forms_of_kind.weight_of(known) if forms_of_kind.said(known.level, known) is not None else None

    def prepare(self, entries: Iterable[Entry]) -> None:
        """Load what the events of these entries name and quote, so that no line needs its own statements."""
        read = [load_event(stored) for entry in entries for stored in entry.events]
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
        events = map(load_event, entry.events)
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

    def _find(self, ref: Ref) -> Thing | Link | None:
        kind, id = ref
        if kind == LINK:
            return next((link for link in self.state.links() if link.id == id), None)
        return self.state.thing(kind, id)

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

    def numbers(self, ref: Ref) -> NumbersDisclosure:
        """Return how this reader sees a thing's numbers."""
        if ref not in self._numbers:
            self._numbers[ref] = self._disclosure(ref)
        return self._numbers[ref]

    def _disclosure(self, ref: Ref) -> NumbersDisclosure:
        level = self.level(ref)
        row = self._find(ref)
        if level not in NAMED or row is None:
            return NumbersDisclosure.ABSENT
        if isinstance(row, Link):
            return NumbersDisclosure.EXACT
        found = [self.visibility.disclosure_of(who) for who in people_of(row, self.state)]
        if level != "shown":
            found.append(NumbersDisclosure.WORDS)
        return max(found, key=STRICTNESS.index, default=NumbersDisclosure.EXACT)


def _alike(events: Iterable[Event | Unread]) -> Iterator[list[Event | Unread]]:
    """Yield runs of events that are told together: they differ in their first fact and its document alone."""
    for _, group in groupby(events, key=_all_but_the_first):
        yield list(group)


def _all_but_the_first(event: Event | Unread) -> object:
    said = forms().get(event.kind)
    if isinstance(event, Unread) or said is None or not said.several:
        return id(event)
    first, *others = vars(event)
    return (
        event.kind,
        getattr(event, first)[0],
        *(getattr(event, name) for name in others if name != DOCUMENT),
    )


class KnownFacts:
    """The facts of one event as one reader may know them; of several `alike`, `together` has the things."""

    def __init__(
        self,
        reader: Reader,
        event: Event,
        said: EventForms,
        alike: Sequence[Event] = (),
        within: "KnownFacts | None" = None,
        times: int = 1,
    ) -> None:
        self.reader, self.event, self.said = reader, event, said
        self.alike, self.within, self.times = alike, within, times
        self.together = [next(each.refs)[1] for each in alike]
        self.facts = facts_of(type(event))
        self._disclosed: dict[str, NumbersDisclosure] = {}

    @property
    def level(self) -> str:
        """The lowest level at which the reader knows what the event cannot do without.

        A list of things or keys counts as what the reader knows best in it, since the rest is left out.
        """
        return min(self._levels(), key=LEVELS.index, default="shown")

    def _levels(self) -> Iterable[str]:
        for name, fact in self.facts.items():
            value = getattr(self.event, name)
            if name == CAUSE or not value:
                continue
            if fact.is_ref:
                yield self.reader.level(value)
            elif fact.is_list:
                yield max(map(self.reader.level, value), key=LEVELS.index)
            elif fact.is_keys and not self._keys(fact, Place(name), value):
                yield "secret"

    def value(self, fact: str) -> Any:
        """Return a fact to test, or None if the reader does not know it.

        A thing counts as its kind, several things or parts as how many of them the reader knows.
        """
        if fact == TIMES:
            return self.times
        declared, value = self.facts[fact], getattr(self.event, fact)
        if declared.is_list:
            return len(self._known(value))
        if declared.parts is not None:
            return len(self._parts(fact))
        if declared.is_keys:
            return len(self._keys(declared, Place(fact), value))
        if declared.is_counts:
            return len(value)
        if declared.is_ref:
            return "" if value is None else value[0] if self.reader.level(value) in NAMED else None
        return value if self._may_know(declared) else None

    def words(self, place: Place) -> str | None:
        """Return the words for a place, or None if the reader may not know them."""
        if place.fact == TIMES:
            return number_words(self.times, place.how)
        declared, value = self.facts[place.fact], getattr(self.event, place.fact)
        if declared.is_ref:
            return self._thing(value, place)
        if declared.is_list:
            known = self._known(value)
            if place.of:
                return and_list(filter(None, (self._thing(ref, place) for ref in known)), MOST_NAMED) or None
            return number_words(len(known), place.how) if place.how else self._names(known)
        if declared.parts is not None:
            said = self._parts(place.fact)
            return number_words(len(said), place.how) if place.how else ", ".join(said) or None
        if value is None or not self._may_know(declared):
            return None
        if declared.is_keys:
            return and_list(self._keys(declared, place, value)) or None
        if declared.is_counts:
            return (
                and_list(number_words(count, self._key(declared, place, key) or key) for count, key in value)
                or None
            )
        if declared.mark == TYPED:
            return self._typed(value)
        if declared.mark == ENTRY:
            return self.reader.words_of_entry(value)
        if isinstance(value, str):
            return self._key(declared, place, value)
        return number_words(value, place.how)

    def _thing(self, ref: Ref | None, place: Place) -> str | None:
        if ref is None:
            return None
        if self.together and ref == self.together[0]:
            return number_words(len(self.together), place.how) if place.how else self._names(self.together)
        if place.of:
            return self.reader.said_of(ref, place.of)
        return self.reader.name(ref) or place.how or None

    def _names(self, refs: Iterable[Ref]) -> str | None:
        return and_list([name for ref in refs if (name := self.reader.name(ref))], MOST_NAMED) or None

    def _keys(self, declared: Fact, place: Place, keys: Iterable[str]) -> list[str]:
        said = (self._key(declared, place, key) for key in keys)
        return list(dict.fromkeys(words for words in said if words is not None))

    def _key(self, declared: Fact, place: Place, key: str) -> str | None:
        if place.fact in self.said.words:
            return self.said.words[place.fact].get(key, key)
        if not isinstance(declared.mark, KeyOf):
            return key
        found = LOOKUPS[declared.mark.table](self.reader, self.event, key)
        if found is None:
            return None
        return str(getattr(found, place.of) if place.of else found)

    def _parts(self, fact: str) -> list[str]:
        """Return the parts that the fact lists, in words, without those that the reader may not know."""
        forms_of_parts = self.said.each.get(fact, ())
        known = (KnownFacts(self.reader, part, self.said, (), self) for part in getattr(self.event, fact))
        return [
            words
            for part in known
            if part.level in NAMED and (words := first_said(forms_of_parts, part)) is not None
        ]

    def _known(self, refs: Iterable[Ref]) -> list[Ref]:
        return [ref for ref in refs if self.reader.level(ref) in NAMED]

    def _may_know(self, fact: Fact) -> bool:
        if isinstance(fact.mark, NumberOf):
            return self._numbers(fact.mark.whose) is NumbersDisclosure.EXACT
        if isinstance(fact.mark, WordOf):
            return self._numbers(fact.mark.whose) is not NumbersDisclosure.ABSENT
        if fact.mark == FOR_GM:
            return self.reader.audience.role is Role.GM
        return fact.mark != TYPED or self.level == "shown"

    def _numbers(self, whose: str) -> NumbersDisclosure:
        if whose not in self._disclosed:
            of = self.event if whose in self.facts or self.within is None else self.within.event
            owners = (getattr(each, name, None) for each in self.alike or (of,) for name in (whose, DOCUMENT))
            found = map(self.reader.numbers, filter(None, owners))
            self._disclosed[whose] = max(found, key=STRICTNESS.index, default=NumbersDisclosure.EXACT)
        return self._disclosed[whose]

    def _typed(self, text: str) -> str:
        """Return text as somebody typed it, without digits if it could tell numbers that are hidden."""
        hidden = any(self.reader.numbers(ref) is not NumbersDisclosure.EXACT for _, ref in self.event.refs)
        return DIGITS.sub("", text) if hidden else text
