"""A Check as the table calls it, read from the fields that forms and JSON give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields
from webapp.rules.mettle.actions import all_actions
from webapp.rules.mettle.burdens import SIGHT
from webapp.rules.mettle.check import MOST_DICE, Discard, discard_of
from webapp.rules.mettle.needs import MOST
from webapp.rules.mettle.statuses import Status

BONUSES = (
    Modifier.DICE,
    Modifier.DIFFICULTY,
    Modifier.NOTE,
    Modifier.METTLE_DISCARD,
    Modifier.METTLE_MINIMUM,
)


PILED_UP = 2 * MOST
"""What one thing may add to a Check, or take from it: wounds and poison go further than a GM by hand."""


@dataclass(frozen=True, slots=True)
class Called:
    """A Check as the table calls it: what rolls against what, by which Action, under which statuses.

    `words` name it for effects ("attack", "POISE", "hearing"); `edge`, `target` and `clock` are there once it
    is rolled and something is to follow.
    """

    pool: int
    difficulty: int
    action: str = ""
    words: str = ""
    discard: Discard | None = None
    sources: tuple[Source, ...] = ()
    statuses: tuple[Status, ...] = ()
    sight: str = "partly"
    hearing: bool = False
    edge: int | None = None
    target: int | None = None
    clock: int | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """All words that name it."""
        return (self.action, self.words)

    @property
    def because(self) -> str:
        """What to write beside whatever follows from it."""
        return all_actions()[self.action].name if self.action else "Check"


def called_from(mapping: Mapping[str, Any]) -> Called:
    """Read a Check as forms and JSON give it: `pool`, `difficulty`; if given all other fields of `Called`.

    `sources` are `{name, modifier (dice, difficulty ...), amount, note}`, `statuses` `{key, count}`.
    """
    fields = Fields(mapping)
    called = Called(
        pool=fields.integer("pool", 0, MOST_DICE),
        difficulty=fields.integer("difficulty", 0, MOST),
        action=fields.choice("action", ["", *all_actions()], ""),
        words=fields.text("words", "", longest=200),
        discard=discard_of(fields.choice("discard", Discard, None)),
        sources=tuple(_source(raw, place) for place, raw in enumerate(fields.items("sources", ()))),
        statuses=tuple(_status(raw, place) for place, raw in enumerate(fields.items("statuses", ()))),
        sight=fields.choice("sight", SIGHT, "partly"),
        hearing=fields.flag("hearing", False),
        edge=fields.integer("edge", 0, MOST_DICE, None),
        target=fields.integer("target", 0, 2**31, None),
        clock=fields.integer("clock", 0, 2**31, None),
    )
    fields.done()
    return called


def _source(raw: Mapping[str, Any], place: int) -> Source:
    fields = Fields(raw, within=f"sources[{place}]")
    source = Source(
        fields.text("name", longest=120),
        Modifier(fields.choice("modifier", BONUSES)),
        fields.integer("amount", -PILED_UP, PILED_UP, 1),
        fields.text("note", "", longest=300),
    )
    fields.done()
    return source


def _status(raw: Mapping[str, Any], place: int) -> Status:
    fields = Fields(raw, within=f"statuses[{place}]")
    key, count = fields.text("key", longest=120), fields.integer("count", 0, MOST, 1)
    fields.done()
    try:
        return Status(key, count)
    except RuleError as wrong:
        field = "count" if wrong.field == "count" else "key"
        raise fields.wrong(field, wrong.message, wrong.value) from None
