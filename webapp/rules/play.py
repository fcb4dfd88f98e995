"""What a table asks of a game around a check: its form, who helps, what a retry needs, what follows.

Every question has an answer that fits a game without such a rule, so that a game says only what is its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Self

from typing_extensions import TypeVar

from webapp.rules.check import Held, Proposed, Resolved, Source
from webapp.rules.clocks import Ticked
from webapp.rules.codec import kept, restored
from webapp.rules.effects import Effect
from webapp.rules.errors import RuleError
from webapp.rules.guard import guarded

SEVERITIES = ("minor", "major")


@dataclass(frozen=True, slots=True)
class CheckField:
    """One field of a game's `check.call`, as forms show it and as it is validated.

    `kind` is "choice" (one of `choices`), "text", "number" (`low` to `high`), "flag", or a reference to
    things of the table: "character", "characters" (several), "zone" or "piece". A player may set it if
    `player`; nobody rolls before a `needed` one is set. One that stands `apart` has buttons of its own.
    """

    key: str
    name: str
    text: str
    kind: str = "text"
    choices: tuple[str, ...] = ()
    low: int = -20
    high: int = 20
    player: bool = False
    needed: bool = False
    apart: bool = False


class ReadFromJson:
    """A frozen dataclass that a table keeps as plain JSON among other things."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Self:
        """Of all that a table keeps and knows, what this holds; what is empty nobody said."""
        known = cls.__dataclass_fields__
        said = {name: each for name, each in raw.items() if name in known and each not in (None, "")}
        return cls(**{name: tuple(each) if isinstance(each, list) else each for name, each in said.items()})


@dataclass(frozen=True, slots=True)
class AskedFor(ReadFromJson):
    """What a check was asked for; a game adds the fields of its form in a frozen dataclass of its own.

    Intent and approach in words, who rolls, and the clocks that it aims at are those of any game.
    """

    intent: str = ""
    approach: str = ""
    character: int | None = None
    targets: tuple[int, ...] = ()


AskedT = TypeVar("AskedT", bound=AskedFor, default=Any)
CheckT = TypeVar("CheckT", default=Any)


@dataclass(frozen=True, slots=True)
class Question:
    """A question to ask before anybody rolls: its key, its name, and how it is asked aloud."""

    key: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class GroupKind:
    """A way for several characters to face one check.

    The others help (`helps`), or each rolls (`each_rolls`); `company` is what stands before their names.
    """

    key: str = ""
    name: str = ""
    text: str = ""
    helps: bool = False
    each_rolls: bool = False
    company: str = "Together with"


