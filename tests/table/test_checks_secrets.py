"""What players may not know stays out of checks: out of sources, notes, blocks, causes, before and after."""

import json

import pytest

from tests.table.investigation import Case
from webapp.state.audience import Audience, Role
from webapp.table.refusals import Refused

WORD = "xanadu"


def read_as_others(case: Case) -> str:
    """Return every word that anybody but the GM could get, Ana's seat included."""
    seat = Audience(Role.PLAYER, case.ana.seat)
    views = [case.sees(who) for who in ("player", "tv", seat)]
    texts = [repr(case.view(who)) for who in ("player", "tv", seat)]
    return json.dumps([views, texts, case.causes("player"), case.causes("tv"), case.causes(seat)])


def test_a_secret_tag_counts_only_when_the_gm_says_so_and_then_without_a_name(case: Case) -> None:
    tag = case.tag(
        f"{WORD} fog", effects=[{"on": "climb", "modifier": "burden", "note": WORD}], visibility="secret"
    )
    check = case.gm_call(dc=14, skill="Climbing", intent="climb out")
    offered = (case.check(check).offered or ())[0]
    assert (offered.name, offered.bears, offered.hidden) == (f"{WORD} fog", True, True)
    assert case.check(check, "player").dice == "4d6"
    case.edit(check, uses={f"tag:{tag}:burden": "burden"})
    seen = case.check(check, "player")
    assert [(each.name, each.note) for each in seen.counted] == [("something", "")]
    assert seen.dice == "5d6, keep the worst 4"
    assert WORD not in read_as_others(case)
    case.roll(check, 3, 3, 3, 3, 3)
    assert [each.name for each in case.check(check, "player").counted] == ["something"]
    assert WORD not in read_as_others(case)


@pytest.mark.parametrize("visibility", ["secret", "rumoured"])
def test_a_secret_condition_neither_names_itself_nor_blocks_by_itself(case: Case, visibility: str) -> None:
    curse = case.gm(
        do="condition.add",
        character=case.mara,
        name=f"{WORD} curse",
        effects=[{"on": "anything", "modifier": "blocks", "note": WORD}],
        visibility=visibility,
    ).result["condition"]
    check = case.gm_call(dc=14, intent="run")
    assert case.check(check, "player").blocked == ()
    case.edit(check, uses={f"condition:{curse}:blocks": "blocks"})
    assert case.check(check, "player").blocked == ("Something prevents this action. Ask the GM what it is.",)
    with pytest.raises(Refused) as refused:
        case.roll(check, 3, 3, 3, 3)
    assert WORD not in str(refused.value)
    assert WORD not in read_as_others(case)


def test_a_masked_tag_counts_by_its_name_alone(case: Case) -> None:
    tag = case.tag("Fog", effects=[{"on": "climb", "modifier": "edge", "note": WORD}], visibility="masked")
    check = case.gm_call(dc=14, intent="climb")
    case.edit(check, uses={f"tag:{tag}:edge": "edge"})
    assert [(each.name, each.note) for each in case.check(check, "player").counted] == [("Fog", "")]
    assert WORD not in read_as_others(case)


def test_notes_of_secret_things_are_the_gms(case: Case) -> None:
    case.tag(f"{WORD} watcher", effects=[{"on": "anything", "modifier": "note"}], visibility="secret")
    check = case.gm_call(dc=14)
    assert WORD in str(case.check(check).notes)
    assert WORD not in read_as_others(case)


def test_a_secret_hazard_gives_no_name_to_the_cause(case: Case) -> None:
    case.clock("Collapse", 6, kind="danger")
    case.tag("Hazardous", visibility="secret")
    check = case.gm_call(dc=14, intent="run")
    case.roll(check, 4, 3, 2, 1)
    for each in case.lines_of(check):
        case.gm(do="proposal.accept", proposal=each.id)
    told_why = "Mara, run: failure. Collapse: +1, now 3 of 6 (Failure, margin -4, on “run”; something)"
    assert told_why in case.causes("player")
    assert "Hazardous" not in read_as_others(case)


def test_lines_wait_for_the_gm_alone(case: Case) -> None:
    case.clock(f"{WORD} ritual", 6, kind="threat", visibility="secret")
    check = case.gm_call(dc=14, intent="run")
    case.roll(check, 4, 3, 2, 1)
    assert WORD in str(case.words_of(check))
    assert WORD not in read_as_others(case)
    case.apply(check)
    assert WORD in case.lines()[0]
    assert WORD not in read_as_others(case)


def test_one_entry_tells_each_what_each_may_know(case: Case) -> None:
    escape = case.clock("Escape", 6)
    case.clock(f"{WORD} ritual", 6, kind="threat", visibility="secret", opposes=escape)
    check = case.gm_call(dc=14, intent="run", targets=[escape])
    case.roll(check, 4, 3, 3, 3)
    case.apply(check)
    head = "Mara, run: partial success. "
    assert case.causes()[0].startswith(
        f"{head}Escape: +1, now 1 of 6; {WORD} ritual: +1, now 1 of 6 (Partial"
    )
    assert case.causes("player")[0] == f"{head}Escape: +1, now 1 of 6 (Partial success, margin -1, on “run”)"


def test_a_masked_clock_in_such_an_entry_is_told_by_its_word_when_that_changes(case: Case) -> None:
    escape = case.clock("Escape", 6)
    case.clock("Flood", 8, kind="threat", visibility="masked", opposes=escape)
    for words in ("Escape: +1, now 1 of 6; Flood: filling", "Escape: +1, now 2 of 6"):
        check = case.gm_call(dc=14, targets=[escape])
        case.roll(check, 4, 3, 3, 3)
        case.apply(check)
        assert case.lines("player")[0] == f"Mara, a check: partial success. {words}"


