"""The hooks of a game around a check: before the roll, after it, and as time passes.

Every hook has a default for games without such a rule, so a game overrides only what differs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from typing_extensions import TypeVar

from webapp.rules.check import ContextItem, Modifier, ProposalLine, Resolved
from webapp.rules.check_form import CheckField, CheckRequest, GroupKind, Question, RequestT
from webapp.rules.clocks import TickResult
from webapp.rules.conditions import CarriedCondition
from webapp.rules.effects import Effect
from webapp.rules.outcome_line import Change
from webapp.rules.result_card import ResultCard, faces_of, grouped

CheckT = TypeVar("CheckT", default=Any)


@dataclass(frozen=True, slots=True)
class LookupTable:
    """One table of the book to look up while playing: its title, column heads and rows.

    `source` is "reading" if the project's copy of the book lacks the table; `readings` names
    the rows that the copy lacks.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = ""
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RolledCheck(Generic[RequestT, CheckT]):
    """A rolled check, its outcome and its request.

    `hazards` are the names of nearby things that take effect.
    """

    check: CheckT
    result: Resolved
    asked: RequestT
    hazards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EarlierTry(Generic[CheckT]):
    """A character's earlier try in this scene: the check as rolled, and whether it succeeded."""

    check: CheckT
    success: bool


@dataclass(frozen=True, slots=True)
class CombinedOutcome:
    """The combination of several rolls: a sentence, and the names of the best and the worst roller."""

    says: str
    best: str
    worst: str


