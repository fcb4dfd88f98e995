"""A check from its sources to its tier, with the dice written out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import RULESET, Check, Modifier, ModifierKind, Tier
from webapp.rules.codec import load_value
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


def edge(amount: int = 1, name: str = "High ground") -> Modifier:
    return Modifier(name, ModifierKind.EDGE, amount)


def burden(amount: int = 1, name: str = "Mud") -> Modifier:
    return Modifier(name, ModifierKind.BURDEN, amount)


def dc(amount: int, name: str = "Fog") -> Modifier:
    return Modifier(name, ModifierKind.DC, amount)


@pytest.mark.parametrize(
    ("sources", "level", "dice"),
    [
        ([], 0, 4),
        ([edge()], 1, 5),
        ([edge(1, "Dim Light"), edge(1, "Cluttered")], 2, 6),
        ([burden(1, "Slick"), edge(1, "Abundant Handholds")], 0, 4),
        ([burden(1, "Exhausted")], -1, 5),
        ([burden(1, "Exhausted"), burden(1, "Wounded")], -2, 6),
        ([edge(2), burden(1)], 1, 5),
        ([edge(1, "a"), edge(1, "b"), edge(1, "c"), burden(1)], 2, 6),  # net 2, then the cap: 000:27
        ([edge(1, "a"), edge(1, "b"), edge(1, "c"), edge(1, "d")], 2, 6),
        ([burden(2, "Darkness"), burden(2, "Blinded")], -2, 6),
    ],
)
def test_sources_come_to_one_level(sources: list[Modifier], level: int, dice: int) -> None:
    check = Check(14, sources=tuple(sources))
    assert check.weighed.level == level
    assert check.level.dice == dice


def test_both_sums_stay_visible_and_the_cap_is_told() -> None:
    weighed = rw.weigh([edge(1, "a"), edge(1, "b"), edge(1, "c")])
    assert (weighed.edge, weighed.burden, weighed.net, weighed.level, weighed.capped) == (3, 0, 3, 2, True)
    assert rw.weigh([edge(), burden()]).capped is False


def test_a_lock_in_total_darkness_by_dc() -> None:
    check = Check(14, sources=(rw.as_dc(burden(2, "Total Darkness")),))
    assert check.final_dc == 16
    assert check.weighed.level == 0


def test_as_dc_is_two_either_way_and_only_once() -> None:
    assert rw.as_dc(edge()).amount == -2
    assert rw.as_dc(burden(2)).amount == 2
    assert rw.as_dc(dc(-4)) == dc(-4)


def test_shifts_of_several_sources_add_up_and_may_leave_the_ladder() -> None:
    check = Check(20, sources=(dc(2, "Fog"), dc(2, "Rain")))
    assert check.final_dc == 24
    assert check.warnings == ("DC 24 is above the ladder (22 is Legendary): is this possible at all?",)
    assert Check(12, sources=(dc(-2),)).warnings == (
        "DC 10 is below the ladder (12 is Easy): does this need a roll?",
    )
    assert Check(16).warnings == ()


@pytest.mark.parametrize(
    ("margin", "tier"),
    [
        (12, "critical_success"),
        (5, "critical_success"),
        (4, "full_success"),
        (0, "full_success"),
        (-1, "partial_success"),
        (-2, "partial_success"),
        (-3, "failure"),
        (-6, "failure"),
        (-7, "critical_failure"),
        (-20, "critical_failure"),
    ],
)
def test_the_margin_decides_the_tier(margin: int, tier: str) -> None:
    assert rw.tier_of(margin) == tier
    assert rw.tier_of(margin, natural_ones=True) is Tier.CRITICAL_FAILURE


@pytest.mark.parametrize(
    ("check", "dice", "total", "margin", "tier"),
    [
        (Check(16, attribute=2, sources=(edge(),)), (2, 3, 4, 5, 6), 20, 4, "full_success"),
        (Check(18, attribute=3, sources=(edge(),)), (2, 3, 4, 5, 6), 21, 3, "full_success"),
        (Check(18, attribute=3, sources=(edge(),)), (1, 2, 3, 4, 5), 17, -1, "partial_success"),
        (Check(14, sources=(burden(),)), (1, 6, 6, 6, 6), 19, 5, "critical_success"),
        (Check(14, sources=(edge(2),)), (1, 1, 1, 1, 1, 6), 9, -5, "failure"),
        (
            Check(4, sources=(burden(2),)),
            (1, 1, 1, 1, 6, 6),
            4,
            0,
            "full_success",
        ),  # of all dice: 004:95, 004:115
        (Check(4, attribute=10), (1, 1, 1, 1), 14, 10, "critical_failure"),
        (Check(4, attribute=10, sources=(edge(2),)), (1, 1, 1, 1, 1, 1), 14, 10, "critical_failure"),
        (Check(16, attribute=1, skill=1, other=-1), (4, 4, 4, 4), 17, 1, "full_success"),
    ],
)
def test_dice_on_the_table(check: Check, dice: tuple[int, ...], total: int, margin: int, tier: str) -> None:
    outcome = rw.roll(check, Loaded(*dice))
    assert (outcome.total, outcome.margin, outcome.tier) == (total, margin, tier)
    assert outcome.rolled.real is False
    assert rw.resolve(check, list(dice)).rolled.real is True
    assert rw.resolve(check, list(dice), real=False) == rw.roll(check, Loaded(*dice))


def test_dropped_dice_stay_in_the_result_in_the_order_they_fell() -> None:
    outcome = rw.roll(Check(14, sources=(edge(2),)), Loaded(3, 1, 6, 2, 6, 5))
    assert outcome.kept == (3, 6, 6, 5)
    assert outcome.dropped == (1, 2)


@given(st.lists(st.integers(1, 6), min_size=4, max_size=6), st.booleans())
def test_kept_and_dropped_dice_are_the_roll(dice: list[int], best: bool) -> None:
    kept, dropped = rw.keep_four(dice, best=best)
    assert len(kept) == 4
    assert sorted(kept + dropped) == sorted(dice)
    assert not dropped or (min(kept) >= max(dropped) if best else max(kept) <= min(dropped))


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Check(41), "dc"),
        (lambda: Check(-1), "dc"),
        (lambda: Check(14, attribute=21), "attribute"),
        (lambda: Check(14, skill=-21), "skill"),
        (lambda: Check(14, sources=(Modifier("Odd", ModifierKind.ADVANTAGE),)), "sources[0].modifier"),
        (lambda: Check(14, sources=(edge(), Modifier("Odd", ModifierKind.BURDEN, -1))), "sources[1].amount"),
        (lambda: Check(14, sources=(dc(0),)), "sources[0].amount"),
        (lambda: Check(14, sources=(edge(1, "Fog"), dc(2, "fog"))), "sources[0]"),
        (lambda: rw.resolve(Check(14), [1, 2, 3]), "dice"),
        (lambda: rw.resolve(Check(14), [1, 2, 3, 7]), "dice"),
        (lambda: rw.level_row(3), "level"),
        (lambda: rw.tier_named("success"), "tier"),
        (lambda: rw.advance("success"), "tier"),
        (lambda: rw.as_dc(Modifier("Odd", ModifierKind.NOTE)), "sources[0].modifier"),
        (lambda: rw.proficiency("Locks", 3), "steps"),
    ],
)
def test_what_breaks_a_rule_is_refused(make: Any, field: str) -> None:
    with pytest.raises(RuleError) as refused:
        make()
    assert refused.value.field == field
    assert len(str(refused.value)) > 10


def test_the_hands_sources() -> None:
    assert rw.helped("Ada") == Modifier("Help from Ada", ModifierKind.EDGE, 1)
    assert rw.tools("Picks", fitting=True).modifier is ModifierKind.EDGE
    assert rw.tools("A hairpin", fitting=False).modifier is ModifierKind.BURDEN
    assert rw.proficiency("Locksmith").modifier is ModifierKind.EDGE
    assert rw.proficiency("Locksmith", steps=2) == Modifier("Locksmith", ModifierKind.DC, -4)
    assert rw.setup("Oiled hinges").modifier is ModifierKind.EDGE


def test_the_front_resolves_and_tells_the_roll() -> None:
    check = {"dc": 16, "attribute": 2, "sources": [{"name": "Dim Light", "modifier": "edge"}]}
    resolved = RULESET.resolve(load_value(RULESET.check, check), [2, 3, 4, 5, 6])
    assert (resolved.outcome, resolved.label, resolved.success, resolved.real) == (
        "full_success",
        "Full success",
        True,
        True,
    )
    assert resolved.sentences[0] == "3 + 4 + 5 + 6 = 18 (dropped 2); 18 + 2 = 20 against DC 16: margin +4."
    assert resolved.data["roll"]["dropped"] == [2]
    assert (
        RULESET.resolve(load_value(RULESET.check, check), Loaded(1, 1, 1, 1, 1))
        .sentences[0]
        .endswith("Every die shows 1.")
    )
