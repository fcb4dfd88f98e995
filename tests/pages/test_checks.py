"""A check played with plain forms: declared on a phone, settled and applied by the GM, seen on the TV."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.investigation import Case
from tests.table.oak import Oak
from webapp.rules.playable_games import rulesets


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


@pytest.fixture
def phone(case: Case) -> Visitor:
    """Ana's phone, on the seat that holds Mara."""
    visitor = Visitor(case, "player")
    visitor.hold(case.seats["Ana"])
    return visitor


@pytest.fixture
def tablet(case: Case) -> Visitor:
    return Visitor(case, "gm")


def newest(case: Case) -> int:
    return case.view().checks[-1].id


def test_from_the_declaration_to_the_clock_without_scripts(
    case: Case, phone: Visitor, tablet: Visitor
) -> None:
    escape = case.clock("Escape", 6)
    alarm = case.clock("Alarm", 4, kind="threat", opposes=escape)
    tag = case.tag("Dim Light")
    assert phone.post(do="check.call", intent="Slip away", skill="Stealth").status_code == 303
    check = newest(case)
    taps = ({"attribute": "AGI"}, {"dc": "16"}, {"targets": ["", escape]}, {f"uses.tag:{tag}:edge": "dc"})
    for tap in (*taps, {"gate.agency": "true"}, {"loud": "true"}, {"loud": "false"}):
        assert tablet.post(do="check.edit", check=check, **tap).status_code == 303, tap
    assert "DC 14" in phone.page().text
    assert phone.post(do="check.roll", check=check, dice=["4", "3", "2", "2"]).status_code == 303
    line = next(each for each in case.lines_of(check) if "Alarm" in each.words)
    answer = tablet.post(do="check.resolve", check=check, **{f"edits.{line.id}.by": "0"})
    assert answer.status_code == 303
    assert (case.stands(escape), case.stands(alarm)) == ("1/6", "0/4")


def test_the_number_that_is_missing_comes_before_what_the_check_is_aimed_at(
    case: Case, tablet: Visitor
) -> None:
    case.clock("Escape", 6)
    case.clock("Alarm", 4)
    case.gm(do="check.call", character=case.mara, intent="Slip away", attribute="AGI")
    check = newest(case)
    desk = tablet.page().text.partition(f'id="check-{check}"')[2].partition("</article>")[0]
    assert desk.index("18 Hard") < desk.index("Aims at") < desk.index("May affect")
    case.gm(do="check.edit", check=check, dc=16)
    desk = tablet.page().text.partition(f'id="check-{check}"')[2].partition("</article>")[0]
    assert desk.index("Aims at") < desk.index("18 Hard")
    assert desk.count("Aims at") == 1


def test_of_two_calls_the_older_waits_on_top_of_the_phone(case: Case, phone: Visitor) -> None:
    called = [case.gm_call(dc=14, intent=intent) for intent in ("Slip away", "Climb the wall")]
    page = phone.page().text
    assert re.findall(r'<article id="my-check-(\d+)" class="check-card wait called"', page) == [
        str(check) for check in called
    ]


def test_every_screen_shows_a_check_before_and_after(case: Case, phone: Visitor, tablet: Visitor) -> None:
    case.tag("Fog", effects=[{"on": "anything", "modifier": "edge"}])
    check = case.gm_call(dc=14, intent="Slip away", approach="over the roof")
    tv = Visitor(case, "tv")
    for visitor in (phone, tablet, tv):
        page = visitor.page().text
        assert f'data-check="{check}"' in page
        assert "Slip away" in page
        assert to_roll(visitor)[0] == "5d6 (keep the best 4)"
    assert "Roll Slip away" in phone.page().text
    case.roll(check, 2, 3, 3, 3, 3)
    for visitor in (phone, tablet, tv):
        assert "Partial success" in visitor.page().text


def test_a_tag_that_limits_the_effect_says_so(case: Case, phone: Visitor) -> None:
    case.tag("A closed house", effects=[{"on": "RSN", "modifier": "razorweave.impact", "amount": -1}])
    assert "Limited effect" in phone.page().text


def test_real_dice_are_typed_one_by_one(case: Case, phone: Visitor) -> None:
    check = case.gm_call(dc=14)
    page = phone.page().text
    form = page[page.index("Real dice") : page.index("Use these dice")]
    assert len(re.findall(r'name="dice"', form)) == 4
    phone.post(do="check.roll", check=check, dice=["3", "3", "3", "3"])
    assert "real dice" in Visitor(case, "tv").page().text


