"""Show checks to each audience: with the effects of a roll's own facts, without hidden numbers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webapp.games.api import (
    ABSENT,
    Character,
    Check,
    CheckView,
    Modifier,
    NumbersDisclosure,
    SourceView,
    TableState,
    Visibility,
)
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.outcome import KnownOutcome
from webapp.games.resonance.rules.standard_roll import Mode, counting
from webapp.games.resonance.state.check_secrets import numbers_hidden_from
from webapp.games.resonance.state.roll_facts import circumstances


def redact_check(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """Return a check with the effects of range, aim, a Called Shot and surprise, without hidden numbers.

    These effects follow from the facts of the roll and cannot be switched off. Results against further
    targets are added for targets that this audience knows. A search does not show the number that it has to
    beat; only the hider and the GM see the numbers of a Hide.
    """
    given = circumstances(check, visibility.state)
    view = _against_others(_with_circumstances(view, given), visibility)
    if any(not visibility.may_name("character", id) for id in ResonanceRequest.of(check.asked).others):
        view = replace(view, odds=ABSENT)
    kept_back = numbers_hidden_from(visibility, check)
    return _with_solid_dice(_without(kept_back, view) if kept_back else reveal_check_to_roller(view, check))


def _with_solid_dice(view: CheckView) -> CheckView:
    """Mark the die of each pair that counts, so that a screen can draw it solid."""
    came = KnownOutcome.of(view.result.data) if view.result is not None else KnownOutcome()
    if view.result is None or not came.roll:
        return view
    solid = [counting(pair, Mode(came.mode)) for pair in came.pairs]
    return replace(view, result=replace(view.result, data={**view.result.data, "counting": solid}))


def reveal_check_to_roller(view: CheckView, check: Check) -> CheckView:
    """Return a Hide with its total, which a search must beat; other checks are unchanged."""
    came = KnownOutcome.of(check.result.data)
    if ResonanceRequest.of(check.asked).roll is not Kind.HIDE or view.result is None or came.sr is None:
        return view
    said = (f"{came.achieved}.", *view.result.sentences)
    return replace(view, result=replace(view.result, data=check.result.data, sentences=said))


def _with_circumstances(view: CheckView, sources: tuple[Modifier, ...]) -> CheckView:
    """Add a roll's own effects: before the roll as sentences (they have no switch), then as modifiers."""
    if view.state == "called":
        return replace(view, notes=(*view.notes, *map(_in_words, sources)))
    more = tuple(
        SourceView(modifier.name, str(modifier.modifier), modifier.amount, modifier.note)
        for modifier in sources
    )
    return replace(view, counted=(*view.counted, *more))


def _against_others(view: CheckView, visibility: Visibility) -> CheckView:
    """Return the CheckView with the results against the other targets that this audience knows."""
    result = view.result
    others = KnownOutcome.of(result.data).others if result is not None else ()
    if result is None or not others:
        return view
    known = [other for other in others if visibility.may_name("character", other["id"])]
    said = (f"{_name_or_somebody(visibility.state, row['id'])}: {_how(row, visibility)}" for row in known)
    extended = replace(result, sentences=(*result.sentences, *said), data={**result.data, "others": known})
    return replace(view, result=extended)


def _how(faced: Mapping[str, Any], visibility: Visibility) -> str:
    exact = (
        visibility.disclosure_of(visibility.state.find_ever(Character, faced["id"]))
        is NumbersDisclosure.EXACT
    )
    return str(faced["says"]) if exact else "hit." if faced["success"] else "not enough."


def _name_or_somebody(state: TableState, id: int) -> str:
    row = state.find_ever(Character, id)
    return row.name if row is not None else "Somebody"


def _in_words(source: Modifier) -> str:
    said = f"{source.name}: {str(source.modifier).capitalize()}"
    return f"{said}, {source.note}." if source.note else f"{said}."


def _without(kept_back: tuple[str, ...], view: CheckView) -> CheckView:
    """Return the check without these numbers, and without its TN and its odds."""
    asked = {name: value for name, value in view.asked.items() if name != "tn"}
    numbers = {name: value for name, value in view.numbers.items() if name not in kept_back}
    result = view.result
    if result is not None:
        data = {name: value for name, value in result.data.items() if name not in kept_back}
        result = replace(result, data=data)
    return replace(view, asked=asked, numbers=numbers, result=result, odds=ABSENT)
