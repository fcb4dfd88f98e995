"""Format server-sent events."""

import re
from enum import StrEnum

LINE_ENDS = re.compile(r"\r\n|\r|\n")


class EventName(StrEnum):
    """The names of server-sent events; unnamed events carry changes, as panels or as JSON."""

    HEARTBEAT = "hb"
    BUSY = "busy"
    RELOAD = "reload"
    GONE = "gone"


def frame(
    data: str = "", *, id: str | None = None, event: EventName | None = None, retry: int | None = None
) -> bytes:
    """Format one server-sent event; each line of the data gets its own `data:` field."""
    lines = []
    if event is not None:
        lines.append(f"event: {event}")
    if id is not None:
        lines.append(f"id: {id}")
    if retry is not None:
        lines.append(f"retry: {retry}")
    if data or event is not None:
        lines += [f"data: {line}" for line in LINE_ENDS.split(data)]
    return ("\n".join(lines) + "\n\n").encode()