def test_the_desk_of_the_gm_is_for_the_gm(case: Case, phone: Visitor, tablet: Visitor) -> None:
    case.tag("Xanadu fog", effects=[{"on": "anything", "modifier": "edge"}], visibility="secret")
    case.gm_call(dc=14, intent="Slip away")
    assert "Xanadu fog" in tablet.page().text
    for page in (phone.page(), Visitor(case, "tv").page(), tablet.page("?as=player"), tablet.page("?as=tv")):
        assert page.status_code == 200
        assert "Xanadu" not in page.text
        assert "check.edit" not in page.text


def test_a_refusal_says_why_on_a_page_of_its_own(case: Case, phone: Visitor) -> None:
    check = case.call(intent="Jump")
    answer = phone.post(do="check.roll", check=check)
    assert answer.status_code == 409
    assert "The GM still has to set the DC." in answer.text


def test_a_roll_answers_a_script_with_the_panels_it_touched(case: Case, phone: Visitor) -> None:
    check = case.gm_call(dc=14)
    case.dice(4, 4, 4, 4)
    answer = phone.post({"Sec-Fetch-Site": "same-origin", "HX-Request": "true"}, do="check.roll", check=check)
    assert 'id="my-checks"' in answer.text
    assert "Full success" in answer.text


def test_nonsense_within_a_field_is_a_sentence_and_no_crash(tablet: Visitor) -> None:
    for fields in (
        {"uses": "x", "uses.a": "b"},
        {"edits.1.by": "2", "edits": "3"},
        {"do.x": "y"},
        {"a.b": "c"},
    ):
        assert tablet.post(**{"do": "check.edit", "check": 1, **fields}).status_code in (404, 409, 422)


def test_a_check_of_ones_own_stands_once_on_the_phone(case: Case, phone: Visitor) -> None:
    phone.post(do="check.call", intent="Slip away")
    check = newest(case)
    assert phone.page().text.count(f'data-check="{check}"') == 1
    guest = Visitor(case, "player")
    assert guest.page().text.count(f'data-check="{check}"') == 1
    reply = phone.post(SCRIPT, do="check.call", intent="Hide").text
    assert reply.count(f'data-check="{newest(case)}"') == 1


def test_the_gm_decides_for_the_table_whether_players_see_the_odds(
    case: Case, phone: Visitor, tablet: Visitor
) -> None:
    assert "Players see the odds: no" in tablet.page("/moves/table").text
    case.gm_call(dc=14, intent="Slip away")
    assert 'aria-label="Chances"' in tablet.page().text
    assert 'aria-label="Chances"' not in phone.page().text
    assert tablet.post(do="table.edit", **{"settings.show_odds": "true"}).status_code == 303
    assert "Players see the odds: yes" in tablet.page("/moves/table").text
    assert 'aria-label="Chances"' in phone.page().text


def test_a_tag_that_may_count_two_ways_says_what_each_is_for(case: Case, tablet: Visitor) -> None:
    case.tag("Cramped")
    case.gm_call(dc=14)
    found = re.findall(r'aria-label="How Cramped counts: ([^"]+)"', tablet.page().text)
    assert found == ["large movement, wide swing, large weapon", "grapple"]


def test_two_checks_of_one_person_have_no_form_of_the_same_name(case: Case, tablet: Visitor) -> None:
    case.tag("Cramped")
    for intent in ("Slip away", "Climb down"):
        case.gm_call(dc=14, intent=intent)
    forms = re.findall(r'<form[^>]*aria-label="([^"]+)"', tablet.page().text)
    assert [each for each in forms if forms.count(each) > 1] == []


def test_the_steps_to_a_check_are_marked_so_that_the_journal_folds_them(case: Case, tablet: Visitor) -> None:
    check = case.gm_call()
    case.edit(check, dc=14)
    case.edit(check, attribute="RSN")
    page = tablet.page().text
    assert len(re.findall(r'<li id="line-\d+" class="line step"', page)) == 2
    assert "Show check details" in page


def test_what_is_settled_leaves_the_desk_for_the_moments(case: Case, tablet: Visitor) -> None:
    for intent in ("Slip away", "Climb down"):
        check = case.gm_call(dc=14, intent=intent)
        case.roll(check, 6, 5, 4, 3)
        if case.check(check).state == "rolled":
            case.apply(check)

    def told(place: str) -> list[str]:
        words = tablet.page().text.partition(f'<section id="{place}"')[2].partition("</section>")[0]
        return [each for each in ("Slip away", "Climb down", "Hide") if each in words]

    assert (told("checks"), told("moments")) == ([], ["Slip away", "Climb down"])
    case.gm_call(dc=14, intent="Hide")
    assert (told("checks"), told("moments")) == (["Hide"], ["Slip away", "Climb down"])


