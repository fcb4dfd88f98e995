"""The book's examples of tags and conditions, at the table: what counts, what is rolled, what is barred."""

import pytest

from tests.table.investigation import Case
from webapp.table.refusals import Refused

EDGE_ON_STEALTH = [{"on": "stealth", "modifier": "edge"}]


def dice(case: Case, **fields: object) -> str:
    return case.check(case.gm_call(dc=14, **fields)).dice


def test_dim_light_helps_to_sneak(case: Case) -> None:
    case.tag("Dim Light")
    assert dice(case, attribute="AGI", skill="Stealth") == "5d6, keep the best 4"


def test_dim_light_and_a_cluttered_room_reach_the_cap(case: Case) -> None:
    case.tag("Dim Light")
    case.tag("Cluttered", effects=EDGE_ON_STEALTH)
    assert dice(case, attribute="AGI", skill="Stealth") == "6d6, keep the best 4"


def test_a_slick_wall_with_handholds_cancels_out(case: Case) -> None:
    case.tag("Slick")
    case.tag("Abundant Handholds", effects=[{"on": "climb", "modifier": "edge"}])
    check = case.check(case.gm_call(dc=14, attribute="AGI", skill="Climbing", intent="Climb the wall"))
    assert (check.dice, [each.name for each in check.counted]) == ("4d6", ["Slick", "Abundant Handholds"])


def test_total_darkness_as_a_dc_leaves_the_dice_alone(case: Case) -> None:
    tag = case.tag("Total Darkness", effects=[{"on": "lock", "modifier": "burden"}])
    check = case.gm_call(dc=14, attribute="AGI", skill="Lockpicking")
    assert case.check(check).dice == "5d6, keep the worst 4"
    case.edit(check, uses={f"tag:{tag}:burden": "dc"})
    assert (case.check(check).dice, case.check(check).numbers["dc"]) == ("4d6", 16)
    assert [(each.modifier, each.amount) for each in case.check(check).counted] == [("dc", 2)]


def test_sprinting_exhausted_is_a_burden_and_climbing_wounded_as_well_is_two(case: Case) -> None:
    """Seed 000:103 and 000:106; that a sprint is demanding the GM says, by a skill's name or with a tap."""
    tired = case.gm(do="condition.add", character=case.mara, name="Exhausted").result["condition"]
    check = case.gm_call(dc=14, attribute="AGI", intent="Sprint across the yard")
    assert [each.name for each in case.check(check, "player").suggested or ()] == ["Exhausted"]
    case.edit(check, uses={f"condition:{tired}:burden": "burden"})
    assert case.check(check).dice == "5d6, keep the worst 4"
    case.gm(do="condition.add", character=case.mara, name="Wounded")
    assert dice(case, attribute="MIG", skill="Climbing", intent="Climb the fence") == "6d6, keep the worst 4"


def test_two_edges_against_one_burden_leave_one_edge(case: Case) -> None:
    sources = [
        {"name": "High ground", "modifier": "edge"},
        {"name": "Fine tools", "modifier": "edge"},
        {"name": "A crowd looks on", "modifier": "burden"},
    ]
    assert dice(case, sources=sources) == "5d6, keep the best 4"


def test_the_graveyard_weighs_fear_against_the_dark(case: Case) -> None:
    case.tag("Dim Light")
    case.tag("Obscured")
    fear = case.gm(do="condition.add", character=case.mara, name="Frightened").result["condition"]
    check = case.gm_call(dc=14, attribute="AGI", skill="Stealth", intent="Sneak past the figures")
    assert case.check(check).dice == "5d6, keep the best 4"
    case.gm(do="condition.edit", condition=fear, switches={"threat visible": False})
    assert case.check(check).dice == "6d6, keep the best 4"


def test_a_switch_may_be_thrown_for_one_check_alone(case: Case) -> None:
    case.gm(do="condition.add", character=case.mara, name="Frightened")
    check = case.gm_call(dc=14, attribute="AGI")
    assert [(each.name, each.on) for each in case.check(check).switches or ()] == [("threat visible", True)]
    case.edit(check, switches={"threat visible": False})
    assert case.check(check).dice == "4d6"
    assert dice(case, attribute="AGI") == "5d6, keep the worst 4"


def test_the_surprised_wait_and_a_first_reaction_is_one_tap_away(case: Case) -> None:
    """Seed 000:68; nothing has to be switched on first."""
    tag = case.tag("Surprised", character=case.mara)
    check = case.gm_call(dc=14, attribute="AGI", intent="Draw my sword")
    assert case.check(check, "player").blocked == ("Surprised: no action in the first round.",)
    case.edit(check, uses={f"tag:{tag}:blocks": "off"})
    assert (case.check(check, "player").ready, case.check(check).dice) == (True, "5d6, keep the worst 4")
    case.gm(do="tag.remove", tag=tag)
    assert dice(case, attribute="AGI", intent="Draw my sword again") == "4d6"


def test_being_flanked_is_suggested_to_whoever_defends(case: Case) -> None:
    """Seed 000:67: only against those who flank, so one tap says that they do."""
    tag = case.tag("Flanked", character=case.mara)
    check = case.gm_call(dc=14, attribute="AGI", skill="Dodge")
    assert [each.name for each in case.check(check, "player").suggested or ()] == ["Flanked"]
    assert case.check(check).dice == "4d6"
    case.edit(check, uses={f"tag:{tag}:burden": "burden"})
    assert case.check(check).dice == "5d6, keep the worst 4"


