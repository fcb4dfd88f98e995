"""What the table may ask of Razorweave."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue, load
from webapp.rules.check import Assessment, Held, Proposed, Resolved
from webapp.rules.dice import Dice
from webapp.rules.effects import Effect, Modifier
from webapp.rules.fields import Fields
from webapp.rules.razorweave import assessment
from webapp.rules.razorweave.calculations import as_json
from webapp.rules.razorweave.chances import odds
from webapp.rules.razorweave.characters import attributes
from webapp.rules.razorweave.check import resolve, roll
from webapp.rules.razorweave.clocks import Dial, tick
from webapp.rules.razorweave.conditions import unsaid
from webapp.rules.razorweave.ladder import ladder
from webapp.rules.razorweave.parsing import check_from, whole_check
from webapp.rules.razorweave.play import RazorweavePlay
from webapp.rules.razorweave.tiers import tier_named, tier_row
from webapp.rules.ruleset import Attribute, Ruleset, Rung

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


class Razorweave(RazorweavePlay, Ruleset):
    """Four dice, a DC, and a world of tags, conditions and clocks. Source: ch. 8 and 9."""

    key = "razorweave"
    name = "Razorweave"
    pitch = "4d6 against a DC. Edge and Burden from tags and conditions; clocks for goals and threats."
    effect_modifiers = frozenset(
        {Modifier.EDGE, Modifier.BURDEN, Modifier.DC, Modifier.BLOCKS, Modifier.NOTE}
    )

    @cached_property
    def catalogue(self) -> Catalogue:
        """18 tags and 10 conditions of ch. 9, more from the other chapters, six kinds of clock."""
        return load(
            "webapp.rules.razorweave", extra_fields=EXTRA, kinds=frozenset({"tag", "condition", "clock"})
        )

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:  # type: ignore[override]
        """Might, Agility, Presence, Reason."""
        return attributes()

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """DC 12 to 22."""
        return ladder()

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


RULESET = Razorweave()
