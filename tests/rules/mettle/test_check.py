"""A Check: Score, Edge, discards, Twist, and the words for how well it went."""

import pytest

from webapp.games.mettle.rules import Check, Discard, Result, resolve, roll, twist
from webapp.games.mettle.rules.book_tables import ladder, qualities
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


def rolled(pool: list[int], difficulty: int, discard: Discard | None = None) -> Result:
    return resolve(Check(len(pool), difficulty, discard), pool)


def test_the_rattled_succeed_without_a_score_against_nothing() -> None:
    """Seed 003:205 and 003:215: they discard their lowest dice; Difficulty 0 asks for no Score."""
    result = resolve(Check(3, 0, discard="lowest"), [2, 2, 5])
    assert (result.score, result.edge, result.success) == (0, 1, True)
    assert not resolve(Check(3, 1, discard="lowest"), [2, 2, 5]).success


def test_low_faces_add_up_and_high_faces_count() -> None:
    result = rolled([4, 1, 3, 5, 2, 2], 8)
    assert (result.score, result.edge, result.success) == (8, 2, True)


def test_the_clerk_is_charmed() -> None:
    result = rolled([3, 2, 2, 4, 4, 6], 4)
    assert (result.score, result.edge, result.success, result.quality) == (7, 3, True, "Excellent")


def test_a_rattled_fighter_loses_both_twos_and_fails() -> None:
    result = rolled([2, 2, 4, 5, 5, 6], 1, Discard.LOWEST)
    assert result.kept == (4, 5, 5, 6)
    assert result.discarded == (2, 2)
    assert (result.score, result.edge, result.success) == (0, 4, False)


def test_the_same_dice_unrattled_make_score_4() -> None:
    result = rolled([2, 2, 4, 5, 5, 6], 4)
    assert (result.score, result.edge, result.success) == (4, 4, True)


def test_a_shaken_fighter_loses_every_highest_die() -> None:
    result = rolled([3, 6, 1, 6], 4, Discard.HIGHEST)
    assert (result.kept, result.score, result.edge, result.success) == ((3, 1), 4, 0, True)


def test_rattled_and_shaken_at_once_lose_both_ends() -> None:
    assert rolled([1, 1, 3, 4, 6], 3, Discard.BOTH).kept == (3, 4)


@pytest.mark.parametrize("discard", list(Discard))
def test_with_all_dice_alike_a_discard_leaves_nothing(discard: Discard) -> None:
    result = rolled([5, 5, 5], 0, discard)
    assert (result.kept, result.score, result.edge, result.success) == ((), 0, 0, True)


def test_score_equal_to_the_difficulty_is_enough() -> None:
    assert rolled([1, 2, 2, 5, 6], 5).success


def test_difficulty_0_succeeds_by_itself() -> None:
    result = rolled([4, 5, 6], 0)
    assert result.check.automatic
    assert (result.success, result.edge, result.quality) == (True, 3, "Excellent")


def test_a_twist_keeps_the_score_dice_and_rolls_all_edge_dice_again() -> None:
    failed = rolled([1, 4, 4, 5, 6], 3)
    assert (failed.score, failed.edge, failed.success, failed.may_twist) == (1, 4, False, True)
    result = twist(failed, [1, 3, 5, 5])
    assert result.kept == (1, 1, 3, 5, 5)
    assert (result.score, result.edge, result.success) == (5, 2, True)


def test_kirin_lifts_the_squeaky_door() -> None:
    result = twist(rolled([1, 2, 2, 5, 6], 6), Loaded(3, 4))
    assert (result.score, result.edge, result.success) == (8, 1, True)


def test_a_twist_discards_nothing_a_second_time() -> None:
    failed = rolled([2, 2, 4, 5, 5, 6], 3, Discard.LOWEST)
    result = twist(failed, [1, 1, 4, 6])
    assert (result.kept, result.score, result.edge) == ((1, 1, 4, 6), 2, 2)


def test_a_twist_may_fail_and_is_not_offered_twice() -> None:
    result = twist(rolled([4, 1, 1], 6), [5])
    assert not result.success
    assert not result.may_twist
    with pytest.raises(RuleError, match="only one Twist"):
        twist(result, [3])


def test_a_success_is_not_twisted() -> None:
    with pytest.raises(RuleError, match="Only a failed Check"):
        twist(rolled([3, 4], 3), [1])


def test_a_failure_without_edge_is_not_twisted() -> None:
    failed = rolled([1, 1], 3)
    assert not failed.may_twist
    with pytest.raises(RuleError, match="needs Edge"):
        twist(failed, [])


def test_dice_that_a_person_rolled_are_marked() -> None:
    assert rolled([1], 1).real
    assert not roll(Check(1, 1), Loaded(1)).real
    assert twist(roll(Check(2, 3), Loaded(1, 4)), [3]).real


@pytest.mark.parametrize(
    ("edge", "quality"),
    [
        (0, "OK"),
        (1, "Good"),
        (2, "Great"),
        (3, "Excellent"),
        (4, "Amazing"),
        (5, "Legendary"),
        (9, "Legendary"),
    ],
)
def test_edge_says_how_good_a_success_is(edge: int, quality: str) -> None:
    assert rolled([1] + [6] * edge, 1).quality == quality


def test_a_failure_has_no_quality() -> None:
    assert rolled([6, 6], 1).quality is None


def test_the_tables_have_every_row() -> None:
    assert [(rung.value, rung.name) for rung in ladder()] == [
        (1, "Routine"),
        (3, "Challenging"),
        (6, "Daunting"),
        (10, "Formidable"),
        (15, "Nigh Impossible"),
    ]
    assert qualities() == ("OK", "Good", "Great", "Excellent", "Amazing", "Legendary")


def test_a_difficulty_above_three_times_the_pool_is_impossible() -> None:
    assert Check(2, 7).impossible
    assert not Check(2, 6).impossible


def test_a_pool_above_the_difficulty_may_be_taken_as_a_success() -> None:
    assert Check(4, 3).may_be_assumed
    assert not Check(3, 3).may_be_assumed
    assert not Check(6, 3, discard=Discard.LOWEST).may_be_assumed, "a large pool may fail too (003:207)"


def test_sixty_dice_are_the_most() -> None:
    assert Check(60, 1).pool == 60
    with pytest.raises(RuleError, match="from 0 to 60, not 61") as wrong:
        Check(61, 1)
    assert (wrong.value.field, wrong.value.value) == ("pool", 61)


def test_a_pool_is_a_whole_number_from_0() -> None:
    with pytest.raises(RuleError) as wrong:
        Check(-1, 1)
    assert wrong.value.field == "pool"


def test_a_difficulty_below_0_is_refused() -> None:
    with pytest.raises(RuleError, match="“difficulty” must be a whole number from 0") as wrong:
        Check(3, -1)
    assert wrong.value.field == "difficulty"


def test_an_unknown_discard_is_refused() -> None:
    with pytest.raises(RuleError, match="not 'middle'") as wrong:
        Check(3, 1, "middle")  # type: ignore[arg-type]
    assert wrong.value.field == "discard"


@pytest.mark.parametrize("dice", [[1, 2], [1, 2, 3, 4], [1, 2, 7], [0, 1, 2], [1, 2, True], [1, 2, 3.0]])
def test_wrong_dice_are_refused(dice: list[int]) -> None:
    with pytest.raises(RuleError) as wrong:
        resolve(Check(3, 1), dice)
    assert wrong.value.field == "dice"
