"""Refusals: errors with a sentence for the person, a code and an HTTP status."""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, ClassVar

from pydantic import ValidationError
from sqlalchemy import Connection

from webapp.rules.word_lists import or_list
from webapp.store.database_deadline import Busy
from webapp.store.database_file import Misplaced
from webapp.store.db import lacks_tables
from webapp.store.table_state import TableState
from webapp.store.transaction import DiskFull, write_transaction

Found = Mapping[str, Any]
NO_FIELD = "there is no such field"
SHORT = {
    "extra_forbidden": NO_FIELD,
    "missing": "it is missing",
    "int_parsing_size": "the number is too long",
}
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "string": "text",
    "bool": "true/false",
    "list": "a list",
    "dict": "named values",
    "model": "an object with named fields",
}
SPOKEN_KINDS = {"piece": "game document", "saved": "saved thing", "npc": "NPC"}
"""The words in messages for kinds that people call by other names."""
VALUE_SHOULD = re.compile("^(Input|String|List|Dictionary) should")
"""The beginning of messages that call a value by its type."""
LIMIT = re.compile("(less|greater) than or equal to")
LIMITS = {"less": "at most", "greater": "at least"}
QUOTED = re.compile("'([^']*)'")
"""An allowed value in a message, in Python's quotes."""
WRONG_KIND = ("type", "parsing", "from_float")
"""Endings of errors that only say that a value has the wrong type."""
NO_TABLE = "There is no such table."
FULL = "The server's disk is full. Nothing was lost, but new changes cannot be saved."


