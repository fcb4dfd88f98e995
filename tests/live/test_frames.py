"""What a name holds must never become an event of its own."""

import pytest

from webapp.live.stream import EventName, frame


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_line_break_in_a_name_smuggles_no_event(end: str) -> None:
    sent = frame(f"Trap{end}{end}event: reload{end}data: now", id="e-1").decode()
    assert sent.split("\n\n") == [
        "id: e-1\ndata: Trap\ndata: \ndata: event: reload\ndata: data: now",
        "",
    ]


def test_the_first_bytes_carry_a_cursor_and_no_data() -> None:
    assert frame(id="e-7", retry=1000) == b"id: e-7\nretry: 1000\n\n"


def test_a_heartbeat_has_a_name_and_no_id() -> None:
    assert frame("{}", event=EventName.HEARTBEAT) == b"event: hb\ndata: {}\n\n"
