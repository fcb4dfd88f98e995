"""What the table may ask of METTLE Core."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.check import Dial, Proposed, Resolved, Source
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.mettle import book
from webapp.rules.mettle.actions import AGAINST, all_actions
from webapp.rules.mettle.burdens import SAID, SIGHT
from webapp.rules.mettle.calculations import as_json
from webapp.rules.mettle.chances import odds
from webapp.rules.mettle.check import Came, Result, resolve, roll
from webapp.rules.mettle.check_setup import assess, called, fitting, forms_of, missing, tries
from webapp.rules.mettle.facts import Asked, Called
from webapp.rules.mettle.healing import PLACES
from webapp.rules.mettle.outcomes import consequences, moment
from webapp.rules.mettle.reference import reference
from webapp.rules.mettle.sheet import ARMOUR, KEYS, has_sheet, presets, sheet_of
from webapp.rules.mettle.tables import PACKAGE, attributes, ladder
from webapp.rules.play import CheckField, RolledCheck
from webapp.rules.ruleset import Attribute, KnownAction, Ruleset, Rung
from webapp.rules.sheets import check_form


class MettleCore(Ruleset[Asked, Called]):
    """A pool of d6: low faces are Score, high faces Edge. Source: Scenes, with Engine and Characters."""

    key = "mettle"
    name = "METTLE Core"
    pitch = (
        "A pool of d6 read as Score and Edge; zones, initiative that passes to the target, eleven actions."
    )
    asked_for, check = Asked, Called
    effect_modifiers = SAID | {Modifier.BLOCKS}
    sheet_numbers = (Attribute(ARMOUR, ARMOUR, "soaks damage, with FRAME", high=60),)
    skills = False
    carried = ("condition", "status")
    inescapable = ("condition", "piece")
    players_aim = True
    little_help = Source("one more die", Modifier.DICE)

    catalogue = book.catalogue()
    """Statuses, passing conditions, Cover, visibility, fires, Afflictions, traps, Twists, clocks."""

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:  # type: ignore[override]
        """CALLING, CULTURE, FRAME, MOTIVE, NATURE, POISE."""
        return attributes()

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """Difficulty 1, 3, 6, 10, 15."""
        return ladder()

    actions = tuple(KnownAction(each.key, each.name, each.text) for each in all_actions().values())
    """The eleven Actions."""

    assess = staticmethod(assess)

    def resolve(self, check: Called, dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a Check, or read the dice a person rolled."""
        return resolved(roll(check, dice) if callable(dice) else resolve(check, dice))

    def odds(self, check: Called) -> Mapping[str, Fraction]:
        """The exact chance of success at once, of one by a Twist if both agree, and of failure even so."""
        found = odds(check)
        twist = found.success_with_twist - found.success
        return {"success": found.success, "twist": twist, "failure": 1 - found.success_with_twist}

    def proposes(
        self, rolled: RolledCheck[Asked, Called], clocks: Sequence[Dial] = ()
    ) -> tuple[Proposed, ...]:
        """What follows: a project ticks or starts again, damage and statuses, the end of a journey."""
        return consequences(moment(rolled))

    # ---- around a check -------------------------------------------------------------------

    check_form = check_form(
        PACKAGE,
        actions=[action.key for action in all_actions().values() if action.checked],
        forms=[form for action in all_actions().values() if action.checked for form in forms_of(action)],
        attributes=KEYS,
        against=AGAINST,
        sight=SIGHT,
        places=PLACES,
    )
    """The Action and its form, what rolls against whom or what, the weapon, what gets in the way."""

    free_sources = (
        *(Source(f"Bonus {count}", Modifier.DICE, count) for count in (1, 2)),
        *(Source("Harder", Modifier.DIFFICULTY, by) for by in (1, 2)),
        Source("Easier", Modifier.DIFFICULTY, -1),
    )
    """What a Guide adds by hand: bonus dice, a Difficulty that moves."""

    ways_by_hand = (Modifier.DICE, Modifier.DIFFICULTY)
    """What statuses and scenery do is not added by hand."""

    npcs = tuple(presets().values())
    """Those who may be brought in at once."""

    reference = reference()
    """The tables of the book."""

    fitting, tries, called = staticmethod(fitting), staticmethod(tries), staticmethod(called)
    waits = staticmethod(missing)

    def stands(self, stats: Mapping[str, Any]) -> str:
        """How much Mettle is left, in a word."""
        return sheet_of(stats).mettle.word if has_sheet(stats) else ""

    touches_others = False

    def may_be_true(self, asked: Asked) -> tuple[CheckField, ...]:
        """How an Attack is made; of anything else that it needs ears, but of driving."""
        flags = super().may_be_true(asked) if asked.action != "race" else ()
        return tuple(each for each in flags if asked.action == "attack" or each.key == "hearing")

    def aims_at_clocks(self, asked: Asked) -> bool:
        """A Use works on a project."""
        return asked.action == "use"

    def by_hand(self, raw: Mapping[str, Any]) -> Source:
        """Bonus dice or a Difficulty that moves; only negative Mettle takes dice away."""
        return _no_loss(super().by_hand(raw))

    def outcome_name(self, outcome: str) -> str:
        """An outcome as it is said at the table."""
        return "By a Twist" if outcome == "twist" else outcome.capitalize()

    def forms_of(self, action: str | None) -> tuple[tuple[str, str], ...]:
        """The forms an Action may take, each with its name; a Use may put out a fire."""
        known = all_actions().get(action or "")
        names = {form.key: form.name for form in known.forms} if known is not None else {}
        keys = forms_of(known) if known is not None else ()
        return tuple((key, names.get(key, "Put out a fire")) for key in keys)

    def twists(self, action: str | None) -> tuple[str, ...]:
        """What a Twist of this Action may bring, beside the usual Delay."""
        known = all_actions().get(action or "")
        return known.twists[1:] if known is not None else ()

    def delay(self, action: str | None) -> str:
        """The usual Twist of this Action, in its words."""
        known = all_actions().get(action or "")
        return known.twists[0] if known is not None and known.twists else "Delay: the next Action is lost"

    def fared(self, result: Resolved) -> str:
        """Score and Edge: "Great: Score 8, 2 Edge"."""
        came = Came.of(result.data)
        if came.score is None:
            return result.label
        return f"{result.label}: Score {came.score}, {came.edge} Edge"


def _no_loss(source: Source) -> Source:
    if source.modifier is Modifier.DICE and source.amount < 0:
        raise RuleError(
            f"{source.name}: only negative Mettle takes dice away; raise the Difficulty instead.",
            field="amount",
            value=source.amount,
        )
    return source


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


RULESET = MettleCore()
