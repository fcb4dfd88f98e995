"""Checks of METTLE as each audience sees them: the sum of a hit, as far as it knows the foe's numbers."""

from collections.abc import Iterator
from dataclasses import replace

from webapp.rules.mettle.ruleset import RULESET
from webapp.rules.mettle.sums import sums
from webapp.screens.check_views import CheckView
from webapp.screens.foe_numbers import Telling
from webapp.screens.sight import Sight
from webapp.store.models import Check


def told(view: CheckView, check: Check, sight: Sight) -> CheckView:
    """With what it did to each whom it hit; whoever is hidden from this audience is left out."""
    if view.result is None or "kept" not in view.result.data or not check.rolled:
        return view
    said = tuple(_said(check, sight))
    return replace(view, result=replace(view.result, sentences=(*view.result.sentences, *said)))


def _said(check: Check, sight: Sight) -> Iterator[str]:
    after = RULESET.aftermath(check.asked, check.result["data"])
    for each in sums({**check.rolled["check"], **after}):
        row = sight.board.row("character", each.foe.id)
        if row is not None and sight.names(row):
            exact = sight.telling(row) is Telling.EXACT
            yield f"{row.name}: {each if exact else each.in_words}."
