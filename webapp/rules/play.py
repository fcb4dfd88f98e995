"""What a table asks of a game around a check: its form, who helps, what a retry needs, what follows.

Every question has an answer that fits a game without such a rule, so that a game says only what is its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from webapp.rules.check import Held, Proposed, Source
from webapp.rules.clocks import Ticked
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


class AskedFor:
    """What a check was asked for, as one game reads it: a frozen dataclass with the fields of its form."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> Self:
        """Of all that a table keeps and knows of a check, what this holds; what is empty nobody said."""
        known = cls.__dataclass_fields__
        said = {name: each for name, each in asked.items() if name in known and each not in (None, "")}
        return cls(**{name: tuple(each) if isinstance(each, list) else each for name, each in said.items()})


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
class RolledCheck:
    """A check that was rolled: the check, its dice, how it came out; `real` if a person rolled them."""

    check: Mapping[str, Any]
    dice: Sequence[Any]
    outcome: str
    real: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """What somebody tried before in this scene: the check as it was rolled, and whether it went well."""

    check: Mapping[str, Any]
    success: bool


@dataclass(frozen=True, slots=True)
class Combined:
    """Several rolls side by side: the combination in a sentence, and who did best and worst."""

    says: str
    best: str
    worst: str


class Play:
    """The answers of a game without checks at the table."""

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

    # ---- before the roll --------------------------------------------------------------------

    def adds(self, check: Mapping[str, Any]) -> str:
        """What the sheet adds to real dice: "+3: MIG +2, Climbing +1"; "" where it adds none."""
        parts = {name: number for name, number in self.added(check).items() if number}
        if not parts:
            return ""
        return (
            f"{sum(parts.values()):+d}: {', '.join(f'{name} {number:+d}' for name, number in parts.items())}"
        )

    def added(self, check: Mapping[str, Any]) -> Mapping[str, int]:
        """The numbers that are added to the dice, by what they are called."""
        return {}

    def fitting(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What was asked for without what no longer goes with the rest of it."""
        return dict(asked)

    def tries(self, asked: Mapping[str, Any], aimed: Sequence[str]) -> str:
        """What somebody tries, in a few words, where nobody said it.

        `aimed` are the names of whom the form's first field of people holds, as far as they may be told.
        """
        return ""

    def called(self, asked: Mapping[str, Any], stats: Mapping[str, Any]) -> dict[str, Any]:
        """The check as `assess` and the others read it, from what was asked for and the sheet's numbers.

        What is not set yet gets a number to go on with; `waits` says that it is missing.
        """
        return dict(asked)

    def waits(self, asked: Mapping[str, Any]) -> str:
        """What has to be set before anybody rolls, in a sentence; "" if nothing is missing."""
        missing = [each.name for each in self.check_form if each.needed and asked.get(each.key) is None]
        return f"The GM has yet to set: {', '.join(missing)}." if missing else ""

    def aims_at_clocks(self, asked: Mapping[str, Any]) -> bool:
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

    def one_more(self, check: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
        """The check with a little more help, to show what that would change: its name and the check."""
        if self.little_help is None:
            return None
        more = self.little_help.as_dict()
        return self.little_help.name, {**check, "sources": [*check.get("sources", ()), more]}

    def retry(self, tries: Sequence[Tried], now: Mapping[str, Any], changed: str = "") -> str:
        """Why this is too much like one of somebody's `tries`, newest first; "" if it may be rolled."""
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

    def aftermath(
        self, asked: Mapping[str, Any], data: Mapping[str, Any], hazards: Sequence[str] = ()
    ) -> dict[str, Any]:
        """What `proposes` wants to know beside the check itself, once it is rolled.

        `asked` is what was asked for, with the `character` who rolled and the `targets` (clocks); `data` is
        that of the `Resolved`; `hazards` are the names of things around that bite.
        """
        return {}

    def cause(self, intent: str, label: str, data: Mapping[str, Any]) -> str:
        """Why what follows happens, as the journal tells it."""
        return f"{label}, on {intent}" if intent else label

    def complications(self, outcome: str, character: int) -> tuple[Proposed, ...]:
        """Lines on offer after this outcome, for the GM to fill in; none of them counts by itself."""
        return ()

    def after_check(
        self, rolled: RolledCheck, conditions: Sequence[CarriedCondition]
    ) -> tuple[Proposed, ...]:
        """What a check does to the conditions of the one who rolled."""
        return ()

    def combined(self, parts: Mapping[str, RolledCheck]) -> Combined | None:
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
