"""Checks of METTLE as each audience sees them: the sum of a hit, as far as it knows the foe's numbers."""

from collections.abc import Iterator
from dataclasses import replace

from webapp.rules.mettle.ruleset import RULESET
from webapp.rules.mettle.sums import sums
from webapp.screens.check_views import CheckView
from webapp.screens.foe_numbers import Telling
from webapp.screens.visibility import Visibility
from webapp.store.models import Character, Check


def told(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """With what it did to each whom it hit; whoever is hidden from this audience is left out."""
    if view.result is None or "kept" not in view.result.data or not check.rolled:
        return view
    said = tuple(_said(check, visibility))
    return replace(view, result=replace(view.result, sentences=(*view.result.sentences, *said)))


def _said(check: Check, visibility: Visibility) -> Iterator[str]:
    after = RULESET.aftermath(check.asked, check.result.data)
    for each in sums({**check.rolled.check, **after}):
        row = visibility.board.row(Character, each.foe.id)
        if row is not None and visibility.names(row):
            exact = visibility.telling(row) is Telling.EXACT
            yield f"{row.name}: {each if exact else each.in_words}."
