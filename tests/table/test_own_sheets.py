"""A player edits the sheet of the character on their own seat, as the table's setting says."""

from typing import Any

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.state.audience import audience_for
from webapp.table.actor import Actor
from webapp.table.refusals import Forbidden, Missing, Refused

RAZOR = "razorweave"


@pytest.fixture
def razor(app: Flask) -> Oak:
    return Oak.start(app, ruleset=RAZOR)


def mara_of(oak: Oak, **fields: Any) -> tuple[int, Actor]:
    """Mara, and Ana on her seat."""
    mara = oak.character("Mara", **fields)
    return mara, oak.sit("Ana", mara)


def somebody(oak: Oak, id: int, who: Any = "gm") -> dict[str, Any]:
    return next(each for each in oak.sees(who)["cast"] if each["id"] == id)


def rolls(oak: Oak, who: Actor) -> None:
    check = oak.dispatch(who, do="check.call", intent="Climb").result["check"]
    oak.gm(do="check.edit", check=check, dc=14, attribute="MIG")
    oak.dispatch(who, do="check.roll", check=check)


# ---- free, the default ---------------------------------------------------------------------------


def test_a_player_writes_name_looks_and_numbers_of_the_own_character(razor: Oak) -> None:
    mara, ana = mara_of(razor)
    razor.dispatch(
        ana, do="character.edit", character=mara, name="Mara Venn", look="One grey eye", stats={"MIG": 2}
    )
    seen = somebody(razor, mara)
    assert (seen["name"], seen["look"], seen["stats"]) == ("Mara Venn", "One grey eye", {"MIG": 2})


def test_the_gm_reads_each_line_that_changed_and_takes_it_back(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 1, "Climbing": 1})
    razor.dispatch(
        ana, do="character.edit", character=mara, stats={"MIG": 2, "Climbing": None, "Gear": "A rope"}
    )
    assert razor.lines()[0] == "Mara: Might 2 (was 1), Gear changed, without Climbing"
    razor.gm(do="undo")
    assert somebody(razor, mara)["stats"] == {"MIG": 1, "Climbing": 1}


def test_another_character_is_the_gms_to_change(oak: Oak) -> None:
    _, ana = mara_of(oak)
    tobin = oak.character("Tobin")
    with pytest.raises(Forbidden, match="you do not play Tobin"):
        oak.dispatch(ana, do="character.edit", character=tobin, stats={"Gear": "Nothing"})


def test_a_guest_without_a_seat_changes_nobody(oak: Oak) -> None:
    mara = oak.character("Mara")
    with pytest.raises(Forbidden, match="Take a seat"):
        oak.player(do="character.edit", character=mara, name="Nobody")


def test_whose_character_was_removed_hears_so(oak: Oak) -> None:
    mara, ana = mara_of(oak)
    oak.gm(do="character.remove", character=mara)
    with pytest.raises(Forbidden, match="Your seat has no character now: it may have been removed"):
        oak.dispatch(ana, do="character.edit", character=mara, name="Mara Venn")


@pytest.mark.parametrize("field", ["kind", "visibility", "zone", "locked"])
def test_who_plays_it_who_sees_it_and_where_it_stands_are_the_gms(oak: Oak, field: str) -> None:
    mara, ana = mara_of(oak)
    value: Any = {"kind": "npc", "visibility": "masked", "zone": None, "locked": False}[field]
    with pytest.raises(Forbidden, match=f"Only the GM can set “{field}”"):
        oak.dispatch(ana, do="character.edit", character=mara, **{field: value})


# ---- locked, asked -------------------------------------------------------------------------------


def test_a_locked_character_is_only_read(oak: Oak) -> None:
    mara, ana = mara_of(oak)
    oak.gm(do="character.edit", character=mara, locked=True)
    assert oak.lines()[0] == "Mara: the sheet is locked"
    with pytest.raises(Forbidden, match="locked the sheet of Mara"):
        oak.dispatch(ana, do="character.edit", character=mara, stats={"Gear": "A rope"})
    oak.gm(do="character.edit", character=mara, locked=False)
    assert oak.lines()[0] == "Mara: the sheet is unlocked"
    oak.dispatch(ana, do="character.edit", character=mara, stats={"Gear": "A rope"})
    assert somebody(oak, mara)["stats"] == {"Gear": "A rope"}


def test_a_table_locks_all_sheets(oak: Oak) -> None:
    mara, ana = mara_of(oak)
    oak.gm(do="table.edit", settings={"sheets": "locked"})
    with pytest.raises(Forbidden, match="locked"):
        oak.dispatch(ana, do="character.edit", character=mara, name="Other")


