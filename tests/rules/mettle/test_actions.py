"""The eleven Actions as data: what rolls against what, and a group's own Actions."""

from typing import Any

import pytest

from webapp.games.mettle.rules import action, all_actions, custom_action, passive
from webapp.rules.errors import CatalogueError, RuleError

DELAY = "Delay"


@pytest.mark.parametrize(
    ("key", "ways", "against", "usual", "twists"),
    [
        ("attack", [("NATURE", "melee"), ("CULTURE", "ranged")], ("POISE",), None, 8),
        ("heal", [("CULTURE", "life and death")], ("difficulty",), 3, 5),
        ("know", [("MOTIVE", "CALLING does not fit")], ("difficulty", "MOTIVE"), None, 4),
        ("move", [("POISE", "hindered")], ("difficulty",), None, 4),
        ("race", [("POISE", "driving")], ("speed",), None, 4),
        ("rattle", [("NATURE", "spite, authority or wit")], ("MOTIVE",), None, 4),
        ("sneak", [("POISE", "about to be found out")], ("MOTIVE",), None, 4),
        ("sway", [("NATURE", "social")], ("MOTIVE",), None, 4),
        ("travel", [("POISE", "leading the way")], ("difficulty",), None, 6),
        (
            "use",
            [("MOTIVE", "mental"), ("NATURE", "social"), ("POISE", "athletic")],
            ("difficulty",),
            None,
            5,
        ),
    ],
)
def test_what_an_action_rolls_against_what(
    key: str, ways: list[tuple[str, str]], against: tuple[str, ...], usual: int | None, twists: int
) -> None:
    found = action(key)
    assert [(way.attribute, way.when) for way in found.ways] == ways
    assert (found.against, found.usual, found.calling) == (against, usual, True)
    assert found.success
    assert found.edge
    assert found.failure
    assert len(found.twists) == twists
    assert found.twists[0].startswith(DELAY)


def test_there_are_eleven_actions_and_a_rally_takes_no_check() -> None:
    keys = ["attack", "heal", "know", "move", "race", "rally", "rattle", "sneak", "sway", "travel", "use"]
    assert list(all_actions()) == keys
    assert not action("rally").checked
    assert all(action(key).checked for key in keys if key != "rally")


def test_attack_has_eight_forms_and_move_three_cases() -> None:
    assert [form.key for form in action("attack").forms] == [
        "melee",
        "ranged",
        "area",
        "disarm",
        "grapple",
        "shove",
        "split",
        "vehicle",
    ]
    assert [form.key for form in action("move").forms] == ["obstacles", "climbing", "chases"]
    assert [form.key for form in action("sneak").forms] == ["hiding", "surprise", "steal"]


def test_the_attribute_depends_on_the_way() -> None:
    assert action("attack").attribute() == "NATURE"
    assert action("attack").attribute("ranged") == "CULTURE"
    with pytest.raises(RuleError, match="no case of Attack “thrown”"):
        action("attack").attribute("thrown")


def test_calling_is_never_what_another_rolls_against() -> None:
    with pytest.raises(RuleError, match="CALLING cannot be the Difficulty"):
        passive("CALLING", [6])


def test_a_group_opposes_with_its_highest() -> None:
    assert passive("MOTIVE", [2, 5, 4]) == 5
    with pytest.raises(RuleError, match="needs an opponent"):
        passive("MOTIVE", [])


def test_a_group_writes_its_own_action() -> None:
    row: dict[str, Any] = {
        "key": "hack",
        "name": "Hack",
        "text": "Into the machine.",
        "ways": [{"attribute": "CULTURE", "when": "at a keyboard"}],
        "against": ["difficulty"],
        "success": "In.",
        "edge": "Fewer traces.",
        "failure": "Locked out.",
        "twists": ["Delay: a progress bar"],
    }
    assert custom_action(row).attribute() == "CULTURE"
    for slip, sentence in [
        ({"twists": []}, "twists: a formal Action needs this part"),
        (
            {"ways": [{"attribute": "LUCK", "when": "always"}]},
            r"“ways\[0\].attribute” must be one of",
        ),
        ({"against": ["MOOD"]}, r"“against\[0\]” must be one of difficulty"),
        ({"twists": [3]}, r"“twists\[0\]” must be text, not 3"),
        ({"twists": [" "]}, "Describe each Twist in words"),
        ({"succes": "In."}, "succes: there is no such field"),
        ({"name": 4}, "name: it must be text, not 4"),
    ]:
        with pytest.raises(CatalogueError, match=sentence):
            custom_action({**row, **slip})
    with pytest.raises(CatalogueError, match="failure: it is missing"):
        custom_action({key: value for key, value in row.items() if key != "failure"})


def test_a_groups_own_action_may_take_no_check_and_then_has_no_parts_of_one() -> None:
    row = {"key": "pray", "name": "Pray", "text": "Ask for help.", "checked": False}
    assert not custom_action(row).checked
    with pytest.raises(CatalogueError, match="failure: there is no such field"):
        custom_action({**row, "failure": "Silence."})


def test_what_takes_no_check_has_no_attribute() -> None:
    with pytest.raises(RuleError, match="Rally takes no Check"):
        action("rally").attribute()


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(RuleError, match="no Action “dance”"):
        action("dance")
    assert "attack" in all_actions()
