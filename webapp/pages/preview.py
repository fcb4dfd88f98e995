"""Previews: pages as another role (`?as=`), and scenes that players do not see yet (`?prepare=`).

A GM sees the preview in a frame on their own page, rendered by the same code as the real page. A preview is
read-only: commands from it are refused, and it does not count as an open screen.
"""

from dataclasses import replace
from urllib.parse import SplitResult, parse_qs

from flask import request

from webapp.addresses import split_address
from webapp.pages.headers import FRAMING
from webapp.state.audience import Role
from webapp.store.db import db
from webapp.store.models import Seat
from webapp.table.actor import Actor
from webapp.table.fields import id_from
from webapp.table.grants import Grant
from webapp.table.refusals import Forbidden, missing

ASKED = "prepare"


def grant_for_preview(grant: Grant) -> Grant:
    """Return a player's, a seat's or the TV's grant for a GM's `?as=`; without `?as=` the device's own.

    Other roles are refused.
    """
    wanted = request.args.get("as")
    if wanted is None or wanted == grant.role:
        return grant
    if grant.role is not Role.GM:
        raise Forbidden("Only the GM can view the table as another role.")
    if wanted not in ("player", "tv"):
        raise Forbidden("You can view the table only as a player or as the TV.")
    role = Role(wanted)
    return grant.as_role(role, _seat(grant.table) if role is Role.PLAYER else None)


def preview_label(shown: Grant) -> str:
    """Return the value of `?as=` for this preview, with the seat if there is one."""
    return str(shown.role) if shown.seat is None else f"{shown.role}&seat={shown.seat}"


def allow_frames(own: Grant, looking: bool) -> None:
    """Let a GM's own page frame a preview, and let a preview be framed; no other page may be."""
    if looking:
        request.environ[FRAMING] = {"frame-ancestors": "'self'"}
    elif own.role is Role.GM:
        request.environ[FRAMING] = {"frame-src": "'self'"}


def refuse_preview(own: Grant) -> None:
    """Refuse commands from a preview (403), because they would act in the GM's name.

    The page is a preview if its URL's `as` differs from the sender's own role.
    """
    if _said_there("as", own.role) != own.role:
        raise Forbidden("This is only a preview, so nothing was changed. Go back to your own page to act.")


def _seat(table_id: str) -> Seat | None:
    asked = request.args.get("seat", "")
    if not asked:
        return None
    id = id_from(asked)
    seat = db.session.get(Seat, (table_id, id)) if id is not None else None
    if seat is None or seat.removed:
        raise missing("seat")
    return seat


# ---- prepared scenes ------------------------------------------------------------------------------


def prepared_here(grant: Grant) -> int | None:
    """Return the id of the scene that the requested page, a GM's, prepares; None if there is none."""
    return _scene(grant, request.args.get(ASKED, ""))


def prepared_there(grant: Grant) -> int | None:
    """Return the id of the scene that the sending page, a GM's, prepares; None if there is none."""
    return _scene(grant, _said_there(ASKED, ""))


def acting_in(grant: Grant) -> Actor:
    """Return the sender of a command, with the scene that their page prepares."""
    return replace(grant.actor(), preparing=prepared_there(grant))


def address_of_press(grant: Grant, command: str) -> str:
    """Return the address to show after a command: the table, or the scene that the sending page prepares.

    On a sheet's page only Save leads to the table; other commands, such as adding a weapon, lead back to
    the sheet.
    """
    sheet = f"/t/{grant.table}/sheet"
    if _sending_page().path == sheet and command != "character.edit":
        return sheet
    scene = prepared_there(grant)
    return f"/t/{grant.table}" if scene is None else f"/t/{grant.table}?{ASKED}={scene}"


def _said_there(name: str, usual: str) -> str:
    """Return a query option from the sending page's URL, or `usual`."""
    return parse_qs(_sending_page().query).get(name, [usual])[-1]


def _sending_page() -> SplitResult:
    return split_address(request.headers.get("HX-Current-URL") or request.referrer or "")


def _scene(grant: Grant, asked: str) -> int | None:
    return id_from(asked) if grant.role is Role.GM else None
