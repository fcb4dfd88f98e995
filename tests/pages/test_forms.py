"""Forms: they post and redirect without scripts, answer with panels to a script, and refuse in a sentence."""

import re
import sys
from dataclasses import replace
from typing import Any

import pytest

from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.services import services


@pytest.fixture
def gm(oak: Oak) -> Visitor:
    return Visitor(oak, "gm")


def test_a_plain_form_is_done_and_leads_back_to_the_page(oak: Oak, gm: Visitor) -> None:
    answer = gm.post(do="clock.add", name="Alarm", segments="6", on_full="", kind="threat", scene="")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{oak.id}")
    clock = oak.sees()["clocks"][0]
    assert (clock["name"], clock["segments"], clock["kind"], clock["scene"]) == ("Alarm", 6, "threat", None)
    assert "Alarm" in gm.page().get_data(as_text=True)


def test_an_effect_row_of_a_form_becomes_an_effect(oak: Oak, gm: Visitor) -> None:
    fields = {"effects.0.on": "climbing", "effects.0.modifier": "burden", "effects.0.amount": " 2 "}
    gm.post(do="tag.add", name="Icy", **fields, **{"effects.1.on": " ", "effects.1.modifier": "edge"})
    effect = {"on": "climbing", "modifier": "burden", "amount": 2, "note": ""}
    assert oak.sees()["tags"][0]["effects"] == [effect]


def test_an_emptied_box_empties_the_field_of_an_edit(oak: Oak, gm: Visitor) -> None:
    tag = oak.tag("Slick", clears="sand")
    gm.post(do="tag.edit", tag=str(tag), name="Slick", clears="")
    assert oak.sees()["tags"][0]["clears"] is None


def test_a_script_gets_the_panels_that_changed_and_a_sentence(oak: Oak, gm: Visitor) -> None:
    alarm = oak.clock("Alarm", 6)
    reply = gm.post(SCRIPT, do="clock.tick", clock=str(alarm), by="2").get_data(as_text=True)
    assert f'hx-target="#clock-{alarm}"' in reply
    assert 'data-filled="2"' in reply
    assert "Alarm: +2, now 2 of 6" in reply
    assert 'hx-target="#tags"' not in reply


def test_a_zone_of_another_scene_says_of_which(oak: Oak, gm: Visitor) -> None:
    roof = oak.gm(do="scene.add", name="The roof").result["scene"]
    oak.gm(do="zone.add", name="Steps")
    oak.gm(do="zone.add", name="Ledge", scene=roof)
    zones = gm.page("/moves/scenes").text.partition('id="zones"')[2].partition("</ul>")[0]
    steps, _, ledge = zones.partition("Ledge</bdi>")
    assert "<small>in" not in steps
    assert "<small>in <bdi>The roof</bdi></small>" in ledge
    oak.gm(do="scene.edit", scene=roof, name="The attic")
    assert "<small>in <bdi>The attic</bdi></small>" in gm.page("/moves/scenes").text


def test_a_refusal_is_a_sentence_with_its_status(oak: Oak, gm: Visitor) -> None:
    answer = gm.post(SCRIPT, do="clock.tick", clock="1")
    assert answer.status_code == 404
    assert "There is no such clock on this table." in answer.get_data(as_text=True)
    plain = gm.post(OURS, do="clock.add", name="", segments="6")
    assert plain.status_code == 422
    assert f'href="/t/{oak.id}"' in plain.get_data(as_text=True)


def test_the_same_press_sent_twice_is_done_once(oak: Oak, gm: Visitor) -> None:
    alarm = oak.clock("Alarm", 6)
    press = {**SCRIPT, "Idempotency-Key": "one-press"}
    for _ in range(3):
        assert gm.post(press, do="clock.tick", clock=str(alarm)).status_code == 200
    assert oak.sees()["clocks"][0]["filled"] == 1


def test_sitting_down_keeps_the_seat_over_a_reload(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    assert phone.post(do="seat.claim", name="Ana").status_code == 303
    assert "Ana" in phone.page().get_data(as_text=True)
    phone.post(do="proposal.make")  # refused: no command
    assert oak.sees()["seats"][0]["taken"] is True
    assert len(phone.cookie().split(".")) == 4, "seat, link, and the marks of device and seat"


def test_all_that_is_proposed_is_accepted_with_one_press(oak: Oak, gm: Visitor) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": "Fog"})
    assert "Accept all" not in gm.page().text
    oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": "Slick"})
    form = gm.page().text.partition('aria-label="All proposals"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(\w+)"\s+value="([\w.]+)"', form))
    assert gm.post(**sent | {"do": "proposal.accept"}).status_code == 303
    assert [each["name"] for each in oak.sees()["tags"]] == ["Fog", "Slick"]


