"""What a table keeps of a check comes back as it was, whatever was in it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from webapp.games.mettle.rules.zones import Legs
from webapp.games.resonance.rules.pools import OwnTag
from webapp.rules.check import CountedModifier, RollRecord
from webapp.rules.codec import dump_value, load_value
from webapp.rules.effects import Effect, ModifierKind, own_modifier

KINDS = [*ModifierKind, own_modifier("lantern.oil", signed=True)]
LOWERED = [ModifierKind.DC, ModifierKind.DIFFICULTY, ModifierKind.DICE, KINDS[-1]]
WORDS = st.text(st.characters(codec="utf-8"), max_size=80)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS
JSON = st.recursive(PLAIN, lambda within: st.lists(within) | st.dictionaries(WORDS, within), max_leaves=8)
THINGS = st.tuples(st.sampled_from(["tag", "condition", "helper"]), st.integers(1, 2**31))
COUNTED = st.builds(
    CountedModifier, WORDS, st.sampled_from(KINDS), st.integers(), WORDS, thing=st.none() | THINGS
)
ROLLED = st.builds(
    RollRecord,
    st.dictionaries(WORDS, JSON, min_size=1),
    WORDS,
    st.integers(2, 100),
    st.dictionaries(WORDS, JSON),
    st.lists(COUNTED).map(tuple),
    st.lists(THINGS).map(tuple),
)
EFFECTS = st.one_of(
    st.builds(Effect, WORDS, st.sampled_from(KINDS), st.integers(1, 20), WORDS),
    st.builds(Effect, WORDS, st.sampled_from(LOWERED), st.integers(-20, -1), WORDS),
)
SPEEDS = st.fractions(min_value=0, max_value=60, max_denominator=999)


@given(ROLLED | EFFECTS | COUNTED | st.builds(Legs, SPEEDS.filter(bool)))
def test_what_is_kept_comes_back_and_is_written_again_as_it_was(value: object) -> None:
    text = json.dumps(dump_value(value))
    again = load_value(type(value), json.loads(text))
    assert again == value
    assert json.dumps(dump_value(again)) == text


def test_each_way_of_writing_what_is_kept_is_read() -> None:
    assert load_value(OwnTag, {"name": "Cursed", "kind": "status"}) == OwnTag("Cursed")
    assert load_value(Legs, {"speed": " 1/2 "}) == load_value(Legs, {"speed": "0.5"})
