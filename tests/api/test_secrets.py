"""Words planted in everything hidden reach no player and no TV by any way the API has."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import Desk
from tests.api.test_live import Event, events
from webapp.table.commands import commands

PLANTED = "canary"
LOOKERS = ("player", "tv", "Ana")


@pytest.fixture(scope="module")
def hidden(house: Flask) -> Desk:
    """A table full of things that players may not know, each with the planted word in it."""
    desk = Desk.start(house)
    plant(desk)
    return desk


def plant(desk: Desk) -> None:
    """Hide the word wherever it can be hidden, then change all of it once."""
    effects = [{"on": PLANTED, "modifier": "note", "note": PLANTED}]
    words = {"effects": effects, "trigger": PLANTED, "clears": PLANTED}
    desk.sit("Ana")
    scene = desk.add("scene", name=f"{PLANTED} scene", description=PLANTED, notes=PLANTED)
    desk.do("gm", do="scene.edit", scene=desk.sees()["scene"], notes=PLANTED)
    zone = desk.add("zone", name=f"{PLANTED} zone", visibility="secret")
    npc = desk.add("character", name=f"{PLANTED} npc", kind="npc", stats={PLANTED: PLANTED}, zone=zone)
    mira = desk.add("character", name="Mira", zone=zone)
    for visibility in ("secret", "rumoured"):
        desk.add("tag", name=f"{PLANTED} {visibility}", visibility=visibility, object=PLANTED, **words)
        desk.add("condition", character=mira, name=PLANTED, source=PLANTED, visibility=visibility, **words)
        clock = desk.add("clock", name=PLANTED, segments=7, visibility=visibility, on_full=PLANTED)
        desk.do("gm", do="clock.tick", clock=clock, because=PLANTED)
    desk.add("tag", name="Odd", visibility="masked", object=PLANTED, **words)
    masked = desk.add(
        "clock", name="Cover-up", segments=7, visibility="masked", on_full=PLANTED, group=PLANTED
    )
    desk.do("gm", do="clock.tick", clock=masked, because=PLANTED)
    desk.add("clock", name="Alarm", segments=7, on_full=PLANTED, opposes=masked)
    for where in ({"scene": scene}, {"zone": zone}, {"character": npc}):
        desk.add("tag", name=f"{PLANTED} tag", **where)
    desk.add("clock", name=f"{PLANTED} clock", segments=7, scene=scene)
    desk.add("condition", character=npc, name=PLANTED, **words)
    desk.do("gm", do="clock.set", clock=masked, filled=7, because=PLANTED)
    desk.do("gm", do="undo")


def known_to_the_gm(desk: Desk) -> Iterator[tuple[str, int]]:
    """Everything there is, as the noun that commands use and the id."""
    seen = desk.sees("gm")
    conditions = [each for character in seen["cast"] for each in character["conditions"]]
    for noun, things in {
        **{"scene": seen["scenes"], "zone": seen["zones"], "tag": seen["tags"], "clock": seen["clocks"]},
        **{"character": seen["cast"], "condition": conditions, "proposal": seen["proposals"]},
        **{"seat": seen["seats"], "key": seen["keys"], "entry": seen["journal"]},
    }.items():
        yield from ((noun, thing["id"]) for thing in things)


def stream_of(desk: Desk, who: str) -> list[Event]:
    """All that the stream of this looker says of the table's whole life."""
    answer = desk.client.get(
        f"{desk.url}/live?cursor={desk.made['cursor']}", headers=desk.headers(who), buffered=False
    )
    desk.client.application.extensions["tableside"].streams.heartbeat = 0.01
    found = []
    for event in events(line for chunk in answer.response for line in chunk.decode().splitlines()):
        if event.name == "hb":
            break
        found.append(event)
    answer.close()
    return found


def test_the_word_is_there_for_the_gm(hidden: Desk) -> None:
    assert hidden.get("gm").text.count(PLANTED) > 40


