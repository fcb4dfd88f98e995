"""What is said of those whom the GM plays where no numbers are told."""

import pytest

from webapp.state.foe_numbers import has_number, without_numbers


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bog loses 7 Points, now -2 of 9.", "Bog loses Points."),
        ("HP 4 of 9. Bog is Tired!", "Bog is Tired!"),
        ("Guard 2 runs; Guard 2 has 3 of 9.", "Guard 2 runs"),
        ("Bog: Failure. Score 2: a failure; it may be tried again.", "Bog: Failure. It may be tried again."),
    ],
)
def test_what_counts_something_is_left_out_and_names_stay(text: str, said: str) -> None:
    assert without_numbers(text, ["Guard 2"]) == said
    assert has_number(text, ["Guard 2"])
    assert not has_number(said, ["Guard 2"])
