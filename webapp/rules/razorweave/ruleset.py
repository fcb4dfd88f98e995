"""What the table may ask of Razorweave."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import load
from webapp.rules.check import Assessment, Held, Proposed, Resolved, Source
from webapp.rules.dice import Dice, whole
from webapp.rules.effects import Effect, Modifier
from webapp.rules.fields import Fields
from webapp.rules.play import CarriedCondition, Combined, GroupKind, Question, RolledCheck, Tried
from webapp.rules.razorweave import assessment
from webapp.rules.razorweave import conditions as life
from webapp.rules.razorweave.asked import Asked
from webapp.rules.razorweave.calculations import as_json
from webapp.rules.razorweave.chances import odds
from webapp.rules.razorweave.check import Check, Outcome, resolve, roll
from webapp.rules.razorweave.check_input import check_from, source_from, whole_check
from webapp.rules.razorweave.clocks import Dial, tick
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


class Razorweave(Ruleset):
    """Four dice, a DC, and a world of tags, conditions and clocks. Source: ch. 8 and 9."""

    key = "razorweave"
    name = "Razorweave"
    pitch = "4d6 against a DC. Edge and Burden from tags and conditions; clocks for goals and threats."
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

    def assess(self, check: Mapping[str, Any], around: Sequence[Held] = ()) -> Assessment:
        """Say what bears on a check before it is rolled; see `razorweave.assessment.assess`."""
        return assessment.assess(whole_check(check), around)

    def resolve(self, check: Mapping[str, Any], dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a check, or read the dice a person rolled."""
        called = whole_check(check)
        outcome = roll(called, dice) if callable(dice) else resolve(called, dice)
        row = tier_row(outcome.tier)
        return Resolved(
            outcome=str(outcome.tier),
            label=row.name,
            success=outcome.tier.succeeds,
            sentences=(outcome.sum, row.text),
            real=outcome.rolled.real,
            data=as_json(outcome),
        )

    def odds(self, check: Mapping[str, Any]) -> Mapping[str, Fraction]:
        """The exact chance of each tier."""
        return {str(tier): chance for tier, chance in odds(whole_check(check)).items()}

    def proposes(
        self, check: Mapping[str, Any], outcome: str, clocks: Sequence[Mapping[str, Any]] = ()
    ) -> tuple[Proposed, ...]:
        """The ticks a tier proposes: progress first, then threat (reading A4.8).

        Beside a check's own fields `check` may hold `loud`, `split` (absent: several clocks are a split),
        `margin` and `hazards` (names of what stands around and may bite on a failure). A clock is `id`,
        `name`, `kind`, if it applies `targeted`, `affected`, `complete`, `opposes`.
        """
        with Fields(check) as fields:
            called = check_from(fields)
            loud, hazards = fields.flag("loud", False), fields.items("hazards", ())
            margin = fields.integer("margin", -100, 100, None)
            split = fields.flag("split") if fields.has("split") else None
        tier = tier_named(outcome)
        because = self.cause(called.intent, tier.label, {"margin": margin})
        return tick(
            [Dial.parse(clock) for clock in clocks],
            tier,
            intent=called.intent,
            approach=called.approach,
            loud=loud,
            split=split,
            because=because,
            hazards=hazards,
        )

    # ---- around a check -------------------------------------------------------------------

    check_form = check_form(PACKAGE, attributes=[attribute.key for attribute in attributes])
    """Attribute, skill and DC; what the GM may add; loud and split for the clocks."""

    def tries(self, asked: Mapping[str, Any], aimed: Sequence[str]) -> str:
        """The skill and the attribute, where one of them is said."""
        said = Asked.of(asked)
        return ", ".join(filter(None, (said.skill, said.attribute)))

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

    def called(self, asked: Mapping[str, Any], stats: Mapping[str, Any]) -> dict[str, Any]:
        """The check with the numbers of the one who rolls: what was asked for wins over the sheet."""
        said = Asked.of(asked)
        names = {each.key: each.name for each in attributes()}
        return {
            "dc": _first(said.dc, _routine()),
            "attribute": _first(said.rating, stats.get(said.attribute), 0),
            "skill": _first(said.skill_bonus, stats.get(said.skill), SKILL if said.skill else 0),
            "other": said.other,
            "attribute_name": f"{said.attribute} {names.get(said.attribute, '')}".strip(),
            "skill_name": said.skill,
            "intent": said.intent,
            "approach": said.approach,
        }

    def added(self, check: Mapping[str, Any]) -> Mapping[str, int]:
        """Attribute, Skill, and what else counts."""
        named = (check["attribute_name"] or "Attribute", check["skill_name"] or "Skill", "other")
        return dict(zip(named, (check["attribute"], check["skill"], check["other"]), strict=True))

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
        return source_from(raw, 0)

    def retry(self, tries: Sequence[Tried], now: Mapping[str, Any], changed: str = "") -> str:
        """Another approach, or a word on what else has changed. Source: ch. 8, "Keeping Momentum"."""
        before = failed_before(tries, now["intent"])
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

    def aftermath(
        self, asked: Mapping[str, Any], data: Mapping[str, Any], hazards: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The margin, whether it was loud or split, and what stands around and bites."""
        said = Asked.of(asked)
        known = {"loud": said.loud, "margin": data["margin"], "hazards": list(hazards)}
        return known if said.split is None else {**known, "split": said.split}

    def cause(self, intent: str, label: str, data: Mapping[str, Any]) -> str:
        """The tier, the margin, and what it was about."""
        margin = data.get("margin")
        return super().cause(intent, label if margin is None else f"{label}, margin {margin:+d}", data)

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
        self, rolled: RolledCheck, conditions: Sequence[CarriedCondition]
    ) -> tuple[Proposed, ...]:
        """Shaken clears on a success, Restrained on breaking free, Suppressed in any case."""
        return life.after_check(conditions, _outcome(rolled))

    def combined(self, parts: Mapping[str, RolledCheck]) -> Combined | None:
        """Split risks: the most interesting combination. Source: ch. 8, "Split Risks"."""
        side_by_side = split_risks({name: _outcome(part) for name, part in parts.items()})
        return Combined(side_by_side.says, side_by_side.best, side_by_side.worst)

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


def _words(check: Mapping[str, Any], otherwise: Mapping[str, Any]) -> Check:
    """A check reduced to what it is: two tries are compared before the GM has set any number."""
    said = {name: check.get(name) or otherwise.get(name, "") for name in ("attribute_name", "skill_name")}
    return Check(dc=_routine(), approach=check.get("approach") or otherwise.get("approach", ""), **said)


def _outcome(rolled: RolledCheck) -> Outcome:
    return resolve(whole_check(rolled.check), rolled.dice, real=rolled.real)


RULESET = Razorweave()
