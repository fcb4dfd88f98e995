"""The forms in which events are said: sentences with places for facts, read from `events.toml`.

A file has a table for each kind of event. `say` is its sentence for whoever knows the things by name; where
the levels differ, `shown`, `masked` and `rumoured` have their own, and a level without one has no line.
`secret` is for whoever may not know everything that the event names, and yet may hear of it:

```toml
["clock.moved"]
shown = [
    "(by) {clock}: {by:+}, now {filled} of {of}[(surplus) ({surplus:segment} did not fit)]",
    "{clock}: stays at {filled} of {of}",
]
masked = "(word) {clock}: {word}"
```

Of several sentences the first counts whose condition (in round brackets) holds and whose facts the reader
knows. A part in square brackets is left out if its condition does not hold or if the reader does not know one
of its facts; such parts may contain others. A condition joins tests by "and": `by`, `not by`, `by > 1`,
`now is shown`. A fact that the reader does not know makes every test of it fail. The places:

| place | is said as |
|---|---|
| `{clock}`, `{things}` | the name; several names with "and", the fourth and later ones as a number |
| `{who:Somebody}` | the name, or this word for a reader who may not know the thing |
| `{by}`, `{by:+}`, `{by:abs}` | the number, with its sign, without it |
| `{left:segment}` | a number of something: "1 segment", "3 segments" |
| `{things:tag}` | how many of several things the reader knows: "2 tags" |
| `{kind.emptied}` | what the catalogue says of a key; `{condition.worded}`: of a thing |
| `{now}` | a key, in the words that the kind's table `words.now` gives it; several keys with "and" |
| `{removed}` | counts of keys: "39 seats and 1 note", from `words.removed` |
| `{why}` | text as somebody typed it |

`several` is the sentence for several events of one command that differ in their first fact, and in the
`document` of each, alone; its place lists their names. `each` has the sentences for the parts of an event, by
the fact that lists them, which its place joins by commas.

`short` says what happened to the thing in the event's first fact, where a line has named that thing already:
"2 Health, now 7".

`head` says what happened in a few words, where a screen tells it with its numbers below; `say` is then the
detail: "Ann falls 3 m", and below it "Ann falls 3 m (3D+3: 3, 4, 1): 4 damage". `below` is that detail in
fewer words; events of one kind for which it says the same are told together, with the numbers of each:
"Bonfire strikes Ann and Ben", "4D+4: 2, 4, 2, 3: 5 damage".

`folded` says several events of one kind about one thing, `{times}` of them, by the newest:
"Alarm: now 4 of 6, after 3 moves". `away = false` leaves a kind out of what somebody missed.

The recap tells what weighs more than `line`, in the words of the journal, also in those of `several`.
`recap = false` leaves a kind out and `true` takes it in; a sentence is the recap's own, and a condition alone
says when the journal's words stand. A sentence of its own also tells several events that follow one another
and have a thing of one kind first, {times} of them: their names, and no fact in which they differ.

`because` says why what is told in the same entry happened: "Full success, on “Climb”".

`weight` is `line` (the journal alone), `card` or `stage`; `tone` is `good`, `mixed`, `bad` or `plain`;
`raised` lists weights, and `toned` tones, each with the condition that gives it to the event.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt
from typing import Any, Protocol, TypeAlias

from webapp.rules.errors import CatalogueError, nearest

LEVELS = ("shown", "masked", "rumoured", "secret")
"""The levels at which a reader can know what an event names and read of it."""
BY_NAME = ("shown", "masked")
"""The levels for which `say` speaks."""
TIMES = "times"
"""The place in `folded` and `recap` for how many events there were."""
LINE = "line"
WEIGHTS = (LINE, "card", "stage")
TONES = ("plain", "good", "mixed", "bad")
SENTENCES = ("several", "short", "head", "below", "folded", "because")
FIELDS = {"say", *LEVELS, *SENTENCES, "each", "away", "recap", "words", "weight", "tone", "raised", "toned"}
TOKEN = re.compile(r"\{([^{}]*)\}|([\[\]])")
PLACE = re.compile(r"(?P<fact>[a-z_]+)(?:\.(?P<of>[a-z_]+))?(?::(?P<how>.+))?")
CONDITION = re.compile(r"\(([^)]+)\)")
TEST = re.compile(
    r"(?P<negated>not )?(?P<fact>[a-z_]+)(?: (?P<sign>is|=|<=|>=|<|>) (?P<value>[\w-]+))?", re.ASCII
)
SIGNS: dict[str, Any] = {"=": eq, "<": lt, ">": gt, "<=": le, ">=": ge}


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a fact: `of` is the field of a catalogue's entry, `how` the way to say it."""

    fact: str
    of: str = ""
    how: str = ""


