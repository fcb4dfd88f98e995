"""Read API requests: the sender's key and strictly parsed JSON."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, UnsupportedMediaType

from webapp.api.answers import NoKey
from webapp.api.metrics import COMMAND
from webapp.rate_limits import count_wrong_try
from webapp.services import services
from webapp.state.audience import Role
from webapp.table.actor import Actor
from webapp.table.command import Command, parse, registered
from webapp.table.grants import Grant, grant_as_known, grant_of, with_seat
from webapp.table.json_reader import read_json
from webapp.table.refusals import NO_TABLE, Missing, Refused
from webapp.table.tokens import hash_token

SEAT = "Tableside-Seat"


@contextmanager
def sender_of_command(table_id: str) -> Iterator[Actor]:
    """Yield the sender of a command, found by the request's key, in this process's cached links if possible.

    The dispatcher checks the link in the database. If the command is refused, the link is read again, so that
    a revoked key is reported instead of the refusal.
    """
    known = _as_known(table_id)
    try:
        yield (known or require_grant(table_id)).actor()
    except (Refused, HTTPException):
        if known:
            require_grant(table_id)
        raise


def _as_known(table_id: str) -> Grant | None:
    """Return the cached grant of this request's key; None if it is a player's or not cached."""
    grant = grant_as_known(services().dispatcher.snapshots.links(table_id), _key())
    return _with_proofs(grant) if grant and grant.role is not Role.PLAYER else None


def require_grant(table_id: str) -> Grant:
    """Return the grant of this request's key; answer 401 without a valid key, 404 for another table.

    A player whose `Tableside-Seat` header has the seat's current secret acts from that seat. After another
    device has taken over the seat, the player acts as a guest.
    """
    grant = _by_key()
    if grant.table != table_id:
        raise Missing(NO_TABLE)
    return _with_proofs(grant)


def _with_proofs(grant: Grant) -> Grant:
    """Return the grant with the seat that the request names; only players act from seats."""
    proof = request.headers.get(SEAT, "")
    if not proof:
        return grant
    proofs = [hash_token(proof)]
    return with_seat(grant, proofs) if grant.role is Role.PLAYER else replace(grant, proofs=frozenset(proofs))


def _key() -> str:
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        why = "Send the key of one of this table's links in the header “Authorization: Bearer <key>”."
        raise NoKey(why)
    return key.strip()


def _by_key() -> Grant:
    grant = grant_of(_key())
    if grant is None:
        count_wrong_try("keys")
        raise NoKey("This key is wrong or revoked, or its table was removed. Ask the GM for a new link.")
    return grant


def parse_command(sent: Any, actor: Actor) -> Command:
    """Parse a command that was sent, checking the sender's role before any field."""
    kind = registered.get(sent["do"]) if isinstance(sent, dict) and isinstance(sent.get("do"), str) else None
    if kind is not None:
        request.environ[COMMAND] = kind.do
        kind.allow(actor)
    return parse(sent)


def read_json_body(
    most_bytes: int | None = None, may_be_larger: Callable[[Any], bool] = lambda sent: False
) -> Any:
    """Return the body as JSON; answer 415 for another type, 413 if too large, 400 if malformed.

    The limit is that of any form, or `most_bytes` for a value for which `may_be_larger` returns True.
    """
    body = read_body(most_bytes)
    value = read_json(body)
    if len(body) > current_app.config["MAX_CONTENT_LENGTH"] and not may_be_larger(value):
        raise RequestEntityTooLarge
    return value


def read_body(most_bytes: int | None = None) -> bytes:
    """Return the unparsed body of a JSON request; answer 415 for another type, 413 if too large."""
    if not request.is_json:
        raise UnsupportedMediaType
    if most_bytes is not None:
        request.max_content_length = most_bytes
    return request.get_data(cache=False)
