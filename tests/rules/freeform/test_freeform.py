"""Freeform: names, sentences and clocks, no dice."""

import pytest

from webapp.games.freeform.rules import RULESET
from webapp.rules.check import ContextItem, Resolved
from webapp.rules.check_form import CheckRequest
from webapp.rules.check_hooks import RolledCheck
from webapp.rules.codec import load_value
from webapp.rules.dice import Loaded
from webapp.rules.effects import ModifierKind
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import ruleset, rulesets


def held(name: str) -> ContextItem:
    entry = RULESET.catalogue.find(name)
    return ContextItem(entry.name, entry.kind, entry.effects)


def test_the_five_kinds_of_clock_have_their_roles() -> None:
    assert [(kind.key, kind.role) for kind in RULESET.catalogue.clock_kinds] == [
        ("progress", "progress"),
        ("threat", "threat"),
        ("danger", "threat"),
        ("faction", "threat"),
        ("personal", "progress"),
    ]


def test_the_warehouse_can_be_set_up_from_the_catalogue() -> None:
    assert [RULESET.catalogue.find(name).kind for name in ("Cramped", "Fragile Cover", "Slick")] == [
        "tag"
    ] * 3


def test_every_effect_is_a_sentence_or_a_plain_limit() -> None:
    for entry in RULESET.catalogue.values():
        for effect in entry.effects:
            assert effect.modifier in (ModifierKind.NOTE, ModifierKind.BLOCKS), entry.name
        if entry.kind != "clock":
            assert entry.effects, entry.name
            assert entry.clears, entry.name


def test_what_stands_around_is_read_out() -> None:
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"intent": "I run for the door"}),
        [held("Slick"), held("Stuck"), held("Tense")],
    )
    assert assessed.blocked == ("Stuck: get free first.",)
    assert assessed.warnings == ("Slick: quick steps may slip.",)


def test_nothing_is_rolled() -> None:
    with pytest.raises(RuleError, match="no dice"):
        RULESET.resolve(load_value(RULESET.check, {}), Loaded(6))
    assert RULESET.odds(load_value(RULESET.check, {})) == {}
    nothing = RolledCheck(RULESET.check(), Resolved("", "", False), CheckRequest())
    assert RULESET.proposes(nothing) == ()


def test_four_games_are_installed_and_another_name_is_refused() -> None:
    assert list(rulesets()) == ["freeform", "mettle", "razorweave", "resonance"]
    assert ruleset("freeform") is RULESET
    with pytest.raises(RuleError, match="There is no ruleset “chess”"):
        ruleset("chess")
    assert "chess" not in rulesets()
