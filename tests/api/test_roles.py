"""Who may do what: every address of the API, with every kind of key, made from the app's own list."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.api.desk import Desk, refusal
from webapp.live.bus import LocalBus
from webapp.state.audience import Role
from webapp.table.actor import Actor
from webapp.table.command import parse
from webapp.table.commands import commands
from webapp.table.dispatcher import Dispatcher

WRONG_KEYS = {"nobody": 401, "a wrong key": 401, "revoked": 401, "another table's gm": 404}
FOR_ALL_ROLES = {**WRONG_KEYS, "tv": 200, "player": 200, "gm": 200}
FOR_THE_GM = {**WRONG_KEYS, "tv": 403, "player": 403, "gm": 200}
PUBLIC = dict.fromkeys(FOR_ALL_ROLES, 200)
EXPECTED: dict[str, dict[str, int]] = {
    "api.tables.start_table": dict.fromkeys(PUBLIC, 201),
    "api.tables.show_table": FOR_ALL_ROLES,
    "api.tables.show_journal": FOR_ALL_ROLES,
    "api.tables.show_recap": FOR_ALL_ROLES,
    "api.tables.follow": FOR_ALL_ROLES,
    "api.tables.take_command": FOR_THE_GM,
    "api.tables.list_screens": FOR_THE_GM,
    "api.tables.export": FOR_THE_GM,
    "api.rules.list_rulesets": PUBLIC,
    "api.rules.work_out": PUBLIC,
    "api.docs.openapi": PUBLIC,
}
BODIES: dict[str, Any] = {
    "api.tables.start_table": {"name": "Elm"},
    "api.tables.take_command": {"do": "tag.add", "name": "Slick"},
    "api.rules.work_out": {"dc": 16, "attribute": 2, "skill": 1, "sources": []},
}
TAKE = "api.tables.take_command"
PARTS = {"ruleset": "razorweave", "calculation": "odds"}


@pytest.fixture
def holders(app: Flask, desk: Desk) -> dict[str, str | None]:
    """Everybody who may come along, with the key they carry."""
    revoked = desk.do("gm", do="key.add", role="gm", name="Old")["result"]
    desk.do("gm", do="key.revoke", key=revoked["key"])
    return {
        "nobody": None,
        "a wrong key": "x" * 32,
        "revoked": revoked["link"].rpartition("/")[2],
        "another table's gm": Desk.start(app, "Elm").made["keys"]["gm"],
        **desk.made["keys"],
    }


def routes(app: Flask) -> Iterator[tuple[Rule, str]]:
    """Every address under /api/v1 with its method."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/v1"):
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield rule, method


def ask(desk: Desk, rule: Rule, method: str, key: str | None) -> TestResponse:
    values = {name: desk.id if name == "table_id" else PARTS[name] for name in rule.arguments}
    _, path = rule.build(values) or ("", "")
    body = {"json": BODIES[rule.endpoint]} if method == "POST" else {}
    answer = desk.client.open(path, method=method, headers=desk.headers(key), buffered=False, **body)
    answer.close()
    return answer


def test_every_address_answers_every_kind_of_key_as_the_matrix_says(
    app: Flask, desk: Desk, holders: dict[str, str | None]
) -> None:
    asked = {}
    for rule, method in routes(app):
        assert rule.endpoint in EXPECTED, f"{rule} is not in the role matrix"
        asked[rule.endpoint] = {who: ask(desk, rule, method, key).status_code for who, key in holders.items()}
    assert asked == EXPECTED


def test_another_tables_gm_and_a_table_that_is_not_there_get_the_same_bytes(app: Flask, desk: Desk) -> None:
    other = Desk.start(app, "Elm").made["keys"]["gm"]
    here = desk.get(other)
    nowhere = desk.client.get("/api/v1/tables/nowhere", headers=desk.headers("gm"))
    assert here.data == nowhere.data
    refusal(here, 404, "not_found")


def test_no_key_says_how_to_send_one(desk: Desk) -> None:
    for headers in ({}, {"Authorization": "Basic eDp5"}, {"Authorization": "Bearer "}):
        answer = desk.client.get(desk.url, headers=headers)
        refusal(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_unknown_and_revoked_keys_get_the_same_bytes(desk: Desk, holders: dict[str, str | None]) -> None:
    assert desk.get(holders["revoked"]).data == desk.get(holders["a wrong key"]).data


@pytest.mark.parametrize(
    "sent", [{"do": "tag.add", "name": "Slick"}, {"do": "nothing like this"}, "no command"]
)
def test_a_link_that_another_process_revoked_opens_nothing_from_then_on(
    app: Flask, desk: Desk, sent: Any
) -> None:
    old = desk.do("gm", do="key.add", role="gm", name="Old")["result"]
    key = old["link"].rpartition("/")[2]
    assert desk.send(key, BODIES[TAKE]).status_code == 200
    with app.app_context():
        other = Dispatcher(LocalBus())
        other.dispatch(parse({"do": "key.revoke", "key": old["key"]}), desk.id, Actor(Role.GM, "GM"))
    before = desk.get().data
    refusal(desk.send(key, sent), 401, "unauthorized")
    assert desk.get().data == before


@pytest.mark.parametrize("who", ["tv", "player"])
def test_a_role_is_checked_for_every_command_before_any_field_is_looked_at(desk: Desk, who: str) -> None:
    for name, kind in commands().items():
        answer = desk.send(who, {"do": name, "nonsense": 2**63, "clock": "7"})
        if Role(who) in kind.roles:
            refusal(answer, 422, "invalid")
        else:
            refusal(answer, 403, "forbidden")


def test_the_role_is_checked_before_ids_and_a_hidden_thing_is_like_a_missing_one(desk: Desk) -> None:
    secret = desk.add("clock", name="Ambush", segments=4, visibility="secret")
    for id in (secret, 1):
        refusal(desk.send("player", {"do": "clock.remove", "clock": id}), 403, "forbidden")
    ticks = [desk.send("player", {"do": "clock.tick", "clock": id}) for id in (secret, 1)]
    assert ticks[0].data == ticks[1].data
    refusal(ticks[0], 404, "not_found")


def test_a_thing_of_another_table_is_missing_even_for_a_gm_and_stays_as_it_was(
    app: Flask, desk: Desk
) -> None:
    other = Desk.start(app, "Elm")
    theirs = other.add("clock", name="Alarm", segments=4)
    refusal(desk.send("gm", {"do": "clock.tick", "clock": theirs}), 404, "not_found")
    assert other.clock(theirs)["filled"] == 0


def test_a_revoked_key_opens_nothing_at_once(desk: Desk) -> None:
    made = desk.do("gm", do="key.add", role="player", name="Ben's phone")["result"]
    key = made["link"].rpartition("/")[2]
    assert desk.get(key).status_code == 200
    desk.do("gm", do="key.revoke", key=made["key"])
    refusal(desk.get(key), 401, "unauthorized")


def test_a_gm_key_is_kept_hashed_and_told_by_no_later_answer(desk: Desk) -> None:
    key = desk.made["keys"]["gm"]
    paths = ("", "/journal", "/export")
    assert not any(key in desk.get("gm", path).text for path in paths)
