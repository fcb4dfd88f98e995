"""Describe each call for the API page and the OpenAPI description.

The texts include the first paragraphs of the views' docstrings. Each command has an example, from
`commands.toml` in this folder or in its game's package.
"""

import json
import re
import tomllib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from flask import current_app
from werkzeug.routing import Rule

from webapp.pages.patterns.values import clock, table
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import folder
from webapp.views.recap import ClockPath, SceneStory, Story
from webapp.views.recap_deeds import RecapDeed
from webapp.views.view_types import LineView, Masked, Rumour, SceneView, to_json

Json = dict[str, Any]
EVERYBODY = "anyone, without a key"
EVERY_ROLE = "gm, player, tv"
KEY_ERRORS = (401, 404)


@dataclass(frozen=True)
class Call:
    """One API call: its view, who may use it, the schemas of its body and answer, and its errors."""

    endpoint: str
    who: str
    answer_schema: str
    status: int = 200
    sends: str | None = None
    example: Json | None = None
    answer: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    refuses: tuple[int, ...] = ()

    @property
    def rule(self) -> Rule:
        """The route of the call."""
        return next(current_app.url_map.iter_rules(self.endpoint))

    @property
    def path(self) -> str:
        """The address as OpenAPI writes it: `/api/v1/tables/{table}`."""
        return re.sub(r"<([a-z_]+)>", r"{\1}", self.rule.rule).replace("table_id", "table")

    @property
    def method(self) -> str:
        """The HTTP method: POST or GET."""
        return "POST" if "POST" in (self.rule.methods or ()) else "GET"

    @property
    def text(self) -> str:
        """The first paragraph of the view's docstring, in one line."""
        return " ".join((current_app.view_functions[self.endpoint].__doc__ or "").split("\n\n")[0].split())


STARTED_TABLE = {
    "table": "k7q2mwx4hd",
    "name": "Oak",
    "ruleset": "freeform",
    "revision": 0,
    "cursor": "9f31c2ab-0",
    "keys": {"gm": "wV3…", "player": "p3X…", "tv": "Jt8…"},
    "links": {
        "gm": "http://192.0.2.7:8000/k/wV3…",
        "player": "http://192.0.2.7:8000/k/p3X…",
        "tv": "http://192.0.2.7:8000/k/Jt8…",
    },
    "join_code": "H7KQ2MX4",
}
SCENE, WHEN = 318204771, datetime(2026, 11, 21, 20, 14, 7, 120931, tzinfo=UTC)
UNLINKED = dict.fromkeys(("opposes", "follows", "owner", "character", "race"))
CLOCK = clock("Alarm", 6, 3, id=482113790, kind="threat", scene=SCENE, **UNLINKED)
SUMMARY = "Alarm: +2, now 3 of 6"
MOVED = {
    "kind": "clock.moved",
    "clock": {"kind": "clock", "id": 482113790, "name": "Alarm"},
    "by": 2,
    "filled": 3,
    "of": 6,
    "clock_kind": "threat",
}
JOURNAL_LINE = {
    **to_json(LineView(859114026, WHEN, "GM", "gm", "clock.tick", SUMMARY, "a bottle breaks", False)),
    "events": [MOVED],
}
PLAYER_VIEW = table(
    "player",
    table="k7q2mwx4hd",
    name="Oak",
    spotlight=None,
    scene=SCENE,
    scenes=(SceneView(SCENE, "shown", "The warehouse", None, "active"),),
    tags=(Rumour(77120934, "rumoured", here=True),),
    clocks=(CLOCK, Masked(2015330048, "masked", "Escape", here=True, word="nearly full")),
)
TABLE = {**to_json(PLAYER_VIEW), "revision": 41, "cursor": "9f31c2ab-41", "journal": [JOURNAL_LINE]}
COMMAND_ANSWER = {
    "revision": 41,
    "cursor": "9f31c2ab-41",
    "result": {"clock": 482113790, "filled": 3, "segments": 6, "completed": False, "surplus": 0},
    "summary": SUMMARY,
}
STREAM = (
    "id: 9f31c2ab-40\nretry: 1000\n\n"
    "id: 9f31c2ab-41\n"
    'data: {"revision": 41, "summary": "Alarm: +2, now 3 of 6", "changed": ["clock:482113790"], '
    f'"events": [{json.dumps(MOVED)}]}}\n\n'
    'event: hb\ndata: {"revision": 41, "cursor": "9f31c2ab-41"}\n'
)

