"""What a program sent: who it is, and its JSON, read strictly before anything happens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, UnsupportedMediaType

from webapp.api.answers import NoKey
from webapp.api.figures import COMMAND
from webapp.limits import wrong
from webapp.screens.audience import Role
from webapp.services import services
from webapp.table.actor import Actor
from webapp.table.command import Command, parse, registered
from webapp.table.grants import Grant, grant_as_known, grant_of, seated
from webapp.table.refusals import NO_TABLE, Missing, Refused
from webapp.table.secrets import hashed
from webapp.table.strictjson import strict_json

SEAT = "Tableside-Seat"


@contextmanager
def taking(table_id: str) -> Iterator[Actor]:
    """Who sends a command by the key of this request, as far as this process knows of the table's links.

    The road looks at the link as it is; so whoever is refused anything hears first whether it still opens.
    """
    known = _as_known(table_id)
    try:
        yield (known or granted(table_id)).actor()
    except (Refused, HTTPException):
        if known:
            granted(table_id)
        raise


def _as_known(table_id: str) -> Grant | None:
    """What nobody but a player, who may hold a seat, is asked the database for."""
    grant = grant_as_known(services().road.snapshots.links(table_id), _key())
    return _with_proofs(grant) if grant and grant.role is not Role.PLAYER else None


def granted(table_id: str) -> Grant:
    """What the key of this request may do here: 401 without a key that opens something, 404 elsewhere.

    A player whose `Tableside-Seat` is still theirs acts from that seat; a seat that another device took
    over leaves a guest.
    """
    grant = _by_key()
    if grant.table != table_id:
        raise Missing(NO_TABLE)
    return _with_proofs(grant)


def _with_proofs(grant: Grant) -> Grant:
    """The same with the seat that is named, which only a player acts from."""
    proof = request.headers.get(SEAT, "")
    if not proof:
        return grant
    proofs = [hashed(proof)]
    return seated(grant, proofs) if grant.role is Role.PLAYER else replace(grant, proofs=frozenset(proofs))


def _key() -> str:
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not key.strip():
        raise NoKey("Send the key of a link of this table: Authorization: Bearer <key>.")
    return key.strip()


def _by_key() -> Grant:
    grant = grant_of(_key())
    if grant is None:
        wrong("keys")
        raise NoKey("This key opens nothing: it is mistyped, or the GM revoked it.")
    return grant


def understood(sent: Any, actor: Actor) -> Command:
    """The command that was sent. Whoever may not take it hears so before any field is looked at."""
    kind = registered.get(sent["do"]) if isinstance(sent, dict) and isinstance(sent.get("do"), str) else None
    if kind is not None:
        request.environ[COMMAND] = kind.do
        kind.allow(actor)
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
