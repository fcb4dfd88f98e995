"""Tell who made a thing: the link, the device and the seat that `Thing.made_by` names ("5.mark/7")."""

import re
from collections.abc import Iterator

from webapp.store.models import THINGS, Check, Note, Proposal, Thing
from webapp.store.row_index import STILL_OPEN
from webapp.store.table_state import TableState

PLAYERS_MAKE = ("seat", "proposal", "note", "clock", "character", "condition", "check", "piece")
"""The kinds of things that players' commands make."""


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
    """Yield the things on the table that players made; of checks and proposals, only the open ones.

    Of the other kinds only which there are counts as read, as their maker never changes.
    """
    for kind in PLAYERS_MAKE:
        for row in state.find_all(THINGS[kind], content=kind in ("seat", "proposal", "check")):
            if row.made_by is None or (isinstance(row, Check | Proposal) and row.state not in STILL_OPEN):
                continue
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