TICKED = RecapDeed("Alarm went from 1 to 3 of 6 (a bottle breaks).")
CLOCK_PATH = ClockPath("Alarm", 1, 3, 6, ("+2 (a bottle breaks)",))
EXAMPLE_SCENE = SceneStory("The warehouse", "", (), (TICKED,), (CLOCK_PATH,), (), ("The scene ended.",))
RECAP = {**to_json(Story("Oak", "Freeform", (EXAMPLE_SCENE,))), "markdown": "# Oak\n…"}
SCREEN = {
    "name": "Ana",
    "what": "seat",
    "state": "asleep",
    "since": "2026-11-21T20:14:07.120931Z",
    "behind": 0,
    "count": 1,
}

CALLS = (
    Call(
        "api.tables.start_table",
        EVERYBODY,
        "Started",
        status=201,
        sends="NewTable",
        example={"name": "Oak", "ruleset": "freeform"},
        answer=STARTED_TABLE,
        refuses=(400, 408, 413, 415, 422, 429, 503, 507),
    ),
    Call("api.tables.show_table", EVERY_ROLE, "TableNow", answer=TABLE, refuses=KEY_ERRORS),
    Call(
        "api.tables.show_journal",
        EVERY_ROLE,
        "Journal",
        answer={"journal": [JOURNAL_LINE]},
        query={
            "before": "the id of an entry, to get up to 50 entries before it; default: the newest entries"
        },
        refuses=(*KEY_ERRORS, 422),
    ),
    Call(
        "api.tables.show_recap",
        EVERY_ROLE,
        "Recap",
        answer=RECAP,
        query={
            "part": (
                "`newest` for only the newest scenes, or the value of `earlier` from a part "
                "for the scenes before that part; default: the whole recap"
            )
        },
        refuses=(*KEY_ERRORS, 422, 503),
    ),
    Call(
        "api.tables.take_command",
        "gm; player as listed with each command",
        "Told",
        sends="command",
        example={"do": "clock.tick", "clock": 482113790, "by": 2, "because": "a bottle breaks"},
        answer=COMMAND_ANSWER,
        headers={
            "Idempotency-Key": (
                "makes retries safe: once the command has succeeded, sending it again with the same key "
                "within 48 hours changes nothing; without it, every repeat is a new change"
            )
        },
        refuses=(400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503, 507),
    ),
    Call(
        "api.tables.follow",
        EVERY_ROLE,
        "Change",
        answer=STREAM,
        headers={
            "Last-Event-ID": (
                "the last event id received; the stream begins with the changes after it and ignores `cursor`"
            )
        },
        query={
            "cursor": (
                "a cursor that a GET or a command returned; the stream begins with the changes after it; "
                "default: now"
            )
        },
        refuses=KEY_ERRORS,
    ),
    Call("api.tables.list_screens", "gm", "Screens", answer={"screens": [SCREEN]}, refuses=(401, 403, 404)),
    Call(
        "api.tables.export",
        "gm",
        "Export",
        answer={"name": "Oak", "ruleset": "freeform", "…": "…"},
        refuses=(401, 403, 404, 422, 503),
    ),
    Call(
        "api.rules.list_rulesets",
        EVERYBODY,
        "Rulesets",
        answer={"rulesets": [{"ruleset": "freeform", "name": "Freeform", "…": "…"}]},
    ),
    Call(
        "api.rules.work_out",
        EVERYBODY,
        "Calculated",
        sends="Calculation",
        refuses=(400, 408, 413, 415, 422, 429, 503),
    ),
    Call("api.docs.openapi", EVERYBODY, "OpenApi"),
    Call("status.healthz", EVERYBODY, "Health", answer={"database": "ok", "bus": "ok"}, refuses=(503,)),
    Call("status.metrics", EVERYBODY, "Metrics", answer="tableside_streams_open 8.0\n", refuses=(401,)),
)


# ---- an example of every command ------------------------------------------------------------------


@dataclass(frozen=True)
class CommandExample:
    """An example of a command: its fields besides `do`, and the result."""

    send: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)


@cache
def command_examples() -> dict[str, CommandExample]:
    """Return one example of each command, by the command's name."""
    places = (Path(__file__).parent, *(folder(game) for game in rulesets()))
    return {name: value for place in places for name, value in examples_in(place).items()}


def examples_in(place: Path) -> dict[str, CommandExample]:
    """Return the examples in a folder's `commands.toml`, if it has one."""
    file = place / "commands.toml"
    read = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {name: CommandExample(**value) for name, value in read.items()}
