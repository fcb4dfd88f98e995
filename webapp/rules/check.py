"""The input and the output of a check in any game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Protocol

from webapp.rules.codec import Within, dump_value, load_value, member
from webapp.rules.effects import Effect, ModifierKind, is_signed
from webapp.rules.result_card import DieFace, Fact


@dataclass(frozen=True, slots=True)
class ContextItem:
    """A tag, condition or status near a check, with its effects.

    `switches` are facts known to the table on which effects depend, such as {"threat visible": True}; `data`
    is the rest of its catalogue entry.
    """

    name: str
    kind: str
    effects: tuple[Effect, ...] = ()
    switches: Mapping[str, bool] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "effects", tuple(self.effects))


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named thing that helps or hinders a check ("Dim Light", edge 1)."""

    name: str
    modifier: ModifierKind
    amount: int = 1
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "modifier", member(ModifierKind, self.modifier, "modifier"))

    def as_dict(self) -> dict[str, object]:
        """Return the modifier as JSON."""
        return dict(dump_value(self))


@dataclass(frozen=True, slots=True)
class Assessment:
    """The evaluation of a check before the roll.

    `sources` are the modifiers that count, and `offered` those that the GM may add; `suggested` are
    offered ones that the words of the check mention. `blocked` and `warnings` are sentences shown
    before the roll; those in `may_block` block only if the GM says so. `dice` describes the roll in
    words, `count` and `faces` are the dice that a person types in, `facts` are shown beside them
    (`Fact("Position", "risky")`). `data` has the game's own numbers (level, dc, pool ...) as JSON.
    """

    sources: tuple[Modifier, ...] = ()
    offered: tuple[Modifier, ...] = ()
    blocked: tuple[str, ...] = ()
    may_block: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    dice: str = ""
    count: int = 0
    faces: int = 6
    data: Mapping[str, Any] = field(default_factory=dict)
    suggested: tuple[Modifier, ...] = ()
    facts: tuple[Fact, ...] = ()

    def __str__(self) -> str:
        """Describe the roll beforehand: "5d6, keep the best 4. Dim Light: Edge."."""
        counting = ", ".join(map(_counted, self.sources))
        said = (self.dice, counting, *self.blocked, *self.warnings)
        return " ".join(f"{sentence.rstrip('.')}." for sentence in said if sentence)


BOOK_WORDS = {
    ModifierKind.EDGE: "Edge",
    ModifierKind.BURDEN: "Burden",
    ModifierKind.DC: "DC",
    ModifierKind.ADVANTAGE: "Advantage",
    ModifierKind.DISADVANTAGE: "Disadvantage",
    ModifierKind.DIFFICULTY: "Difficulty",
}
"""Kinds of modifiers that the books write with a capital; other kinds are written as they are."""


def _counted(source: Modifier) -> str:
    """Describe a modifier that counts: "Dim Light: Edge", "Sword: +2 dice"."""
    word = BOOK_WORDS.get(source.modifier, source.modifier.rpartition(".")[2])
    if is_signed(source.modifier):
        word = "die" if word == "dice" and abs(source.amount) == 1 else word
        return f"{source.name}: {source.amount:+d} {word}"
    return f"{source.name}: {word if source.amount == 1 else f'{source.amount} {word}'}"


class CheckOutcome(Protocol):
    """The outcome of a check in any game: its key, label, success and sentences."""

    @property
    def key(self) -> str:
        """The outcome's key for programs: "full_success"."""

    @property
    def label(self) -> str:
        """The outcome's name at the table: "Full success"."""

    @property
    def success(self) -> bool:
        """Whether the roller succeeded, with or without a price."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Sentences about the roll: the dice added up, and the meaning of the result."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """The result of a check: its `outcome` ("full_success"), with a name (`label`) and `sentences`.

    `faces` are the dice with their roles and `facts` the numbers behind the result, both as screens
    draw them. `real` is true if a person rolled the dice; `data` has every number of the result as
    JSON; `combined` is the sentence for several checks rolled together. A result without an outcome
    is falsy. The key of an outcome that is a success ends with "success"; at a price it begins with
    "partial".
    """

    outcome: str
    label: str
    success: bool
    sentences: tuple[str, ...] = ()
    real: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)
    combined: str | None = None
    faces: tuple[DieFace, ...] = ()
    facts: tuple[Fact, ...] = ()

    @property
    def dice(self) -> Sequence[Any]:
        """The dice in the order they fell; if the game stored none, the numbers of `faces`."""
        roll = self.data.get("roll", ())
        fell: Sequence[Any] = roll.get("dice", ()) if isinstance(roll, Mapping) else roll
        return fell or [face.value for face in self.faces]

    def __bool__(self) -> bool:
        return bool(self.outcome)

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> "Resolved":
        """Read the JSON of `as_dict`; an empty object is a check without an outcome."""
        return load_value(cls, raw) if raw else cls("", "", False)

    def as_dict(self) -> dict[str, object]:
        """Return the result as JSON; an empty object without an outcome."""
        if not self:
            return {}
        fields = dump_value(self).items()
        return {name: field for name, field in fields if field is not None and (field or name not in DRAWN)}


DRAWN = ("faces", "facts")
"""The fields left out of the JSON when empty, as in results of an earlier version."""


def resolved_of(came: CheckOutcome, *, real: bool, data: Mapping[str, Any]) -> Resolved:
    """Convert a game's outcome to a stored result; `data` has every number behind it."""
    return Resolved(came.key, came.label, came.success, came.sentences, real, data)


