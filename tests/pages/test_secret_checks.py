"""A check called in secret exists for GMs alone until it is told: no byte, no revision of others moves."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.live.test_streams import Listener
from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.services import services
from webapp.table.command import MOST
from webapp.table.refusals import Forbidden, Missing, Refused, TableFull
from webapp.table.shares import HOLDS

WORD = "Xanadu"
MARA: dict[str, dict[str, Any]] = {
    "razorweave": {"AGI": 1},
    "resonance": {"level": 2, "wit": 2},
    "mettle": {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4},
}
CHECKS: dict[str, dict[str, Any]] = {
    "razorweave": {"dc": 14, "attribute": "AGI"},
    "resonance": {"roll": "effort", "stat": "wit", "tn": 8},
    "mettle": {"action": "know", "difficulty": 7},
}
AFRESH = re.compile(r'name="press" value="[^"]*"')


class Table(Oak):
    """Mara, whom Ana plays, and everybody around."""

    @classmethod
    def of(cls, app: Flask, ruleset: str) -> "Table":
        table = cls.start(app, ruleset=ruleset)
        assert isinstance(table, Table)
        table.mara = table.character("Mara", stats=MARA[ruleset])
        table.sit("Ana", table.mara)
        table.clock("Alarm", 6)
        table.fields = {"character": table.mara, "intent": WORD, **CHECKS[ruleset]}
        return table

    mara: int
    fields: dict[str, Any]

    def call(self, **fields: Any) -> int:
        check: int = self.gm(do="check.call", **self.fields, **fields).result["check"]
        return check

    def newest(self, nth: int = 0) -> dict[str, Any]:
        """A line of the players' journal, the newest first."""
        headers = {"Authorization": f"Bearer {self.made.tokens['player']}"}
        answer = Visitor(self).client.get(f"/api/v1/tables/{self.id}/journal", headers=headers)
        line: dict[str, Any] = answer.get_json()["journal"][nth]
        return line

    def fetch_as_others(self) -> dict[str, str]:
        """Fetch every page and API answer as Ana's phone, a guest's phone and the TV."""
        found = {}
        for who in ("Ana", "player", "tv"):
            link = self.made.tokens["tv" if who == "tv" else "player"]
            visitor = Visitor(self)
            visitor.open(link)
            headers = {"Authorization": f"Bearer {link}"}
            if who == "Ana":
                visitor.hold(self.seats["Ana"])
                headers["Tableside-Seat"] = self.seats["Ana"]
            paths = [
                f"/t/{self.id}{path}" for path in ("", "/after", "/paper", "/recap", "/evening", "/presence")
            ]
            paths += [f"/api/v1/tables/{self.id}{path}" for path in ("", "/journal", "/recap")]
            for path in paths:
                found[f"{who} {path}"] = AFRESH.sub("", visitor.client.get(path, headers=headers).text)
        return found


@pytest.fixture(params=sorted(CHECKS))
def table(app: Flask, request: pytest.FixtureRequest) -> Table:
    services().streams.heartbeat = 0.01
    return Table.of(app, request.param)


def test_called_edited_rolled_and_resolved_it_changes_nothing_for_anybody_else(table: Table) -> None:
    before, revisions = table.fetch_as_others(), table.revisions()
    ears = [
        Listener(table, "player", seat_key=table.seats["Ana"]),
        Listener(table, "player"),
        Listener(table, "tv"),
    ]
    first, second = table.call(secret=True), table.call(secret=True)
    table.gm(do="check.edit", check=first, approach=WORD)
    table.gm(do="check.cancel", check=second)
    table.gm(do="check.roll", check=first)
    assert table.fetch_as_others() == before
    lines = [each["id"] for each in table.sees()["proposals"] if each["check"] == first]
    if lines:
        table.gm(do="check.resolve", check=first, drops=lines)
    assert table.fetch_as_others() == before
    assert table.revisions()[0] > revisions[0]
    assert table.revisions()[1:] == revisions[1:]
    for ear in ears:
        heard = [event["event"] for _ in range(3) for event in ear.hears()]
        assert set(heard) == {"hb"}, "a stream says that it is there, and nothing else"
        ear.leave()
    assert WORD in Visitor(table, "gm").page().text