@dataclass(frozen=True, slots=True)
class Test:
    """A test of one fact; without a `sign` it holds if the fact is not empty, 0 or false."""

    fact: str
    negated: bool = False
    sign: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A sentence, or a part of one that may be left out."""

    tests: tuple[Test, ...]
    parts: "tuple[Part, ...]"


Part: TypeAlias = str | Place | Form
Begun: TypeAlias = tuple[tuple[Test, ...], list[Part]]


class Facts(Protocol):
    """An event's facts as one reader may know them."""

    def value(self, fact: str) -> Any:
        """Return a fact to test, or None if the reader does not know it; of several things their number."""

    def words(self, place: Place) -> str | None:
        """Return the words for a place, or None if the reader may not know them."""


@dataclass(frozen=True)
class EventForms:
    """How one kind of event is said and how much it weighs, from a table of `events.toml`."""

    by_level: Mapping[str, tuple[Form, ...]] = field(default_factory=dict)
    several: tuple[Form, ...] = ()
    each: Mapping[str, tuple[Form, ...]] = field(default_factory=dict)
    short: tuple[Form, ...] = ()
    head: tuple[Form, ...] = ()
    below: tuple[Form, ...] = ()
    folded: tuple[Form, ...] = ()
    away: bool = True
    recap: tuple[Form, ...] | None = None
    because: tuple[Form, ...] = ()
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    weight: str = LINE
    tone: str = "plain"
    raised: tuple[tuple[str, tuple[Test, ...]], ...] = ()
    toned: tuple[tuple[str, tuple[Test, ...]], ...] = ()

    def said(self, level: str, facts: Facts) -> str | None:
        """Return the event in words for a reader at this level; None if there are none."""
        return first_said(self.by_level.get(level, ()), facts)

    def weight_of(self, facts: Facts) -> str:
        """Return the event's weight for a reader who knows these facts."""
        raised = (weight for weight, tests in self.raised if _hold(tests, facts))
        return max((self.weight, *raised), key=WEIGHTS.index)

    def tone_of(self, facts: Facts) -> str:
        """Return the event's tone for a reader who knows these facts."""
        return next((tone for tone, tests in self.toned if _hold(tests, facts)), self.tone)

    def recap_of(self, facts: Facts) -> str | None:
        """Return the recap's own words, "" if it has those of the journal, None if it does not tell this."""
        if self.recap is not None:
            return first_said(self.recap, facts)
        return "" if self.weight_of(facts) != LINE else None


def first_said(forms: Iterable[Form], facts: Facts) -> str | None:
    """Return the first of these sentences whose condition holds and whose facts are known, filled in."""
    for form in forms:
        words = _filled(form, facts)
        if words is not None:
            return words
    return None


def after_name(form: Form) -> tuple[str, Form]:
    """Return the fact with whose name a sentence begins, and what it says then; "" if it begins otherwise."""
    match form.parts:
        case (Place(fact, ""), str(text), *others) if text.startswith(" "):
            return fact, Form(form.tests, (text[1:], *others))
    return "", form


def _filled(form: Form, facts: Facts) -> str | None:
    if form.tests and not _hold(form.tests, facts):
        return None
    said = ""
    for part in form.parts:
        match part:
            case str():
                said += part
            case Form():
                said += _filled(part, facts) or ""
            case Place():
                words = facts.words(part)
                if words is None:
                    return None
                said += words
    return said


def _hold(tests: Sequence[Test], facts: Facts) -> bool:
    for test in tests:  # noqa: SIM110 (a generator would cost each line a third more calls)
        if not _holds(test, facts.value(test.fact)):
            return False
    return True


def _holds(test: Test, value: Any) -> bool:
    if value is None:
        return False
    if test.sign == "is":
        found = str(value) == test.value
    elif test.sign:
        found = SIGNS[test.sign](value, int(test.value))
    else:
        found = bool(value)
    return found != test.negated


def number_words(value: int, how: str) -> str:
    """Return a number as a place says it: with its sign, without it, or with what it counts."""
    if how == "+":
        return f"{value:+d}"
    if how in ("", "abs"):
        return str(abs(value) if how else value)
    one, _, several = how.partition("/")
    return f"{value} {one if abs(value) == 1 else several or one + 's'}"


