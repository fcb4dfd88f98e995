"""The line of a check's outcome as one reader may read it: who did what to whom, the verdict, the changes.

The rules describe the deed (`CheckHooks.deed`) and build the line (`webapp/rules/outcome_line.py`); the
events of what was applied tell the changes. Journal, recap and screens have the same line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from webapp.rules.codec import load_value
from webapp.rules.events import Event, Prose, ProseChange, Ref, Unread
from webapp.rules.outcome_line import DEED, OUTCOME, Change, join_sentences, line
from webapp.state.audience import Role
from webapp.state.check_events import CheckDecided
from webapp.state.entry_words import Part, lowest_level, part_words
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.like_names import called
from webapp.state.visibility import Visibility, things_in_check
from webapp.store.models import Character, Check, Entry
from webapp.store.table_state import TableState

NOTHING_MORE = "nothing else happens"


class EventReader(Protocol):
    """What an outcome's line needs of the reader of events (`webapp/state/reader.py`)."""

    state: TableState
    visibility: Visibility

    def load(self, stored: list[Any]) -> Event | Unread:
        """Return a stored event."""

    def said(self, events: Iterable[Event | Unread]) -> list[str]:
        """Return in words what this reader may read of these events."""

    def words(self, event: Event | Unread) -> str | None:
        """Return one event in words."""

    def short(self, event: Event | Unread) -> str | None:
        """Return one event as a line says it that has named its first thing."""

    def called(self, ref: Ref) -> str | None:
        """Return a thing's name with the number that tells it from others of its name."""


@dataclass(frozen=True, slots=True)
class OutcomeHead:
    """The head of an outcome line for one audience: who did what to whom, and the verdict.

    `stop` is the punctuation between the head and the changes. `done` is the deed alone ("hits Mara"); if the
    game has no words for a deed, `done` is "" and `bare` says who tried what, without the outcome.
    """

    words: str
    targets: tuple[int, ...]
    stop: str
    done: str = ""
    bare: str = ""


def head_of(
    state: TableState,
    row: Check,
    visibility: Visibility,
    stage: int | None = None,
    nothing: bool | None = None,
) -> OutcomeHead:
    """Return the head of a check's outcome line for one audience, as of a `stage` or else of the newest.

    `nothing` says whether a success changed nothing; by default, it is as the proposals stand now.
    """
    stages = [*(each.result for each in row.rolled.earlier), row.result]
    result = stages[stage] if stage is not None and 0 <= stage < len(stages) else row.result
    nothing = had_no_effect(state, row) if nothing is None else nothing
    game, who = state.rules, state.find_ever(Character, row.character)
    aimed = (value for value in things_in_check(state, row) if value.id != row.character)
    known = {value.id: called(value, visibility) for value in aimed if visibility.knows_name(value)}
    asked = game.request_type.of(row.asked)
    name = called(who, visibility) if who is not None else "Somebody"
    describe = game.deed_without_effect if nothing else game.deed
    done = describe(asked, result, known) if row.rolled else ""
    if done:
        return OutcomeHead(f"{name} {done}", tuple(known), DEED, done)
    tried = row.intent or game.tries(asked, list(known.values())) or "a check"
    said = f"{name}, {tried}: {within_line(result.label)}"
    return OutcomeHead(said, tuple(known), OUTCOME, bare=f"{name}, {tried}")


def check_title(state: TableState, row: Check) -> str:
    """Describe a check in a few words: "Mara, “Question the clerk”"."""
    character = state.find_ever(Character, row.character)
    who = character.name if character is not None else "Somebody"
    return f"{who}, “{row.intent}”" if row.intent else f"{who}, a check"


def had_no_effect(state: TableState, row: Check) -> bool:
    """Return whether a success changed nothing: nothing was proposed, or the GM declined everything."""
    if row.state != "resolved" or not row.rolled or not row.result.success:
        return False
    return not any(line.state in ("open", "accepted") for line in state.proposals_from(row.id))


def within_line(label: str) -> str:
    """Return an outcome's name for use inside a sentence; an abbreviation stays in capitals ("OK")."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


# ---- what was applied -----------------------------------------------------------------------------


def applied_events(reader: EventReader, row: Check) -> list[Event | Unread]:
    """Return what was applied of a check's outcome; an earlier release stored it as sentences."""
    return [
        _as_prose(stored) if isinstance(stored, Mapping) else reader.load(stored)
        for stored in row.rolled.applied
    ]


