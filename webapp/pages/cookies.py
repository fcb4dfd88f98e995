"""One cookie per table holds every link and seat this device was given; the highest role is used.

Beside them stands a mark that was drawn by chance: it opens nothing, and tells this device from others.
"""

import re
from dataclasses import replace

from flask import Request, Response, request

from webapp.screens.audience import Role
from webapp.table.grants import Grant, grant_of, highest, opened_tables, still_opens
from webapp.table.secrets import new_mark

LIFE = 400 * 24 * 3600  # seconds; the longest a browser keeps one
MOST_TOKENS = 8
MOST_TABLES = 40
PREFIX = "tableside-"
MARKED = "~"
MARK = re.compile(MARKED + r"([A-Za-z0-9_-]{12})")


def _name(table_id: str, asked: Request) -> str:
    return ("__Host-" if asked.is_secure else "") + PREFIX + table_id


def tokens(table_id: str) -> list[str]:
    """The tokens this device carries for one table."""
    return [token for token in _carried(table_id) if not token.startswith(MARKED)][:MOST_TOKENS]


def mark(table_id: str) -> str:
    """What tells this device from others at one table; "" before it was given one."""
    return next((found[1] for each in _carried(table_id) if (found := MARK.fullmatch(each))), "")


def _carried(table_id: str) -> list[str]:
    return [each for each in request.cookies.get(_name(table_id, request), "").split(".") if each]


def grant_for(table_id: str) -> Grant | None:
    """What this device may do at this table."""
    carried = tokens(table_id)
    grant = highest(table_id, carried) if carried else None
    return replace(grant, mark=mark(table_id)) if grant is not None else None


def remember(response: Response, table_id: str, *new: str) -> Response:
    """Add tokens to the table's cookie; of too many the oldest that opens nothing any more goes first."""
    kept = [each for each in tokens(table_id) if each not in new]
    useful = [each for each in kept if len(kept) < MOST_TOKENS or still_opens(table_id, each)]
    own = MARKED + (mark(table_id) or new_mark())
    value = ".".join([*[*new, *useful][:MOST_TOKENS], own])
    response.set_cookie(
        _name(table_id, request), value, max_age=LIFE, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def forget(response: Response, table_id: str) -> Response:
    """Take a table out of this device's memory."""
    response.delete_cookie(_name(table_id, request), httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def known_tables() -> list[Grant]:
    """The tables this device has links for; those revoked or removed are left out."""
    start = _name("", request)
    names = [name.removeprefix(start) for name in request.cookies if name.startswith(start)][:MOST_TABLES]
    opened = opened_tables(token for name in names for token in tokens(name))
    found = (grant_for(table_id) for table_id in names if table_id in opened)
    return [grant for grant in found if grant is not None]


def opens_as(token: str) -> Role | None:
    """The role that one token of a cookie opens its table in."""
    grant = grant_of(token)
    return grant.role if grant is not None else None


def opened_by(token: str) -> Grant | None:
    """What a link opens (`/k/<key>`)."""
    return grant_of(token) if 16 <= len(token) <= 64 else None
