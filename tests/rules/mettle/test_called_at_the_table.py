"""A Check called at the table: what rolls, against what, and what follows from it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from webapp.games.mettle.rules import RULESET, MettleRequest
from webapp.games.mettle.rules.sheet import has_sheet, sheet_of
from webapp.rules.check import Modifier, ProposalLine
from webapp.rules.check_hooks import RolledCheck

ANN = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}


def foe(**more: Any) -> dict[str, Any]:
    known = {"id": 2, "name": "Bog", "frame": 3, "poise": 2, "motive": 3, "current": 8, "maximum": 8}
    return {**known, **more}


def rolled(
    asked: dict[str, Any], dice: Sequence[int], stats: dict[str, Any] = ANN
) -> tuple[ProposalLine, ...]:
    """The lines that this Check proposes when the dice fall so."""
    said = read(asked)
    check = RULESET.called(said, stats)
    return RULESET.proposes(RolledCheck(check, RULESET.resolve(check, list(dice)), said))


def read(asked: dict[str, Any]) -> MettleRequest:
    """What was asked for, with the facts that a table would know."""
    return MettleRequest.of(asked)


def lines(found: Sequence[ProposalLine]) -> list[tuple[str, dict[str, object]]]:
    return [(each.do, dict(each.fields)) for each in found]


def test_a_sheet_reads_attributes_mettle_and_armour() -> None:
    sheet = sheet_of({**ANN, "Mettle": 4, "Armour": 2, "Proof": "yes", "Speed": "1/2"})
    assert (sheet["NATURE"], sheet.mettle.current, sheet.mettle.maximum) == (5, 4, 10)
    assert (sheet.armour, sheet.proof, str(sheet.speed)) == (2, True, "1/2")
    assert sheet_of(ANN, starving=2).mettle.maximum == 8


def test_an_npc_may_be_its_threat_alone() -> None:
    sheet = sheet_of({"threat": "3D+7"})
    assert (sheet["POISE"], sheet["FRAME"], sheet.mettle.maximum) == (3, 7, 6)
    assert sheet_of({"Threat": "3D+7", "POISE": 5})["POISE"] == 5
    assert sheet_of({"Threat": "big", "NATURE": True, "Speed": "far"})["NATURE"] == 0
    assert has_sheet({"poise": 3})
    assert not has_sheet({"Luck": 3})


@pytest.mark.parametrize(
    ("asked", "pool", "difficulty"),
    [
        ({"action": "attack", "facts": {"foes": [foe()]}}, 5, 2),
        ({"action": "attack", "manner": "ranged", "facts": {"foes": [foe()]}}, 3, 2),
        ({"action": "attack", "manner": "area", "facts": {"foes": [foe(), foe(id=3)]}}, 3, 0),
        ({"action": "attack", "manner": "vehicle", "facts": {"foes": [foe(speed=4)]}}, 5, 4),
        ({"action": "heal"}, 3, 3),
        ({"action": "heal", "place": "unsanitary"}, 3, 4),
        ({"action": "know", "difficulty": 6}, 4, 6),  # 003:137, "a Check of MOTIVE"
        ({"action": "know", "attribute": "CALLING", "facts": {"foes": [foe()]}}, 6, 3),  # 003:139, CALLING
        ({"action": "move", "facts": {"obstacles": [2, 1], "difficulty": 3}}, 4, 3),
        ({"action": "race", "facts": {"difficulty": 5}}, 4, 5),
        ({"action": "rattle", "facts": {"foes": [foe()]}}, 5, 3),
        ({"action": "sneak", "facts": {"foes": [foe(), foe(id=3, motive=5)]}}, 4, 5),
        ({"action": "sway", "facts": {"foes": [foe()]}}, 5, 3),
        ({"action": "travel", "facts": {"difficulty": 4}}, 4, 4),
        ({"action": "use", "attribute": "NATURE", "difficulty": 3, "pool": 2}, 2, 3),
    ],
)
def test_every_action_knows_what_rolls_against_what(
    asked: dict[str, Any], pool: int, difficulty: int
) -> None:
    met = RULESET.modifiers_for(RULESET.called(read(asked), ANN))
    assert (met.data["pool"], met.data["difficulty"]) == (pool, difficulty)
    assert RULESET.describe_missing_input(read(asked)) == ""


def test_what_is_missing_is_said_before_the_roll() -> None:
    assert "Choose an Action" in RULESET.describe_missing_input(read({}))
    assert "Difficulty" in RULESET.describe_missing_input(read({"action": "use"}))
    assert "POISE" in RULESET.describe_missing_input(read({"action": "attack"}))
    assert RULESET.describe_missing_input(read({"action": "heal"})) == ""
    assert RULESET.describe_missing_input(read({"action": "use", "difficulty": 0, "manner": ""})) == ""


def test_a_hit_does_weapon_damage_and_edge_less_what_is_soaked() -> None:
    asked = {"action": "attack", "facts": {"who": foe(id=1, frame=3), "foes": [foe(armour=1)]}}
    asked["facts"]["weapon"] = {"name": "Sword", "damage": "FRAME+3"}
    (hurt,) = rolled(asked, [1, 2, 4, 5, 6])
    assert (hurt.do, dict(hurt.fields), hurt.low, hurt.high) == (
        "mettle.hurt",
        {"character": 2, "by": 5},
        0,
        5,
    )
    assert rolled(asked, [1, 4, 4, 5, 6]) == ()


def test_an_unnoticed_attacker_adds_the_edge_of_the_sneak() -> None:
    facts = {"who": foe(id=1, unnoticed=2), "foes": [foe(surprised=True)]}
    (hurt,) = rolled({"action": "attack", "damage": "7", "facts": facts}, [2, 4, 4, 1, 1])
    assert hurt.fields["by"] == 7 + 2 + 2 - 3


def test_one_score_meets_everyone_in_the_zone() -> None:
    foes = [foe(), foe(id=3, cover="partial"), foe(id=4, cover="total")]
    asked = {"action": "attack", "manner": "area", "damage": "6", "facts": {"foes": foes}}
    assert lines(rolled(asked, [1, 4, 5])) == [("mettle.hurt", {"character": 2, "by": 5})]


def test_the_edge_of_a_sneak_and_what_else_adds_reach_everyone_in_the_zone() -> None:
    facts = {"who": foe(id=1, unnoticed=2), "foes": [foe(surprised=True), foe(id=3)]}
    asked = {"action": "attack", "manner": "area", "damage": "6", "extra": 1, "facts": facts}
    assert [line.fields["by"] for line in rolled(asked, [1, 4, 5])] == [6 + 2 + 1 + 2 - 3, 6 + 2 + 1 - 3]


def test_a_grapple_holds_by_what_frame_does_not_soak() -> None:
    asked = {"action": "attack", "manner": "grapple", "facts": {"foes": [foe(frame=1, armour=9)]}}
    assert lines(rolled(asked, [1, 1, 4, 5, 6])) == [
        ("mettle.status.add", {"character": 2, "name": "Grappled", "count": 2})
    ]


@pytest.mark.parametrize(("form", "does"), [("disarm", "tag.add"), ("shove", "mettle.zone.move")])
def test_disarm_and_shove_need_damage_that_would_have_gone_below_0(form: str, does: str) -> None:
    asked = {"action": "attack", "manner": form, "damage": "7", "aim": 9, "facts": {"foes": [foe(current=4)]}}
    (line,) = rolled(asked, [1, 1, 4, 4, 3])
    assert line.do == does
    asked["facts"]["foes"] = [foe(current=8)]
    assert rolled(asked, [1, 1, 4, 4, 3]) == ()


def test_ramming_hurts_both() -> None:
    facts = {"who": foe(id=1, frame=4, speed=3), "foes": [foe(frame=2, speed=2)]}
    asked = {"action": "attack", "manner": "vehicle", "facts": facts}
    assert lines(rolled(asked, [1, 1, 1, 4, 4])) == [("mettle.hurt", {"character": 2, "by": 7})]


def test_a_heal_keeps_alive_or_not() -> None:
    asked = {"action": "heal", "facts": {"foes": [foe(current=-2)]}}
    assert lines(rolled(asked, [1, 2, 6])) == [
        ("mettle.status.add", {"character": 2, "name": "Stable", "count": 1})
    ]
    (dead,) = rolled(asked, [1, 1, 6])
    assert (dead.fields["name"], dead.because) == ("Dead", "Heal failed")
    assert rolled({"action": "heal", "facts": {"foes": [foe()]}}, [3, 3, 3]) == ()


def test_a_rattle_lasts_one_action_and_one_more_for_each_edge() -> None:
    asked = {"action": "rattle", "facts": {"foes": [foe()]}}
    assert lines(rolled(asked, [1, 2, 4, 5, 6])) == [
        ("mettle.status.add", {"character": 2, "name": "Rattled", "count": 4})
    ]
    assert rolled({"action": "rattle", "facts": {"foes": [foe(rattled=True)]}}, [1, 2, 4, 5, 6]) == ()


def test_a_sneak_for_surprise_leaves_them_surprised() -> None:
    asked = {"action": "sneak", "manner": "surprise", "facts": {"who": foe(id=1), "foes": [foe()]}}
    assert lines(rolled(asked, [1, 2, 6, 4])) == [
        ("mettle.status.add", {"character": 1, "name": "Unnoticed", "count": 2}),
        ("mettle.status.add", {"character": 2, "name": "Surprised", "count": 1}),
    ]
    assert rolled({**asked, "manner": "steal"}, [1, 2, 6, 4]) == ()


def test_a_sway_leaves_a_belief_that_is_hard_to_undo() -> None:
    asked = {"action": "sway", "about": "The mayor lies", "facts": {"foes": [foe()]}}
    (line,) = rolled(asked, [1, 2, 4, 5, 6])
    assert (line.fields["name"], line.fields["count"], line.fields["source"]) == (
        "Convinced",
        3,
        "The mayor lies",
    )


def test_a_failed_move_gets_as_far_as_its_score() -> None:
    facts = {"who": foe(id=1), "obstacles": [2, 4], "difficulty": 6, "route": [11, 12, 13]}
    asked = {"action": "move", "facts": facts}
    assert lines(rolled(asked, [3, 1, 4, 4])) == [
        ("mettle.zone.move", {"character": 1, "zone": 12, "checked": True})
    ]
    (there,) = rolled(asked, [3, 3, 4, 4])
    assert there.fields["zone"] == 13


def test_travel_arrives_or_meets_something() -> None:
    facts = {"difficulty": 3, "map": 5, "trip": {"start": "Bay", "goal": "Mine"}}
    (there,) = rolled({"action": "travel", "facts": facts}, [3, 4, 5, 5])
    assert (there.do, there.fields["stop"]) == ("mettle.travel.arrive", "Mine")
    (met,) = rolled({"action": "travel", "facts": facts}, [1, 4, 5, 5])
    assert met.do == "mettle.travel.encounter"


def test_a_use_puts_a_fire_out() -> None:
    asked = {"action": "use", "manner": "extinguish", "attribute": "POISE", "difficulty": 1}
    asked["facts"] = {"who": foe(id=1, burning=True)}
    assert lines(rolled(asked, [1, 1, 1, 1])) == [
        ("mettle.status.end", {"character": 1, "status": "Burning"})
    ]
    asked["facts"] = {"who": foe(id=1)}
    assert not rolled(asked, [1, 1, 1, 1]), "nobody burns"


def test_what_statuses_do_counts_as_the_table_let_it_count() -> None:
    """Negative Mettle, a discard and fatigue come in as sources that the GM let stand."""
    check = RULESET.called(MettleRequest(action="use", attribute="POISE", difficulty=1), ANN)
    sources = [Modifier("Staggered", "dice", -2), Modifier("Rattled", "mettle.discard", -1)]
    sources.append(Modifier("Fatigued", "mettle.minimum", 3))
    data = RULESET.modifiers_for(replace(check, sources=tuple(sources))).data
    assert (data["pool"], data["difficulty"], data["discard"]) == (2, 3, "lowest")


def test_the_tables_of_the_book_are_at_hand() -> None:
    titles = [sheet.title for sheet in RULESET.reference]
    assert {"Difficulty", "Actions", "Traps", "Stunts of a race", "Fires and Afflictions"} <= set(titles)
    assert all(len(row) == len(sheet.columns) for sheet in RULESET.reference for row in sheet.rows)
    checks = {row[0]: row[1] for sheet in RULESET.reference if sheet.title == "Actions" for row in sheet.rows}
    assert checks["Attack"] == "NATURE (melee) or CULTURE (ranged) against the target's POISE"
    assert checks["Heal"] == "CULTURE against Difficulty (usually 3)"
    assert checks["Use"] == "MOTIVE (mental), NATURE (social) or POISE (athletic) against Difficulty"
    assert checks["Know"] == "MOTIVE against Difficulty or the target's MOTIVE"
    assert checks["Race"] == "POISE against current Speed plus obstacles"
