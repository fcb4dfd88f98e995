"""What stands in JSON is read by a class's annotations, and a sentence names what does not fit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest

from webapp.rules.codec import AnyCase, Longest, Most, ensure_limits, load_sent, load_value, member
from webapp.rules.errors import RuleError


class Side(AnyCase):
    """Where a door leads."""

    IN = "in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Door:
    """A door for tests."""

    side: Side
    locks: tuple[int, ...] = ()
    pair: tuple[int, int] = (1, 2)
    name: str | None = None
    held: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class House:
    """A house for tests, with a way in."""

    front: Door
    others: tuple[Door, ...] = ()


def test_lists_and_words_and_fields_by_name_are_read_as_what_they_stand_for() -> None:
    house = load_value(House, {"front": {"side": "In", "locks": [1, 2]}, "others": [{"side": "out"}]})
    assert (house.front, house.others) == (Door(Side.IN, (1, 2)), (Door(Side.OUT),))


@pytest.mark.parametrize(
    ("field", "says", "sent"),
    [
        ("side", "“side” must be one of in, out, not 'up'.", {"side": "up"}),
        ("side", "“side” must be one of in, out, not 3.", {"side": 3}),
        ("locks", "“locks” must be a list, not '12'.", {"locks": "12"}),
        ("locks[1]", "“locks[1]” must be a whole number, not true.", {"locks": [1, True]}),
        ("locks[0]", "“locks[0]” must be a whole number, not '1'.", {"locks": ["1"]}),
        ("pair", "“pair” must be a list of 2 items, not [1].", {"pair": [1]}),
        ("pair", "“pair” must be a list of 2 items, not ['a'].", {"pair": ["a"]}),
        ("pair", "“pair” must be a list of 2 items, not [1, 2, 3].", {"pair": [1, 2, 3]}),
        ("pair[1]", "“pair[1]” must be a whole number, not 'a'.", {"pair": [1, "a"]}),
        ("name", "“name” must be text, not 7.", {"name": 7}),
        ("held[a]", "“held[a]” must be a whole number, not 'b'.", {"held": {"a": "b"}}),
        ("held", "“held” must be an object with named values, not [].", {"held": []}),
        ("lock", "There is no field “lock”. Did you mean locks?", {"lock": [1]}),
    ],
)
def test_whatever_does_not_fit_is_a_sentence_with_its_field(
    field: str, says: str, sent: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as refused:
        load_value(Door, {"side": "in", **sent})
    assert (refused.value.field, str(refused.value)) == (field, says)


@pytest.mark.parametrize(
    ("field", "says", "sent"),
    [
        ("front.side", "“front.side” must be one of in, out, not 'up'.", {"front": {"side": "up"}}),
        ("front.side", "“front.side” is missing.", {"front": {"locks": [1]}}),
        ("front.colour", "There is no field “front.colour”.", {"front": {"side": "in", "colour": "red"}}),
        ("front", "“front” must be an object with side, locks, pair, name, held, not 7.", {"front": 7}),
        (
            "others[1].locks[0]",
            "“others[1].locks[0]” must be a whole number, not 'x'.",
            {"front": {"side": "in"}, "others": [{"side": "in"}, {"side": "in", "locks": ["x"]}]},
        ),
    ],
)
def test_a_field_within_a_value_is_named_by_its_way_there(
    field: str, says: str, sent: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as refused:
        load_value(House, sent)
    assert (refused.value.field, str(refused.value)) == (field, says)


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands on a door, for tests."""

    text: Annotated[str, Longest(3)]
    colour: Literal["red", "blue"] = "red"
    size: int = 1
    nails: Annotated[tuple[int, ...], Most(2)] = ()


def test_what_a_program_sends_is_read_strictly_and_null_says_nothing() -> None:
    assert load_sent(Sign, {"text": "Oak", "colour": "blue", "size": None}) == Sign("Oak", "blue", 1)
    assert load_sent(Sign, {"text": "", "nails": [1, 2]}) == Sign("", nails=(1, 2))


@pytest.mark.parametrize(
    ("field", "says", "sent"),
    [
        ("text", "“text” is missing.", {"text": None}),
        ("text", "“text” must be text of at most 3 characters, not 'long'.", {"text": "long"}),
        ("text", f"“text” must be text of at most 3 characters, not '{'x' * 79}....", {"text": "x" * 9999}),
        ("text", "“text” must be text of at most 3 characters, not 5.", {"text": 5}),
        (
            "nails",
            "“nails” must be a list of at most 2 items, not [1, 2, 3].",
            {"text": "", "nails": [1, 2, 3]},
        ),
        ("nails", "“nails” must be a list, not 'one'.", {"text": "", "nails": "one"}),
        ("nails", "“nails” must be a list, not 'on'.", {"text": "", "nails": "on"}),
        ("nails", "“nails” must be a list, not 7.", {"text": "", "nails": 7}),
        ("nails[1]", "“nails[1]” must be a whole number, not 'b'.", {"text": "", "nails": [1, "b"]}),
        ("colour", "“colour” must be one of red, blue, not 'green'.", {"text": "Oak", "colour": "green"}),
        ("colour", "“colour” must be one of red, blue, not [].", {"text": "Oak", "colour": []}),
        ("size", "“size” must be a whole number, not true.", {"text": "Oak", "size": True}),
        ("sise", "There is no field “sise”. Did you mean size?", {"text": "Oak", "sise": 2}),
    ],
)
def test_what_is_sent_wrong_is_named(field: str, says: str, sent: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as refused:
        load_sent(Sign, sent)
    assert (refused.value.field, str(refused.value)) == (field, says)


def test_the_first_thing_that_is_wrong_is_said_and_what_is_missing_last() -> None:
    for sent, field in (
        ({"size": "x", "colour": "green", "text": "Oak"}, "size"),
        ({"colour": "green", "size": "x", "text": "Oak"}, "colour"),
        ({"size": "x"}, "size"),
        ({"colour": "red"}, "text"),
    ):
        with pytest.raises(RuleError) as refused:
            load_sent(Sign, sent)
        assert refused.value.field == field


def test_a_word_at_a_prompt_names_a_member_in_any_case() -> None:
    assert member(Side, " In ", "side") is member(Side, Side.IN, "side") is Side.IN
    with pytest.raises(RuleError, match="“side” must be one of in, out, not 'up'") as refused:
        member(Side, "up", "side")
    assert (refused.value.field, refused.value.value) == ("side", "up")


@dataclass(frozen=True, slots=True)
class Plate:
    """A class that refuses what is outside its limits itself, for tests."""

    text: Annotated[str, Longest(3)] | None = None
    colour: Literal["red", "blue"] | None = "red"
    places: tuple[Literal["left", "right"], ...] = ()

    def __post_init__(self) -> None:
        ensure_limits(self)


def test_a_class_refuses_a_field_outside_its_limits_as_its_json_would_be() -> None:
    assert Plate(None, None, ("left",)) != Plate("Oak", "blue")
    for sent in ({"text": "long"}, {"colour": "green"}):
        with pytest.raises(RuleError) as made:
            Plate(**sent)  # type: ignore[arg-type]
        with pytest.raises(RuleError) as read:
            load_value(Plate, sent)
        assert (made.value.field, str(made.value)) == (read.value.field, str(read.value))
