"""Effects, and which checks they name."""

import copy
import pickle
from typing import Any

import pytest

from webapp.rules.check import Modifier
from webapp.rules.effects import Effect, ModifierKind, named_by, own_modifier
from webapp.rules.errors import RuleError
from webapp.store.column_types import Effects


def test_an_effect_is_read_and_written_as_json_has_it() -> None:
    effect = Effect.parse({"on": "stealth", "modifier": "edge"})

    assert effect == Effect("stealth", ModifierKind.EDGE, 1, "")
    assert effect.as_dict() == {"on": "stealth", "modifier": "edge", "amount": 1, "note": ""}
    assert Effect.parse(effect.as_dict()) == effect


def test_a_game_adds_a_modifier_of_its_own_named_after_it() -> None:
    dark, oil = own_modifier("lantern.dark"), own_modifier("lantern.oil", signed=True)

    assert Effect.parse({"on": "anything", "modifier": "lantern.oil", "amount": -1}).modifier is oil
    assert own_modifier("lantern.dark") is dark
    assert copy.deepcopy(dark) is dark
    assert pickle.loads(pickle.dumps(dark)) is dark
    assert Effect("anything", dark).as_dict()["modifier"] == "lantern.dark"
    with pytest.raises(RuleError, match=r"The amount of “lantern\.dark” must be 1 to 20"):
        Effect("anything", dark, -1)


def test_a_modifier_that_no_game_added_is_refused_with_those_there_are() -> None:
    own_modifier("lantern.oil", signed=True)
    with pytest.raises(RuleError, match=r"one of edge, burden, .*lantern\.oil") as refused:
        Effect.parse({"on": "anything", "modifier": "lantern.oli"})
    assert refused.value.field == "modifier"


@pytest.mark.parametrize("name", ["oil", "lantern.", "Lantern.oil", "lantern.oil.more"])
def test_a_modifier_of_a_game_has_its_key_before_it(name: str) -> None:
    with pytest.raises(RuleError, match="needs a name like"):
        own_modifier(name)


def test_what_is_stored_of_a_game_that_is_not_here_can_be_read() -> None:
    raw = {"on": "the dark", "modifier": "gone.dread", "amount": -2, "note": ""}
    assert [effect.as_dict() for effect in Effects().read([raw])] == [raw]


@pytest.mark.parametrize("modifier", ["dc", "difficulty", "dice"])
def test_a_dc_a_difficulty_and_a_pool_may_be_lowered(modifier: str) -> None:
    assert Effect.parse({"on": "anything", "modifier": modifier, "amount": -2}).amount == -2


@pytest.mark.parametrize(
    ("mapping", "field"),
    [
        ({"on": "stealth"}, "modifier"),
        ({"modifier": "edge"}, "on"),
        ({"on": "stealth", "modifier": "egde"}, "modifier"),
        ({"on": 3, "modifier": "edge"}, "on"),
        ({"on": "stealth", "modifier": "edge", "amount": 0}, "amount"),
        ({"on": "stealth", "modifier": "burden", "amount": -1}, "amount"),
        ({"on": "stealth", "modifier": "edge", "amount": "1"}, "amount"),
        ({"on": "stealth", "modifier": "edge", "amount": True}, "amount"),
        ({"on": "stealth", "modifier": "dc", "amount": 21}, "amount"),
        ({"on": "stealth", "modifier": "edge", "amuont": 1}, "amuont"),
        ({"on": "stealth", "modifier": "edge", "note": "x" * 301}, "note"),
    ],
)
def test_a_wrong_effect_names_its_field(mapping: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as refused:
        Effect.parse(mapping)
    assert refused.value.field == field


def test_a_modifier_may_be_said_as_a_word() -> None:
    assert Effect("stealth", "edge").modifier is ModifierKind.EDGE  # type: ignore[arg-type]
    assert Modifier("Bless", "advantage").modifier is ModifierKind.ADVANTAGE  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Effect("stealth", "egde"), "modifier"),  # type: ignore[arg-type]
        (lambda: Modifier("Fog", "egde"), "modifier"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_modifier_is_refused(make: Any, field: str) -> None:
    with pytest.raises(RuleError) as refused:
        make()
    assert refused.value.field == field


def test_a_misspelt_field_gets_a_hint() -> None:
    with pytest.raises(RuleError, match="Did you mean amount"):
        Effect.parse({"on": "stealth", "modifier": "edge", "amuont": 1})


@pytest.mark.parametrize(
    ("on", "words", "named"),
    [
        ("stealth", ("AGI", "Stealth"), True),
        ("Stealth", ("I sneak past them",), True),
        ("PRE", ("Presence",), True),
        ("PRE", ("I prepare the ground",), False),
        ("movement and balance", ("climbing the wall",), True),
        ("movement and balance", ("Acrobatics",), True),
        ("movement and balance", ("talk",), False),
        ("sight", ("Perception", "look around"), True),
        ("sight", ("search the room",), True),
        ("sight", ("Perception", "listen at the door"), False),
        ("perception", ("listen at the door",), True),
        ("perception", ("spot the tripwire",), True),
        ("physical", ("MIG",), True),
        ("physical", ("RSN", "History"), False),
        ("ranged attacks downward", ("ranged attack downward",), True),
        ("ranged attacks downward", ("ranged attack",), False),
        ("anything", (), True),
        ("", ("Stealth",), False),
        ("perception or reaction", ("react at once",), True),
    ],
)
def test_an_effect_names_a_check_by_whole_words(on: str, words: tuple[str, ...], named: bool) -> None:
    assert named_by(Effect(on, ModifierKind.BURDEN), *words) is named
