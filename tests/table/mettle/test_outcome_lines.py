"""The outcome line of a check: the same everywhere, as far as each may know it."""

import pytest

from tests.table.mettle.brawl import Brawl
from webapp.state.audience import GM, PLAYER, Audience
from webapp.table.recent_entries import RecentEntries
from webapp.views.check_views import OutcomeView
from webapp.views.journal import journal_lines
from webapp.views.moment_views import MomentView
from webapp.views.table_view_factory import project


def outcome(yard: Brawl, check: int, audience: Audience = GM) -> OutcomeView:
    view = next(each for each in project(yard.state(), audience).checks if each.id == check)
    assert view.outcome is not None
    return view.outcome


def attacked(yard: Brawl, who: str, *foes: str, dice: tuple[int, ...], **more: object) -> int:
    check = yard.call(who, "attack", *foes, **more)
    yard.roll(check, *dice)
    return check


def test_it_says_who_whom_how_much_and_that_the_gm_decides(yard: Brawl) -> None:
    check = attacked(yard, "Bog", "Ann", dice=(3, 2, 1, 4))  # Score 6 against POISE 4, 1 Edge: 4 less FRAME 3
    assert outcome(yard, check).sentence == "Bog hits Ann: 1 Mettle; GM decides"


def test_once_applied_it_says_where_that_stands_now(yard: Brawl) -> None:
    check = attacked(yard, "Bog", "Ann", dice=(3, 2, 1, 4))
    done = yard.apply(check)
    assert done.summary == outcome(yard, check).sentence == "Bog hits Ann: 1 Mettle, now 9"
    assert yard.lines("player")[0] == yard.lines()[0] == "Bog hits Ann: 1 Mettle, now 9"


def test_undo_at_the_line_takes_back_what_was_applied_and_the_gm_decides_again(yard: Brawl) -> None:
    check = attacked(yard, "Bog", "Ann", dice=(3, 2, 1, 4))
    yard.apply(check)
    yard.gm(do="table.edit", name="Barn")
    yard.gm(do="undo", check=check)
    assert yard.mettle("Ann") in (None, 10)
    assert outcome(yard, check).sentence == "Bog hits Ann: 1 Mettle; GM decides"
    yard.gm(do="undo", check=check)
    assert outcome_is_gone(yard, check)


def outcome_is_gone(yard: Brawl, check: int) -> bool:
    return all(each.outcome is None for each in project(yard.state(), GM).checks if each.id == check)


def test_a_hit_that_is_soaked_is_no_damage_and_neither_good_nor_bad(yard: Brawl) -> None:
    check = attacked(yard, "Ann", "Bog", dice=(3, 2, 1, 1, 1))  # Score 8, no Edge: 3 less FRAME 3
    told = outcome(yard, check)
    assert (told.sentence, told.verdict, told.tone) == ("Ann hits Bog: no damage", "No damage", "plain")
    assert yard.lines()[0].startswith("Ann, “Attack on Bog”: No damage (real dice). Score 8")
    assert yard.lines()[0].endswith("0 Edge: a success. Bog holds Initiative")


def test_what_the_gm_leaves_out_has_no_effect(yard: Brawl) -> None:
    check = attacked(yard, "Bog", "Ann", dice=(3, 2, 1, 4))
    line = yard.sees()["proposals"][0]["id"]
    yard.gm(do="check.resolve", check=check, drops=[line])
    assert outcome(yard, check).sentence == "Bog hits Ann: no effect"


def test_a_foes_success_is_bad_for_the_party_in_words_too(yard: Brawl) -> None:
    check = attacked(yard, "Bog", "Ann", dice=(3, 2, 1, 4))
    assert (outcome(yard, check).tone, outcome(yard, check).means) == ("bad", "bad for the party")


def test_a_foes_failure_is_good_for_the_party(yard: Brawl) -> None:
    missed = outcome(yard, attacked(yard, "Bog", "Ann", dice=(1, 2, 6, 6)))
    assert (missed.sentence, missed.tone, missed.means) == ("Bog misses Ann", "good", "good for the party")


def test_of_a_foe_with_hidden_numbers_players_read_words(yard: Brawl) -> None:
    yard.gm(do="table.edit", settings={"foes": "words"})
    check = attacked(yard, "Ann", "Bog", dice=(3, 5, 4, 1, 1))  # Score 5, 2 Edge: 5 less FRAME 3
    assert outcome(yard, check, PLAYER).sentence == "Ann hits Bog: GM decides"
    yard.apply(check)
    assert outcome(yard, check).sentence == "Ann hits Bog: 2 Mettle, now 7"
    assert outcome(yard, check, PLAYER).sentence == "Ann hits Bog: hurt"
    assert yard.lines("player")[0] == "Ann hits Bog: hurt"


def test_of_a_foe_whose_numbers_are_not_told_players_read_no_number(yard: Brawl) -> None:
    yard.gm(do="table.edit", settings={"foes": "absent"})
    check = attacked(yard, "Ann", "Bog", dice=(3, 5, 4, 1, 1))
    yard.apply(check)
    assert outcome(yard, check, PLAYER).sentence == "Ann hits Bog: Mettle lost"


def test_nothing_is_told_of_a_secret_check(yard: Brawl) -> None:
    check = yard.call("Bog", "attack", "Ann", secret=True)
    yard.roll(check, 3, 2, 1, 4)
    assert check not in [each.id for each in project(yard.state(), PLAYER).checks]
    yard.apply(check)
    line = journal_lines(yard.state(), PLAYER)[0]
    assert (line.summary, line.command) == ("Ann loses 1 Mettle, now 9 of 10", "proposal.accept")


@pytest.mark.parametrize("visibility", ["secret", "rumoured"])
def test_a_target_nobody_knows_is_not_named(yard: Brawl, visibility: str) -> None:
    yard.gm(do="character.edit", character=yard.who("Bog"), visibility=visibility)
    check = attacked(yard, "Ann", "Bog", dice=(3, 5, 4, 1, 1))
    assert "Bog" not in outcome(yard, check, PLAYER).sentence
    yard.apply(check)
    assert "Bog" not in outcome(yard, check, PLAYER).sentence
    assert not any("Bog" in line for line in yard.lines("player"))


def test_both_halves_of_a_split_attack_are_told_each_with_its_foe(yard: Brawl) -> None:
    first = yard.call("Ann", "attack", "Bog", "Cai", manner="split", share=2)
    checks = [each["id"] for each in yard.sees()["checks"]]
    for check in checks:
        yard.roll(check, *[3] * yard_pool(yard, check))
    assert first in checks
    told = {each.head for each in moments(yard) if each.check is not None}
    assert told == {"Ann hits Bog: no damage", "Ann hits Cai: 1 Mettle"}


def yard_pool(yard: Brawl, check: int) -> int:
    return next(each["count"] for each in yard.sees()["checks"] if each["id"] == check)


def test_a_moment_knows_whom_it_befell(yard: Brawl) -> None:
    befell = attacked(yard, "Bog", "Ann", dice=(3, 2, 1, 4))
    yard.gm(do="mettle.initiative.end")
    since = attacked(yard, "Cai", "Bog", dice=(1, 1, 6))
    told = [each for each in moments(yard) if each.check is not None]
    assert [(each.check, each.is_about(yard.who("Ann"))) for each in told] == [(since, False), (befell, True)]


def moments(yard: Brawl) -> tuple[MomentView, ...]:
    state = yard.state()
    state.recent = RecentEntries.read(state).entries
    return project(state, PLAYER).moments