def test_a_source_keeps_its_place_when_it_is_switched_off(case: Case, tablet: Visitor) -> None:
    for name in ("Fog", "Rain", "Smoke"):
        case.tag(name, effects=[{"on": "anything", "modifier": "edge"}])
    check = case.gm_call(dc=14)

    def order() -> list[str]:
        return re.findall(r'aria-label="How (\w+) counts: anything"', tablet.page().text)

    before = order()
    assert sorted(before) == ["Fog", "Rain", "Smoke"]
    key = next(each.key for each in case.check(check).counted if each.name == before[0])
    tablet.post(do="check.edit", check=check, **{f"uses.{key}": "off"})
    assert [each.name for each in case.check(check).offered or ()] == [before[0]]
    assert order() == before


# ---- what counts, who takes part, what is in the way ------------------------------------------------


def to_roll(visitor: Visitor) -> tuple[str, str]:
    """The dice of the newest check on a page, and what they are rolled against."""
    page = visitor.page().text
    found = re.search(r'class="to-roll[^"]*"[^>]*>\s*<b>(.+?)</b>(.*?)</p>', page, re.DOTALL)
    assert found is not None
    dice, against = (re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", part)).strip() for part in found.groups())
    return dice, against


def test_what_counts_is_named_and_a_tap_counts_it_otherwise(
    case: Case, phone: Visitor, tablet: Visitor
) -> None:
    tag = case.tag("Total Darkness", effects=[{"on": "lock", "modifier": "burden"}])
    case.gm(do="condition.add", character=case.mara, name="Exhausted")
    check = case.gm_call(dc=14, attribute="AGI", skill="Lockpicking", intent="Sprint to the lock")
    tired = next(each.key for each in case.check(check).offered or () if each.name == "Exhausted")
    tablet.post(do="check.edit", check=check, **{f"uses.{tired}": "burden"})
    for visitor in (phone, tablet):
        assert to_roll(visitor)[0] == "6d6 (keep the worst 4)"
        assert "Total Darkness" in visitor.page().text
        assert "Exhausted" in visitor.page().text
    carried = next(each.key for each in case.check(check).counted if each.name == "Exhausted")
    tablet.post(do="check.edit", check=check, **{f"uses.{carried}": "off"})
    tablet.post(do="check.edit", check=check, **{f"uses.tag:{tag}:burden": "dc"})
    for visitor in (phone, tablet):
        dice, against = to_roll(visitor)
        assert dice == "4d6"
        assert "DC 16" in against
    for added in ("Tools: +1 Edge", "Setup: +1 Edge", "Environment: −1 Burden"):
        assert f'aria-label="Add {added}"' in tablet.page().text


def test_what_blocks_is_said_before_the_roll_and_the_gm_lets_it_pass(
    case: Case, phone: Visitor, tablet: Visitor
) -> None:
    bound = case.gm(do="condition.add", character=case.mara, name="Restrained").result["condition"]
    check = case.gm_call(dc=14, attribute="AGI", intent="Run across the yard")
    page = phone.page().text
    assert ("break free" in page, "Roll Run across the yard" in page) == (True, False)
    assert ">Allow it<" in tablet.page().text
    tablet.post(do="check.edit", check=check, **{f"uses.condition:{bound}:blocks": "off"})
    assert "Roll Run across the yard" in phone.page().text


def test_trying_the_same_again_asks_what_has_changed(case: Case, phone: Visitor) -> None:
    check = case.gm_call(dc=18, attribute="PRE", intent="Question the clerk", approach="friendly")
    case.roll(check, 2, 2, 2, 1)
    again = {"do": "check.call", "intent": "Question the clerk", "approach": "friendly"}
    assert phone.post(**again).status_code == 303
    assert "Nothing has changed since the last try" in phone.page().text
    case.gm(do="check.cancel", check=newest(case))
    assert "What is different this time?" in phone.page().text
    assert phone.post(**again, changed="Tomas holds the door").status_code == 303
    assert "Tomas holds the door" in phone.page().text


def test_who_helps_and_how_each_fared_is_said_on_every_screen(
    case: Case, phone: Visitor, tablet: Visitor
) -> None:
    tomas = case.character("Tomas")
    screens = (phone, tablet, Visitor(case, "tv"))
    check = case.gm_call(dc=14, attribute="MIG", intent="Lift the gate")
    for group, words, dice in (
        ("assistance", "With Tomas", "5d6 (keep the best 4)"),
        ("representative", "Together with Tomas", "4d6"),
    ):
        tablet.post(do="check.edit", check=check, group=group, helpers=["", str(tomas)])
        for each in screens:
            page = re.sub(r"<[^>]+>", "", each.page().text)
            assert (words in page, dice in page) == (True, True)
    case.edit(check, group="split_risks")
    (other,) = (each.id for each in case.view().checks if each.character == tomas and each.state == "called")
    case.roll(check, 5, 5, 4, 4)
    assert ">Apply all<" not in tablet.page().text
    case.gm(do="check.roll", check=other, dice=[3, 3, 2, 2])
    for each in screens:
        assert "Mara: full success; Tomas: failure." in each.page().text


def test_a_check_that_the_gm_takes_out_of_sight_is_on_no_other_page(
    case: Case, phone: Visitor, tablet: Visitor
) -> None:
    check = case.gm_call(dc=14, attribute="RSN", intent="Xanadu patrol notices")
    others = (phone, Visitor(case, "tv"))
    assert all("Xanadu" in each.page().text for each in others)
    tablet.post(do="check.edit", check=check, visibility="secret")
    case.gm(do="check.roll", check=check, dice=[4, 4, 3, 3])
    for each in others:
        page = each.page().text
        assert ("Xanadu" in page, f'data-check="{check}"' in page) == (False, False)
    assert "Xanadu" in tablet.page().text


# ---- what is typed about a check -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "sources"),
    [
        ("razorweave", ["burden", "dc", "edge"]),
        ("resonance", ["advantage", "disadvantage"]),
        ("mettle", ["dice", "difficulty"]),
    ],
)
def test_a_source_of_ones_own_counts_in_a_way_that_the_game_knows(
    app: Flask, game: str, sources: list[str]
) -> None:
    oak = Oak.start(app, "Oak", game)
    who = oak.character("Mara", stats={"POISE": 3} if game == "mettle" else {})
    way = {"resonance": {"roll": "effort", "stat": "force", "tn": 9}, "mettle": {"action": "use"}}
    check = oak.gm(do="check.call", character=who, **way.get(game, {})).result["check"]
    gm = Visitor(oak, "gm")
    page = gm.page(f"/edit/check/{check}").text
    offered = re.search(r'name="sources\.0\.modifier">(.*?)</select>', page, re.DOTALL)
    assert offered is not None
    assert re.findall(r'value="([^"]*)"', offered[1]) == sources
    assert 'name="target"' not in page
    for modifier in sources:
        one = {"sources.0.name": "A rope", "sources.0.modifier": modifier, "sources.0.amount": "1"}
        assert gm.post(do="check.edit", check=check, **one).status_code == 303, modifier


