"""Events: what happened at a table, as facts whose words are made when somebody reads them.

A command returns events, the journal stores them, and `webapp/state/reader.py` words them for one reader. An
event is a small frozen value of a declared kind. Its facts are things, numbers, typed text and keys of
catalogues, never names or sentences; the annotation of a fact says whose it is:

```python
>>> @event("example.moved")
... class Moved(Event):
...     clock: Ref
...     by: Annotated[int, NumberOf("clock")]
...     why: Annotated[str | None, TYPED] = None
>>> dump_event(Moved(("clock", 7), 2))
['example.moved', ['clock', 7], 2]
>>> load_event(['example.moved', ['clock', 7], 2, "rain"])
Moved(clock=('clock', 7), by=2, why='rain')
>>> load_event(['other.game', 5])
Unread(kind='other.game', facts=(5,))

```

Kinds only grow: facts are stored by position, so a new one comes last and has a default, and a new meaning is
a new kind (`tests/rules/floor/event_kinds.txt` holds it).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import NoneType
from typing import Annotated, Any, ClassVar, TypeAlias, dataclass_transform, get_args, get_origin
from typing import get_type_hints as hints_of

from webapp.rules.codec import load_value
from webapp.rules.errors import RuleError

Ref: TypeAlias = tuple[str, int]
"""A thing of the table: its kind and its id."""
Count: TypeAlias = tuple[int, str]
"""So many of something, whose key the form's table `words` names: (39, "seat")."""
LISTS: dict[Any, str] = {Ref: "things", str: "keys", Count: "counts"}
SINGLE: dict[Any, str] = {int: "number", str: "text", bool: "flag"}
"""The words for the types of facts, by the type of their values."""
CAUSE = "cause"
"""The fact that names what caused an event; a reader who may not know it reads the event without it."""
DOCUMENT = "document"
"""The fact that names the game's document of an event, whose numbers are as hidden as the document's."""


@dataclass(frozen=True, slots=True)
class NumberOf:
    """Marks a number as that of the thing in the fact `whose`: known to whoever may know its numbers."""

    whose: str


@dataclass(frozen=True, slots=True)
class WordOf:
    """Marks a word ("nearly full") that stands for a number of the thing in the fact `whose`."""

    whose: str


@dataclass(frozen=True, slots=True)
class KeyOf:
    """Marks a key of a table of the game, which the reader looks up: "clock kind", "condition"."""

    table: str


TYPED = "typed"
"""Marks text that somebody typed; it is shown as typed to whoever may know everything the event names."""

FOR_GM = "for gm"
"""Marks a fact that the GM alone reads, whatever others know: what the GM keeps for later."""

ENTRY = "entry"
"""Marks the id of another entry of the journal, which is said in its own words."""


@dataclass(frozen=True)
class Event:
    """The base of all kinds; `@event` makes a frozen dataclass of each."""

    kind: ClassVar[str]
    stored_facts: ClassVar[Any] = None
    stored_forms: ClassVar[Any] = None
    """The facts and the forms of a kind that is not here (`webapp/rules/event_declarations.py`)."""

    @property
    def refs(self) -> Iterator[tuple[str, Ref]]:
        """Yield each thing that the event names, with the name of its fact."""
        for name, fact in facts_of(type(self)).items():
            value = getattr(self, name)
            if fact.is_ref and value is not None:
                yield name, value
            elif fact.is_list:
                yield from ((name, ref) for ref in value)
            elif fact.parts is not None:
                yield from ((name, ref) for part in value for _, ref in part.refs)


@dataclass(frozen=True)
class EventPart(Event):
    """The base of what an event lists several of, such as the lines of a sheet; it has no kind of its own.

    A mark on its facts may name a fact of the event that lists it.
    """


@dataclass(frozen=True, slots=True)
class Unread:
    """A stored event that nobody here can read: of an unknown kind, or with damaged facts."""

    kind: str
    facts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """What a kind declares about one of its facts; `mark` is one of the marks of this module, or None.

    It is a thing, a list of things, a list of parts, of keys or of counts of keys, or else a single value.
    `type` is the word for it; "" for a value that only Tableside's own kinds may have.
    """

    mark: NumberOf | WordOf | KeyOf | str | None
    is_ref: bool
    is_list: bool
    is_keys: bool
    is_counts: bool
    parts: type[EventPart] | None
    type: str


