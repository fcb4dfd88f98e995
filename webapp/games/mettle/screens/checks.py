"""Checks of METTLE as each audience sees them: the sum of a hit, as far as it knows the foe's numbers."""

from collections.abc import Iterator
from dataclasses import replace

from webapp.rules.mettle.check import Came
from webapp.rules.mettle.sums import sums
from webapp.screens.check_views import CheckView
from webapp.screens.foe_numbers import Telling
from webapp.screens.modifiers import as_rolled
from webapp.screens.visibility import Visibility
from webapp.store.models import Character, Check


def told(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """With what it did to each whom it hit; whoever is hidden from this audience is left out."""
    if view.result is None or Came.of(view.result.data).score is None or not check.rolled:
        return view
    said = tuple(_said(check, visibility))
    return replace(view, result=replace(view.result, sentences=(*view.result.sentences, *said)))


def _said(check: Check, visibility: Visibility) -> Iterator[str]:
    for each in sums(as_rolled(visibility.board, check)):
        row = visibility.board.row(Character, each.foe.id)
        if row is not None and visibility.names(row):
            exact = visibility.telling(row) is Telling.EXACT
            yield f"{row.name}: {each if exact else each.in_words}."
