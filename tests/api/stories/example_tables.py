"""Where the example of each command begins: a table on which it makes sense, and the ids it names there."""

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

from flask import Flask

from tests.api.desk import Desk
from tests.database_copies import dump_database, restore_database
from webapp.api.calls import command_examples
from webapp.rules.playable_games import rulesets

GAMES = tuple(rulesets())


def begun(app: Flask, command: str) -> tuple[Desk, dict[int, int]]:
    """A table on which this command's example can be played; the real id for each id the example names."""
    game = command.partition(".")[0]
    if game in GAMES:
        desk = Desk.start(app, ruleset=game)
        return desk, _story_of(game)(desk, command)
    desk = Desk.start(app, ruleset="razorweave" if game == "check" else "freeform")
    return desk, of_all_games(desk, command)


def begun_alone(app: Flask, command: str) -> tuple[Desk, dict[int, int]]:
    """The same on a database of its own; what most commands begin with is told once, and kept."""
    game = command.partition(".")[0]
    if game in GAMES:
        return begun(app, command)
    game = "razorweave" if game == "check" else "freeform"
    if game not in KEPT:
        desk = Desk.start(app, ruleset=game)
        ids = the_story(desk)
        KEPT[game] = dump_database(app), desk.made, desk.seats, ids
    database, made, seats, ids = KEPT[game]
    restore_database(app, database)
    desk = Desk(app.test_client(), made, dict(seats))
    return desk, ids | needed(desk, command, ids)


KEPT: dict[str, tuple[bytes, dict[str, Any], dict[str, str], dict[int, int]]] = {}
"""The database after the story, who may open it, and the ids."""


def of_all_games(desk: Desk, command: str) -> dict[int, int]:
    """What a command that every game has begins with."""
    ids = the_story(desk)
    return ids | needed(desk, command, ids)


def needed(desk: Desk, command: str, ids: dict[int, int]) -> dict[int, int]:
    """What this command needs beside the story; a check is made where the rules have one."""
    if command.startswith("check.") and command != "check.call":
        return _a_check(desk, ids)
    if command == "seat.answer":
        desk.do("player", do="seat.ask", seat=ids[1710024461])
    if command == "key.clear":
        return {266190358: next(key["id"] for key in desk.sees()["keys"] if key["role"] == "player")}
    if command == "redo":
        desk.do("gm", do="undo", entry=ids[859114026])
    return {}


def retold(value: Any, ids: dict[int, int]) -> Any:
    """An example with the ids of this table."""
    text = json.dumps(value)
    for told, real in ids.items():
        text = text.replace(str(told), str(real))
    return json.loads(text)


def the_story(desk: Desk) -> dict[int, int]:
    """Set up the story that the examples of all games are about."""
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
    note = desk.do("gm", do="note.add", text="The courier")["result"]["note"]
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
        **{1899402251: debt, 1422085713: kept, 1130048217: note},
    }


def _story_of(game: str) -> Callable[[Desk, str], dict[int, int]]:
    """What a game's own examples are about: `the_story(desk, command)` of `tests/api/stories/<game>.py`."""
    told: Callable[[Desk, str], dict[int, int]] = import_module(f"tests.api.stories.{game}").the_story
    return told


def _a_check(desk: Desk, ids: dict[int, int]) -> dict[int, int]:
    """Mira tries something, at a table that rolls for it."""
    sent = {"do": "check.call", **command_examples()["check.call"].send}
    return {1533908172: desk.do("gm", **retold(sent, ids))["result"]["check"]}
