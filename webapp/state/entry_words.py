"""The words of a journal entry and of a check's outcome, as one audience may read them.

An outcome says who did what to whom, the verdict and the changes. The rules build the sentences from typed
values (`webapp/rules/outcome_line.py`, `CheckHooks.deed`); this module decides what an audience may read. The
journal stores such lines, and the screens show them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from webapp.rules.codec import load_value
from webapp.rules.outcome_line import DEED, OUTCOME, Change, line
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.visibility import LEVELS, Visibility, things_in_check
from webapp.store.models import Character, Check
from webapp.store.table_state import TableState

Part: TypeAlias = Mapping[str, Any]
"""A part of an entry: `summary`, `masked` and `about`; some parts also have `change`, `head` or `run`."""
CLOCK_MOVES = ("clock.tick", "clock.set")
"""The commands that move a clock."""


def part_words(part: Part, visibility: Visibility, level: str | None = None) -> str | None:
    """Return one part of an entry as this audience may read it; None if no words remain for the audience.

    `level` is the level at which the audience knows the part's things, if already known.
    """
    level = level or lowest_level(visibility, part["about"])
    said = {"shown": part["summary"], "masked": part["masked"]}.get(level)
    return visibility.redact_foe_numbers(said, part["about"]) or None if said is not None else None


def lowest_level(visibility: Visibility, about: Iterable[list[Any]]) -> str:
    """Return the lowest level at which an audience knows these things; "shown" if there are none."""
    rows = [visibility.state.thing(kind, id) for kind, id in about]
    known = [visibility.level(row) if row is not None else "secret" for row in rows]
    return min(known, key=LEVELS.index, default="shown")


def check_title(state: TableState, row: Check) -> str:
    """Describe a check in a few words: "Mara, “Question the clerk”"."""
    character = state.find_ever(Character, row.character)
    who = character.name if character is not None else "Somebody"
    return f"{who}, “{row.intent}”" if row.intent else f"{who}, a check"


# ---- outcomes --------------------------------------------------------------------------------------


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


def head_of(state: TableState, row: Check, visibility: Visibility) -> OutcomeHead:
    """Return the head of a check's outcome line for one audience."""
    game, who = state.rules, state.find_ever(Character, row.character)
    aimed = {value.id: value.name for value in things_in_check(state, row) if value.id != row.character}
    known = {id: name for id, name in aimed.items() if visibility.may_name("character", id)}
    asked = game.request_type.of(row.asked)
    name = who.name if who is not None else "Somebody"
    describe = game.deed_without_effect if _had_no_effect(state, row) else game.deed
    done = describe(asked, row.result, known) if row.rolled else ""
    if done:
        return OutcomeHead(f"{name} {done}", tuple(known), DEED, done)
    tried = row.intent or game.tries(asked, list(known.values())) or "a check"
    said = f"{name}, {tried}: {within_line(row.result.label)}"
    return OutcomeHead(said, tuple(known), OUTCOME, bare=f"{name}, {tried}")


def _had_no_effect(state: TableState, row: Check) -> bool:
    """Return whether a success changed nothing: nothing was proposed, or the GM declined everything."""
    if row.state != "resolved" or not row.rolled or not row.result.success:
        return False
    return not any(line.state in ("open", "accepted") for line in state.proposals_from(row.id))


def within_line(label: str) -> str:
    """Return an outcome's name for use inside a sentence; an abbreviation stays in capitals ("OK")."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def change_texts(head: OutcomeHead, parts: Sequence[Part], visibility: Visibility) -> list[str]:
    """Return the text of each change that this audience may read.

    A target's change shows only its number, after the target's name if the name is needed.
    """
    return list(filter(None, (_change_text(head, part, visibility) for part in parts)))


def entry_outcome_line(parts: Sequence[Part], visibility: Visibility) -> str | None:
    """Return the line of a journal entry whose first part is a head.

    Returns None if there is no head, or if this audience may not read the head or may read none of the
    changes.
    """
    first, *others = parts
    if "head" not in first or part_words(first, visibility) is None:
        return None
    targets = tuple(id for kind, id in first["about"] if kind == "character")
    head = OutcomeHead(first["summary"], targets, first["head"])
    changes = change_texts(head, others, visibility)
    return line(head.words, changes, stop=head.stop) if changes else None


def _change_text(head: OutcomeHead, part: Part, visibility: Visibility) -> str | None:
    words = part_words(part, visibility)
    change = load_value(Change, part["change"]) if "change" in part else None
    if words is None or change is None or change.thing not in [("character", id) for id in head.targets]:
        return words
    named = f"{change.name} " if len(head.targets) > 1 or head.stop == OUTCOME else ""
    return named + number_text(change, visibility)


def number_text(change: Change, visibility: Visibility) -> str:
    """Describe a number's change to this audience: exactly, in a word, or only its direction."""
    whose = visibility.state.find_ever(Character, change.thing[1])
    disclosure = visibility.disclosure_of(whose)
    if disclosure is NumbersDisclosure.EXACT:
        return str(change)
    if disclosure is NumbersDisclosure.WORDS and change.word:
        return change.word
    moved = "lost" if change.by < 0 else "regained" if change.by else "unchanged"
    return f"{change.what} {moved}"
