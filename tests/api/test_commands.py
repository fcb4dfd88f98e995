"""The one door for every change: what a command answers, and that it is taken once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from tests.api.desk import Desk, refusal
from webapp.store.answer_model import Answer
from webapp.store.db import db
from webapp.table import idempotency


def test_a_command_answers_with_revision_cursor_result_and_words(desk: Desk) -> None:
    alarm = desk.add("clock", name="Alarm", segments=6)
    told = desk.do("gm", do="clock.tick", clock=alarm, by=2, because="a bottle breaks")
    assert told == {
        "revision": 2,
        "cursor": desk.made["cursor"].replace("-0", "-2"),
        "result": {"clock": alarm, "filled": 2, "segments": 6, "completed": False, "surplus": 0},
        "summary": "Alarm: +2, now 2 of 6",
    }


def test_a_new_link_is_told_whole_and_opens_the_table(desk: Desk) -> None:
    link = desk.do("gm", do="key.add", role="gm", name="Co-GM")["result"]["link"]
    assert link.startswith("http://localhost/k/")
    assert desk.get(link.rpartition("/")[2]).json["role"] == "gm"


def test_the_seat_key_of_a_claim_acts_from_that_seat(desk: Desk) -> None:
    seat = desk.sit("Ana")
    mine = desk.add("clock", name="My plan", segments=4, owner=seat)
    assert desk.do("Ana", do="clock.tick", clock=mine)["result"]["filled"] == 1
    assert desk.sees("gm")["journal"][0]["who"] == "Ana"


def test_a_refusal_by_the_rules_is_a_conflict_with_a_sentence(desk: Desk) -> None:
    error = refusal(desk.send("gm", {"do": "undo"}), 409, "refused")
    assert error["message"] == "There is nothing to undo."


# ---- once and only once --------------------------------------------------------------------------


def test_the_same_key_thrice_ticks_once_and_answers_alike(desk: Desk) -> None:
    alarm = desk.add("clock", name="Alarm", segments=6)
    sent = {"do": "clock.tick", "clock": alarm}
    first, *others = [desk.send("gm", sent, Idempotency_Key="tap 1") for _ in range(3)]
    assert "Idempotent-Replayed" not in first.headers
    assert all(each.headers["Idempotent-Replayed"] == "true" for each in others)
    assert {each.data for each in others} == {first.data}
    assert desk.clock(alarm)["filled"] == 1


def test_ten_phones_with_one_key_at_the_same_moment_tick_once(
    app: Flask, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.store.database_deadline.PATIENCE", 60.0)
    alarm = desk.add("clock", name="Alarm", segments=24)

    def tap(_: int) -> tuple[int, bytes, bool]:
        sent = {"do": "clock.tick", "clock": alarm}
        answer = app.test_client().post(
            f"{desk.url}/commands", json=sent, headers=desk.headers("gm", Idempotency_Key="together")
        )
        return answer.status_code, answer.data, "Idempotent-Replayed" in answer.headers

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(tap, range(10)))
    assert {(status, body) for status, body, _ in answers} == {(200, answers[0][1])}
    assert sum(replayed for _, _, replayed in answers) == 9
    assert desk.clock(alarm)["filled"] == 1


def test_a_key_used_again_for_another_command_is_invalid(desk: Desk) -> None:
    alarm = desk.add("clock", name="Alarm", segments=6)
    desk.send("gm", {"do": "clock.tick", "clock": alarm}, Idempotency_Key="k")
    error = refusal(
        desk.send("gm", {"do": "clock.tick", "clock": alarm, "by": 2}, Idempotency_Key="k"), 422, "invalid"
    )
    assert error["fields"] == {"Idempotency-Key": "reused"}
    assert desk.clock(alarm)["filled"] == 1


def test_the_same_key_from_another_holder_or_table_is_another_press(app: Flask, desk: Desk) -> None:
    for who in ("gm", "player"):
        told = desk.send(who, {"do": "pause.set", "on": who == "gm"}, Idempotency_Key="same")
        assert (told.status_code, "Idempotent-Replayed" in told.headers) == (200, False)
    other = Desk.start(app, "Elm")
    told = other.send("gm", {"do": "pause.set", "on": True}, Idempotency_Key="same")
    assert (told.status_code, "Idempotent-Replayed" in told.headers) == (200, False)


def test_two_seats_behind_one_link_press_with_the_same_key_each_for_themselves(desk: Desk) -> None:
    clock = desk.add("clock", name="Alarm", segments=6)
    desk.sit("Ana")
    desk.sit("Ben")
    asked = {"do": "proposal.make", "command": {"do": "clock.tick", "clock": clock}}
    answers = [desk.send(who, asked, Idempotency_Key="1") for who in ("Ana", "Ben")]
    assert len({answer.json["result"]["proposal"] for answer in answers}) == 2


def test_a_refused_command_is_not_kept_so_the_same_key_may_succeed_later(desk: Desk) -> None:
    refusal(desk.send("gm", {"do": "undo"}, Idempotency_Key="back"), 409, "refused")
    desk.add("clock", name="Alarm", segments=6)
    answer = desk.send("gm", {"do": "undo"}, Idempotency_Key="back")
    assert (answer.status_code, "Idempotent-Replayed" in answer.headers) == (200, False)
    assert desk.sees()["clocks"] == []


def test_one_press_in_some_deletes_the_tables_answers_of_two_days_ago(
    app: Flask, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("old", "new"):
        desk.send("gm", {"do": "tag.add", "name": name}, Idempotency_Key=name)
    with app.app_context():
        (oldest, _) = db.session.scalars(select(Answer).order_by(Answer.id))
        oldest.at -= timedelta(hours=49)
        db.session.commit()
    monkeypatch.setattr(idempotency, "SWEEP", 1)
    desk.send("gm", {"do": "tag.add", "name": "newest"}, Idempotency_Key="newest")
    with app.app_context():
        assert len(db.session.scalars(select(Answer)).all()) == 2


def test_a_key_that_is_too_long_is_invalid(desk: Desk) -> None:
    error = refusal(desk.send("gm", {"do": "undo"}, Idempotency_Key="k" * 256), 422, "invalid")
    assert error["fields"] == {"Idempotency-Key": "length"}


def test_a_replayed_answer_shows_a_new_link_again_to_whoever_lost_it(desk: Desk) -> None:
    sent = {"do": "key.add", "role": "player", "name": "Ben's phone"}
    first, again = (desk.send("gm", sent, Idempotency_Key="link") for _ in range(2))
    assert again.json == first.json
    assert len([key for key in desk.sees()["keys"] if key["role"] == "player"]) == 2
