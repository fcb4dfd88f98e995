"""Decide how much of a thing an audience may know, by its visibility and what it belongs to.

The module also redacts the hidden numbers of foes.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from webapp.rules.check_form import CheckField
from webapp.state.audience import Audience, Role
from webapp.state.foe_numbers import NumbersDisclosure, has_number, without_numbers
from webapp.store.models import Character, Check, Seat, Thing
from webapp.store.table_state import TableState

About: TypeAlias = Iterable[Any]
"""Things, each as kind and id."""
REFERRING = {"character": "character", "characters": "character", "zone": "zone", "piece": "piece"}
"""Maps the kinds of a check's fields that name things of the table to the kinds of these things."""
LEVELS = ("secret", "rumoured", "masked", "shown")
PARENTS = {
    "zone": ("scene",),
    "tag": ("scene", "zone", "character"),
    "character": ("zone",),
    "condition": ("character",),
    "clock": ("scene", "character"),
    "piece": ("scene", "zone", "character"),
    "check": ("scene", "character"),
    "note": ("scene", "zone", "tag", "character", "condition", "clock"),
}
"""The kinds of things to which a thing of each kind may belong."""


OWNED = ("clock", "note")
"""The kinds that a seat may own."""
FOR_ONE_SEAT = ("tag", "note")
"""The kinds that may be shown to one seat alone."""


class Visibility:
    """What one audience may know of a table; valid until the table changes."""

    def __init__(self, state: TableState, audience: Audience) -> None:
        self.state, self.audience = state, audience
        self._known: dict[tuple[str, int], str] = {}
        self.numbers: dict[str, dict[int, int]] = {}  # of things of like names (`like_names.py`)

    def level(self, row: Thing) -> str:
        """Return the level at which this audience may know a thing: one of `LEVELS`.

        The GM knows everything except players' private notes; a seat knows its own clocks, notes and
        proposals. For all players and the TV, the library is secret, and so are the things of a scene that
        was never played and of a secret zone or character.
        """
        kind, state = row.kind_name, self.state
        if self.audience.role is Role.GM and kind != "note":
            return "shown"
        if state.is_caching:
            name = ("level", self.audience.key, kind, row.id)
            return state.cached_or_none(name) or state.cached(
                name, lambda: self._level(kind, state.tracking_fields(row))
            )
        key = kind, row.id
        if key not in self._known:
            self._known[key] = self._level(kind, row)
        return self._known[key]

    def _level(self, kind: str, row: Any) -> str:
        seat = self.audience.seat
        if kind == "note" and row.owner is not None and row.owner != seat and row.visibility == "secret":
            return "secret"
        if self.audience.role is Role.GM:
            return "shown"
        if kind == "scene":
            return "shown" if row.played else "secret"
        if kind == "saved":
            return "secret"
        if kind == "proposal":
            return "shown" if seat is not None and row.seat == seat else "secret"
        if kind in OWNED and seat is not None and row.owner == seat:
            return "shown"
        if kind in FOR_ONE_SEAT and row.only is not None and row.only != seat:
            return "secret"
        own = row.visibility if row.visibility in LEVELS else "secret"
        return min((own, *self._parents(kind, row)), key=LEVELS.index)

    def _parents(self, kind: str, row: Thing) -> list[str]:
        """Return the levels of the things that a thing belongs to."""
        ids = [(parent, getattr(row, parent)) for parent in PARENTS.get(kind, ())]
        rows = [self.state.thing(parent, id) for parent, id in ids if id is not None]
        return [self.level(parent) if parent is not None else "secret" for parent in rows]

    def knows(self, row: Thing) -> bool:
        """Return whether this audience may know that the thing exists."""
        return self.level(row) != "secret"

    def knows_name(self, row: Thing) -> bool:
        """Return whether this audience may know the name of the thing."""
        return self.level(row) in ("masked", "shown")

    @property
    def withholds(self) -> bool:
        """Whether this audience sees foes' numbers only in words or not at all."""
        gm = self.audience.role is Role.GM
        return not gm and NumbersDisclosure.by(self.state.table.settings) is not NumbersDisclosure.EXACT

    def disclosure_of(self, who: Character | None) -> NumbersDisclosure:
        """Return how this audience sees a character's numbers; a character on a seat is never a foe."""
        if not self.withholds or who is None or who.kind != "npc":
            return NumbersDisclosure.EXACT
        held = any(seat.character == who.id for seat in self.state.find_all(Seat))
        return NumbersDisclosure.EXACT if held else NumbersDisclosure.by(self.state.table.settings)

    def may_name(self, kind: str, id: int | None) -> bool:
        """Return whether a reference to this thing may be shown to this audience; not if it was removed."""
        row = self.state.thing(kind, id)
        return row is not None and not row.removed and self.knows(row)

    # ---- the numbers of foes ----------------------------------------------------------------

    def redact_foe_numbers(self, text: str, about: About) -> str:
        """Return the journal's words about these things without hidden numbers."""
        names = self._hidden(about)
        return text if names is None else without_numbers(text, names)

    def has_foe_numbers(self, text: str, about: About) -> bool:
        """Return whether a text about these things contains numbers that may be hidden from this audience."""
        names = self._hidden(about)
        return names is not None and has_number(text, names)

    def _hidden(self, about: About) -> list[str] | None:
        """Return the words that redaction leaves unchanged in a text about these things.

        They are names and the intents of checks. Returns None if no numbers are hidden.
        """
        if not self.withholds:
            return None
        things = [row for kind, id in about if (row := self.state.thing(kind, id)) is not None]
        people = [who for row in things for who in people_of(row, self.state)]
        if all(self.disclosure_of(who) is NumbersDisclosure.EXACT for who in people):
            return None
        named = [getattr(row, "name", None) or "" for row in (*things, *people)]
        return [*named, *(row.intent for row in things if isinstance(row, Check))]


def check_references(
    form: Iterable[CheckField], asked: Mapping[str, Any]
) -> Iterator[tuple[str, str, list[int | None]]]:
    """Yield each field of a check that names things, as (field's key, kind of thing, ids)."""
    for field in form:
        if field.kind in REFERRING and field.key in asked:
            named = asked[field.key]
            yield field.key, REFERRING[field.kind], named if isinstance(named, list) else [named]


def things_in_check(state: TableState, check: Check) -> list[Character]:
    """Return the rolling character and the characters that the check is aimed at."""
    named = check_references(state.rules.check_form, check.asked)
    aimed = (id for _, kind, ids in named if kind == "character" for id in ids)
    rows = (state.find_ever(Character, id) for id in dict.fromkeys((check.character, *aimed)))
    return [row for row in rows if row is not None]


def people_of(row: Thing, state: TableState) -> Iterator[Character]:
    """Yield the characters whose numbers a thing may tell: itself, its owner, those in a check."""
    if isinstance(row, Character):
        yield row
    elif isinstance(row, Check):
        yield from things_in_check(state, row)
    elif (who := state.find_ever(Character, getattr(row, "character", None))) is not None:
        yield who
