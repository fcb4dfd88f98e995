"""For which interface a game is written, and what is said to whom it does not fit."""

import pytest

from webapp.games.freeform.game import Game as Freeform
from webapp.rules.game import INTERFACE, GameDefinition, ensure_playable_here


def written_for(interface: object) -> GameDefinition:
    """A game that says this of itself."""
    made: GameDefinition = type("Written", (Freeform,), {"interface": interface})()
    return made


@pytest.mark.parametrize("interface", [(1, 0), ((1, 0), (1, 0)), ((0, 2), (2, 7))])
def test_a_game_whose_range_holds_this_interface_is_played(interface: object) -> None:
    assert INTERFACE == (1, 0), "see to it that the games below are still written for this one"
    ensure_playable_here(written_for(interface))


@pytest.mark.parametrize(
    ("interface", "step"),
    [
        ((0, 2), "update the game"),
        (((0, 1), (0, 9)), "update the game"),
        ((1, 1), "update Tableside"),
        ((2, 0), "update Tableside"),
        (((2, 0), (3, 0)), "update Tableside"),
    ],
)
def test_any_other_is_told_what_to_do(interface: object, step: str) -> None:
    with pytest.raises(ValueError, match=step):
        ensure_playable_here(written_for(interface))


@pytest.mark.parametrize("interface", [1, "1.0", (1,), ((1, 2), (1, 0)), None])
def test_what_is_no_version_is_said_to_be_none(interface: object) -> None:
    with pytest.raises(ValueError, match="not "):
        ensure_playable_here(written_for(interface))
