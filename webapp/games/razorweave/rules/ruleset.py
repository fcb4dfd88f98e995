"""The ruleset of Razorweave."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from webapp.games.api import (
    Attribute,
    CarriedCondition,
    ClockRef,
    CombinedOutcome,
    ContextItem,
    Dice,
    EarlierTry,
    Effect,
    Fact,
    GroupKind,
    Modifier,
    ModifierKind,
    ProposalLine,
    Question,
    Resolved,
    ResultCard,
    RolledCheck,
    Ruleset,
    cause,
    faces_of,
    grouped,
    load_catalogue,
    load_check_form,
    name_key,
    resolved_of,
)
from webapp.games.razorweave.rules import assessment
from webapp.games.razorweave.rules import condition_lifecycle as life
from webapp.games.razorweave.rules.calculations import as_json
from webapp.games.razorweave.rules.chances import odds
from webapp.games.razorweave.rules.check import Check, Outcome, RazorweaveRequest, resolve, roll, source_from
from webapp.games.razorweave.rules.clocks import tick
from webapp.games.razorweave.rules.condition_lifecycle import missing_details
from webapp.games.razorweave.rules.edge_and_burden import IMPACT, PACKAGE, as_dc, free_sources, helped
from webapp.games.razorweave.rules.ladder import attributes, ladder
from webapp.games.razorweave.rules.reference import reference
from webapp.games.razorweave.rules.roll_gate import (
    RollGate,
    failed_before,
    group_kinds,
    questions,
    retry,
    split_risks,
)
from webapp.games.razorweave.rules.tiers import Tier, margin_text, tier_named
from webapp.rules.dice import whole

IMPACTS = {"limited": -1, "standard": 0, "great": 1}
"""The effects of an outcome as impacts; ch. 9 names "position and effect" without rules for them."""
SKILL = 1  # what a fitting skill adds if the sheet has no number for it (reading A4.14)
EXTRA = {
    "quick": bool,
    "target": str,
    "severity": str,
    "switch": str,
    "ticks": str,
    "may": bool,
    "segments": int,
    "stabilise": int,
    "worsens": str,
    "ends": str,
    "helps": str,
    "care": bool,
    "foes": bool,
    "impossible": str,
    "role": str,
    "asks": bool,
    "unless": str,
    "starts": bool,
}


class Razorweave(Ruleset[RazorweaveRequest, Check]):
    """The rules of Razorweave: 4d6 against a DC, with tags, conditions and clocks. Source: ch. 8 and 9."""

    key = "razorweave"
    name = "Razorweave"
    pitch = (
        "4d6 against a DC, with Edge and Burden from tags and conditions, and clocks for goals and threats."
    )
    request_type, check = RazorweaveRequest, Check
    effect_modifiers = frozenset(
        {
            ModifierKind.EDGE,
            ModifierKind.BURDEN,
            ModifierKind.DC,
            ModifierKind.BLOCKS,
            ModifierKind.NOTE,
            IMPACT,
        }
    )
    manual_modifier_kinds = (ModifierKind.BURDEN, ModifierKind.DC, ModifierKind.EDGE)
    little_help = Modifier("one more Edge", ModifierKind.EDGE)

    catalogue = load_catalogue(PACKAGE, extra_fields=EXTRA, kinds=frozenset({"tag", "condition", "clock"}))
    """18 tags and 10 conditions of ch. 9, more from the other chapters, six kinds of clock."""

    attributes = attributes()
    """Might, Agility, Presence, Reason."""

    sheet_numbers = (
        Attribute("Proficiencies", "Proficiencies", "what the character is trained in", kind="text"),
        Attribute("Gear", "Gear", "what the character carries", kind="text", rating=False),
    )

    typical = MappingProxyType({"MIG": 1, "AGI": 2, "PRE": 1, "RSN": 0})
    """A beginner's spread: 2, 1, 1, 0 (ch. 6)."""

    def to_spend(self, stats: Mapping[str, Any]) -> str:
        """Describe how many of a beginner's four points are left; "" if more than four are spent."""
        spent = sum(number for key in self.typical if isinstance(number := stats.get(key), int))
        points = sum(self.typical.values())
        left = f"{points - spent} of {points} points left (usual spread: 2, 1, 1, 0)"
        return left if spent <= points else ""

    ladder = ladder()
    """The DC ladder, 12 to 22."""

    def list_missing_details(
        self, kind: str, name: str, *, effects: Sequence[Effect], trigger: str, clears: str
    ) -> tuple[str, ...]:
        """Return the missing details of a tag or condition that the book does not have; () for one it has."""
        missing = missing_details(effects=effects, trigger=trigger, clears=clears)
        return missing if (kind, name_key(name)) not in self._in_the_book else ()

    @cached_property
    def _in_the_book(self) -> frozenset[tuple[str, str]]:
        return frozenset((entry.kind, name_key(entry.name)) for entry in self.catalogue.values())

    modifiers_for = staticmethod(assessment.assess)

    def resolve(self, check: Check, dice: Dice | Sequence[Any]) -> Resolved:
        """Return the result of a check, from a source of dice or from the dice that a person rolled."""
        outcome = roll(check, dice) if callable(dice) else resolve(check, dice)
        return resolved_of(outcome, real=outcome.rolled.real, data=as_json(outcome))

    odds = staticmethod(odds)

    def result_card(self, result: Resolved) -> ResultCard:
        """Return the card: kept and dropped dice, the total against the DC, the margin, the tier's meaning.

        If total or margin is not known, the card has the dice and all sentences.
        """
        data = result.data
        if "total" not in data or "margin" not in data:
            return ResultCard(grouped(faces_of(data)), (), result.sentences)
        total = Fact("Total", data["total"], f"against DC {data['dc']}" if "dc" in data else "")
        facts = (total, Fact("margin", margin_text(data["margin"])))
        fell = data.get("roll")
        dice = (Fact("Dice", sum(fell["kept"])),) if isinstance(fell, Mapping) and "kept" in fell else ()
        return ResultCard(grouped(faces_of(data)), facts, result.sentences[1:], dice)

    def proposes(
        self, rolled: RolledCheck[RazorweaveRequest, Check], clocks: Sequence[ClockRef] = ()
    ) -> tuple[ProposalLine, ...]:
        """Propose the ticks of a tier: progress first, then threat (reading A4.8).

        Hazards nearby may take effect on a failure. An action aimed at several clocks is split,
        unless the request says otherwise.
        """
        return tick(
            clocks,
            tier_named(rolled.result.outcome),
            intent=rolled.check.intent,
            approach=rolled.check.approach,
            loud=rolled.asked.loud,
            split=rolled.asked.split,
            impact=rolled.check.weighed.impact + IMPACTS.get(rolled.asked.impact, 0),
            because=cause(self, rolled.check.intent, rolled.result),
            hazards=rolled.hazards,
        )

    # ---- around a check -------------------------------------------------------------------

    check_form = load_check_form(
        PACKAGE, attributes=[attribute.key for attribute in attributes], impacts=IMPACTS
    )
    """Attribute, skill and DC; the GM's modifiers; effect, loud and split for the clocks."""

    def tries(self, asked: RazorweaveRequest, aimed: Sequence[str]) -> str:
        """Describe a check without an intent by its skill and its attribute; "" if it has neither."""
        return ", ".join(filter(None, (asked.skill, asked.attribute)))

    @cached_property
    def gate(self) -> tuple[Question, ...]:  # type: ignore[override]
        """The GM's three questions before a roll: Uncertainty, Consequence, Agency."""
        return questions()

    @cached_property
    def group_kinds(self) -> tuple[GroupKind, ...]:  # type: ignore[override]
        """The kinds of group check: assistance, representative, split risks.

        Source: ch. 8, "Group Checks and Assistance".
        """
        return group_kinds()

    @cached_property
    def free_sources(self) -> tuple[Modifier, ...]:  # type: ignore[override]
        """The modifiers that a GM may add by hand: tools, proficiency, setup, help, environment."""
        return free_sources()

    reference = reference()
    """The tables of chapters 8 and 9."""

    def called(self, asked: RazorweaveRequest, stats: Mapping[str, Any]) -> Check:
        """Return the check with its roller's numbers, without modifiers; the request overrides the sheet."""
        names = {attribute.key: attribute.name for attribute in attributes()}
        return Check(
            dc=_first(asked.dc, _routine()),
            attribute=_first(asked.rating, stats.get(asked.attribute), 0),
            skill=_first(asked.skill_bonus, stats.get(asked.skill), SKILL if asked.skill else 0),
            other=asked.other,
            attribute_name=f"{asked.attribute} {names.get(asked.attribute, '')}".strip(),
            skill_name=asked.skill,
            intent=asked.intent,
            approach=asked.approach,
        )

    def added(self, check: Check) -> Mapping[str, int]:
        """Return the numbers that are added to the dice, by name: attribute, skill, other."""
        key, _, name = check.attribute_name.partition(" ")
        attribute, skill = name or key or "Attribute", check.skill_name or "Skill"
        return {attribute: check.attribute, skill: check.skill, "other": check.other}

    def rulings(self, answers: Mapping[str, bool]) -> tuple[str, ...]:
        """Return "check" if all three answers are yes, and "yes" and "no" if one is no.

        Until an answer is no or all are given, all three rulings are possible.
        """
        gate = RollGate(**{question.key: answers.get(question.key, True) for question in self.gate})
        settled = len(answers) == len(self.gate) or not gate.rolls
        return gate.rulings if settled else super().rulings(answers)

    def list_alternatives(self, source: Modifier) -> tuple[Modifier, ...]:
        """Return a modifier itself and, for Edge or Burden, also the DC shift of 2 that may replace it.

        Source: ch. 9, "Alternative Approach".
        """
        return tuple(dict.fromkeys((source, as_dc(source))))

    contradict = staticmethod(assessment.opposed)

    helped = staticmethod(helped)

    def parse_manual_modifier(self, raw: Mapping[str, Any]) -> Modifier:
        """Parse a modifier that the GM adds: Edge, Burden or a DC shift (by default of 2)."""
        return source_from(raw)

    def retry(self, tries: Iterable[EarlierTry[Check]], now: Check, changed: str = "") -> str:
        """Return a warning if nothing has changed since a failed try with this intent; "" otherwise.

        Tries are compared by approach, attribute and skill; the argument "changed" says what else has
        changed. Only tries since the last success with this intent count. Source: ch. 8, "Keeping Momentum".
        """
        said = bool(changed.strip())
        for before in failed_before(tries, now.intent):
            ruling = retry(_words(before, before), _words(now, before), circumstances=said)
            if not ruling.allowed:
                return ruling.sentence
        return ""

    def outcome_name(self, outcome: str) -> str:
        """Return the name of a tier: "Full success"."""
        return tier_named(outcome).label

    def is_hazard(self, held: ContextItem) -> bool:
        """Return whether a thing is Hazardous or similar: a failure nearby may tick a threat clock."""
        return held.data.get("ticks") == "failure"

    def describe_outcome(self, result: Resolved) -> str:
        """Return the tier and, if it is known, the margin: "Full success, margin +2"."""
        margin = result.data.get("margin")
        return result.label if margin is None else f"{result.label}, margin {margin_text(margin)}"

    def complications(self, outcome: str, character: int) -> tuple[ProposalLine, ...]:
        """Propose a condition and a new tag, both unnamed, after less than a full success. Source: ch. 8."""
        tier = tier_named(outcome)
        if tier in (Tier.CRITICAL_SUCCESS, Tier.FULL_SUCCESS):
            return ()
        return (
            ProposalLine("condition.add", {"character": character, "name": ""}, tier.label),
            ProposalLine("tag.add", {"name": ""}, tier.label),
        )

    def after_check(
        self, rolled: RolledCheck[RazorweaveRequest, Check], conditions: Sequence[CarriedCondition]
    ) -> tuple[ProposalLine, ...]:
        """Propose to clear Shaken on a success, Restrained on breaking free, and Suppressed always."""
        return life.after_check(conditions, _outcome(rolled))

    def combined(self, parts: Mapping[str, RolledCheck[RazorweaveRequest, Check]]) -> CombinedOutcome | None:
        """Combine the rolls of split risks into the best and the worst outcome.

        Source: ch. 8, "Split Risks".
        """
        return split_risks({name: _outcome(part) for name, part in parts.items()})

    scene_ends = staticmethod(life.scene_ends)
    rest = staticmethod(life.rest)
    treat = staticmethod(life.treat)
    clock_full = staticmethod(life.clock_full)
    goal_reached = staticmethod(life.goal_reached)


def _routine() -> int:
    """Return the DC of Routine, which counts until the GM sets one."""
    return next(rung.value for rung in ladder() if rung.name == "Routine")


def _first(*numbers: Any) -> int:
    """Return the first whole number among these; a sheet may hold texts and flags too."""
    return next(int(number) for number in numbers if whole(number))


def _words(check: Check, otherwise: Check) -> Check:
    """Return a check with only its approach, attribute and skill, to compare tries before numbers are set.

    `otherwise` gives those that the check does not name.
    """
    return Check(
        dc=_routine(),
        approach=check.approach or otherwise.approach,
        attribute_name=check.attribute_name or otherwise.attribute_name,
        skill_name=check.skill_name or otherwise.skill_name,
    )


def _outcome(rolled: RolledCheck[RazorweaveRequest, Check]) -> Outcome:
    return resolve(rolled.check, rolled.result.dice, real=rolled.result.real)


RULESET = Razorweave()
