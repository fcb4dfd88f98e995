"""Highlights earn Experience, which raises Attributes; a journey's encounters are rolled on its table."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl
from tests.table.test_moments import told
from webapp.state.audience import Audience, Role
from webapp.table.refusals import Forbidden, Refused


def stats(yard: Brawl, who: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each["stats"] for each in yard.sees()["cast"] if each["name"] == who)
    return found


def test_experience_raises_an_attribute_for_what_it_costs(yard: Brawl) -> None:
    """Characters, "Experience": any other costs as much as CALLING, CALLING twice itself."""
    ann = yard.who("Ann")
    for points, text in ((3, "held the bridge"), (3, "told the truth"), (1, "sang")):
        yard.gm(do="mettle.highlight", character=ann, text=text, points=points)
    assert stats(yard, "Ann")["XP"] == 7
    done = yard.gm(do="mettle.raise", character=ann, attribute="MOTIVE")
    assert (done.result["attribute"], stats(yard, "Ann")["MOTIVE"], stats(yard, "Ann")["XP"]) == (5, 5, 1)
    with pytest.raises(Refused, match="CALLING costs 12 XP, but the character has only 1"):
        yard.gm(do="mettle.raise", character=ann, attribute="CALLING")


def test_experience_is_told_to_whom_it_befell(yard: Brawl) -> None:
    seat, ann = yard.play("Ana", "Ann").seat, yard.who("Ann")
    for sent, said in (
        ({"do": "mettle.highlight", "text": "sang", "points": 3}, "Highlight for Ann (+3 XP, now 3): sang"),
        ({"do": "mettle.highlight", "text": "ran", "points": 3}, "Highlight for Ann (+3 XP, now 6): ran"),
        ({"do": "mettle.raise", "attribute": "MOTIVE"}, "Ann raises Motive to 5, 0 XP left"),
    ):
        yard.gm(character=ann, **sent)
        newest, *_ = told(yard, Audience(Role.PLAYER, seat))
        assert (newest.head, newest.weight, newest.tone) == (said, "card", "good")
        assert newest.is_about(ann)


def test_calling_stays_the_highest(yard: Brawl) -> None:
    ann = yard.who("Ann")
    yard.gm(do="character.edit", character=ann, stats={"XP": 20})
    with pytest.raises(Refused, match="raise CALLING first"):
        yard.gm(do="mettle.raise", character=ann, attribute="NATURE")
    yard.gm(do="mettle.raise", character=ann, attribute="CALLING")
    yard.gm(do="mettle.raise", character=ann, attribute="NATURE")
    assert (stats(yard, "Ann")["CALLING"], stats(yard, "Ann")["NATURE"], stats(yard, "Ann")["XP"]) == (
        7,
        6,
        1,
    )


def test_a_player_raises_it_as_the_setting_for_sheets_says(yard: Brawl) -> None:
    ana, ann = yard.play("Ana", "Ann"), yard.who("Ann")
    for deed in ("held the bridge", "let the prisoner go"):
        yard.gm(do="mettle.highlight", character=ann, text=deed, points=3)
    wanted = {"do": "mettle.raise", "character": ann, "attribute": "POISE"}
    yard.gm(do="table.edit", settings={"sheets": "locked"})
    with pytest.raises(Forbidden):
        yard.dispatch(ana, **wanted)
    yard.gm(do="table.edit", settings={"sheets": "ask"})
    yard.dispatch(ana, **wanted)
    assert yard.view().proposals[0].words == "Ann raises POISE"
    yard.gm(do="table.edit", settings={"sheets": "free"})
    assert yard.dispatch(ana, **wanted).result["xp"] == 0
    with pytest.raises(Refused, match="the character has only 0"):
        yard.dispatch(ana, **wanted)


def test_going_along_with_a_sway_may_be_a_highlight(yard: Brawl) -> None:
    """Seed 003:261, "can easily justify an XP highlight": the GM takes the line or leaves it."""
    check = yard.call("Bog", "sway", "Ann", about="the toll")
    yard.roll(check, 3, 3, 4, 4)
    line = next(each for each in yard.view().proposals if each.command["do"] == "mettle.highlight")
    assert line.words == "a highlight for Ann: went along with it"
    yard.gm(do="proposal.accept", proposal=line.id)
    assert stats(yard, "Ann")["XP"] == 1
    assert "Highlight for Ann (+1 XP, now 1): went along with it" in yard.lines("player")[0]


def test_a_sway_of_somebody_of_the_gms_earns_nothing(yard: Brawl) -> None:
    check = yard.call("Ann", "sway", "Bog", about="the toll")
    yard.roll(check, 3, 3, 4, 4, 4)
    assert not [each for each in yard.view().proposals if each.command["do"] == "mettle.highlight"]


def test_an_encounter_is_rolled_on_the_maps_own_table(yard: Brawl) -> None:
    """Seed 003:282: rolled or chosen; on a success the telltale signs."""
    made = yard.gm(do="mettle.travel.map", name="The island", stops=["Bay", "Temple"]).result["map"]
    yard.gm(do="mettle.travel.path", one="Bay", other="Temple", difficulty=5)
    met = ["a hostile patrol", "a flat tyre", "a strange statue"]
    yard.gm(do="mettle.travel.table", map=made, encounters=met)
    assert "patrol" not in str(yard.sees("player")["pieces"])
    yard.rolls(3, 2)
    signs = yard.gm(do="mettle.travel.encounter", map=made, stop="Temple", signs=True)
    assert signs.summary == "On the way to Temple, signs of a strange statue"
    assert "statue" not in str(yard.lines("player")), "the GM describes its tracks, and does not name it"
    assert yard.piece("map")["way"] is None
    yard.gm(do="mettle.travel.encounter", map=made, stop="Temple")
    assert (yard.piece("map")["met"][-1], yard.piece("map")["way"]) == ("a flat tyre", "Temple")