def test_where_the_table_asks_a_change_is_a_proposal_with_what_is_new(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 1, "AGI": 1})
    razor.gm(do="table.edit", settings={"sheets": "ask"})
    made = razor.dispatch(ana, do="character.edit", character=mara, name="Mara", stats={"MIG": 2, "AGI": 1})
    assert made.summary == "Proposed: a change to Mara: Might 2"
    assert somebody(razor, mara)["stats"] == {"MIG": 1, "AGI": 1}
    razor.gm(do="proposal.accept", proposal=made.result["proposal"])
    assert somebody(razor, mara)["stats"] == {"MIG": 2, "AGI": 1}


def test_a_change_that_changes_nothing_is_not_asked_for(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 1})
    razor.gm(do="table.edit", settings={"sheets": "ask"})
    with pytest.raises(Refused, match="already has all these values"):
        razor.dispatch(ana, do="character.edit", character=mara, name="Mara", stats={"MIG": 1})


@pytest.mark.parametrize("line", [{"MIG": 3}, {"mig": 3}, {"Climbing": 2}, {"Climbing": None}])
def test_once_she_has_rolled_attributes_and_skills_ask(razor: Oak, line: dict[str, Any]) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 2, "Climbing": 1})
    rolls(razor, ana)
    made = razor.dispatch(ana, do="character.edit", character=mara, stats=line)
    assert "proposal" in made.result
    assert somebody(razor, mara)["stats"] == {"MIG": 2, "Climbing": 1}


def test_emptying_the_sheet_asks_as_well(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 2})
    rolls(razor, ana)
    assert "proposal" in razor.dispatch(ana, do="character.edit", character=mara, stats=None).result


def test_gear_and_name_stay_free_once_she_has_rolled(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 2})
    rolls(razor, ana)
    razor.dispatch(ana, do="character.edit", character=mara, name="Mara V.", stats={"Gear": "Rope", "MIG": 2})
    assert somebody(razor, mara)["stats"] == {"MIG": 2, "Gear": "Rope"}


def test_a_roll_that_is_taken_back_was_not_in_earnest(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 2})
    rolls(razor, ana)
    razor.gm(do="undo")
    razor.dispatch(ana, do="character.edit", character=mara, stats={"MIG": 1})
    assert somebody(razor, mara)["stats"] == {"MIG": 1}


def test_a_secret_roll_is_not_given_away_by_asking(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 2})
    check = razor.gm(do="check.call", character=mara, secret=True, dc=14, attribute="MIG").result["check"]
    razor.gm(do="check.roll", check=check)
    razor.dispatch(ana, do="character.edit", character=mara, stats={"MIG": 1})
    assert somebody(razor, mara)["stats"] == {"MIG": 1}


# ---- an open check -------------------------------------------------------------------------------


def test_a_change_while_her_check_is_open_counts_from_the_next(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 0})
    check = razor.dispatch(ana, do="check.call", intent="Climb").result["check"]
    razor.gm(do="check.edit", check=check, dc=18, attribute="MIG")
    razor.dispatch(ana, do="character.edit", character=mara, stats={"MIG": 3})
    razor.gm(do="check.roll", check=check, dice=[4, 4, 4, 4])
    assert razor.sees()["checks"][-1]["result"]["data"]["total"] == 16
    again = razor.dispatch(ana, do="check.call", intent="Jump").result["check"]
    razor.gm(do="check.edit", check=again, dc=18, attribute="MIG")
    razor.gm(do="check.roll", check=again, dice=[4, 4, 4, 4])
    assert razor.sees()["checks"][-1]["result"]["data"]["total"] == 19


def test_what_the_gm_writes_counts_at_once(razor: Oak) -> None:
    mara, ana = mara_of(razor, stats={"MIG": 0, "AGI": 0})
    check = razor.dispatch(ana, do="check.call", intent="Climb").result["check"]
    razor.gm(do="check.edit", check=check, dc=18, attribute="MIG")
    razor.dispatch(ana, do="character.edit", character=mara, stats={"AGI": 1})
    razor.gm(do="character.edit", character=mara, stats={"MIG": 2})
    razor.gm(do="check.roll", check=check, dice=[4, 4, 4, 4])
    assert razor.sees()["checks"][-1]["result"]["data"]["total"] == 18


# ---- what is secret stays so ---------------------------------------------------------------------


def test_a_character_hidden_from_its_player_is_not_there_to_change(oak: Oak) -> None:
    mara, ana = mara_of(oak)
    oak.gm(do="character.edit", character=mara, visibility="secret")
    with pytest.raises(Missing):
        oak.dispatch(ana, do="character.edit", character=mara, name="Canary")