# ---- read -----------------------------------------------------------------------------------------


def read_forms(tables: Mapping[str, Any], file: str) -> dict[str, EventForms]:
    """Return the forms of each kind in a file's tables; raise CatalogueError for one that is wrong."""
    return {kind: _forms(kind, table, file) for kind, table in tables.items()}


def _forms(kind: str, table: Mapping[str, Any], file: str) -> EventForms:
    try:
        for name in sorted(set(table) - FIELDS):
            near = nearest(name, FIELDS)
            raise CatalogueError(f"there is no such field.{near}", file=file, entry=repr(kind), field=name)
        said = {level: table.get(level, table.get("say") if level in BY_NAME else None) for level in LEVELS}
        return EventForms(
            by_level={level: _alternatives(forms) for level, forms in said.items() if forms is not None},
            several=_alternatives(table.get("several", [])),
            each={fact: _alternatives(forms) for fact, forms in table.get("each", {}).items()},
            short=_alternatives(table.get("short", [])),
            head=_alternatives(table.get("head", [])),
            below=_alternatives(table.get("below", [])),
            folded=_alternatives(table.get("folded", [])),
            away=table.get("away", True),
            recap=_recap(table.get("recap")),
            because=_alternatives(table.get("because", [])),
            words=table.get("words", {}),
            weight=_one_of(WEIGHTS, table.get("weight", LINE)),
            tone=_one_of(TONES, table.get("tone", "plain")),
            raised=_by_condition(WEIGHTS, table.get("raised", {})),
            toned=_by_condition(TONES, table.get("toned", {})),
        )
    except CatalogueError:
        raise
    except (ValueError, AttributeError, TypeError) as wrong:
        raise CatalogueError(str(wrong), file=file, entry=repr(kind)) from None


def _alternatives(forms: str | list[str]) -> tuple[Form, ...]:
    return tuple(map(parse_form, [forms] if isinstance(forms, str) else forms))


def _recap(said: str | list[str] | bool | None) -> tuple[Form, ...] | None:
    if said is None:
        return None
    return _alternatives("" if said is True else said or [])


def _by_condition(words: Sequence[str], table: Mapping[str, str]) -> tuple[tuple[str, tuple[Test, ...]], ...]:
    return tuple((_one_of(words, word), _tests(when)) for word, when in table.items())


def _one_of(words: Sequence[str], word: str) -> str:
    if word not in words:
        raise ValueError(f"must be one of {', '.join(words)}, not {word!r}")
    return word


def parse_form(text: str) -> Form:
    """Return a sentence as its parts; raise ValueError if its brackets or places are wrong."""
    begun, at = _begun(text, 0)
    open_forms = [begun]
    at += text[at:].startswith(" ") if begun[0] else 0
    for token in TOKEN.finditer(text, at):
        if text[at : token.start()]:
            open_forms[-1][1].append(text[at : token.start()])
        at = token.end()
        if token[2] == "[":
            begun, at = _begun(text, at)
            open_forms.append(begun)
        elif token[2] == "]":
            tests, parts = open_forms.pop()
            if not open_forms:
                raise ValueError(f"a bracket is closed that was not opened: {text!r}")
            open_forms[-1][1].append(Form(tests, tuple(parts)))
        else:
            open_forms[-1][1].append(_place(token[1]))
    if len(open_forms) != 1:
        raise ValueError(f"a bracket is not closed: {text!r}")
    tests, parts = open_forms[0]
    if set("{}") & set(TOKEN.sub("", text)):
        raise ValueError(f"a place is not closed: {text!r}")
    return Form(tests, (*parts, text[at:]) if text[at:] else tuple(parts))


def _begun(text: str, at: int) -> tuple[Begun, int]:
    """Return a form that begins at a position: its condition, no parts yet, and where its words begin."""
    found = CONDITION.match(text, at)
    return ((_tests(found[1]), []), found.end()) if found else (((), []), at)


def _place(text: str) -> Place:
    found = PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{{{text}}} is no place for a fact")
    return Place(found["fact"], found["of"] or "", found["how"] or "")


def _tests(text: str) -> tuple[Test, ...]:
    return tuple(_test(part) for part in text.split(" and "))


def _test(text: str) -> Test:
    found = TEST.fullmatch(text)
    if found is None:
        raise ValueError(f"“{text}” is no test of a fact")
    return Test(found["fact"], bool(found["negated"]), found["sign"] or "", found["value"] or "")
