"""From where a page is seen: as whom (`?as=`), and in which scene that nobody else sees yet (`?prepare=`).

A GM looks at the table as somebody else by the same code, on the same page, in a frame beside their own. A
preview only looks: what is pressed in it is refused, and it does not count as a screen that is here.
"""

from dataclasses import replace
from urllib.parse import parse_qs

from flask import g, request

from webapp.addresses import apart
from webapp.screens.audience import Role
from webapp.store.db import db
from webapp.store.models import Seat
from webapp.table.actor import Actor
from webapp.table.fields import id_from
from webapp.table.grants import Grant
from webapp.table.refusals import Forbidden, missing

ASKED = "prepare"


def looking_as(grant: Grant) -> Grant:
    """`?as=` shows a GM what a lower role gets, `&seat=` from whose seat; others may not choose."""
    wanted = request.args.get("as")
    if wanted is None or wanted == grant.role:
        return grant
    if grant.role is not Role.GM or wanted not in ("player", "tv"):
        raise Forbidden("Only the GM can look at the table in another role.")
    role = Role(wanted)
    return grant.as_role(role, _seat(grant.table) if role is Role.PLAYER else None)


def told(shown: Grant) -> str:
    """How the address says whom a GM looks as."""
    return str(shown.role) if shown.seat is None else f"{shown.role}&seat={shown.seat}"


def frame(own: Grant, looking: bool) -> None:
    """Let a GM's own page hold a preview, and a preview stand in it; nobody else may frame anything."""
    if looking:
        g.framing = {"frame-ancestors": "'self'"}
    elif own.role is Role.GM:
        g.framing = {"frame-src": "'self'"}


def refuse_preview(own: Grant) -> None:
    """403 for what was pressed on a page that only looks: it would be done in the GM's own name.

    Who has no other role than the one the address names is on their own page.
    """
    if _said_there("as", own.role) != own.role:
        raise Forbidden("You only look here, so nothing was changed. Go back to your own page to act.")


def _seat(table_id: str) -> Seat | None:
    asked = request.args.get("seat", "")
    if not asked:
        return None
    id = id_from(asked)
    seat = db.session.get(Seat, (table_id, id)) if id is not None else None
    if seat is None or seat.removed:
        raise missing("seat")
    return seat


# ---- in which scene -------------------------------------------------------------------------------


def prepared_here(grant: Grant) -> int | None:
    """The scene that the address of this page asks to prepare."""
    return _scene(grant, request.args.get(ASKED, ""))


def prepared_there(grant: Grant) -> int | None:
    """The scene that the page prepares on which this was pressed."""
    return _scene(grant, _said_there(ASKED, ""))


def acting(grant: Grant) -> Actor:
    """Who acts, and in which scene that is not played yet."""
    return replace(grant.actor(), preparing=prepared_there(grant))


def back_to(grant: Grant) -> str:
    """The page on which this was pressed: the table, or the scene that is prepared there."""
    scene = prepared_there(grant)
    return f"/t/{grant.table}" if scene is None else f"/t/{grant.table}?{ASKED}={scene}"


def _said_there(name: str, usual: str) -> str:
    """What the address says of the page on which this was pressed."""
    page = apart(request.headers.get("HX-Current-URL") or request.referrer or "")
    return parse_qs(page.query).get(name, [usual])[-1]


def _scene(grant: Grant, asked: str) -> int | None:
    return id_from(asked) if grant.role is Role.GM else None