def test_a_character_known_by_name_alone_is_not_there_to_change(oak: Oak) -> None:
    mara, ana = mara_of(oak)
    oak.gm(do="character.edit", character=mara, visibility="masked")
    with pytest.raises(Missing):
        oak.dispatch(ana, do="character.edit", character=mara, stats={"Gear": "A rope"})


def test_what_is_secret_on_her_stays_out_of_all_that_her_player_gets(oak: Oak) -> None:
    mara, ana = mara_of(oak)
    oak.gm(do="condition.add", character=mara, name="Canary curse", visibility="secret")
    oak.gm(do="tag.add", character=mara, name="Canary mark", visibility="secret")
    done = oak.dispatch(ana, do="character.edit", character=mara, stats={"Gear": "A rope"})
    seat = audience_for(ana.role, ana.seat)
    assert "Canary" not in f"{done} {oak.sees(seat)} {oak.lines(seat)}"


# ---- the games' own commands ---------------------------------------------------------------------


def test_values_of_resonance_are_corrected_by_their_player(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    mara, ana = mara_of(oak)
    oak.dispatch(ana, do="resonance.value.set", character=mara, hp=7)
    assert oak.dispatch(ana, do="resonance.value.lose", character=mara, amount=2).result["hp"] == 5
    assert oak.dispatch(ana, do="resonance.value.gain", character=mara, amount=1).result["hp"] == 6


def test_values_that_the_gm_hides_are_neither_told_nor_changed(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    mara, ana = mara_of(oak)
    oak.gm(do="resonance.value.set", character=mara, hp=7, visibility="secret")
    for do, fields in (("set", {"hp": 3}), ("lose", {"amount": 1}), ("gain", {"amount": 1})):
        with pytest.raises(Missing):
            oak.dispatch(ana, do=f"resonance.value.{do}", character=mara, **fields)


def test_a_level_asks_once_somebody_rolled_with_it(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    mara, ana = mara_of(oak, stats={"level": 1, "brawn": 2})
    oak.dispatch(ana, do="resonance.level", character=mara, stat="brawn")
    assert somebody(oak, mara)["stats"]["level"] == 2
    check = oak.dispatch(ana, do="check.call", roll="effort", stat="brawn").result["check"]
    oak.gm(do="check.edit", check=check, tn=9)
    oak.dispatch(ana, do="check.roll", check=check)
    assert "proposal" in oak.dispatch(ana, do="resonance.level", character=mara, stat="brawn").result


def test_mettle_and_weapons_are_kept_by_their_player(app: Flask) -> None:
    oak = Oak.start(app, ruleset="mettle")
    mara, ana = mara_of(oak, stats={"CALLING": 6, "MOTIVE": 4})
    assert oak.dispatch(ana, do="mettle.hurt", character=mara, by=3).result["mettle"] == 7
    assert oak.dispatch(ana, do="mettle.mend", character=mara, by=1).result["mettle"] == 8
    sword = oak.dispatch(ana, do="mettle.weapon.add", character=mara, name="Sword", damage="FRAME+3")
    oak.dispatch(ana, do="mettle.remove", piece=sword.result["piece"])
    assert [each for each in oak.sees()["pieces"] if each["kind"] == "weapon"] == []


def test_scenery_and_others_weapons_are_not_theirs_to_remove(app: Flask) -> None:
    oak = Oak.start(app, ruleset="mettle")
    _, ana = mara_of(oak)
    tobin = oak.character("Tobin")
    knife = oak.gm(do="mettle.weapon.add", character=tobin, name="Knife").result["piece"]
    zone = oak.gm(do="zone.add", name="Pier").result["zone"]
    crate = oak.gm(do="mettle.zone.scenery", zone=zone, name="Crate").result["piece"]
    for piece in (knife, crate):
        with pytest.raises(Forbidden):
            oak.dispatch(ana, do="mettle.remove", piece=piece)


def test_a_changed_frame_of_mettle_counts_from_the_next_check(app: Flask) -> None:
    oak = Oak.start(app, ruleset="mettle")
    mara, ana = mara_of(oak, stats={"CALLING": 6, "CULTURE": 2, "FRAME": 3, "MOTIVE": 3, "NATURE": 2})
    check = oak.dispatch(ana, do="check.call", action="use", intent="Lift the gate", attribute="NATURE")
    id = check.result["check"]
    oak.gm(do="check.edit", check=id, difficulty=1)
    oak.dispatch(ana, do="character.edit", character=mara, stats={"NATURE": 5})
    assert oak.sees()["checks"][-1]["numbers"]["pool"] == 2
