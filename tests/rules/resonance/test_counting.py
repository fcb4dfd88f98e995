"""Which die of a pair counts: the screen draws that one solid."""

import pytest

from webapp.games.resonance.rules.standard_roll import Mode, counting


@pytest.mark.parametrize(
    ("pair", "mode", "which"),
    [
        ((7, 3), Mode.NORMAL, "main"),
        ((3, 7), Mode.NORMAL, "main"),
        ((7, 3), Mode.DISADVANTAGE, "lucky"),
        ((3, 7), Mode.DISADVANTAGE, "main"),
        ((7, 3), Mode.ADVANTAGE, "main"),
        ((3, 7), Mode.ADVANTAGE, "lucky"),
        ((5, 5), Mode.DISADVANTAGE, "both"),
    ],
)
def test_the_die_that_is_read_is_the_one_that_counts(pair: tuple[int, int], mode: Mode, which: str) -> None:
    assert counting(pair, mode) == which
