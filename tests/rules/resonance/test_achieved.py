"""Effort Rolls, effects, criticals, stats and levels."""

import pytest

from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import Critical, Stats, book, standard_roll, stats
from webapp.games.resonance.rules.stats import names
from webapp.rules.errors import RuleError


def test_sparks_opens_the_lock_by_one():
    door = standard_roll.achieve(resonance.given([[9, 3]]), level=0, stat=1, against=9)
    assert (door.total, door.success, door.by) == (10, True, 1)


def test_meeting_the_target_number_fails():
    door = standard_roll.achieve(resonance.given([[8, 3]]), level=0, stat=1, against=9)
    assert (door.total, door.success, door.by) == (9, False, 0)


def test_the_thug_loses_six():
    trick = standard_roll.achieve(resonance.given([[6, 2]]), level=1, stat=2, against=3)
    assert trick.total == 9
    assert standard_roll.loss_of(trick.by) == 6


def test_a_miss_fails_whatever_it_totals():
    fumble = standard_roll.achieve(
        resonance.given([[1, 1], [9, 8]], "disadvantage"), level=5, stat=5, against=3
    )
    assert fumble.total == 20
    assert not fumble.success
    assert fumble.by == 0
    assert standard_roll.critical_options(fumble.roll) == ()


def test_a_critical_offers_five_choices():
    rolled = resonance.given([[5, 5], [4, 9]])
    assert standard_roll.critical_options(rolled) == (
        Critical.EDGE,
        Critical.POINT,
        Critical.SURFACE,
        Critical.RESTORE,
        Critical.VALUE_LOSS,
    )
    assert standard_roll.critical_options(resonance.given([[4, 9]])) == ()


@pytest.mark.parametrize(
    ("option", "tag"),
    [("edge", "weaken"), ("point", "blight"), ("surface", "daze"), ("restore", ""), ("value_loss", "")],
)
def test_what_a_critical_gives(option, tag):
    assert standard_roll.critical_tag(Critical(option)) == tag


def test_value_loss_is_doubled_after_resistance():
    hit = standard_roll.achieve(resonance.given([[5, 5], [4, 9]]), level=1, stat=2, against=10)
    assert hit.by == 7
    assert standard_roll.loss_of(hit.by, Critical.VALUE_LOSS) == 14
    assert standard_roll.loss_of(hit.by, Critical.EDGE) == 7


def test_a_choice_may_be_said_as_a_word():
    assert standard_roll.loss_of(7, "value_loss") == 14
    assert standard_roll.critical_tag("edge") == "weaken"
    with pytest.raises(RuleError, match="“value” must be one of hp, sp, ep, not 'gold'"):
        resonance.Check(against=9, value="gold")


def test_a_called_shot_that_hits_is_a_critical():
    hit = standard_roll.achieve(resonance.given([[6, 4]], "disadvantage"), level=1, stat=2, against=3)
    assert standard_roll.critical_options(hit.roll) == ()
    assert standard_roll.critical_options(hit.roll, called_shot_hit=hit.success) == tuple(Critical)


def test_sixes_of_tens_are_a_super_critical():
    great = standard_roll.achieve(resonance.given([[10, 10], [10, 10], [3, 1]]), level=0, stat=1, against=9)
    assert great.roll.super_critical
    assert great.total == 44


def test_enhance_and_teamwork_add_to_the_total():
    assert standard_roll.achieve(resonance.given([[6, 2]]), level=1, stat=2, against=9, bonus=3).by == 3


def test_resistance_now():
    assert standard_roll.resistance_now(6) == 6
    assert standard_roll.resistance_now(6, weaken=2) == 4
    assert standard_roll.resistance_now(3, weaken=5) == 0


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
    assert Stats(brawn=5, wit=4, force=3, power=2).resistance == 12


def test_actions_a_round_are_alacrity():
    assert Stats(alacrity=2).actions == 2


def test_a_level_brings_a_stat_point():
    sparks = Stats.all(2).raise_stat("influence")
    assert sparks["influence"] == 3
    assert sum(sparks[name] for name in names()) == 19


def test_two_more_keywords_make_a_level_and_a_level_brings_a_stat_point():
    sparks = Stats(technique=3, influence=2)
    reached = stats.levelled(1, sparks, "Influence")
    assert (reached.level, reached.keywords, reached.stats["influence"]) == (2, 6, 3)
    assert stats.levelled(8, sparks, "wit").keywords == 20


@pytest.mark.parametrize(
    ("level", "stat", "why"),
    [
        (9, "wit", "Level 9 is the highest"),
        (0, "wit", "more than one"),
        (1, "brawn", "Brawn is 5 already"),
        (1, "luck", "no stat"),
    ],
)
def test_a_level_that_cannot_be_reached_is_refused(level, stat, why):
    with pytest.raises(RuleError, match=why):
        stats.levelled(level, Stats(brawn=5), stat)


@pytest.mark.parametrize(("action", "sp"), [("Shove", 1), ("move", 0), ("Combined Strike", 1)])
def test_an_action_of_a_turn_costs_its_sp(action, sp):
    assert book.sp_of(action) == sp


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("Parry", "Parry is a reaction, not an action of your own turn"),
        ("recover", "Recover takes the whole turn: use Focus instead"),
        ("dance", "There is no action “dance”"),
        ("shov", "Did you mean Shove"),
    ],
)
def test_what_is_not_done_among_others_on_a_turn_is_refused(action, why):
    with pytest.raises(RuleError, match=why):
        book.sp_of(action)


@pytest.mark.parametrize("bad", [{"brawn": 0}, {"brawn": 6}])
def test_stats_outside_the_book_are_refused(bad):
    with pytest.raises(RuleError):
        Stats(**bad)
