"""What does not fit: a sentence and the right status, and the table stays as it was."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import Desk, refusal


@pytest.fixture(scope="module")
def tried(house: Flask) -> Desk:
    """One table with a clock for everyone that is tried here."""
    desk = Desk.start(house)
    desk.add("clock", name="Alarm", segments=6)
    return desk


@pytest.fixture
def unchanged(tried: Desk) -> Iterator[Desk]:
    """The table, which must be the same after whatever is tried."""
    before = tried.get("gm").data
    yield tried
    assert tried.get("gm").data == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{'do': 'undo'}",
        b'{"do": "undo",}',
        b'{"do": "clock.tick", "clock": NaN}',
        b'{"do": "clock.tick", "clock": Infinity}',
        b'{"do": "clock.tick", "clock": -Infinity}',
        b'{"do": "clock.tick", "clock": 1e999}',
        b'{"do": "clock.tick", "clock": ' + b"9" * 5000 + b"}",
        b"[" * 30_000 + b"]" * 30_000,
        b'{"a":' * 100 + b"1" + b"}" * 100,
        b'{"do": "undo"} trailing',
        b'{"do": "undo", "do": "redo"}',
        b'{"do": "tag.add", "name": "Fog", "effects": [{"on": "sight", "on": "aim", "modifier": "edge"}]}',
        b'\xef\xbb\xbf{"do": "undo"}',
        b'{"do": "\xff\xfe"}',
        '{"do": "undo"}'.encode("utf-16"),
        b"\x00",
    ],
)
def test_what_is_not_json_is_malformed(unchanged: Desk, body: bytes) -> None:
    refusal(unchanged.send_raw(body), 400, "malformed")


@pytest.mark.parametrize(
    "type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_another_content_type_is_refused_before_it_is_read(unchanged: Desk, type: str) -> None:
    refusal(unchanged.send_raw(b'{"do": "undo"}', type), 415, "unsupported_media_type")


def test_more_than_64_kb_is_too_much(unchanged: Desk) -> None:
    body = json.dumps({"do": "scene.add", "name": "Roof", "notes": "n" * 66_000})
    refusal(unchanged.send_raw(body), 413, "too_large")
    assert unchanged.client.post(f"{unchanged.url}/commands", data=body).status_code in (401, 404, 413)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert unchanged.client.post(f"{unchanged.url}/commands", data=body, headers=form).status_code < 500


@pytest.mark.parametrize(
    "sent", [7, "undo", "null", [], [{"do": "undo"}], {}, {"do": None}, {"do": 7}, {"do": []}]
)
def test_a_command_is_an_object_with_its_name_in_do(unchanged: Desk, sent: Any) -> None:
    assert "do" in refusal(unchanged.send("gm", sent), 422, "invalid")["fields"]


@pytest.mark.parametrize(
    "name", ["clock.explode", "", "__class__", "Clock.Tick", "clock.tick ", "\ud800", "d" * 9999]
)
def test_an_unknown_command_is_invalid(unchanged: Desk, name: str) -> None:
    error = refusal(unchanged.send("gm", {"do": name}), 422, "invalid")
    assert error["fields"] == {"do": "unknown command"}


@pytest.mark.parametrize("clock", [2**31, 2**63, 2**64, -1, 0, 1.0, 1.5, "7", "1e9", True, None, [], {}])
def test_an_id_is_a_whole_number_below_2_to_the_31(unchanged: Desk, clock: Any) -> None:
    error = refusal(unchanged.send("gm", {"do": "clock.remove", "clock": clock}), 422, "invalid")
    assert set(error["fields"]) == {"clock"}


@pytest.mark.parametrize("by", [101, -101, 2**63, 1.5, 1e9, "1e9", "2", None, True, [1]])
def test_a_tick_is_a_whole_number_of_at_most_100(unchanged: Desk, by: Any) -> None:
    clock = unchanged.sees()["clocks"][0]["id"]
    error = refusal(unchanged.send("gm", {"do": "clock.tick", "clock": clock, "by": by}), 422, "invalid")
    assert set(error["fields"]) == {"by"}


@pytest.mark.parametrize("segments", [0, 101, -4, 2**63, "6", 6.0, None])
def test_a_clock_has_1_to_100_segments(unchanged: Desk, segments: Any) -> None:
    error = refusal(
        unchanged.send("gm", {"do": "clock.add", "name": "A", "segments": segments}), 422, "invalid"
    )
    assert set(error["fields"]) == {"segments"}


def test_a_clock_is_not_set_beyond_its_end(unchanged: Desk) -> None:
    clock = unchanged.sees()["clocks"][0]["id"]
    error = refusal(unchanged.send("gm", {"do": "clock.set", "clock": clock, "filled": 7}), 422, "invalid")
    assert set(error["fields"]) == {"filled"}


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\n\t",
        "\u200b",
        "\u200d\u200b",
        "n" * 81,
        "n" * 10_000,
        "a\x00b",
        "a\x1bb",
        "a\x7fb",
        "a\x85b",
        "a\ud800b",
        "Z" + "\u0301" * 50,
        7,
        None,
        ["Alarm"],
    ],
)
def test_a_name_is_one_line_of_1_to_80_characters(unchanged: Desk, name: Any) -> None:
    error = refusal(unchanged.send("gm", {"do": "tag.add", "name": name}), 422, "invalid")
    assert set(error["fields"]) == {"name"}


@pytest.mark.parametrize("letters", [81, 801, 10_000])
def test_a_name_that_is_too_long_is_told_what_would_fit(unchanged: Desk, letters: int) -> None:
    error = refusal(unchanged.send("gm", {"do": "tag.add", "name": "n" * letters}), 422, "invalid")
    assert error["message"] == "Please check “name”: it can have at most 80 characters."


def test_a_field_that_no_command_has_is_invalid(unchanged: Desk) -> None:
    error = refusal(unchanged.send("gm", {"do": "tag.add", "name": "Slick", "table_id": "x"}), 422, "invalid")
    assert set(error["fields"]) == {"table_id"}


@pytest.mark.parametrize(
    "effects",
    [
        [{}],
        [{"on": "attack"}],
        [{"on": "attack", "modifier": "luck"}],
        [{"on": "attack", "modifier": "edge", "amount": 2**63}],
        [{"on": "attack", "modifier": "edge", "amount": "1"}],
        [{"on": "attack", "modifier": "edge", "more": 1}],
        [{"on": "\ud800", "modifier": "note"}],
        [{"on": "a\x00b", "modifier": "note"}],
        [{"on": "attack", "modifier": "note", "note": "a\x00b"}],
        [{"on": ["attack"], "modifier": "note"}],
        [["attack", "note"]],
        ["attack"],
        "attack",
        [{"on": "attack", "modifier": "note"}] * 9,
    ],
)
def test_an_effect_says_what_it_touches_and_how(unchanged: Desk, effects: Any) -> None:
    answer = unchanged.send("gm", {"do": "tag.add", "name": "Slick", "effects": effects})
    assert "effects" in next(iter(refusal(answer, 422, "invalid")["fields"]))


@pytest.mark.parametrize(
    "stats",
    [
        {"nerve": 1.5},
        {"nerve": []},
        {"nerve": {"a": {"b": {}}}},
        {"n" * 41: 1},
        {f"n{i}": i for i in range(41)},
        {"nerve": 2**63},
        {"nerve": -(2**63)},
        {"nerve": "a\x00b"},
        {"nerve": "a\ud800b"},
        {"nerve": "n" * 10_000},
        {"a\x00b": 1},
        {"a\ud800b": 1},
        {"": 1},
        7,
    ],
)
def test_stats_are_short_words_and_whole_numbers(unchanged: Desk, stats: Any) -> None:
    answer = unchanged.send("gm", {"do": "character.add", "name": "Mira", "stats": stats})
    assert "stats" in next(iter(refusal(answer, 422, "invalid")["fields"]))


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"do": "undo"},
        {"do": "table.remove"},
        {"do": "proposal.make", "command": {}},
        {"do": []},
        {"do": "clock.tick"},
        {"do": "clock.tick", "clock": 2**63},
        {"do": "tag.add", "name": "\ud800"},
        "clock.tick",
        None,
    ],
)
def test_what_cannot_be_taken_cannot_be_proposed(unchanged: Desk, command: Any) -> None:
    refusal(unchanged.send("gm", {"do": "proposal.make", "command": command}), 422, "invalid")


def test_text_comes_back_as_it_was_typed_but_for_what_turns_lines_around(desk: Desk) -> None:
    typed = "<script>alert(1)</script> & “Ünïcode” 🎲 שלום"
    desk.add("tag", name="\u202e" + typed)
    assert desk.sees("player")["tags"][0]["name"] == typed


def test_a_decomposed_letter_is_put_together(desk: Desk) -> None:
    desk.add("tag", name="Cafe\u0301")
    assert desk.sees()["tags"][0]["name"] == "Caf\u00e9"


def test_null_is_no_command(unchanged: Desk) -> None:
    refusal(unchanged.send_raw(b"null"), 422, "invalid")
