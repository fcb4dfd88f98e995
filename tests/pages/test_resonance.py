"""Resonance's pages: the book at hand, and everything on the sheets before any script has run."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.visitor import Visitor
from tests.table.resonance.rolling import attack, roll
from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin


@pytest.mark.parametrize(
    "words",
    [
        "Threat budget",
        "Choices of a Critical",
        "Blight",
        "Enhance",
        "High Ground",
        "Disadvantage",
        "Recharge",
    ],
)
def test_the_book_is_one_tap_away(client: FlaskClient, words: str) -> None:
    page = client.get("/rules/resonance")
    assert page.status_code == 200
    assert words in page.text


def test_an_empty_sheet_starts_as_just_awakened(app: Flask) -> None:
    sparks = Sparks.open(app)
    new = sparks.oak.character("Wren")
    sheet = next(each for each in sparks.oak.sees()["cast"] if each["id"] == new)["stats"]
    assert (sheet["level"], sheet["brawn"], sheet["force"]) == (1, 2, 2)
    assert sparks.piece("values", new)["resistance"] == 6


def test_a_sheet_asks_for_the_level_and_for_no_skills(app: Flask) -> None:
    sparks = Sparks.open(app)
    gm = Visitor(sparks.oak, "gm")
    page = gm.client.get(f"/t/{sparks.oak.id}/edit/character/{sparks.sparks}").text
    assert 'id="edit-stat-level" type="number" name="stats.level"' in page
    assert "Another skill" not in page
    gm.post(do="character.edit", character=str(sparks.sparks), **{"stats.level": "3"})
    assert sparks.piece("values")["level"] == 3


def test_a_value_is_typed_where_somebody_is_inspected(app: Flask) -> None:
    sparks = Sparks.open(app)
    gm = Visitor(sparks.oak, "gm")
    page = gm.client.get(f"/t/{sparks.oak.id}/edit/character/{sparks.sparks}").text
    form = page.partition('aria-label="Set the values of Sparks"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    gm.post(**sent | {"hp": "4"})
    assert sparks.left() == (4, 10, 10)


def test_a_race_is_started_and_played_by_plain_forms(app: Flask) -> None:
    sparks = Sparks.open(app)
    gm, tv = Visitor(sparks.oak, "gm"), Visitor(sparks.oak, "tv")
    parts = {
        "parts.0.name": "Outer door",
        "parts.0.kind": "barrier",
        "parts.0.tn": "12",
        "parts.0.length": "6",
    }
    parts |= {"parts.1.name": "Lock", "parts.1.kind": "puzzle", "parts.2.name": "", "parts.2.kind": "foe"}
    answer = gm.post(do="resonance.race.start", name="The bomb", level="2", threat="", **parts)
    assert answer.status_code == 303
    page = tv.page().text
    assert "The bomb: 2 of 2" in page
    assert "Threat: 15 of 15" in page
    assert "Outer door" in page


def test_a_tap_without_scripts_leads_back_to_the_table(app: Flask) -> None:
    sparks = Sparks.open(app)
    sparks.give("Blight")
    gm = Visitor(sparks.oak, "gm")
    answer = gm.post(do="resonance.pool.happen", character=str(sparks.sparks), on="acts")
    assert answer.status_code == 303
    assert "Blight: 1 HP lost; nothing can prevent it." in gm.page().text


def test_rider_and_mount_have_each_others_actions_one_tap_away(app: Flask) -> None:
    sparks = Sparks.open(app)
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    gm, alex = Visitor(sparks.oak, "gm"), Visitor(sparks.oak, "player")
    alex.post(do="seat.claim", name="Alex", character=str(sparks.sparks))
    sparks.dice = [2, 1]
    sparks.gm(do="resonance.round.start")
    assert "Use an action of Sparks" in gm.page().text
    page = alex.page().text
    assert "Your mount’s turn" in page
    assert "<b>Your mount’s turn</b>" in part(alex, "my-chances")
    assert "Use an action of Sparks (3 left)" in page
    assert "Rook rolls on your order" in page
    alex.post(do="resonance.round.turn")
    page = alex.page().text
    assert "Your turn" in page
    assert "<b>Your turn</b>" in part(alex, "my-chances")
    assert "Use an action of Rook (1 left)" in page


def test_a_level_an_action_of_the_book_and_a_range_come_by_plain_forms(app: Flask) -> None:
    sparks = Sparks.open(app)
    gm, alex = Visitor(sparks.oak, "gm"), Visitor(sparks.oak, "player")
    assert gm.post(do="resonance.level", character=str(sparks.sparks), stat="influence").status_code == 303
    alex.post(do="seat.claim", name="Alex", character=str(sparks.sparks))
    assert "Level 3 " in alex.page().text
    sparks.dice = [1, 1]
    sparks.gm(do="resonance.round.start", brawn=False)
    assert "Lock On, 1 SP" in alex.page().text
    assert alex.post(do="resonance.round.act", action="lock-on").status_code == 303
    assert sparks.left()[1] == 9
    shove = {"deed": "shove", "stat": "brawn", "target": str(sparks.captain)}
    assert alex.post(do="check.call", **shove).status_code == 303
    assert "Shove Captain" in alex.page().text
    sparks.gm(do="check.call", character=sparks.captain, roll="attack", target=sparks.sparks, band="far")
    assert "to 100 m" in gm.page().text


def test_a_refusal_is_a_sentence_on_a_page(app: Flask) -> None:
    sparks = Sparks.open(app)
    sparks.give("Curse", 5)
    answer = Visitor(sparks.oak, "gm").post(
        do="resonance.pool.add", character=str(sparks.sparks), tag="curse"
    )
    assert answer.status_code == 409
    assert "a pool holds at most 5 Curse tags" in answer.text
    sparks.give("Daze", 5)
    assert "10/10" in Visitor(sparks.oak, "gm").page().text


def test_people_and_tags_of_ones_own_come_by_plain_forms(app: Flask) -> None:
    sparks = Sparks.open(app)
    gm = Visitor(sparks.oak, "gm")
    asked = {"preset": "minion", "name": "", "level": "", "focus": "mind", "count": "2"}
    assert gm.post(do="resonance.npc.add", **asked).status_code == 303
    assert [each["name"] for each in sparks.oak.sees()["cast"]][3:] == ["Minion", "Minion (2)"]
    hexed = {"name": "Hexed", "kind": "status", "colour": "purple", "clears": "", "on": ""}
    assert gm.post(do="resonance.pool.own", character=str(sparks.sparks), **hexed).status_code == 303
    page = gm.page().text + gm.page(f"/edit/character/{sparks.sparks}").text
    assert "Remove one Hexed from Sparks" in page
    assert "Minion (2)" in page


def test_a_clock_of_a_situation_stands_on_a_page_once_and_is_ticked_there(app: Flask) -> None:
    sparks = Sparks.open(app)
    sparks.gm(do="resonance.race.start", name="The bomb", parts=[{"name": "Door", "length": 6}], threat=15)
    sparks.oak.clock("The alarm spreads", 6)
    gm, player = Visitor(sparks.oak, "gm").page().text, Visitor(sparks.oak, "player").page().text
    for page in (gm, player):
        assert [page.count(f'aria-label="{name}: ') for name in ("Threat", "Door", "The alarm spreads")] == [
            1
        ] * 3
    assert "No clocks" not in gm + player
    assert 'aria-label="Tick Door"' in gm
    assert 'aria-label="Edit Threat"' in gm
    strip = player[player.index('id="clocks"') : player.index("</section>", player.index('id="clocks"'))]
    assert [name in strip for name in ("Scene", "The bomb", "Threat", "Door")] == [True, True, True, False]


def test_a_player_says_whom_it_is_aimed_at_and_what_it_works_on(app: Flask) -> None:
    sparks = Sparks.open(app)
    race = sparks.gm(do="resonance.race.start", name="The bomb", parts=[{"name": "Door", "tn": 12}], threat=9)
    hidden = sparks.oak.character("Sniper", kind="npc")
    alex = Visitor(sparks.oak, "player")
    alex.post(do="seat.claim", name="Alex", character=str(sparks.sparks))
    page = alex.page().text
    offered = page[page.index('id="pick-declare-target"') : page.index('id="declare-intent"') + 2000]
    assert ">Captain<" in offered
    assert ">Door<" in offered
    assert ">Threat<" not in offered
    strike = {"intent": "Strike", "roll": "attack", "stat": "technique", "targets": ""}
    assert alex.post(do="check.call", target=str(sparks.captain), **strike).status_code == 303
    assert "against Resistance 10" in alex.page().text
    assert alex.post(do="check.call", target=str(hidden), **strike).status_code == 404
    door = str(race.result["parts"][0])
    alex.post(do="check.call", intent="Force it", roll="effort", stat="technique", target="", targets=door)
    assert "against TN 12 Difficult" in alex.page().text


def test_the_gm_reads_hp_in_the_cast_and_reads_it_change(app: Flask) -> None:
    sparks = Sparks.open(app)
    gm = Visitor(sparks.oak, "gm")
    assert "<small>HP 10/10</small>" in cast(gm)
    assert re.search(r"<small>HP \d+/\d+, NPC</small>", cast(gm))
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=3)
    assert "<small>HP 7/10</small>" in cast(gm)


def cast(gm: Visitor) -> str:
    return gm.page().text.partition('id="cast"')[2].partition("</ul>\n")[0]


def test_a_foe_is_aimed_at_from_the_start_and_a_fellow_player_never(app: Flask) -> None:
    sparks = Sparks.open(app)
    alex = Visitor(sparks.oak, "player")
    alex.post(do="seat.claim", name="Alex", character=str(sparks.sparks))
    assert aimed_at(alex) == [str(sparks.captain)]
    sparks.gm(do="character.edit", character=sparks.captain, visibility="secret")
    assert aimed_at(alex) == []
    assert f'name="target" value="{sparks.rook}"' in " ".join(alex.page().text.split())


def aimed_at(player: Visitor) -> list[str]:
    return re.findall(r'name="target" value="(\w+)"\s+checked', player.page().text)


def test_a_called_roll_may_be_aimed_at_a_clock_and_is_weighed_by_hand(app: Flask) -> None:
    sparks = Sparks.open(app)
    sparks.oak.clock("Win the captain over", 4)
    sparks.oak.gm(do="check.call", character=sparks.rook, intent="Talk to the captain", roll="effort")
    page = Visitor(sparks.oak, "gm").page().text
    desk = page[page.index('id="checks"') :]
    assert "Win the captain over" in desk[desk.index("Aims at") :]
    assert 'aria-label="Add ' in desk[desk.index("Also") :]


def test_with_disadvantage_the_solid_die_is_the_one_that_counts(app: Flask) -> None:
    sparks = Sparks.open(app)
    roll(sparks, attack(sparks, band="far"), 7, 3)
    for role in ("gm", "player", "tv"):
        page = Visitor(sparks.oak, role).page().text
        assert "Main 7, Lucky 3, which counts" in page, role
        assert page.count('class="die ten lucky counts"') >= 1, role
        assert 'class="die ten main counts"' not in page, role


def test_a_player_moves_between_zones_and_shoots_by_plain_forms(app: Flask) -> None:
    sparks = Sparks.open(app)
    gm, alex = Visitor(sparks.oak, "gm"), Visitor(sparks.oak, "player")
    alex.post(do="seat.claim", name="Alex", character=str(sparks.sparks))
    assert "To Close by" not in alex.page().text
    assert gm.post(do="resonance.zone.quick").status_code == 303
    far = sparks.oak.sees("gm")["zones"][3]["id"]
    assert (
        gm.post(do="resonance.move", character=str(sparks.captain), zone=str(far), free="true").status_code
        == 303
    )
    page = alex.page().text
    assert "To Close by (Close)" in page
    assert "To Nearby" not in page, "Movement 1"
    shot = {"deed": "activate", "stat": "force", "target": str(sparks.captain), "ranged": "true"}
    assert alex.post(do="check.call", **shot).status_code == 303
    assert "Range: Disadvantage, at Far range." in alex.page().text
    sparks.give("Bind")
    page = alex.page().text
    assert "Immobilised: no Move Action" in page
    assert "To Close by (Close)" not in page


def test_who_falls_unconscious_on_their_turn_reads_why_there_is_nothing_to_press(app: Flask) -> None:
    sparks = Sparks.open(app)
    begin(sparks)
    alex = Visitor(sparks.oak, "player")
    alex.post(do="seat.claim", name="Alex", character=str(sparks.sparks))
    assert part(alex, "my-turn").count("<button") > 3
    assert 'name="stat"' in part(alex, "my-stats")
    sparks.gm(do="resonance.value.set", character=sparks.sparks, hp=0)
    turn = part(alex, "my-turn")
    assert "Unconscious: no actions." in turn
    assert (turn.count("<button"), "End turn" in turn) == (1, True)
    assert "data-no-action>Unconscious: no actions." in part(alex, "my-stats")
    sparks.gm(do="check.call", character=sparks.captain, roll="attack", stat="force", target=sparks.sparks)
    chances = part(alex, "my-chances")
    assert "attacks you" in chances
    assert "Avoid" not in chances
    assert 'href="#deeds"' not in chances


def part(player: Visitor, panel: str) -> str:
    """One panel of a player's page."""
    drawn = re.split(r'<(?:section|div) id="', player.page().text)
    return " ".join(next(each for each in drawn if each.startswith(f'{panel}"')).split())


