"""For which interface a game is written, and what is said to whom it does not fit."""

import pytest

from webapp.games.freeform.game import Game as Freeform
from webapp.rules.game import INTERFACE, GameDefinition, ensure_old_version, ensure_playable_here


def written_for(interface: object) -> GameDefinition:
    """A game that says this of itself."""
    made: GameDefinition = type("Written", (Freeform,), {"interface": interface})()
    return made


@pytest.mark.parametrize("interface", [(3, 0), ((3, 0), (3, 0)), ((2, 0), (4, 7))])
def test_a_game_whose_range_holds_this_interface_is_played(interface: object) -> None:
    assert INTERFACE == (3, 0), "see to it that the games below are still written for this one"
    ensure_playable_here(written_for(interface))


@pytest.mark.parametrize(
    ("interface", "step"),
    [
        ((2, 0), "update the game"),
        (((1, 0), (2, 9)), "update the game"),
        ((3, 1), "update Tableside"),
        ((4, 0), "update Tableside"),
        (((4, 0), (5, 0)), "update Tableside"),
    ],
)
def test_any_other_is_told_what_to_do(interface: object, step: str) -> None:
    with pytest.raises(ValueError, match=step):
        ensure_playable_here(written_for(interface))


@pytest.mark.parametrize("interface", [3, "3.0", (3,), ((3, 2), (3, 0)), None])
def test_what_is_no_version_is_said_to_be_none(interface: object) -> None:
    with pytest.raises(ValueError, match="not "):
        ensure_playable_here(written_for(interface))


@pytest.mark.parametrize(
    ("made_for", "step"), [(1, "update the game"), (None, "update the game"), (4, "Tableside")]
)
def test_a_package_of_before_is_told_the_same(made_for: object, step: str) -> None:
    ensure_old_version(2)
    with pytest.raises(ValueError, match=f"made for interface {made_for}.*{step}"):
        ensure_old_version(made_for)
