"""What is said of those whom the GM plays where no numbers are told."""

import doctest

import pytest

from webapp.state import foe_numbers
from webapp.state.foe_numbers import has_number, without_numbers


def test_its_example_holds() -> None:
    assert doctest.testmod(foe_numbers) == (0, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bog loses 7 Points, now -2 of 9.", "Bog loses Points."),
        ("HP 4 of 9. Bog is Tired!", "Bog is Tired!"),
        ("Guard 2 runs; Guard 2 has 3 of 9.", "Guard 2 runs"),
    ],
)
def test_what_counts_something_is_left_out_and_names_stay(text: str, said: str) -> None:
    assert without_numbers(text, ["Guard 2"]) == said
    assert has_number(text, ["Guard 2"])
    assert not has_number(said, ["Guard 2"])
