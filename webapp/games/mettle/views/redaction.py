"""Add the calculation of each hit to a check, as far as an audience knows the foe's numbers."""

from collections.abc import Iterator
from dataclasses import replace

from webapp.games.api import Character, Check, CheckView, NumbersDisclosure, Visibility, rolled_check_of
from webapp.games.mettle.rules.aftermath import sums
from webapp.games.mettle.rules.check import KnownOutcome


def redact_check(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """Return a check with its effect on each known target; hidden characters are left out."""
    if view.result is None or KnownOutcome.of(view.result.data).score is None or not check.rolled:
        return view
    said = tuple(_said(check, visibility))
    return replace(view, result=replace(view.result, sentences=(*view.result.sentences, *said)))


def _said(check: Check, visibility: Visibility) -> Iterator[str]:
    for damage_sum in sums(rolled_check_of(visibility.state, check)):
        row = visibility.state.find_ever(Character, damage_sum.foe.id)
        if row is not None and visibility.knows_name(row):
            exact = visibility.disclosure_of(row) is NumbersDisclosure.EXACT
            yield f"{row.name}: {damage_sum if exact else damage_sum.in_words}."
