"""What the table may ask of Resonance."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue, slug
from webapp.rules.check import Assessment, Held, Proposed, Resolved
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.achieved import Critical, ladder
from webapp.rules.resonance.assessment import assess
from webapp.rules.resonance.chances import odds
from webapp.rules.resonance.check import whole_check
from webapp.rules.resonance.follows import Dial, earns, follows
from webapp.rules.resonance.numbers import MOST_LEVEL
from webapp.rules.resonance.outcome import LABELS, resolve, roll
from webapp.rules.resonance.play import ResonancePlay
from webapp.rules.ruleset import Action, Attribute, Ruleset, Rung


class Resonance(ResonancePlay, Ruleset):
    """Two ten-sided dice whose doubles explode, tag pools, and clocks in clocks. Source: Layers 1 to 5."""

    key = "resonance"
    name = "Resonance"
    pitch = "2d10 with exploding doubles. Tag pools that bite and bless; races against a threat clock."
    effect_modifiers = frozenset({Modifier.ADVANTAGE, Modifier.DISADVANTAGE, Modifier.BLOCKS, Modifier.NOTE})

    @property
    def catalogue(self) -> Catalogue:
        """13 conditions, 10 status tags, 10 boost tags, five kinds of clock."""
        return book.catalogue()

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:  # type: ignore[override]
        """The nine stats, 1 to 5 each."""
        return tuple(Attribute(r["key"], r["name"], r["text"], low=1, high=5) for r in book.rows("stat"))

    sheet_numbers = (
        Attribute("level", "Level", "0 just before awakening, 9 at most", low=0, high=MOST_LEVEL),
    )
    skills = False

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """TN 3 to 18."""
        return ladder()

    @cached_property
    def actions(self) -> tuple[Action, ...]:  # type: ignore[override]
        """Everything the book lists that one can do on a turn or as a reaction."""
        return tuple(Action(slug(row["name"]), row["name"], row["text"]) for row in book.actions())

    @cached_property
    def turn_actions(self) -> tuple[tuple[str, str, str], ...]:
        """Those of them that leave room for others on the same turn: key, name with its SP, text."""
        costs = book.turn_actions()
        named = ((each, costs[each.key]) for each in self.actions if each.key in costs)
        return tuple(
            (each.key, f"{each.name}, {sp} SP" if sp else each.name, each.text) for each, sp in named
        )

    def assess(self, check: Mapping[str, Any], around: Sequence[Held] = ()) -> Assessment:
        """Say what touches a check before it is rolled; its fields are those of `check.check_from`."""
        return assess(whole_check(check), around)

    def resolve(self, check: Mapping[str, Any], dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a check, or read the pairs [[main, lucky], ...] that a person rolled."""
        called = whole_check(check)
        came = roll(called, dice) if callable(dice) else resolve(called, dice)
        return Resolved(
            outcome=came.key,
            label=came.label,
            success=came.success,
            sentences=(came.sentence,),
            real=came.achieved.roll.real,
            data=came.as_dict(),
        )

    def odds(self, check: Mapping[str, Any]) -> Mapping[str, Fraction]:
        """The exact chances of success, failure and Miss, which sum to 1."""
        return odds(whole_check(check))

    def proposes(
        self, check: Mapping[str, Any], outcome: str, clocks: Sequence[Mapping[str, Any]] = ()
    ) -> tuple[Proposed, ...]:
        """What a roll proposes; see `follows.follows`."""
        if outcome not in LABELS:
            raise RuleError(
                f"A roll ends in {', '.join(LABELS)}; not {outcome!r}.", field="outcome", value=outcome
            )
        return tuple(follows(check, outcome, [Dial.parse(clock) for clock in clocks]))

    def earns(self, check: Mapping[str, Any], option: Critical) -> tuple[Proposed, ...]:
        """What the choice of a Critical gives; see `follows.earns`."""
        return tuple(earns(check, option))


RULESET = Resonance()
