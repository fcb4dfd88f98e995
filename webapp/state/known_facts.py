"""The facts of an event as one reader may know them, for the places and conditions of its sentences."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol

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
    Ref,
    WordOf,
    facts_of,
)
from webapp.rules.outcome_line import MOST_NAMED
from webapp.rules.word_lists import and_list
from webapp.state.audience import Audience, Role
from webapp.state.field_words import check_field_words
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.visibility import LEVELS
from webapp.store.table_state import TableState

NAMED = ("masked", "shown")
STRICTNESS = tuple(NumbersDisclosure)
STANDING = ("now", "filled", "left", "word")
"""The facts that say how a thing's number stood after an event."""
DIGITS = re.compile(r"\s*[-+]?\d+(?:[.,/:]\d+)*")


class ReadsThings(Protocol):
    """What the facts of an event need of the reader of events (`webapp/state/reader.py`)."""

    state: TableState
    audience: Audience
    changed: Collection[Ref]

    def level(self, ref: Ref) -> str:
        """Return the level at which this reader knows a thing."""

    def name(self, ref: Ref) -> str | None:
        """Return a thing's name, or None if this reader may not know it."""

    def called(self, ref: Ref) -> str | None:
        """Return a thing's name with the number that tells it from others of its name, or None."""

    def said_of(self, ref: Ref, what: str) -> str | None:
        """Return what a sentence may say of a thing besides its name."""

    def field(self, event: Event, key: str) -> str | None:
        """Return the words for a changed field."""

    def numbers(self, ref: Ref) -> NumbersDisclosure:
        """Return how this reader sees a thing's numbers."""

    def stands(self, ref: Ref) -> bool:
        """Return whether a thing is still as the event left it."""

    def words_of_entry(self, id: int) -> str | None:
        """Return what another entry of the journal says to this reader."""


def _entry_name(catalogue: Catalogue, key: str) -> str:
    """Return the name of a catalogue's entry; of one that the game does not have, its key."""
    found = catalogue.find_or_none(key)
    return key if found is None else found.name


LOOKUPS: dict[str, Callable[[ReadsThings, Event, str], Any]] = {
    "check field": lambda reader, _event, key: check_field_words(reader.state.rules.check_form, key),
    "clock kind": lambda reader, _event, key: reader.state.rules.catalogue.clock_kind(key),
    "entry": lambda reader, _event, key: _entry_name(reader.state.rules.catalogue, key),
    "field": lambda reader, event, key: reader.field(event, key),
    "sheet line": lambda reader, _event, key: sheets.name_of(reader.state.rules, key),
}
"""The tables in which the reader looks up keys: each returns words, or a value whose fields have them.

None stands for a key that the reader may not know.
"""


