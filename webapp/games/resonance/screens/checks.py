"""Checks as each audience sees them: what the roll's own facts give, and what only the GM may know."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webapp.rules.check import Source
from webapp.rules.errors import RuleError
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.outcome import Came
from webapp.rules.resonance.ruleset import RULESET
from webapp.rules.resonance.standard import Mode, counting
from webapp.screens.absent import ABSENT
from webapp.screens.audience import Role
from webapp.screens.check_views import CheckView, SourceView
from webapp.screens.foe_numbers import Telling
from webapp.screens.modifiers import Weighing
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Seat

KEPT_BACK = ("against", "by")
HOW_WELL = (*KEPT_BACK, "bonus", "roll", "sr", "total")
"""What says at which number somebody hides."""


def told(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """With what range, aim and surprise give; without what this audience may not know.

    What a check gives by itself can be switched off only by changing the facts. A search does not tell the
    number it has to beat; how well a Hide went is told to whoever hides, and to the GM.
    """
    given = circumstances(check, visibility.board)
    view = _against_others(_with_circumstances(view, given), visibility)
    if any(not visibility.may_name("character", id) for id in Asked.of(check.asked).others):
        view = replace(view, odds=ABSENT)
    kept_back = kept_from(visibility, check)
    return _with_solid_dice(_without(kept_back, view) if kept_back else to_its_own(view, check))


def _with_solid_dice(view: CheckView) -> CheckView:
    """With which die of each pair counts, so that a screen can draw it solid."""
    came = Came.of(view.result.data) if view.result is not None else Came()
    if view.result is None or not came.roll:
        return view
    solid = [counting(pair, Mode(came.mode)) for pair in came.pairs]
    return replace(view, result=replace(view.result, data={**view.result.data, "counting": solid}))


def kept_from(visibility: Visibility, check: Check) -> tuple[str, ...]:
    """The numbers of a check that are not told to this audience."""
    if visibility.audience.role is Role.GM:
        return ()
    asked = Asked.of(check.asked)
    if asked.roll is Kind.HIDE:
        seat = visibility.board.find(Seat, visibility.audience.seat)
        return () if seat is not None and seat.character == check.character else HOW_WELL
    unknown = asked.target is not None and not visibility.may_name("character", asked.target)
    return KEPT_BACK if asked.roll is Kind.SEARCH or unknown else ()


def to_its_own(view: CheckView, check: Check) -> CheckView:
    """A Hide with what its dice came to, the number to find them by: for the GM and for whoever hides."""
    came = Came.of(check.result.data)
    if Asked.of(check.asked).roll is not Kind.HIDE or view.result is None or came.sr is None:
        return view
    said = (f"{came.achieved}.", *view.result.sentences)
    return replace(view, result=replace(view.result, data=check.result.data, sentences=said))


def circumstances(check: Check, board: Board) -> tuple[Source, ...]:
    """What a roll's own facts give: range beyond Touch, taking aim, a Called Shot, surprise."""
    try:
        called = RULESET.read(check.rolled.check) if check.rolled else Weighing(board, check).bare
        return RULESET.assess(RULESET.counting(called, ())).sources
    except RuleError:
        return ()


def _with_circumstances(view: CheckView, sources: tuple[Source, ...]) -> CheckView:
    """Before the roll as sentences, since nobody switches them; afterwards beside what else counted."""
    if view.state == "called":
        return replace(view, notes=(*view.notes, *map(_in_words, sources)))
    more = tuple(SourceView(each.name, str(each.modifier), each.amount, each.note) for each in sources)
    return replace(view, counted=(*view.counted, *more))


def _against_others(view: CheckView, visibility: Visibility) -> CheckView:
    """How it went against everybody else it was aimed at, as far as this audience knows them."""
    result = view.result
    others = Came.of(result.data).others if result is not None else ()
    if result is None or not others:
        return view
    known = [each for each in others if visibility.may_name("character", each["id"])]
    said = (f"{_named(visibility.board, each['id'])}: {_how(each, visibility)}" for each in known)
    told = replace(result, sentences=(*result.sentences, *said), data={**result.data, "others": known})
    return replace(view, result=told)


def _how(faced: Mapping[str, Any], visibility: Visibility) -> str:
    exact = visibility.telling(visibility.board.row(Character, faced["id"])) is Telling.EXACT
    return str(faced["says"]) if exact else "hit." if faced["success"] else "not enough."


def _named(board: Board, id: int) -> str:
    row = board.row(Character, id)
    return row.name if row is not None else "Somebody"


def _in_words(source: Source) -> str:
    said = f"{source.name}: {str(source.modifier).capitalize()}"
    return f"{said}, {source.note}." if source.note else f"{said}."


def _without(kept_back: tuple[str, ...], view: CheckView) -> CheckView:
    """The check without these numbers."""
    asked = {name: each for name, each in view.asked.items() if name != "tn"}
    numbers = {name: each for name, each in view.numbers.items() if name not in kept_back}
    result = view.result
    if result is not None:
        data = {name: each for name, each in result.data.items() if name not in kept_back}
        result = replace(result, data=data)
    return replace(view, asked=asked, numbers=numbers, result=result, odds=ABSENT)
