"""Razorweave at the table: the form of a check, its gate, help, retries, and what time and outcomes do."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from webapp.rules.check import Held, Proposed, Source
from webapp.rules.dice import whole
from webapp.rules.effects import Modifier
from webapp.rules.play import Carried, CheckField, Combined, GroupKind, Play, Question, Rolled, Sheet, Tried
from webapp.rules.razorweave import conditions as life
from webapp.rules.razorweave.characters import attributes
from webapp.rules.razorweave.check import Check, Outcome, resolve
from webapp.rules.razorweave.gate import RollGate, questions
from webapp.rules.razorweave.groups import split_risks
from webapp.rules.razorweave.ladder import ladder
from webapp.rules.razorweave.levels import PACKAGE, as_dc
from webapp.rules.razorweave.parsing import source_from, whole_check
from webapp.rules.razorweave.reference import reference
from webapp.rules.razorweave.retries import failed_before, retry
from webapp.rules.razorweave.sources import helped, proficiency, setup, source_kinds, tools
from webapp.rules.razorweave.tiers import Tier, tier_named
from webapp.rules.sheets import check_form
from webapp.rules.tables import rows

SKILL = 1  # what a fitting skill adds if the sheet has no number for it (reading A4.14)


class RazorweavePlay(Play):
    """What the table asks around a check. Source: ch. 8 and 9."""

    @cached_property
    def check_form(self) -> tuple[CheckField, ...]:  # type: ignore[override]
        """Attribute, skill and DC; what the GM may add; loud and split for the clocks."""
        return check_form(PACKAGE, attributes=[attribute.key for attribute in attributes()])

    def tries(self, asked: Mapping[str, Any], aimed: Sequence[str]) -> str:
        """The skill and the attribute, where one of them is said."""
        return ", ".join(str(asked[each]) for each in ("skill", "attribute") if asked.get(each))

    @cached_property
    def gate(self) -> tuple[Question, ...]:  # type: ignore[override]
        """Uncertainty, Consequence, Agency."""
        return questions()

    @cached_property
    def group_kinds(self) -> tuple[GroupKind, ...]:  # type: ignore[override]
        """Assistance, representative, split risks. Source: ch. 8, "Group Checks and Assistance"."""
        text = {"key": str, "name": str, "text": str}
        more = {"helps": bool, "each_rolls": bool, "company": str}
        return tuple(GroupKind(**row) for row in rows(PACKAGE, "tables.toml", "group", text, more))

    @cached_property
    def free_sources(self) -> tuple[Source, ...]:  # type: ignore[override]
        """What a GM adds by hand: the kinds that are neither tag nor condition, each as help or hindrance."""
        named = {each.key: each.name for each in source_kinds()}
        trained = named["proficiency"]
        either = [Source(named["environment"], way) for way in (Modifier.EDGE, Modifier.BURDEN)]
        return (
            tools(named["tools"], fitting=True),
            proficiency(trained),
            proficiency(trained, steps=2),
            setup(named["setup"]),
            Source(named["help"], Modifier.EDGE),
            tools(named["tools"], fitting=False),
            *either,
        )

    @cached_property
    def reference(self) -> tuple[Sheet, ...]:  # type: ignore[override]
        """The tables of chapters 8 and 9."""
        return reference()

    def called(self, asked: Mapping[str, Any], stats: Mapping[str, Any]) -> dict[str, Any]:
        """The check with the numbers of the one who rolls: what was asked for wins over the sheet."""
        attribute, skill = asked.get("attribute") or "", asked.get("skill") or ""
        names = {each.key: each.name for each in attributes()}
        return {
            "dc": _first(asked.get("dc"), _routine()),
            "attribute": _first(asked.get("rating"), stats.get(attribute), 0),
            "skill": _first(asked.get("skill_bonus"), stats.get(skill), SKILL if skill else 0),
            "other": _first(asked.get("other"), 0),
            "attribute_name": f"{attribute} {names.get(attribute, '')}".strip(),
            "skill_name": skill,
            "intent": asked.get("intent") or "",
            "approach": asked.get("approach") or "",
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

    def one_more(self, check: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
        """What one more Edge would change."""
        more = {"name": "one more Edge", "modifier": "edge", "amount": 1}
        return "one more Edge", {**check, "sources": [*check.get("sources", ()), more]}

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
        known = {"loud": bool(asked.get("loud")), "margin": data["margin"], "hazards": list(hazards)}
        return known if asked.get("split") is None else {**known, "split": asked["split"]}

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

    def after_check(self, rolled: Rolled, conditions: Sequence[Carried]) -> tuple[Proposed, ...]:
        """Shaken clears on a success, Restrained on breaking free, Suppressed in any case."""
        return life.after_check(conditions, _outcome(rolled))

    def combined(self, parts: Mapping[str, Rolled]) -> Combined | None:
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


def _outcome(rolled: Rolled) -> Outcome:
    return resolve(whole_check(rolled.check), rolled.dice, real=rolled.real)
