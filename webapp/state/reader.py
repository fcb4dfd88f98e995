"""The reader of events: what one audience may read of what happened, and in which words.

The reader alone decides whether a thing may be mentioned, by which name, and with which numbers. It looks up
names when it reads, so that a rename or a reveal changes every line, and removed things keep their names.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import cache
from typing import Any, cast

from webapp.rules import toml_tables
from webapp.rules.event_forms import EventForms, Place, read_forms
from webapp.rules.events import (
    CAUSE,
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
)
from webapp.rules.outcome_line import join_sentences, listed
from webapp.state import house_events
from webapp.state.audience import Audience
from webapp.state.entry_words import part_words
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.visibility import LEVELS, Visibility, people_of
from webapp.store.table_state import TableState

NAMED = ("masked", "shown")
DIGITS = re.compile(r"\s*[-+]?\d+(?:[.,/:]\d+)*")
LOOKUPS: dict[str, Callable[[TableState, str], Any]] = {
    "clock kind": lambda state, key: state.rules.catalogue.clock_kind(key),
}
"""The tables in which the reader looks up keys."""


@cache
def forms() -> dict[str, EventForms]:
    """Return the forms of the kinds of the house."""
    package = str(house_events.__package__)
    return read_forms(toml_tables.read(package, "events.toml"), toml_tables.label(package, "events.toml"))


class Reader:
    """What one audience may read of a table's events; valid until the table changes."""

    def __init__(self, state: TableState, audience: Audience) -> None:
        self.state, self.audience = state, audience
        self.visibility = Visibility(state, audience)
        self._known: dict[Ref, str] = {}

    def line(self, events: Iterable[Event | Unread]) -> str | None:
        """Return what happened as one line; None if this reader may read none of it."""
        said = [words for event in events if (words := self.words(event)) is not None]
        return join_sentences(said) or None

    def words(self, event: Event | Unread) -> str | None:
        """Return one event in words; None if this reader may not know of it or has no form for it."""
        if isinstance(event, Prose):
            return part_words(asdict(event), self.visibility)
        forms_of_kind = forms().get(event.kind)
        if forms_of_kind is None or isinstance(event, Unread):
            return None
        known = KnownFacts(self, event, forms_of_kind)
        return forms_of_kind.said(known.level, known)

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

    # ---- what may be mentioned ------------------------------------------------------------------

    def level(self, ref: Ref) -> str:
        """Return the level at which this reader knows a thing, also a removed one; "secret" for none."""
        if ref not in self._known:
            row = self.state.thing(*ref)
            self._known[ref] = self.visibility.level(row) if row is not None else "secret"
        return self._known[ref]

    def name(self, ref: Ref) -> str | None:
        """Return a thing's name; None if this reader may not know it."""
        row = self.state.thing(*ref) if self.level(ref) in NAMED else None
        return getattr(row, "name", None) if row is not None else None

    def numbers(self, ref: Ref) -> NumbersDisclosure:
        """Return how this reader sees a thing's numbers."""
        level = self.level(ref)
        row = self.state.thing(*ref)
        if level not in NAMED or row is None:
            return NumbersDisclosure.ABSENT
        whose = [self.visibility.disclosure_of(who) for who in people_of(row, self.state)]
        strictest = max(whose, key=list(NumbersDisclosure).index, default=NumbersDisclosure.EXACT)
        return (
            strictest
            if level == "shown"
            else max(strictest, NumbersDisclosure.WORDS, key=list(NumbersDisclosure).index)
        )


class KnownFacts:
    """The facts of one event as one reader may know them."""

    def __init__(self, reader: Reader, event: Event, said: EventForms) -> None:
        self.reader, self.event = reader, event
        self.facts, self.keys = facts_of(cast(Any, type(event))), said.words

    @property
    def level(self) -> str:
        """The lowest level at which the reader knows what the event cannot do without.

        A list of things counts as what the reader knows best in it, since the rest is left out.
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

    def value(self, fact: str) -> Any:
        """Return a fact to test, or None if the reader does not know it; of several things their number."""
        declared, value = self.facts[fact], getattr(self.event, fact)
        if declared.is_list:
            return len(self._known(value))
        if declared.is_ref:
            return value is not None and self.reader.level(value) in NAMED
        return value if self._may_know(declared) else None

    def words(self, place: Place) -> str | None:
        """Return the words for a place, or None if the reader may not know them."""
        declared, value = self.facts[place.fact], getattr(self.event, place.fact)
        if declared.is_list:
            return listed([name for ref in value if (name := self.reader.name(ref))]) or None
        if declared.is_ref:
            named = self.reader.name(value) if value is not None else None
            return named or place.how or None
        if value is None or not self._may_know(declared):
            return None
        if isinstance(declared.mark, KeyOf):
            return str(getattr(LOOKUPS[declared.mark.table](self.reader.state, value), place.of or "name"))
        if declared.mark == TYPED:
            return self._typed(value)
        if place.fact in self.keys:
            return self.keys[place.fact].get(str(value))
        return _number(value, place.how) if isinstance(value, int) else str(value)

    def _known(self, refs: Iterable[Ref]) -> list[Ref]:
        return [ref for ref in refs if self.reader.level(ref) in NAMED]

    def _may_know(self, fact: Fact) -> bool:
        if isinstance(fact.mark, NumberOf):
            return self._numbers(fact.mark.whose) is NumbersDisclosure.EXACT
        if isinstance(fact.mark, WordOf):
            return self._numbers(fact.mark.whose) is not NumbersDisclosure.ABSENT
        return fact.mark != TYPED or self.level == "shown"

    def _numbers(self, whose: str) -> NumbersDisclosure:
        owner = getattr(self.event, whose)
        return NumbersDisclosure.EXACT if owner is None else self.reader.numbers(owner)

    def _typed(self, text: str) -> str:
        """Return text as somebody typed it, without digits if it could tell numbers that are hidden."""
        hidden = any(self.reader.numbers(ref) is not NumbersDisclosure.EXACT for _, ref in self.event.refs)
        return DIGITS.sub("", text) if hidden else text


def _number(value: int, how: str) -> str:
    """Return a number as a place says it: with its sign, without it, or with what it counts."""
    if how == "+":
        return f"{value:+d}"
    if how in ("", "abs"):
        return str(abs(value) if how else value)
    one, _, several = how.partition("/")
    return f"{value} {one if abs(value) == 1 else several or one + 's'}"
