"""The examples of the documentation, played: whoever copies one gets what it promises."""

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import Desk
from webapp.api.examples import command_examples
from webapp.rules.ruleset import rulesets
from webapp.table import create

GAMES = tuple(rulesets())
MADE_BY_GAMES = {
    "characters",
    "piece",
    "fight",
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
NEW = {
    "scene.add",
    "zone.add",
    "tag.add",
    "character.add",
    "condition.add",
    "clock.add",
    "clock.own",
    "key.add",
    "seat.claim",
    "saved.add",
    "scene.copy",
}


def the_story(desk: Desk) -> dict[int, int]:
    """Set up the story that the examples are about; gives the real id for each id they name."""
    warehouse = desk.sees()["scene"]
    docks = desk.add("scene", name="The docks")
    loft = desk.add("zone", name="Loft")
    slick = desk.add("tag", name="Slick")
    mira = desk.add("character", name="Mira", stats={"nerve": 2})
    shaken = desk.add("condition", character=mira, name="Shaken")
    alarm = desk.add("clock", name="Alarm", segments=6)
    escape = desk.add("clock", name="Escape", segments=8)
    ana = desk.sit("Ana")
    debt = desk.do("Ana", do="clock.own", name="My debt")["result"]["clock"]
    phone = desk.do("gm", do="key.add", role="player", name="Ben's phone")["result"]["key"]
    asked = {"do": "clock.tick", "clock": alarm}
    proposal = desk.do("Ana", do="proposal.make", command=asked)["result"]["proposal"]
    desk.do("gm", do="clock.tick", clock=alarm)
    entry = desk.sees()["journal"][0]["id"]
    kept = desk.do("gm", do="saved.add", tag=slick, name="Oil")["result"]["saved"]
    return {
        **{318204771: warehouse, 1100573928: docks, 905512043: loft, 77120934: slick},
        **{1204991875: mira, 640018273: shaken, 482113790: alarm, 2015330048: escape},
        **{1710024461: ana, 266190358: phone, 1388250012: proposal, 859114026: entry},
        **{1899402251: debt, 1422085713: kept},
    }


def story_of(game: str) -> Callable[[Desk, str], dict[int, int]]:
    """What a game's own examples are about: `the_story(desk, command)` of `tests/api/stories/<game>.py`."""
    told: Callable[[Desk, str], dict[int, int]] = import_module(f"tests.api.stories.{game}").the_story
    return told


def retold(value: Any, ids: dict[int, int]) -> Any:
    """An example with the ids of this table."""
    text = json.dumps(value)
    for told, real in ids.items():
        text = text.replace(str(told), str(real))
    return json.loads(text)


def a_check(desk: Desk, ids: dict[int, int]) -> dict[int, int]:
    """Mira tries something, at a table that rolls for it."""
    sent = {"do": "check.call", **command_examples()["check.call"].send}
    return {1533908172: desk.do("gm", **retold(sent, ids))["result"]["check"]}


@pytest.fixture
def rolling(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A Razorweave table, whether that game is on offer already or not."""
    monkeypatch.setattr(create, "OFFERED", ("freeform", "razorweave"))
    return Desk.start(app, ruleset="razorweave")


@pytest.mark.parametrize("name", sorted(command_examples()))
def test_an_example_gives_what_it_promises(
    app: Flask, desk: Desk, rolling: Desk, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    game = name.partition(".")[0]
    if game in GAMES:
        monkeypatch.setattr(create, "OFFERED", tuple(GAMES))
        desk = Desk.start(app, ruleset=game)
    desk = rolling if name.startswith("check.") else desk
    example = command_examples()[name]
    ids = story_of(game)(desk, name) if game in GAMES else the_story(desk)
    if name.startswith("check.") and name != "check.call":
        ids |= a_check(desk, ids)
    if name == "redo":
        desk.do("gm", do="undo", entry=ids[859114026])
    who = "Ana" if name in BY_A_SEAT else "gm"
    result = desk.do(who, do=name, **retold(example.send, ids))["result"]
    promised = retold(example.result, ids)
    if name == "check.roll":  # a roll also tells what only some games have
        result = {key: each for key, each in result.items() if key in promised}
    assert set(result) == set(promised)
    made = TOLD_AS_MADE | ({name.partition(".")[0], "seat"} if name in NEW else set())
    made |= {"tag"} if name == "saved.use" else set()
    made |= {"proposal": {"proposal"}, "check": {"check"}}.get(name.partition(".")[0], set())
    made |= MADE_BY_GAMES if game in GAMES else set()
    made |= {"sentences", "data", "proposals", "outcome", "label"} if name == "check.roll" else set()
    assert {key: result[key] for key in result if key not in made} == {
        key: promised[key] for key in promised if key not in made
    }
    assert all(type(result[key]) is type(promised[key]) for key in result)