@pytest.mark.parametrize(
    ("ends", "word", "name"),
    [("resolve", "won against", "Success"), ("fail", "lost to", "Failure")],
)
def test_a_race_that_is_over_says_who_won(app: Flask, ends: str, word: str, name: str) -> None:
    sparks = Sparks.open(app)
    sparks.gm(do="resonance.scene.start", length=3)
    race = {"name": "The bomb", "parts": [{"name": "Lock"}], "threat": 9}
    situation = sparks.gm(do="resonance.race.start", **race).result["situation"]
    pages = {role: Visitor(sparks.oak, role) for role in ("gm", "player", "tv")}
    assert all(">races against</span>" in each.page().text for each in pages.values())
    part = {"part": 0} if ends == "resolve" else {}
    sparks.gm(do=f"resonance.situation.{ends}", situation=situation, **part)
    for page in (each.page().text for each in pages.values()):
        assert ">races against</span>" not in page
        assert f">{word}</span>" in page
        assert f"<b>{name}</b>" in page.partition('class="nest-outcome')[2]


def test_an_effort_roll_from_the_phone_is_named_by_what_it_works_on(app: Flask) -> None:
    """The form sends whom one aims at as well, as its first choice is checked."""
    sparks = Sparks.open(app)
    door = {"name": "Outer door", "kind": "barrier", "tn": 8}
    sparks.gm(do="resonance.scene.start", length=3)
    (work,) = sparks.gm(do="resonance.race.start", name="The bomb", parts=[door], threat=9).result["parts"]
    sparks.alex()
    phone = Visitor(sparks.oak, "player")
    phone.hold(sparks.oak.seats["Alex"])
    page = phone.page().text
    assert f'name="targets"\n  value="{work}"><span><bdi>Outer door</bdi>' in page
    sent = {"deed": "effort-roll", "stat": "technique", "target": str(sparks.captain), "targets": str(work)}
    phone.post(do="check.call", **sent)
    (check,) = sparks.oak.sees()["checks"]
    assert check["intent"] == "Effort Roll on Outer door"
    sparks.gm(do="check.roll", check=check["id"], dice=[[9, 2]])
    assert "Sparks, Effort Roll on Outer door" in phone.page().text.partition('<section id="moments"')[2]
