"""Accept statuses and poor light by name, for use of the rules at a Python prompt."""

from dataclasses import replace

from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.check import Check
from webapp.games.mettle.rules.check_setup import assess
from webapp.rules.check import Assessment
from webapp.rules.names import held_by_name

KINDS = ("status", "condition", "visibility")


def modifiers_for(check: Check, around: object = ()) -> Assessment:
    """Return what affects a Check and which dice to roll, as `assess` does.

    `around` may be names, with counts: `modifiers_for(check, ["Rattled", "Hungry 2", "Dim
    light"])`. Poor light does not hinder a sneaker. Source: Scenes, "Sneak".
    """
    held = held_by_name(around, catalogue(), KINDS)
    unseen = check.action == "sneak"
    return assess(check, [value for value in held if not (unseen and value.kind == "visibility")])


def with_modifiers(check: Check, around: object = ()) -> Check:
    """Return the Check with the modifiers of everything that affects it, ready to roll."""
    return replace(check, sources=modifiers_for(check, around).sources)