def test_the_cause_of_a_secret_check_is_not_told_with_what_it_moves(case: Case) -> None:
    alarm = case.clock("Alarm", 4, kind="threat")
    spy = case.character(f"{WORD} spy", kind="npc")
    check = case.gm_call(character=spy, dc=14, intent=f"light the {WORD} beacon", targets=[alarm])
    case.dice(4, 3, 2, 1)
    case.gm(do="check.roll", check=check)
    case.apply(check)
    assert case.causes("player")[0] == "Alarm: +2, now 2 of 4"
    assert WORD not in read_as_others(case)


def test_a_rival_that_is_secret_is_not_told_of_when_the_race_is_won(case: Case) -> None:
    escape = case.clock("Escape", 2)
    case.clock(f"{WORD} ritual", 2, visibility="secret", opposes=escape)
    case.gm(do="clock.tick", clock=escape, by=2)
    assert WORD in case.lines()[0]
    assert case.lines("player")[0] == "Escape: +2, now 2 of 2. It is complete!"
    assert "race" not in next(iter(case.sees("player")["clocks"]))


def test_hidden_things_around_a_check_change_nothing_for_players(case: Case) -> None:
    check = case.gm_call(dc=14, intent="climb and run")
    before = case.revisions()[1:]
    case.tag(WORD, effects=[{"on": "climb", "modifier": "burden"}], visibility="secret")
    case.gm(do="condition.add", character=case.mara, name="Exhausted", visibility="secret")
    case.clock(WORD, 4, kind="threat", visibility="secret")
    case.edit(check, affected=[])
    assert case.revisions()[1:] == before


def test_a_target_that_players_do_not_know_is_left_out(case: Case) -> None:
    secret, known = case.clock(WORD, 4, visibility="secret"), case.clock("Escape", 4)
    check = case.gm_call(dc=14, targets=[secret, known])
    assert case.check(check, "player").targets == (known,)
    assert case.check(check).targets == (secret, known)


def test_a_secret_condition_that_ends_with_the_scene_says_nothing(case: Case) -> None:
    case.gm(do="condition.add", character=case.mara, name="Bleeding", visibility="secret")
    case.gm(do="scene.end", scene=case.sees()["scene"])
    assert [(each["name"], each["filled"]) for each in case.sees()["clocks"]] == [("Bleeding (Mara)", 1)]
    assert "Bleeding" not in read_as_others(case)


def test_a_secret_helper_helps_without_a_name(case: Case) -> None:
    spy = case.character(f"{WORD} spy", kind="npc")
    check = case.gm_call(dc=14, group="assistance", helpers=[spy])
    assert [each.name for each in case.check(check, "player").counted] == ["something"]
    assert (case.check(check, "player").members, case.check(check, "player").helpers) == ((), ())
    assert WORD not in read_as_others(case)


def test_how_several_fared_names_nobody_who_is_hidden(case: Case) -> None:
    spy = case.character(f"{WORD} spy", kind="npc")
    first = case.gm_call(dc=14, group="split_risks", helpers=[spy])
    second = next(each.id for each in case.view().checks if each.id != first)
    case.roll(first, 5, 5, 4, 4)
    case.dice(4, 3, 2, 1)
    case.gm(do="check.roll", check=second)
    result = case.check(first, "player").result
    assert result is not None
    assert result.combined == "Mara: full success; Somebody: failure."
    assert WORD not in read_as_others(case)


def test_the_journal_does_not_say_what_the_gm_settles_out_of_sight(case: Case) -> None:
    check = case.gm_call()
    ritual = case.clock(WORD, 4, visibility="secret")
    case.edit(check, dc=14, affected=[ritual], gate={"agency": True}, switches={"threat visible": True})
    assert case.lines("player")[0] == "Mara, a check: DC set"
    case.edit(check, dc=16, impact="limited", skill_bonus=2)
    assert case.lines("player")[0] == "Mara, a check: DC, skill bonus and Effect set"


def test_a_secret_failure_does_not_show_in_a_later_try(case: Case) -> None:
    behind = case.gm_call(dc=14, intent="Notice the ambush", visibility="secret")
    case.dice(1, 1, 1, 2)
    case.gm(do="check.roll", check=behind)
    open_one = case.call(intent="Notice the ambush")
    assert case.check(open_one, "player").retry == ""


def test_who_leads_out_of_sight_is_not_referred_to(case: Case) -> None:
    spy = case.character(f"{WORD} spy", kind="npc")
    lead = case.gm_call(character=spy, dc=14, group="split_risks", helpers=[case.mara])
    mine = case.view("player").checks[0]
    assert not mine.lead
    assert str(lead) not in read_as_others(case)


def test_what_a_secret_character_carries_counts_for_them_by_itself(case: Case) -> None:
    spy = case.character(f"{WORD} spy", kind="npc", visibility="secret")
    case.tag(f"{WORD} cloak", character=spy, effects=[{"on": "hide", "modifier": "edge"}])
    case.tag(
        f"{WORD} bells", character=spy, effects=[{"on": "hide", "modifier": "edge"}], visibility="secret"
    )
    check = case.gm_call(character=spy, dc=14, skill="Hiding")
    assert [each.name for each in case.check(check).counted] == [f"{WORD} cloak"]
    assert [each.name for each in case.check(check).offered or ()] == [f"{WORD} bells"]
    assert WORD not in read_as_others(case)
