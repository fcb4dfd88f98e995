"""Streams: nothing is lost between the page and the stream, however far behind a viewer is."""

import json
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.live.stream import Viewer
from webapp.live.update_cache import missed_entries
from webapp.services import services
from webapp.settings import Settings
from webapp.state.audience import PLAYER
from webapp.table.grants import Grant, best_grant


class Listener:
    """A program that listens with one link."""

    def __init__(self, oak: Oak, role: str, last: str | None = None, seat_key: str | None = None) -> None:
        grant = best_grant(oak.id, [oak.made.tokens[role], *([seat_key] if seat_key else [])])
        assert grant is not None
        self.viewer = Viewer(grant, as_page=False)
        revisions = services().bus.revisions(oak.id)
        assert revisions is not None
        self.last = last if last is not None else revisions.cursor(self.viewer.audience)
        self.response = services().streams.open(self.viewer, self.last)
        self.frames: Iterator[bytes] = iter(self.response.response)  # type: ignore[arg-type]
        first = next(self.frames)
        assert first.startswith(b"id: ")
        assert first.endswith(b"\nretry: 1000\n\n")

    def hears(self) -> list[dict[str, Any]]:
        """The events of the next chunk."""
        chunk = next(self.frames).decode()
        return [_parsed(event) for event in chunk.split("\n\n") if event]

    def leave(self) -> None:
        self.response.close()


def _parsed(event: str) -> dict[str, Any]:
    fields = dict(line.split(": ", 1) for line in event.split("\n"))
    return {
        **fields,
        "data": json.loads(fields["data"]) if "{" in fields.get("data", "") else fields.get("data"),
    }


@pytest.fixture(autouse=True)
def _heartbeat_at_once(oak: Oak) -> None:
    services().streams.heartbeat = 0.0


def test_a_change_made_before_the_stream_opened_is_sent_first(oak: Oak) -> None:
    revisions = services().bus.revisions(oak.id)
    stale = revisions.cursor(PLAYER)
    alarm = oak.clock("Alarm", 6)
    listener = Listener(oak, "player", last=stale)
    heard = listener.hears()
    assert [event["data"]["changed"] for event in heard] == [[f"clock:{alarm}"]]
    assert heard[0]["data"]["summary"] == "Alarm: clock of 6 segments started"


