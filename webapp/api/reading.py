"""What a program sent: who it is, and its JSON, read strictly before anything happens."""

from collections.abc import Callable
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from webapp.api.answers import NoKey
from webapp.api.counts import COMMAND
from webapp.limits import wrong
from webapp.screens.audience import Role
from webapp.table.actor import Actor
from webapp.table.command import Command, parse, registered
from webapp.table.grants import Grant, grant_of, seated
from webapp.table.loaded import NO_TABLE
from webapp.table.refusals import Missing
from webapp.table.secrets import hashed
from webapp.table.strictjson import strict_json

SEAT = "Tableside-Seat"


def granted(table_id: str) -> Grant:
    """What the key of this request may do here: 401 without a key that opens something, 404 elsewhere.

    A player whose `Tableside-Seat` is still theirs acts from that seat; a seat that another device took
    over leaves a guest.
    """
    grant = _by_key()
    if grant.table != table_id:
        raise Missing(NO_TABLE)
    proof = request.headers.get(SEAT, "")
    return seated(grant, [hashed(proof)]) if proof and grant.role is Role.PLAYER else grant


def _by_key() -> Grant:
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        raise NoKey("Send the key of a link of this table: Authorization: Bearer <key>.")
    grant = grant_of(key.strip())
    if grant is None:
        wrong("keys")
        raise NoKey("This key opens nothing: it is mistyped, or the GM revoked it.")
    return grant


def understood(sent: Any, actor: Actor) -> Command:
    """The command that was sent. Whoever may not take it hears so before any field is looked at."""
    kind = registered.get(sent["do"]) if isinstance(sent, dict) and isinstance(sent.get("do"), str) else None
    if kind is not None:
        request.environ[COMMAND] = kind.do
        Command.allow(kind.model_construct(), actor)
    return parse(sent)


def sent_json(largest: int | None = None, large: Callable[[Any], bool] = lambda sent: False) -> Any:
    """The body as JSON: 415 for another type, 413 for too much, 400 for what is not JSON.

    Too much is more than any form may send; for what is `large` it is more than `largest` bytes.
    """
    body = sent_body(largest)
    value = strict_json(body)
    if len(body) > current_app.config["MAX_CONTENT_LENGTH"] and not large(value):
        raise RequestEntityTooLarge
    return value


def sent_body(largest: int | None = None) -> bytes:
    """The body that is said to be JSON, not yet read: 415 for another type, 413 for too much."""
    if not request.is_json:
        raise UnsupportedMediaType
    if largest is not None:
        request.max_content_length = largest
    return request.get_data(cache=False)
