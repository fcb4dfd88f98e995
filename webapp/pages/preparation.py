"""Preparing is a place: `?prepare=` turns the GM's desk into a scene that nobody else sees yet."""

from dataclasses import replace
from urllib.parse import parse_qs

from flask import request

from webapp.addresses import apart
from webapp.screens.audience import Role
from webapp.table.actor import Actor
from webapp.table.fields import id_from
from webapp.table.grants import Grant

ASKED = "prepare"


def prepared_here(grant: Grant) -> int | None:
    """The scene that the address of this page asks to prepare."""
    return _scene(grant, request.args.get(ASKED, ""))


def prepared_there(grant: Grant) -> int | None:
    """The scene that the page prepares on which this was pressed."""
    page = apart(request.headers.get("HX-Current-URL") or request.referrer or "")
    return _scene(grant, parse_qs(page.query).get(ASKED, [""])[-1])


def acting(grant: Grant) -> Actor:
    """Who acts, and in which scene that is not played yet."""
    return replace(grant.actor(), preparing=prepared_there(grant))


def back_to(grant: Grant) -> str:
    """The page on which this was pressed: the table, or the scene that is prepared there."""
    scene = prepared_there(grant)
    return f"/t/{grant.table}" if scene is None else f"/t/{grant.table}?{ASKED}={scene}"


def _scene(grant: Grant, asked: str) -> int | None:
    return id_from(asked) if grant.role is Role.GM else None
