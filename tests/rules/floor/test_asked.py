"""What a check was asked for, as each game reads it."""

from dataclasses import dataclass, fields

import pytest

from webapp.rules.check_form import CheckRequest
from webapp.rules.playable_games import ruleset


@dataclass(frozen=True, slots=True)
class Asked(CheckRequest):
    skill: str = "none"
    dc: int | None = None
    foes: tuple[int, ...] = ()
    loud: bool = True


@pytest.mark.parametrize("game", ["mettle", "razorweave", "resonance"])
def test_whatever_a_form_may_say_is_read(game: str) -> None:
    known = {each.name for each in fields(ruleset(game).request_type)}
    assert {each.key for each in ruleset(game).check_form} <= known


def test_what_is_empty_nobody_said_and_what_is_anothers_is_left() -> None:
    said = {"skill": "", "dc": 0, "foes": [2, 3], "loud": None, "facts": {}, "intent": "Jump", "targets": [7]}
    assert Asked.of(said) == Asked(dc=0, foes=(2, 3), intent="Jump", targets=(7,))
    assert Asked.of({"loud": False}) == Asked(loud=False)