def test_to_a_seat_it_is_like_none_byte_for_byte(table: Table) -> None:
    check, phone = table.call(secret=True), Visitor(table, "player")
    phone.hold(table.seats["Ana"])
    key = {"Authorization": f"Bearer {table.made.tokens['player']}", "Tableside-Seat": table.seats["Ana"]}
    for do, status in (
        ("check.roll", 404),
        ("check.cancel", 404),
        ("check.edit", 403),
        ("check.resolve", 403),
    ):
        sent = [{"do": do, "check": id} for id in (check, 1)]
        for headers in (SCRIPT, {"Sec-Fetch-Site": "same-origin"}):
            pages = [phone.post(headers, **each) for each in sent]
            assert [each.status_code for each in pages] == [status] * 2
            assert pages[0].data == pages[1].data
        there = f"/api/v1/tables/{table.id}/commands"
        answers = [phone.client.post(there, json=each, headers=key) for each in sent]
        assert [each.status_code for each in answers] == [status] * 2
        assert answers[0].data == answers[1].data


def test_a_player_calls_nothing_in_secret(table: Table) -> None:
    table.gm(do="table.edit", settings={"secret_checks": True})
    for secret in (True, False):
        with pytest.raises(Forbidden, match="Only the GM can set “secret”"):
            table.dispatch(table.sit("Ana"), do="check.call", intent="Swim", secret=secret)
    own = table.dispatch(table.sit("Ana"), do="check.call", intent="Swim").result["check"]
    assert [each["id"] for each in table.sees("player")["checks"]] == [own]


def test_the_tables_setting_is_the_default_and_a_call_may_say_otherwise(table: Table) -> None:
    assert [table.call() for _ in "x"] == [each["id"] for each in table.sees("player")["checks"]]
    table.gm(do="table.edit", settings={"secret_checks": True})
    secret, shown, too = table.call(), table.call(secret=False), table.call(visibility="shown")
    seen = [each["id"] for each in table.sees("player")["checks"]]
    assert secret not in seen
    assert {shown, too} < set(seen)


@pytest.mark.parametrize("state", ["called", "rolled"])
def test_it_is_told_with_one_tap_also_after_the_roll(table: Table, state: str) -> None:
    check = table.call(secret=True)
    if state == "rolled":
        table.gm(do="check.roll", check=check)
    gm, before = Visitor(table, "gm"), table.revisions()
    assert "<b>Secret</b>: only GMs see it" in gm.page().text
    gm.post(do="check.edit", check=check, visibility="shown")
    assert [each["id"] for each in table.sees("player")["checks"]] == [check]
    assert table.revisions()[1] > before[1]
    assert "<b>Secret</b>: only GMs see it" not in gm.page().text
    gm.post(do="check.edit", check=check, visibility="secret")
    assert table.sees("player")["checks"] == []
    assert "<b>Secret</b>: only GMs see it" in gm.page().text


def test_those_who_roll_along_are_as_secret(app: Flask) -> None:
    table = Table.of(app, "razorweave")
    ben = table.character("Ben")
    before = table.fetch_as_others()
    table.call(secret=True, group="split_risks", helpers=[ben])
    assert {each["visibility"] for each in table.sees()["checks"]} == {"secret"}
    assert table.fetch_as_others() == before


def test_the_gms_page_calls_it_in_secret_and_has_the_setting(table: Table) -> None:
    gm = Visitor(table, "gm")
    mara = f"/edit/character/{table.mara}"
    assert "Secret check for Mara" in gm.page(mara).text
    assert "Checks you call are secret: no" in gm.page("/moves/table").text
    gm.post(do="table.edit", **{"settings.secret_checks": "true"})
    assert "Checks you call are secret: yes" in gm.page("/moves/table").text
    assert "Open check for Mara" in gm.page(mara).text
    assert ("Players see this Check" in gm.page("/moves/action").text) is (
        table.fields.get("action") is not None
    )
    gm.post(do="check.call", character=table.mara, secret="true")
    assert [each["visibility"] for each in table.sees()["checks"]] == ["secret"]
    with pytest.raises(Missing):
        table.dispatch(table.sit("Ana"), do="check.roll", check=table.sees()["checks"][0]["id"])