def test_the_restrained_break_free_before_they_run(case: Case) -> None:
    case.gm(do="condition.add", character=case.mara, name="Restrained")
    run = case.gm_call(dc=14, attribute="AGI", intent="Run away")  # 000:109
    assert case.check(run, "player").blocked == ("Restrained: break free first, or get help.",)
    with pytest.raises(Refused, match="break free first"):
        case.roll(run, 6, 6, 6, 6)
    assert case.check(run).state == "called"
    loose = case.gm_call(dc=14, attribute="MIG", intent="Break free of the ropes")
    case.roll(loose, 5, 5, 4, 4)
    assert case.words_of(loose) == ["to clear “Restrained” from Mara"]


def test_the_gm_may_let_a_block_pass(case: Case) -> None:
    bound = case.gm(do="condition.add", character=case.mara, name="Restrained").result["condition"]
    run = case.gm_call(dc=14, attribute="AGI", intent="Run away")
    case.edit(run, uses={f"condition:{bound}:blocks": "off"})
    assert case.roll(run, 4, 4, 4, 4)["outcome"] == "full_success"


def test_success_shakes_off_being_shaken(case: Case) -> None:
    case.gm(do="condition.add", character=case.mara, name="Shaken")
    check = case.gm_call(dc=14, attribute="PRE", intent="Face the crowd")
    assert case.check(check).dice == "5d6, keep the worst 4"
    case.roll(check, 5, 5, 5, 5, 5)
    case.apply(check)
    assert case.sees()["cast"][0]["conditions"] == []
    said = "Mara, Face the crowd: critical success. Mara is no longer Shaken"
    assert case.causes()[0] == f"{said} (Critical success, margin +7, on “Face the crowd”)"


def test_a_hazard_bites_on_a_failure(case: Case) -> None:
    collapse = case.clock("Collapse", 6, kind="danger")
    case.tag("Hazardous")
    check = case.gm_call(dc=18, attribute="AGI", intent="Run through the fire")
    case.roll(check, 4, 4, 3, 2)
    assert [each.because for each in case.lines_of(check)] == [
        "Failure, margin -4, on “Run through the fire”",
        "Failure, margin -4, on “Run through the fire”; Hazardous",
    ]
    case.apply(check)
    assert case.stands(collapse) == "3/6"


def test_the_flood_is_a_race_that_the_first_full_clock_decides(case: Case) -> None:
    saved = case.clock("Evacuation Complete", 6)
    flood = case.clock("Flood Waters Rise", 4, kind="threat", opposes=saved)
    for faces in ((5, 5, 4, 4), (5, 5, 4, 4), (4, 3, 3, 3), (5, 5, 4, 4)):
        check = case.gm_call(dc=14, attribute="MIG", targets=[saved])
        case.roll(check, *faces)
        case.apply(check)
    assert (case.stands(saved), case.stands(flood)) == ("6/6", "1/4")
    assert "complete first and wins the race against “Flood Waters Rise”" in case.lines("player")[0]
    assert next(each for each in case.sees("tv")["clocks"] if each["id"] == saved)["race"] == "first"


def test_a_split_action_moves_both_clocks_at_the_reduced_rate(case: Case) -> None:
    sandbags, boats = case.clock("Sandbags", 6), case.clock("Boats", 6)
    check = case.gm_call(dc=14, targets=[sandbags, boats])
    case.roll(check, 6, 5, 4, 4)
    assert [each.range for each in case.lines_of(check)] == [(1, 1), (1, 1)]
    whole = case.gm_call(dc=14, targets=[sandbags, boats], split=False)
    case.roll(whole, 6, 5, 4, 4)
    assert [each.range for each in case.lines_of(whole)] == [(2, 3), (2, 3)]


def test_the_gate_hints_at_dice_or_at_a_plain_answer(case: Case) -> None:
    check = case.call(intent="Cross the sturdy bridge")
    assert case.check(check).rulings == ("check", "yes", "no")
    case.edit(check, gate={"uncertainty": False, "consequence": False})
    case.edit(check, gate={"agency": True})
    assert case.check(check).rulings == ("yes", "no")
    case.apply(check, answer="yes")
    result = case.check(check, "player").result
    assert result is not None
    assert (result.label, result.success) == ("Yes, without a roll", True)


def test_what_might_forbid_a_check_is_one_tap_away(case: Case) -> None:
    bound = case.gm(do="condition.add", character=case.mara, name="Restrained").result["condition"]
    plead = case.gm_call(dc=14, attribute="PRE", intent="Convince the guard to move the prisoners")
    (block,) = case.check(plead).blocks or ()
    assert (block.key, block.use) == (f"condition:{bound}:blocks", "off")
    assert case.check(plead, "player").ready
    case.edit(plead, uses={block.key: "blocks"})
    assert case.check(plead, "player").blocked == ("Restrained: break free first, or get help.",)
    with pytest.raises(Refused, match="break free first"):
        case.roll(plead, 6, 6, 6, 6)


def test_a_tag_the_table_invented_is_offered_as_edge_or_burden(case: Case) -> None:
    tag = case.tag("Cluttered")
    check = case.gm_call(dc=14, attribute="AGI", intent="Slip past")
    assert [(each.name, each.use, each.ways) for each in case.check(check).offered or ()] == [
        ("Cluttered", "off", ("edge", "dc")),
        ("Cluttered", "off", ("burden", "dc")),
    ]
    case.edit(check, uses={f"tag:{tag}:edge": "edge"})
    assert case.check(check, "player").dice == "5d6, keep the best 4"
    assert "offered" not in case.sees("player")["checks"][0]


def test_the_dc_is_called_by_the_name_it_has_after_its_shifts(case: Case) -> None:
    case.tag("Total Darkness", effects=[{"on": "lock", "modifier": "dc", "amount": 2}])
    check = case.gm_call(dc=14, attribute="AGI", skill="Lockpicking")
    assert (case.check(check).numbers["dc"], case.check(check).numbers["difficulty"]) == (16, "Tough")
