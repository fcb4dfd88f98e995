"""What the table may ask of Razorweave."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import load
from webapp.rules.check import Dial, Held, Proposed, Resolved, Source
from webapp.rules.dice import Dice, whole
from webapp.rules.effects import Effect, Modifier
from webapp.rules.play import CarriedCondition, Combined, GroupKind, Question, RolledCheck, Tried
from webapp.rules.razorweave import assessment
from webapp.rules.razorweave import conditions as life
from webapp.rules.razorweave.calculations import as_json
from webapp.rules.razorweave.chances import odds
from webapp.rules.razorweave.check import Asked, Check, Outcome, resolve, roll, source_from
from webapp.rules.razorweave.clocks import tick
from webapp.rules.razorweave.conditions import unsaid
from webapp.rules.razorweave.gate import RollGate, failed_before, group_kinds, questions, retry, split_risks
from webapp.rules.razorweave.ladder import attributes, ladder
from webapp.rules.razorweave.levels import PACKAGE, as_dc, free_sources, helped
from webapp.rules.razorweave.reference import reference
from webapp.rules.razorweave.tiers import Tier, tier_named, tier_row
from webapp.rules.ruleset import Ruleset
from webapp.rules.sheets import check_form

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
}


class Razorweave(Ruleset[Asked, Check]):
    """Four dice, a DC, and a world of tags, conditions and clocks. Source: ch. 8 and 9."""

    key = "razorweave"
    name = "Razorweave"
    pitch = "4d6 against a DC. Edge and Burden from tags and conditions; clocks for goals and threats."
    asked_for, check = Asked, Check
    effect_modifiers = frozenset(
        {Modifier.EDGE, Modifier.BURDEN, Modifier.DC, Modifier.BLOCKS, Modifier.NOTE}
    )
    little_help = Source("one more Edge", Modifier.EDGE)

    catalogue = load(PACKAGE, extra_fields=EXTRA, kinds=frozenset({"tag", "condition", "clock"}))
    """18 tags and 10 conditions of ch. 9, more from the other chapters, six kinds of clock."""

    attributes = attributes()
    """Might, Agility, Presence, Reason."""

    ladder = ladder()
    """DC 12 to 22."""

    def unsaid(
        self, kind: str, name: str, *, effects: Sequence[Effect], trigger: str, clears: str
    ) -> tuple[str, ...]:
        """Effect, trigger and clearing, of what the book does not know by name."""
        missing = unsaid(effects=effects, trigger=trigger, clears=clears)
        return missing if (kind, name.casefold()) not in self._in_the_book else ()

    @cached_property
    def _in_the_book(self) -> frozenset[tuple[str, str]]:
        return frozenset((entry.kind, entry.name.casefold()) for entry in self.catalogue.values())

    assess = staticmethod(assessment.assess)

    def resolve(self, check: Check, dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a check, or read the dice a person rolled."""
        outcome = roll(check, dice) if callable(dice) else resolve(check, dice)
        row = tier_row(outcome.tier)
        return Resolved(
            outcome=str(outcome.tier),
            label=row.name,
            success=outcome.tier.succeeds,
            sentences=(outcome.sum, row.text),
            real=outcome.rolled.real,
            data=as_json(outcome),
        )

    def odds(self, check: Check) -> Mapping[str, Fraction]:
        """The exact chance of each tier."""
        return {str(tier): chance for tier, chance in odds(check).items()}

    def proposes(
        self, rolled: RolledCheck[Asked, Check], clocks: Sequence[Dial] = ()
    ) -> tuple[Proposed, ...]:
        """The ticks a tier proposes: progress first, then threat (reading A4.8).

        What stands around may bite on a failure; unless somebody said, several clocks are a split.
        """
        return tick(
            clocks,
            tier_named(rolled.result.outcome),
            intent=rolled.check.intent,
            approach=rolled.check.approach,
            loud=rolled.asked.loud,
            split=rolled.asked.split,
            because=self.cause(rolled.check.intent, rolled.result),
            hazards=rolled.hazards,
        )

    # ---- around a check -------------------------------------------------------------------

    check_form = check_form(PACKAGE, attributes=[attribute.key for attribute in attributes])
    """Attribute, skill and DC; what the GM may add; loud and split for the clocks."""

    def tries(self, asked: Asked, aimed: Sequence[str]) -> str:
        """The skill and the attribute, where one of them is said."""
        return ", ".join(filter(None, (asked.skill, asked.attribute)))

    @cached_property
    def gate(self) -> tuple[Question, ...]:  # type: ignore[override]
        """Uncertainty, Consequence, Agency."""
        return questions()

    @cached_property
    def group_kinds(self) -> tuple[GroupKind, ...]:  # type: ignore[override]
        """Assistance, representative, split risks. Source: ch. 8, "Group Checks and Assistance"."""
        return group_kinds()

    @cached_property
    def free_sources(self) -> tuple[Source, ...]:  # type: ignore[override]
        """What a GM adds by hand: the kinds that are neither tag nor condition, each as help or hindrance."""
        return free_sources()

    reference = reference()
    """The tables of chapters 8 and 9."""

    def called(self, asked: Asked, stats: Mapping[str, Any]) -> Check:
        """The check with the numbers of the one who rolls: what was asked for wins over the sheet."""
        names = {each.key: each.name for each in attributes()}
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
        """Attribute, Skill, and what else counts."""
        attribute, skill = check.attribute_name or "Attribute", check.skill_name or "Skill"
        return {attribute: check.attribute, skill: check.skill, "other": check.other}

    def rulings(self, answers: Mapping[str, bool]) -> tuple[str, ...]:
        """Dice only if all three are yes, none after a single no; until then everything is open."""
        gate = RollGate(**{question.key: answers.get(question.key, True) for question in self.gate})
        settled = len(answers) == len(self.gate) or not gate.rolls
        return gate.rulings if settled else super().rulings(answers)

    def ways(self, source: Source) -> tuple[Source, ...]:
        """Edge or Burden, or a DC shifted by 2 instead. Source: ch. 9, "Alternative Approach"."""
        return tuple(dict.fromkeys((source, as_dc(source))))

    helped = staticmethod(helped)

    def by_hand(self, raw: Mapping[str, Any]) -> Source:
        """Tools, training, setup, surroundings: Edge, Burden or a DC shift (of 2, if it does not say)."""
        return source_from(raw)

    def retry(self, tries: Iterable[Tried[Check]], now: Check, changed: str = "") -> str:
        """Another approach, or a word on what else has changed. Source: ch. 8, "Keeping Momentum"."""
        before = failed_before(tries, now.intent)
        if before is None:
            return ""
        ruling = retry(_words(before, before), _words(now, before), circumstances=bool(changed.strip()))
        return "" if ruling.allowed else ruling.says

    def outcome_name(self, outcome: str) -> str:
        """A tier's name."""
        return tier_named(outcome).label

    def bites(self, held: Held) -> bool:
        """Hazardous and its like: a failure beside it may tick a threat clock."""
        return held.data.get("ticks") == "failure"

    def fared(self, result: Resolved) -> str:
        """The tier and the margin."""
        margin = result.data.get("margin")
        return result.label if margin is None else f"{result.label}, margin {margin:+d}"

    def complications(self, outcome: str, character: int) -> tuple[Proposed, ...]:
        """Anything short of a full success may leave a condition or change the scene. Source: ch. 8."""
        tier = tier_named(outcome)
        if tier in (Tier.CRITICAL_SUCCESS, Tier.FULL_SUCCESS):
            return ()
        return (
            Proposed("condition.add", {"character": character, "name": ""}, tier.label),
            Proposed("tag.add", {"name": ""}, tier.label),
        )

    def after_check(
        self, rolled: RolledCheck[Asked, Check], conditions: Sequence[CarriedCondition]
    ) -> tuple[Proposed, ...]:
        """Shaken clears on a success, Restrained on breaking free, Suppressed in any case."""
        return life.after_check(conditions, _outcome(rolled))

    def combined(self, parts: Mapping[str, RolledCheck[Asked, Check]]) -> Combined | None:
        """Split risks: the most interesting combination. Source: ch. 8, "Split Risks"."""
        return split_risks({name: _outcome(part) for name, part in parts.items()})

    scene_ends = staticmethod(life.scene_ends)
    rest = staticmethod(life.rest)
    treat = staticmethod(life.treat)
    clock_full = staticmethod(life.clock_full)
    goal_reached = staticmethod(life.goal_reached)


def _routine() -> int:
    """The DC to go on with until the GM sets one."""
    return next(rung.value for rung in ladder() if rung.name == "Routine")


def _first(*numbers: Any) -> int:
    """The first of these that is a whole number; a sheet may hold words and ticks as well."""
    return next(int(number) for number in numbers if whole(number))


def _words(check: Check, otherwise: Check) -> Check:
    """A check reduced to what it is: two tries are compared before the GM has set any number."""
    return Check(
        dc=_routine(),
        approach=check.approach or otherwise.approach,
        attribute_name=check.attribute_name or otherwise.attribute_name,
        skill_name=check.skill_name or otherwise.skill_name,
    )


def _outcome(rolled: RolledCheck[Asked, Check]) -> Outcome:
    return resolve(rolled.check, rolled.result.dice, real=rolled.result.real)


RULESET = Razorweave()