def test_leaving_makes_the_device_a_guest(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana")
    phone.post(do="seat.leave")
    assert oak.sees()["seats"][0]["taken"] is False


def test_a_new_gm_link_is_shown_once_and_opens_the_table(oak: Oak, gm: Visitor) -> None:
    page = gm.post(do="key.add", role="gm", name="Second").get_data(as_text=True)
    token = page.split("/k/", 1)[1].split('"', 1)[0].split("<", 1)[0]
    assert token not in gm.page().get_data(as_text=True)
    other = Visitor(oak)
    other.open(token)
    assert 'data-role="gm"' in other.page().get_data(as_text=True)


def test_removing_the_table_leads_home(oak: Oak, gm: Visitor) -> None:
    answer = gm.post(do="table.remove")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert gm.page().status_code == 404


@pytest.mark.parametrize("origin", ["own", "other", "null", None])
@pytest.mark.parametrize("site", ["same-origin", "cross-site", "same-site", "none", None])
@pytest.mark.parametrize("script", [True, False])
def test_forms_of_other_sites_are_refused(
    oak: Oak, gm: Visitor, origin: str | None, site: str | None, script: bool
) -> None:
    headers = {"HX-Request": "true"} if script else {}
    if site:
        headers["Sec-Fetch-Site"] = site
    if origin:
        headers["Origin"] = {"own": "http://localhost", "other": "http://evil.lan", "null": "null"}[origin]
    if site is not None:
        allowed = site == "same-origin"
    elif origin in ("own", "other"):
        allowed = origin == "own"
    else:
        allowed = script
    answer = gm.post(headers, do="tag.add", name="Slick")
    assert (answer.status_code in (200, 303)) is allowed
    assert answer.status_code == 403 or allowed
    assert len(oak.sees()["tags"]) == int(allowed)


SCHEMES = [
    ("http://localhost", {}, "", True),
    ("https://localhost", {}, "", False),
    ("http://localhost", {"base_url": "https://localhost"}, "", False),
    ("https://localhost", {"base_url": "https://localhost"}, "", True),
    ("ftp://localhost", {}, "", False),
    ("http://localhost", {}, "https://localhost", False),
    ("https://localhost", {}, "https://localhost/", True),
    ("http://localhost", {}, "https://elsewhere.example", True),
    ("https://localhost", {}, "HTTPS://LocalHost/", True),
    ("http://localhost", {}, "HTTPS://LocalHost/", False),
    ("https://localhost", {}, "https://localhost:443", True),
    ("https://localhost", {}, "https://localhost:8443", False),
    ("https://localhost:8443", {"base_url": "http://localhost:8443"}, "https://LOCALHOST:8443", True),
    ("http://localhost:8443", {"base_url": "http://localhost:8443"}, "https://LOCALHOST:8443", False),
]


@pytest.mark.parametrize(("origin", "sent", "public", "allowed"), SCHEMES)
def test_without_fetch_metadata_the_scheme_of_the_origin_must_be_ours(
    oak: Oak, gm: Visitor, monkeypatch: pytest.MonkeyPatch, origin: str, sent: Any, public: str, allowed: bool
) -> None:
    app = services()
    settings = replace(app.settings, public_url=public)
    monkeypatch.setitem(oak.app.extensions, "tableside", replace(app, settings=settings))
    if sent:
        gm.client.set_cookie(f"__Host-tableside-{oak.id}", gm.cookie(), secure=True)
    form = {"do": "tag.add", "name": "Slick"}
    answer = gm.client.post(f"/t/{oak.id}/do", data=form, headers={"Origin": origin}, **sent)
    assert answer.status_code == (303 if allowed else 403)
    assert len(oak.sees()["tags"]) == int(allowed)


def test_too_large_a_form_is_413_and_changes_nothing(oak: Oak, gm: Visitor) -> None:
    answer = gm.post(do="tag.add", name="x" * 200_000)
    assert answer.status_code == 413
    assert oak.sees()["tags"] == []


def test_a_page_that_breaks_says_nothing_of_its_insides(
    oak: Oak, gm: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("xanadu")

    monkeypatch.setattr(sys.modules["webapp.pages.table"], "render_page", broken)
    oak.app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = gm.page()
    assert answer.status_code == 500
    assert "xanadu" not in answer.get_data(as_text=True)
    assert "Content-Security-Policy" in answer.headers


def test_a_claim_sent_again_by_a_page_that_already_holds_the_cookie_keeps_the_seat(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    press = {**SCRIPT, "Idempotency-Key": "sit-down"}
    phone.post(press, do="seat.claim", name="Ana")
    late = Visitor(oak)
    late.client.set_cookie(f"tableside-{oak.id}", phone.cookie())
    late.post(press, do="seat.claim", name="Ana")
    assert [seat["name"] for seat in oak.sees()["seats"]] == ["Ana"]
    assert '<section id="me"' in phone.page().get_data(as_text=True), "an answer nobody read took no seat"


def test_standing_up_sent_again_is_answered_alike(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana")
    press = {**SCRIPT, "Idempotency-Key": "stand-up"}
    assert [phone.post(press, do="seat.leave").status_code for _ in range(2)] == [200, 200]


def test_a_page_that_lost_an_answer_asks_which_presses_were_taken(oak: Oak) -> None:
    gm, phone = Visitor(oak, "gm"), Visitor(oak, "player")
    gm.post({**SCRIPT, "Idempotency-Key": "one"}, do="tag.add", name="Slick")
    asked = f"/t/{oak.id}/pressed?key=one&key=two"
    assert gm.client.get(asked).json == {"taken": ["one"]}
    assert phone.client.get(asked).json == {"taken": []}, "a press is its sender's alone"
    assert Visitor(oak).client.get(asked).status_code == 404


def test_a_thing_that_is_gone_is_told_from_a_link_that_opens_nothing(oak: Oak) -> None:
    for visitor, thing in ((Visitor(oak, "gm"), "thing"), (Visitor(oak), None)):
        answer = visitor.client.post(
            f"/t/{oak.id}/do", data={"do": "clock.tick", "clock": "1"}, headers=SCRIPT
        )
        assert (answer.status_code, answer.headers.get("Tableside-Missing")) == (404, thing)


def test_a_page_asks_which_things_were_removed_and_hears_nothing_of_hidden_ones(oak: Oak) -> None:
    oak.gm(do="seat.claim", name="Ana")
    here, gone = oak.character("Mara"), oak.character("Tobin")
    hidden, hidden_and_gone = (oak.character(name, visibility="secret") for name in ("Silas", "Vale"))
    for each in (gone, hidden_and_gone):
        oak.gm(do="character.remove", character=each)
    named = [f"character={each}" for each in (here, gone, hidden, hidden_and_gone)]
    asked = {"of": [*named, "character=1", "seat=1", "nothing"]}
    answers = [
        Visitor(oak, role).client.get(f"/t/{oak.id}/standing", query_string=asked)
        for role in ("player", "gm")
    ]
    assert answers[0].json == {"here": named[:1], "removed": named[1:2]}
    assert answers[1].json == {"here": [named[0], named[2]], "removed": [named[1], named[3]]}
    assert Visitor(oak).client.get(f"/t/{oak.id}/standing", query_string=asked).status_code == 404


def test_a_refusal_calls_the_field_as_its_page_does(oak: Oak, gm: Visitor) -> None:
    assert "Completion text" in gm.page(f"/edit/clock/{oak.clock('Alarm', 6)}").text
    for fields, said in (
        ({"do": "note.add", "text": "x" * 4001}, "Please check “note”: it should have at most 4000"),
        ({"do": "clock.add", "name": "A", "on_full": "x" * 4001}, "Please check “completion text”: "),
    ):
        assert said in gm.post(SCRIPT, **fields).text


def test_a_form_counts_a_line_break_as_one_character(oak: Oak, gm: Visitor) -> None:
    assert gm.post(SCRIPT, do="note.add", text="a\r\n" * 2000).status_code == 200
    assert oak.sees()["notes"][0]["text"] == "\n".join(["a"] * 2000)
