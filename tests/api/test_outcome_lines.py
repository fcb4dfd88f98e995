"""The outcome line in the JSON of a check: to each as far as they may know it."""

from typing import Any

from flask import Flask

from tests.api.desk import Desk
from tests.api.schema import admits

ANN = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}
BOG = {"CALLING": 6, "CULTURE": 2, "FRAME": 3, "MOTIVE": 3, "NATURE": 4, "POISE": 3}


def yard(app: Flask, **settings: str) -> tuple[Desk, int, int]:
    """Ann against Bog, with the ids of both."""
    desk = Desk.start(app, ruleset="mettle")
    desk.do("gm", do="table.edit", settings=settings)
    ann = desk.add("character", name="Ann", stats=ANN)
    return desk, ann, desk.add("character", name="Bog", kind="npc", stats=BOG, visibility="shown")


def struck(desk: Desk, who: int, whom: int, *dice: int, **asked: Any) -> int:
    """An attack that was rolled; the check's id."""
    called = desk.do("gm", do="check.call", character=who, action="attack", foes=[whom], **asked)
    desk.do("gm", do="check.roll", check=called["result"]["check"], dice=list(dice))
    check: int = called["result"]["check"]
    return check


def line(desk: Desk, who: str = "gm") -> dict[str, Any] | None:
    told: dict[str, Any] | None = desk.sees(who)["checks"][0]["outcome"]
    return told


def test_a_check_has_none_before_its_roll_and_then_what_all_screens_say(app: Flask) -> None:
    desk, ann, bog = yard(app, outcomes="ask")
    check = desk.do("gm", do="check.call", character=bog, action="attack", foes=[ann])["result"]["check"]
    assert line(desk, "player") is None
    desk.do("gm", do="check.roll", check=check, dice=[3, 2, 1, 4])
    told = {"verdict": "Hits", "tone": "bad", "means": "bad for the party", "befell": [ann]}
    assert line(desk, "tv") == {**told, "sentence": "Bog hits Ann: 1 Mettle; GM decides", "decided": False}
    desk.do("gm", do="check.resolve", check=check)
    assert line(desk, "player") == {**told, "sentence": "Bog hits Ann: 1 Mettle, now 9", "decided": True}


def test_where_a_foes_numbers_are_hidden_players_read_words(app: Flask) -> None:
    desk, ann, bog = yard(app, foes="words")
    desk.do("gm", do="check.resolve", check=struck(desk, ann, bog, 3, 5, 4, 1, 1))
    known, told = line(desk), line(desk, "player")
    assert known is not None
    assert told is not None
    assert known["sentence"] == "Ann hits Bog: 2 Mettle, now 7"
    assert told["sentence"] == "Ann hits Bog: hurt"


def test_whom_one_may_not_know_is_not_in_it(app: Flask) -> None:
    desk, ann, bog = yard(app)
    desk.do("gm", do="character.edit", character=bog, visibility="secret")
    struck(desk, ann, bog, 3, 5, 4, 1, 1)
    told = line(desk, "player")
    assert told is not None
    assert told["befell"] == []
    assert "Bog" not in desk.get("player").text


def test_of_a_secret_check_there_is_nothing(app: Flask) -> None:
    desk, ann, bog = yard(app)
    struck(desk, bog, ann, 3, 2, 1, 4, secret=True)
    assert line(desk) is not None
    assert desk.sees("player")["checks"] == []


def test_the_description_of_the_api_has_it(app: Flask) -> None:
    desk, ann, bog = yard(app)
    struck(desk, bog, ann, 3, 2, 1, 4)
    described = desk.client.get("/api/v1/openapi.json").json
    outcome = described["components"]["schemas"]["Outcome"]
    assert "GM decides" in outcome["description"]
    assert sorted(outcome["properties"]) == sorted(line(desk) or {})
    assert admits(outcome, line(desk), described)
