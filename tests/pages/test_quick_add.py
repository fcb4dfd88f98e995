"""What the GM is offered to add, and the sheet of a character: plain forms, no scripts."""

import re

import pytest
from flask import Flask

from tests.pages.visitor import OURS, Visitor
from tests.table.investigation import Case


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


@pytest.fixture
def tablet(case: Case) -> Visitor:
    return Visitor(case, "gm")


def offered(visitor: Visitor, text: str) -> list[str]:
    said = visitor.client.get(f"/t/{visitor.oak.id}/add", query_string={"text": text}).text
    return re.findall(r'data-says="([^"]*)"', said)


def test_what_this_table_uses_most_is_offered_first_then_the_book(case: Case, tablet: Visitor) -> None:
    book = offered(tablet, "+s")
    assert book == ["+Shaken ", "+Suppressed ", "+Stunned "]
    for name in ("Stunned", "Seasick", "Stunned"):
        case.gm(do="condition.add", character=case.mara, name=name)
    assert offered(tablet, "+s") == ["+Stunned ", "+Seasick ", "+Shaken ", "+Suppressed "]


def test_players_are_offered_the_book_alone(case: Case, tablet: Visitor) -> None:
    case.gm(do="condition.add", character=case.mara, name="Xanadu", visibility="secret")
    phone = Visitor(case, "player")
    phone.hold(case.seats["Ana"])
    assert offered(tablet, "+xa") == ["+Xanadu "]
    assert "Xanadu" not in phone.page().text
    assert phone.client.get(f"/t/{case.id}/add?text=xa").status_code == 403


def test_one_line_adds_without_scripts_and_asks_on_a_page_of_its_own(case: Case, tablet: Visitor) -> None:
    def sends(**form: str) -> int:
        return tablet.client.post(f"/t/{case.id}/add", data=form, headers=OURS).status_code

    assert sends(text="Flood 8") == 303
    assert sends(text="Wet", kind="tag") == 303
    assert sends(text="+Bleeding Mara", **{"sees-condition": "secret"}) == 303
    assert sends(text="Rumble") == 409
    assert sends(text="+Bleeding nobody") == 409
    seen = case.sees()
    assert "Flood" in [each["name"] for each in seen["clocks"]]
    assert [each["name"] for each in seen["tags"]].count("Wet") == 1
    assert seen["cast"][0]["conditions"][-1]["visibility"] == "secret"
    assert "Rumble" not in [each["name"] for each in seen["tags"]]
    asked = tablet.client.post(f"/t/{case.id}/add", data={"text": "Rumble"}, headers=OURS).text
    again = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', asked))
    assert sends(**again) == 303
    assert case.sees()["tags"][-1]["name"] == "Rumble"


def test_a_condition_of_the_book_is_as_bad_as_the_book_has_it(case: Case, tablet: Visitor) -> None:
    tablet.client.post(f"/t/{case.id}/add", data={"text": "+Wounded Mara"}, headers=OURS)
    worst = case.sees()["cast"][0]["conditions"][-1]
    assert (worst["name"], worst["severity"]) == ("Wounded", "major")
    item = rf'<li [^>]*class="([^"]*)"[^>]*data-condition="{worst["id"]}"'
    drawn = re.search(item, tablet.page().text)
    assert drawn is not None
    assert "major" in drawn[1].split()


def test_a_chip_decides_what_the_line_was_not_sure_of(case: Case, tablet: Visitor) -> None:
    """It may have said by then what Enter would do; where something else has changed, it asks."""

    def read_preview(text: str) -> dict[str, str]:
        page = tablet.client.get(f"/t/{case.id}/add", query_string={"text": text}).text
        found = re.search(r'name="said" value="(\w+)"', page)
        assert found is not None
        return {"text": text, "of": text, "said": found[1]}

    def presses(chip: str, **form: str) -> int:
        form["kind"] = ["", chip]  # type: ignore[assignment]
        return tablet.client.post(f"/t/{case.id}/add", data=form, headers=OURS).status_code

    assert presses("clock", **read_preview("Rumble")) == 303
    assert case.sees()["clocks"][-1]["name"] == "Rumble"
    pier = case.gm(do="zone.add", name="Pier").result["zone"]
    told_before = read_preview("Slick @Pier")
    case.gm(do="zone.edit", zone=pier, name="Quay")
    assert presses("tag", **told_before) == 409


def test_a_condition_that_somebody_has_is_said_and_confirmed(case: Case, tablet: Visitor) -> None:
    case.gm(do="condition.add", character=case.mara, name="Bleeding")
    page = tablet.client.post(f"/t/{case.id}/add", data={"text": "+bleeding Mara"}, headers=OURS)
    assert page.status_code == 409
    assert "Mara has it already" in page.text


def test_a_line_that_is_sent_again_is_not_read_again(case: Case, tablet: Visitor) -> None:
    """Its answer was lost; by now it would be a condition that somebody has, and be asked about."""
    sent = {**OURS, "HX-Request": "true", "Idempotency-Key": "the-first-press"}
    lines = [
        tablet.client.post(f"/t/{case.id}/add", data={"text": text}, headers=sent)
        for text in ("+Drenched Mara", "+Drenched Mara", "Flood 8")
    ]
    assert [line.status_code for line in lines] == [200, 200, 200]
    assert [each["name"] for each in case.sees()["cast"][0]["conditions"]].count("Drenched") == 1
    assert "Flood" not in [each["name"] for each in case.sees()["clocks"]]


