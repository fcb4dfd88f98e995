"""Checks as each audience sees them: what finds somebody hidden is the GM's alone."""

from dataclasses import replace
from typing import Any

from webapp.rules.resonance.conditions import Kind
from webapp.screens.absent import ABSENT
from webapp.screens.audience import Role
from webapp.screens.check_views import CheckView
from webapp.screens.sight import Sight

KEPT_BACK = ("against", "by")


def told(view: CheckView, check: Any, sight: Sight) -> CheckView:
    """A search without the number it has to beat; a target that this audience does not know is absent."""
    if sight.audience.role is Role.GM:
        return view
    asked = dict(view.asked)
    unknown = asked.get("target") is not None and not sight.may_name("character", asked["target"])
    if unknown:
        del asked["target"]
    view = replace(view, asked=asked)
    return _searched(view) if unknown or asked.get("roll") == Kind.SEARCH else view


def _searched(view: CheckView) -> CheckView:
    asked = {name: each for name, each in view.asked.items() if name != "tn"}
    numbers = {name: each for name, each in view.numbers.items() if name not in KEPT_BACK}
    result = view.result
    if result is not None:
        data = {name: each for name, each in result.data.items() if name not in KEPT_BACK}
        result = replace(result, data=data)
    return replace(view, asked=asked, numbers=numbers, result=result, odds=ABSENT)