@dataclass(frozen=True, slots=True)
class CountedModifier(Modifier):
    """A modifier that counted in a roll, with the kind and id of its tag, condition or helper."""

    thing: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """How a rolled check stood until something changed it: the game's own check, its dice and outcome.

    `made` is the serial of the journal's entry that made the stage.
    """

    check: Mapping[str, Any]
    result: Resolved
    made: int = 0


@dataclass(frozen=True, slots=True)
class RollRecord:
    """A check exactly as it was rolled; later changes of the table do not change it.

    `check` is the game's own check; `dice`, `faces` and `numbers` describe the roll as announced;
    `counted` lists the modifiers that counted, `hazards` the nearby things that take effect. The
    record of a check that was never rolled is empty and falsy. The outcome line also needs
    `applied` (the stored events of what was applied; of an earlier release, its sentences),
    `order` (its place among other outcomes) and `rolls` (how often its dice were rolled or entered).
    Record and result are of the newest stage; `made` is the serial of the entry that made it, and
    `earlier` are the stages that it replaced. `by_itself` says that the outcome was applied because the
    book leaves no choice about it.
    """

    check: Mapping[str, Any] = field(default_factory=dict)
    dice: str = ""
    faces: Annotated[int, Within(2, 100)] = 6
    numbers: Mapping[str, Any] = field(default_factory=dict)
    counted: tuple[CountedModifier, ...] = ()
    hazards: tuple[tuple[str, int], ...] = ()
    applied: tuple[Any, ...] = ()
    order: int = 0
    rolls: int = 1
    earlier: tuple[Stage, ...] = ()
    made: int = 0
    by_itself: bool = False

    def __bool__(self) -> bool:
        return bool(self.check or self.dice)

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> "RollRecord":
        """Read the JSON of `as_dict`; an empty object is a check that was not rolled."""
        return load_value(cls, raw) if raw else cls()

    def as_dict(self) -> dict[str, object]:
        """Return the record as JSON, without the fields after `hazards` that are at their defaults.

        An empty record is an empty object.
        """
        if not self:
            return {}
        later = {"applied": (), "order": 0, "rolls": 1, "earlier": (), "made": 0, "by_itself": False}
        untouched = {name for name, usual in later.items() if getattr(self, name) == usual}
        return {name: value for name, value in dump_value(self).items() if name not in untouched}


@dataclass(frozen=True, slots=True)
class ClockRef:
    """A clock as the consequences of a check need it.

    `targeted`: the action aims at this clock; `affected`: the GM names it as the one most affected; `harms`:
    it is a condition's own clock, so completing it is bad; `opposes`: the id of the clock it races against.
    """

    id: int
    name: str = ""
    kind: str = "progress"
    targeted: bool = False
    affected: bool = False
    harms: bool = False
    complete: bool = False
    opposes: int | None = None


def dials(clocks: Iterable[ClockRef | int]) -> tuple[ClockRef, ...]:
    """Return each clock as a `ClockRef`; an id becomes a clock that the action aims at."""
    return tuple(clock if isinstance(clock, ClockRef) else ClockRef(clock, targeted=True) for clock in clocks)


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """A command that an outcome proposes to the GM: its name, its fields and its cause.

    `low` and `high` limit the number that the GM may change; both are None if there is no such number.
    """

    do: str
    fields: Mapping[str, object]
    because: str
    low: int | None = None
    high: int | None = None


def merge_lines(ours: Sequence[ProposalLine], theirs: Sequence[ProposalLine]) -> list[ProposalLine]:
    """Merge the proposals of two checks that were rolled together.

    Where both have the same command for the same clock, or for none, the lines of the outcome whose `high`
    numbers have the larger sum remain.
    """
    both = (_by_subject(ours), _by_subject(theirs))
    lines = ([row.get(subject, []) for row in both] for subject in {**both[0], **both[1]})
    chosen = (max(value, key=lambda side: sum(line.high or 0 for line in side)) for value in lines)
    return [line for side in chosen for line in side]


def _by_subject(lines: Sequence[ProposalLine]) -> dict[tuple[str, object], list[ProposalLine]]:
    found: dict[tuple[str, object], list[ProposalLine]] = {}
    for line in lines:
        found.setdefault((line.do, line.fields.get("clock")), []).append(line)
    return found
