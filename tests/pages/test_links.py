"""Links and roles: a key opens a table, and never stays in the address bar."""

import re

import pytest
from flask.testing import FlaskClient

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.pages import cookies
from webapp.store.db import db
from webapp.store.models import Table
from webapp.table.refusals import Refused


def test_a_link_sets_a_cookie_and_forgets_the_key(oak: Oak) -> None:
    visitor = Visitor(oak)
    answer = visitor.open(oak.made.tokens["player"])
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{oak.id}")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert oak.made.tokens["player"] not in visitor.page().get_data(as_text=True)


def test_over_https_the_cookie_is_for_this_host_alone(oak: Oak) -> None:
    answer = oak.app.test_client().get(f"/k/{oak.made.tokens['tv']}", base_url="https://table.example")
    assert answer.headers["Set-Cookie"].startswith(f"__Host-tableside-{oak.id}=")
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_no_link_reads_the_same_as_no_table(oak: Oak) -> None:
    client = oak.app.test_client()
    there, nowhere = client.get(f"/t/{oak.id}"), client.get("/t/nosuchtabl")
    assert there.status_code == nowhere.status_code == 404
    assert there.get_data() == nowhere.get_data()


def test_an_unknown_link_is_404_and_sets_nothing(oak: Oak) -> None:
    answer = Visitor(oak).open("x" * 32)
    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_looking_at_a_link_changes_nothing_on_the_table(oak: Oak, method: str) -> None:
    before = oak.revisions()
    oak.app.test_client().open(f"/k/{oak.made.tokens['gm']}", method=method)
    assert oak.revisions() == before


def test_a_revoked_link_is_404_at_once(oak: Oak) -> None:
    visitor = Visitor(oak, "player")
    assert visitor.page().status_code == 200
    key = next(key for key in oak.sees()["keys"] if key["role"] == "player")
    oak.gm(do="key.revoke", key=key["id"])
    assert visitor.page().status_code == 404
    assert visitor.post(do="pause.set", on="true").status_code == 404
    assert visitor.open(oak.made.tokens["player"]).status_code == 404


def test_the_highest_role_is_used_and_a_gm_stays_gm(oak: Oak) -> None:
    visitor = Visitor(oak, "gm")
    answer = visitor.open(oak.made.tokens["player"])
    assert answer.headers["Location"] == f"/t/{oak.id}?as=player"
    assert 'data-role="gm"' in visitor.page().get_data(as_text=True)


@pytest.mark.parametrize("role", ["player", "tv"])
def test_a_gm_may_look_as_another_role_and_gets_what_it_gets(oak: Oak, role: str) -> None:
    oak.clock("Ambush", visibility="secret")
    seen = Visitor(oak, "gm").page(f"?as={role}").get_data(as_text=True)
    assert f'data-role="{role}"' in seen
    assert "Ambush" not in seen


def test_others_may_not_choose_a_role(oak: Oak) -> None:
    assert Visitor(oak, "player").page("?as=gm").status_code == 403
    assert Visitor(oak, "player").page("?as=tv").status_code == 403
    assert Visitor(oak, "gm").page("?as=nonsense").status_code == 403


