"""That something is there may be known, what it is called not: no answer to a player says it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import Desk
from tests.api.stories.example_tables import begun_alone, retold
from webapp.api.calls import command_examples
from webapp.api.schemas import Schema, command_schemas
from webapp.state.audience import Role
from webapp.table.commands import commands

PLANTED = "canary"
schemas = cache(command_schemas)
PLAYERS = sorted(name for name, kind in commands().items() if Role.PLAYER in kind.roles)


def plant(desk: Desk) -> list[int]:
    """One thing of each kind that players know of, but not by name."""
    there = {"name": PLANTED, "visibility": "rumoured"}
    npc = desk.add("character", kind="npc", **there)
    things = [desk.add(kind, **there) for kind in ("zone", "tag", "clock")]
    return [npc, *things, desk.add("condition", character=npc, **there)]


def with_planted(sent: dict[str, Any], schema: Schema, planted: list[int]) -> Iterator[dict[str, Any]]:
    """What was sent, with every field that names a thing naming each of these in its turn."""
    for field, described in schema["properties"].items():
        kinds = [described, *described.get("anyOf", ())]
        if any(each.get("exclusiveMaximum") == 2**31 for each in kinds):
            yield from ({**sent, field: id} for id in planted)
        elif any(each.get("items", {}).get("exclusiveMaximum") == 2**31 for each in kinds):
            rest = list(sent.get(field, ()))[1:]
            yield from ({**sent, field: [id, *rest]} for id in planted)


@pytest.mark.parametrize("name", PLAYERS)
def test_no_answer_to_a_player_says_what_a_rumour_is_called(app: Flask, name: str) -> None:
    desk, ids = begun_alone(app, name)
    sent = {"do": name, **retold(command_examples()[name].send, ids)}
    people = [who["id"] for who in desk.sees()["cast"]]
    held = {seat["character"] for seat in desk.sees()["seats"]}
    own = next(id for id in people if id not in held)
    mine = sent.get("character") if sent.get("character") in people else own
    desk.sit("Zoe", character=mine)
    for each in with_planted(sent, schemas()[name], plant(desk)):
        assert PLANTED not in desk.send("Zoe", each).text, each
    for who in ("player", "tv", "Zoe"):
        assert PLANTED not in desk.get(who).text
