"""What a table stores of a kind of event, so that its events can be read when its game is gone.

A declaration is JSON: the facts in the order in which events store them, and the kind's table of
`events.toml`. Anybody can write one into an exported table, so it is checked as a game's own kinds are, and
bounded in size. It decides nothing about what a reader may know.
"""

import json
import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, make_dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from webapp.rules.codec import Longest, Most, load_value
from webapp.rules.errors import RuleError
from webapp.rules.event_form_checks import ensure_fitting
from webapp.rules.event_forms import read_forms
from webapp.rules.events import (
    FOR_GM,
    SINGLE,
    TYPED,
    Count,
    Event,
    EventPart,
    Fact,
    KeyOf,
    NumberOf,
    Ref,
    Unread,
    WordOf,
    facts_of,
)

LARGEST = 4000
"""The most characters of a declaration, and of an event that is read by one."""
MOST_KINDS = 100
KIND = re.compile(r"[a-z][a-z0-9]{1,29}\.[a-z_]{1,30}")
NAME = re.compile(r"[a-z][a-z_]{0,39}")
TAKEN = {*dir(Event), "kind", *keyword.kwlist}
VALUES: dict[str, Any] = {"thing": Ref, "things": tuple[Ref, ...], "keys": tuple[str, ...]}
VALUES |= {"counts": tuple[Count, ...], **{word: type for type, word in SINGLE.items()}}
"""The types of values, by the words for the types of facts; parts have none."""
Sentence = Annotated[str, Longest(300)]
Sentences = Sentence | Annotated[tuple[Sentence, ...], Most(40)]


class FormsTable(TypedDict, total=False):
    """A table of `events.toml`."""

    say: Sentences
    shown: Sentences
    masked: Sentences
    rumoured: Sentences
    secret: Sentences
    several: Sentences
    short: Sentences
    folded: Sentences
    because: Sentences
    recap: bool | Sentences
    each: dict[str, Sentences]
    away: bool
    words: dict[str, dict[str, Sentence]]
    weight: str
    tone: str
    raised: dict[str, Sentence]
    toned: dict[str, Sentence]


@dataclass(frozen=True, slots=True)
class DeclaredFact:
    """One fact: the word for its type, and its mark; `whose` names the fact whose number or word it is.

    A key of a catalogue has no mark: without the game, the key itself is said.
    """

    name: str
    type: Literal["thing", "things", "keys", "counts", "parts", "number", "text", "flag"]
    mark: Literal["", "number", "word", "typed", "for gm"] = ""
    whose: str = ""
    default: bool | int | str | None = None
    parts: tuple["DeclaredFact", ...] = ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """A kind of event as a table stores it."""

    facts: Annotated[tuple[DeclaredFact, ...], Most(40)]
    forms: FormsTable


# ---- written --------------------------------------------------------------------------------------


def declare(kind: type[Event], forms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the declaration of a game's kind with these forms; raise ValueError if it cannot be stored."""
    made = {"facts": _declared_facts(kind), "forms": dict(forms)}
    read_declaration(kind.kind, made)
    return made


def _declared_facts(kind: type[Event]) -> list[dict[str, Any]]:
    defaults = {field.name: field.default for field in fields(kind)}
    return [_declared(name, fact, defaults[name]) for name, fact in facts_of(kind).items()]


def _declared(name: str, fact: Fact, default: object) -> dict[str, Any]:
    made: dict[str, Any] = {"name": name, "type": fact.type}
    if isinstance(fact.mark, NumberOf | WordOf):
        made |= {"mark": "number" if isinstance(fact.mark, NumberOf) else "word", "whose": fact.mark.whose}
    elif fact.mark in (TYPED, FOR_GM):
        made["mark"] = fact.mark
    elif fact.mark is not None and not (isinstance(fact.mark, KeyOf) and fact.mark.table != "field"):
        raise ValueError(f"the mark of {name} is for Tableside's own kinds alone")
    if isinstance(default, bool | int | str):
        made["default"] = default
    return made | ({"parts": _declared_facts(fact.parts)} if fact.parts is not None else {})


# ---- read -----------------------------------------------------------------------------------------


def read_declaration(name: str, declared: Mapping[str, Any]) -> type[Event]:
    """Return a class for the events of a declared kind; raise ValueError if the declaration is wrong."""
    text = json.dumps(declared)
    if not KIND.fullmatch(name):
        raise ValueError(f"{name!r} is no name for a kind of event, such as “lantern.carried”")
    if len(text) > LARGEST:
        raise ValueError(f"its facts and sentences have more than {LARGEST} characters")
    return _read(name, text)


@lru_cache(maxsize=2 * MOST_KINDS)
def _read(name: str, text: str) -> type[Event]:
    found = load_value(Declaration, json.loads(text))
    forms = read_forms({name: found.forms}, "events.toml")[name]
    made = _class_of(found.facts, Event, kind=name, stored_forms=forms)
    ensure_fitting(facts_of(made), forms)
    return made


def _class_of(facts: Sequence[DeclaredFact], base: type[Event], **own: object) -> type[Event]:
    """Return a class with these facts, each of which may be left out; it is not among the declared kinds."""
    read = {fact.name: _fact(fact) for fact in facts}
    strange = [name for name in read if not NAME.fullmatch(name) or name in TAKEN]
    if strange or len(read) < len(facts):
        raise ValueError("each fact must have a name of its own, in small letters")
    values = [(fact.name, Any, _default(read[fact.name], fact.default)) for fact in facts]
    named = {"stored_facts": read, **own}
    return make_dataclass("Declared", values, bases=(base,), frozen=True, namespace=named)


def _default(fact: Fact, default: object) -> Any:
    return _value(fact, default) if fact.type in SINGLE.values() else None if fact.is_ref else ()


def _fact(declared: DeclaredFact) -> Fact:
    marks: dict[str, Any] = {"number": NumberOf(declared.whose), "word": WordOf(declared.whose), "": None}
    kind = declared.type
    parts: Any = _class_of(declared.parts, EventPart) if kind == "parts" else None
    return Fact(
        marks.get(declared.mark, declared.mark),
        kind == "thing",
        kind == "things",
        kind == "keys",
        kind == "counts",
        parts,
        kind,
    )


def load_declared(stored: Sequence[Any], declared: Mapping[str, Any]) -> Event | Unread:
    """Return a stored event of a kind that is not here, by what the table stores of that kind."""
    name, *values = stored
    try:
        kind = read_declaration(name, declared)
        if len(json.dumps(values)) <= LARGEST:
            return _event(kind, values)
    except (RuleError, TypeError, ValueError):
        pass
    return Unread(name, tuple(values))


def _event(kind: type[Event], values: Sequence[Any]) -> Event:
    facts = facts_of(kind)
    return kind(**{name: _value(facts[name], value) for name, value in zip(facts, values, strict=False)})


def _value(fact: Fact, value: Any) -> Any:
    """Return a stored value of a fact; raise RuleError, TypeError or ValueError if it is of another type."""
    if fact.parts is not None:
        return tuple(_event(fact.parts, load_value(list[Any], part)) for part in load_value(list[Any], value))
    if value is None and fact.type in ("thing", *SINGLE.values()):
        return None
    return load_value(VALUES[fact.type], value)
