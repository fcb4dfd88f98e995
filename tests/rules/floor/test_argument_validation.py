"""A function's annotations, taken at their word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest

from webapp.rules.argument_validation import guarded
from webapp.rules.codec import Longest, Most
from webapp.rules.codec import load_sent as read
from webapp.rules.errors import RuleError


class Side(StrEnum):
    """Where a door leads."""

    IN = "in"
    OUT = "out"


@guarded
@dataclass(frozen=True, slots=True)
class Door:
    """A door for tests."""

    side: Side
    locks: tuple[int, ...] = ()
    pair: tuple[int, int] = (1, 2)
    name: str | None = None
    held: Mapping[str, int] | None = None

    def open(self, by: float, *, loud: bool = False) -> str:
        return f"{self.side} by {by}{'!' if loud else ''}"


@guarded
def count(names: Sequence[str]) -> int:
    return len(names)


def test_lists_and_words_are_taken_where_tuples_and_members_are() -> None:
    door = Door("In", [1, 2], name=None)  # type: ignore[arg-type]
    assert (door.side, door.locks) == (Side.IN, (1, 2))
    assert door.open(2, loud=True) == "in by 2!"
    assert count(each for each in ("a", "b")) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "says", "args"),
    [
        ("side", "“side” must be one of in, out, not 'up'.", {"side": "up"}),
        ("side", "“side” must be one of in, out, not 3.", {"side": 3}),
        ("locks", "“locks” must be a list, not '12'.", {"locks": "12"}),
        ("locks[1]", "“locks[1]” must be a whole number, not true.", {"locks": [1, True]}),
        ("pair", "“pair” must be a list of 2 items, not [1].", {"pair": [1]}),
        ("pair", "“pair” must be a list of 2 items, not ['a'].", {"pair": ["a"]}),
        ("pair", "“pair” must be a list of 2 items, not [1, 2, 3].", {"pair": [1, 2, 3]}),
        ("pair[1]", "“pair[1]” must be a whole number, not 'a'.", {"pair": [1, "a"]}),
        ("name", "“name” must be text, not 7.", {"name": 7}),
        ("held[a]", "“held[a]” must be a whole number, not 'b'.", {"held": {"a": "b"}}),
        ("held", "“held” must be an object with named values, not [].", {"held": []}),
        (
            "colour",
            "Door takes side, locks, pair, name, held. There is no argument “colour”.",
            {"colour": "red"},
        ),
        (
            "lock",
            "Door takes side, locks, pair, name, held. There is no argument “lock”. Did you mean locks?",
            {"lock": [1]},
        ),
    ],
)
def test_whatever_does_not_fit_is_a_sentence_with_its_field(
    field: str, says: str, args: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as refused:
        Door(**{"side": "in", **args})
    assert (refused.value.field, str(refused.value)) == (field, says)


def test_methods_are_guarded_and_so_is_how_they_are_called() -> None:
    door: Any = Door(Side.OUT)
    for wrong in (lambda: door.open("wide"), lambda: door.open(1, True), lambda: door.open()):
        with pytest.raises(RuleError):
            wrong()


@guarded
@dataclass(frozen=True, slots=True)
class House:
    """A house for tests, with a way in."""

    front: Door
    others: tuple[Door, ...] = ()


def test_fields_by_name_are_taken_where_a_value_is() -> None:
    house = House({"side": "in", "locks": [1]}, [{"side": "out"}])  # type: ignore[arg-type, list-item]
    assert (house.front, house.others) == (Door(Side.IN, (1,)), (Door(Side.OUT),))


@pytest.mark.parametrize(
    ("field", "says", "args"),
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
    field: str, says: str, args: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as refused:
        House(**args)
    assert (refused.value.field, str(refused.value)) == (field, says)


def test_an_argument_that_is_missing_is_named() -> None:
    with pytest.raises(RuleError, match=r"Door takes .* “side” is missing\.") as refused:
        Door()  # type: ignore[call-arg]
    assert refused.value.field == "side"


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands on a door, for tests."""

    text: Annotated[str, Longest(3)]
    colour: Literal["red", "blue"] = "red"
    size: int = 1
    nails: Annotated[tuple[int, ...], Most(2)] = ()


def test_what_a_program_sends_is_read_strictly_and_null_says_nothing() -> None:
    assert read(Sign, {"text": "Oak", "colour": "blue", "size": None}) == Sign("Oak", "blue", 1)
    assert read(Sign, {"text": "", "nails": [1, 2]}) == Sign("", nails=(1, 2))


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
        read(Sign, sent)
    assert (refused.value.field, str(refused.value)) == (field, says)


def test_the_first_thing_that_is_wrong_is_said_and_what_is_missing_last() -> None:
    for sent, field in (
        ({"size": "x", "colour": "green", "text": "Oak"}, "size"),
        ({"colour": "green", "size": "x", "text": "Oak"}, "colour"),
        ({"size": "x"}, "size"),
        ({"colour": "red"}, "text"),
    ):
        with pytest.raises(RuleError) as refused:
            read(Sign, sent)
        assert refused.value.field == field


def test_a_value_is_no_word_for_another_and_words_are_no_numbers() -> None:
    for wrong in ("1", 1.0, True, None):
        with pytest.raises(RuleError, match=r"“locks\[0\]” must be a whole number"):
            Door(Side.IN, [wrong])  # type: ignore[list-item, arg-type]
    assert Door(Side.IN).open(2) == "in by 2", "a whole number stays one where a fraction might stand"
