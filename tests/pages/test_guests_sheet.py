"""What guests made, on the GM's page and in the sheet of people: counted, and gone with one press."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from tests.database_copies import load_copy
from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.services import services
from webapp.table.actor import Actor


def seated(oak: Oak, mark: str, name: str) -> Actor:
    phone = replace(oak.actor("player"), mark=mark)
    return replace(phone, seat=oak.dispatch(phone, do="seat.claim", name=name, new=name).result["seat"])


def ask(oak: Oak, who: Actor, name: str) -> None:
    oak.dispatch(who, do="proposal.make", command={"do": "tag.add", "name": name})


def grief(oak: Oak, seats: int = 10) -> None:
    """Guests on one phone after another, each with a character and all that a seat may ask."""
    for number in range(seats):
        troll = seated(oak, f"grief-ph{number:04}", f"Troll {number}")
        for each in range(12):
            ask(oak, troll, f"Spam {each}")
        for each in range(6):
            oak.dispatch(troll, do="note.add", text=f"Spam {each}", visibility="shown")
            oak.dispatch(troll, do="clock.own", name=f"Spam {each}")


def in_play(app: Flask) -> Oak:
    """A table with eight clocks, twelve tags, eight characters, and two players who asked for something."""
    oak = Oak.start(app)
    for number in range(8):
        oak.clock(f"Clock {number}")
        oak.character(f"Person {number}")
    for number in range(12):
        oak.tag(f"Tag {number}")
    for name in ("Ana", "Ben"):
        ask(oak, seated(oak, f"{name}s-phone12", name), f"Fog of {name}")
    return oak


def in_trouble(app: Flask) -> Oak:
    oak = in_play(app)
    grief(oak)
    return oak


@pytest.fixture
def usual(app: Flask) -> Oak:
    return load_copy(app, in_play)


@pytest.fixture
def flooded(app: Flask) -> Oak:
    return load_copy(app, in_trouble)


def people(oak: Oak) -> str:
    return Visitor(oak, "gm").client.get(f"/t/{oak.id}/moves/people").text


def link(oak: Oak) -> int:
    return next(key["id"] for key in oak.sees()["keys"] if key["role"] == "player")


def test_the_gms_page_is_at_most_a_tenth_longer(app: Flask, usual: Oak) -> None:
    before = len(Visitor(usual, "gm").page().data)
    after = len(Visitor(load_copy(app, in_trouble), "gm").page().data)
    assert after <= 1.1 * before, (before, after)


def test_one_line_of_what_waits_leads_to_the_sheet(flooded: Oak) -> None:
    page = Visitor(flooded, "gm").page().text
    waits = page.partition('id="waits"')[2].partition("waits-more")[0]
    said = "10 seats, 120 proposals, 60 notes, 60 clocks and 10 characters"
    assert f"Guests on player link “First link”: {said}" in waits
    assert f'href="/t/{flooded.id}/moves/people"' in waits
    assert ("Fog of Ana" in waits, "Spam" in waits) == (True, False)
    assert "120 proposals, 60 clocks and 10 characters, newest:" in " ".join(page.split())


def test_accept_all_and_decline_all_are_for_what_is_listed(flooded: Oak) -> None:
    gm = Visitor(flooded, "gm")
    form = gm.page().text.partition('aria-label="All proposals"')[2].partition("</form>")[0]
    ids = re.findall(r'name="(?:proposal|also)" value="(\d+)"', form)
    assert len(ids) == 2
    gm.post(do="proposal.decline", proposal=ids[0], also=ids[1:])
    assert {proposal["seat"] for proposal in flooded.sees()["proposals"]}.isdisjoint(
        seat["id"] for seat in flooded.sees()["seats"] if seat["name"] in ("Ana", "Ben")
    )


def test_each_kind_of_a_flood_goes_alone(flooded: Oak) -> None:
    gm = Visitor(flooded, "gm")
    page = gm.page().text
    for words in ("Decline 120 proposals", "Remove 60 clocks", "Remove 10 characters"):
        assert f'aria-label="{words} of Guests on player link “First link”"' in page
    gm.post(act=f"do=key.clear&key={link(flooded)}&kinds=proposal")
    assert len(flooded.sees()["proposals"]) == 2
    assert len(flooded.sees()["seats"]) == 12


def test_the_sheet_says_who_stays_and_the_form_does_what_it_says(flooded: Oak) -> None:
    sheet = people(flooded).partition('id="guests"')[2].partition("</section>")[0]
    assert "10 seats, 120 proposals, 60 notes, 60 clocks and 10 characters" in sheet
    stay = re.findall(r'value="(\d+)"\s+checked', sheet)
    names = {str(seat["id"]): seat["name"] for seat in flooded.sees()["seats"]}
    assert [names[id] for id in stay] == ["Ana", "Ben"]
    assert "8 more" in sheet, "not all names at once"
    Visitor(flooded, "gm").post(do="key.clear", key=str(link(flooded)), keep=["", *stay])
    assert [seat["name"] for seat in flooded.sees()["seats"]] == ["Ana", "Ben"]
    assert len(flooded.sees()["cast"]) == 10


def test_a_removed_seat_is_among_who_may_stay(usual: Oak) -> None:
    ana, ben = (seat["id"] for seat in usual.sees()["seats"])
    usual.gm(do="seat.remove", seat=ana)
    sheet = people(usual).partition('id="guests"')[2].partition("</section>")[0]
    assert f'id="keep-{ana}" name="keep" value="{ana}" aria-label="Ana stays"' in sheet
    assert "<small>seat was removed</small>" in sheet
    Visitor(usual, "gm").post(do="key.clear", key=str(link(usual)), keep=["", str(ana), str(ben)])
    assert "Guests on" not in people(usual)
    assert len(usual.sees()["proposals"]) == 2


def test_nobody_stays_if_nobody_is_ticked(flooded: Oak) -> None:
    Visitor(flooded, "gm").post(do="key.clear", key=str(link(flooded)), keep="")
    assert flooded.sees()["seats"] == []


def test_the_link_is_revoked_with_what_it_made(flooded: Oak) -> None:
    sheet = people(flooded)
    assert "Who stays keeps the seat, but needs a new link." in sheet
    assert "Remove all of it, except who stays: Guests" in sheet
    assert "Revoke and remove for good: Guests on player link “First link”" in sheet
    stay = re.findall(r'value="(\d+)"\s+checked', sheet)
    Visitor(flooded, "gm").post(do="key.revoke", key=str(link(flooded)), keep=["", *stay])
    assert [seat["name"] for seat in flooded.sees()["seats"]] == ["Ana", "Ben"]
    assert not [key for key in flooded.sees()["keys"] if key["role"] == "player"]


def test_a_table_without_trouble_is_quiet(usual: Oak) -> None:
    page, sheet = Visitor(usual, "gm").page().text, people(usual)
    assert "Guests on" not in page + sheet
    assert re.search(r'id="guests"[^>]* hidden', sheet)
    assert "more seat" not in sheet + page


def test_the_sheet_says_which_shares_are_used_up(usual: Oak) -> None:
    services().dispatcher.most = 2**27  # with limits on
    assert "no more" not in people(usual)
    for on in (True, False, True, False):
        Visitor(usual, "player").post(do="pause.set", on=str(on).lower())
    assert "“First link”</bdi>" not in people(usual)
    assert "Guests on player link “First link”: no more pauses for 5 minutes" in people(usual)
    assert "“First link”: cannot end a pause for 5 minutes" in people(usual)
    Visitor(usual, "gm").post(act=f"do=key.lift&key={link(usual)}")
    assert "for 5 minutes" not in people(usual)


def test_what_one_seat_made_goes_from_its_row(usual: Oak) -> None:
    seat = usual.sees()["seats"][0]["id"]
    ana = replace(usual.actor("player"), mark="Anas-phone12", seat=seat)
    for number in range(11):
        ask(usual, ana, f"Fog {number}")
    assert 'aria-label="Remove 12 proposals of Ana"' in people(usual)
    Visitor(usual, "gm").post(act=f"do=seat.clear&seat={seat}")
    assert len(usual.sees()["proposals"]) == 1
    assert len(usual.sees()["seats"]) == 2


def test_seats_that_never_came_are_counted_among_the_screens(flooded: Oak) -> None:
    screens = Visitor(flooded, "gm").client.get(f"/t/{flooded.id}/presence").text
    assert "4 more seats" in screens
    assert screens.count("<li") == 9


def test_all_notes_of_players_are_removed_from_the_menu(flooded: Oak) -> None:
    flooded.gm(do="note.add", text="The plot", visibility="secret")
    gm = Visitor(flooded, "gm")
    sheet = gm.client.get(f"/t/{flooded.id}/moves/notes").text
    form = sheet.partition("Remove players&#39; notes")[2] or sheet.partition("Remove players' notes")[2]
    ids = re.findall(r'name="ids" value="(\d+)"', form)
    assert ("Remove all 60" in form, len(ids)) == (True, 60)
    gm.post(do="things.edit", ids=ids, remove_="true")
    assert [note["text"] for note in flooded.sees()["notes"]] == ["The plot"]


def test_requests_are_answered_together(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"guests": "ask"})
    for name in ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"):
        oak.player(do="seat.claim", name=name)
    gm = Visitor(oak, "gm")
    page = gm.page().text
    assert 'class="button" aria-label="Let all in: 6 requests"' in page
    form = page.partition('aria-label="Decline all: requests"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(seat|asker|yes)"\s+value="(\w+)"', form))
    gm.post(**fields, do="seat.answer", also=re.findall(r'name="also" value="(\w+)"', form))
    assert oak.sees()["seats"] == []
    assert oak.lines()[0] == "6 requests declined: Ana, Ben, Cleo and 3 more"
