"""Say for whom a thing counts: for a seat, or for a link's guests who have no seat."""

import re
from collections.abc import Iterator

from webapp.state.audience import Role
from webapp.store.models import THINGS, Check, Note, Proposal, Thing
from webapp.store.row_index import STILL_OPEN
from webapp.store.table_state import TableState
from webapp.table.actor import Actor

PLAYERS_MAKE = ("seat", "proposal", "note", "clock", "character", "condition", "check", "piece")
"""The kinds of things that players' commands make."""


def maker_of(actor: Actor) -> str | None:
    """Return what `Thing.made_by` stores: a player's link, device and seat ("5.mark/7"), None for the GM."""
    if actor.role is Role.GM or actor.device is None:
        return None
    return actor.device if actor.seat is None else f"{actor.device}/{actor.seat}"


def holder_of(actor: Actor) -> str | None:
    """Return whose share this sender uses: "seat:7", "link:5" for a guest without a seat, None for the GM."""
    if actor.role is Role.GM:
        return None
    return f"seat:{actor.seat}" if actor.seat is not None else f"link:{actor.key}"


def link_of(made_by: str | None) -> int | None:
    """Return the id of the link through which a thing was made; None for a GM's thing."""
    return int(re.split(r"[./]", made_by)[0]) if made_by else None


def device_of(made_by: str | None) -> str | None:
    """Return the link and device that made a thing, as in `Entry.device`; None for a GM's thing."""
    return made_by.partition("/")[0] if made_by else None


def seat_of(row: Thing) -> int | None:
    """Return the id of the seat that made a thing; None for what the GM or a guest without a seat made."""
    seat = row.made_by.partition("/")[2] if row.made_by else ""
    if seat:
        return int(seat)
    return row.owner if isinstance(row, Note) else row.seat if isinstance(row, Proposal) else None


def things_by_players(state: TableState) -> Iterator[Thing]:
    """Yield the things on the table that players made; of checks and proposals, only the open ones."""
    for kind in PLAYERS_MAKE:
        for row in state.find_all(THINGS[kind]):
            is_open = not isinstance(row, Check | Proposal) or row.state in STILL_OPEN
            if row.made_by is not None and is_open:
                yield row


def made_through(state: TableState, link: int, device: str | None = None) -> dict[str, list[Thing]]:
    """Return by kind the things on the table that were made through a link, or by one of its devices.

    `device` is the link and device as in `Entry.device`. Answered proposals and finished checks are left out.
    """
    found: dict[str, list[Thing]] = {}
    for row in things_by_players(state):
        if link_of(row.made_by) == link and device in (None, device_of(row.made_by)):
            found.setdefault(row.kind_name, []).append(row)
    return found


def devices_of(state: TableState, link: int) -> dict[str, dict[str, int]]:
    """Return by device how many things of each kind it made through this link that are on the table."""
    counts: dict[str, dict[str, int]] = {}
    for row in things_by_players(state):
        if link_of(row.made_by) == link:
            of_device = counts.setdefault(device_of(row.made_by) or "", {})
            of_device[row.kind_name] = of_device.get(row.kind_name, 0) + 1
    return counts


def count_bytes(state: TableState, actor: Actor, size: int) -> None:
    """Add what a command wrote to what its sender has used."""
    holder = holder_of(actor)
    if holder is not None:
        own = state.table.used.get(holder, {})
        state.table.used = {**state.table.used, holder: {**own, "bytes": own.get("bytes", 0) + size}}
