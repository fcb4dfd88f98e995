"""Effort Rolls, effects, criticals, stats and keywords."""

import pytest

from webapp.rules import resonance
from webapp.rules.errors import RuleError
from webapp.rules.resonance import Critical, Stats
from webapp.rules.resonance.stats import names


def test_sparks_opens_the_lock_by_one():
    door = resonance.effort(resonance.given([[9, 3]]), level=0, stat=1, tn=9)
    assert (door.total, door.success, door.by) == (10, True, 1)


def test_meeting_the_target_number_fails():
    door = resonance.effort(resonance.given([[8, 3]]), level=0, stat=1, tn=9)
    assert (door.total, door.success, door.by) == (9, False, 0)


def test_the_thug_loses_six():
    trick = resonance.effect(resonance.given([[6, 2]]), level=1, stat=2, resistance=3)
    assert trick.total == 9
    assert resonance.loss_of(trick.by) == 6


def test_a_miss_fails_whatever_it_totals():
    fumble = resonance.effort(resonance.given([[1, 1], [9, 8]], "disadvantage"), level=5, stat=5, tn=3)
    assert fumble.total == 20
    assert not fumble.success
    assert fumble.by == 0
    assert resonance.critical_options(fumble.roll) == ()


def test_a_critical_offers_five_choices():
    rolled = resonance.given([[5, 5], [4, 9]])
    assert resonance.critical_options(rolled) == (
        Critical.EDGE,
        Critical.POINT,
        Critical.SURFACE,
        Critical.RESTORE,
        Critical.VALUE_LOSS,
    )
    assert resonance.critical_options(resonance.given([[4, 9]])) == ()


@pytest.mark.parametrize(
    ("option", "tag"),
    [("edge", "weaken"), ("point", "blight"), ("surface", "daze"), ("restore", ""), ("value_loss", "")],
)
def test_what_a_critical_gives(option, tag):
    assert resonance.critical_tag(Critical(option)) == tag


def test_value_loss_is_doubled_after_resistance():
    hit = resonance.effect(resonance.given([[5, 5], [4, 9]]), level=1, stat=2, resistance=10)
    assert hit.by == 7
    assert resonance.loss_of(hit.by, Critical.VALUE_LOSS) == 14
    assert resonance.loss_of(hit.by, Critical.EDGE) == 7


def test_a_choice_may_be_said_as_a_word():
    assert resonance.loss_of(7, "value_loss") == 14
    assert resonance.critical_tag("edge") == "weaken"
    for wrong in (lambda: resonance.loss_of(7, "gold"), lambda: resonance.critical_tag("gold")):
        with pytest.raises(RuleError, match="edge, point, surface, restore, value_loss; not 'gold'"):
            wrong()


def test_a_called_shot_that_hits_is_a_critical():
    hit = resonance.effect(resonance.given([[6, 4]], "disadvantage"), level=1, stat=2, resistance=3)
    assert resonance.critical_options(hit.roll) == ()
    assert resonance.critical_options(hit.roll, called_shot_hit=hit.success) == tuple(Critical)


def test_sixes_of_tens_are_a_super_critical():
    great = resonance.effort(resonance.given([[10, 10], [10, 10], [3, 1]]), level=0, stat=1, tn=9)
    assert great.roll.super_critical
    assert great.total == 44


def test_enhance_and_teamwork_add_to_the_total():
    assert resonance.effort(resonance.given([[6, 2]]), level=1, stat=2, tn=9, bonus=3).by == 3


def test_resistance_now():
    assert resonance.resistance_now(6) == 6
    assert resonance.resistance_now(6, ready=2, resist=1) == 9
    assert resonance.resistance_now(6, weaken=2) == 4
    assert resonance.resistance_now(3, weaken=5) == 0


def test_the_ladder():
    assert [(rung.value, rung.name) for rung in resonance.ladder()] == [
        (3, "Trivial"),
        (6, "Easy"),
        (9, "Average"),
        (12, "Difficult"),
        (15, "Challenging"),
        (18, "Heroic"),
    ]


def test_stats_all_two_give_resistance_six():
    assert Stats.all(2).resistance == 6


def test_resistance_is_the_three_highest_stats():
    assert Stats.of({"Brawn": 5, "wit": 4, "FORCE": 3, "power": 2}).resistance == 12


def test_actions_a_round_are_alacrity():
    assert Stats.of({"alacrity": 2}).actions == 2


def test_a_level_brings_a_stat_point():
    sparks = Stats.all(2).raised("influence")
    assert sparks["influence"] == 3
    assert sum(sparks[name] for name in names()) == 19


@pytest.mark.parametrize(
    ("keywords", "level"), [(1, 0), (3, 0), (4, 1), (5, 1), (6, 2), (8, 3), (20, 9), (23, 9)]
)
def test_two_keywords_make_a_level(keywords, level):
    assert resonance.level_for(keywords) == level


def test_stat_points_at_each_level():
    assert [resonance.points_at(level) for level in range(10)] == [9, 21, 22, 23, 24, 25, 26, 27, 28, 29]


@pytest.mark.parametrize(
    ("keywords", "power", "charges", "cost"),
    [(1, 2, 0, 0), (3, 1, 0, 2), (3, 1, 1, 1), (4, 1, 5, 0), (0, 1, 0, 0)],
)
def test_keywords_cost_ep_less_power_then_charges(keywords, power, charges, cost):
    assert resonance.keyword_cost(keywords, power, charges) == cost


@pytest.mark.parametrize("bad", [{"brawn": 0}, {"brawn": 6}, {"brawn": True}, {"luck": 3}])
def test_stats_outside_the_book_are_refused(bad):
    with pytest.raises(RuleError):
        Stats.of(bad)
