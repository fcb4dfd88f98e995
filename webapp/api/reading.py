"""What a program sent: who it is, and its JSON, read strictly before anything happens."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from webapp.api.answers import Malformed, NoKey
from webapp.api.counts import COMMAND
from webapp.limits import wrong
from webapp.screens.audience import Role
from webapp.table.actor import Actor
from webapp.table.command import Command, parse
from webapp.table.commands import commands
from webapp.table.grants import Grant, grant_of, seat_of
from webapp.table.loaded import NO_TABLE
from webapp.table.refusals import Missing
from webapp.table.secrets import hashed

DEEPEST = 40
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
    seat = seat_of(table_id, [hashed(proof)]) if proof and grant.role is Role.PLAYER else None
    if seat is None:
        return grant
    return replace(grant, seat=seat.id, seat_name=seat.name, seat_proof=seat.secret)


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
    kind = commands().get(sent["do"]) if isinstance(sent, dict) and isinstance(sent.get("do"), str) else None
    if kind is not None:
        request.environ[COMMAND] = kind.do
        Command.allow(kind.model_construct(), actor)
    return parse(sent)


def sent_json(largest: int | None = None, large: Callable[[Any], bool] = lambda sent: False) -> Any:
    """The body as JSON: 415 for another type, 413 for too much, 400 for what is not JSON.

    Too much is more than any form may send; for what is `large` it is more than `largest` bytes.
    NaN, infinities, numbers of thousands of digits and nesting without end are not JSON.
    """
    if not request.is_json:
        raise UnsupportedMediaType
    if largest is not None:
        request.max_content_length = largest
    try:
        body = request.get_data(cache=False)
        value = json.loads(body.decode(), parse_constant=_refuse_constant, parse_float=_finite)
    except RequestEntityTooLarge:
        raise
    except (ValueError, RecursionError) as error:
        raise Malformed(f"This is not JSON: {_why(error)}.") from error
    if _is_too_deep(value):
        raise Malformed(f"This is nested more than {DEEPEST} deep.")
    if len(body) > current_app.config["MAX_CONTENT_LENGTH"] and not large(value):
        raise RequestEntityTooLarge
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} (line {error.lineno}, column {error.colno})"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error) if len(str(error)) < 60 else "a number is too large"


def _is_too_deep(value: Any) -> bool:
    """Whether lists and objects stand in one another without end; looked at level by level."""
    level = [value]
    for _ in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return False
    return True


def _parts(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
