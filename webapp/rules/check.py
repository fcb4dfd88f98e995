"""What goes into a check of any game, and what comes out of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.rules.effects import Effect, Modifier
from webapp.rules.fields import Fields
from webapp.rules.guard import guarded


@guarded
@dataclass(frozen=True, slots=True)
class Held:
    """A tag, condition or status that stands where a check happens, with its effects.

    `switches` are facts the table knows and the effects ask for, such as {"threat visible": True};
    `data` is what else its catalogue entry keeps.
    """

    name: str
    kind: str
    effects: tuple[Effect, ...] = ()
    switches: Mapping[str, bool] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)


@guarded
@dataclass(frozen=True, slots=True)
class Source:
    """One named thing that helps or hinders a check ("Dim Light", edge 1)."""

    name: str
    modifier: Modifier
    amount: int = 1
    note: str = ""

    @classmethod
    def parse(
        cls, raw: Mapping[str, Any], place: int, modifiers: Iterable[str], low: int = 1, high: int = 20
    ) -> "Source":
        """Read one of a check's sources: `name`, `modifier` (one of these) [, `amount` (1), `note`]."""
        with Fields(raw, within=f"sources[{place}]") as fields:
            return cls(
                fields.text("name", longest=120),
                Modifier(fields.choice("modifier", modifiers)),
                fields.integer("amount", low, high, 1),
                fields.text("note", "", longest=300),
            )

    def as_dict(self) -> dict[str, object]:
        """The source as JSON has it."""
        return {"name": self.name, "modifier": str(self.modifier), "amount": self.amount, "note": self.note}


@guarded
@dataclass(frozen=True, slots=True)
class Assessment:
    """What touches a check before anything is rolled.

    `sources` bear on it, `offered` might (the GM ticks them). `blocked` and `warnings` are sentences to say
    now; one of `may_block` the GM may say. `dice` says in words what to roll, `count` and `faces` what dice
    a person must type, `data` holds the game's own numbers (level, dc, pool ...) as JSON would.
    """

    sources: tuple[Source, ...] = ()
    offered: tuple[Source, ...] = ()
    blocked: tuple[str, ...] = ()
    may_block: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    dice: str = ""
    count: int = 0
    faces: int = 6
    data: Mapping[str, Any] = field(default_factory=dict)


@guarded
@dataclass(frozen=True, slots=True)
class Resolved:
    """How a check came out: `outcome` is its key ("full_success"), `label` its name, `sentences` the story.

    `real` is true when a person rolled the dice; `data` holds every number behind it as JSON would.
    """

    outcome: str
    label: str
    success: bool
    sentences: tuple[str, ...] = ()
    real: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)


@guarded
@dataclass(frozen=True, slots=True)
class Proposed:
    """A command that an outcome proposes to the GM: what to do, with which fields, because of what.

    `low` and `high` are the range in which the GM may change its number, None if there is none to change.
    """

    do: str
    fields: Mapping[str, object]
    because: str
    low: int | None = None
    high: int | None = None


def merged(ours: Sequence[Proposed], theirs: Sequence[Proposed]) -> list[Proposed]:
    """What two outcomes of one moment propose together: what both would move, the one that moves it further
    does."""
    mine, others = _by_subject(ours), _by_subject(theirs)
    chosen = (max(mine.get(each, []), others.get(each, []), key=_reach) for each in {**mine, **others})
    return [line for lines in chosen for line in lines]


def _by_subject(lines: Sequence[Proposed]) -> dict[tuple[str, object], list[Proposed]]:
    found: dict[tuple[str, object], list[Proposed]] = {}
    for line in lines:
        found.setdefault((line.do, line.fields.get("clock")), []).append(line)
    return found


def _reach(lines: Sequence[Proposed]) -> int:
    return sum(line.high or 0 for line in lines)
