"""Whatever JSON arrives at any command, the server answers for itself and stays whole."""

from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.api.desk import Desk
from tests.api.stories.example_tables import the_story
from webapp.api.calls import command_examples
from webapp.table.commands import commands

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 110)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["secret", "masked", "drain", "pc", "gm", "progress", "\ud800", "\x00", "n" * 900])
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def sent_commands(draw: Any) -> dict[str, Any]:
    """A command with some fields right (as its example has them), some wrong, some that it does not have."""
    name = draw(st.sampled_from(sorted(set(commands()) - {"table.remove"})))
    right = command_examples()[name].send
    fields = {key: right[key] for key in right if draw(st.booleans())}
    known = sorted(commands()[name].model_fields) or ["nothing"]
    wrong = draw(st.dictionaries(st.sampled_from(known) | st.text(max_size=6), ANYTHING, max_size=3))
    return {**fields, **wrong, "do": name}


def a_table(app: Flask) -> tuple[Desk, dict[int, int]]:
    """The story of the examples on a table that a few rounds have used, a fresh one now and then."""
    used = app.extensions.setdefault("test tables", [])
    if len(used) % 8 == 0 or used[-1][0].get().status_code == 401:  # an earlier test's, in another database
        desk = Desk.start(app)
        used.append((desk, the_story(desk)))
    else:
        used.append(used[-1])
    found: tuple[Desk, dict[int, int]] = used[-1]
    return found


SENT = st.lists(sent_commands(), min_size=1, max_size=5)
WHO = st.sampled_from(["gm", "player", "tv", "Ana"])


@settings(max_examples=10)
@given(SENT, WHO)
def test_no_json_breaks_the_server(app: Flask, sent: list[dict[str, Any]], who: str) -> None:
    ensure_answered(app, sent, who)


@pytest.mark.soak
@settings(max_examples=60)
@given(SENT, WHO)
def test_no_more_json_breaks_the_server(app: Flask, sent: list[dict[str, Any]], who: str) -> None:
    ensure_answered(app, sent, who)


def ensure_answered(app: Flask, sent: list[dict[str, Any]], who: str) -> None:
    """Every command is taken or refused in words, and the table can be read afterwards."""
    desk, ids = a_table(app)
    for command in sent:
        real = {key: ids.get(each, each) if type(each) is int else each for key, each in command.items()}
        answer = desk.send(who, real)
        if command["do"] == "key.revoke" and answer.status_code == 200:
            app.extensions["test tables"].clear()  # one of the senders' links may be gone
            return
        assert answer.status_code in (200, 400, 403, 404, 409, 422), (command, answer.text)
        assert answer.json["error"]["message"] if answer.status_code != 200 else answer.json["summary"]
    for looker, path in (("gm", ""), ("player", ""), ("gm", "/export")):
        assert desk.get(looker, path).status_code == 200
