"""What the table may ask of METTLE Core."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue
from webapp.rules.check import Assessment, Held, Proposed, Resolved
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.mettle import assessment, book
from webapp.rules.mettle.actions import all_actions
from webapp.rules.mettle.assessment import check_of
from webapp.rules.mettle.burdens import SAID
from webapp.rules.mettle.calculations import as_json
from webapp.rules.mettle.chances import Chances, odds
from webapp.rules.mettle.check import Check, Result, resolve, roll
from webapp.rules.mettle.outcomes import AFTER, FACTS, consequences, moment
from webapp.rules.mettle.play import MettlePlay
from webapp.rules.mettle.sheet import ARMOUR
from webapp.rules.mettle.tables import attributes, ladder
from webapp.rules.ruleset import Action, Attribute, Ruleset, Rung

BESIDE = (FACTS, AFTER, "edge", "clock")
"""What stands beside a Check in what the table keeps of it."""


class MettleCore(MettlePlay, Ruleset):
    """A pool of d6: low faces are Score, high faces Edge. Source: Scenes, with Engine and Characters."""

    key = "mettle"
    name = "METTLE Core"
    pitch = (
        "A pool of d6 read as Score and Edge; zones, initiative that passes to the target, eleven actions."
    )
    effect_modifiers = SAID | {Modifier.BLOCKS}
    sheet_numbers = (Attribute(ARMOUR, ARMOUR, "soaks damage, with FRAME", high=60),)
    skills = False

    @cached_property
    def catalogue(self) -> Catalogue:
        """Statuses, passing conditions, Cover, visibility, fires, Afflictions, traps, Twists, clocks."""
        return book.catalogue()

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:  # type: ignore[override]
        """CALLING, CULTURE, FRAME, MOTIVE, NATURE, POISE."""
        return attributes()

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """Difficulty 1, 3, 6, 10, 15."""
        return ladder()

    @cached_property
    def actions(self) -> tuple[Action, ...]:  # type: ignore[override]
        """The eleven Actions."""
        return tuple(Action(action.key, action.name, action.text) for action in all_actions().values())

    def assess(self, check: Mapping[str, Any], around: Sequence[Held] = ()) -> Assessment:
        """Say what bears on a Check before the roll."""
        return assessment.assess(_check(check), around)

    def resolve(self, check: Mapping[str, Any], dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a Check, or read the dice a person rolled."""
        called = _check(check)
        return resolved(roll(called, dice) if callable(dice) else resolve(called, dice))

    def odds(self, check: Mapping[str, Any]) -> Mapping[str, Fraction]:
        """The exact chance of success at once, of one by a Twist if both agree, and of failure even so."""
        found = self.chances(check)
        twist = found.success_with_twist - found.success
        return {"success": found.success, "twist": twist, "failure": 1 - found.success_with_twist}

    def chances(self, check: Mapping[str, Any]) -> Chances:
        """The exact chance of success, of every Edge, and of success with a Twist."""
        return odds(_check(check))

    def proposes(
        self, check: Mapping[str, Any], outcome: str, clocks: Sequence[Mapping[str, Any]] = ()
    ) -> tuple[Proposed, ...]:
        """What follows: a project ticks or starts again, damage and statuses, the end of a journey.

        At the table `facts` and `after` say what was known around the Check and how it came out.
        """
        rolled = moment(_check(check), check)
        return consequences(rolled) if rolled else ()


def resolved(result: Result) -> Resolved:
    """A result as the table shows it."""
    return Resolved(
        outcome="success" if result.success else "failure",
        label=result.quality or "Failure",
        success=result.success,
        sentences=(str(result),),
        real=result.real,
        data={
            **as_json(result),
            "pool": result.check.pool,
            "difficulty": result.check.difficulty,
            "discarded": list(result.discarded),
            "may_twist": result.may_twist,
            "twisted": result.twist is not None,
        },
    )


def _check(check: Mapping[str, Any]) -> Check:
    return check_of({name: value for name, value in check.items() if name not in BESIDE})


RULESET = MettleCore()
