"""Small things on the pages that were in somebody's way."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.investigation import Case
from tests.table.oak import Oak


def test_whoever_finds_no_free_character_is_told_what_there_is(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana")
    page = phone.page().text
    assert "Who do you play?" in page
    assert 'name="new"' in page, "they make a character of their own"
    assert 'class="key propose">Propose<' in page


@pytest.mark.parametrize("hidden", ["secret", "rumoured", "masked"])
def test_whoever_plays_a_hidden_character_is_not_asked_for_another(oak: Oak, hidden: str) -> None:
    mara, phone = oak.character("Mara"), Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana", character=mara)
    oak.gm(do="character.edit", character=mara, visibility=hidden)
    page = phone.page().text
    assert "Your GM has hidden your character for now." in page
    assert "Who do you play?" not in page
    assert ("Mara" in page) is (hidden == "masked")


def test_an_empty_scene_offers_what_may_stand_there_if_the_game_has_no_stage(oak: Oak) -> None:
    offering = {"freeform": True, "razorweave": True, "resonance": False, "mettle": False}
    for ruleset, offers in offering.items():
        table = Oak.start(oak.app, ruleset=ruleset)
        scene = table.sees()["scenes"][0]["id"]
        assert ("Describe the scene" in Visitor(table, "gm").page().text) is offers, ruleset
        table.gm(do="scene.edit", scene=scene, description="Rain on tin.")
        assert "Describe the scene" not in Visitor(table, "gm").page().text
        table.gm(do="scene.edit", scene=scene, description=None)
        table.gm(do="zone.add", name="Pier")
        assert "Describe the scene" not in Visitor(table, "gm").page().text


def test_a_guest_is_offered_nothing_to_propose_and_a_seat_is(oak: Oak) -> None:
    oak.clock("Alarm", 6)
    phone = Visitor(oak, "player")
    assert "Alarm" in phone.page().text
    assert "Propose a tick" not in phone.page().text
    phone.post(do="seat.claim", name="Ana")
    assert "Propose a tick" in phone.page().text


def test_a_partial_success_has_one_colour_wherever_it_is_told(oak: Oak) -> None:
    razor = Oak.start(oak.app, ruleset="razorweave")
    mara = razor.character("Mara")
    call = {"attribute": "AGI", "dc": 14, "intent": "climb", "rating": 2, "skill_bonus": 0}
    check = razor.gm(do="check.call", character=mara, **call).result["check"]
    told = razor.gm(do="check.roll", check=check, dice=[3, 3, 3, 2]).result
    assert told["outcome"] == "partial_success"
    razor.gm(do="check.resolve", check=check)
    for role in ("gm", "player", "tv"):
        page = Visitor(razor, role).page().text.partition('<section id="moments"')[2]
        assert '<b class="mixed">Partial success</b>' in page or 'class="verdict mixed"' in page, role


def test_a_check_without_words_is_named_by_what_is_rolled(oak: Oak) -> None:
    razor = Oak.start(oak.app, ruleset="razorweave")
    mara = razor.character("Mara")
    razor.gm(do="check.call", character=mara, attribute="RSN", skill="Investigation")
    assert razor.sees()["checks"][0]["intent"] == "Investigation, RSN"


def test_enemies_stand_beside_the_party_and_not_in_it(oak: Oak) -> None:
    nest = Oak.start(oak.app, ruleset="resonance")
    for name, kind in (("Ana", "pc"), ("Thug", "npc")):
        who = nest.character(name, kind=kind, visibility="shown")
        nest.gm(do="character.edit", character=who, stats={"level": 2})
    nest.gm(do="resonance.npc.add", preset="minion", level=2, focus="body", name="Bandit", visibility="shown")
    page = Visitor(nest, "player").page().text
    party, _, others = page.partition("The party</h2>")[2].partition("Others</h2>")
    assert "Bandit" not in party
    assert "Bandit" in others


@pytest.mark.parametrize(
    ("game", "stats", "told"),
    [
        ("freeform", {"Swim": 2}, {"Swim": "2"}),
        ("razorweave", {"AGI": 2, "Climbing": 1}, {"Agility": "2", "Climbing": "1"}),
        ("resonance", {"level": 2, "technique": 3}, {"Level": "2", "Technique": "3"}),
        ("mettle", {"POISE": 3, "FRAME": 4}, {"Poise": "3", "Frame": "4"}),
    ],
)
def test_a_phone_has_its_sheet(app: Flask, game: str, stats: dict[str, Any], told: dict[str, str]) -> None:
    oak = Oak.start(app, ruleset=game)
    mara = oak.character("Mara", stats=stats)
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana", character=str(mara))
    sheet = phone.page().text.partition('class="my-sheet"')[2].partition("</details>")[0]
    lines = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", sheet))
    assert told.items() <= lines.items()


def test_how_players_see_enemies_stats_is_offered_with_the_first_npc_alone(oak: Oak) -> None:
    gm = Visitor(oak, "gm")

    def offered(**who: str) -> list[str]:
        return re.findall(r"settings\.foes=(\w+)", gm.post(SCRIPT, do="character.add", **who).text)

    assert offered(name="Mara", kind="pc") == []
    assert offered(name="Fixer", kind="npc") == ["exact", "words", "absent"]
    assert offered(name="Guard", kind="npc") == []


@pytest.mark.parametrize("game", ["freeform", "razorweave", "resonance", "mettle"])
def test_the_first_key_at_a_players_thumb_is_not_pause(app: Flask, game: str) -> None:
    oak = Oak.start(app, ruleset=game)
    phone = Visitor(oak, "player")

    def keys() -> list[str]:
        foot = phone.page().text.partition('<footer class="foot">')[2]
        return re.findall(r'class="key[^>]*>\s*([A-Z][a-z ]+)', foot)

    assert keys()[:2] == ["Take a seat", "Pause"]
    phone.post(do="seat.claim", name="Ana", new="Mara")
    assert keys().index("Pause") > 0
    assert "Take a seat" not in keys()


@pytest.mark.parametrize("path", ["", "/journal", "/after"])
def test_every_page_with_times_has_the_script_that_writes_them_local(oak: Oak, path: str) -> None:
    phone = Visitor(oak, "player")
    scripts = re.findall(r'<script src="([^"]+)"', phone.page(path).text)
    assert any("time:not([data-local])" in phone.client.get(script).text for script in scripts)


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("razorweave", "<b>+1 Edge</b> on: <bdi>stealth</bdi>"),
        ("mettle", "<b>−1 die</b> on: <bdi>anything</bdi> (<bdi>for each point of negative Mettle</bdi>)"),
        ("mettle", "<b>+2 Difficulty</b> on: <bdi>anything</bdi>"),
        ("resonance", "<b>Disadvantage</b> on: <bdi>your actions</bdi>"),
    ],
)
def test_what_an_effect_adds_is_said_as_in_a_check(app: Flask, ruleset: str, said: str) -> None:
    assert said in app.test_client().get(f"/rules/{ruleset}").text


def test_an_effect_in_words_keeps_the_capitals_of_what_it_is_on(oak: Oak) -> None:
    oak.tag("Storm", effects=[{"on": "your AGI", "modifier": "note", "note": "the deck heaves"}])
    assert "<bdi>Your AGI:</bdi></b> <bdi>the deck heaves</bdi>" in Visitor(oak, "player").page().text


def test_a_sheet_on_paper_has_the_names_of_the_sheet(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    oak.character("Sparks", stats={"movement": 3, "level": 2})
    assert "Movement 3, Level 2</small>" in Visitor(oak, "gm").page("/paper").text


def test_a_saved_clock_of_one_segment_says_so(oak: Oak) -> None:
    oak.gm(do="saved.add", clock=oak.clock("Fuse", 1))
    oak.gm(do="saved.add", clock=oak.clock("Alarm", 6))
    found = re.findall(r"\d segments?\n", Visitor(oak, "gm").page("/moves/library").text)
    assert sorted(found) == ["1 segment\n", "6 segments\n"]


def test_a_lines_outcome_stands_in_brackets_and_somebodys_reason_after_because(app: Flask) -> None:
    case = Case.open(app)
    alarm = case.clock("Alarm", 6)
    case.gm(do="clock.tick", clock=alarm, by=1, because="a dog barks")
    check = case.gm_call(intent="Climb", attribute="AGI", dc=14, targets=[alarm])
    case.roll(check, 4, 4, 4, 4)
    case.apply(check)
    page = " ".join(Visitor(case, "gm").page().text.split())
    assert '<span class="because">because <bdi>a dog barks</bdi></span>' in page
    assert '<span class="because">(<bdi>Full success, margin +3, on “Climb”</bdi>)</span>' in page


@pytest.mark.parametrize(("direction", "on", "back"), [("fill", "+1", "−1"), ("drain", "−1", "+1")])
def test_a_shared_clocks_buttons_say_what_they_do(oak: Oak, direction: str, on: str, back: str) -> None:
    oak.clock("Candle", 6, direction=direction, shared=True)
    page = Visitor(oak, "player").page().text
    buttons = re.findall(r'aria-label="(Tick|Take back a tick of) Candle">(..)<', page)
    assert buttons == [("Take back a tick of", back), ("Tick", on)]


def test_a_clocks_inspector_says_its_kind_and_way_in_whole_sentences(oak: Oak) -> None:
    clock = oak.clock("Candle", 6, direction="drain")
    page = " ".join(Visitor(oak, "gm").page(f"/edit/clock/{clock}").text.split())
    assert "Progress: Progress towards a goal of the characters. This clock runs out.</p>" in page