@dataclass(frozen=True, slots=True)
class LookupTable:
    """One table of the book to look up while playing: its title, the heads of its columns, its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@guarded
@dataclass(frozen=True, slots=True)
class CarriedCondition:
    """A condition that a character carries, as time and outcomes see it.

    Minor ones clear quickly, major ones may last several scenes. `clock` is its own clock if it has one,
    `treated` stops that clock, `data` is its catalogue entry's data.
    """

    id: int
    name: str
    character: int
    severity: str = "minor"
    treated: bool = False
    clock: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise RuleError(
                f"A condition is {' or '.join(SEVERITIES)}, not {self.severity!r}.",
                field="severity",
                value=self.severity,
            )


@dataclass(frozen=True, slots=True)
class RolledCheck(Generic[AskedT, CheckT]):
    """A check that was rolled, how it came out, and what it was asked for.

    `hazards` are the names of things around that bite.
    """

    check: CheckT
    result: Resolved
    asked: AskedT
    hazards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried(Generic[CheckT]):
    """What somebody tried before in this scene: the check as it was rolled, and whether it went well."""

    check: CheckT
    success: bool


@dataclass(frozen=True, slots=True)
class Combined:
    """Several rolls side by side: the combination in a sentence, and who did best and worst."""

    says: str
    best: str
    worst: str


class Play(Generic[AskedT, CheckT]):
    """The answers of a game without checks at the table.

    A check is a frozen dataclass of the game's own, with `sources`: what counts among all that stands around.
    """

    asked_for: type[AskedT] = AskedFor  # type: ignore[assignment]
    """What a check of this game may be asked for."""
    check: type[CheckT]
    """What is rolled."""
    check_form: tuple[CheckField, ...] = ()
    gate: tuple[Question, ...] = ()
    group_kinds: tuple[GroupKind, ...] = ()
    touches_others = True
    """Whether an outcome may move clocks that nobody aimed at."""
    free_sources: tuple[Source, ...] = ()
    little_help: Source | None = None
    """The least that helps a check."""
    reference: tuple[LookupTable, ...] = ()
    players_aim: bool = False
    """Whether a player says which clocks a check works on; otherwise only the GM does."""
    carried: tuple[str, ...] = ("condition",)
    """The kinds of the catalogue's entries that a character carries as conditions."""
    inescapable: tuple[str, ...] = ()
    """The kinds of thing that count though no player knows of them: only their names stay with the GM."""

    # ---- at the edge of the store -----------------------------------------------------------

    def read(self, raw: Mapping[str, Any]) -> CheckT:
        """A check as a table keeps it; RuleError for what is none."""
        return restored(self.check, raw)

    def written(self, check: CheckT) -> dict[str, Any]:
        """A check as plain JSON."""
        return dict(kept(check))

    # ---- before the roll --------------------------------------------------------------------

    def counting(self, check: CheckT, sources: Sequence[Source]) -> CheckT:
        """The same check with just these sources."""
        return replace(check, sources=tuple(sources))  # type: ignore[type-var]

    def adds(self, check: CheckT) -> str:
        """What the sheet adds to real dice: "+3: MIG +2, Climbing +1"; "" where it adds none."""
        parts = {name: number for name, number in self.added(check).items() if number}
        if not parts:
            return ""
        return (
            f"{sum(parts.values()):+d}: {', '.join(f'{name} {number:+d}' for name, number in parts.items())}"
        )

    def added(self, check: CheckT) -> Mapping[str, int]:
        """The numbers that are added to the dice, by what they are called."""
        return {}

    def fitting(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What was asked for, as a table keeps it, without what no longer goes with the rest of it."""
        return dict(asked)

    def tries(self, asked: AskedT, aimed: Sequence[str]) -> str:
        """What somebody tries, in a few words, where nobody said it.

        `aimed` are the names of whom the form's first field of people holds, as far as they may be told.
        """
        return ""

    def called(self, asked: AskedT, stats: Mapping[str, Any]) -> CheckT:
        """The check that `assess` and the others take, from what was asked for and the sheet's numbers.

        What is not set yet gets a number to go on with; `waits` says that it is missing.
        """
        return self.check()

    def waits(self, asked: AskedT) -> str:
        """What has to be set before anybody rolls, in a sentence; "" if nothing is missing."""
        needed = (each for each in self.check_form if each.needed)
        missing = [each.name for each in needed if getattr(asked, each.key) in (None, "")]
        return f"The GM has yet to set: {', '.join(missing)}." if missing else ""

    def may_be_true(self, asked: AskedT) -> tuple[CheckField, ...]:
        """The flags of its form that mean something of this check."""
        return tuple(each for each in self.check_form if each.kind == "flag")

    def aims_at_clocks(self, asked: AskedT) -> bool:
        """Whether such a check may be about clocks; if not, nobody is asked which."""
        return True

    def rulings(self, answers: Mapping[str, bool]) -> tuple[str, ...]:
        """What the gate's answers leave the GM to say: "check", "yes", "no"."""
        return ("check", "yes", "no")

    def ways(self, source: Source) -> tuple[Source, ...]:
        """The ways in which the GM may let a source count, as it stands first."""
        return (source,)

    def group_kind(self, key: str | None) -> GroupKind:
        """How several face a check of this kind; one alone is in none."""
        return next((kind for kind in self.group_kinds if kind.key == key), GroupKind())

    def helped(self, helper: str) -> Source | None:
        """What an ally's help adds to a check, if anything."""

    def one_more(self, check: CheckT) -> CheckT | None:
        """The check with a little more help (`little_help`), to show what that would change."""
        if self.little_help is None:
            return None
        return self.counting(check, (*check.sources, self.little_help))  # type: ignore[attr-defined]

    def retry(self, tries: Iterable[Tried[CheckT]], now: CheckT, changed: str = "") -> str:
        """Why this is too much like one of somebody's `tries`, newest first, which are read as they are asked
        for; "" if it may be rolled."""
        return ""

    def unsaid(
        self, kind: str, name: str, *, effects: Sequence[Effect], trigger: str, clears: str
    ) -> tuple[str, ...]:
        """What the table has still to say about a tag or condition of its own."""
        return ()

    def stands(self, stats: Mapping[str, Any]) -> str:
        """How somebody with these numbers stands, in a word; "" where a game has no word for it."""
        return ""

    # ---- after the roll ---------------------------------------------------------------------

    def outcome_name(self, outcome: str) -> str:
        """An outcome's key as it is said at the table."""
        return outcome.replace("_", " ").capitalize()

    def succeeds(self, outcome: str) -> bool:
        """Whether who tries gets what they wanted by this outcome, at a price or not."""
        return outcome.endswith("success")

    def bites(self, held: Held) -> bool:
        """Whether this thing may do harm by itself when a check beside it fails."""
        return False

    def cause(self, intent: str, result: Resolved) -> str:
        """Why what follows happens, as the journal tells it: the outcome in a few words, and its intent."""
        said = self.fared(result)
        return f"{said}, on {intent}" if intent else said

    def fared(self, result: Resolved) -> str:
        """How it came out, in a few words."""
        return result.label

    def complications(self, outcome: str, character: int) -> tuple[Proposed, ...]:
        """Lines on offer after this outcome, for the GM to fill in; none of them counts by itself."""
        return ()

    def after_check(
        self, rolled: RolledCheck[AskedT, CheckT], conditions: Sequence[CarriedCondition]
    ) -> tuple[Proposed, ...]:
        """What a check does to the conditions of the one who rolled."""
        return ()

    def combined(self, parts: Mapping[str, RolledCheck[AskedT, CheckT]]) -> Combined | None:
        """Several characters' rolls for one moment, put side by side."""

    # ---- time -------------------------------------------------------------------------------

    def scene_ends(self, conditions: Sequence[CarriedCondition]) -> tuple[Proposed, ...]:
        """What the end of a scene does to conditions."""
        return ()

    def time_passes(self, clocks: Sequence[int], why: str) -> tuple[Proposed, ...]:
        """Clocks that time moves: a tick each, or none, as the GM sees it."""
        return tuple(Proposed("clock.tick", {"clock": clock, "by": 1}, why, 0, 1) for clock in clocks)

    def treat(self, conditions: Sequence[CarriedCondition]) -> tuple[Proposed, ...]:
        """What somebody's care does to conditions."""
        return ()

    def clock_full(self, condition: CarriedCondition, ticked: Ticked) -> tuple[Proposed, ...]:
        """What follows when a condition's own clock moves: perhaps something worse."""
        return ()

    def goal_reached(self, condition: CarriedCondition, ticked: Ticked) -> tuple[Proposed, ...]:
        """What follows when a clock moves whose completion is to end a condition."""
        return ()
