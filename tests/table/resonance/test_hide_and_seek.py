"""Out of sight: the number to find somebody by, which players do not see."""

import pytest

from tests.table.resonance.rolling import apply, attack, call, counted, lines, roll, view
from tests.table.resonance.sparks import Sparks
from webapp.state.audience import Audience, Role
from webapp.views.journal import journal_lines


def told_to(sparks: Sparks, who: str | Audience) -> list[str]:
    """The journal as somebody reads it, with the reasons."""
    audience = who if isinstance(who, Audience) else Audience(Role(who))
    return [f"{each.summary} {each.because}" for each in journal_lines(sparks.oak.state(), audience)]


def test_the_result_of_a_hide_is_the_number_to_find_her_which_players_do_not_see(sparks: Sparks) -> None:
    check = call(sparks, roll="hide", in_cover=True)
    roll(sparks, check, 9, 3)  # 14
    assert any("14" in line for line in lines(sparks))
    assert view(sparks, check, "player")["result"]["sentences"] == ["Out of sight."]
    kept_back = {"roll", "sr", "total", "by", "bonus"}
    assert kept_back & set(view(sparks, check, "player")["result"]["data"]) == set()
    apply(sparks, check)
    assert sparks.conditions() == ["Hidden", "Cover"]
    assert sparks.piece("hiding")["tn"] == 14
    assert "hiding" not in [row["kind"] for row in sparks.oak.sees("player")["pieces"]]
    assert not [line for line in sparks.oak.lines("player") if "14" in line]


def test_who_hides_hears_the_number_and_nobody_else_at_the_table(sparks: Sparks) -> None:
    alex, sam = sparks.alex(), sparks.sam()
    check = call(sparks, roll="hide", stat="influence")
    sparks.dice = [9, 3]
    answer = sparks.oak.dispatch(alex, do="check.roll", check=check)
    assert answer.result["data"]["total"] == 14
    mine = sparks.oak.view(alex.audience).mine
    assert mine is not None
    assert mine.checks[0].result is not None
    assert list(mine.checks[0].result.sentences) == ["9 and 3: SR 9 + 5 = 14.", "Out of sight."]
    other = view(sparks, check, sam.audience)["result"]
    assert (other["sentences"], "total" in other["data"]) == (["Out of sight."], False)
    apply(sparks, check)
    for who in (alex.audience, sam.audience, "player", "tv"):
        told = told_to(sparks, who)
        assert not [text for text in told if "14" in text or "9 and 3" in text]


def test_how_well_a_search_went_does_not_tell_where_they_hid(sparks: Sparks) -> None:
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=13)
    check = call(sparks, roll="search", target=sparks.captain)
    assert sparks.oak.lines()[0] == "Sparks tries: Search for Captain"
    roll(sparks, check, 9, 3)  # 14
    line = sparks.oak.view().proposals[0]
    sparks.gm(do="proposal.accept", proposal=line.id)
    assert not [text for text in told_to(sparks, "player") if "by 1" in text]


def test_a_searcher_must_beat_the_number_and_is_not_told_it(sparks: Sparks) -> None:
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=14)
    check = call(sparks, roll="search", target=sparks.captain)
    assert view(sparks, check)["numbers"]["against"] == 14
    assert "against" not in view(sparks, check, "player")["numbers"]
    roll(sparks, check, 9, 3)  # 14: not enough
    seen = view(sparks, check, "player")
    assert "not found" in seen["result"]["sentences"][0]
    assert "against" not in seen["result"]["data"]
    assert sparks.conditions(sparks.captain) == ["Hidden"]
    own = call(sparks, roll="search", target=sparks.captain)
    sparks.dice = [9, 3]
    answer = sparks.oak.dispatch(sparks.alex(), do="check.roll", check=own).result["data"]
    assert (answer["total"], "against" in answer, "by" in answer) == (14, False, False)
    again = call(sparks, roll="search", target=sparks.captain)
    roll(sparks, again, 10, 3)  # 15
    apply(sparks, again)
    assert sparks.conditions(sparks.captain) == []
    assert not [row for row in sparks.oak.sees()["pieces"] if row["kind"] == "hiding"]


def test_stealth_gives_advantage_to_hide_by_crouching_and_cover(sparks: Sparks) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name="Crouching")
    sparks.gm(do="condition.add", character=sparks.sparks, name="Cover")
    check = call(sparks, roll="hide")
    assert counted(sparks, check) == [("Crouching", "advantage"), ("Cover", "advantage")]


def test_an_attack_out_of_hiding_has_advantage_and_ends_it(sparks: Sparks) -> None:
    """Seed 001:21: by itself, since a target is unaware unless it is marked otherwise."""
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=12)
    check = attack(sparks)
    assert counted(sparks, check) == [("Hidden", "advantage")]
    roll(sparks, check, 6, 2)
    apply(sparks, check)
    assert sparks.conditions(sparks.captain) == []


@pytest.mark.parametrize("marked", [{"aware": True}, {"unaware": False}])
def test_a_target_that_is_aware_gives_nothing_away(sparks: Sparks, marked: dict[str, bool]) -> None:
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=12)
    check = attack(sparks)
    sparks.gm(do="check.edit", check=check, **marked)
    assert counted(sparks, check) == []


def test_who_was_found_has_no_advantage_any_more(sparks: Sparks) -> None:
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=12)
    sparks.gm(do="resonance.found", character=sparks.captain)
    assert counted(sparks, attack(sparks)) == []


def test_cover_and_high_ground_are_told_as_places(sparks: Sparks) -> None:
    hidden = sparks.gm(do="resonance.hide", character=sparks.sparks, tn=14, in_cover=True)
    assert "Sparks is now in Cover" in hidden.summary
    high = sparks.gm(do="condition.add", character=sparks.sparks, name="High Ground")
    assert high.summary == "Sparks is now on High Ground"
    low = sparks.gm(do="condition.clear", condition=high.result["condition"])
    assert low.summary == "Sparks is no longer on High Ground"
