"""Refusals: a command that cannot be taken ends in a sentence for the person, never in a crash."""

from typing import ClassVar


class Refused(Exception):
    """Why not, in words a person can act on; `code` and `status` are the API's."""

    code = "refused"
    status = 409
    headers: ClassVar[dict[str, str]] = {}

    def __init__(self, message: str, fields: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields or {}


class Invalid(Refused):
    """What was sent does not fit: unknown field, wrong type, out of range."""

    code, status = "invalid", 422


class Forbidden(Refused):
    """This role may not do this."""

    code, status = "forbidden", 403


class Missing(Refused):
    """No such thing, or none that the asker may see: both read the same."""

    code, status = "not_found", 404


class Crowded(Refused):
    """The table is full of this kind of thing."""

    code, status = "invalid", 422


class Locked(Refused):
    """Another process kept the database too long."""

    code, status = "busy", 503
    headers: ClassVar = {"Retry-After": "2"}  # seconds; a locked database is free again by then


class OutOfSpace(Refused):
    """The disk is full."""

    code, status = "disk_full", 507


class Malformed(Refused):
    """What was sent is not JSON."""

    code, status = "malformed", 400


class TooLarge(Refused):
    """More was sent than is taken here."""

    code, status = "too_large", 413


def refusal_of(code: str, message: str, fields: dict[str, str]) -> Refused:
    """The refusal that another process told of."""
    kinds = (Invalid, Forbidden, Missing, Locked, OutOfSpace, Malformed, TooLarge)
    return next((kind for kind in kinds if kind.code == code), Refused)(message, fields)


def missing(kind: str) -> Missing:
    """The same words for a thing that never was, was removed, or may not be seen."""
    return Missing(f"There is no such {kind} on this table.")
