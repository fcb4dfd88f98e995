"""The examples of the documentation, played: whoever copies one gets what it promises."""

from typing import Any

import pytest
from flask import Flask

from tests.api.desk import API, Desk
from tests.api.stories.example_tables import GAMES, begun_alone, retold
from webapp.api.calls import command_examples
from webapp.table.commands import commands

MADE_BY_GAMES = {
    "characters",
    "piece",
    "fight",
    "chase",
    "race",
    "map",
    "check",
    "checks",
    "clocks",
    "vouchers",
    "zones",
    "happened",
    "proposals",
    "situation",
    "clock",
    "scene_clock",
    "threat",
    "parts",
    "active",
    "left",
}
TOLD_AS_MADE = {"link", "seat_key", "join_code", "code", "until"}
BY_A_SEAT = {"seat.leave", "seat.code", "clock.own", "clock.drop"}
FOR_GOOD = {
    "key.add",
    "key.edit",
    "key.lift",
    "key.revoke",
    "join.set",
    "pause.set",
    "proposal.make",
    "table.remove",
}
FOR_GOOD |= {
    "tv.code",
    "seat.ask",
    "seat.answer",
    "seat.claim",
    "seat.code",
    "seat.give",
    "seat.leave",
}
"""What no undo takes back."""
ALL_BUT_THE_SEAT = {"seat.remove"}
"""What undo takes back in part: the seat's own clocks, and in this example there are none."""
NEW = {
    "scene.add",
    "zone.add",
    "tag.add",
    "character.add",
    "condition.add",
    "clock.add",
    "clock.own",
    "note.add",
    "key.add",
    "seat.claim",
    "saved.add",
    "scene.copy",
}


WITH_ITS_CHECK = {"check.roll", "resonance.critical", "resonance.take"}
WITH_ITS_CHECK |= {"mettle.twist.offer", "mettle.twist.accept", "mettle.twist.refuse"}
"""What is taken back with all of the check that it belongs to: its dice stay, and it is void."""


def exported(desk: Desk) -> dict[str, Any]:
    """The whole table as a document."""
    document: dict[str, Any] = desk.get("gm", "/export").json
    return document


def stands(document: dict[str, Any]) -> dict[str, Any]:
    """All that is on the table, without what only the moment needs (its name begins with "_")."""
    things = document["things"].items()
    here = {kind: [_lasting(row) for row in rows if not row["removed"]] for kind, rows in things}
    return {"table": document["table"], **here}


def _lasting(row: dict[str, Any]) -> dict[str, Any]:
    data = {name: each for name, each in row.get("data", {}).items() if not name.startswith("_")}
    return {**row, "data": data}


def assert_travels(desk: Desk) -> None:
    """Taken along as a document and brought in again, the table is the same table."""
    document = exported(desk)
    answer = desk.client.post(API, json={"import": document})
    assert answer.status_code == 201, answer.text
    again = exported(Desk(desk.client, answer.json))
    assert (again["things"], again["journal"]) == (document["things"], document["journal"])


def is_undoable(desk: Desk) -> bool:
    """Whether the newest line of the journal can be taken back."""
    return bool(desk.sees()["journal"][0]["undoable"])


@pytest.mark.parametrize("name", sorted(command_examples()))
def test_an_example_keeps_its_promise_is_taken_back_and_done_again(app: Flask, name: str) -> None:
    desk, ids = begun_alone(app, name)
    game, example = name.partition(".")[0], command_examples()[name]
    undoes = name not in FOR_GOOD | ALL_BUT_THE_SEAT | {"undo", "redo"}
    before = stands(exported(desk)) if undoes else {}
    result = played(desk, name, ids)
    promised = retold(example.result, ids)
    if name == "check.roll":  # a roll also tells what only some games have
        result = {key: each for key, each in result.items() if key in promised}
    assert set(result) == set(promised)
    made = TOLD_AS_MADE | ({name.partition(".")[0], "seat"} if name in NEW else set())
    made |= {"tag"} if name in ("saved.use", "resonance.situation.complicate") else set()
    made |= {"conditions.add": {"conditions"}, "things.add": {"added"}}.get(name, set())
    made |= {"proposal": {"proposal"}, "check": {"check"}}.get(name.partition(".")[0], set())
    made |= MADE_BY_GAMES if game in GAMES else set()
    made |= {"sentences", "data", "proposals", "outcome", "label"} if name == "check.roll" else set()
    assert {key: result[key] for key in result if key not in made} == {
        key: promised[key] for key in promised if key not in made
    }
    assert all(type(result[key]) is type(promised[key]) for key in result)
    if undoes:
        assert is_undoable(desk)
        after = stands(exported(desk))
        desk.do("gm", do="undo")
        assert stands(exported(desk)) == before or name in WITH_ITS_CHECK
        desk.do("gm", do="redo")
        assert stands(exported(desk)) == after


def played(desk: Desk, name: str, ids: dict[int, int]) -> dict[str, Any]:
    """What came of this command's example."""
    who = {"seat.ask": "player"}.get(name, "Ana" if name in BY_A_SEAT else "gm")
    result: dict[str, Any] = desk.do(who, do=name, **retold(command_examples()[name].send, ids))["result"]
    return result


LEFT = sorted(set(command_examples()) - {"table.remove"})
ONE_OF_A_KIND = set({name.rpartition(".")[0]: name for name in reversed(LEFT)}.values())
"""The first command of each noun: what they make is of every kind of row."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ONE_OF_A_KIND else pytest.mark.soak) for name in LEFT]
)
def test_the_table_of_an_example_travels(app: Flask, name: str) -> None:
    desk, ids = begun_alone(app, name)
    played(desk, name, ids)
    assert_travels(desk)


def test_only_people_links_and_the_pause_are_for_good() -> None:
    assert {name for name, kind in commands().items() if not kind.undoable} == FOR_GOOD
