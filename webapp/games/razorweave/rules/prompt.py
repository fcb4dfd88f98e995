"""Accept tags and conditions by name, for use of the rules at a Python prompt."""

from dataclasses import replace

from webapp.games.api import Assessment, held_by_name
from webapp.games.razorweave.rules.assessment import assess
from webapp.games.razorweave.rules.check import Check
from webapp.games.razorweave.rules.condition_lifecycle import MINOR, Condition
from webapp.games.razorweave.rules.ruleset import RULESET

KINDS = ("tag", "condition")


def modifiers_for(check: Check, around: object = ()) -> Assessment:
    """Return what affects a check, what might, and which dice to roll, as `assess` does.

    `around` may be names: `modifiers_for(check, ["Dim Light", "Exhausted"])`.
    """
    return assess(check, held_by_name(around, RULESET.catalogue, KINDS))


def condition(name: str, id: int = 1, character: int = 1, *, treated: bool = False) -> Condition:
    """Return a condition of the book on a character, as in `treat([condition("Bleeding")])`.

    Raises RuleError, with the nearest name, for a condition that the book does not have.
    """
    entry = RULESET.catalogue.find(name, "condition")
    severity = str(entry.data.get("severity", MINOR))
    return Condition(id, entry.name, character, severity, treated, data=entry.data)


def with_modifiers(check: Check, around: object = ()) -> Check:
    """Return the check with all modifiers that count by default, ready to roll."""
    return replace(check, sources=modifiers_for(check, around).sources)
