"""What a sentence only suggests: nothing counts before somebody taps, and the GM has the last word."""

import pytest

from tests.table.investigation import Case
from webapp.table.refusals import Forbidden, Invalid, Refused

BEST, EVEN, WORST = "5d6, keep the best 4", "4d6", "5d6, keep the worst 4"


def ask(case: Case, check: int, key: str, **fields: object) -> None:
    case.dispatch(case.ana, do="check.ask", check=check, source=key, **fields)


@pytest.mark.parametrize(
    ("intent", "skill", "tag", "dice"),
    [
        ("Sneak past so that nobody sees me", "Stealth", "Dim Light", BEST),
        ("Stay out of sight", "Stealth", "Dim Light", BEST),
        ("Look innocent", "Deception", "Dim Light", EVEN),
        ("Run the numbers", "Accounting", "Slick", EVEN),
        ("Read his mood", "Empathy", "Darkness", EVEN),
    ],
)
def test_the_dice_before_anybody_taps_follow_skill_and_attribute(
    case: Case, intent: str, skill: str, tag: str, dice: str
) -> None:
    """Seed 004:26 has the GM note the tags; single words of a sentence do not."""
    case.tag(tag)
    assert case.check(case.gm_call(dc=14, intent=intent, skill=skill), "player").dice == dice


def test_a_player_asks_and_the_dc_accepts(case: Case) -> None:
    tag = case.tag("Dim Light")
    check = case.call(intent="Sneak past the guard", attribute="AGI")
    (suggested,) = case.check(check, "player").suggested or ()
    assert (suggested.name, suggested.modifier, suggested.asked) == ("Dim Light", "edge", False)
    assert not case.check(check, "tv").suggested
    ask(case, check, suggested.key)
    assert case.check(check, "player").counted == ()
    assert [each.asked for each in case.check(check, "player").suggested or ()] == [True]
    assert [each.key for each in case.check(check).offered or () if each.asked] == [f"tag:{tag}:edge"]
    case.edit(check, dc=14)
    assert [each.name for each in case.check(check, "player").counted] == ["Dim Light"]
    assert case.check(check, "player").dice == BEST


def test_what_is_asked_for_after_the_dc_waits_for_the_gm(case: Case) -> None:
    tag = case.tag("Dim Light")
    check = case.gm_call(dc=14, attribute="AGI", intent="Sneak past the guard")
    ask(case, check, f"tag:{tag}:edge")
    assert case.check(check, "player").dice == EVEN
    case.edit(check, uses={f"tag:{tag}:edge": "edge"})
    assert case.check(check, "player").dice == BEST


def test_a_player_asks_no_longer(case: Case) -> None:
    tag = case.tag("Dim Light")
    check = case.call(intent="Sneak past the guard", attribute="AGI")
    ask(case, check, f"tag:{tag}:edge")
    ask(case, check, f"tag:{tag}:edge", on=False)
    case.edit(check, dc=14)
    assert case.check(check, "player").dice == EVEN


def test_the_gms_tap_on_a_suggestion_counts_at_once(case: Case) -> None:
    tag = case.tag("Dim Light")
    check = case.gm_call(dc=14, attribute="AGI", intent="Sneak past the guard")
    case.gm(do="check.ask", check=check, source=f"tag:{tag}:edge")
    assert case.check(check, "player").dice == BEST


def test_players_read_nothing_of_a_source_that_is_hidden_since(case: Case) -> None:
    tag = case.tag("Dim Light")
    check = case.gm_call(dc=14, attribute="AGI", intent="Sneak past the guard")
    ask(case, check, f"tag:{tag}:edge")
    case.gm(do="tag.edit", tag=tag, visibility="secret")
    case.gm(do="check.ask", check=check, source=f"tag:{tag}:edge")
    assert case.lines()[0] == "Mara, “Sneak past the guard”: Dim Light counts"
    assert not [line for who in ("player", "tv") for line in case.lines(who) if "Dim Light" in line]


def test_one_tag_never_counts_with_both_signs(case: Case) -> None:
    """Of Dim Light, Edge or Burden (000:27); what is tapped last holds."""
    tag = case.tag("Dim Light")
    check = case.gm_call(dc=14, skill="Stealth", intent="Sneak past so that nobody sees me")
    edge, burden = f"tag:{tag}:edge", f"tag:{tag}:burden"
    assert not case.check(check, "player").suggested
    case.edit(check, uses={burden: "burden"})
    assert [each.modifier for each in case.check(check).counted] == ["burden"]
    assert case.check(check).dice == WORST
    case.edit(check, uses={edge: "edge"})
    assert [each.modifier for each in case.check(check).counted] == ["edge"]
    case.edit(check, uses={burden: "dc"})
    assert [(each.modifier, each.amount) for each in case.check(check).counted] == [("dc", 2)]


def test_only_what_is_suggested_can_be_asked_for_and_only_by_its_own(case: Case) -> None:
    tag = case.tag("Slick")
    secret = case.tag("Dim Light", visibility="secret")
    check = case.gm_call(dc=14, attribute="AGI", intent="Sneak past the guard")
    for key in (f"tag:{tag}:burden", f"tag:{secret}:edge", "tag:1:edge"):
        with pytest.raises(Invalid, match="No source with that key is suggested"):
            ask(case, check, key)
    ben = case.sit("Ben", case.character("Ben"))
    with pytest.raises(Forbidden):
        case.dispatch(ben, do="check.ask", check=check, source=f"tag:{tag}:burden")
    case.roll(check, 6, 6, 6, 6)
    with pytest.raises(Refused, match="is over"):
        ask(case, check, f"tag:{tag}:burden")