class Refused(Exception):
    """The base of all refusals: a sentence that a person can act on, with the API's `code` and `status`."""

    code = "refused"
    status = 409
    headers: ClassVar[dict[str, str]] = {}

    def __init__(self, message: str, fields: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields or {}


class Unconfirmed(Refused):
    """The command would kill a character and must be confirmed first."""


class Overtaken(Refused):
    """A text that the sender began from was changed elsewhere; `fields` has the newer texts by field."""

    code = "conflict"


class Invalid(Refused):
    """The request is wrong: an unknown field, a wrong type, a value out of range."""

    code, status = "invalid", 422


class Forbidden(Refused):
    """The sender's role or seat does not allow this."""

    code, status = "forbidden", 403


class Missing(Refused):
    """The thing does not exist, or the sender may not see it; both cases get the same words."""

    code, status = "not_found", 404


class TableFull(Refused):
    """The table, its library or a seat already has as many things of this kind as it may have."""

    code, status = "invalid", 422


class DatabaseLocked(Refused):
    """The database stayed locked for too long."""

    code, status = "busy", 503
    headers: ClassVar = {"Retry-After": "2"}  # seconds; by then a locked database is usually free


AWAY = "The database is not responding. Please try again in a moment; your last change may have been saved."
NO_TABLES = "The database has no tables yet. “make run” or “tableside serve” creates them at the first start."


def why_unavailable(error: Exception) -> str:
    """Return the sentence for a database that gave this error: misplaced, without tables, or no response."""
    if isinstance(error, Misplaced):
        return str(error)
    return NO_TABLES if lacks_tables(error) else AWAY


def level_of(error: Exception) -> int:
    """Return the log's level for a request that this error ended; a misplaced database is logged once."""
    return logging.DEBUG if isinstance(error, Misplaced) else logging.WARNING


def time_to_retry(error: Exception) -> dict[str, str]:
    """Return the header that says when to come again; a page does not wait out what lasts."""
    return {"Retry-After": "60"} if isinstance(error, Misplaced) else DatabaseLocked.headers


class OutOfSpace(Refused):
    """The disk is full."""

    code, status = "disk_full", 507


class MalformedJson(Refused):
    """The request's body is not valid JSON."""

    code, status = "malformed", 400


class TooLarge(Refused):
    """The request is larger than allowed."""

    code, status = "too_large", 413


def refusal_of(code: str, message: str, fields: dict[str, str]) -> Refused:
    """Return the refusal for a code, message and fields reported by another process."""
    kinds = (Overtaken, Invalid, Forbidden, Missing, DatabaseLocked, OutOfSpace, MalformedJson, TooLarge)
    return next((kind for kind in kinds if kind.code == code), Refused)(message, fields)


def missing(kind: str) -> Missing:
    """Return the refusal for a thing that never existed, was removed, or is hidden from the sender."""
    return Missing(f"There is no such {spoken_kind(kind)} on this table.")


def spoken_kind(kind: str) -> str:
    """Return the word for a kind of thing in messages."""
    return SPOKEN_KINDS.get(kind, kind)


def load_table(table_id: str, *, lock: bool = False) -> TableState:
    """Return the table's state; raise Missing if there is no such table."""
    state = TableState.load(table_id, lock=lock)
    if state is None:
        raise Missing(NO_TABLE)
    return state


@contextmanager
def write_or_refuse(table_id: str | None = None) -> Iterator[Connection]:
    """Run one write transaction (`store/transaction.py`), for one table if given.

    A database that stays locked or a full disk becomes a refusal.
    """
    try:
        with write_transaction(table_id) as connection:
            yield connection
    except Busy as error:
        raise DatabaseLocked("The table is busy right now; please try again in a moment.") from error
    except DiskFull as error:
        raise OutOfSpace(FULL) from error


# ---- validation errors in words -------------------------------------------------------------------


def invalid_from(error: ValidationError, sent: object) -> Invalid:
    """Return an Invalid that describes each wrong field.

    Missing fields come last, because a wrong field may be the missing one misspelt. An error about the whole
    request names no field.
    """
    fields = _messages_by_field(error, sent)
    first, why = next(iter(fields.items()))
    if not any(row["loc"] for row in error.errors(include_url=False)):
        return Invalid(f"{why[:1].upper()}{why[1:].rstrip('.')}.", fields)
    return Invalid(f"Please check “{first}”: {why[:1].lower()}{why[1:].rstrip('.')}.", fields)


def _messages_by_field(error: ValidationError, sent: object) -> dict[str, str]:
    placed = [(_place(row, sent), row) for row in error.errors(include_url=False)]
    placed.sort(key=lambda value: value[1]["type"] == "missing")
    fields: dict[str, str] = {}
    for name, alike in groupby(placed, key=lambda value: value[0]):
        fields.setdefault(name, _why([thing for _, thing in alike]))
    return fields


def _place(found: Found, sent: Any) -> str:
    """Return the place of an error in the request, without the names of internal types."""
    parts = []
    for part in found["loc"]:
        if _has(sent, part):
            sent = sent[part]
            parts.append(str(part))
    missing = found["loc"][-1:] if found["type"] == "missing" else ()
    return ".".join([*parts, *missing]) or "command"


def _has(sent: object, part: int | str) -> bool:
    if isinstance(sent, dict):
        return part in sent
    return isinstance(sent, list) and isinstance(part, int) and part < len(sent)


def _why(alike: Sequence[Found]) -> str:
    """Return one reason for one place: a broken limit, or else all types of value allowed there."""
    kinds = list(dict.fromkeys(kind for thing in alike if (kind := _kind(thing)) is not None))
    bounds = [thing for thing in alike if _kind(thing) is None]
    return _bound(bounds[0]) if bounds else f"It should be {or_list(kinds)}"


def _kind(found: Found) -> str | None:
    """Return the type of value that was expected; None for an error that is not about the type."""
    name, _, wrong = str(found["type"]).partition("_")
    return KINDS.get(name) if wrong in WRONG_KIND else None


def _bound(found: Found) -> str:
    within = found.get("ctx", {}).get("error")
    if isinstance(within, ValidationError):
        return ": ".join(next(iter(_messages_by_field(within, found["input"]).items())))
    why: str = SHORT.get(found["type"]) or found["msg"].removeprefix("Value error, ")
    why = VALUE_SHOULD.sub("It should", why).replace(" after validation", "")
    why = LIMIT.sub(lambda found: LIMITS[found[1]], why)
    return QUOTED.sub(r"“\1”", why) if found["type"] == "literal_error" else why