def test_the_join_code_makes_a_player_and_nothing_more(oak: Oak) -> None:
    client = oak.app.test_client()
    typed = oak.made.join_code.lower()[:3] + " " + oak.made.join_code[3:]
    answer = client.post("/join", data={"code": typed}, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 303
    assert 'data-role="player"' in client.get(f"/t/{oak.id}").get_data(as_text=True)


def test_joining_can_be_switched_off(oak: Oak) -> None:
    oak.gm(do="join.set", on=False)
    answer = oak.app.test_client().post(
        "/join", data={"code": oak.made.join_code}, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers


def test_a_join_code_is_on_no_screen_once_no_player_link_is_open(oak: Oak) -> None:
    screens = Visitor(oak, "gm"), Visitor(oak, "tv")

    def shows(screen: Visitor) -> bool:
        return oak.made.join_code in screen.page().text + screen.page("/moves/people").text

    oak.gm(do="key.add", role="player", name="Hall")
    for key in [key["id"] for key in oak.sees()["keys"] if key["role"] == "player"]:
        assert [shows(each) for each in screens] == [True, True]
        oak.gm(do="key.revoke", key=key)
    assert [shows(each) for each in screens] == [False, False]
    assert [each.page("/qr/join.svg").status_code for each in screens] == [404, 404]
    assert "No player link is open" in screens[0].page("/moves/people").text
    oak.gm(do="key.add", role="player", name="Again")
    assert [shows(each) for each in screens] == [True, True]


def test_a_new_code_that_would_lead_nowhere_is_refused(oak: Oak) -> None:
    key = next(key for key in oak.sees()["keys"] if key["role"] == "player")
    oak.gm(do="key.revoke", key=key["id"])
    with pytest.raises(Refused, match="Make a player link first"):
        oak.gm(do="join.set", on=True)


def test_a_table_is_started_and_its_gm_link_is_shown_this_once(oak: Oak) -> None:
    client = oak.app.test_client()
    form = {"name": "Elm", "ruleset": "freeform"}
    sent = client.post("/tables", data=form, headers={"Sec-Fetch-Site": "same-origin"})
    assert sent.status_code == 303
    assert re.fullmatch(r"/t/[0-9a-z]+/started", sent.location)
    page = client.get(sent.location).get_data(as_text=True)
    for role in ("gm", "player", "tv"):
        (key,) = re.findall(rf'id="{role}-link"[^>]* href="[^"]*/k/([^"]+)"', page)
        assert oak.app.test_client().get(f"/k/{key}").status_code == 303
    home = client.get("/").get_data(as_text=True)
    assert "Elm" in home
    assert "/k/" not in home


def test_a_new_tables_page_has_the_qr_code_the_codes_and_one_main_button(oak: Oak) -> None:
    client = oak.app.test_client()
    sent = client.post("/tables", data={"name": "Elm"}, headers={"Sec-Fetch-Site": "same-origin"})
    page = client.get(sent.location).text
    codes = re.findall(r'class="device-code">(.*?)</p>', page)
    assert [re.sub("[A-Z0-9]", "x", code) for code in codes] == ["x" * len(codes[0]), "xxx xxx"]
    assert f"qr/join.svg?code={codes[0]}" in page
    assert re.findall(r'class="button main"[^>]*>(.*?)<', page) == ["Open my table"]
    for code, role in zip(codes, ("player", "tv"), strict=True):
        guest = oak.app.test_client()
        opened = guest.post("/join", data={"code": code}, headers={"Sec-Fetch-Site": "same-origin"})
        assert f'data-role="{role}"' in guest.get(opened.location).text
    assert "Elm" in client.get("/").text


def test_the_tvs_first_digits_do_not_make_a_table_a_used_one(oak: Oak) -> None:
    client = oak.app.test_client()
    sent = client.post("/tables", data={}, headers={"Sec-Fetch-Site": "same-origin"})
    table = db.session.get(Table, sent.location.split("/")[2])
    assert table is not None
    assert table.entries == 0


def test_reloading_the_page_of_links_makes_no_table_and_shows_no_key_again(oak: Oak) -> None:
    client = oak.app.test_client()
    sent = client.post("/tables", data={"name": "Elm"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert "/k/" in client.get(sent.location).text
    again = client.get(sent.location)
    assert (again.status_code, again.location) == (303, sent.location.removesuffix("/started"))
    assert client.get(again.location).status_code == 200
    assert client.get("/").text.count("Elm") == 1


@pytest.mark.parametrize("role", ["player", "tv"])
def test_the_page_of_links_is_for_who_made_the_table(oak: Oak, role: str) -> None:
    visitor = Visitor(oak, role)
    visitor.client.set_cookie("tableside.started", "1", path=f"/t/{oak.id}/started")
    answer = visitor.page("/started")
    assert answer.status_code == 403
    assert "/k/" not in answer.text


@pytest.mark.parametrize("sent", [{}, {"name": "  "}])
def test_a_table_may_be_started_without_a_name(oak: Oak, sent: dict[str, str]) -> None:
    client = oak.app.test_client()
    assert "required" not in client.get("/").text.partition('action="/tables"')[2]
    assert client.post("/tables", data=sent, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 303
    assert "<bdi>Our table</bdi>" in client.get("/").text


def test_a_bad_table_name_is_a_sentence_and_makes_no_table(oak: Oak) -> None:
    answer = oak.app.test_client().post(
        "/tables", data={"name": "x" * 81}, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert answer.status_code == 422
    assert "80" in answer.get_data(as_text=True)


def test_a_qr_on_the_tv_holds_the_join_code_and_never_a_key(oak: Oak) -> None:
    keys = {key["role"]: key["id"] for key in oak.sees()["keys"]}
    tv, gm = Visitor(oak, "tv"), Visitor(oak, "gm")
    assert tv.page("/qr/join.svg").mimetype == "image/svg+xml"
    assert tv.page(f"/qr/{keys['player']}.svg").status_code == 404
    assert gm.page(f"/qr/{keys['player']}.svg").status_code == 200
    assert gm.page(f"/qr/{keys['gm']}.svg").status_code == 404


def test_only_the_gm_exports(oak: Oak) -> None:
    assert Visitor(oak, "player").page("/export").status_code == 403
    answer = Visitor(oak, "gm").page("/export")
    assert answer.status_code == 200
    assert oak.made.tokens["player"] not in answer.get_data(as_text=True)


def test_a_device_with_many_links_keeps_its_seat(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana")
    seat = phone.cookie().split(".")[0]
    for number in range(6):
        phone.open(oak.gm(do="key.add", role="player", name=f"Link {number}").result["link"].split("/")[-1])
    phone.open(oak.gm(do="key.add", role="tv", name="Hall").result["link"].split("/")[-1])
    assert seat in phone.cookie().split(".")


def test_what_a_stranger_carries_for_tables_is_asked_for_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(cookies, "best_grant", lambda *_: asked.append("one more"))
    for number in range(40):
        client.set_cookie(f"tableside-{number}", "x.y.z")
    assert client.get("/").status_code == 200
    assert asked == []
