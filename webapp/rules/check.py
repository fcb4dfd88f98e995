"""What goes into a check of any game, and what comes out of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from webapp.rules.codec import kept, restored
from webapp.rules.effects import Effect, Modifier
from webapp.rules.guard import Within, guarded


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

    def as_dict(self) -> dict[str, object]:
        """The source as JSON has it."""
        return dict(kept(self))


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

    `real` is true when a person rolled the dice; `data` holds every number behind it as JSON would;
    `combined` is the sentence for several who rolled for one moment. One without an outcome is false.
    """

    outcome: str
    label: str
    success: bool
    sentences: tuple[str, ...] = ()
    real: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)
    combined: str | None = None

    @property
    def dice(self) -> Sequence[Any]:
        """The dice as they fell, where the game wrote them down."""
        fell: Sequence[Any] = self.data.get("roll", {}).get("dice", ())
        return fell

    def __bool__(self) -> bool:
        return bool(self.outcome)

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> "Resolved":
        """Read what `as_dict` wrote down; nothing is a check that has not come out."""
        return cls(**raw) if raw else cls("", "", False)

    def as_dict(self) -> dict[str, object]:
        """How it came out as JSON has it."""
        if not self:
            return {}
        return {name: each for name, each in kept(self).items() if each is not None}


@guarded
@dataclass(frozen=True, slots=True)
class Counted(Source):
    """A source that counted, and the tag, condition or helper it came from: its kind and its id."""

    thing: tuple[str, int] | None = None


@guarded
@dataclass(frozen=True, slots=True)
class AsRolled:
    """A check just as it was rolled: later changes on the table change nothing of it.

    `check` is what its game rolled, `dice`, `faces` and `numbers` what was said before, `counted` all that
    counted, `hazards` the things around that bite. One that was never rolled is empty and false.
    """

    check: Mapping[str, Any] = field(default_factory=dict)
    dice: str = ""
    faces: Annotated[int, Within(2, 100)] = 6
    numbers: Mapping[str, Any] = field(default_factory=dict)
    counted: tuple[Counted, ...] = ()
    hazards: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.check or self.dice)

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> "AsRolled":
        """Read what `as_dict` wrote down; nothing is a check that was not rolled."""
        return restored(cls, raw) if raw else cls()

    def as_dict(self) -> dict[str, object]:
        """The check that was rolled as JSON has it."""
        return dict(kept(self)) if self else {}


@guarded
@dataclass(frozen=True, slots=True)
class Dial:
    """A clock at the table as what follows from a check needs it.

    `targeted`: the action aims straight at it; `affected`: the GM says it is the one most affected;
    `harms`: it is a condition's own, so that its end is bad; `opposes`: the id of the clock it races against.
    """

    id: int
    name: str = ""
    kind: str = "progress"
    targeted: bool = False
    affected: bool = False
    harms: bool = False
    complete: bool = False
    opposes: int | None = None


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
    both = (_by_subject(ours), _by_subject(theirs))
    lines = ([each.get(subject, []) for each in both] for subject in {**both[0], **both[1]})
    chosen = (max(each, key=lambda side: sum(line.high or 0 for line in side)) for each in lines)
    return [line for side in chosen for line in side]


def _by_subject(lines: Sequence[Proposed]) -> dict[tuple[str, object], list[Proposed]]:
    found: dict[tuple[str, object], list[Proposed]] = {}
    for line in lines:
        found.setdefault((line.do, line.fields.get("clock")), []).append(line)
    return found