class KnownFacts:
    """The facts of one event as one reader may know them; of several `alike`, `together` has the things."""

    most_named: int | None = MOST_NAMED
    """How many names are said before the others are only counted; None for all."""

    def __init__(
        self,
        reader: ReadsThings,
        event: Event,
        said: EventForms,
        alike: Sequence[Event] = (),
        within: "KnownFacts | None" = None,
        times: int = 1,
    ) -> None:
        self.reader, self.event, self.said = reader, event, said
        self.alike, self.within, self.times = alike, within, times
        self.together = [next(each.refs)[1] for each in alike]
        self.facts, self._values = facts_of(type(event)), vars(event)
        self._disclosed: dict[str, NumbersDisclosure] = {}
        self._level = ""
        self._sentence: str | None = ""

    @property
    def level(self) -> str:
        """The lowest level at which the reader knows what the event cannot do without.

        A list of things or keys counts as what the reader knows best in it, since the rest is left out.
        """
        if not self._level:
            self._level = min(self._levels(), key=LEVELS.index, default="shown")
        return self._level

    @property
    def sentence(self) -> str | None:
        """The event in words; None if the reader may not know of it or there are none."""
        if self._sentence == "":
            self._sentence = self.said.said(self.level, self)
        return self._sentence

    def _levels(self) -> Iterable[str]:
        for name, fact in self.facts.items():
            value = self._values[name]
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
        if self.alike and self._differs(fact):
            return None
        declared, value = self.facts[fact], self._values[fact]
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
        return value if self._may_know(fact, declared) else None

    def words(self, place: Place) -> str | None:
        """Return the words for a place, or None if the reader may not know them."""
        if place.fact == TIMES:
            return number_words(self.times, place.how)
        if self.alike and self._differs(place.fact):
            return None
        declared, value = self.facts[place.fact], self._values[place.fact]
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
        if value is None or not self._may_know(place.fact, declared):
            return None
        if declared.is_keys:
            return and_list(self._keys(declared, place, value)) or None
        if declared.is_counts:
            return (
                and_list(number_words(count, self._key(declared, place, key) or key) for count, key in value)
                or None
            )
        match declared.mark:
            case str(mark) if mark == TYPED:
                return self._typed(value)
            case str(mark) if mark == ENTRY:
                return self.reader.words_of_entry(value)
        if isinstance(value, str):
            return self._key(declared, place, value)
        return number_words(value, place.how)

    def as_json(self) -> dict[str, Any]:
        """Return what this reader may know of the facts, by name; things have a kind, an id and a name.

        Of a thing that they do not know in full, they get the things and the words for its numbers alone.
        """
        full = self.level == "shown"
        found = {
            name: self._json_of(name, fact)
            for name, fact in self.facts.items()
            if full or fact.is_ref or fact.is_list or isinstance(fact.mark, WordOf)
        }
        return {name: value for name, value in found.items() if value is not None}

    def _json_of(self, name: str, fact: Fact) -> Any:
        value = getattr(self.event, name)
        if value is None:
            return None
        if fact.is_ref:
            return next(map(self._json_of_thing, self._known([value])), None)
        if fact.is_list:
            return list(map(self._json_of_thing, self._known(value)))
        if fact.parts is not None:
            parts = (KnownFacts(self.reader, part, self.said, (), self) for part in value)
            return [part.as_json() for part in parts if part.level in NAMED]
        if not self._may_know(name, fact):
            return None
        if fact.is_keys:
            return [key for key in value if self._key(fact, Place(name), key) is not None]
        if fact.is_counts:
            return {key: count for count, key in value}
        if fact.mark == TYPED:
            return self._typed(value)
        hidden = isinstance(value, str) and self._key(fact, Place(name), value) is None
        return None if hidden else value

    def _json_of_thing(self, ref: Ref) -> dict[str, Any]:
        kind, id = ref
        name = self.reader.name(ref)
        return {"kind": kind, "id": id} | ({} if name is None else {"name": name})

    def _differs(self, fact: str) -> bool:
        """Return whether the events told together differ in a fact that is not their first."""
        return fact != next(iter(self.facts)) and any(
            getattr(event, fact) != getattr(self.event, fact) for event in self.alike
        )

    def _thing(self, ref: Ref | None, place: Place) -> str | None:
        if ref is None:
            return None
        if self.together and ref == self.together[0]:
            return number_words(len(self.together), place.how) if place.how else self._names(self.together)
        if place.of:
            return self.reader.said_of(ref, place.of)
        return self.reader.called(ref) or place.how or None

    def _names(self, refs: Iterable[Ref]) -> str | None:
        return and_list([name for ref in refs if (name := self.reader.called(ref))], self.most_named) or None

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

    def _may_know(self, name: str, fact: Fact) -> bool:
        match fact.mark:
            case None | KeyOf():
                return True
            case NumberOf(whose):
                known = self._numbers(whose) is NumbersDisclosure.EXACT
            case WordOf(whose):
                known = self._numbers(whose) is not NumbersDisclosure.ABSENT
            case mark if mark == FOR_GM:
                return self.reader.audience.role is Role.GM
            case mark:
                return mark != TYPED or self.level == "shown"
        return known and (name not in STANDING or self._stands(whose))

    def _owners(self, whose: str) -> list[Ref]:
        """Return the things whose number a fact is."""
        of = self.event if whose in self.facts or self.within is None else self.within.event
        named = [getattr(each, name, None) for each in self.alike or (of,) for name in (whose, DOCUMENT)]
        return [ref for ref in named if ref is not None]

    def _stands(self, whose: str) -> bool:
        return not self.reader.changed or all(map(self.reader.stands, self._owners(whose)))

    def _numbers(self, whose: str) -> NumbersDisclosure:
        if whose not in self._disclosed:
            found = map(self.reader.numbers, self._owners(whose))
            self._disclosed[whose] = max(found, key=STRICTNESS.index, default=NumbersDisclosure.EXACT)
        return self._disclosed[whose]

    def _typed(self, text: str) -> str:
        """Return text as somebody typed it, without digits if it could tell numbers that are hidden."""
        hidden = any(self.reader.numbers(ref) is not NumbersDisclosure.EXACT for _, ref in self.event.refs)
        return DIGITS.sub("", text) if hidden else text