def test_a_secret_attack_split_on_two_begins_no_fight_for_others(app: Flask) -> None:
    table = Table.of(app, "mettle")
    foes = [
        table.character(name, kind="npc", visibility="shown", stats=MARA["mettle"]) for name in ("Bog", "Cai")
    ]
    table.fields = {
        "character": table.mara,
        "intent": WORD,
        "action": "attack",
        "manner": "split",
        "foes": foes,
    }
    before, revisions = table.fetch_as_others(), table.revisions()
    first = table.call(secret=True)
    assert {each["visibility"] for each in table.sees()["checks"]} == {"secret"}
    table.gm(do="check.cancel", check=first)
    assert (table.fetch_as_others(), table.revisions()[1:]) == (before, revisions[1:])


def test_what_it_brought_does_not_say_that_there_was_a_check(app: Flask) -> None:
    table = Table.of(app, "razorweave")
    table.clock("Alarm", 6)
    check = table.call(secret=True)
    table.gm(do="check.roll", check=check, dice=[6, 6, 1, 2])
    seen = table.fetch_as_others()
    table.gm(do="check.resolve", check=check)
    newest = table.newest()
    assert (newest["summary"][:10], newest["command"], newest["because"]) == (
        "Alarm (1):",
        "clock.tick",
        None,
    )
    for place, text in table.fetch_as_others().items():
        for word in (WORD, "check.resolve", "Check outcomes"):
            assert text.count(word) == seen[place].count(word), f"{word} at {place}"
    table.gm(do="check.edit", check=check, visibility="shown")
    assert [table.newest(nth)["command"] for nth in (0, 1)] == ["check.edit", "check.resolve"]
    assert "Check outcomes" in table.fetch_as_others()[f"player /t/{table.id}/evening"]


def test_a_players_limit_of_checks_counts_what_they_know_of(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST, "check", 2)
    monkeypatch.setitem(HOLDS, "check", 2)
    for _ in "xy":
        table.call(secret=True)
    with pytest.raises(TableFull):
        table.call(secret=True)
    ana = table.sit("Ana")
    for intent in ("Swim", "Dive"):
        table.dispatch(ana, do="check.call", intent=intent)
    with pytest.raises(TableFull):
        table.dispatch(ana, do="check.call", intent="Float")


def test_a_games_own_calls_are_as_secret_as_the_tables_setting(app: Flask) -> None:
    table = Table.of(app, "mettle")
    ben = table.character("Ben", stats=MARA["mettle"])
    foes = [
        table.character(name, kind="npc", visibility="shown", stats=MARA["mettle"]) for name in ("Bog", "Cai")
    ]
    table.gm(do="mettle.travel.map", name="The coast", stops=["Ford", "Inn"])
    table.gm(do="mettle.travel.path", one="Ford", other="Inn", difficulty=3)
    table.gm(do="mettle.stretch.start", drivers=[{"character": ben, "speed": 2}])
    table.gm(do="table.edit", settings={"secret_checks": True})
    before, revisions = table.fetch_as_others(), table.revisions()
    table.gm(do="mettle.action.sneak", characters=[table.mara, ben], intent=WORD)
    table.gm(do="mettle.action.split", character=table.mara, foes=foes, dice=1, intent=WORD)
    table.gm(do="mettle.stretch.check", character=ben)
    table.gm(do="mettle.travel.go", stop="Inn", character=table.mara)
    assert [each["visibility"] for each in table.sees()["checks"]] == ["secret"] * 5
    assert (table.fetch_as_others(), table.revisions()[1:]) == (before, revisions[1:])


def test_a_twist_is_offered_once_the_check_is_shown(app: Flask) -> None:
    table = Table.of(app, "mettle")
    table.fields |= {"difficulty": 20}
    check = table.call(secret=True)
    table.gm(do="check.roll", check=check, dice=[1, 4, 5, 6])
    before = table.fetch_as_others()
    with pytest.raises(Refused, match="Show it to players"):
        table.gm(do="mettle.twist.offer", check=check, text=WORD)
    assert table.fetch_as_others() == before
    table.gm(do="check.edit", check=check, visibility="shown")
    table.gm(do="mettle.twist.offer", check=check, text=WORD)
    assert WORD in table.fetch_as_others()[f"Ana /t/{table.id}"]
