"""Large uploads: those of a GM are taken, and refused ones are counted."""

import pytest
from flask import Flask

from tests.api.desk import API, Desk, refusal
from tests.pages.visitor import OURS
from webapp.api import tables


def test_a_gms_pack_may_be_large_and_nothing_else(desk: Desk) -> None:
    tags = [{"name": f"Tag {number}", "clears": "c" * 80, "object": "o" * 80} for number in range(190)]
    rows = [{"name": f"Long {number}", "notes": "n" * 3000} for number in range(10)]
    pack = {"format": "tableside.pack", "version": 1, "tag": tags, "scene": rows}
    sent = {"do": "pack.add", "pack": pack}
    refusal(desk.send("player", sent), 413, "too_large")
    assert desk.do("gm", **sent)["result"] == {"added": 200, "replaced": 0, "skipped": 0}
    refusal(desk.send("gm", {"do": "tag.add", "name": "Fog", "clears": "c" * 70_000}), 413, "too_large")


def make_large_table(name: str = "x" * 70_000) -> dict[str, object]:
    """An import that is refused, and not a small one."""
    return {"import": {"format": "nothing", "name": name}}


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent out to be read apart, which would take a second each time."""
    monkeypatch.setattr(tables, "IN_PROCESS_BYTES", 10**9)


@pytest.mark.usefixtures("in_process")
def test_large_uploads_that_are_refused_are_counted_and_then_read_no_more(strict: Flask) -> None:
    desk = Desk.start(strict)
    told = [desk.client.post(API, json=make_large_table()) for _ in range(21)]
    assert [answer.status_code for answer in told] == [422] * 20 + [429]
    assert 1 <= int(told[-1].headers["Retry-After"]) <= 3600
    unread = desk.client.post(f"/t/{desk.id}/pack", data={"text": "x" * 70_000}, headers=OURS)
    assert unread.status_code == 429
    pack = {"do": "pack.add", "pack": {"format": "x" * 70_000}}
    assert desk.send("gm", pack).status_code == 429


@pytest.mark.usefixtures("in_process")
def test_small_ones_and_those_of_others_are_taken_all_the_same(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(21):
        client.post(API, json=make_large_table())
    assert client.post(API, json=make_large_table("small")).status_code == 422
    other = {"REMOTE_ADDR": "81.2.69.10"}
    assert client.post(API, json=make_large_table(), environ_base=other).status_code == 422