def test_every_missed_change_is_told_once_in_order(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    listener = Listener(oak, "tv")
    for _ in range(3):
        oak.gm(do="clock.tick", clock=alarm)
    heard = listener.hears()
    assert [event["data"]["summary"][-6:] for event in heard] == ["1 of 6", "2 of 6", "3 of 6"]
    assert [event["id"].split("-")[1] for event in heard] == [
        str(event["data"]["revision"]) for event in heard
    ]


def test_who_is_too_far_behind_is_told_to_take_the_whole_table(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 100)
    listener = Listener(oak, "player")
    for _ in range(61):
        oak.gm(do="clock.tick", clock=alarm)
    assert [event["data"]["changed"] for event in listener.hears()] == [["table"]]


def test_a_cursor_of_another_epoch_gets_the_whole_table(oak: Oak) -> None:
    listener = Listener(oak, "player", last="deadbeef-99")
    assert listener.hears()[0]["data"]["changed"] == ["table"]


@pytest.mark.parametrize(
    "last",
    ["", "nonsense", "-", "x-y", "deadbeef--5", "deadbeef-9999999999999999999999", "a-1\nevent: reload"],
)
def test_a_broken_cursor_is_answered_with_the_whole_table(oak: Oak, last: str) -> None:
    assert Listener(oak, "player", last=last).hears()[0]["data"]["changed"] == ["table"]


def test_hidden_edits_send_a_player_nothing_but_heartbeats(oak: Oak) -> None:
    ambush = oak.clock("Ambush", visibility="secret")
    listener = Listener(oak, "player")
    oak.gm(do="clock.tick", clock=ambush)
    heard = listener.hears()
    assert heard[0]["event"] == "hb"
    assert "id" not in heard[0]
    assert "Ambush" not in json.dumps(heard)


def test_the_heartbeat_carries_the_revision_and_no_id(oak: Oak) -> None:
    listener = Listener(oak, "player")
    heard = listener.hears()[0]
    assert (heard["event"], heard["data"]["cursor"]) == ("hb", listener.last)


def test_a_lost_word_of_the_bus_heals_within_one_heartbeat(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    alarm = oak.clock("Alarm", 6)
    listener = Listener(oak, "player")
    monkeypatch.setattr("webapp.live.bus.FRESH", 0.0)
    monkeypatch.setattr(services().bus, "publish", lambda table_id, revisions: None)
    oak.gm(do="clock.tick", clock=alarm)
    assert listener.hears()[0]["data"]["summary"] == "Alarm: +1, now 1 of 6"


def test_a_bus_that_fails_does_not_fail_the_change(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(table_id: str, revisions: object) -> None:
        raise ConnectionError("no bus")

    monkeypatch.setattr(services().bus, "publish", broken)
    oak.tag("Slick")
    assert [tag["name"] for tag in oak.sees()["tags"]] == ["Slick"]


def test_revoking_a_link_ends_its_streams(oak: Oak) -> None:
    listener = Listener(oak, "player")
    key = next(key for key in oak.sees()["keys"] if key["role"] == "player")
    services().streams.heartbeat = 3600.0  # a heartbeat would find it too
    heard: list[list[dict[str, Any]]] = []
    waiting = threading.Thread(target=lambda: heard.append(listener.hears()), daemon=True)
    waiting.start()
    oak.gm(do="key.revoke", key=key["id"])
    waiting.join(60)
    assert [event["event"] for events in heard for event in events] == ["reload"]
    assert next(listener.frames, None) is None


def test_taking_a_seat_over_ends_the_old_devices_stream(oak: Oak) -> None:
    ana = oak.sit("Ana")
    listener = Listener(oak, "player", seat_key=oak.seats["Ana"])
    oak.sit_elsewhere(ana.seat or 0)
    assert listener.hears()[0]["event"] == "reload"


def test_a_seats_own_changes_reach_that_seat_alone(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.sit("Ben")
    anas = Listener(oak, "player", seat_key=oak.seats["Ana"])
    bens = Listener(oak, "player", seat_key=oak.seats["Ben"])
    oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": "Fog"})
    assert anas.hears()[0]["data"]["summary"] == "Proposed: a tag “Fog”"
    assert bens.hears()[0]["event"] == "hb"


def test_removing_the_table_ends_its_streams(oak: Oak) -> None:
    listener = Listener(oak, "player")
    oak.gm(do="table.remove")
    assert listener.hears()[0]["event"] == "gone"


def test_a_stream_left_is_forgotten_even_before_its_first_byte(oak: Oak) -> None:
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    response = services().streams.open(Viewer(grant, as_page=False), "")
    assert services().bus.watching(oak.id) == 1
    response.close()
    assert services().bus.watching(oak.id) == 0


def test_over_the_cap_a_stream_is_told_to_come_back_later(oak: Oak) -> None:
    services().streams.most = 1
    first = Listener(oak, "player")
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    busy = services().streams.open(Viewer(grant, as_page=False), "")
    assert busy.status_code == 200
    assert (
        busy.get_data()
        == b"event: busy\nretry: 30000\ndata: Too many screens are open. Close some, or wait 30 seconds.\n\n"
    )
    first.leave()


def test_one_address_cannot_take_every_place(oak: Oak) -> None:
    services().streams.most_per_address = 1
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    assert grant is not None
    viewer = Viewer(grant, as_page=False)
    first = services().streams.open(viewer, "", "192.0.2.7")
    assert b"event: busy" in services().streams.open(viewer, "", "192.0.2.7").get_data()
    elsewhere = services().streams.open(viewer, "", "192.0.2.8")
    assert services().bus.watching(oak.id) == 2
    first.close()
    elsewhere.close()
    services().streams.open(viewer, "", "192.0.2.7").close()
    assert services().bus.watching(oak.id) == 0


def test_a_club_of_500_screens_behind_one_address_is_admitted(oak: Oak) -> None:
    streams = services().streams
    streams.most_per_address = int(Settings.streams)
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    assert grant is not None
    viewer = Viewer(grant, as_page=False)
    club = [streams.open(viewer, "", "192.0.2.7") for _ in range(500)]
    assert services().bus.watching(oak.id) == 500
    assert b"event: busy" in streams.open(viewer, "", "192.0.2.7").get_data()
    for each in club:
        each.close()


def test_the_server_stopping_ends_every_stream(oak: Oak) -> None:
    listener = Listener(oak, "player")
    services().bus.close()
    assert list(listener.frames) == []


def test_a_message_is_drawn_once_for_all_who_stand_at_the_same_place(
    oak: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarm = oak.clock("Alarm", 6)
    updates = services().updates
    drawn = []
    make = updates._changes
    monkeypatch.setattr(updates, "_changes", lambda *args: drawn.append(args) or make(*args))
    listeners = [Listener(oak, "player") for _ in range(8)]
    oak.gm(do="clock.tick", clock=alarm)
    heard: list[Any] = []
    threads = [threading.Thread(target=lambda each=each: heard.append(each.hears())) for each in listeners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(heard) == 8
    assert len(drawn) == 1


def test_who_is_taken_off_their_seat_in_this_moment_gets_an_answer_with_nothing_in_it(oak: Oak) -> None:
    oak.sit("Ana")
    grant = best_grant(oak.id, [oak.made.tokens["player"], oak.seats["Ana"]])
    assert grant is not None
    last = _where(grant)
    oak.gm(do="seat.remove", seat=grant.seat)
    assert services().updates.reply(Viewer(grant), last) == ""


def test_whoever_is_told_late_hears_of_each_change_and_of_none_twice(oak: Oak) -> None:
    """The table goes on between the ring of a bell and the reading of the journal."""
    alarm = oak.clock("Alarm")
    ana = oak.sit("Ana")
    grant = best_grant(oak.id, [oak.made.tokens["player"], oak.seats["Ana"]])
    assert grant is not None
    at = [_where(grant)]
    oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": alarm})
    at.append(_where(grant))
    oak.tag("Slick")
    at.append(_where(grant))
    state = oak.state()
    told = [missed_entries(state, Viewer(grant).audience, *step) or [] for step in pairwise(at)]
    assert [[entry.command for entry in each] for each in told] == [["proposal.make"], ["tag.add"]]
    both = missed_entries(state, Viewer(grant).audience, at[0], at[2])
    assert both is not None
    assert [entry.command for entry in both] == ["tag.add", "proposal.make"]


def _where(grant: Grant) -> str:
    revisions = services().bus.revisions(grant.table)
    assert revisions is not None
    return revisions.cursor(Viewer(grant).audience)


def test_a_reply_that_was_overtaken_still_shows_what_was_pressed(oak: Oak) -> None:
    alarm = oak.clock("Alarm")
    grant = best_grant(oak.id, [oak.made.tokens["gm"]])
    assert grant is not None
    last = _where(grant)
    oak.gm(do="clock.tick", clock=alarm)
    oak.tag("Slick")
    assert f'data-clock="{alarm}"' in services().updates.reply(Viewer(grant), last)


def test_many_who_are_cut_off_at_once_are_told_to_come_back_at_different_moments(oak: Oak) -> None:
    """A hundred and fifty or more spread over four seconds; a few come at once."""
    few = [Listener(oak, "player") for _ in range(9)]
    oak.clock("Alarm")
    assert all("retry" not in listener.hears()[0] for listener in few)
    many = few + [Listener(oak, "player") for _ in range(251)]
    oak.clock("Escape")
    moments = [int(listener.hears()[0]["retry"]) for listener in many]
    assert min(moments) < 1250
    assert max(moments) > 4750
    assert all(1000 <= each < 5000 for each in moments)
    for listener in many:
        listener.leave()


def test_who_asks_once_is_told_what_is_new_or_that_nothing_is_and_no_more(oak: Oak) -> None:
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    assert grant is not None
    revisions = services().bus.revisions(oak.id)
    assert revisions is not None
    before = revisions.cursor(PLAYER)
    for last, said in ((before, b"event: hb"), ("", b"<hx-partial")):
        response = services().streams.open(Viewer(grant), last, once=True)
        first, only = list(response.response)
        assert first.startswith(b"id: ")  # type: ignore[union-attr]
        assert said in only  # type: ignore[operator]
        response.close()
    assert services().streams.open_now == 0
    page = Visitor(oak, "player").client.get(
        f"/t/{oak.id}/live?cursor={before}", headers={"Tableside-Once": "1"}
    )
    assert "event: hb" in page.text
