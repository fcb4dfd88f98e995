"""From a prompt: the verbs of every game, lists where tuples are, and a sentence for what does not fit."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from webapp.games.resonance import rules as rs
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

CHECK = rs.Check(9, level=0, stat=1)


def test_the_verbs_are_those_of_every_game():
    assert rs.assess(CHECK).dice == "2d10, the Main die counts; doubles add up and are rolled again"
    assert rs.odds(CHECK)["success"] == Fraction("0.26912782")
    rolled = rs.roll(CHECK, Loaded(9, 3))
    assert rs.resolve(CHECK, [9, 3]).achieved.total == rolled.achieved.total == 10
    (line,) = rs.tick([rs.ClockRef(4, targeted=True), rs.ClockRef(5)], rolled.achieved.by)
    assert (line.do, line.fields["clock"], line.fields["by"]) == ("clock.tick", 4, 1)


def test_a_super_critical_ticks_the_situation_and_a_failure_nothing():
    heroic = rs.resolve(CHECK, [10, 10, 9, 9, 1, 2])
    (line,) = rs.tick(
        [rs.ClockRef(8, kind="situation")], heroic.achieved.by, super_critical=heroic.super_critical
    )
    assert (line.fields["clock"], line.because) == (8, "Super Critical")
    assert rs.tick([rs.ClockRef(4, targeted=True)], rs.resolve(CHECK, [8, 3]).achieved.by) == ()


def test_an_outcome_says_what_is_said_at_the_table():
    said = "Success. 9 and 3: SR 9 + 1 = 10 against 9: success by 1."
    assert str(rs.resolve(CHECK, [9, 3])) == said
    dazed = rs.Check(14, level=2, stat=3, pool=rs.TagPool({"Daze": 2}))
    assert str(rs.resolve(dazed, [[5, 5], [4, 9]])) == (
        "Critical success. 5 and 5, then 4 and 9: SR 12 (Daze 2) + 5 = 17 against 14: success by 3."
    )
    prone = rs.Check(3, conditions=["Prone"])
    assert str(rs.resolve(prone, [1, 8])) == "Miss. 1 and 8: SR 1 + 1 = 2 against 3: a Miss."
    assert rs.resolve(rs.Check(1, veiled=True, conditions=["Prone"]), [8, 1]).sentence.endswith(": a Miss.")


@pytest.mark.parametrize(
    ("bonus", "dice", "said"),
    [
        (-3, [8, 1], "8 and 1: SR 8 − 2 = 6 against 3: success by 3."),
        (-3, [1, 8], "1 and 8: SR 1 − 2 = −1 against 3: not enough."),
        (-1, [3, 8], "3 and 8: SR 3 against 3: not enough."),
    ],
)
def test_a_sum_says_what_is_taken_off_and_leaves_out_nothing_added(bonus, dice, said):
    assert rs.resolve(rs.Check(3, bonus=bonus), dice).sentence == said


def test_lists_are_taken_where_tuples_are_and_words_where_the_book_has_them():
    help_ = rs.Modifier("Assist", rs.ModifierKind.ADVANTAGE)
    assert rs.Check(9, sources=[help_], conditions=["Prone"]) == rs.Check(
        9, sources=(help_,), conditions=("prone",)
    )
    assert rs.Check(9, kind="attack").kind is rs.Kind.ATTACK
    assert rs.Values().lose("HP", 3).values.hp == 7


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: rs.Check(9, level=10), "level"),
        (lambda: rs.Attempt(kind="dance"), "kind"),
        (lambda: rs.roll(CHECK, [9, 3]), "source"),
        (lambda: rs.resolve(CHECK, [9]), "dice"),
        (lambda: rs.TagPool({"Curse": 9}), "pool"),
        (lambda: rs.TagPool({"Curse": -1}), "pool[Curse]"),
        (lambda: rs.Rounds.start({1: 7}), "actions[1]"),
        (lambda: rs.Race(5, 3, 101), "threat"),
        (lambda: rs.given([[9, 3]], "lucky"), "mode"),
        (lambda: rs.budget_for(3, 7), "category"),
    ],
)
def test_whatever_does_not_fit_gets_a_sentence_and_a_field(call: Callable[[], object], field: str):
    with pytest.raises(RuleError) as refused:
        call()
    assert refused.value.field == field
    assert str(refused.value).endswith(".")
