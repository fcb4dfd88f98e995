"""A table through the API: start it, look at it, take it along."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import API, Desk, refusal
from webapp.api.tables import LARGEST_IMPORT
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.db import db
from webapp.table.refusals import NO_TABLES


def test_a_new_table_comes_with_a_key_a_link_for_each_role_and_a_join_code(desk: Desk) -> None:
    made = desk.made
    assert (made["name"], made["ruleset"], made["revision"]) == ("Oak", "freeform", 0)
    assert set(made["keys"]) == set(made["links"]) == {"gm", "player", "tv"}
    assert len(made["join_code"]) == 8
    for role, link in made["links"].items():
        assert link == f"http://localhost/k/{made['keys'][role]}"


def test_the_three_keys_are_long_different_and_tell_no_role(desk: Desk) -> None:
    keys = desk.made["keys"]
    assert len(set(keys.values())) == 3
    assert all(len(key) >= 22 for key in keys.values())
    assert not any(role in key for role in keys for key in keys.values() if len(role) > 2)


def test_the_answer_says_where_the_table_is(app: Flask) -> None:
    answer = app.test_client().post(API, json={"name": "Oak"})
    assert answer.headers["Location"] == f"{API}/{answer.json['table']}"


def test_a_link_from_the_api_opens_the_page_of_its_role(desk: Desk) -> None:
    path = desk.made["links"]["player"].removeprefix("http://localhost")
    answer = desk.client.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{desk.id}")


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "n" * 10_000}, "name"),
        ({"name": "Oak\x00"}, "name"),
        ({"name": "Oak", "ruleset": "chess"}, "ruleset"),
        ({"name": "Oak", "ruleset": 7}, "ruleset"),
        ({"name": "Oak", "colour": "red"}, "colour"),
        ({"import": []}, "import"),
        ({"import": {}, "name": "Oak"}, "name"),
    ],
)
def test_what_does_not_make_a_table_is_told_by_field(
    house: Flask, sent: dict[str, object], field: str
) -> None:
    error = refusal(house.test_client().post(API, json=sent), 422, "invalid")
    assert field in error["fields"]


def test_a_table_must_be_an_object(house: Flask) -> None:
    refusal(house.test_client().post(API, json=["Oak"]), 422, "invalid")


def test_a_table_is_shown_with_all_that_the_contract_names(desk: Desk) -> None:
    seen = desk.sees("gm")
    assert {
        *("table", "name", "ruleset", "revision", "role", "scene", "scenes", "zones", "tags"),
        *("clocks", "cast", "checks", "proposals", "seats", "journal", "cursor"),
    } <= set(seen)
    assert (seen["table"], seen["name"], seen["role"]) == (desk.id, "Oak", "gm")


def test_a_new_table_has_one_active_scene(desk: Desk) -> None:
    seen = desk.sees("player")
    assert [(scene["id"], scene["state"]) for scene in seen["scenes"]] == [(seen["scene"], "active")]


def test_each_role_is_told_its_own(desk: Desk) -> None:
    assert [desk.sees(role)["role"] for role in ("gm", "player", "tv")] == ["gm", "player", "tv"]
    assert "keys" in desk.sees("gm")
    assert "keys" not in desk.sees("player")
    assert desk.sees("tv")["join_code"] == desk.made["join_code"]
    assert "join_code" not in desk.sees("player")


def test_a_thing_is_shown_with_the_fields_it_was_added_with(desk: Desk) -> None:
    effects = [{"on": "attack", "modifier": "note", "amount": 1, "note": "splinters"}]
    fields = {
        "name": "Fragile Cover",
        "object": "the crates",
        "effects": effects,
        "clears": "someone breaks it",
    }
    id = desk.add("tag", **fields, trigger="a good blow")
    (tag,) = desk.sees("player")["tags"]
    assert tag["id"] == id
    assert {name: tag[name] for name in fields} == fields
    assert (tag["visibility"], tag["trigger"]) == ("shown", "a good blow")


def test_revision_and_cursor_of_a_table_say_the_same(desk: Desk) -> None:
    desk.add("clock", name="Alarm", segments=6)
    seen = desk.sees("player")
    assert seen["revision"] == 1
    assert seen["cursor"] == desk.made["cursor"].replace("-0", "-1")


def test_a_seat_sees_its_own_proposals_and_a_guest_does_not(desk: Desk) -> None:
    clock = desk.add("clock", name="Alarm", segments=6)
    seat = desk.sit("Ana")
    asked = desk.do("Ana", do="proposal.make", command={"do": "clock.tick", "clock": clock})
    (proposal,) = desk.sees("Ana")["proposals"]
    assert proposal["id"] == asked["result"]["proposal"]
    assert (proposal["seat"], proposal["state"], proposal["range"]) == (seat, "open", [None, None])
    assert proposal["command"] == {"do": "clock.tick", "clock": clock}
    assert desk.sees("player")["proposals"] == []
    assert desk.sees("Ana")["you"] == seat


def test_a_seat_taken_over_by_another_device_leaves_the_old_one_a_guest(desk: Desk) -> None:
    seat = desk.sit("Ana")
    old = desk.seats["Ana"]
    for who in ("player", "gm"):
        refusal(desk.send(who, {"do": "seat.claim", "seat": seat}), 409, "refused")
    desk.seats["Ana again"] = desk.do("player", do="seat.ask", seat=seat)["result"]["seat_key"]
    assert "you" not in desk.sees("Ana again")
    desk.do("Ana", do="seat.answer", seat=seat, yes=True)
    assert desk.sees("Ana again")["you"] == seat
    assert desk.seats["Ana"] == old
    assert "you" not in desk.sees("Ana")


def test_a_program_that_sends_the_seats_own_key_may_claim_it_again(desk: Desk) -> None:
    seat = desk.sit("Ana")
    for who in ("player", "gm"):
        headers = {"Authorization": f"Bearer {desk.made['keys'][who]}", "Tableside-Seat": desk.seats["Ana"]}
        address, sent = f"{API}/{desk.id}/commands", {"do": "seat.claim", "seat": seat, "name": "Anna"}
        answer = desk.client.post(address, headers=headers, json=sent)
        assert answer.status_code == 200, answer.text
        desk.seats["Ana"] = answer.json["result"]["seat_key"]


def test_a_seat_key_is_no_key_and_a_key_is_no_seat(desk: Desk) -> None:
    desk.sit("Ana")
    refusal(desk.get(desk.seats["Ana"]), 401, "unauthorized")
    assert desk.get("player", Tableside_Seat=desk.made["keys"]["gm"]).json["role"] == "player"


def test_an_export_makes_the_same_table_again_with_new_keys(desk: Desk) -> None:
    clock = desk.add("clock", name="Alarm", segments=6, visibility="secret", on_full="Six guards")
    desk.do("gm", do="clock.tick", clock=clock, by=2)
    answer = desk.get("gm", "/export")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="table-{desk.id}.json"'
    assert not any(key in answer.text for key in desk.made["keys"].values())
    again = desk.client.post(API, json={"import": answer.json})
    assert again.status_code == 201
    copy = Desk(desk.client, again.json)
    assert copy.id != desk.id
    assert not set(copy.made["keys"].values()) & set(desk.made["keys"].values())
    (told,) = copy.sees("gm")["clocks"]
    assert (told["name"], told["filled"], told["segments"], told["on_full"]) == ("Alarm", 2, 6, "Six guards")
    assert copy.made["revision"] == copy.sees("gm")["revision"]


@pytest.mark.parametrize(
    ("where", "nonsense"),
    [
        (("table",), []),
        (("table", "name"), "a\ud800b"),
        (("things", "clock", 0, "segments"), 2**63),
        (("things", "clock", 0, "follows"), 7),
        (("things", "proposal", 0, "command"), {"do": ["undo"]}),
        (("things", "proposal", 0, "command", "clock"), [[]]),
        (("journal", 0, "about"), [[[], 1]]),
        (("journal", 0, "changes"), [{"kind": [], "id": 1, "before": {}, "after": {}}]),
        (("version",), 99),
        (("extra",), 1),
    ],
)
def test_a_document_that_does_not_hold_together_makes_no_table(
    desk: Desk, where: tuple[str | int, ...], nonsense: object
) -> None:
    clock = desk.add("clock", name="Alarm", segments=6)
    desk.sit("Ana")
    desk.do("Ana", do="proposal.make", command={"do": "clock.tick", "clock": clock})
    document = part = desk.get("gm", "/export").json
    for step in where[:-1]:
        part = part[step]
    part[where[-1]] = nonsense
    refusal(desk.client.post(API, json={"import": document}), 422, "invalid")


def test_the_journal_is_read_back_page_by_page_without_gap_or_double(desk: Desk) -> None:
    clock = desk.add("clock", name="Alarm", segments=100)
    for _ in range(99):
        desk.do("gm", do="clock.tick", clock=clock)
    lines = desk.sees("player")["journal"]
    assert len(lines) == 50
    while True:
        older = desk.get("player", f"/journal?before={lines[-1]['id']}").json["journal"]
        if not older:
            break
        assert len(older) <= 50
        lines += older
    assert len({line["id"] for line in lines}) == 100
    assert lines[-1]["summary"] == "Alarm: clock of 100 segments started"
    assert [line["at"] for line in lines] == sorted((line["at"] for line in lines), reverse=True)


def test_lines_that_were_hidden_since_leave_no_hole_in_the_journal(desk: Desk) -> None:
    desk.add("tag", name="Slick")
    clock = desk.add("clock", name="Alarm", segments=100)
    for _ in range(60):
        desk.do("gm", do="clock.tick", clock=clock)
    desk.do("gm", do="clock.edit", clock=clock, visibility="secret")
    assert [line["summary"] for line in desk.sees("player")["journal"]] == ["Slick: tag added"]
    assert len(desk.sees("gm")["journal"]) == 50


def test_the_newest_lines_come_without_before(desk: Desk) -> None:
    desk.add("clock", name="Alarm", segments=6)
    assert desk.get("tv", "/journal").json["journal"] == desk.sees("tv")["journal"]


@pytest.mark.parametrize("before", ["", "x", "-1", "0", "1e9", "9" * 30, str(2**31), "²"])
def test_a_journal_is_read_from_an_id(house: Flask, before: str) -> None:
    error = refusal(Desk.start(house).get("gm", f"/journal?before={before}"), 422, "invalid")
    assert error["fields"] == {"before": "not an id"}


def test_a_line_that_a_player_never_heard_of_is_like_none(desk: Desk) -> None:
    desk.add("clock", name="Ambush", segments=4, visibility="secret")
    hidden = desk.sees("gm")["journal"][0]["id"]
    answers = [desk.get("player", f"/journal?before={id}") for id in (hidden, 1)]
    assert answers[0].data == answers[1].data
    refusal(answers[0], 404, "not_found")


@pytest.mark.parametrize("whole", [True, False], ids=["its length is said", "in chunks"])
def test_a_document_as_large_as_an_import_is_too_much_for_a_name(house: Flask, whole: bool) -> None:
    body = json.dumps({"name": "n" * 200_000}).encode()
    sent: dict[str, Any] = {"data": body}
    if not whole:
        chunked = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
        sent = {"input_stream": BytesIO(body), "environ_overrides": chunked}
    answer = house.test_client().post(API, content_type="application/json", **sent)
    assert '{"import": …}' in refusal(answer, 413, "too_large")["message"]


@pytest.mark.parametrize("whole", [True, False], ids=["its length is said", "in chunks"])
def test_an_import_too_large_for_the_api_is_told_of_the_command_line(house: Flask, whole: bool) -> None:
    body = b'{"import": {"name": "' + b"n" * LARGEST_IMPORT + b'"}}'
    sent: dict[str, Any] = {"data": body}
    if not whole:
        chunked = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
        sent = {"input_stream": BytesIO(body), "environ_overrides": chunked}
    answer = house.test_client().post(API, content_type="application/json", **sent)
    assert "“tableside import FILE”" in refusal(answer, 413, "too_large")["message"]


def test_links_speak_of_the_public_address_when_there_is_one(tmp_path: object) -> None:
    settings = Settings(instance=str(tmp_path), bind="127.0.0.1", public_url="https://play.example/")
    app = create_app(settings)
    with app.app_context():
        db.create_all()
        desk = Desk.start(app)
        link = desk.do("gm", do="key.add", role="tv", name="Hall")["result"]["link"]
        assert link.startswith("https://play.example/k/")
        assert desk.made["links"]["gm"].startswith("https://play.example/k/")
        db.engine.dispose()


def test_the_gm_gets_the_list_of_screens(desk: Desk) -> None:
    desk.sit("Ana")
    assert desk.get("gm", "/screens").json == {
        "screens": [{"name": "Ana", "what": "seat", "state": "away", "since": None, "behind": 0, "count": 1}]
    }


def test_a_database_without_tables_is_not_called_unreachable(tmp_path: object) -> None:
    """Somebody who calls `create_app` alone, on an empty folder, is told which step is missing."""
    client = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1")).test_client()
    answer = client.post(API, json={"name": "The Oak"})
    assert NO_TABLES in refusal(answer, 503, "away")["message"]
    page = client.post("/tables", data={"name": "The Oak"}, headers={"Origin": "http://localhost"})
    assert page.status_code == 503
    assert NO_TABLES in page.get_data(as_text=True)
