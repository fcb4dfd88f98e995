"""Redact checks by or against foes whose numbers are hidden."""

from dataclasses import replace

from webapp.rules.check import Resolved
from webapp.rules.ruleset import load_ruleset_or_stand_in
from webapp.state.foe_numbers import NumbersDisclosure, has_number, without_numbers
from webapp.state.visibility import REFERRING, Visibility, things_in_check
from webapp.store.models import Character, Check
from webapp.store.table_state import TableState
from webapp.views.absent import ABSENT
from webapp.views.check_views import CheckView
from webapp.views.game_hooks import game_screens

TELLING_NOTHING = ("choice", "flag", *REFERRING)
"""The kinds of a check's fields that contain no numbers."""


def without_foe_numbers(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """Return a check without hidden numbers of the characters that it is about.

    A foe's own roll keeps only its outcome; a roll at a foe keeps what comes from the roller's own dice and
    sheet. Both lose their odds. The game may keep more numbers.
    """
    people = things_in_check(visibility.state, check)
    if all(visibility.telling(row) is NumbersDisclosure.EXACT for row in people):
        return view
    rolls = (
        visibility.telling(visibility.state.find_ever(Character, check.character))
        is not NumbersDisclosure.EXACT
    )
    game = game_screens(visibility.state.table.ruleset)
    shown_names = game.foes_numbers if rolls else game.own_numbers
    names = [check.intent, *(row.name for row in people)]
    view = replace(
        view,
        asked=_asked(view, visibility.state, shown_names),
        numbers={name: value for name, value in view.numbers.items() if name in shown_names},
        facts=tuple(fact for fact in view.facts if fact.key in shown_names),
        notes=tuple(filter(None, (without_numbers(note, names) for note in view.notes))),
        odds=ABSENT,
        result=_result(view.result, shown_names, names) if view.result is not None else None,
    )
    return replace(view, dice="", count=0, counted=(), adds="") if rolls else view


def _asked(view: CheckView, state: TableState, shown_names: frozenset[str]) -> dict[str, object]:
    """Return the check's fields except those that could reveal a number or dice.

    The fields in `shown_names` are always included.
    """
    kinds = {field.key: field.kind for field in load_ruleset_or_stand_in(state.table.ruleset).check_form}
    plain = {key for key in view.asked if key in shown_names or kinds.get(key) in TELLING_NOTHING}
    return {key: value for key, value in view.asked.items() if key in plain}


def _result(result: Resolved, shown_names: frozenset[str], names: list[str]) -> Resolved:
    said = (without_numbers(sentence, names) for sentence in result.sentences)
    combined = result.combined if result.combined and not has_number(result.combined, names) else None
    data = {name: value for name, value in result.data.items() if name in shown_names}
    known = tuple(fact for fact in result.facts if fact.key in shown_names)
    faces = result.faces if "faces" in shown_names else ()
    sentences = tuple(filter(None, said))
    return replace(result, sentences=sentences, data=data, combined=combined, faces=faces, facts=known)