_kinds: dict[str, type[Event]] = {}


@dataclass_transform(frozen_default=True)
def event(kind: str) -> Any:
    """Declare a class as a kind of event with this name ("clock.moved"); its fields are the facts."""

    def declare(cls: type[Event]) -> type[Event]:
        """Return the class as a frozen dataclass; raise ValueError if another class has its name."""
        cls.kind = kind
        made = dataclass(frozen=True)(cls)
        known = _kinds.get(kind, made)
        if (known.__module__, known.__qualname__) != (made.__module__, made.__qualname__):
            raise ValueError(f"there is already a kind of event {kind!r}")
        _kinds[kind] = made
        return made

    return declare


def kinds() -> dict[str, type[Event]]:
    """Return the declared kinds by name."""
    return dict(_kinds)


def facts_of(kind: type[Event]) -> dict[str, Fact]:
    """Return what a kind declares about its facts, in the order in which they are stored."""
    declared: dict[str, Fact] | None = kind.stored_facts
    of: Any = kind
    return _facts_of(of) if declared is None else declared


@cache
def _facts_of(kind: Any) -> dict[str, Fact]:
    hints = hints_of(kind, include_extras=True)
    return {field.name: _fact(hints[field.name]) for field in fields(kind)}


def _fact(hint: Any) -> Fact:
    marks = getattr(hint, "__metadata__", ())
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    choices = [choice for choice in get_args(bare) or (bare,) if choice is not NoneType]
    of = choices[0] if get_origin(bare) is tuple and Ellipsis in get_args(bare) else None
    parts = of if isinstance(of, type) and issubclass(of, EventPart) else None
    is_ref = bare == Ref or choices == [Ref]
    word = "thing" if is_ref else LISTS.get(of, "parts" if parts else SINGLE.get(choices[0], ""))
    return Fact(next(iter(marks), None), is_ref, of == Ref, of is str, of == Count, parts, word)


@dataclass(frozen=True)
class ProseChange(EventPart):
    """The number that a sentence is about: whose it is, its name, and as in `Change`."""

    thing: Ref
    what: str
    by: int
    now: int | None = None
    word: str = ""


@event("prose")
class Prose(Event):
    """A sentence, as games from outside return it; `masked` is for whoever knows the things by name alone.

    An outcome's line says the `change` alone of a sentence about its target, if it has one.
    """

    summary: str
    masked: str | None = None
    about: tuple[Ref, ...] = ()
    change: tuple[ProseChange, ...] = ()


def as_counts(counts: Mapping[str, int]) -> tuple[Count, ...]:
    """Return how many there are by key, without those of which there are none."""
    return tuple((number, key) for key, number in counts.items() if number)


# ---- stored ---------------------------------------------------------------------------------------


def dump_event(event: Event | Unread) -> list[Any]:
    """Return an event as compact JSON: its kind, then its facts; defaults at the end are left out."""
    if isinstance(event, Unread):
        return [event.kind, *event.facts]
    return [event.kind, *_positions(event)]


def _positions(event: Event) -> list[Any]:
    """Return the facts in their order, without those at the end that are as their defaults."""
    kind: Any = type(event)
    values, defaults = list(vars(event).values()), _defaults_of(kind)
    while values and values[-1] == defaults[len(values) - 1]:
        values.pop()
    return [_plain(value) for value in values]


@cache
def _defaults_of(kind: Any) -> tuple[Any, ...]:
    return tuple(field.default for field in fields(kind))


def _plain(value: Any) -> Any:
    match value:
        case EventPart():
            return _positions(value)
        case tuple():
            return list(map(_plain, value))
    return value


def load_event(stored: Sequence[Any]) -> Event | Unread:
    """Return a stored event; facts that a newer version has added are ignored."""
    name, *values = stored
    kind = _kinds.get(name)
    if kind is None:
        return Unread(name, tuple(values))
    try:
        return load_value(kind, _by_name(kind, values))
    except (RuleError, TypeError):
        return Unread(name, tuple(values))


def _by_name(kind: type[Event], values: Sequence[Any]) -> dict[str, Any]:
    """Return stored facts, and those of parts, by their names."""
    named = dict(zip(facts_of(kind), values, strict=False))
    for name, fact in facts_of(kind).items():
        if fact.parts is not None and name in named:
            named[name] = [_by_name(fact.parts, part) for part in named[name]]
    return named