class CheckHooks(Generic[RequestT, CheckT]):
    """A game's hooks for checks; the defaults suit a game without checks at the table.

    A check is the game's own frozen dataclass; its `sources` are the modifiers that count.
    """

    request_type: type[RequestT] = CheckRequest  # type: ignore[assignment]
    """The class of a check's request."""
    check: type[CheckT]
    """The class of a check."""
    check_form: tuple[CheckField, ...] = ()
    """The fields of `check.call`, in their order on the form; each is a field of `request_type`."""
    gate: tuple[Question, ...] = ()
    """The GM's questions before the roll; their answers decide the possible rulings (`rulings`)."""
    group_kinds: tuple[GroupKind, ...] = ()
    """The ways in which several characters face one check."""
    touches_others = True
    """Whether an outcome may move clocks that the check is not aimed at."""
    free_sources: tuple[Modifier, ...] = ()
    """Modifiers that the GM may add to any check with one tap."""
    little_help: Modifier | None = None
    """The smallest modifier that helps a check, whose effect is shown beside the odds; None shows none."""
    reference: tuple[LookupTable, ...] = ()
    """The book's tables to look up while playing."""
    settles_outcomes: bool = False
    """Whether the book leaves the GM no choice about some outcomes, so that these may apply by themselves."""
    players_aim: bool = False
    """Whether players may choose the clocks that a check is aimed at; otherwise only the GM does."""
    carried: tuple[str, ...] = ("condition",)
    """The kinds of the catalogue's entries that a character carries as conditions."""
    inescapable: tuple[str, ...] = ()
    """The kinds of thing whose effects apply to a check even if players do not know the thing; its name stays
    hidden from them."""

    # ---- before the roll --------------------------------------------------------------------

    def added(self, check: CheckT) -> Mapping[str, int]:
        """Return the numbers that are added to the dice, by name: {"Agility": 2}.

        They are shown beside real dice and, after the roll, beside its total. Of an NPC, players read their
        sum alone.
        """
        return {}

    def if_it_fails(self, check: CheckT, name: Callable[[int], str]) -> str:
        """Return what a failure does for certain, as a clause: "Mara dies"; "" if nothing is certain.

        `name` gives the name of a character by id, "somebody" where it may not be known.
        """
        return ""

    def fitting(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request to store, without fields that contradict others."""
        return dict(asked)

    def tries(self, asked: RequestT, aimed: Sequence[str]) -> str:
        """Describe the attempt in a few words, for a check without an intent.

        `aimed` are the names in the form's first field of characters, as far as they may be shown.
        """
        return ""

    def called(self, asked: RequestT, stats: Mapping[str, Any]) -> CheckT:
        """Make the check for `modifiers_for` and the later hooks, from the request and the sheet's numbers.

        A number that has not been set yet gets a default; `describe_missing_input` then asks for it.
        """
        return self.check()

    def describe_missing_input(self, asked: RequestT) -> str:
        """Return what must be set before the roll, in a sentence; "" if nothing is missing."""
        needed = (field for field in self.check_form if field.needed)
        missing = [field.name for field in needed if getattr(asked, field.key) in (None, "")]
        return f"The GM still has to set the {' and the '.join(missing)}." if missing else ""

    def may_be_true(self, asked: RequestT) -> tuple[CheckField, ...]:
        """Return the flags of the form that apply to this check."""
        return tuple(field for field in self.check_form if field.kind == "flag")

    def aims_at_clocks(self, asked: RequestT) -> bool:
        """Return whether this check may be aimed at clocks; if not, its form has no field for clocks."""
        return True

    def rulings(self, answers: Mapping[str, bool]) -> tuple[str, ...]:
        """Return the rulings that the GM may choose after these answers: "check", "yes", "no"."""
        return ("check", "yes", "no")

    def list_alternatives(self, source: Modifier) -> tuple[Modifier, ...]:
        """Return the versions of a modifier that the GM may choose from, the default first."""
        return (source,)

    def contradict(self, one: Modifier, other: Modifier) -> bool:
        """Return whether these two modifiers of one thing never count together."""
        return False

    def helped(self, helper: str) -> Modifier | None:
        """Return the modifier that an ally's help adds to a check; None if help adds nothing."""

    def retry(self, tries: Iterable[EarlierTry[CheckT]], now: CheckT, changed: str = "") -> str:
        """Return why this is too much like one of a character's `tries`; "" if it is not.

        `tries` come newest first, and are read only as needed. `changed` says what is different now. The
        reason is shown as a warning before the roll and forbids nothing.
        """
        return ""

    def list_missing_details(
        self, kind: str, name: str, *, effects: Sequence[Effect], trigger: str, clears: str
    ) -> tuple[str, ...]:
        """Return the details that the table's own tag or condition still lacks."""
        return ()

    def describe_health(self, stats: Mapping[str, Any]) -> str:
        """Describe the state of a character with these numbers in a word; "" if the game has none."""
        return ""

    # ---- after the roll ---------------------------------------------------------------------

    def result_card(self, result: Resolved) -> ResultCard:
        """Return how to draw a result: dice by role, facts, sentences.

        A game that stores its own numbers in `data` reads them here, including those stored by earlier
        versions. With `parts`, what the dice came to, screens also say what `added` names.
        """
        faces = result.faces or faces_of(result.data)
        return ResultCard(grouped(faces), result.facts, result.sentences)

    def outcome_name(self, outcome: str) -> str:
        """Return an outcome's name at the table, from its key."""
        return outcome.replace("_", " ").capitalize()

    def is_hazard(self, held: ContextItem) -> bool:
        """Return whether this thing may take effect when a check near it fails."""
        return False

    def describe_outcome(self, result: Resolved) -> str:
        """Return the outcome in a few words."""
        return result.label

    def deed(self, asked: RequestT, result: Resolved, aimed: Mapping[int, str]) -> str:
        """Describe the action and its verdict: "hits Mara and Bo"; "" if the outcome's name is enough.

        `aimed` are the names of the targets, by id, as far as they may be shown.
        """
        return ""

    def deed_without_effect(self, asked: RequestT, result: Resolved, aimed: Mapping[int, str]) -> str:
        """Describe the action of a success that had no effect: "hits Mara"."""
        return self.deed(asked, result, aimed)

    def without_effect(self, asked: RequestT, result: Resolved) -> str:
        """Describe a success without an effect: "no damage"; "" if the game has no such outcome."""
        return ""

    def helps(self, asked: RequestT) -> bool:
        """Return whether a check helps its target."""
        return False

    def expects(self, line: ProposalLine, name: str) -> Change | None:
        """Return the change that a proposal makes to a number of the named character, or None."""

    def complications(self, outcome: str, character: int) -> tuple[ProposalLine, ...]:
        """Return optional proposals after this outcome for the GM to fill in; none applies automatically."""
        return ()

    def after_check(
        self, rolled: RolledCheck[RequestT, CheckT], conditions: Sequence[CarriedCondition]
    ) -> tuple[ProposalLine, ...]:
        """Return the proposals that change the roller's conditions after a check."""
        return ()

    def combined(self, parts: Mapping[str, RolledCheck[RequestT, CheckT]]) -> CombinedOutcome | None:
        """Return the combined outcome of several characters' rolls; None if the game combines none."""

    # ---- time -------------------------------------------------------------------------------

    def scene_ends(self, conditions: Sequence[CarriedCondition]) -> tuple[ProposalLine, ...]:
        """Return the proposals that change conditions at the end of a scene."""
        return ()

    def treat(self, conditions: Sequence[CarriedCondition]) -> tuple[ProposalLine, ...]:
        """Return the proposals that change conditions after treatment."""
        return ()

    def clock_full(self, condition: CarriedCondition, ticked: TickResult) -> tuple[ProposalLine, ...]:
        """Return the proposals after a tick of a condition's own clock, such as a worse condition."""
        return ()

    def goal_reached(self, condition: CarriedCondition, ticked: TickResult) -> tuple[ProposalLine, ...]:
        """Return the proposals after a tick of the clock whose completion ends this condition."""
        return ()


def cause(rules: CheckHooks[Any, Any], intent: str, result: Resolved) -> str:
    """Return the cause of consequences, for the journal: the outcome in a few words, and the intent."""
    said = rules.describe_outcome(result)
    return f"{said}, on “{intent}”" if intent else said
