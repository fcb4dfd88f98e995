"""The games share one `check.call`, so their forms must go together."""

from dataclasses import fields

from webapp.rules.playable_games import rulesets
from webapp.table.commands.checks import CallCheck, EditCheck
from webapp.views.check_views import CheckView

KINDS = {"choice", "text", "number", "flag", "character", "characters", "zone", "piece"}


def test_no_field_of_a_game_hides_one_that_all_checks_have() -> None:
    common = {*CallCheck.model_fields, *EditCheck.model_fields, "do"}
    common |= {each.name for each in fields(CheckView)}
    for game in rulesets().values():
        assert not common & {field.key for field in game.check_form}, game.key


def test_a_field_is_of_one_kind_in_all_games() -> None:
    kinds: dict[str, set[str]] = {}
    for game in rulesets().values():
        for field in game.check_form:
            kinds.setdefault(field.key, set()).add(field.kind)
    assert all(len(each) == 1 and each <= KINDS for each in kinds.values())


def test_every_form_says_what_it_asks() -> None:
    for game in rulesets().values():
        for field in game.check_form:
            assert field.name
            assert field.text
            assert bool(field.choices) == (field.kind == "choice")
            assert field.low <= field.high