def test_who_only_looks_adds_nothing(case: Case, tablet: Visitor) -> None:
    page = OURS | {"Referer": f"http://localhost/t/{case.id}?as=player"}
    assert tablet.client.post(f"/t/{case.id}/add", data={"text": "Flood 8"}, headers=page).status_code == 403


def test_a_new_skill_and_its_bonus_are_written_on_the_sheet_at_once(case: Case, tablet: Visitor) -> None:
    page = tablet.client.get(f"/t/{case.id}/edit/character/{case.mara}").text
    assert 'name="stats.Investigation"' in page
    rows = {"stats.0.name": "Stealth", "stats.0.value": "2", "stats.1.name": "", "stats.1.value": "1"}
    tablet.post(do="character.edit", character=case.mara, **{"stats.MIG": "1", **rows})
    stats = {"MIG": 1, "AGI": 1, "PRE": 1, "RSN": 2, "Investigation": 1, "Stealth": 2}
    assert case.sees()["cast"][0]["stats"] == stats
    check = case.gm_call(dc=14, attribute="AGI", skill="Stealth")
    assert case.roll(check, 4, 4, 3, 3)["data"]["total"] == 17


def test_an_emptied_line_comes_off_the_sheet(case: Case, tablet: Visitor) -> None:
    whole = {"name": "Mara", "stats.Investigation": "", "stats.MIG": "0"}
    tablet.post(do="character.edit", character=case.mara, **whole)
    assert case.sees()["cast"][0]["stats"] == {"MIG": 0, "AGI": 1, "PRE": 1, "RSN": 2}


def test_an_empty_box_of_a_form_that_shows_no_sheet_says_nothing(case: Case, tablet: Visitor) -> None:
    before = case.sees()["cast"][0]["stats"]
    tablet.post(do="character.edit", character=case.mara, **{"stats.MIG": "", "stats.Armour": "2"})
    assert case.sees()["cast"][0]["stats"] == {**before, "Armour": 2}


def test_several_of_one_name_are_choices_on_the_page_and_without_scripts(case: Case, tablet: Visitor) -> None:
    zones = [case.gm(do="zone.add", name=name).result["zone"] for name in ("Gate", "Pier")]
    guards = [
        case.gm(do="character.add", name="Guard", kind="npc", zone=zone).result["character"] for zone in zones
    ]
    line = {"text": "+Bleeding Guard"}
    for said in (
        tablet.client.post(f"/t/{case.id}/add/says", data=line, headers=OURS).text,
        tablet.client.post(f"/t/{case.id}/add", data=line, headers=OURS | {"HX-Request": "true"}).text,
    ):
        assert re.findall(r'name="asked" value="\w+"><bdi>([^<]*)', said)[:2] == [
            "“Bleeding”: a condition for Guard (Gate), shown",
            "“Bleeding”: a condition for Guard (Pier), shown",
        ]
    page = tablet.client.post(f"/t/{case.id}/add", data=line, headers=OURS)
    assert page.status_code == 409
    stamps = re.findall(r'<button class="button" name="asked" value="(\w+)"', page.text)
    chosen = {**line, "of": line["text"], "asked": stamps[1]}
    assert tablet.client.post(f"/t/{case.id}/add", data=chosen, headers=OURS).status_code == 303
    bleeding = {each["id"]: each["conditions"] for each in case.sees()["cast"]}
    assert [len(bleeding[guard]) for guard in guards] == [0, 1]


@pytest.mark.parametrize(
    ("reading", "kind"), [("a tag", "tags"), ("an NPC", "cast"), ("a clock of", "clocks")]
)
def test_a_number_that_may_belong_to_the_name_is_asked(
    case: Case, tablet: Visitor, reading: str, kind: str
) -> None:
    page = tablet.client.post(f"/t/{case.id}/add", data={"text": "Room 101"}, headers=OURS)
    assert page.status_code == 409
    choices = dict(re.findall(r"(?:value=\"(\w+)\"><bdi>([^<]*))", page.text))
    first = re.search(r'name="asked" value="(\w+)">\n<button class="button main">', page.text)
    assert first is not None
    pressed = next((stamp for stamp, words in choices.items() if reading in words), first[1])
    sent = {"text": "Room 101", "of": "Room 101", "asked": [first[1], pressed]}
    assert tablet.client.post(f"/t/{case.id}/add", data=sent, headers=OURS).status_code == 303
    assert "Room 101" in [each["name"] for each in case.sees()[kind]]


def test_several_lines_are_listed_added_together_and_undone_at_once(case: Case, tablet: Visitor) -> None:
    text = "1. Flood 8\r\n2. Guards arrive 4\r\n#Slick\r\n"
    listed = tablet.client.post(f"/t/{case.id}/add/says", data={"text": text}, headers=OURS).text
    assert len(re.findall("<li", listed)) == 3
    before = case.sees()
    assert tablet.client.post(f"/t/{case.id}/add", data={"text": text}, headers=OURS).status_code == 303
    assert [each["name"] for each in case.sees()["clocks"]][-2:] == ["Flood", "Guards arrive"]
    case.gm(do="undo")
    assert [case.sees()[kind] for kind in ("clocks", "tags")] == [before[kind] for kind in ("clocks", "tags")]


def test_too_much_for_a_line_is_refused_with_the_count_and_nothing_is_cut(
    case: Case, tablet: Visitor
) -> None:
    for where in ("add", "add/says"):
        answer = tablet.client.post(f"/t/{case.id}/{where}", data={"text": "x" * 600}, headers=OURS)
        assert "This line has 600 characters" in answer.text
    assert case.sees()["tags"] == []
