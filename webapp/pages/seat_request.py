"""That a device waits for a seat: drawn for it alone, outside of what the stream brings to many."""

from flask import render_template
from markupsafe import Markup

from webapp.live.presence import HERE
from webapp.services import services
from webapp.store.board import Board
from webapp.store.models import Seat
from webapp.table.grants import Grant


def asked_place(board: Board, grant: Grant, now: str, *, over: bool = False, again: bool = False) -> Markup:
    """Where a player's page says which seat it waits for, and who answers; `over` when it waits no more."""
    seat = board.find(Seat, grant.asking)
    return Markup(  # noqa: S704  (a template, escaped)
        render_template(
            "parts/asked-again.html" if again else "parts/asked.html",
            table=grant.table,
            seat=seat,
            awake=seat is not None and _is_awake(grant.table, seat.id),
            you=grant.seat,
            now=now,
            over=over,
        )
    )


def _is_awake(table_id: str, seat: int) -> bool:
    """Whether a page of whoever holds it is open and looked at."""
    reports = services().presence.of(table_id).values()
    return any(each.holder == f"seat:{seat}" and each.state == HERE for each in reports)