def _as_prose(part: Part) -> Prose:
    change = load_value(Change, part["change"]) if "change" in part else None
    changed = (
        ()
        if change is None
        else (ProseChange(change.thing, change.what, change.by, change.now, change.word),)
    )
    return Prose(part["summary"], part["masked"], tuple((kind, id) for kind, id in part["about"]), changed)


def outcome_line(reader: EventReader, decided: CheckDecided, applied: Sequence[Event | Unread]) -> str | None:
    """Return the line of an applied outcome; None if this reader may read none of the changes."""
    row = reader.state.require(Check, decided.check[1])
    head = head_of(reader.state, row, reader.visibility, decided.stage, decided.nothing)
    changes = changes_of(reader, head, applied)
    if applied and not changes:
        return None
    return line(head.words, changes, "" if changes else NOTHING_MORE, stop=head.stop)


def outcome_line_of_parts(reader: EventReader, parts: Sequence[Part]) -> str | None:
    """Return the outcome line of an entry of an earlier release, whose first part is a head.

    Returns None if there is no head, or if this reader may not read the head or may read none of the changes.
    """
    first, *others = parts
    if "head" not in first or part_words(first, reader.visibility) is None:
        return None
    targets = tuple(id for kind, id in first["about"] if kind == "character")
    head = OutcomeHead(first["summary"], targets, first["head"])
    changes = changes_of(reader, head, list(map(_as_prose, others)))
    return line(head.words, changes, stop=head.stop) if changes else None


def stored_line(reader: EventReader, entry: Entry) -> tuple[str | None, bool]:
    """Return what an entry without events says, and whether this reader may read its reason too."""
    visibility = reader.visibility
    if visibility.audience.role is Role.GM:
        return entry.summary, True
    level = lowest_level(visibility, entry.about)
    if not entry.parts:
        itself = {"summary": entry.summary, "masked": entry.masked, "about": entry.about}
        return part_words(itself, visibility, level), level == "shown"
    outcome = outcome_line_of_parts(reader, entry.parts)
    parts = [part for part in entry.parts if "head" not in part]
    levels = [lowest_level(visibility, part["about"]) for part in parts]
    whole = level == "shown" and "shown" in levels
    if outcome is not None:
        return outcome, whole
    sentence = join_sentences(said for part in parts if (said := part_words(part, visibility)) is not None)
    return sentence or None, whole


def changes_of(reader: EventReader, head: OutcomeHead, events: Iterable[Event | Unread]) -> list[str]:
    """Return the text of each change that this reader may read.

    A target's change shows only its number, after the target's name if the name is needed.
    """
    return reader.said(_short(reader, head, event) for event in events)


def _short(reader: EventReader, head: OutcomeHead, event: Event | Unread) -> Event | Unread:
    """Return what happened to a target in a few words, if it has some; any other event as it is."""
    change = event.change[0] if isinstance(event, Prose) and event.change else None
    whom = change.thing if change is not None else first_thing(event)
    if whom not in [("character", id) for id in head.targets] or reader.words(event) is None:
        return event
    said = number_text(change, reader.visibility) if change is not None else reader.short(event)
    if said is None:
        return event
    name = reader.called(whom)
    named = f"{name} " if name and (len(head.targets) > 1 or head.stop == OUTCOME) else ""
    return Prose(named + said)


def first_thing(event: Event | Unread) -> Ref | None:
    """Return the first thing that an event names, or None."""
    return next((ref for _, ref in event.refs), None) if isinstance(event, Event) else None


def number_text(change: ProseChange, visibility: Visibility) -> str:
    """Describe a number's change to this audience: exactly, in a word, or only its direction."""
    whose = visibility.state.find_ever(Character, change.thing[1])
    disclosure = visibility.disclosure_of(whose)
    if disclosure is NumbersDisclosure.EXACT:
        return str(Change(change.thing, "", change.what, change.by, change.now))
    if disclosure is NumbersDisclosure.WORDS and change.word:
        return change.word
    moved = "lost" if change.by < 0 else "regained" if change.by else "unchanged"
    return f"{change.what} {moved}"