def test_the_rules_are_a_plain_page_with_every_table_in_it(client: FlaskClient) -> None:
    page = client.get("/rules/razorweave").text
    assert re.search(r'<th scope="row">\s*16\s*</th>', page)
    assert "How far clocks move" in page
    rows = [
        " ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    ]
    assert "Critical failure none 2 to 3" in rows


@pytest.mark.parametrize("game", ["razorweave", "resonance", "mettle"])
def test_the_rules_say_what_is_our_reading(app: Flask, game: str) -> None:
    """Every entry of the catalogue that has the mark, every such table, every such row."""
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", app.test_client().get(f"/rules/{game}").text))
    rules = rulesets()[game]
    marked = [entry.name for entry in rules.catalogue.values() if entry.source]
    marked += [sheet.title for sheet in rules.reference if sheet.source]
    rows = [row for sheet in rules.reference for row in sheet.readings]
    assert not [name for name in marked if f"{name} our reading" not in page]
    assert page.count(" our reading ") >= len({*marked, *rows})
    assert "Slick our reading" not in page
    assert "Our reading : the chapters that Tableside implements leave this rule partly open" in page


def test_beside_roll_a_phone_says_what_is_missing_then_the_number_and_what_counts(
    case: Case, phone: Visitor
) -> None:
    hinders = [{"on": "anything", "modifier": "burden"}]
    case.gm(do="condition.add", character=case.mara, name="Shaken", effects=hinders)
    check = case.call(intent="Calm the crowd", attribute="PRE")
    assert "The GM still has to set the DC." in _beside_roll(phone)
    case.edit(check, dc=14)
    assert "against DC 14 Routine" in _beside_roll(phone)
    assert "<bdi>Shaken</bdi> −1 Burden" in _beside_roll(phone)


def _beside_roll(phone: Visitor) -> str:
    return phone.page().text.partition('id="my-checks"')[2].partition("</summary>")[0]