@pytest.mark.parametrize("who", LOOKERS)
def test_no_view_of_the_table_holds_the_word(hidden: Desk, who: str) -> None:
    for path in ("", "/journal"):
        answer = hidden.get(who, path)
        assert answer.status_code == 200
        assert PLANTED not in answer.text + str(answer.headers)


@pytest.mark.parametrize("who", LOOKERS)
def test_no_view_names_a_thing_that_is_hidden(hidden: Desk, who: str) -> None:
    gm, seen = hidden.sees("gm"), hidden.get(who).text
    for kind in ("zones", "tags", "clocks", "cast"):
        for thing in gm[kind]:
            if thing["visibility"] == "secret":
                assert str(thing["id"]) not in seen


@pytest.mark.parametrize("who", LOOKERS)
def test_no_stream_holds_the_word(hidden: Desk, who: str) -> None:
    told = stream_of(hidden, who)
    assert len(told) > 3
    assert PLANTED not in "".join(event.data for event in told)


def test_no_answer_to_any_command_about_any_hidden_thing_holds_the_word(desk: Desk) -> None:
    plant(desk)
    asked = 0
    for noun, id in known_to_the_gm(desk):
        for name, kind in commands().items():
            for who in LOOKERS if noun in kind.model_fields else ():
                answer = desk.send(who, {"do": name, noun: id})
                assert PLANTED not in answer.text, (who, name)
                asked += 1
    assert asked > 300


@pytest.mark.parametrize("who", ["player", "tv"])
def test_what_is_hidden_changes_no_byte_of_what_a_lower_role_gets(app: Flask, who: str) -> None:
    """Two tables with the same open part: one has secrets, the other none."""
    bare, full = Desk.start(app), Desk.start(app)
    told = []
    for desk in (bare, full):
        desk.add("tag", name="Slick")
        if desk is full:
            secret = desk.add("clock", name=PLANTED, segments=4, visibility="secret")
            desk.do("gm", do="clock.tick", clock=secret)
            desk.add("scene", name=PLANTED)
        desk.add("clock", name="Alarm", segments=6)
        told.append((shape_of(desk, who), [event.payload["summary"] for event in stream_of(desk, who)[1:]]))
    assert told[0] == told[1]


def shape_of(desk: Desk, who: str) -> str:
    """The table as this role gets it, without what differs between any two tables."""
    seen = desk.sees(who)
    numbers = {str(id): f"#{place}" for place, id in enumerate(dict.fromkeys(ids_in(seen)))}
    for line in seen["journal"]:
        line["at"] = "then"
    seen["table"], seen["cursor"] = "t", seen["cursor"].rpartition("-")[2]
    seen.pop("join_code", None)
    text = json.dumps(seen)
    for id, place in numbers.items():
        text = text.replace(id, place)
    return text


def ids_in(seen: dict[str, Any]) -> list[int]:
    return [thing["id"] for kind in ("scenes", "tags", "clocks", "journal") for thing in seen[kind]]


def test_hiding_a_thing_takes_it_out_of_the_journal_and_of_what_a_stream_replays(desk: Desk) -> None:
    clock = desk.add("clock", name=PLANTED, segments=6)
    desk.do("gm", do="clock.tick", clock=clock)
    assert PLANTED in desk.get("player").text
    desk.do("gm", do="clock.edit", clock=clock, visibility="secret")
    assert PLANTED not in desk.get("player").text
    assert PLANTED not in "".join(event.data for event in stream_of(desk, "player"))


def test_a_join_code_is_told_to_no_player_and_no_key_to_anybody(hidden: Desk) -> None:
    for who in LOOKERS:
        text = hidden.get(who).text
        assert not any(key in text for key in hidden.made["keys"].values())
        assert (hidden.made["join_code"] in text) == (who == "tv")


def test_counts_and_health_tell_nothing_of_a_table(hidden: Desk) -> None:
    for path in ("/metrics", "/healthz", "/api/v1/openapi.json", "/api/v1/rulesets"):
        text = hidden.client.get(path).text
        assert not any(word in text for word in (PLANTED, hidden.id, "Cover-up"))
