"""What changes a roll after its dice is a stage of its own: undo bares the one before."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.resonance.rolling import attack, call, roll
from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin
from tests.table.stages import looks, walk


def test_undoing_a_boost_bares_the_roll_as_it_was(sparks: Sparks) -> None:
    sparks.give("Enhance")
    door = sparks.oak.clock("Door", 8, kind="task", direction="drain")
    check = call(sparks, tn=12, targets=[door], intent="Pry it open")
    roll(sparks, check, 6, 3)
    before = looks(sparks.oak)
    sparks.spends("Enhance")
    assert "“Pry it open”: Success" in sparks.oak.lines("player")[0]
    sparks.gm(do="check.resolve", check=check)
    assert sparks.oak.sees()["clocks"][0]["filled"] == 6
    told = [sparks.gm(do="undo", check=check).summary for _ in range(2)]
    assert looks(sparks.oak) == before
    assert sparks.pool() == {"Enhance": 1}
    assert [each.partition(" (by")[0].partition(" Sparks,")[0] for each in told] == [
        "Undid the outcome of",
        "Undid the last change to",
    ]


def test_undoing_a_check_takes_back_a_resist_against_it_first(sparks: Sparks) -> None:
    begin(sparks, 1, 1)
    check = attack(sparks)
    roll(sparks, check, 7, 2)
    before = looks(sparks.oak)
    sparks.gm(do="resonance.round.react", character=sparks.sparks, sp=1, against=check)
    assert looks(sparks.oak)["proposals"] != before["proposals"]
    assert sparks.gm(do="undo", check=check).summary.startswith("Undid the last change to Captain, ")
    assert looks(sparks.oak) == before


STEPS: list[dict[str, Any]] = [
    {"do": "check.resolve"},
    {"do": "resonance.critical", "pick": "value_loss"},
    {"do": "resonance.critical", "pick": "edge"},
    {"do": "resonance.pool.spend", "tag": "Enhance"},
]


@settings(max_examples=10)
@given(st.lists(st.sampled_from(STEPS), min_size=1, max_size=6))
def test_all_steps_of_a_roll_go_back_one_by_one_and_forward_again(
    sparks: Sparks, steps: list[dict[str, Any]]
) -> None:
    sparks.set(hp=10)
    if "Enhance" not in sparks.pool(sparks.rook):
        sparks.give("Enhance", who=sparks.rook)
    check = attack(sparks)
    roll(sparks, check, 5, 5, 4, 9)
    whose = {"check.resolve": {"check": check}, "resonance.critical": {"check": check}}
    walk(sparks.oak, check, [{**step, **whose.get(step["do"], {"character": sparks.rook})} for step in steps])
