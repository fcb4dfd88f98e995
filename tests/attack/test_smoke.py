"""A smoke of `make attack`: a served app refuses a few of each kind in words, and serves others meanwhile."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.attack.bombs import json_bombs, toml_bombs, typed_bombs
from tests.attack.conftest import served
from tests.attack.forged import forge_many
from tests.attack.test_framing import BODIES, CHUNKED, HEADS, SECOND
from tests.attack.test_odd_headers import ADDRESSES, HOSTS, ODD
from tests.attack.wire import Wire, get, post
from tests.cli.running import Process
from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.rules.calculator import calculate
from webapp.rules.errors import RuleError
from webapp.table.command import parse
from webapp.table.dice import secure_dice
from webapp.table.packfile import read_pack
from webapp.table.refusals import Invalid, Refused

SEED = 20_780
FORM = 60_000
"""As many characters as any form or command may bring."""
FRAMED = ["two lengths", "a length and chunks", "a space before the colon", "a bare LF", "no host"]
CHUNKS = ["a size that is none", "a chunk that is longer than it says"]
HEADERS = ["Accept-Encoding", "Authorization", "Cookie", "Range", "Last-Event-ID", "Content-Type"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = served(tmp_path_factory.mktemp("served"))
    yield process
    process.stop()


def is_served(server: Process) -> bool:
    with Wire(server.port) as other:
        return other.say(get("/healthz")).status() == 200


def test_a_request_with_two_readings_is_refused_and_others_are_served(server: Process) -> None:
    odd = {name: HEADS[name] for name in FRAMED} | {name: CHUNKED + BODIES[name] for name in CHUNKS}
    for name, said in odd.items():
        with Wire(server.port) as wire:
            assert wire.say(said + SECOND).statuses() == [400], name
    assert is_served(server)


def test_a_request_that_is_too_large_is_refused_in_words_and_others_are_served(server: Process) -> None:
    with Wire(server.port) as form, Wire(server.port) as call, Wire(server.port) as head:
        form.say(post("/tables", 10**9, kind="application/x-www-form-urlencoded"))
        assert form.statuses() == [413]
        assert b"is too large" in form.heard
        assert call.say(post("/api/v1/tables", 10**9)).statuses() == [413]
        assert b'"too_large"' in call.heard
        assert head.say(get("/", "X: y\r\n" * 200)).status() in (400, 431)
    assert is_served(server)


@pytest.mark.parametrize("header", [*HEADERS, "Host", "Referer"])
def test_an_odd_header_breaks_nothing(oak: Oak, header: str) -> None:
    gm = Visitor(oak, "gm")
    for said in {"Host": HOSTS, "Referer": ADDRESSES}.get(header, ODD.get(header, []))[:3]:
        for path in (f"/t/{oak.id}", f"/api/v1/tables/{oak.id}"):
            assert gm.client.get(path, headers={header: said}).status_code < 500, (path, said)
        sent = {**SCRIPT, header: said}
        answer = gm.client.post(f"/t/{oak.id}/do", data={"do": "clock.add", "name": "x"}, headers=sent)
        assert answer.status_code < 500, said


def test_a_forged_document_is_refused_in_words_or_is_a_table(app: Flask) -> None:
    assert forge_many(app, SEED, 1) == {}


@pytest.mark.parametrize("bomb", ["a key of many parts", "many deep keys", "a long whole number"])
def test_a_pack_made_to_be_dear_is_refused(bomb: str) -> None:
    with pytest.raises(Refused):
        parse({"do": "pack.add", "pack": read_pack(toml_bombs(FORM)[bomb])})


@pytest.mark.parametrize("bomb", ["a deep list", "many long numbers"])
def test_a_pack_in_json_made_to_be_dear_is_refused(bomb: str) -> None:
    with pytest.raises(Refused):
        parse({"do": "pack.add", "pack": read_pack(json_bombs(FORM)[bomb])})


@pytest.mark.parametrize("bomb", ["marks on one letter", "joined"])
def test_a_text_made_to_be_dear_is_refused(bomb: str) -> None:
    with pytest.raises(Invalid):
        parse({"do": "clock.add", "name": typed_bombs(FORM)[bomb]})


@pytest.mark.parametrize("count", [10**18, [1] * 1000, "9" * FORM])
def test_a_calculation_made_to_be_dear_is_refused(count: object) -> None:
    with pytest.raises(RuleError):
        calculate("mettle", "check", {"pool": count, "difficulty": 3}, source=secure_dice)
