"""Checks that foes make, or that are aimed at foes, where their numbers are not told."""

from dataclasses import replace

from webapp.rules.check import Resolved
from webapp.rules.ruleset import played
from webapp.screens.absent import ABSENT
from webapp.screens.check_views import CheckView
from webapp.screens.foe_numbers import Telling, counts, without_numbers
from webapp.screens.games import game_screens
from webapp.screens.visibility import REFERRING, Visibility, in_check
from webapp.store.board import Board
from webapp.store.models import Character, Check

TELLING_NOTHING = ("choice", "flag", *REFERRING)
"""The kinds of field of a check that hold no number."""


def without_theirs(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """A check without what this audience is not told of those it is about.

    Of a foe's own roll the outcome is left, of a roll at a foe what the roller's own dice and sheet give; the
    game says what more.
    """
    people = in_check(visibility.board, check)
    if all(visibility.telling(row) is Telling.EXACT for row in people):
        return view
    rolls = visibility.telling(visibility.board.row(Character, check.character)) is not Telling.EXACT
    game = game_screens(visibility.board.table.ruleset)
    told = game.foes_numbers if rolls else game.own_numbers
    names = [check.intent, *(row.name for row in people)]
    view = replace(
        view,
        asked=_asked(view, visibility.board, told),
        numbers={name: each for name, each in view.numbers.items() if name in told},
        notes=tuple(filter(None, (without_numbers(each, names) for each in view.notes))),
        odds=ABSENT,
        result=_result(view.result, told, names) if view.result is not None else None,
    )
    return replace(view, dice="", count=0, counted=(), adds="") if rolls else view


def _asked(view: CheckView, board: Board, told: frozenset[str]) -> dict[str, object]:
    """What was asked for, without numbers and without dice in words."""
    kinds = {field.key: field.kind for field in played(board.table.ruleset).check_form}
    plain = {key for key in view.asked if key in told or kinds.get(key) in TELLING_NOTHING}
    return {key: each for key, each in view.asked.items() if key in plain}


def _result(result: Resolved, told: frozenset[str], names: list[str]) -> Resolved:
    said = (without_numbers(each, names) for each in result.sentences)
    combined = result.combined if result.combined and not counts(result.combined, names) else None
    data = {name: each for name, each in result.data.items() if name in told}
    return replace(result, sentences=tuple(filter(None, said)), data=data, combined=combined)
